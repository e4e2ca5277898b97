#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "puzzle/board.h"
#include "search/solver.h"

/* Nodes between two looks at the clock and the callback: a few milliseconds. */
#define CHECK_NODES 65536

/* What the pauses of a search look after. */
struct watch {
    const tilepdb_solver *solver;
    const tilepdb_solve_options *options;
    double start;
    int bound;
    tilepdb_status ended; /* LIMIT or CANCELLED once a pause stopped the search */
};

/* No more nodes than the limit leaves: an expansion generates at most three children. */
static void pause_schedule(struct kernel_state *state, const tilepdb_solve_options *options) {
    uint64_t nodes = CHECK_NODES;
    if (options->max_nodes) {
        const uint64_t left =
            options->max_nodes > state->generated ? (options->max_nodes - state->generated) / 3 : 0;
        if (left < nodes) nodes = left;
    }
    state->pause = state->expanded + (nodes ? nodes : 1);
}

static bool watch_check(struct kernel_state *state) {
    struct watch *watch = state->user;
    const tilepdb_solve_options *options = watch->options;
    const double seconds = clock_seconds() - watch->start;
    if ((options->max_nodes && state->generated >= options->max_nodes) ||
        (options->timeout > 0 && seconds >= options->timeout))
        watch->ended = TILEPDB_LIMIT;
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_SEARCH,
                                       .level = watch->bound,
                                       .done = state->generated,
                                       .seconds = seconds};
    if (options->progress && !options->progress(&progress, options->user))
        watch->ended = TILEPDB_CANCELLED;
    if (solver_failure(watch->solver, NULL)) watch->ended = TILEPDB_LIMIT;
    pause_schedule(state, options);
    return watch->ended == TILEPDB_OK;
}

/* Runs one bound and records it. The root counts to the first. */
static enum kernel_end bound_run(const tilepdb_solver *solver, struct kernel_state *state,
                                 const struct kernel_root *root, int bound,
                                 tilepdb_result *result) {
    const double start = clock_seconds();
    tilepdb_iteration *iteration = &result->iterations[result->iteration_count++];
    const uint64_t generated = result->generated, expanded = state->expanded;
    const enum kernel_end end = solver->search(state, root, bound);
    *iteration = (tilepdb_iteration){.bound = bound,
                                     .generated = state->generated - generated,
                                     .expanded = state->expanded - expanded,
                                     .seconds = clock_seconds() - start};
    result->generated = state->generated;
    result->expanded = state->expanded;
    return end;
}

/* A solution is believed only after it was played. */
static tilepdb_status solution_take(const tilepdb_solver *solver, const tilepdb_board *board,
                                    const struct kernel_state *state, int length,
                                    tilepdb_result *result, tilepdb_error *error) {
    for (int i = 0; i < length; i++)
        result->moves[i] = direction_letter((enum direction)state->path[i]);
    result->moves[length] = '\0';
    tilepdb_board played = *board;
    if (tilepdb_board_play(&played, result->moves, NULL) || !board_equal(&played, &solver->goal))
        return error_set(error, TILEPDB_ERROR_INTERNAL,
                         "the solution that was found does not lead to the goal: please report it");
    result->length = result->lower_bound = result->upper_bound = length;
    result->optimal = true;
    return TILEPDB_OK;
}

static tilepdb_status limit_reached(const tilepdb_result *result, tilepdb_status status,
                                    const char *what, tilepdb_error *error) {
    return error_set(error, status, "%s; the board needs at least %d moves", what,
                     result->lower_bound);
}

static tilepdb_status bounds_run(const tilepdb_solver *solver, const tilepdb_board *board,
                                 const tilepdb_solve_options *options, struct watch *watch,
                                 struct kernel_state *state, const struct kernel_root *root,
                                 tilepdb_result *result, tilepdb_error *error) {
    for (int bound = result->root_h; bound <= TILEPDB_MAX_MOVES; bound += 2) {
        result->lower_bound = watch->bound = bound;
        if (options->max_length && bound > options->max_length)
            return limit_reached(result, TILEPDB_LIMIT, "the limit of moves is exhausted", error);
        if (bound == 0) return solution_take(solver, board, state, 0, result, error);
        switch (bound_run(solver, state, root, bound, result)) {
        case KERNEL_EXHAUSTED:
            continue;
        case KERNEL_FOUND:
            return solution_take(solver, board, state, bound, result, error);
        case KERNEL_STOPPED:
            return limit_reached(result, watch->ended,
                                 watch->ended == TILEPDB_CANCELLED ? "the search was interrupted"
                                                                   : "the limit is reached",
                                 error);
        }
    }
    return error_set(error, TILEPDB_ERROR_INTERNAL, "no solution of %d moves or fewer was found",
                     TILEPDB_MAX_MOVES);
}

tilepdb_status tilepdb_solve(const tilepdb_solver *solver, const tilepdb_board *board,
                             const tilepdb_solve_options *options, tilepdb_result *result,
                             tilepdb_error *error) {
    tilepdb_solve_options defaults;
    tilepdb_solve_options_init(&defaults);
    if (!options) options = &defaults;
    memset(result, 0, sizeof *result);
    result->length = result->lower_bound = result->upper_bound = -1;
    result->root_h = -1;
    struct watch watch = {.solver = solver, .options = options, .start = clock_seconds()};
    tilepdb_status status = tilepdb_board_solvable(board, &solver->goal, error);
    if (status) return status;
    result->solvable = true;
    struct kernel_root root;
    status = solver_root(solver, board, &root, &result->root_h, error);
    if (status) return status;
    struct kernel_state state = {
        .setup = &solver->setup, .check = watch_check, .user = &watch, .generated = 1};
    pause_schedule(&state, options);
    status = bounds_run(solver, board, options, &watch, &state, &root, result, error);
    const tilepdb_status failure = solver_failure(solver, error);
    if (failure) return failure; /* what was found rests on rows that are not there */
    result->generated = state.generated;
    result->seconds = clock_seconds() - watch.start;
    return status;
}
