/* See tilepdb_engine.h. */
#include "tilepdb_engine.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/anytime_run.h"
#include "base/clock.h"
#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "puzzle/cut_bound.h"
#include "puzzle/solvable.h"

#define NARROW 4096

/* Without a time limit, widths up to `max_width` grow by this factor, so all narrower beams
 * together take a seventh of the time of the widest. */
#define WIDTH_FACTOR 8

/* Sweeps solve boards with a side above LONG, or with a side of at most THIN and the other above
 * THIN_LONG, where narrow beams may not reach the goal. */
#define LONG      16
#define THIN      3
#define THIN_LONG 10

#define SLOW_TABLES 49 /* cells from which tables are slow, so that a sweep comes first */

#define SHARE_MOST 1e6

/* A beam gets all the time left if that is less than LAST_BEAM times the last beam's. */
#define LAST_BEAM 12
#define PACE      0.95 /* fraction of the remaining time that a beam plans to use */
#define NARROWEST 16
#define SETTLED   20 /* layers after which a beam's speed is known */

#define NODES_PER_BOARD 8

/* With a solver, IDA* first searches boards of up to SOLVER_CELLS cells for SOLVER_NODES nodes. */
#define SOLVER_CELLS 16
#define SOLVER_NODES 20000000

void tilepdb_anytime_options_init(tilepdb_anytime_options *options) {
    *options = (tilepdb_anytime_options){.metric = TILEPDB_METRIC_SINGLE, .threads = 1};
}

static bool is_solver_of(const tilepdb_solver *solver, const tilepdb_board *goal,
                         tilepdb_metric metric) {
    tilepdb_solver_info info;
    tilepdb_solver_info_get(solver, &info);
    return !info.backward && info.metric == metric && board_equal(info.goal, goal);
}

static tilepdb_status options_check(const tilepdb_anytime_options *options,
                                    const tilepdb_board *goal, tilepdb_error *error) {
    if (options->metric != TILEPDB_METRIC_SINGLE && options->metric != TILEPDB_METRIC_MULTI)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "there is no metric %d",
                         (int)options->metric);
    if (options->within < 0)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "within is %d moves; it is 0 or more",
                         options->within);
    if (!(options->within_share >= 0 && options->within_share <= SHARE_MOST))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "within_share is %g; it is a share of the lower bound, 0 to %g",
                         options->within_share, SHARE_MOST);
    if (options->solver && !is_solver_of(options->solver, goal, options->metric))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the solver has another goal or metric, or searches backward");
    const tilepdb_status status = limits_threads(options->threads, error);
    return status ? status : limits_timeout(options->timeout, error);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static bool is_near(const struct anytime_run *run) {
    const tilepdb_anytime_options *options = run->options;
    return limits_near(run->result->length, run->result->lower_bound, options->within,
                       options->within_share);
}

static void event_report(struct anytime_run *run, bool shorter, uint64_t width) {
    const tilepdb_anytime_event event = {.length = run->result->length,
                                         .lower_bound = run->result->lower_bound,
                                         .moves = run->result->moves,
                                         .shorter = shorter,
                                         .width = width,
                                         .seconds = clock_seconds() - run->start};
    if (run->options->on_event && !run->options->on_event(&event, run->options->user) &&
        !run->ended)
        run->ended = TILEPDB_LIMIT;
}

void anytime_raise_bound(struct anytime_run *run, int bound) {
    tilepdb_anytime_result *result = run->result;
    if (bound <= result->lower_bound) return;
    if (bound > result->length) {
        run->ended = TILEPDB_ERROR_INTERNAL;
        return;
    }
    result->lower_bound = bound;
    event_report(run, false, 0);
}

