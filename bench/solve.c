/*
 * Times the search on the boards of tests/data. Prints medians, and a floor from the same run:
 * random loads per second from memory as large as the 7-8 tables. On shared machines the ratios
 * drift less than the times. Tables come from files in DIR, or are generated in memory. Variants
 * alternate in each repetition; the last column is the speed relative to the first variant.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"
#include "tilepdb_tables.h"

enum { MOST_BOARDS = 2000, MOST_REPEATS = 21, MOST_TABLES = 8, MOST_VARIANTS = 8 };
static const size_t LOADS_BYTES = (size_t)190 << 20;

/* Boards of a file of tests/data, one per line, after `before` numbers. */
struct bench_case {
    const char *name;
    const char *file; /* NULL: random boards */
    int width, before;
    int first, count;
    int goal_blank;
    const char *partition;
    bool plain;
    int threads;
    bool batch; /* one board per thread, otherwise all threads on each board */
};

static const struct bench_case cases[] = {
    {"hard-70-plain", "hard_by_search.txt", 4, 2, 0, 1, 15, "7-8", true, 1, false},
    {"hard-72-plain", "hard_by_search.txt", 4, 2, 1, 1, 15, "7-8", true, 1, false},
    {"hard-70", "hard_by_search.txt", 4, 2, 0, 1, 15, "7-8", false, 1, false},
    {"hard-72", "hard_by_search.txt", 4, 2, 1, 1, 15, "7-8", false, 1, false},
    {"hard-70-2-threads", "hard_by_search.txt", 4, 2, 0, 1, 15, "7-8", false, 2, false},
    {"hard-72-2-threads", "hard_by_search.txt", 4, 2, 1, 1, 15, "7-8", false, 2, false},
    {"random-1000", NULL, 4, 0, 0, 1000, 15, "7-8", false, 1, true},
    {"random-1000-2-threads", NULL, 4, 0, 0, 1000, 15, "7-8", false, 2, true},
    {"korf-100", "korf100.txt", 4, 1, 0, 100, 0, "7-8", false, 1, true},
    {"antipodes-17", "antipodes80.txt", 4, 0, 0, 17, 15, "7-8", false, 1, true},
    {"antipodes-17-2-threads", "antipodes80.txt", 4, 0, 0, 17, 15, "7-8", false, 2, true},
    {"korf24-82", "korf24.txt", 5, 1, 39, 1, 0, "6-6-6-6", false, 1, false},
    {"korf24-96", "korf24.txt", 5, 1, 37, 1, 0, "6-6-6-6", false, 1, false},
};
enum { CASES = sizeof cases / sizeof *cases };

struct tables {
    const char *partition;
    tilepdb_table *table[MOST_TABLES];
    size_t count;
};

static void give_up(const char *what, const tilepdb_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->message);
    exit(3);
}

/* ---- boards and tables ----------------------------------------------------------------------- */

static int boards_read(const struct bench_case *bench, const char *data, tilepdb_board *boards) {
    char path[4096], line[1024];
    snprintf(path, sizeof path, "%s/%s", data, bench->file);
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(3);
    }
    int seen = 0, count = 0;
    while (count < bench->count && fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n') continue;
        if (seen++ < bench->first) continue;
        char *at = line;
        for (int i = 0; i < bench->before; i++) strtol(at, &at, 10);
        const int cells = bench->width * bench->width;
        boards[count].width = boards[count].height = (uint8_t)bench->width;
        for (int i = 0; i < cells; i++) boards[count].cells[i] = (uint16_t)strtol(at, &at, 10);
        count++;
    }
    fclose(file);
    return count;
}

static int boards_draw(const struct bench_case *bench, const tilepdb_board *goal,
                       tilepdb_board *boards) {
    tilepdb_random random;
    tilepdb_random_seed(&random, 1);
    for (int i = 0; i < bench->count; i++) tilepdb_board_scramble(&random, goal, &boards[i]);
    return bench->count;
}

