/*
 * Solutions that get better, and bounds beside them. See tilepdb_anytime.h.
 *
 * Widths go up by a fixed rule. Between two beams a solver, if there is one, may generate as many
 * nodes as all beams were worth. So what is found depends on limits alone, and never on the clock,
 * unless it is a limit, or on memory, unless there is too little.
 */
#include "tilepdb_anytime.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/bounds.h"
#include "anytime/large.h"
#include "anytime/work.h"
#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "tilepdb_text.h"
#include "util/clock.h"

#define NARROW 4096 /* up to here a beam is four times as wide as the one before */
#define LONG   16   /* cells on a side; on longer boards narrow beams do not lead to the goal */
#define THIN   3    /* cells on a side; on such boards they may not, either ... */
#define LOST   4096 /* ... and if none so wide does, lines begin */

#define SHARE_MOST 1e6 /* that is near enough */

/* With a limit of time. */
#define LAST_BEAM 12   /* times the beam before take so much: it is the last but one */
#define PACE      0.95 /* of the time that is left is shared out */
#define SETTLED   20   /* moves until the speed of a beam is known */

/* A board that a beam expands takes about the time in which a solver generates so many nodes. */
#define NODES_PER_BOARD 8

/* On these boards IDA* is faster than any beam: so many nodes go first. */
#define SOLVER_CELLS 16
#define SOLVER_NODES 20000000

void tilepdb_anytime_options_init(tilepdb_anytime_options *options) {
    *options = (tilepdb_anytime_options){.metric = TILEPDB_METRIC_SINGLE, .threads = 1};
}

/* A solver proves nothing of another goal, or in another metric. */
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

/* ---- what is known --------------------------------------------------------------------------- */

/* Whether the bounds are as near to each other as is wanted. */
static bool is_near(const struct anytime *work) {
    const tilepdb_anytime_result *result = work->result;
    const int gap = result->length - result->lower_bound;
    return gap <= work->options->within ||
           gap <= work->options->within_share * (double)result->lower_bound;
}

static void event_tell(struct anytime *work, bool shorter, uint64_t width) {
    const tilepdb_anytime_event event = {.length = work->result->length,
                                         .lower_bound = work->result->lower_bound,
                                         .moves = work->result->moves,
                                         .shorter = shorter,
                                         .width = width,
                                         .seconds = clock_seconds() - work->start};
    if (work->options->on_event && !work->options->on_event(&event, work->options->user) &&
        !work->ended)
        work->ended = TILEPDB_LIMIT;
}

void work_bound(struct anytime *work, int bound) {
    tilepdb_anytime_result *result = work->result;
    if (bound <= result->lower_bound) return;
    if (bound > result->length) {
        work->ended = TILEPDB_ERROR_INTERNAL;
        return;
    }
    result->lower_bound = bound;
    event_tell(work, false, 0);
}

static void bound_hear(struct anytime *work) {
    const tilepdb_anytime_options *options = work->options;
    if (options->lower_bound) work_bound(work, options->lower_bound(options->user));
}

tilepdb_status work_take(struct anytime *work, const char *letters, uint64_t width) {
    tilepdb_anytime_result *result = work->result;
    const int length = (int)tilepdb_moves_length(letters, work->options->metric);
    if (result->length >= 0 && length >= result->length) return TILEPDB_OK;
    if (strlen(letters) >= sizeof result->moves)
        return error_set(work->error, TILEPDB_ERROR_INTERNAL, "a solution is too long");
    if (!board_leads(work->board, letters, work->goal))
        return error_set(work->error, TILEPDB_ERROR_INTERNAL,
                         "a solution that was found does not lead to the goal");
    if (length < result->lower_bound)
        return error_set(work->error, TILEPDB_ERROR_INTERNAL,
                         "a solution has %d moves, and %d are thought to be needed", length,
                         result->lower_bound);
    result->length = length;
    memcpy(result->moves, letters, strlen(letters) + 1);
    event_tell(work, true, width);
    return TILEPDB_OK;
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Between all parts of the work, and often within them. False: it is to stop. */
bool work_goes_on(struct anytime *work, uint64_t expanded) {
    const tilepdb_anytime_options *options = work->options;
    const double seconds = clock_seconds() - work->start;
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_SEARCH,
                                       .level = work->result->lower_bound,
                                       .done = work->beams + expanded,
                                       .seconds = seconds};
    bound_hear(work);
    if (work->ended) return false;
    if ((options->timeout > 0 && seconds >= options->timeout) ||
        (options->max_nodes > 0 && progress.done >= options->max_nodes))
        work->ended = TILEPDB_LIMIT;
    if (options->progress && !options->progress(&progress, options->user))
        work->ended = TILEPDB_CANCELLED;
    return !work->ended && !is_near(work);
}