tilepdb_status anytime_submit(struct anytime_run *run, const char *letters, uint64_t width) {
    tilepdb_anytime_result *result = run->result;
    const int length = (int)tilepdb_moves_length(letters, run->options->metric);
    if (result->length >= 0 && length >= result->length) return TILEPDB_OK;
    if (strlen(letters) >= sizeof result->moves)
        return error_set(run->error, TILEPDB_ERROR_INTERNAL, "a solution is too long");
    if (!board_solved_by(run->board, letters, run->goal))
        return error_set(run->error, TILEPDB_ERROR_INTERNAL,
                         "a solution that was found does not lead to the goal");
    if (length < result->lower_bound)
        return error_set(run->error, TILEPDB_ERROR_INTERNAL,
                         "a solution has %d moves, below the lower bound of %d", length,
                         result->lower_bound);
    result->length = length;
    memcpy(result->moves, letters, strlen(letters) + 1);
    event_report(run, true, width);
    return TILEPDB_OK;
}

/* ---- limits ---------------------------------------------------------------------------------- */

bool anytime_goes_on(struct anytime_run *run, uint64_t expanded) {
    const tilepdb_anytime_options *options = run->options;
    const double seconds = clock_seconds() - run->start;
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_SEARCH,
                                       .level = run->result->lower_bound,
                                       .done = run->beams + expanded,
                                       .seconds = seconds};
    if (options->lower_bound) anytime_raise_bound(run, options->lower_bound(options->user));
    if (run->ended) return false;
    if ((options->timeout > 0 && seconds >= options->timeout) ||
        (options->max_nodes > 0 && progress.done >= options->max_nodes))
        run->ended = TILEPDB_LIMIT;
    if (options->progress && !options->progress(&progress, options->user))
        run->ended = TILEPDB_CANCELLED;
    return !run->ended && !is_near(run);
}

bool anytime_beam_goes_on(void *user, uint64_t expanded) {
    return anytime_goes_on(user, expanded);
}

static bool tables_go_on(void *user) {
    return anytime_goes_on(user, 0);
}

bool anytime_is_timed(const struct anytime_run *run) {
    return run->options->timeout > 0 && !run->options->solver;
}

/* ---- steps ----------------------------------------------------------------------------------- */

tilepdb_status anytime_finish(struct anytime_run *run, uint64_t width) {
    tilepdb_board from = *run->board;
    tilepdb_method_options options;
    tilepdb_method_options_init(&options, TILEPDB_METHOD_LAYERED);
    tilepdb_method_result *found = malloc(sizeof *found);
    if (!found)
        return error_set(run->error, TILEPDB_ERROR_MEMORY, "not enough memory for a solution");
    tilepdb_status status = tilepdb_board_play(&from, run->letters, run->error);
    if (!status) status = tilepdb_method_solve(&from, run->goal, &options, found, run->error);
    const size_t played = strlen(run->letters);
    if (!status && played + strlen(found->moves) <= TILEPDB_ANYTIME_MAX_MOVES) {
        memcpy(run->letters + played, found->moves, strlen(found->moves) + 1);
        status = anytime_submit(run, run->letters, width);
    }
    free(found);
    return status;
}

static tilepdb_status evaluator_make(struct anytime_run *run) {
    struct evaluator *evaluator = &run->evaluator;
    const struct normal_form *normal = &run->normal;
    tilepdb_status status =
        learned_ship(&evaluator->learned, normal->width, normal->height, normal->blank, true);
    if (!status)
        status =
            estimate_make(&evaluator->estimate, normal, ANYTIME_PATTERN_TILES, tables_go_on, run);
    run->evaluator_bytes = evaluator->estimate.bytes + learned_bytes(&evaluator->learned);
    if (status == TILEPDB_ERROR_MEMORY)
        return error_set(run->error, status, "not enough memory for the tables of a beam");
    return status == TILEPDB_CANCELLED ? TILEPDB_OK : status; /* run->ended is set */
}

static struct beam_task task_make(struct anytime_run *run, size_t width) {
    return (struct beam_task){.estimate = &run->evaluator.estimate,
                              .ranking = &run->evaluator.learned,
                              .metric = run->options->metric,
                              .width = width,
                              .threads = run->options->threads,
                              .below = run->result->length,
                              .goes_on = anytime_beam_goes_on,
                              .narrow = anytime_is_timed(run) ? anytime_narrow : NULL,
                              .user = run,
                              .path = run->path};
}

