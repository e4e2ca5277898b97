/*
 * Compares partitions, or finds good ones, on uniform random boards, with blank-aware tables and
 * reflection if possible.
 * - Without a mode: prints mean h and nodes. The mean of ln(nodes) hardly depends on few hard
 *   boards. For boards that are solved quickly, such as 4x4.
 * - `--equal`: prints nodes, and partitions that complement each other (partition/equal.h). For
 *   boards that may take hours, such as 5x5.
 * - `--search`: finds covers by connected patterns (partition/search.h), in seconds on 4x4, in
 *   minutes on 5x5.
 *
 *     partitions --board 5x5 --boards 1000 --search 6,6,6,6 > found
 *     partitions --board 5x5 --boards 60 --equal 5000000 6-6-6-6 $(cut -d ' ' -f 1 found)
 *
 * Results do not depend on the number of threads, which OMP_NUM_THREADS limits. Exit code 1: a
 * partition or table failed; 2: wrong usage; 3: no such board or goal, or not enough memory.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "partition/equal.h"
#include "partition/search.h"
#include "partition/study.h"
#include "tilepdb_tables.h"

struct options {
    int width;
    int height;
    long goal_blank; /* -1: the last cell */
    long boards;
    long solve;
    long seed;
    long equal;         /* node limit; 0: another mode */
    const char *search; /* sizes; NULL: another mode */
    long tables;
    long best;
};

static const char usage[] =
    "usage: partitions [OPTION]... PARTITION...                  mean h and nodes\n"
    "       partitions --equal NODES [OPTION]... PARTITION...    nodes of the same bounds\n"
    "       partitions --search SIZES [OPTION]...                covers of the highest mean h\n"
    "  --board WxH       (4x4)\n"
    "  --goal-blank C    the cell of the goal's blank, from 0 (the last)\n"
    "  --boards N        random boards (100000; 1000 with --search, 50 with --equal)\n"
    "  --seed S          of these (1)\n"
    "  --solve N         solve so many of them (2000)\n"
    "  --tables N        with --search: generate at most so many tables (60)\n"
    "  --best N          with --search: print so many (20)\n";

static void solver_measure(const struct study *study, const tilepdb_solver *solver, long solve,
                           const char *name) {
    double h_sum = 0, node_sum = 0, log_sum = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : h_sum)
    for (long i = 0; i < study->board_count; i++) {
        int h;
        if (!tilepdb_solver_estimate(solver, &study->boards[i], &h, NULL)) h_sum += h;
    }
    tilepdb_solve_options plain;
    tilepdb_solve_options_init(&plain);
    plain.plain = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : node_sum, log_sum)
    for (long i = 0; i < solve; i++) {
        tilepdb_result result;
        if (tilepdb_solve(solver, &study->boards[i], &plain, &result, NULL)) continue;
        node_sum += (double)result.generated;
        log_sum += log((double)result.generated);
    }
    printf("%-40s h %7.3f   nodes %10.0f   ln(nodes) %6.3f\n", name,
           h_sum / (double)study->board_count, node_sum / (double)solve, log_sum / (double)solve);
    fflush(stdout);
}

static int partitions_measure(struct study *study, const tilepdb_partition *partitions,
                              char *const *names, unsigned count, long solve) {
    int failed = 0;
    for (unsigned i = 0; i < count; i++) {
        tilepdb_solver *solver = study_solver(study, &partitions[i], true);
        if (solver)
            solver_measure(study, solver, solve, names[i]);
        else
            failed = 1;
        tilepdb_solver_free(solver);
        study_close_all(study);
    }
    return failed;
}

static int partitions_compare(struct study *study, const struct options *options,
                              char *const *names, unsigned count) {
    tilepdb_partition *partitions = malloc(count * sizeof *partitions);
    int failed = !partitions;
    for (unsigned i = 0; i < count && !failed; i++) {
        tilepdb_error error;
        if (tilepdb_partition_parse(names[i], study->width, study->height, study->goal_blank,
                                    &partitions[i], &error))
            failed = study_complain(names[i], &error);
    }
    if (!failed && options->equal)
        failed = equal_compare(study, partitions, names, count, (uint64_t)options->equal);
    else if (!failed)
        failed = partitions_measure(study, partitions, names, count, options->solve);
    free(partitions);
    return failed;
}

static bool option_read(struct options *options, const char *name, const char *value) {
    const struct {
        const char *name;
        long *number;
    } numbers[] = {
        {"--goal-blank", &options->goal_blank},
        {"--boards", &options->boards},
        {"--solve", &options->solve},
        {"--seed", &options->seed},
        {"--equal", &options->equal},
        {"--tables", &options->tables},
        {"--best", &options->best},
    };
    if (!strcmp(name, "--board"))
        return sscanf(value, "%dx%d", &options->width, &options->height) == 2;
    if (!strcmp(name, "--search")) {
        options->search = value;
        return true;
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char *end;
        if (strcmp(name, numbers[i].name) != 0) continue;
        *numbers[i].number = strtol(value, &end, 10);
        return end != value && *end == '\0' && *numbers[i].number >= 0;
    }
    return false;
}

/* Returns the index of the first partition, or 0 if the usage is wrong. */
static int options_read(struct options *options, int argc, char **argv) {
    int i = 1;
    for (; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2)
        if (!option_read(options, argv[i], argv[i + 1])) return 0;
    const bool wanted = !options->search;
    if ((i < argc) != wanted || (wanted && argv[i][0] == '-') ||
        (options->search && options->equal))
        return 0;
    if (options->boards == 0)
        options->boards = options->search ? 1000 : options->equal ? 50 : 100000;
    if (options->solve > options->boards) options->solve = options->boards;
    if (options->goal_blank < 0) options->goal_blank = options->width * options->height - 1;
    return i;
}

int main(int argc, char **argv) {
    struct options options = {.width = 4,
                              .height = 4,
                              .goal_blank = -1,
                              .solve = 2000,
                              .seed = 1,
                              .tables = 60,
                              .best = 20};
    const int first = options_read(&options, argc, argv);
    if (first == 0) {
        fputs(usage, stderr);
        return 2;
    }
    struct study study;
    int code = 3;
    if (study_init(&study, options.width, options.height, (int)options.goal_blank, options.boards,
                   (uint64_t)options.seed))
        code =
            options.search
                ? search_print(&study, options.search, (size_t)options.tables, (size_t)options.best)
                : partitions_compare(&study, &options, argv + first, (unsigned)(argc - first));
    study_free(&study);
    return code;
}
