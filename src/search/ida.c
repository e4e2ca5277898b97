#include "search/ida.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/message_text.h"
#include "base/threads.h"
#include "puzzle/board.h"
#include "puzzle/solvable.h"
#include "search/consensus.h"
#include "search/solver.h"

/* ---- replayed answers ------------------------------------------------------------------------ */

bool result_is_sound(const tilepdb_result *result) {
    int before = -1;
    if (result->iteration_count > sizeof result->iterations / sizeof *result->iterations)
        return false;
    for (size_t i = 0; i < result->iteration_count; i++) {
        const int bound = result->iterations[i].bound;
        if (bound <= before || bound > TILEPDB_MAX_MOVES) return false;
        before = bound;
    }
    return memchr(result->moves, '\0', sizeof result->moves);
}

static tilepdb_status solution_false(tilepdb_error *error) {
    return error_set_code(
        error, TILEPDB_ERROR_INTERNAL, (struct error_code){.code = TILEPDB_MESSAGE_TABLE_FALSE},
        "the solution that was found does not lead to the goal: a table is false; "
        "generate it again");
}

void answer_reverse(const struct solve *solve, const uint8_t *path, int bound, uint8_t *reversed) {
    const size_t length = pass_path_length(path, bound);
    for (size_t i = 0; i < length; i++)
        reversed[i] = solve->solver->setup.moves.move[path[length - 1 - i]].inverse;
    if (length < (size_t)bound) reversed[length] = PASS_PATH_END;
}

static void answer_gather(struct bound_search *search, const uint8_t *path) {
    struct solve *solve = search->hooks.user;
    uint8_t reversed[TILEPDB_MAX_MOVES + 1];
    if (solve->solver->backward) {
        answer_reverse(solve, path, (int)solve->solutions.length, reversed);
        path = reversed;
    }
    solutions_add(&solve->solutions, path);
}

static tilepdb_status answer_take(struct solve *solve, const uint8_t *path, int bound,
                                  tilepdb_error *error) {
    tilepdb_result *result = solve->result;
    const int length = (int)pass_path_length(path, bound);
    move_set_write(&solve->solver->setup.moves, path, (size_t)length, result->moves);
    if (!board_solved_by(solve->board, result->moves, &solve->solver->goal))
        return solution_false(error);
    result->length = result->upper_bound = length;
    result->optimal = !solve->skipped || length <= result->lower_bound;
    if (result->optimal) result->lower_bound = length;
    return TILEPDB_OK;
}

static const uint8_t *solution_path(const struct solve *solve, size_t i, uint8_t *path) {
    const struct solutions *solutions = &solve->solutions;
    const uint8_t *kept = solutions->paths + i * solutions->length;
    if (!solve->solver->backward) return kept;
    answer_reverse(solve, kept, (int)solutions->length, path);
    return path;
}

/* Takes the first gathered solution as answer. With SOLUTIONS_ALL, delivers all. Returns
 * ERROR_MEMORY if a solution was lost, or a status of answer_take. */
static tilepdb_status answer_deliver(struct solve *solve, tilepdb_error *error) {
    struct solutions *solutions = &solve->solutions;
    const tilepdb_solve_options *options = solve->options;
    if (solutions->full)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for %llu solutions: ask for fewer, or only count them",
                         (unsigned long long)solutions->count);
    solutions_finish(solutions);
    if (options->solutions) solve->result->solution_count = solutions->count;
    const int length = (int)solutions->length;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    tilepdb_status status = answer_take(solve, solution_path(solve, 0, path), length, error);
    if (options->solutions != TILEPDB_SOLUTIONS_ALL) return status;
    for (size_t i = 0; !status && i < solutions->kept; i++) {
        char moves[TILEPDB_MAX_MOVES + 1];
        move_set_write(&solve->solver->setup.moves, solution_path(solve, i, path),
                       solutions->length, moves);
        if (!board_solved_by(solve->board, moves, &solve->solver->goal))
            status = solution_false(error);
        if (!status && options->on_solution && !options->on_solution(moves, options->user)) break;
    }
    return status;
}