static bool is_affordable(struct anytime_run *run, size_t width) {
    const struct beam_task task = task_make(run, width);
    return width <= LAYERS_WIDTH && (run->widest == 0 || width <= run->widest) &&
           beam_need(&task) <= anytime_memory(run);
}

size_t anytime_narrow(void *user, int depth, uint64_t expanded) {
    const struct anytime_run *run = user;
    const double now = clock_seconds(), took = now - run->beam_start,
                 left = PACE * (run->beam_end - now);
    const size_t least = NARROWEST < run->beam_width ? NARROWEST : run->beam_width;
    const int few = run->beam_layers / SETTLED + 1,
              layers = run->beam_layers - depth > few ? run->beam_layers - depth : few;
    if (depth < SETTLED || took <= 0) return run->beam_width;
    const double width = (double)expanded / took * left / layers;
    if (width >= (double)run->beam_width) return run->beam_width;
    return width < (double)least ? least : (size_t)width;
}

void anytime_beam_begin(struct anytime_run *run, size_t width, int layers, double share) {
    run->beam_width = width;
    run->beam_layers = layers;
    run->beam_start = clock_seconds();
    run->beam_end = run->start + share * run->options->timeout;
}

static tilepdb_status beam_run(struct anytime_run *run, size_t width, unsigned round) {
    uint16_t cells[NORMAL_FORM_MAX_CELLS];
    struct beam_task task = task_make(run, width);
    normal_form_cells(&run->normal, run->board, cells);
    task.cells = cells;
    task.round = round;
    anytime_note_memory(run, beam_need(&task));
    anytime_beam_begin(run, width, run->result->length, 1);
    const tilepdb_status status = beam_search(&task);
    run->result->expanded = run->beams += task.expanded;
    if (status == TILEPDB_ERROR_MEMORY)
        return error_set(run->error, status, "not enough memory for a beam of %zu boards", width);
    if (status) return TILEPDB_OK; /* run->ended is set */
    anytime_note_width(run, width);
    if (task.length >= 0) *beam_letters(&run->normal, task.path, task.length, run->letters) = '\0';
    const tilepdb_status taken =
        task.length < 0 ? TILEPDB_OK : anytime_submit(run, run->letters, width);
    if (!taken && task.exhausted)
        anytime_raise_bound(run, task.length < 0 ? task.below : task.length);
    return taken;
}

/* ---- lower bounds ---------------------------------------------------------------------------- */

static bool bound_ended(const tilepdb_result *so_far, void *user) {
    struct anytime_run *run = user;
    anytime_raise_bound(run, so_far->lower_bound);
    return anytime_goes_on(run, 0);
}

static bool bound_progress(const tilepdb_progress *progress, void *user) {
    (void)progress;
    return anytime_goes_on(user, 0);
}

/* Continues IDA* for about `nodes` more nodes. Returns OK also without a solution. */
static tilepdb_status lower_bounds_search(struct anytime_run *run, uint64_t nodes) {
    tilepdb_anytime_result *result = run->result;
    tilepdb_result *found = malloc(sizeof *found);
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    if (!found)
        return error_set(run->error, TILEPDB_ERROR_MEMORY, "not enough memory for a search");
    options.any = true;
    options.max_nodes = nodes;
    options.earlier = run->exhausted;
    for (size_t i = 0; run->exhausted && i < tilepdb_result_exhausted(run->exhausted); i++)
        options.max_nodes += run->exhausted->iterations[i].generated;
    options.on_bound = bound_ended;
    options.bound_user = options.user = run;
    options.progress = bound_progress;
    tilepdb_status status =
        tilepdb_solve(run->options->solver, run->board, &options, found, run->error);
    if (!status) status = anytime_submit(run, found->moves, 0);
    if (status == TILEPDB_LIMIT || status == TILEPDB_CANCELLED) status = TILEPDB_OK;
    if (!status) {
        anytime_raise_bound(run, found->lower_bound);
        result->generated += found->generated - (run->exhausted ? options.max_nodes - nodes : 0);
        free(run->exhausted);
        run->exhausted = found;
        return status;
    }
    free(found);
    return status;
}