static void tables_close(struct tables *tables) {
    for (size_t i = 0; i < tables->count; i++) tilepdb_table_close(tables->table[i]);
    *tables = (struct tables){0};
}

static void tables_get(struct tables *tables, const struct bench_case *bench, const char *dir) {
    tilepdb_partition partition;
    tilepdb_error error;
    if (tables->partition && !strcmp(tables->partition, bench->partition)) return;
    tables_close(tables);
    tables->partition = bench->partition;
    if (tilepdb_partition_parse(bench->partition, bench->width, bench->width,
                                bench->width * bench->width - 1, &partition, &error))
        give_up(bench->partition, &error);
    for (unsigned i = 0; i < partition.count; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT,
                                   TILEPDB_METRIC_SINGLE};
        char name[TILEPDB_FILE_NAME], path[4096 + TILEPDB_FILE_NAME];
        tilepdb_table_file_name(&pattern, kind, name);
        snprintf(path, sizeof path, "%s/%s", dir ? dir : "", name);
        tilepdb_table **table = &tables->table[tables->count++];
        const tilepdb_status status =
            dir ? tilepdb_table_open(path, NULL, table, &error)
                : tilepdb_table_generate(&pattern, kind, NULL, table, &error);
        if (status) give_up(name, &error);
    }
}

/* ---- measuring ------------------------------------------------------------------------------- */

struct sample {
    double seconds;
    uint64_t generated;
    long moves;
};

static struct sample boards_solve(const struct bench_case *bench, const tilepdb_solver *solver,
                                  const tilepdb_board *boards, int count) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.plain = bench->plain;
    options.threads = bench->batch ? 1 : bench->threads;
    uint64_t generated = 0;
    long moves = 0;
    const double start = seconds_now();
#pragma omp parallel for num_threads(bench->threads) schedule(dynamic, 1) if (bench->batch)       \
    reduction(+ : generated, moves)
    for (int i = 0; i < count; i++) {
        tilepdb_result result;
        tilepdb_error error;
        if (tilepdb_solve(solver, &boards[i], &options, &result, &error))
            give_up(bench->name, &error);
        generated += result.generated;
        moves += result.length;
    }
    return (struct sample){seconds_now() - start, generated, moves};
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct variants {
    tilepdb_variant variant[MOST_VARIANTS];
    int count;
};

struct contender {
    tilepdb_solver *solver;
    struct sample last;
    double seconds[MOST_REPEATS];
    double loads[MOST_REPEATS];  /* loads per second after each repetition */
    double faster[MOST_REPEATS]; /* speed relative to the first contender */
};

static tilepdb_solver *solver_make(const struct bench_case *bench, const struct tables *tables,
                                   const tilepdb_board *goal, tilepdb_variant variant) {
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    tilepdb_error error;
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const *)tables->table;
    options.table_count = tables->count;
    options.variant = variant;
    if (tilepdb_solver_create(goal, &options, &solver, &error)) give_up(bench->name, &error);
    return solver;
}