static tilepdb_status answer_goal(struct solve *solve, tilepdb_error *error) {
    const tilepdb_solve_options *options = solve->options;
    if (options->solutions) solve->result->solution_count = 1;
    if (options->solutions == TILEPDB_SOLUTIONS_ALL && options->on_solution)
        options->on_solution("", options->user);
    return answer_take(solve, NULL, 0, error);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* nodes between checks, about a millisecond */
#define CHECK_NODES 32768

/* Batches have any width while 64 * WIDEST nodes are left to the limit of nodes. */
#define WIDEST 4096

/* Assumed growth of nodes per bound. */
#define GROWTH 6

/* Largest estimate of nodes, far from overflow. */
#define MOST_NODES 1e15

/* Without a limit of nodes, all threads search a bound if the previous bound had TOGETHER_NODES
 * nodes, and all ranks share it after SHARED_NODES. */
#define TOGETHER_NODES 50000

#define SHARED_NODES (1u << 17)

/* Nodes of the previous bound per ordered subtree (3.7 kB). */
#define NODES_PER_SUBTREE 512
#define LEAST_SUBTREES    64
#define MOST_SUBTREES     (1 << 18)
#define SUBTREE_BYTES     4096

void tilepdb_solve_options_init(tilepdb_solve_options *options) {
    *options = (tilepdb_solve_options){.threads = 1};
}

/* Near a limit of nodes, small batches keep the plain order. */
static void pauses_schedule(struct solve *solve, struct bound_search *search) {
    const uint64_t most = solve->options->max_nodes;
    search->progress.pause = CHECK_NODES;
    search->progress.width = SIZE_MAX;
    if (!most) return;
    const uint64_t done = solve->result->generated + search->progress.done.generated;
    const uint64_t left = done < most ? most - done : 0;
    const unsigned moves = solve->solver->setup.moves.count;
    if (left / moves < search->progress.pause) search->progress.pause = left / moves + 1;
    if (left / 64 >= WIDEST) return;
    search->progress.width = (size_t)(left / 64) + 1;
    if (search->progress.width * 2 > search->progress.pause)
        search->progress.pause = search->progress.width * 2;
    if (search->progress.width == 1) search->progress.pause = 1;
}

static bool nodes_are_used(const struct solve *solve, const struct bound_search *search) {
    const uint64_t most = solve->options->max_nodes;
    return most && solve->result->generated + search->progress.in_order.generated >= most;
}

static bool limits_check(struct bound_search *search, bool main) {
    struct solve *solve = search->hooks.user;
    const tilepdb_solve_options *options = solve->options;
    const double seconds = clock_seconds() - solve->start;
    const uint64_t before = solve->result->generated;
    if (nodes_are_used(solve, search) || (options->timeout > 0 && seconds >= options->timeout))
        search->result.status = TILEPDB_LIMIT;
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_SEARCH,
                                       .level = solve->skipped ? solve->result->lower_bound
                                                               : search->request.bound,
                                       .done = before + search->progress.done.generated,
                                       .total = solve->estimate ? before + solve->estimate : 0,
                                       .seconds = seconds};
    if (main && options->progress && !options->progress(&progress, options->user))
        search->result.status = TILEPDB_CANCELLED;
    if (solver_failure(solve->solver, NULL)) search->result.status = TILEPDB_LIMIT;
    pauses_schedule(solve, search);
    return search->result.status == TILEPDB_OK;
}

static tilepdb_status limit_reached(const tilepdb_result *result, tilepdb_status status,
                                    const char *what, tilepdb_error *error) {
    return error_set_code(
        error, status,
        (struct error_code){.code = TILEPDB_MESSAGE_BOUND, .number = {result->lower_bound}},
        "%s; the board needs at least %d move%s", what, result->lower_bound,
        plural((uint64_t)result->lower_bound));
}

