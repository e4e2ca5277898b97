/*
 * Textbook methods, and what they share: a run on one board, limits and reports.
 *
 * A method's `run` gets checked boards and options, updates the counts of the result, calls
 * method_check regularly, reports steps, and ends with method_solved or method_limit.
 *
 * Thread safety: a run belongs to one thread; a method is immutable.
 */
#ifndef TILEPDB_REFERENCE_METHOD_H
#define TILEPDB_REFERENCE_METHOD_H

#include "base/error.h"
#include "base/progress.h"
#include "puzzle/move_set.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"

#define METHOD_PATH 1024

struct method_run {
    const tilepdb_board *board;
    const tilepdb_board *goal;
    const tilepdb_method_options *options;
    const struct move_set *moves;               /* only bound_step is set if info.large */
    uint8_t goal_cell[TILEPDB_TABLE_MAX_CELLS]; /* of each tile; unset if info.large */
    uint8_t path[METHOD_PATH];
    tilepdb_method_result *result;
    tilepdb_error *error;
    struct progress progress; /* level of the step, seconds of the run */
    double step_start;
    uint64_t step_generated; /* generated and expanded nodes when the step began */
    uint64_t step_expanded;
    uint64_t memory_limit;
    tilepdb_status ended; /* TILEPDB_OK, or why the run ends */
    char cause[160];
};

struct method {
    tilepdb_method_info info;
    /* Optional: returns why the method cannot run on this machine, or NULL. */
    const char *(*missing)(void);
    /* Optional: returns a lower bound of the length. */
    int (*root_estimate)(const struct method_run *run);
    /* Solves a board that is not the goal. */
    tilepdb_status (*run)(struct method_run *run);
};

int method_manhattan(const struct method_run *run);

double method_seconds(const struct method_run *run);

/* Returns false at a limit of time or nodes, or after cancellation. Methods call it every few
 * milliseconds, since it reads the clock. */
bool method_check(struct method_run *run);

/* Returns the generated nodes at which method_check is due. Methods compare before they expand a
 * node, so only its children can exceed the limit. */
static inline uint64_t method_next_check(const struct method_run *run, uint64_t nodes) {
    const uint64_t next = run->result->generated + nodes, most = run->options->max_nodes;
    return most != 0 && most < next ? most : next;
}

/* method_step_end adds an iteration, and reports `step` with a sentence, bound, nodes and seconds;
 * the method sets the other fields. */
void method_step_begin(struct method_run *run, int level);
void method_step_end(struct method_run *run, tilepdb_method_step *step, const char *format, ...)
    ERROR_PRINTF(3, 4);

/* Raises the lower bound to the next possible length above `length`. */
void method_ruled_out(struct method_run *run, int length);

void method_moves_write(struct method_run *run, int length);

/* Replays result->moves and ends the run. `optimal`: no shorter solution is possible; the lower
 * bound may show it, too. Returns OK or ERROR_INTERNAL. */
tilepdb_status method_solved(struct method_run *run, int length, bool optimal);

/* Ends a run without solution, after method_check returned false or `ended` and `cause` were set.
 * Returns `ended`. The message has cause, progress (`format`) and lower bound. */
tilepdb_status method_limit(struct method_run *run, const char *format, ...) ERROR_PRINTF(2, 3);

/* Set `ended` and `cause` for method_limit. `length` is the next length to try. Instead of
 * method_allocation_failed, a method may return ERROR_MEMORY. */
void method_length_exceeded(struct method_run *run, int length);
void method_memory_exhausted(struct method_run *run);
void method_allocation_failed(struct method_run *run);

/* Returns the memory limit in bytes, and stores it in `run`. */
uint64_t method_memory(struct method_run *run);

#endif
