/*
 * Times one-threaded searches in multi-tile moves on random 4x4 boards (`pdbsolve --scramble N
 * --seed 1`), beside a plain twin (relabelling.h). The twin is slow, so it solves only some boards,
 * evenly spread, and the ratio covers only these boards. Solution lengths must agree. Tables come
 * from files in DIR, or are generated in memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "relabelling.h"
#include "tilepdb_tables.h"

#define MULTI tilepdb_kind_default(TILEPDB_METRIC_MULTI)

enum { SIDE = 4, LAST_CELL = 15, MOST_TABLES = 8 };

struct contender {
    const char *name;
    tilepdb_table *table;
    tilepdb_solver *solver;
    double seconds;
    double seconds_beside; /* seconds of the twin's boards */
    uint64_t generated;
};

static void give_up(const char *what, const tilepdb_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->message);
    exit(3);
}

static void contender_make(struct contender *contender, const tilepdb_board *goal,
                           const char *dir) {
    tilepdb_pattern colouring;
    tilepdb_solver_options options;
    tilepdb_error error;
    char name[TILEPDB_FILE_NAME], path[4096 + TILEPDB_FILE_NAME];
    if (tilepdb_colouring_parse(contender->name, SIDE, SIDE, LAST_CELL, &colouring, &error))
        give_up(contender->name, &error);
    tilepdb_table_file_name(&colouring, MULTI, name);
    snprintf(path, sizeof path, "%s/%s", dir ? dir : "", name);
    if (dir ? tilepdb_table_open(path, NULL, &contender->table, &error)
            : tilepdb_table_generate(&colouring, MULTI, NULL, &contender->table, &error))
        give_up(name, &error);
    tilepdb_solver_options_init(&options);
    options.metric = TILEPDB_METRIC_MULTI;
    options.tables = (const tilepdb_table *const *)&contender->table;
    options.table_count = 1;
    if (tilepdb_solver_create(goal, &options, &contender->solver, &error)) give_up(name, &error);
}

static void contender_free(struct contender *contender) {
    tilepdb_solver_free(contender->solver);
    tilepdb_table_close(contender->table);
}

static int contender_solve(struct contender *contender, const tilepdb_board *board, bool beside) {
    tilepdb_result result;
    tilepdb_error error;
    const double start = thread_seconds();
    if (tilepdb_solve(contender->solver, board, NULL, &result, &error))
        give_up(contender->name, &error);
    const double seconds = thread_seconds() - start;
    contender->seconds += seconds;
    if (beside) contender->seconds_beside += seconds;
    contender->generated += result.generated;
    return result.length;
}

/* Returns the number of boards that the twin solved. */
static int boards_solve(struct contender *contenders, int count, struct contender *twin,
                        const struct relabelling *relabelling, const tilepdb_board *goal,
                        int boards, int twins) {
    tilepdb_random random;
    tilepdb_random_seed(&random, 1);
    int beside = 0;
    for (int i = 0; i < boards; i++) {
        tilepdb_board board;
        tilepdb_board_scramble(&random, goal, &board);
        const bool turn = (long)beside * boards < (long)(i + 1) * twins && beside < twins;
        int length = -1;
        if (turn) {
            uint64_t generated;
            const double start = thread_seconds();
            length = relabelling_solve(relabelling, &board, &generated);
            twin->seconds += thread_seconds() - start;
            twin->generated += generated;
            beside++;
        }
        for (int c = 0; c < count; c++) {
            const int own = contender_solve(&contenders[c], &board, turn);
            if (length >= 0 && own != length) {
                fprintf(stderr, "board %d: %s says %d moves, another says %d\n", i + 1,
                        contenders[c].name, own, length);
                exit(1);
            }
            length = own;
        }
    }
    return beside;
}

static void contender_print(const struct contender *contender, int boards, double times) {
    printf("%-24s %6d %12.3f %14.0f %9.2f", contender->name, boards,
           1000 * contender->seconds / boards, (double)contender->generated / boards,
           (double)contender->generated / contender->seconds / 1e6);
    if (times > 0) printf(" %8.1f", times);
    printf("\n");
}

int main(int argc, char **argv) {
    int boards = 1000, twins = 50, i = 1;
    const char *dir = NULL;
    for (; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2) {
        if (!strcmp(argv[i], "--boards"))
            boards = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--twin"))
            twins = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--dir"))
            dir = argv[i + 1];
        else
            break;
    }
    struct contender contenders[MOST_TABLES] = {{.name = "small"}, {.name = "middle"}};
    int count = argc > i ? argc - i : 2;
    if ((argc > i && argv[i][0] == '-') || boards < 1 || twins < 0 || count > MOST_TABLES) {
        fprintf(stderr, "usage: multi [--boards N] [--twin N] [--dir DIR] [COLOURING...]\n");
        return 2;
    }
    tilepdb_board goal;
    tilepdb_goal(SIDE, SIDE, LAST_CELL, &goal, NULL);
    for (int c = 0; c < count; c++) {
        if (argc > i) contenders[c].name = argv[i + c];
        contender_make(&contenders[c], &goal, dir);
    }
    struct relabelling *relabelling = twins ? relabelling_make() : NULL;
    if (twins && !relabelling) {
        fprintf(stderr, "not enough memory for the twin's table\n");
        return 3;
    }
    struct contender twin = {.name = "plain twin, 2-4-5-4"};
    const int beside = boards_solve(contenders, count, &twin, relabelling, &goal, boards, twins);
    printf("%-24s %6s %12s %14s %9s %8s\n", "colouring", "boards", "ms/board", "generated",
           "Mnodes/s", "faster");
    for (int c = 0; c < count; c++) {
        contender_print(&contenders[c], boards, twin.seconds / contenders[c].seconds_beside);
        contender_free(&contenders[c]);
    }
    if (beside) contender_print(&twin, beside, 0);
    relabelling_free(relabelling);
    return 0;
}