/* A search for all solutions needs the plain automaton. */
static void search_begin(struct solve *solve, struct bound_search *search) {
    const tilepdb_solve_options *options = solve->options;
    const struct tilepdb_solver *solver = solve->solver;
    const bool plain = options->plain || options->solutions != TILEPDB_SOLUTIONS_FIRST;
    search->request.automaton = plain ? &solver->plain : &solver->reduced;
    search->request.entry = search->request.automaton->start[solve->root.blank];
    if (!plain && !solver->backward)
        search->request.entry =
            automaton_except(search->request.entry, solver_mirrored_moves(solver, solve->board));
}

static double bound_growth(const tilepdb_result *result) {
    const size_t count = result->iteration_count;
    if (count < 2 || result->iterations[count - 2].generated == 0) return GROWTH;
    return (double)result->iterations[count - 1].generated /
           (double)result->iterations[count - 2].generated;
}

/* Returns the nodes of the bound before `bound`: counted or, if bounds were skipped,
 * extrapolated. */
static uint64_t previous_nodes(const struct solve *solve, int bound) {
    const tilepdb_result *result = solve->result;
    if (result->iteration_count == 0) return 0;
    const tilepdb_iteration *last = &result->iterations[result->iteration_count - 1];
    const double growth = bound_growth(result);
    const int step = solve->solver->setup.moves.bound_step;
    double nodes = (double)last->generated;
    for (int b = last->bound + step; b < bound && growth > 1 && nodes < MOST_NODES; b += step)
        nodes *= growth;
    return (uint64_t)nodes;
}

static uint64_t bound_estimate(const tilepdb_result *result, uint64_t previous) {
    const double growth = bound_growth(result);
    return growth > 1 ? (uint64_t)((double)previous * growth) : 0;
}

static void order_plan(struct solve *solve, struct bound_search *search, uint64_t last) {
    const tilepdb_solve_options *options = solve->options;
    uint64_t subtrees = last / NODES_PER_SUBTREE;
    const uint64_t done = solve->result->generated, most = options->max_nodes;
    const uint64_t left = done < most ? most - done : 0;
    if (most && subtrees > left / NODES_PER_SUBTREE) subtrees = left / NODES_PER_SUBTREE;
    if (subtrees > MOST_SUBTREES) subtrees = MOST_SUBTREES;
    const uint64_t capacity = options->memory_limit / SUBTREE_BYTES;
    if (options->memory_limit && subtrees > capacity) subtrees = capacity;
    search->request.subtrees = (size_t)subtrees;
    search->request.order = options->any && subtrees >= LEAST_SUBTREES ? &solve->order : NULL;
}

/* Reports resumed work by a check, which here only the user's callback may stop. */
static void resumed_check(struct bound_search *search) {
    if (search->result.resumed.generated == 0 || search->result.end == PASS_STOPPED) return;
    search->progress.done = search->result.total;
    if (search->hooks.check(search, true)) return;
    if (search->result.status == TILEPDB_CANCELLED)
        search->result.end = PASS_STOPPED;
    else
        search->result.status = TILEPDB_OK;
}

/* Node counts and options decide, so that all ranks agree. */
static bool comm_plan(const struct solve *solve, struct bound_search *search, uint64_t last) {
    const tilepdb_solve_options *options = solve->options;
    const bool shared = options->comm && !options->max_nodes && last >= SHARED_NODES;
    search->request.comm = shared ? options->comm : NULL;
    if (!shared || search->request.in_units) return shared;
    search->request.in_units = true;
    search->request.split_timeout = SPLIT_TIMEOUT;
    if (!search->request.order) search->request.subtrees = resume_subtrees(last);
    return shared;
}

static tilepdb_status bound_find(struct solve *solve, struct bound_search *search, uint64_t last,
                                 tilepdb_error *error) {
    const tilepdb_result *result = solve->result;
    bool known =
        resume_bound(&solve->resume, search, last, result->generated, solve->options->max_nodes);
    if (comm_plan(solve, search, last)) {
        const tilepdb_status status = consensus_bound(search, result->generated, &known, error);
        solve->diverged = status != TILEPDB_OK;
        if (status) return status;
    }
    search->result.begun = true;
    if (known) {
        if (search->result.end == PASS_STOPPED) search->result.status = TILEPDB_LIMIT;
        return TILEPDB_OK;
    }
    solver_count_nodes(solve->solver, last, solve->estimate);
    bound_search(search);
    if (search->request.comm && search->request.all && search->result.end == PASS_EXHAUSTED)
        consensus_solutions(search->request.comm, CONSENSUS_BYTES, &solve->solutions);
    return TILEPDB_OK;
}

