/*
 * --compare: algorithms, and their results on boards.
 */
#ifndef TILEPDB_PDBSOLVE_COMPARE_MODE_H
#define TILEPDB_PDBSOLVE_COMPARE_MODE_H

#include <stdio.h>

#include "answers/solve_options.h"
#include "cli/output.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"

/* A method with its heuristic. */
struct algorithm {
    char name[40];                     /* such as "astar manhattan" */
    const tilepdb_method_info *method; /* NULL: IDA* */
    tilepdb_heuristic heuristic;
};

/* What an algorithm did with a board. */
struct outcome {
    const char *board; /* what the board is called */
    const struct algorithm *algorithm;
    tilepdb_status status;
    const char *missing; /* what the method needs and there is not; NULL: nothing */
    bool optimal;
    int length;      /* -1: not solved */
    int lower_bound; /* proven; -1: unsolvable */
    uint64_t nodes;
    uint64_t memory; /* bytes of stored boards or databases; 0: none to speak of */
    double seconds;
};

/* A bar chart of the seconds as SVG, drawn by gnuplot, in a document, which it ends; `outcomes`
 * come board by board, each board with all algorithms in the same order. Returns the exit code. */
int compare_plot(struct cli_output *picture, const struct outcome *outcomes, size_t count,
                 size_t algorithm_count, double timeout);

#endif
