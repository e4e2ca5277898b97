#include "reference/method.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "puzzle/solvable.h"
#include "tilepdb_methods.h"

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

/* 1 / RESERVE of the memory stays free for page tables and the rest of the program, since a
 * container without memory kills the process. */
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
    if (run->result->iteration_count == 0) /* The first step also counts the root. */
        run->step_generated = 0;
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

void method_moves_write(struct method_run *run, int length) {
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
    char reached[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reached, sizeof reached, format, arguments);
    va_end(arguments);
    return error_set_code(
        run->error, run->ended,
        (struct error_code){.code = TILEPDB_MESSAGE_BOUND, .number = {run->result->lower_bound}},
        "%s%s%s; the board needs at least %d move%s", run->cause, reached[0] != '\0' ? ": " : "",
        reached, run->result->lower_bound, plural((uint64_t)run->result->lower_bound));
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

/* ---- the table ------------------------------------------------------------------------------- */

extern const struct method astar_method, bfs_method, iddfs_method, layered_method, ilp_method;

static const struct method *const methods[] = {
    &astar_method, &bfs_method, &iddfs_method, &layered_method, &ilp_method,
};

size_t tilepdb_method_count(void) {
    return sizeof methods / sizeof *methods;
}

const tilepdb_method_info *tilepdb_method_at(size_t i) {
    return &methods[i]->info;
}

static const struct method *method_find(tilepdb_method method) {
    for (size_t i = 0; i < tilepdb_method_count(); i++)
        if (methods[i]->info.method == method) return methods[i];
    return NULL;
}

static const char *method_missing(const struct method *method) {
    return method->missing ? method->missing() : NULL;
}

bool tilepdb_method_available(tilepdb_method number) {
    const struct method *method = method_find(number);
    return method && !method_missing(method);
}

void tilepdb_method_options_init(tilepdb_method_options *options, tilepdb_method method) {
    *options = (tilepdb_method_options){
        .method = method,
        .heuristic = TILEPDB_HEURISTIC_MANHATTAN,
        .form = TILEPDB_PROGRAM_FIXED,
    };
}

/* ---- solving --------------------------------------------------------------------------------- */

static tilepdb_status limits_check(const tilepdb_method_options *options, tilepdb_error *error) {
    tilepdb_status status = limits_length(options->max_length, error);
    if (!status) status = limits_timeout(options->timeout, error);
    if (!status)
        status = limits_first_bound(options->first_bound, TILEPDB_METHOD_ITERATIONS - 1,
                                    options->max_length, error);
    return status;
}

static tilepdb_status choices_check(const struct method *method,
                                    const tilepdb_method_options *options, tilepdb_error *error) {
    if (!method)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown method %d", (int)options->method);
    if (options->metric != TILEPDB_METRIC_SINGLE && !method->info.any_metric)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "%s is for single-tile moves",
                         method->info.title);
    if (method->info.heuristic && options->heuristic != TILEPDB_HEURISTIC_MANHATTAN &&
        options->heuristic != TILEPDB_HEURISTIC_LINEAR_CONFLICT)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "%s takes the heuristic manhattan or linear-conflict", method->info.title);
    if (options->form != TILEPDB_PROGRAM_FIXED && options->form != TILEPDB_PROGRAM_PENALTY)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown form %d of the integer program",
                         (int)options->form);
    const char *missing = method_missing(method);
    if (missing) return error_set(error, TILEPDB_ERROR_NOT_FOUND, "%s", missing);
    return TILEPDB_OK;
}

static tilepdb_status method_solve(struct method_run *run, const struct method *method) {
    tilepdb_method_result *result = run->result;
    result->solvable = true;
    result->root_h = method->root_estimate ? method->root_estimate(run) : 0;
    result->generated = 1;
    if (board_equal(run->board, run->goal)) {
        result->lower_bound = 0;
        return method_solved(run, 0, true);
    }
    for (unsigned cell = 0; cell < run->moves->geometry.cells; cell++)
        run->goal_cell[run->goal->cells[cell]] = (uint8_t)cell;
    method_ruled_out(run, result->root_h > 0 ? result->root_h - 1 : 0);
    tilepdb_status status = method->run(run);
    if (status == TILEPDB_ERROR_MEMORY) {
        method_allocation_failed(run);
        status = method_limit(run, "%s", "");
    }
    result->seconds = method_seconds(run);
    return status;
}

tilepdb_status tilepdb_method_solve(const tilepdb_board *board, const tilepdb_board *goal,
                                    const tilepdb_method_options *options,
                                    tilepdb_method_result *result, tilepdb_error *error) {
    const struct method *method = method_find(options->method);
    struct move_set moves = {.bound_step = 2};
    /* `moves` are most of the bytes and need no zeros. */
    memset(result, 0, offsetof(tilepdb_method_result, moves));
    result->moves[0] = '\0';
    result->length = result->lower_bound = result->upper_bound = -1;
    tilepdb_status status = limits_check(options, error);
    if (!status) status = choices_check(method, options, error);
    if (!status) status = board_solvable(board, goal, error);
    if (!status && !method->info.large)
        status = move_set_init(&moves, board->width, board->height, options->metric, error);
    if (status) return status;
    struct method_run run = {.board = board,
                             .goal = goal,
                             .options = options,
                             .moves = &moves,
                             .result = result,
                             .error = error};
    progress_init(&run.progress, options->progress, options->user, TILEPDB_STAGE_SEARCH, 0);
    return method_solve(&run, method);
}
