/* See large.h. */
#include "anytime/large.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/peel.h"
#include "anytime/stretch.h"
#include "base/error.h"
#include "puzzle/board.h"
#include "tilepdb_methods.h"
#include "util/clock.h"

#define PEEL_WIDTH    16384
#define PEEL_SHARE    8    /* times as long as a beam must be left for the next one */
#define CORE_MOVES    10   /* for each cell: a beam that takes more leads nowhere */
#define STRETCH_MOVES 30   /* at first */
#define WORTH         0.01 /* of the length: what a pass must save for another one like it */

/* The core that is left when outer lines are solved, by a beam as wide; its letters go to the end
 * of those that lead there. */
static tilepdb_status core_solve(struct anytime *work, const struct peel_task *peel,
                                 struct estimate *estimate) {
    tilepdb_board there = *work->board, from, to;
    const unsigned first = (unsigned)(peel->top * there.width + peel->left);
    tilepdb_status status = tilepdb_board_play(&there, peel->letters, work->error);
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

/* Outer lines one after the other, and the core, by ever wider beams. */
static tilepdb_status peels_run(struct anytime *work, struct estimate *estimate) {
    const tilepdb_anytime_options *options = work->options;
    tilepdb_status status = TILEPDB_OK;
    for (size_t width = WORK_WIDTH; !status && width <= PEEL_WIDTH && work_goes_on(work, 0);
         width *= 4) {
        const double start = clock_seconds();
        struct peel_task task = {.board = work->board,
                                 .goal = work->goal,
                                 .width = width,
                                 .room = sizeof work->result->moves / 2,
                                 .letters = work->letters,
                                 .goes_on = work_beam_goes_on,
                                 .user = work};
        status = peel_search(&task);
        work->beams += task.expanded;
        if (!status) status = core_solve(work, &task, estimate);
        work->result->expanded = work->beams;
        if (!status) status = work_take(work, work->letters, width);
        if (status == TILEPDB_LIMIT) status = TILEPDB_OK;
        const double now = clock_seconds();
        if (options->timeout > 0 &&
            PEEL_SHARE * (now - start) > work->start + options->timeout - now)
            break;
        if (options->max_width > 0 && width >= options->max_width) break;
    }
    if (status == TILEPDB_CANCELLED) status = TILEPDB_OK;
    if (status == TILEPDB_ERROR_MEMORY)
        return error_set(work->error, status, "not enough memory for beams");
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
        task.width *= 2;
        task.moves += task.moves / 2;
    }
    stretch_end(&task);
    return status;
}

tilepdb_status large_run(struct anytime *work) {
    struct estimate estimate = {.pattern_count = 0};
    tilepdb_status status = peels_run(work, &estimate);
    if (!status && work_goes_on(work, 0)) status = stretches_run(work);
    estimate_free(&estimate);
    if (!status && work_goes_on(work, 0)) work->ended = TILEPDB_LIMIT;
    return status;
}
