/* See equal.h. */
#include "equal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Further partitions may generate this many times the node limit of the first partition. */
#define WORST 100

struct comparison {
    struct study *study;
    uint64_t budget;
    unsigned count;
    int *bound;        /* [board] last bound to compare, or -1 */
    double *log_nodes; /* [partition * boards + board] */
    double *fewest;    /* [board] smallest log_nodes of the chosen partitions */
};

/* Returns the last exhausted bound, or -1. Sets *nodes to the nodes up to that bound. */
static int exhausted(const tilepdb_result *result, uint64_t *nodes) {
    const size_t count = tilepdb_result_exhausted(result);
    *nodes = 0;
    for (size_t i = 0; i < count; i++) *nodes += result->iterations[i].generated;
    return count ? result->iterations[count - 1].bound : -1;
}

static void board_search(const struct comparison *comparison, const tilepdb_solver *solver,
                         unsigned which, long board) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.max_nodes = comparison->budget;
    int *bound = &comparison->bound[board];
    if (which > 0) {
        if (*bound < 0) return;
        options.max_nodes *= WORST;
        options.max_length = *bound;
    }
    tilepdb_result result;
    uint64_t nodes = 1; /* counts the root if its estimate exceeds the bound */
    tilepdb_solve(solver, &comparison->study->boards[board], &options, &result, NULL);
    if (which == 0)
        *bound = exhausted(&result, &nodes);
    else if (result.generated > 0)
        nodes = result.generated;
    comparison->log_nodes[which * comparison->study->board_count + board] = log((double)nodes);
}

static int partition_search(const struct comparison *comparison, unsigned which,
                            const tilepdb_partition *partition) {
    tilepdb_solver *solver = study_solver(comparison->study, partition, true);
    if (!solver) return 1;
#pragma omp parallel for schedule(dynamic, 1)
    for (long i = 0; i < comparison->study->board_count; i++)
        board_search(comparison, solver, which, i);
    tilepdb_solver_free(solver);
    return 0;
}

/* ---- reports --------------------------------------------------------------------------------- */

/* Returns the mean over the boards of the smallest log_nodes of the chosen partitions and
 * `which`. */
static double fewest_mean(const struct comparison *comparison, unsigned which) {
    const long boards = comparison->study->board_count;
    double sum = 0;
    long compared = 0;
    for (long i = 0; i < boards; i++) {
        if (comparison->bound[i] < 0) continue;
        sum += fmin(comparison->fewest[i], comparison->log_nodes[which * boards + i]);
        compared++;
    }
    return compared ? sum / (double)compared : 0;
}

static long wins(const struct comparison *comparison, unsigned which) {
    const long boards = comparison->study->board_count;
    long won = 0;
    for (long i = 0; i < boards; i++) {
        bool fewest = comparison->bound[i] >= 0;
        for (unsigned p = 0; p < comparison->count && fewest; p++)
            fewest =
                comparison->log_nodes[which * boards + i] <= comparison->log_nodes[p * boards + i];
        won += fewest;
    }
    return won;
}

static void partitions_report(const struct comparison *comparison, char *const *names,
                              double first) {
    long compared = 0;
    for (long i = 0; i < comparison->study->board_count; i++) compared += comparison->bound[i] >= 0;
    printf("equal bounds on %ld boards; nodes relative to the first partition, boards won\n",
           compared);
    for (unsigned p = 0; p < comparison->count; p++)
        printf("%-62s %6.3f %4ld\n", names[p], exp(fewest_mean(comparison, p) - first),
               wins(comparison, p));
}

static void partition_choose(struct comparison *comparison, unsigned which) {
    const long boards = comparison->study->board_count;
    for (long i = 0; i < boards; i++)
        if (comparison->bound[i] >= 0)
            comparison->fewest[i] =
                fmin(comparison->fewest[i], comparison->log_nodes[which * boards + i]);
}

static void order_report(struct comparison *comparison, char *const *names, double first) {
    printf("in turn, each beside those before it; nodes of the best of them\n");
    double before = INFINITY;
    for (unsigned rank = 1; rank <= comparison->count; rank++) {
        unsigned best = 0;
        for (unsigned p = 1; p < comparison->count; p++)
            if (fewest_mean(comparison, p) < fewest_mean(comparison, best)) best = p;
        const double mean = fewest_mean(comparison, best);
        if (mean >= before) return;
        before = mean;
        partition_choose(comparison, best);
        printf("%2u  %-58s %6.3f\n", rank, names[best], exp(mean - first));
    }
}

int equal_compare(struct study *study, const tilepdb_partition *partitions, char *const *names,
                  unsigned count, uint64_t budget) {
    const size_t boards = (size_t)study->board_count;
    struct comparison comparison = {
        .study = study,
        .budget = budget,
        .count = count,
        .bound = malloc(boards * sizeof *comparison.bound),
        .log_nodes = malloc(boards * count * sizeof *comparison.log_nodes),
        .fewest = malloc(boards * sizeof *comparison.fewest),
    };
    int failed = !comparison.bound || !comparison.log_nodes || !comparison.fewest;
    for (unsigned p = 0; p < count && !failed; p++)
        failed = partition_search(&comparison, p, &partitions[p]);
    if (!failed) {
        for (size_t i = 0; i < boards; i++) comparison.fewest[i] = INFINITY;
        const double first = fewest_mean(&comparison, 0);
        partitions_report(&comparison, names, first);
        order_report(&comparison, names, first);
    }
    free(comparison.bound);
    free(comparison.log_nodes);
    free(comparison.fewest);
    return failed;
}
