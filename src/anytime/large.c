/* See large.h. */
#include "anytime/large.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/line_solver.h"
#include "anytime/window_optimiser.h"
#include "base/error.h"
#include "puzzle/board.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"
#include "util/clock.h"

#define LINE_WIDTH     4096 /* at most; lines are few after a wide beam */
#define WHOLE_WIDE     4096 /* from here on the next is twice as wide, not four times: one may fail */
#define WHOLE_MOST     131072
#define WHOLE_TRIES    2   /* that do not come half of the way; then lines alone */
#define WHOLE_TIME     0.8 /* of the time is for them */
#define EXCHANGE_WIDTH 4096
#define CORE_MOVES     10   /* for each cell: a beam that takes more leads nowhere */
#define WINDOW_MOVES   30   /* at first */
#define WINDOW_MOST    100  /* from here on they get no longer: a beam has 64 cells */
#define WORTH          0.01 /* of the length: what a pass must save for another one like it */

/* A rectangle that is not solved; all around it is. */
struct core {
    int left, top, columns, rows;
};

/* A core whose beam has found no way. */
static tilepdb_status core_layered(struct anytime *work, const tilepdb_board *from,
                                   const tilepdb_board *to, char *letters) {
    tilepdb_method_result *found;
    const tilepdb_status status = work_layered(work, from, to, &found);
    if (!status) memcpy(letters, found->moves, strlen(found->moves) + 1);
    free(found);
    return status;
}

/* The core that is left on the board that the letters lead to, by a beam; its letters go to their
 * end. All cores of a board have the same goal: an evaluator that is empty yet becomes theirs. */
static tilepdb_status core_solve(struct anytime *work, const struct core *core, size_t width,
                                 struct evaluator *evaluator) {
    uint16_t cells[SHAPE_MAX_CELLS];
    tilepdb_board there = *work->board, from, to;
    const unsigned first = (unsigned)(core->top * there.width + core->left);
    struct shape shape;
    tilepdb_status status = tilepdb_board_play(&there, work->letters, work->error);
    if (status) return status;
    shape_cut(&there, work->goal, first, (unsigned)core->columns, (unsigned)core->rows, &from, &to);
    shape_init(&shape, &to);
    if (evaluator->estimate.pattern_count == 0) status = evaluator_make(work, &shape, evaluator);
    if (status || !work_goes_on(work, 0)) return status ? status : TILEPDB_CANCELLED;
    struct beam_task task = work_beam(work, evaluator, width);
    task.cells = cells;
    if (task.below > CORE_MOVES * shape.cells) task.below = CORE_MOVES * shape.cells;
    while (task.width > WORK_WIDTH && beam_need(&task) > work_memory(work)) task.width /= 2;
    work_used(work, beam_need(&task));
    if (board_equal(&from, &to)) return TILEPDB_OK;
    shape_cells(&shape, &from, cells);
    status = beam_search(&task);
    work->beams += task.expanded;
    char *letters = work->letters + strlen(work->letters);
    if (status) return status;
    if (task.length < 0) return core_layered(work, &from, &to, letters);
    *beam_letters(&shape, task.path, task.length, letters) = '\0';
    return TILEPDB_OK;
}

/* Outer lines one after the other, and the core, on the board that the letters lead to. */
static tilepdb_status lines_run(struct anytime *work, struct evaluator *core_evaluator,
                                size_t width) {
    const size_t length = strlen(work->letters);
    tilepdb_board there = *work->board;
    tilepdb_status status = tilepdb_board_play(&there, work->letters, work->error);
    if (status) return status;
    struct line_solver_task task = {.board = &there,
                                    .goal = work->goal,
                                    .width = width < LINE_WIDTH ? width : LINE_WIDTH,
                                    .room = sizeof work->result->moves / 2,
                                    .letters = work->letters + length,
                                    .goes_on = work_beam_goes_on,
                                    .user = work};
    while (task.width > WORK_WIDTH &&
           line_solver_need(&there, task.width, strlen(work->result->moves)) > work_memory(work))
        task.width /= 2;
    status = line_solver_search(&task);
    work_used(work, task.bytes);
    work->beams += task.expanded;
    const struct core core = {task.left, task.top, task.columns, task.rows};
    if (!status) status = core_solve(work, &core, task.width, core_evaluator);
    work->result->expanded = work->beams;
    if (!status) status = work_take(work, work->letters, task.width);
    return status == TILEPDB_LIMIT ? TILEPDB_OK : status;
}

static struct window_task window_task_of(struct anytime *work, size_t width) {
    return (struct window_task){.board = work->board,
                                .metric = work->options->metric,
                                .letters = work->letters,
                                .moves = WINDOW_MOVES,
                                .width = width,
                                .threads = work->options->threads,
                                .memory = work_memory(work),
                                .goes_on = work_beam_goes_on,
                                .user = work};
}

/* From where a beam over the whole board has ended: tiles in each other's place are exchanged on
 * the way there; where that is not possible, by lines. */