static tilepdb_status bound_resume(struct solve *solve, struct bound_search *search, uint64_t last,
                                   tilepdb_error *error) {
    const tilepdb_status status = bound_find(solve, search, last, error);
    if (status) search->result.end = PASS_STOPPED;
    resume_conclude(&solve->resume, search, solve->solutions.count > 0,
                    nodes_are_used(solve, search));
    return status;
}

static tilepdb_status bound_bidirectional(struct solve *solve, struct bound_search *search,
                                          uint64_t last, tilepdb_error *error) {
    comm_plan(solve, search, last);
    solver_count_nodes(solve->solver, last, solve->estimate);
    return solve->solver->bidirectional->method->bound(solve, search, last, error);
}

static tilepdb_status bound_run(struct solve *solve, struct bound_search *search,
                                tilepdb_error *error) {
    tilepdb_result *result = solve->result;
    const tilepdb_solve_options *options = solve->options;
    const double start = clock_seconds();
    const uint64_t last = previous_nodes(solve, search->request.bound);
    solve->estimate = bound_estimate(result, last);
    search->request.threads = 1;
    if (!options->max_nodes && last >= TOGETHER_NODES) {
        if (solve->threads == 0) solve->threads = threads_prepare(options->threads);
        search->request.threads = solve->threads;
    }
    search->progress.done = search->result.total = (struct tally){0};
    order_plan(solve, search, last);
    pauses_schedule(solve, search);
    const tilepdb_status status = solve->solver->bidirectional
                                      ? bound_bidirectional(solve, search, last, error)
                                      : bound_resume(solve, search, last, error);
    if (status) return status;
    if (!search->result.begun || search->result.end == PASS_NO_MEMORY) return TILEPDB_OK;
    resumed_check(search);
    result->resumed += search->result.resumed.generated;
    result->iterations[result->iteration_count++] =
        (tilepdb_iteration){.bound = search->request.bound,
                            .generated = search->result.total.generated,
                            .expanded = search->result.total.expanded,
                            .resumed = search->result.resumed.generated,
                            .backward = search->result.backward.generated,
                            .limit = search->request.limit,
                            .level = search->request.level,
                            .seconds = clock_seconds() - start};
    result->generated += search->result.total.generated;
    result->expanded += search->result.total.expanded;
    return TILEPDB_OK;
}

static tilepdb_status bound_conclude(struct solve *solve, const struct bound_search *search,
                                     bool *done, tilepdb_error *error) {
    *done = true;
    switch (search->result.end) {
    case PASS_FOUND:
        return answer_take(solve, search->result.path, search->request.bound, error);
    case PASS_STOPPED:
        if (search->result.mismatched_rank)
            return error_set_code(
                error, TILEPDB_ERROR_INTERNAL,
                (struct error_code){.code = TILEPDB_MESSAGE_RANKS_DIFFER,
                                    .number = {search->result.mismatched_rank}},
                "rank %d does not have the subtrees of rank 0: it has other tables, "
                "or another version of tilepdb",
                search->result.mismatched_rank);
        return limit_reached(solve->result, search->result.status,
                             search->result.status == TILEPDB_CANCELLED
                                 ? "the search was interrupted"
                                 : "the limit is reached",
                             error);
    case PASS_NO_MEMORY:
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the search");
    case PASS_EXHAUSTED:
        break;
    }
    if (solve->solutions.count) return answer_deliver(solve, error);
    *done = false;
    return TILEPDB_OK;
}

size_t tilepdb_result_exhausted(const tilepdb_result *result) {
    size_t count = 0;
    while (count < result->iteration_count && result->iterations[count].bound < result->lower_bound)
        count++;
    return count;
}