bool work_beam_goes_on(void *user, uint64_t expanded) {
    return work_goes_on(user, expanded);
}

static bool tables_go_on(void *user) {
    return work_goes_on(user, 0);
}

/* Whether the widths of beams follow the time that is left. */
static bool is_timed(const struct anytime *work) {
    return work->options->timeout > 0 && !work->options->solver;
}

/* ---- parts of the work ----------------------------------------------------------------------- */

tilepdb_status work_layered(struct anytime *work, const tilepdb_board *from,
                            const tilepdb_board *to, tilepdb_method_result **found) {
    tilepdb_method_options options;
    tilepdb_method_options_init(&options, TILEPDB_METHOD_LAYERED);
    *found = malloc(sizeof **found);
    if (*found) return tilepdb_method_solve(from, to, &options, *found, work->error);
    return error_set(work->error, TILEPDB_ERROR_MEMORY, "not enough memory for a solution");
}

static tilepdb_status first_solve(struct anytime *work) {
    tilepdb_method_result *found;
    tilepdb_status status = work_layered(work, work->board, work->goal, &found);
    if (!status) status = work_take(work, found->moves, 0);
    free(found);
    return status;
}

tilepdb_status evaluator_make(struct anytime *work, const struct shape *shape,
                              struct evaluator *evaluator) {
    const tilepdb_board *goal = work->goal;
    tilepdb_status status = shape ? neighbours_ship(&evaluator->neighbours, shape->width,
                                                    shape->height, shape->blank, true)
                                  : neighbours_ship(&evaluator->neighbours, goal->width,
                                                    goal->height, board_blank(goal), false);
    if (!status && shape)
        status = estimate_make(&evaluator->estimate, shape, WORK_TILES, tables_go_on, work);
    work->evaluator_bytes += evaluator->estimate.bytes + evaluator->neighbours.bytes;
    if (status == TILEPDB_ERROR_MEMORY)
        return error_set(work->error, status, "not enough memory for the tables of a beam");
    return status == TILEPDB_CANCELLED ? TILEPDB_OK : status; /* goes_on said why */
}

void evaluator_free(struct anytime *work, struct evaluator *evaluator) {
    work->evaluator_bytes -= evaluator->estimate.bytes + evaluator->neighbours.bytes;
    estimate_free(&evaluator->estimate);
    neighbours_free(&evaluator->neighbours);
}

struct beam_task work_beam(struct anytime *work, const struct evaluator *evaluator, size_t width) {
    return (struct beam_task){.estimate =
                                  evaluator->estimate.pattern_count ? &evaluator->estimate : NULL,
                              .ranking = &evaluator->neighbours,
                              .metric = work->options->metric,
                              .width = width,
                              .threads = work->options->threads,
                              .below = work->result->length,
                              .goes_on = work_beam_goes_on,
                              .user = work,
                              .path = work->path};
}

bool work_affords(struct anytime *work, size_t width) {
    const struct beam_task task = work_beam(work, &work->evaluator, width);
    return width <= LEVELS_WIDTH && (work->widest == 0 || width <= work->widest) &&
           beam_need(&task) <= work_memory(work);
}

