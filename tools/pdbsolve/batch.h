/*
 * A batch of boards, and the way of each board to its answer.
 */
#ifndef TILEPDB_PDBSOLVE_BATCH_H
#define TILEPDB_PDBSOLVE_BATCH_H

#include <pthread.h>

#include "cli/output.h"
#include "cli/progress.h"
#include "pdbsolve/jobs.h"
#include "pdbsolve/notation.h"
#include "pdbsolve/options.h"
#include "pdbsolve/solvers.h"
#include "pdbsolve/source.h"

struct batch {
    const struct solve_options *options;
    const struct goal_choice *goal;
    int jobs; /* cores to use */
    struct board_source source;
    struct solver_cache solvers;
    struct cli_progress progress;
    struct cli_output *output;
    struct job_queue queue;
    pthread_mutex_t console; /* of output, messages, progress and solvers */
    pthread_mutex_t hard;
    bool counts;     /* answers go where they are not seen: tell how many there are */
    size_t answered; /* of the console */
    size_t read;     /* boards; atomic, and so below */
    double share;    /* that these are of all; below 0: not known */
    bool stopped;    /* the output takes nothing more; atomic */
    int code;        /* the worst so far; of the console */
};

/* A board's way to its answer. */
struct workplace {
    size_t number;
    tilepdb_board board;
    tilepdb_board goal;
    tilepdb_result result;
    tilepdb_error error;
    struct move_list solutions; /* with --all, in the notation asked for */
    struct solver_slot *slot;   /* of the cache; NULL: not needed */
    int proven;                 /* by searches that were restarted; -1: nothing */
    bool readable, lacks_database;
    bool solvable; /* known to be */
    tilepdb_status status;
    int code;
    char name[SOURCE_NAME]; /* what messages call the board, such as "line 3" */
};

/* Solves the place's board: fills in status, result, error and code. Several threads may call it,
 * each for another place. */
void place_solve(struct batch *batch, struct workplace *place);

#endif
