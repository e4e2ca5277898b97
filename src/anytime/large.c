/* See large.h. */
#include "anytime/large.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/peel.h"
#include "anytime/stretch.h"
#include "anytime/whole.h"
#include "base/error.h"
#include "puzzle/board.h"
#include "tilepdb_methods.h"
#include "util/clock.h"

#define PEEL_WIDTH     4096 /* at most; lines are few after a wide beam */
#define WHOLE_STEP     4    /* times as wide is the next */
#define WHOLE_MOST     131072
#define WHOLE_TIME     0.8 /* of the time is for them */
#define SETTLED        20  /* moves until the speed of a beam is known */
#define MEMORY_DEFAULT (UINT64_C(1) << 30)
#define CORE_MOVES     10   /* for each cell: a beam that takes more leads nowhere */
#define STRETCH_MOVES  30   /* at first */
#define STRETCH_MOST   100  /* from here on they get no longer: a beam has 64 cells */
#define STRETCH_NODE   1024 /* bytes for each board of a beam, about */
#define WORTH          0.01 /* of the length: what a pass must save for another one like it */

static uint64_t memory_most(const struct anytime *work) {
    return work->options->memory_limit ? work->options->memory_limit : MEMORY_DEFAULT;
}

/* The core that is left when outer lines are solved, by a beam as wide; its letters go to the end
 * of those that lead there. */
static tilepdb_status core_solve(struct anytime *work, const struct peel_task *peel,
                                 struct estimate *estimate) {
    tilepdb_board there = *work->board, from, to;
    const unsigned first = (unsigned)(peel->top * there.width + peel->left);
    tilepdb_status status = tilepdb_board_play(&there, work->letters, work->error);
    if (status) return status;
    shape_cut(&there, work->goal, first, (unsigned)peel->columns, (unsigned)peel->rows, &from, &to);
    shape_init(&work->shape, &to);
    if (estimate->pattern_count == 0)
        status = estimate_make(estimate, &work->shape, WORK_TILES, work_tables_go_on, work);
    if (status) return status;
    struct beam_task task = {.estimate = estimate,
                             .metric = work->options->metric,
                             .width = peel->width,
                             .below = work->result->length,
                             .goes_on = work_beam_goes_on,
                             .user = work,
                             .path = work->path};
    if (task.below > CORE_MOVES * work->shape.cells) task.below = CORE_MOVES * work->shape.cells;
    if (board_equal(&from, &to)) return TILEPDB_OK;
    task.blank = (uint8_t)shape_cells(&work->shape, &from, task.cells);
    status = beam_search(&task);
    work->beams += task.expanded;
    if (status) return status;
    char *letters = work->letters;
    if (task.length < 0) {
        tilepdb_method_options layered;
        tilepdb_method_result *core = malloc(sizeof *core);
        if (!core) return TILEPDB_ERROR_MEMORY;
        tilepdb_method_options_init(&layered, TILEPDB_METHOD_LAYERED);
        status = tilepdb_method_solve(&from, &to, &layered, core, work->error);
        if (!status) memcpy(letters + strlen(letters), core->moves, strlen(core->moves) + 1);
        free(core);
        return status;
    }
    work->letters += strlen(letters);
    work_path(work, task.length);
    work->letters = letters;
    return TILEPDB_OK;
}

/* Outer lines one after the other, and the core, on the board that the letters lead to. */
static tilepdb_status lines_run(struct anytime *work, struct estimate *estimate, size_t width) {
    const size_t length = strlen(work->letters);
    tilepdb_board there = *work->board;
    tilepdb_status status = tilepdb_board_play(&there, work->letters, work->error);
    if (status) return status;
    struct peel_task task = {.board = &there,
                             .goal = work->goal,
                             .width = width < PEEL_WIDTH ? width : PEEL_WIDTH,
                             .room = sizeof work->result->moves / 2,
                             .letters = work->letters + length,
                             .goes_on = work_beam_goes_on,
                             .user = work};
    status = peel_search(&task);
    work->beams += task.expanded;
    if (!status) status = core_solve(work, &task, estimate);
    work->result->expanded = work->beams;
    if (!status) status = work_take(work, work->letters, task.width);
    return status == TILEPDB_LIMIT ? TILEPDB_OK : status;
}

/* The time for beams that is left, shared out among the moves that are left if the solution is as
 * long as the best. */
static size_t whole_narrow(void *user, int level, uint64_t expanded) {
    const struct anytime *work = user;
    const double now = clock_seconds(), took = now - work->beam_start;
    const double left = (work->start + work->options->timeout - now) * WHOLE_TIME;
    const double width = (double)expanded / took * left / (work->result->length - level);
    if (level < SETTLED || width >= (double)work->beam_width) return work->beam_width;
    return width < WORK_WIDTH ? WORK_WIDTH : (size_t)width;
}