/* The time that is left, shared out among the moves that are left if the solution is as long as the
 * best. */
static size_t beam_narrow(void *user, int level, uint64_t expanded) {
    const struct anytime *work = user;
    const double now = clock_seconds(), took = now - work->beam_start,
                 left = work->start + work->options->timeout - now;
    const size_t least = WORK_WIDTH < work->beam_width ? WORK_WIDTH : work->beam_width;
    if (level < SETTLED || took <= 0) return work->beam_width;
    const double width =
        (double)expanded / took * work->pace * left / (work->result->length - level);
    if (width >= (double)work->beam_width) return work->beam_width;
    return width < (double)least ? least : (size_t)width;
}

/* The board as homes. */
static void cells_fill(const struct anytime *work, uint16_t *cells) {
    const unsigned count = (unsigned)work->goal->width * work->goal->height;
    uint16_t home[TILEPDB_MAX_CELLS];
    if (!work->large) {
        shape_cells(&work->shape, work->board, cells);
        return;
    }
    for (unsigned cell = 0; cell < count; cell++) home[work->goal->cells[cell]] = (uint16_t)cell;
    for (unsigned cell = 0; cell < count; cell++) cells[cell] = home[work->board->cells[cell]];
}

tilepdb_status work_search(struct anytime *work, struct beam_task *task, double pace) {
    uint16_t cells[TILEPDB_MAX_CELLS];
    cells_fill(work, cells);
    task->cells = cells;
    task->narrow = is_timed(work) ? beam_narrow : NULL;
    work_used(work, beam_need(task));
    work->beam_width = task->width;
    work->beam_start = clock_seconds();
    work->pace = pace;
    const tilepdb_status status = beam_search(task);
    task->cells = NULL;
    work->beams += task->expanded;
    work->result->expanded = work->beams;
    if (status) return status;
    work_width(work, task->width);
    *beam_letters(&work->shape, task->path, task->moves, work->letters) = '\0';
    return TILEPDB_OK;
}

