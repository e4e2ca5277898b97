/*
 * Results that must be the same on every processor: writes tables to one directory, and prints the
 * answers and counts with the tables of another.
 *
 *   answers WRITTEN READ
 *
 * tests/cross.sh runs it. It needs no zstd, since the tables are stored uncompressed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tilepdb_tables.h"

#define TABLES_MAX 8
#define BOARDS     20
#define PATH_SIZE  4096

/* Tables of a partition in one kind, or, in the metric multi, of the default colouring. */
typedef struct set {
    int width, height;
    const char *partition;
    tilepdb_kind kind;
} set;

static const set sets[] = {
    {4, 4, "5-5-5", {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE}},
    {4, 4, "5-5-5", {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE}},
    {4, 3, "1-5/6-11", {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE}},
    {3, 3, NULL, {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_MOD3, TILEPDB_METRIC_MULTI}},
    {4, 2, NULL, {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_MOD3, TILEPDB_METRIC_MULTI}},
};

static tilepdb_error error;

static void must(tilepdb_status status) {
    if (status == TILEPDB_OK) return;
    fprintf(stderr, "answers: %s\n", error.message);
    exit(1);
}

static void place(const char *directory, const char *name, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%s", directory, name);
}

static void write_table(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *written,
                        const char *read, tilepdb_table **table) {
    char name[TILEPDB_FILE_NAME], path[PATH_SIZE];
    tilepdb_table_file_name(pattern, kind, name);
    tilepdb_save_options options;
    tilepdb_save_options_init(&options);
    options.level = 0;
    must(tilepdb_table_generate(pattern, kind, NULL, table, &error));
    place(written, name, path);
    must(tilepdb_table_save(*table, path, &options, &error));
    tilepdb_table_close(*table);
    place(read, name, path);
    must(tilepdb_table_open(path, NULL, table, &error));
}

static void solve_boards(const set *s, const tilepdb_solver_options *options) {
    tilepdb_board goal, board;
    must(tilepdb_goal(s->width, s->height, s->width * s->height - 1, &goal, &error));
    tilepdb_solver *solver;
    must(tilepdb_solver_create(&goal, options, &solver, &error));
    tilepdb_random random;
    tilepdb_random_seed(&random, 23);
    for (int i = 0; i < BOARDS; i++) {
        static tilepdb_result result;
        must(tilepdb_board_scramble(&random, &goal, &board));
        /* With these tables, random 4x4 boards take an emulator minutes. */
        if (s->width * s->height == 16) {
            board = goal;
            must(tilepdb_board_walk(&random, 80, &board));
        }
        must(tilepdb_solve(solver, &board, NULL, &result, &error));
        printf("%d %s", result.length, result.moves);
        for (size_t k = 0; k < result.iteration_count; k++)
            printf(" %d:%" PRIu64 ":%" PRIu64, result.iterations[k].bound,
                   result.iterations[k].generated, result.iterations[k].expanded);
        putchar('\n');
    }
    tilepdb_solver_free(solver);
}

static size_t patterns_of(const set *s, tilepdb_pattern patterns[TABLES_MAX]) {
    const int last = s->width * s->height - 1;
    if (s->partition == NULL) {
        must(tilepdb_colouring_default(s->width, s->height, last, &patterns[0], &error));
        return 1;
    }
    tilepdb_partition partition;
    must(tilepdb_partition_parse(s->partition, s->width, s->height, last, &partition, &error));
    for (unsigned i = 0; i < partition.count; i++)
        patterns[i] = tilepdb_partition_pattern(&partition, i);
    return partition.count;
}

static void answer(const set *s, const char *written, const char *read) {
    tilepdb_pattern patterns[TABLES_MAX];
    tilepdb_table *tables[TABLES_MAX];
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.metric = s->kind.metric;
    options.tables = (const tilepdb_table *const *)tables;
    options.table_count = patterns_of(s, patterns);
    for (size_t i = 0; i < options.table_count; i++)
        write_table(&patterns[i], s->kind, written, read, &tables[i]);
    printf("%dx%d %s\n", s->width, s->height, s->partition != NULL ? s->partition : "multi");
    solve_boards(s, &options);
    for (size_t i = 0; i < options.table_count; i++) tilepdb_table_close(tables[i]);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("answers: WRITTEN READ\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) answer(&sets[i], argv[1], argv[2]);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
