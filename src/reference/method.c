/*
 * The textbook methods' common part: choice of the method, limits, reports. See run.h.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/memory.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "reference/cbc.h"
#include "reference/run.h"
#include "util/clock.h"
#include "util/number.h"

bool tilepdb_method_available(tilepdb_method method) {
    return method >= TILEPDB_METHOD_BFS && method <= TILEPDB_METHOD_ILP &&
           (method != TILEPDB_METHOD_ILP || cbc_missing() == NULL);
}

void tilepdb_method_options_init(tilepdb_method_options *options, tilepdb_method method) {
    *options = (tilepdb_method_options){
        .method = method,
        .heuristic = TILEPDB_HEURISTIC_MANHATTAN,
        .form = TILEPDB_PROGRAM_FIXED,
    };
}

/* ---- limits ---------------------------------------------------------------------------------- */

bool run_check(struct run *run) {
    const tilepdb_method_options *options = run->options;
    const double seconds = clock_seconds() - run->start;
    if (options->timeout > 0 && seconds >= options->timeout) {
        run->ended = TILEPDB_LIMIT;
        snprintf(run->cause, sizeof run->cause, "the time limit of %g s is reached",
                 options->timeout);
    } else if (options->max_nodes != 0 && run->result->generated >= options->max_nodes) {
        run->ended = TILEPDB_LIMIT;
        char number[NUMBER_TEXT];
        snprintf(run->cause, sizeof run->cause, "the limit of %s node%s is reached",
                 number_grouped(options->max_nodes, number), plural(options->max_nodes));
    }
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_SEARCH,
                                       .level = run->level,
                                       .done = run->result->generated,
                                       .memory = run->result->memory,
                                       .seconds = seconds};
    if (options->progress != NULL && !options->progress(&progress, options->user)) {
        run->ended = TILEPDB_CANCELLED;
        snprintf(run->cause, sizeof run->cause, "the search was interrupted");
    }
    return run->ended == TILEPDB_OK;
}

uint64_t run_memory(struct run *run) {
    const uint64_t given = run->options->memory_limit;
    return run->memory_limit = given != 0 ? given : memory_available();
}

/* ---- steps ----------------------------------------------------------------------------------- */

void run_step_begin(struct run *run, int level) {
    run->level = level;
    run->step_start = clock_seconds();
    run->step_expanded = run->result->expanded;
    run->step_generated = run->result->generated;
    /* The root counts in the first step. */
    if (run->result->iteration_count == 0) run->step_generated = 0;
}

