/*
 * The table of the textbook methods, and solving a board with one of them.
 *
 * A new method is a file of its own (method.h says what it holds), its name in the table, a line in
 * CMakeLists.txt, and a number in tilepdb_methods.h.
 */
#include "tilepdb_methods.h"

#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "reference/method.h"

extern const struct method astar_method, bfs_method, iddfs_method, layered_method, ilp_method;

/* In the order in which users see them. */
static const struct method *const methods[] = {
    &astar_method, &bfs_method, &iddfs_method, &layered_method, &ilp_method,
};

size_t tilepdb_method_count(void) {
    return sizeof methods / sizeof *methods;
}

const tilepdb_method_info *tilepdb_method_at(size_t i) {
    return &methods[i]->info;
}

/* NULL: no method has this number. */
static const struct method *method_find(tilepdb_method method) {
    for (size_t i = 0; i < tilepdb_method_count(); i++)
        if (methods[i]->info.method == method) return methods[i];
    return NULL;
}

/* Why the method cannot run on this machine; NULL: it can. */
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
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown form %d of the program",
                         (int)options->form);
    const char *missing = method_missing(method);
    if (missing) return error_set(error, TILEPDB_ERROR_NOT_FOUND, "%s", missing);
    return TILEPDB_OK;
}

/* After all checks. */
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
    memset(result, 0, offsetof(tilepdb_method_result, moves)); /* most of it are moves */
    result->moves[0] = '\0';
    result->length = result->lower_bound = result->upper_bound = -1;
    tilepdb_status status = limits_check(options, error);
    if (!status) status = choices_check(method, options, error);
    if (!status) status = tilepdb_board_solvable(board, goal, error);
    if (!status && !method->info.large)
        status = move_set_init(&moves, board->width, board->height, options->metric, error);
    if (status) return status;
    struct method_run run = {.board = board,
                             .goal = goal,
                             .options = options,
                             .moves = &moves,
                             .result = result,
                             .error = error};
    /* The first report is the first method_check's. */
    progress_init(&run.progress, options->progress, options->user, TILEPDB_STAGE_SEARCH, 0);
    return method_solve(&run, method);
}