/* ---- the run --------------------------------------------------------------------------------- */

static bool has_last_width(const struct anytime_run *run) {
    return run->options->max_width > 0 && !anytime_is_timed(run);
}

static size_t width_first(struct anytime_run *run) {
    size_t width = has_last_width(run) ? run->options->max_width : ANYTIME_FIRST_WIDTH;
    while (width / WIDTH_FACTOR >= ANYTIME_FIRST_WIDTH)
        width = (width + WIDTH_FACTOR - 1) / WIDTH_FACTOR;
    if (width < ANYTIME_FIRST_WIDTH || !is_affordable(run, width)) return ANYTIME_FIRST_WIDTH;
    return width;
}

static size_t width_after(struct anytime_run *run, size_t width) {
    const tilepdb_anytime_options *options = run->options;
    size_t next = width < NARROW || anytime_is_timed(run) ? 4 * width : 2 * width;
    if (has_last_width(run)) next = WIDTH_FACTOR * width;
    if (anytime_is_timed(run)) {
        const double now = clock_seconds(), took = now - run->beam_start,
                     left = run->start + options->timeout - now;
        if (left < LAST_BEAM * took) next = anytime_scaled_width(width, left, took);
    }
    while (next > width && !is_affordable(run, next)) next -= next / 8;
    return next;
}

static void tables_prove(struct anytime_run *run) {
    uint16_t cells[NORMAL_FORM_MAX_CELLS];
    int16_t h[2];
    normal_form_cells(&run->normal, run->board, cells);
    estimate_whole(&run->evaluator.estimate, cells, h);
    anytime_raise_bound(run, beam_bound(run->board->width, run->board->height, run->options->metric,
                                        h[0] > h[1] ? h[0] : h[1]));
}

static tilepdb_status beams_run(struct anytime_run *run) {
    const tilepdb_anytime_options *options = run->options;
    tilepdb_status status = TILEPDB_OK;
    unsigned round = 0;
    size_t width = width_first(run);
    while (!status && anytime_goes_on(run, 0)) {
        status = beam_run(run, width, round);
        if (status == TILEPDB_ERROR_MEMORY && width > ANYTIME_FIRST_WIDTH) {
            run->widest = width /= 2;
            round++;
            status = TILEPDB_OK;
            continue;
        }
        if (!status && options->solver && anytime_goes_on(run, 0))
            status = lower_bounds_search(run, NODES_PER_BOARD * run->beams);
        const size_t next = width_after(run, width);
        if (options->max_width > 0 && (width >= options->max_width || next <= width) && !run->ended)
            run->ended = TILEPDB_LIMIT;
        if (next > width)
            width = next;
        else
            round++;
    }
    return status;
}

static bool is_large(const struct anytime_run *run) {
    const unsigned width = run->board->width, height = run->board->height;
    const unsigned more = width > height ? width : height, less = width > height ? height : width;
    return width * height > NORMAL_FORM_MAX_CELLS || more > LONG ||
           (less <= THIN && more > THIN_LONG);
}

static tilepdb_status improve(struct anytime_run *run) {
    tilepdb_status status = TILEPDB_OK;
    if (run->options->solver && run->normal.cells <= SOLVER_CELLS && anytime_goes_on(run, 0))
        status = lower_bounds_search(run, SOLVER_NODES);
    if (!status && is_large(run)) return large_boards_run(run);
    if (!status && run->normal.cells >= SLOW_TABLES && anytime_goes_on(run, 0))
        status = large_boards_begin(run);
    if (!status && anytime_goes_on(run, 0)) status = evaluator_make(run);
    if (!status && anytime_goes_on(run, 0)) tables_prove(run);
    if (!status && anytime_goes_on(run, 0)) status = beams_run(run);
    return status;
}