/* Sets the lower bound. Returns the first bound to search. */
static int bounds_begin(struct solve *solve) {
    tilepdb_result *result = solve->result;
    const int wanted = solve->options->first_bound;
    const tilepdb_result *earlier = solve->options->earlier;
    const int step = solve->solver->setup.moves.bound_step;
    result->lower_bound = result->root_h;
    if (earlier && earlier->lower_bound > result->root_h)
        result->lower_bound = earlier->lower_bound;
    const int least = result->lower_bound;
    solve->skipped = least > 0 && wanted > least;
    return solve->skipped ? least + (wanted - least + step - 1) / step * step : least;
}

/* An exhausted bound excludes shorter solutions of its parity, except with multi-tile moves, where
 * a search finds only solutions of the bound's length. */
static void bound_exclude(struct solve *solve, int bound) {
    const struct move_set *moves = &solve->solver->setup.moves;
    if (moves->metric == TILEPDB_METRIC_SINGLE) solve->skipped = false;
    if (!solve->skipped) solve->result->lower_bound = bound + moves->bound_step;
}

static int bounds_end(const struct solve *solve) {
    const struct move_set *moves = &solve->solver->setup.moves;
    int letters = 2 / moves->bound_step;
    for (unsigned m = 0; m < moves->count; m++)
        if (moves->move[m].tiles > letters) letters = moves->move[m].tiles;
    return TILEPDB_MAX_MOVES / letters;
}

/* Earlier bounds must differ from the estimate by whole steps, so that all bounds fit one
 * result. */
static bool earlier_fits(const struct solve *solve, const tilepdb_result *earlier) {
    const int step = solve->solver->setup.moves.bound_step, root_h = solve->result->root_h;
    if (!result_is_sound(earlier) || !earlier->solvable || earlier->lower_bound < 0 ||
        earlier->lower_bound > TILEPDB_MAX_MOVES || (earlier->lower_bound - root_h) % step != 0)
        return false;
    for (size_t i = 0; i < earlier->iteration_count; i++)
        if ((earlier->iterations[i].bound - root_h) % step != 0) return false;
    return true;
}

static tilepdb_status earlier_take(struct solve *solve, tilepdb_error *error) {
    tilepdb_result *result = solve->result;
    const tilepdb_result *earlier = solve->options->earlier;
    if (!earlier) return TILEPDB_OK;
    if (!earlier_fits(solve, earlier))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the earlier result is not of this board: it ended at %d moves, and the "
                         "estimate is %d; or its bounds do not ascend",
                         earlier->lower_bound, result->root_h);
    result->generated = 0;
    const size_t exhausted = tilepdb_result_exhausted(earlier);
    for (size_t i = 0; i < exhausted; i++) {
        const tilepdb_iteration *iteration = &earlier->iterations[i];
        result->iterations[result->iteration_count++] = *iteration;
        result->generated += iteration->generated;
        result->expanded += iteration->expanded;
        result->resumed += iteration->resumed;
    }
    result->seconds = earlier->seconds;
    return TILEPDB_OK;
}

