/*
 * Compares partitions: for each, the mean h over seeded random boards and the mean number of nodes
 * that IDA* generates on the first of them, blank-aware, with reflection if the board has one.
 *
 * Usage: partitions [--board WxH] [--boards N] [--solve N] [--seed S] PARTITION...
 * A partition is a name of the catalogue or tiles such as 1-8/9-15. One line each: partition, mean
 * h, mean nodes, and the mean of ln(nodes), which a few hard boards hardly affect.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tilepdb.h"

struct sample {
    int width;
    int height;
    long boards;
    long solve;
    uint64_t seed;
    tilepdb_board goal;
    tilepdb_board *board;
};

static int complain(const char *what, const tilepdb_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->message);
    return 1;
}

static int sample_draw(struct sample *sample) {
    tilepdb_error error;
    tilepdb_random random;
    if (tilepdb_goal(sample->width, sample->height, sample->width * sample->height - 1,
                     &sample->goal, &error))
        return complain("goal", &error);
    sample->board = malloc((size_t)sample->boards * sizeof *sample->board);
    if (!sample->board) return 1;
    tilepdb_random_seed(&random, sample->seed);
    for (long i = 0; i < sample->boards; i++)
        tilepdb_board_scramble(&random, &sample->goal, &sample->board[i]);
    return 0;
}

static void sample_measure(const struct sample *sample, const tilepdb_solver *solver,
                           const char *name) {
    double h_sum = 0, node_sum = 0, log_sum = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : h_sum)
    for (long i = 0; i < sample->boards; i++) {
        int h;
        if (!tilepdb_solver_estimate(solver, &sample->board[i], &h, NULL)) h_sum += h;
    }
    tilepdb_solve_options plain;
    tilepdb_solve_options_init(&plain);
    plain.plain = true;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : node_sum, log_sum)
    for (long i = 0; i < sample->solve; i++) {
        tilepdb_result result;
        if (tilepdb_solve(solver, &sample->board[i], &plain, &result, NULL)) continue;
        node_sum += (double)result.generated;
        log_sum += log((double)result.generated);
    }
    printf("%-40s h %7.3f   nodes %10.0f   ln(nodes) %6.3f\n", name, h_sum / (double)sample->boards,
           node_sum / (double)sample->solve, log_sum / (double)sample->solve);
    fflush(stdout);
}

static int partition_measure(const struct sample *sample, const char *text) {
    tilepdb_error error;
    tilepdb_partition partition;
    tilepdb_table *tables[TILEPDB_TABLE_MAX_CELLS] = {0};
    tilepdb_solver *solver = NULL;
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    tilepdb_status status =
        tilepdb_partition_parse(text, sample->width, sample->height,
                                sample->width * sample->height - 1, &partition, &error);
    if (status) return complain(text, &error);
    for (unsigned i = 0; i < partition.count && !status; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        status = tilepdb_table_generate(&pattern, kind, NULL, &tables[i], &error);
    }
    if (!status) {
        tilepdb_solver_options options;
        tilepdb_solver_options_init(&options);
        options.tables = (const tilepdb_table *const *)tables;
        options.table_count = partition.count;
        status = tilepdb_solver_create(&sample->goal, &options, &solver, &error);
    }
    if (status)
        complain(text, &error);
    else
        sample_measure(sample, solver, text);
    tilepdb_solver_free(solver);
    for (unsigned i = 0; i < partition.count; i++) tilepdb_table_close(tables[i]);
    return status != TILEPDB_OK;
}

int main(int argc, char **argv) {
    struct sample sample = {.width = 4, .height = 4, .boards = 100000, .solve = 2000, .seed = 1};
    int i = 1, failed = 0;
    for (; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2) {
        const char *value = argv[i + 1];
        if (!strcmp(argv[i], "--board"))
            sscanf(value, "%dx%d", &sample.width, &sample.height);
        else if (!strcmp(argv[i], "--boards"))
            sample.boards = atol(value);
        else if (!strcmp(argv[i], "--solve"))
            sample.solve = atol(value);
        else if (!strcmp(argv[i], "--seed"))
            sample.seed = strtoull(value, NULL, 10);
        else
            break;
    }
    if (i >= argc || argv[i][0] == '-' || sample.boards < 1 || sample.solve < 0) {
        fprintf(stderr, "usage: partitions [--board WxH] [--boards N] [--solve N] [--seed S] "
                        "PARTITION...\n");
        return 2;
    }
    if (sample.solve > sample.boards) sample.solve = sample.boards;
    if (sample_draw(&sample)) return 3;
    for (; i < argc; i++) failed |= partition_measure(&sample, argv[i]);
    free(sample.board);
    return failed;
}
