/*
 * What a textbook method is, and what methods share: one run on a board, its limits, its report.
 *
 * A method is a `struct method` in a file of its own, and a row in the table (methods.c). Its
 * `run` is a function of a run: it fills the result's counts as it goes, calls method_check now and
 * then, reports its steps, and ends with method_solved or method_limit. The table's method_solve
 * has checked boards, parity and options before.
 *
 * Thread safety: a run belongs to one thread, a method is immutable.
 */
#ifndef TILEPDB_REFERENCE_METHOD_H
#define TILEPDB_REFERENCE_METHOD_H

#include "base/error.h"
#include "base/progress.h"
#include "puzzle/move_set.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"

/* No method with a path finds longer solutions. */
#define METHOD_PATH 1024

struct method_run {
    const tilepdb_board *board;
    const tilepdb_board *goal;
    const tilepdb_method_options *options;
    const struct move_set *moves; /* of a method for large boards: only its bound_step */
    uint8_t goal_cell[TILEPDB_TABLE_MAX_CELLS]; /* the goal cell of each tile; likewise none */
    uint8_t path[METHOD_PATH];                  /* numbers of moves, for method_write */
    tilepdb_method_result *result;
    tilepdb_error *error;
    struct progress progress; /* whose level is the step's, and whose seconds are the run's */
    double step_start;
    uint64_t step_generated; /* the result's counts when the step began */
    uint64_t step_expanded;
    uint64_t memory_limit; /* see method_memory */
    tilepdb_status ended;  /* OK, or why method_check said stop */
    char cause[160];       /* the limit, in words */
};

struct method {
    tilepdb_method_info info;
    /* Why it cannot run on this machine, in words; NULL: it can. The function itself may be NULL:
     * it always can. */
    const char *(*missing)(void);
    /* No solution is shorter than this; NULL: it has no estimate, which counts as 0. */
    int (*root_estimate)(const struct method_run *run);
    /* Solves a board that is not the goal. */
    tilepdb_status (*run)(struct method_run *run);
};

/* The Manhattan distance, as a root_estimate. */
int method_manhattan(const struct method_run *run);

/* Since the run began. */
double method_seconds(const struct method_run *run);

/* Whether to continue: false if the limit on time or nodes is reached, or the user cancelled. Looks
 * at the clock, so a method asks every few milliseconds. */
bool method_check(struct method_run *run);

/* The count of generated nodes at which method_check is asked next: after `nodes` more, or at the
 * limit of nodes. A method compares with it before it expands a node, so that the limit is exceeded
 * by children of one node at most. */
static inline uint64_t method_next_check(const struct method_run *run, uint64_t nodes) {
    const uint64_t next = run->result->generated + nodes, most = run->options->max_nodes;
    return most != 0 && most < next ? most : next;
}

/* Begins and ends a step of the method. step_end notes it in the list of iterations and reports it
 * with a sentence; `step` holds what only the method knows, the rest is filled in. */
void method_step_begin(struct method_run *run, int level);
void method_step_end(struct method_run *run, tilepdb_method_step *step, const char *format, ...)
    ERROR_PRINTF(3, 4);

/* No solution has `length` moves or fewer: raises the lower bound to the next length that the board
 * can have (moves->bound_step). */
void method_ruled_out(struct method_run *run, int length);

/* Writes the first `length` moves of the path as letters to the result. */
void method_write(struct method_run *run, int length);

/* Ends with a solution of `length` moves, which is in result->moves; it is replayed. `optimal`:
 * nothing shorter exists. */
tilepdb_status method_solved(struct method_run *run, int length, bool optimal);

/* Ends without one, after method_check said so or with run->ended and run->cause set: a sentence of
 * the cause, how far it came (printf), and the lower bound. */
tilepdb_status method_limit(struct method_run *run, const char *format, ...) ERROR_PRINTF(2, 3);

/* Notes that `length` moves, the next to try, are above max_length or more than the method tries,
 * before method_limit. */
void method_length_exceeded(struct method_run *run, int length);

/* Notes that the memory limit is reached, or that allocation failed, before method_limit. A method
 * that cannot say how far it came may return ERROR_MEMORY instead. */
void method_memory_exhausted(struct method_run *run);
void method_allocation_failed(struct method_run *run);

/* The bytes that a method may take. One that stores boards asks once, at its beginning. */
uint64_t method_memory(struct method_run *run);

#endif