static tilepdb_status rest_solve(struct anytime *work, struct evaluator *core, size_t width) {
    struct window_task task = window_task_of(work, width < EXCHANGE_WIDTH ? width : EXCHANGE_WIDTH);
    /* Of slides, two may become one where a detour begins or ends. */
    const int below =
        work->result->length - (int)tilepdb_moves_length(work->letters, task.metric) + 2;
    if (below <= 0) return TILEPDB_OK;
    tilepdb_status status =
        window_exchange(&task, work->goal, below, sizeof work->result->moves - 1);
    work_used(work, task.tables + task.beam);
    window_end(&task);
    work->result->expanded = work->beams += task.expanded;
    if (status == TILEPDB_ERROR_NOT_FOUND) return lines_run(work, core, width);
    return status ? status : work_take(work, work->letters, width);
}

/* A beam over the whole board, and the rest from where it ends. `*near`: it has come at least half
 * of the way. */
static tilepdb_status whole_run(struct anytime *work, struct evaluator *core, size_t width,
                                bool *near) {
    struct beam_task task = work_beam(work, &work->evaluator, width);
    const tilepdb_status status = work_search(work, &task, WHOLE_TIME);
    if (status) return status;
    *near = 2 * task.left < task.left_first;
    if (task.length >= 0) return work_take(work, work->letters, width);
    return *near ? rest_solve(work, core, width) : TILEPDB_OK;
}

/* Ever wider beams, over lines and over the whole board: either may be shorter. In a limit of time
 * the last one takes most of what is left. */
static tilepdb_status wholes_run(struct anytime *work, struct evaluator *core) {
    const tilepdb_anytime_options *options = work->options;
    size_t width = WORK_WIDTH, before = 0;
    bool near = true;
    unsigned tries = WHOLE_TRIES;
    tilepdb_status status = TILEPDB_OK;
    while (!status && work_goes_on(work, 0)) {
        if (options->max_width > 0 && width > options->max_width) width = options->max_width;
        while (width > WORK_WIDTH && !work_affords(work, width)) width -= width / 8;
        work->letters[0] = '\0';
        if (width <= LINE_WIDTH) status = lines_run(work, core, width);
        if (status || !work_goes_on(work, 0) || (tries == 0 && width >= LINE_WIDTH)) break;
        if (tries > 0) status = whole_run(work, core, width, &near);
        if (tries > 0 && !near) tries--;
        const double now = clock_seconds(), took = now - work->beam_start,
                     left = (work->start + options->timeout - now) * WHOLE_TIME;
        if (width <= before || width >= WHOLE_MOST || width == options->max_width) break;
        const unsigned step = width < WHOLE_WIDE ? 4 : 2;
        size_t next = step * width;
        if (options->timeout > 0 && left < step * step * took) next = work_scale(width, left, took);
        if (next < width + width / 2) break;
        before = width;
        width = next;
    }
    return status == TILEPDB_ERROR_MEMORY && width > WORK_WIDTH ? TILEPDB_OK : status;
}

/* Pass after pass over the solution; windows get longer once that is worth more. */
static tilepdb_status windows_run(struct anytime *work) {
    const tilepdb_anytime_options *options = work->options;
    tilepdb_anytime_result *result = work->result;
    struct window_task task = window_task_of(work, WORK_WIDTH);
    tilepdb_status status = TILEPDB_OK;
    memcpy(work->letters, result->moves, strlen(result->moves) + 1);
    while (!status && work_goes_on(work, 0)) {
        const int before = result->length;
        task.expanded = 0;
        status = window_pass(&task);
        result->expanded = work->beams += task.expanded;
        work_used(work, task.tables + task.beam);
        if (status == TILEPDB_ERROR_MEMORY && task.width > WORK_WIDTH) { /* no wider ones, then */
            task.width /= 2;
            task.memory = task.tables + task.beam / 2;
            status = TILEPDB_OK;
        }
        if (status == TILEPDB_ERROR_MEMORY)
            error_set(work->error, status, "not enough memory for a beam of %zu boards",
                      task.width);
        else
            status = work_take(work, work->letters, task.width);
        task.first = (task.first + (unsigned)task.moves / 5) % (unsigned)task.moves;
        if (before - result->length >= WORTH * before) continue;
        work_width(work, task.width);
        if (options->max_width > 0 && task.width >= options->max_width) break;
        if (task.moves < WINDOW_MOST) task.moves += task.moves / 2;
        if (task.tables + 2 * task.beam <= task.memory)
            task.width *= 2;
        else
            task.round++;
    }
    window_end(&task);
    return status;
}

tilepdb_status large_run(struct anytime *work) {
    struct evaluator core;
    memset(&core, 0, sizeof core);
    tilepdb_status status = wholes_run(work, &core);
    evaluator_free(work, &core);
    if (status == TILEPDB_CANCELLED) status = TILEPDB_OK;
    if (status == TILEPDB_ERROR_MEMORY)
        error_set(work->error, status, "not enough memory for beams");
    if (!status && work_goes_on(work, 0)) status = windows_run(work);
    if (!status && work_goes_on(work, 0)) work->ended = TILEPDB_LIMIT;
    return status;
}
