#ifndef TILEPDB_PDBSOLVE_COMPARE_MODE_H
#define TILEPDB_PDBSOLVE_COMPARE_MODE_H

#include <stdio.h>

#include "answers/solve_options.h"
#include "cli/output.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"

/* A method, or IDA*, with a heuristic. */
struct algorithm {
    char name[40];                     /* such as "astar manhattan" */
    const tilepdb_method_info *method; /* NULL for IDA* */
    tilepdb_heuristic heuristic;
};

struct outcome {
    const char *board;
    const struct algorithm *algorithm;
    tilepdb_status status;
    const char *missing; /* what the method needs and lacks; may be NULL */
    bool optimal;
    int length;      /* -1 if not solved */
    int lower_bound; /* proven; -1 if unsolvable */
    uint64_t nodes;
    uint64_t memory; /* bytes of stored boards or databases; 0 if negligible */
    double seconds;
};

/* Draws a bar chart of the seconds as SVG and closes `picture`. `outcomes` has `algorithm_count`
 * rows for each board, always in the same order. Returns the exit code. */
int compare_plot(struct cli_output *picture, const struct outcome *outcomes, size_t count,
                 size_t algorithm_count, double timeout);

#endif
