/*
 * What a textbook method is, and what methods share: a run on one board, its limits, its reports.
 *
 * A method is a `struct method` in a file of its own, and a row in the table (method.c). Its `run`
 * gets checked boards and options. It fills the counts of the result as it goes, calls method_check
 * now and then, reports its steps, and ends with method_solved or method_limit.
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

/* The longest path of a method that searches. */
#define METHOD_PATH 1024

struct method_run {
    const tilepdb_board *board;
    const tilepdb_board *goal;
    const tilepdb_method_options *options;
    const struct move_set *moves; /* if the method is for large boards, only bound_step is set */
    uint8_t goal_cell[TILEPDB_TABLE_MAX_CELLS]; /* of each tile; not for large boards */
    uint8_t path[METHOD_PATH];                  /* move numbers, for method_write */
    tilepdb_method_result *result;
    tilepdb_error *error;
    struct progress progress; /* its level is the step's, its seconds are the run's */
    double step_start;
    uint64_t step_generated; /* the result's counts at the beginning of the step */
    uint64_t step_expanded;
    uint64_t memory_limit; /* set by method_memory */
    tilepdb_status ended;  /* OK, or why method_check stops the run */
    char cause[160];       /* the limit that ended the run, in words */
};

struct method {
    tilepdb_method_info info;
    /* Why the method cannot run on this machine, in words, or NULL. A NULL function: it can. */
    const char *(*missing)(void);
    /* A lower bound of the solution. A NULL function: 0. */
    int (*root_estimate)(const struct method_run *run);
    /* Solves a board that is not the goal. */
    tilepdb_status (*run)(struct method_run *run);
};

/* The Manhattan distance, as a root_estimate. */
int method_manhattan(const struct method_run *run);

/* Seconds since the run began. */
double method_seconds(const struct method_run *run);

/* Returns false when the limit of time or nodes is reached or the user cancelled. Reads the clock,
 * so methods call it every few milliseconds. */
bool method_check(struct method_run *run);

/* The count of generated nodes at which to call method_check: `nodes` more, or the limit of nodes.
 * Methods compare before they expand a node, so at most its children exceed the limit. */
static inline uint64_t method_next_check(const struct method_run *run, uint64_t nodes) {
    const uint64_t next = run->result->generated + nodes, most = run->options->max_nodes;
    return most != 0 && most < next ? most : next;
}

/* Begin and end a step. method_step_end adds an iteration and reports the step with a sentence; the
 * method sets the fields of `step` that only it knows. */
void method_step_begin(struct method_run *run, int level);
void method_step_end(struct method_run *run, tilepdb_method_step *step, const char *format, ...)
    ERROR_PRINTF(3, 4);

/* No solution has `length` moves or fewer: raises the lower bound to the next possible length. */
void method_ruled_out(struct method_run *run, int length);

/* Writes the first `length` moves of the path as letters to the result. */
void method_write(struct method_run *run, int length);

/* Ends with the solution of `length` moves in result->moves, which it replays. `optimal`: no
 * shorter one exists. */
tilepdb_status method_solved(struct method_run *run, int length, bool optimal);

/* Ends without a solution, after method_check returned false or `ended` and `cause` were set. The
 * sentence has the cause, what the method reached (printf), and the lower bound. */
tilepdb_status method_limit(struct method_run *run, const char *format, ...) ERROR_PRINTF(2, 3);

/* Set `ended` and `cause` before method_limit: `length` moves, the next to try, are above
 * max_length or the method's limit; the memory limit is reached; allocation failed. A method that
 * reached nothing may return ERROR_MEMORY instead of the last. */
void method_length_exceeded(struct method_run *run, int length);
void method_memory_exhausted(struct method_run *run);
void method_allocation_failed(struct method_run *run);

/* Returns the bytes that a method may take, and keeps them as its memory limit. */
uint64_t method_memory(struct method_run *run);

#endif