/* A beam over the whole board, and lines where it ends. */
static tilepdb_status whole_run(struct anytime *work, const struct neighbours *neighbours,
                                struct estimate *estimate, size_t width) {
    uint16_t home[TILEPDB_MAX_CELLS], cells[TILEPDB_MAX_CELLS];
    struct whole_task task = {.neighbours = neighbours,
                              .metric = work->options->metric,
                              .cells = cells,
                              .width = width,
                              .below = work->result->length,
                              .goes_on = work_beam_goes_on,
                              .narrow = work->options->timeout > 0 ? whole_narrow : NULL,
                              .user = work,
                              .letters = work->letters};
    for (unsigned cell = 0; cell < neighbours->cells; cell++)
        home[work->goal->cells[cell]] = (uint16_t)cell;
    for (unsigned cell = 0; cell < neighbours->cells; cell++)
        cells[cell] = home[work->board->cells[cell]];
    const uint64_t need = whole_need(neighbours, task.metric, width, task.below);
    if (need > work->result->memory) work->result->memory = need;
    work->beam_width = width;
    work->beam_start = clock_seconds();
    tilepdb_status status = whole_search(&task);
    work->beams += task.expanded;
    work->result->expanded = work->beams;
    if (status) return status;
    work->result->width = width;
    return task.length >= 0 ? work_take(work, work->letters, width)
                            : lines_run(work, estimate, width);
}

/* Ever wider beams, over lines and over the whole board: either may be shorter. In a limit of time
 * the last one takes most of what is left. */
static tilepdb_status wholes_run(struct anytime *work, struct estimate *estimate) {
    const tilepdb_anytime_options *options = work->options;
    struct neighbours neighbours;
    size_t width = WORK_WIDTH;
    tilepdb_status status = neighbours_ship(&neighbours, work->goal);
    while (!status && work_goes_on(work, 0)) {
        if (options->max_width > 0 && width > options->max_width) width = options->max_width;
        while (width > WORK_WIDTH && whole_need(&neighbours, options->metric, width,
                                                work->result->length) > memory_most(work))
            width -= width / 8;
        const size_t before = work->beam_width;
        work->letters[0] = '\0';
        if (width <= PEEL_WIDTH) status = lines_run(work, estimate, width);
        if (status || !work_goes_on(work, 0)) break;
        status = whole_run(work, &neighbours, estimate, width);
        const double now = clock_seconds(), took = now - work->beam_start,
                     left = (work->start + options->timeout - now) * WHOLE_TIME;
        if (width <= before || width >= WHOLE_MOST || width == options->max_width) break;
        size_t next = WHOLE_STEP * width;
        if (options->timeout > 0 && left < WHOLE_STEP * WHOLE_STEP * took)
            next = took > 0 ? (size_t)((double)width * left / took) : next;
        if (next < width + width / 2) break;
        width = next;
    }
    neighbours_free(&neighbours);
    return status;
}

/* Pass after pass over the solution; stretches get longer once that is worth more. */
static tilepdb_status stretches_run(struct anytime *work) {
    const tilepdb_anytime_options *options = work->options;
    tilepdb_anytime_result *result = work->result;
    struct stretch_task task = {.board = work->board,
                                .metric = options->metric,
                                .letters = work->letters,
                                .moves = STRETCH_MOVES,
                                .width = WORK_WIDTH,
                                .goes_on = work_beam_goes_on,
                                .user = work};
    tilepdb_status status = TILEPDB_OK;
    memcpy(work->letters, result->moves, strlen(result->moves) + 1);
    while (!status && work_goes_on(work, 0)) {
        const int before = result->length;
        task.expanded = 0;
        status = stretch_pass(&task);
        if (status == TILEPDB_ERROR_MEMORY)
            error_set(work->error, status, "not enough memory for a beam of %zu boards",
                      task.width);
        result->expanded = work->beams += task.expanded;
        if (status != TILEPDB_ERROR_MEMORY) status = work_take(work, work->letters, task.width);
        task.first = (task.first + (unsigned)task.moves / 5) % (unsigned)task.moves;
        if (before - result->length >= WORTH * before) continue;
        result->width = task.width;
        if (options->max_width > 0 && task.width >= options->max_width) break;
        if (task.moves < STRETCH_MOST) task.moves += task.moves / 2;
        if (2 * task.width * STRETCH_NODE <= memory_most(work))
            task.width *= 2;
        else
            task.round++;
    }
    stretch_end(&task);
    return status;
}

tilepdb_status large_run(struct anytime *work) {
    struct estimate estimate = {.pattern_count = 0};
    tilepdb_status status = wholes_run(work, &estimate);
    if (status == TILEPDB_CANCELLED) status = TILEPDB_OK;
    if (status == TILEPDB_ERROR_MEMORY)
        error_set(work->error, status, "not enough memory for beams");
    if (!status && work_goes_on(work, 0)) status = stretches_run(work);
    estimate_free(&estimate);
    if (!status && work_goes_on(work, 0)) work->ended = TILEPDB_LIMIT;
    return status;
}