static tilepdb_status bounds_run(struct solve *solve, tilepdb_error *error) {
    tilepdb_result *result = solve->result;
    const tilepdb_solve_options *options = solve->options;
    struct bound_search search = {
        .request = {.solver = solve->solver,
                    .root = &solve->root,
                    .identity = solve->resume.key.search,
                    .all = options->solutions != TILEPDB_SOLUTIONS_FIRST ||
                           (solve->solver->backward && !options->any)},
        .hooks = {.check = limits_check, .solution = answer_gather, .user = solve}};
    search_begin(solve, &search);
    solve->solutions.most = 1;
    if (options->solutions == TILEPDB_SOLUTIONS_ALL)
        solve->solutions.most = options->max_solutions ? options->max_solutions : UINT64_MAX;
    bool done = false;
    const int step = solve->solver->setup.moves.bound_step, last = bounds_end(solve);
    for (int bound = bounds_begin(solve); bound <= last; bound += step) {
        search.request.bound = bound;
        search.request.shorter = solve->skipped;
        if (!solve->skipped) result->lower_bound = bound;
        if (options->max_length && bound > options->max_length)
            return limit_reached(result, TILEPDB_LIMIT, "the limit on moves is reached", error);
        if (bound == 0) return answer_goal(solve, error);
        solve->solutions.length = (size_t)bound;
        tilepdb_status status = bound_run(solve, &search, error);
        if (status) return status;
        status = bound_conclude(solve, &search, &done, error);
        if (done) return status;
        bound_exclude(solve, bound);
        if (options->on_bound && !options->on_bound(result, options->bound_user))
            return limit_reached(result, TILEPDB_LIMIT, "the search was stopped", error);
    }
    return error_set(error, TILEPDB_ERROR_INTERNAL, "no solution of %d moves or fewer was found",
                     last);
}

tilepdb_status solve_options_check(const tilepdb_solve_options *options, tilepdb_error *error) {
    tilepdb_status status = limits_threads(options->threads, error);
    if (!status) status = limits_length(options->max_length, error);
    if (!status) status = limits_timeout(options->timeout, error);
    if (!status)
        status = limits_first_bound(options->first_bound, TILEPDB_MAX_MOVES - 1,
                                    options->max_length, error);
    if (status) return status;
    if (options->solutions > TILEPDB_SOLUTIONS_ALL)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown kind of solutions %d",
                         (int)options->solutions);
    if (options->first_bound > 0 && options->solutions != TILEPDB_SOLUTIONS_FIRST)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a search that skips bounds finds one solution, not all");
    if (options->any && options->solutions != TILEPDB_SOLUTIONS_FIRST)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a search for any solution finds one, not all");
    return TILEPDB_OK;
}

static tilepdb_status solve_run(struct solve *solve, tilepdb_error *error) {
    const struct tilepdb_solver *solver = solve->solver;
    const tilepdb_solve_options *options = solve->options;
    tilepdb_result *result = solve->result;
    tilepdb_status status = solve_options_check(options, error);
    if (!status) status = board_solvable(solve->board, &solver->goal, error);
    if (status) return status;
    result->solvable = true;
    const struct search_method *method =
        solver->bidirectional ? solver->bidirectional->method : NULL;
    if (method) status = method->check(solve, error);
    if (!status) status = solver_root(solver, solve->board, &solve->root, &result->root_h, error);
    if (method && !status) status = method->root(solver, &result->root_h, error);
    if (!status) status = earlier_take(solve, error);
    if (!status) status = resume_begin(&solve->resume, solver, solve->board, options, error);
    if (status) return status;
    /* An earlier result has counted the root. */
    const bool begun = result->iteration_count > 0;
    if (!begun) result->generated = 1;
    status = bounds_run(solve, error);
    const tilepdb_status failure = solver_failure(solver, error);
    if (failure) status = failure;
    if (!begun && result->iteration_count) result->iterations[0].generated++;
    solutions_free(&solve->solutions);
    subtree_order_free(&solve->order);
    result->seconds += clock_seconds() - solve->start;
    return status;
}

tilepdb_status tilepdb_solve(const tilepdb_solver *solver, const tilepdb_board *board,
                             const tilepdb_solve_options *options, tilepdb_result *result,
                             tilepdb_error *error) {
    tilepdb_solve_options defaults;
    tilepdb_error unseen;
    tilepdb_solve_options_init(&defaults);
    if (!options) options = &defaults;
    if (!error) error = &unseen;
    memset(result, 0, sizeof *result);
    result->length = result->lower_bound = result->upper_bound = -1;
    result->root_h = -1;
    result->any = options->any;
    struct solve solve = {.solver = solver,
                          .board = board,
                          .options = options,
                          .result = result,
                          .start = clock_seconds()};
    const tilepdb_status status = solve_run(&solve, error);
    if (!options->comm || solve.diverged) return status;
    return consensus_end(options->comm, status, error);
}