static tilepdb_status run_begin(struct anytime_run *run) {
    normal_form_init(&run->normal, run->goal);
    run->path = malloc(TILEPDB_ANYTIME_MAX_MOVES + 1);
    run->letters = calloc(1, TILEPDB_ANYTIME_MAX_MOVES + 1);
    if (run->path && run->letters) return TILEPDB_OK;
    return error_set(run->error, TILEPDB_ERROR_MEMORY, "not enough memory for a solution");
}

/* Begins with the caller's solution, if any, and a solution by the layered method. */
static tilepdb_status solutions_first(struct anytime_run *run) {
    const char *given = run->options->solution;
    tilepdb_status status = TILEPDB_OK;
    if (given && strlen(given) > TILEPDB_ANYTIME_MAX_MOVES)
        return error_set(run->error, TILEPDB_ERROR_ARGUMENT, "the solution has over %d moves",
                         TILEPDB_ANYTIME_MAX_MOVES);
    if (given && !board_solved_by(run->board, given, run->goal))
        return error_set(run->error, TILEPDB_ERROR_ARGUMENT,
                         "the solution does not solve the board");
    if (given) status = anytime_submit(run, given, 0);
    if (given && !status && anytime_goes_on(run, 0)) status = large_boards_shorten(run);
    run->letters[0] = '\0';
    return status ? status : anytime_finish(run, 0);
}

static tilepdb_status run_end(struct anytime_run *run, tilepdb_status status) {
    tilepdb_anytime_result *result = run->result;
    estimate_free(&run->evaluator.estimate);
    learned_free(&run->evaluator.learned);
    free(run->path);
    free(run->letters);
    free(run->exhausted);
    result->seconds = clock_seconds() - run->start;
    if (!status && run->ended == TILEPDB_ERROR_INTERNAL)
        status = error_set(run->error, TILEPDB_ERROR_INTERNAL,
                           "a solution has %d moves, below the lower bound of another search",
                           result->length);
    result->optimal = !status && result->lower_bound == result->length;
    if (status || is_near(run)) return status;
    const struct error_code code = {.code = TILEPDB_MESSAGE_ANYTIME,
                                    .number = {result->length, result->lower_bound}};
    return error_set_code(
        run->error, run->ended, code,
        run->ended == TILEPDB_CANCELLED
            ? "interrupted; the solution has %d moves, and %d are needed at least"
            : "a limit is reached; the solution has %d moves, and %d are needed at "
              "least",
        result->length, result->lower_bound);
}

static int root_bound(const tilepdb_board *board, const tilepdb_board *goal,
                      tilepdb_metric metric) {
    const int distance =
        beam_bound(board->width, board->height, metric, linear_conflict(board, goal));
    const int cuts = metric == TILEPDB_METRIC_MULTI ? cut_bound(board, goal) : 0;
    return cuts > distance ? cuts : distance;
}

tilepdb_status tilepdb_anytime_solve(const tilepdb_board *board, const tilepdb_board *goal,
                                     const tilepdb_anytime_options *options,
                                     tilepdb_anytime_result *result, tilepdb_error *error) {
    tilepdb_anytime_options defaults;
    tilepdb_anytime_options_init(&defaults);
    if (!options) options = &defaults;
    memset(result, 0, sizeof *result);
    result->length = result->lower_bound = -1;
    tilepdb_status status = options_check(options, goal, error);
    if (status) return status;
    status = board_solvable(board, goal, error);
    if (status) return status;
    struct anytime_run run = {.board = board,
                              .goal = goal,
                              .options = options,
                              .result = result,
                              .error = error,
                              .start = clock_seconds()};
    result->solvable = true;
    result->root_h = root_bound(board, goal, options->metric);
    result->lower_bound = result->root_h;
    status = run_begin(&run);
    if (!status) status = solutions_first(&run);
    if (!status && anytime_goes_on(&run, 0)) status = improve(&run);
    return run_end(&run, status);
}
