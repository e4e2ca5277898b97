/*
 * One run of a method: limits, steps, ends. See method.h.
 */
#include "reference/method.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"

/* ---- limits ---------------------------------------------------------------------------------- */

double method_seconds(const struct method_run *run) {
    return clock_seconds() - run->progress.began;
}

bool method_check(struct method_run *run) {
    const tilepdb_method_options *options = run->options;
    if (options->timeout > 0 && method_seconds(run) >= options->timeout) {
        run->ended = TILEPDB_LIMIT;
        snprintf(run->cause, sizeof run->cause, "the time limit of %g s is reached",
                 options->timeout);
    } else if (options->max_nodes != 0 && run->result->generated >= options->max_nodes) {
        run->ended = TILEPDB_LIMIT;
        snprintf(run->cause, sizeof run->cause, "the limit of %s node%s is reached",
                 GROUPED(options->max_nodes), plural(options->max_nodes));
    }
    run->progress.now.memory = run->result->memory;
    atomic_store(&run->progress.done, run->result->generated);
    if (!progress_report(&run->progress)) {
        run->ended = TILEPDB_CANCELLED;
        snprintf(run->cause, sizeof run->cause, "the search was interrupted");
    }
    return run->ended == TILEPDB_OK;
}

/* Boards that fill all that a container has would end in a kill: the system's own of their pages,
 * and the rest of the program, need some of it. */
#define RESERVE 16

uint64_t method_memory(struct method_run *run) {
    const uint64_t given = run->options->memory_limit, available = memory_available();
    const uint64_t most = available - available / RESERVE;
    return run->memory_limit = given != 0 && given < most ? given : most;
}

/* ---- steps ----------------------------------------------------------------------------------- */

void method_step_begin(struct method_run *run, int level) {
    run->progress.now.level = level;
    run->step_start = clock_seconds();
    run->step_expanded = run->result->expanded;
    run->step_generated = run->result->generated;
    /* The root counts in the first step. */
    if (run->result->iteration_count == 0) run->step_generated = 0;
}

void method_step_end(struct method_run *run, tilepdb_method_step *step, const char *format, ...) {
    tilepdb_method_result *result = run->result;
    const tilepdb_iteration iteration = {.bound = run->progress.now.level,
                                         .generated = result->generated - run->step_generated,
                                         .expanded = result->expanded - run->step_expanded,
                                         .seconds = clock_seconds() - run->step_start};
    if (result->iteration_count < TILEPDB_METHOD_ITERATIONS)
        result->iterations[result->iteration_count++] = iteration;
    if (run->options->step == NULL) return;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    step->text = text;
    step->bound = iteration.bound;
    step->nodes = iteration.generated;
    step->seconds = iteration.seconds;
    run->options->step(step, run->options->step_user);
}

int method_manhattan(const struct method_run *run) {
    return manhattan_distance(run->board, run->goal);
}

/* ---- ends ------------------------------------------------------------------------------------ */

void method_ruled_out(struct method_run *run, int length) {
    int bound = length + 1;
    while ((bound - method_manhattan(run)) % run->moves->bound_step != 0) bound++;
    if (bound > run->result->lower_bound) run->result->lower_bound = bound;
}

void method_write(struct method_run *run, int length) {
    move_set_write(run->moves, run->path, (size_t)length, run->result->moves);
}

tilepdb_status method_solved(struct method_run *run, int length, bool optimal) {
    tilepdb_method_result *result = run->result;
    if (!board_solved_by(run->board, result->moves, run->goal))
        return error_set(run->error, TILEPDB_ERROR_INTERNAL,
                         "the solution that was found does not lead to the goal: please report it");
    result->length = result->upper_bound = length;
    result->optimal = optimal || length == result->lower_bound;
    if (result->optimal) result->lower_bound = length;
    return TILEPDB_OK;
}

tilepdb_status method_limit(struct method_run *run, const char *format, ...) {
    char far[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(far, sizeof far, format, arguments);
    va_end(arguments);
    return error_set_code(
        run->error, run->ended,
        (struct error_code){.code = TILEPDB_MESSAGE_BOUND, .number = {run->result->lower_bound}},
        "%s%s%s; the board needs at least %d move%s", run->cause, far[0] != '\0' ? ": " : "", far,
        run->result->lower_bound, plural((uint64_t)run->result->lower_bound));
}

void method_length_exceeded(struct method_run *run, int length) {
    const int most = run->options->max_length;
    run->ended = TILEPDB_LIMIT;
    if (most != 0 && length > most)
        snprintf(run->cause, sizeof run->cause, "the limit on moves is reached");
    else
        snprintf(run->cause, sizeof run->cause, "the method tries at most %d moves",
                 TILEPDB_METHOD_ITERATIONS - 1);
}

void method_memory_exhausted(struct method_run *run) {
    run->ended = TILEPDB_LIMIT;
    snprintf(run->cause, sizeof run->cause, "the memory of %.0f MiB is used up",
             (double)run->memory_limit / (1024.0 * 1024.0));
}

void method_allocation_failed(struct method_run *run) {
    run->ended = TILEPDB_LIMIT;
    snprintf(run->cause, sizeof run->cause, "memory could not be allocated");
}