/* A beam for a solution that is shorter than the best. */
static tilepdb_status beam_run(struct anytime *work, size_t width, unsigned round) {
    struct beam_task task = work_beam(work, &work->evaluator, width);
    task.round = round;
    const tilepdb_status status = work_search(work, &task, PACE);
    if (status == TILEPDB_ERROR_MEMORY)
        return error_set(work->error, status, "not enough memory for a beam of %zu boards", width);
    const tilepdb_status taken =
        status || task.length < 0 ? TILEPDB_OK : work_take(work, work->letters, width);
    if (!status && !taken && task.exhausted)
        work_bound(work, task.length < 0 ? task.below : task.length);
    return taken;
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* The width after one. The last one in a limit of time is what that allows. */
static size_t width_after(struct anytime *work, size_t width) {
    const tilepdb_anytime_options *options = work->options;
    size_t next = width < NARROW || is_timed(work) ? 4 * width : 2 * width;
    if (is_timed(work)) {
        const double now = clock_seconds(), took = now - work->beam_start,
                     left = work->start + options->timeout - now;
        if (left < LAST_BEAM * took) next = work_scale(width, left, took);
        while (next > width && !work_affords(work, next)) next -= next / 8;
        return next;
    }
    return work_affords(work, next) ? next : width;
}

/* What the tables say of the board is proven. */
static void tables_prove(struct anytime *work) {
    uint16_t cells[SHAPE_MAX_CELLS];
    int16_t h[2];
    shape_cells(&work->shape, work->board, cells);
    estimate_whole(&work->evaluator.estimate, cells, h);
    work_bound(work, beam_bound(work->board->width, work->board->height, work->options->metric,
                                h[0] > h[1] ? h[0] : h[1]));
}

/* Beam after beam, and bounds between them. */
static tilepdb_status beams_run(struct anytime *work) {
    const tilepdb_anytime_options *options = work->options;
    const int layered = work->result->length;
    const bool thin = work->board->width <= THIN || work->board->height <= THIN;
    tilepdb_status status = TILEPDB_OK;
    unsigned round = 0;
    size_t width = WORK_WIDTH;
    while (!status && work_goes_on(work, 0)) {
        status = beam_run(work, width, round);
        if (status == TILEPDB_ERROR_MEMORY && width > WORK_WIDTH) { /* no wider ones, then */
            work->widest = width /= 2;
            round++;
            status = TILEPDB_OK;
            continue;
        }
        if (!status && options->solver && work_goes_on(work, 0))
            status = bounds_search(work, NODES_PER_BOARD * work->beams);
        if (thin && !options->solver && width >= LOST && work->result->length == layered && !status)
            return large_run(work);
        const size_t next = width_after(work, width);
        if (options->max_width > 0 && (width >= options->max_width || next <= width) &&
            !work->ended)
            work->ended = TILEPDB_LIMIT;
        if (next > width)
            width = next;
        else
            round++; /* as wide again, with ties broken in another way */
    }
    return status;
}

static tilepdb_status improve(struct anytime *work) {
    tilepdb_status status = TILEPDB_OK;
    const unsigned width = work->board->width, height = work->board->height;
    const bool large = work->large || width > LONG || height > LONG;
    if (work->options->solver && width * height <= SOLVER_CELLS && work_goes_on(work, 0))
        status = bounds_search(work, SOLVER_NODES);
    if (!status && work_goes_on(work, 0))
        status = evaluator_make(work, work->large ? NULL : &work->shape, &work->evaluator);
    if (!status && !work->large && work_goes_on(work, 0)) tables_prove(work);
    if (!status && work_goes_on(work, 0)) status = large ? large_run(work) : beams_run(work);
    return status;
}

static tilepdb_status work_begin(struct anytime *work) {
    const int side =
        work->board->width > work->board->height ? work->board->width : work->board->height;
    work->large = !shape_init(&work->shape, work->goal);
    work->path = malloc((size_t)work->result->length + 1);
    work->letters =
        malloc((size_t)(work->result->length + 1) * (size_t)side + sizeof work->result->moves);
    if (work->path && work->letters) return TILEPDB_OK;
    return error_set(work->error, TILEPDB_ERROR_MEMORY, "not enough memory for a solution");
}

static tilepdb_status work_end(struct anytime *work, tilepdb_status status) {
    tilepdb_anytime_result *result = work->result;
    evaluator_free(work, &work->evaluator);
    free(work->path);
    free(work->letters);
    free(work->exhausted);
    result->seconds = clock_seconds() - work->start;
    if (!status && work->ended == TILEPDB_ERROR_INTERNAL)
        status =
            error_set(work->error, TILEPDB_ERROR_INTERNAL,
                      "a solution has %d moves, and more are said to be needed", result->length);
    result->optimal = !status && result->lower_bound == result->length;
    if (status || is_near(work)) return status;
    const struct error_code code = {.code = TILEPDB_MESSAGE_ANYTIME,
                                    .number = {result->length, result->lower_bound}};
    return error_set_code(
        work->error, work->ended, code,
        work->ended == TILEPDB_CANCELLED
            ? "interrupted; the solution has %d moves, and %d are needed at least"
            : "a limit is reached; the solution has %d moves, and %d are needed at "
              "least",
        result->length, result->lower_bound);
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
    status = tilepdb_board_solvable(board, goal, error);
    if (status) return status;
    struct anytime work = {.board = board,
                           .goal = goal,
                           .options = options,
                           .result = result,
                           .error = error,
                           .start = clock_seconds()};
    result->solvable = true;
    result->root_h =
        beam_bound(board->width, board->height, options->metric, linear_conflict(board, goal));
    result->lower_bound = result->root_h;
    status = first_solve(&work);
    if (!status) status = work_begin(&work);
    if (!status && work_goes_on(&work, 0)) status = improve(&work);
    return work_end(&work, status);
}