void run_step_end(struct run *run, tilepdb_method_step *step, const char *format, ...) {
    tilepdb_method_result *result = run->result;
    const tilepdb_iteration iteration = {.bound = run->level,
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
    step->bound = run->level;
    step->nodes = iteration.generated;
    step->seconds = iteration.seconds;
    run->options->step(step, run->options->step_user);
}

/* ---- ends ------------------------------------------------------------------------------------ */

void run_ruled_out(struct run *run, int length) {
    const int parity = manhattan_distance(run->board, run->goal) & 1;
    const int bound = length + 1 + ((length + 1 + parity) & 1);
    if (bound > run->result->lower_bound) run->result->lower_bound = bound;
}

bool run_leads_to_goal(const struct run *run) {
    tilepdb_board played = *run->board;
    return tilepdb_board_play(&played, run->result->moves, NULL) == TILEPDB_OK &&
           board_equal(&played, run->goal);
}

tilepdb_status run_solved(struct run *run, bool optimal) {
    tilepdb_method_result *result = run->result;
    if (!run_leads_to_goal(run))
        return error_set(run->error, TILEPDB_ERROR_INTERNAL,
                         "the solution that was found does not lead to the goal: please report it");
    result->length = result->upper_bound = (int)strlen(result->moves);
    result->optimal = optimal || result->length == result->lower_bound;
    if (result->optimal) result->lower_bound = result->length;
    return TILEPDB_OK;
}

tilepdb_status run_limit(struct run *run, const char *format, ...) {
    char far[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(far, sizeof far, format, arguments);
    va_end(arguments);
    return error_set(run->error, run->ended, "%s%s%s; the board needs at least %d move%s",
                     run->cause, far[0] != '\0' ? ": " : "", far, run->result->lower_bound,
                     plural((uint64_t)run->result->lower_bound));
}

void run_length_limit(struct run *run, int length) {
    const int most = run->options->max_length;
    run->ended = TILEPDB_LIMIT;
    if (most != 0 && length > most)
        snprintf(run->cause, sizeof run->cause, "the limit on moves is reached");
    else
        snprintf(run->cause, sizeof run->cause, "the method tries at most %d moves",
                 TILEPDB_METHOD_ITERATIONS - 1);
}

void run_memory_limit(struct run *run) {
    run->ended = TILEPDB_LIMIT;
    snprintf(run->cause, sizeof run->cause, "the memory of %.0f MiB is used up",
             (double)run->memory_limit / (1024.0 * 1024.0));
}

void run_no_memory(struct run *run) {
    run->ended = TILEPDB_LIMIT;
    snprintf(run->cause, sizeof run->cause, "memory could not be allocated");
}

/* ---- the choice ------------------------------------------------------------------------------ */

static tilepdb_status options_check(const tilepdb_method_options *options, tilepdb_error *error) {
    tilepdb_status status = limits_length(options->max_length, error);
    if (!status) status = limits_timeout(options->timeout, error);
    if (!status)
        status = limits_first_bound(options->first_bound, TILEPDB_METHOD_ITERATIONS - 1,
                                    options->max_length, error);
    if (status) return status;
    if (options->method < TILEPDB_METHOD_BFS || options->method > TILEPDB_METHOD_ILP)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown method %d", (int)options->method);
    if (options->method == TILEPDB_METHOD_ASTAR &&
        options->heuristic != TILEPDB_HEURISTIC_MANHATTAN &&
        options->heuristic != TILEPDB_HEURISTIC_LINEAR_CONFLICT)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "A* takes the heuristic manhattan or linear-conflict");
    if (options->form != TILEPDB_PROGRAM_FIXED && options->form != TILEPDB_PROGRAM_PENALTY)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown form %d of the program",
                         (int)options->form);
    if (!tilepdb_method_available(options->method))
        return error_set(error, TILEPDB_ERROR_NOT_FOUND, "%s", cbc_missing());
    return TILEPDB_OK;
}

static tilepdb_status method_run(struct run *run) {
    switch (run->options->method) {
    case TILEPDB_METHOD_BFS:
        return bfs_run(run);
    case TILEPDB_METHOD_IDDFS:
        return iddfs_run(run);
    case TILEPDB_METHOD_ASTAR:
        return astar_run(run);
    case TILEPDB_METHOD_LAYERED:
        return layered_run(run);
    case TILEPDB_METHOD_ILP:
        break;
    }
    return ilp_run(run);
}

static int root_estimate(const struct run *run) {
    const tilepdb_method_options *options = run->options;
    if (options->method == TILEPDB_METHOD_BFS || options->method == TILEPDB_METHOD_IDDFS) return 0;
    if (options->method == TILEPDB_METHOD_ASTAR &&
        options->heuristic == TILEPDB_HEURISTIC_LINEAR_CONFLICT)
        return linear_conflict(run->board, run->goal);
    return manhattan_distance(run->board, run->goal);
}

tilepdb_status tilepdb_method_solve(const tilepdb_board *board, const tilepdb_board *goal,
                                    const tilepdb_method_options *options,
                                    tilepdb_method_result *result, tilepdb_error *error) {
    memset(result, 0, sizeof *result);
    result->length = result->lower_bound = result->upper_bound = -1;
    struct run run = {.board = board,
                      .goal = goal,
                      .options = options,
                      .result = result,
                      .error = error,
                      .start = clock_seconds()};
    tilepdb_status status = options_check(options, error);
    if (status == TILEPDB_OK) status = tilepdb_board_solvable(board, goal, error);
    if (status != TILEPDB_OK) return status;
    result->solvable = true;
    result->root_h = root_estimate(&run);
    geometry_init(&run.geometry, board->width, board->height, NULL);
    for (unsigned cell = 0; cell < run.geometry.cells; cell++)
        run.home[goal->cells[cell]] = (uint8_t)cell;
    if (board_equal(board, goal)) {
        result->generated = 1;
        result->lower_bound = 0;
        return run_solved(&run, true);
    }
    result->generated = 1;
    run_ruled_out(&run, result->root_h > 0 ? result->root_h - 1 : 0);
    status = method_run(&run);
    if (status == TILEPDB_ERROR_MEMORY) {
        run_no_memory(&run);
        status = run_limit(&run, "%s", "");
    }
    result->seconds = clock_seconds() - run.start;
    return status;
}