static double median_of(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static void contender_print(const struct bench_case *bench, struct contender *contender, int count,
                            int repeats) {
    tilepdb_solver_info info;
    tilepdb_solver_info_get(contender->solver, &info);
    const struct sample *sample = &contender->last;
    const double median = median_of(contender->seconds, repeats);
    const double loads = median_of(contender->loads, repeats);
    const double rate = (double)sample->generated / median;
    printf("%-24s %-24s %6d %7ld %12llu %9.4f %9.4f %9.4f %8.1f %8.1f %7.2f %6.2f\n", bench->name,
           info.kernel, count, sample->moves, (unsigned long long)sample->generated, median,
           contender->seconds[0], 1000 * median / count, rate / 1e6, loads / 1e6, rate / loads,
           median_of(contender->faster, repeats));
}

static void case_run(const struct bench_case *bench, struct tables *tables, const char *dir,
                     const struct variants *variants, int repeats) {
    static tilepdb_board boards[MOST_BOARDS];
    struct contender contenders[MOST_VARIANTS] = {0};
    tilepdb_board goal;
    tables_get(tables, bench, dir);
    tilepdb_goal(bench->width, bench->width, bench->goal_blank, &goal, NULL);
    const int count = bench->file ? boards_read(bench, TILEPDB_DATA_DIR, boards)
                                  : boards_draw(bench, &goal, boards);
    for (int v = 0; v < variants->count; v++) {
        contenders[v].solver = solver_make(bench, tables, &goal, variants->variant[v]);
        boards_solve(bench, contenders[v].solver, boards, count < 20 ? 1 : count); /* warm-up */
    }
    for (int i = 0; i < repeats; i++) {
        for (int v = 0; v < variants->count; v++) {
            struct contender *contender = &contenders[v];
            contender->last = boards_solve(bench, contender->solver, boards, count);
            contender->seconds[i] = contender->last.seconds;
            contender->loads[i] = floor_loads(LOADS_BYTES, 1);
            contender->faster[i] = contenders[0].seconds[i] / contender->seconds[i];
        }
    }
    for (int v = 0; v < variants->count; v++) {
        contender_print(bench, &contenders[v], count, repeats);
        tilepdb_solver_free(contenders[v].solver);
    }
    fflush(stdout);
}

/* ---- the command line ------------------------------------------------------------------------ */

static bool variant_named(const char *name, tilepdb_variant *variant) {
    *variant = TILEPDB_VARIANT_BEST;
    bool found = !strcmp(name, tilepdb_variant_name(TILEPDB_VARIANT_BEST));
    for (size_t i = 0; i < tilepdb_variant_count() && !found; i++) {
        *variant = tilepdb_variant_at(i);
        found =
            !strcmp(name, tilepdb_variant_name(*variant)) && tilepdb_variant_available(*variant);
    }
    return found;
}

static bool variants_read(struct variants *variants, char *list) {
    variants->count = 0;
    if (!strcmp(list, "all")) {
        for (size_t i = 0; i < tilepdb_variant_count() && i < MOST_VARIANTS; i++)
            if (tilepdb_variant_available(tilepdb_variant_at(i)))
                variants->variant[variants->count++] = tilepdb_variant_at(i);
        return true;
    }
    for (char *name = strtok(list, ","); name; name = strtok(NULL, ","))
        if (variants->count == MOST_VARIANTS ||
            !variant_named(name, &variants->variant[variants->count++]))
            return false;
    return variants->count > 0;
}

static bool chosen(const struct bench_case *bench, char **names, int count) {
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], bench->name)) return true;
    return count == 0;
}

int main(int argc, char **argv) {
    int repeats = 3, i = 1;
    const char *dir = NULL;
    struct variants variants = {{TILEPDB_VARIANT_BEST}, 1};
    bool right = true;
    for (; i + 1 < argc && right && !strncmp(argv[i], "--", 2); i += 2) {
        if (!strcmp(argv[i], "--repeat"))
            repeats = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--dir"))
            dir = argv[i + 1];
        else
            right = !strcmp(argv[i], "--variant") && variants_read(&variants, argv[i + 1]);
    }
    if (!right || repeats < 1 || repeats > MOST_REPEATS || (i < argc && argv[i][0] == '-')) {
        fprintf(stderr,
                "usage: solve [--repeat 1..%d] [--dir DIR] [--variant NAME[,NAME...]|all] "
                "[CASE...]\n",
                MOST_REPEATS);
        return 2;
    }
    struct tables tables = {0};
    printf("%-24s %-24s %6s %7s %12s %9s %9s %9s %8s %8s %7s %6s\n", "case", "kernel", "boards",
           "moves", "generated", "median s", "minimum s", "ms/board", "Mnodes/s", "Mloads/s",
           "ratio", "faster");
    for (int c = 0; c < CASES; c++)
        if (chosen(&cases[c], argv + i, argc - i))
            case_run(&cases[c], &tables, dir, &variants, repeats);
    tables_close(&tables);
    return 0;
}
