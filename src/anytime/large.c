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
#include "tilepdb_text.h"
#include "util/clock.h"

#define PEEL_WIDTH     4096 /* at most; lines are few after a wide beam */
#define WHOLE_WIDE     4096 /* from here on the next is twice as wide, not four times: one may fail */
#define WHOLE_MOST     131072
#define WHOLE_TRIES    2   /* that do not come half of the way; then lines alone */
#define WHOLE_TIME     0.8 /* of the time is for them */
#define EXCHANGE_WIDTH 4096
#define CORE_MOVES     10   /* for each cell: a beam that takes more leads nowhere */
#define STRETCH_MOVES  30   /* at first */
#define STRETCH_MOST   100  /* from here on they get no longer: a beam has 64 cells */
#define WORTH          0.01 /* of the length: what a pass must save for another one like it */

/* A rectangle that is not solved; all around it is. */
struct core {
    int left, top, columns, rows;
};

static uint64_t core_need(const struct beam_task *task) {
    return beam_need(task->estimate, task->metric, task->width, task->below) +
           task->estimate->bytes;
}

/* The core that is left on the board that the letters lead to, by a beam; its letters go to their
 * end. An estimate that has no tables yet gets those of the core. */
static tilepdb_status core_solve(struct anytime *work, const struct core *core, size_t width,
                                 struct estimate *estimate) {
    tilepdb_board there = *work->board, from, to;
    const unsigned first = (unsigned)(core->top * there.width + core->left);
    tilepdb_status status = tilepdb_board_play(&there, work->letters, work->error);
    if (status) return status;
    shape_cut(&there, work->goal, first, (unsigned)core->columns, (unsigned)core->rows, &from, &to);
    shape_init(&work->shape, &to);
    if (estimate->pattern_count == 0)
        status = estimate_make(estimate, &work->shape, WORK_TILES, work_tables_go_on, work);
    if (status) return status;
    struct beam_task task = {.estimate = estimate,
                             .metric = work->options->metric,
                             .width = width,
                             .threads = work->options->threads,
                             .below = work->result->length,
                             .goes_on = work_beam_goes_on,
                             .user = work,
                             .path = work->path};
    if (task.below > CORE_MOVES * work->shape.cells) task.below = CORE_MOVES * work->shape.cells;
    while (task.width > WORK_WIDTH && core_need(&task) > work_memory(work)) task.width /= 2;
    work_used(work, core_need(&task));
    if (board_equal(&from, &to)) return TILEPDB_OK;
    task.blank = (uint8_t)shape_cells(&work->shape, &from, task.cells);
    status = beam_search(&task);
    work->beams += task.expanded;
    if (status) return status;
    char *letters = work->letters;
    if (task.length < 0) {
        tilepdb_method_options layered;
        tilepdb_method_result *found = malloc(sizeof *found);
        if (!found) return TILEPDB_ERROR_MEMORY;
        tilepdb_method_options_init(&layered, TILEPDB_METHOD_LAYERED);
        status = tilepdb_method_solve(&from, &to, &layered, found, work->error);
        if (!status) memcpy(letters + strlen(letters), found->moves, strlen(found->moves) + 1);
        free(found);
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
    while (task.width > WORK_WIDTH &&
           peel_need(&there, task.width, strlen(work->result->moves)) > work_memory(work))
        task.width /= 2;
    status = peel_search(&task);
    work_used(work, task.bytes);
    work->beams += task.expanded;
    const struct core core = {task.left, task.top, task.columns, task.rows};
    if (!status) status = core_solve(work, &core, task.width, estimate);
    work->result->expanded = work->beams;
    if (!status) status = work_take(work, work->letters, task.width);
    return status == TILEPDB_LIMIT ? TILEPDB_OK : status;
}

/* From where a beam over the whole board has ended: tiles in each other's place are exchanged on
 * the way there; where that is not possible, by lines. */
static tilepdb_status rest_solve(struct anytime *work, struct estimate *estimate, size_t width) {
    struct stretch_task task = {.board = work->board,
                                .metric = work->options->metric,
                                .letters = work->letters,
                                .width = width < EXCHANGE_WIDTH ? width : EXCHANGE_WIDTH,
                                .threads = work->options->threads,
                                .memory = work_memory(work),
                                .goes_on = work_beam_goes_on,
                                .user = work};
    /* Of slides, two may become one where a detour begins or ends. */
    const int below =
        work->result->length - (int)tilepdb_moves_length(work->letters, task.metric) + 2;
    if (below <= 0) return TILEPDB_OK;
    tilepdb_status status =
        stretch_exchange(&task, work->goal, below, sizeof work->result->moves - 1);
    work_used(work, task.tables + task.beam);
    stretch_end(&task);
    work->result->expanded = work->beams += task.expanded;
    if (status == TILEPDB_ERROR_NOT_FOUND) return lines_run(work, estimate, width);
    return status ? status : work_take(work, work->letters, width);
}

/* A beam over the whole board, and the rest from where it ends. `*near`: it has come at least half
 * of the way. */
static tilepdb_status whole_run(struct anytime *work, const struct neighbours *neighbours,
                                struct estimate *estimate, size_t width, bool *near) {
    uint16_t home[TILEPDB_MAX_CELLS], cells[TILEPDB_MAX_CELLS];
    struct whole_task task = {.neighbours = neighbours,
                              .metric = work->options->metric,
                              .cells = cells,
                              .width = width,
                              .threads = work->options->threads,
                              .below = work->result->length,
                              .goes_on = work_beam_goes_on,
                              .narrow = work->options->timeout > 0 ? work_narrow : NULL,
                              .user = work,
                              .letters = work->letters};
    for (unsigned cell = 0; cell < neighbours->cells; cell++)
        home[work->goal->cells[cell]] = (uint16_t)cell;
    for (unsigned cell = 0; cell < neighbours->cells; cell++)
        cells[cell] = home[work->board->cells[cell]];
    work_used(work, whole_need(neighbours, task.metric, width, task.below));
    work->beam_width = width;
    work->beam_start = clock_seconds();
    work->pace = WHOLE_TIME;
    tilepdb_status status = whole_search(&task);
    work->beams += task.expanded;
    work->result->expanded = work->beams;
    if (status) return status;
    work->result->width = width;
    *near = 2 * task.apart < whole_apart(neighbours, cells);
    if (task.length >= 0) return work_take(work, work->letters, width);
    return *near ? rest_solve(work, estimate, width) : TILEPDB_OK;
}

/* Ever wider beams, over lines and over the whole board: either may be shorter. In a limit of time
 * the last one takes most of what is left. */
static tilepdb_status wholes_run(struct anytime *work, struct estimate *estimate) {
    const tilepdb_anytime_options *options = work->options;
    struct neighbours neighbours;
    size_t width = WORK_WIDTH;
    bool near = true;
    unsigned tries = WHOLE_TRIES;
    tilepdb_status status = neighbours_ship(&neighbours, work->goal);
    while (!status && work_goes_on(work, 0)) {
        if (options->max_width > 0 && width > options->max_width) width = options->max_width;
        while (width > WORK_WIDTH && whole_need(&neighbours, options->metric, width,
                                                work->result->length) > work_memory(work))
            width -= width / 8;
        const size_t before = work->beam_width;
        work->letters[0] = '\0';
        if (width <= PEEL_WIDTH) status = lines_run(work, estimate, width);
        if (status || !work_goes_on(work, 0) || (tries == 0 && width >= PEEL_WIDTH)) break;
        if (tries > 0) status = whole_run(work, &neighbours, estimate, width, &near);
        if (tries > 0 && !near) tries--;
        const double now = clock_seconds(), took = now - work->beam_start,
                     left = (work->start + options->timeout - now) * WHOLE_TIME;
        if (width <= before || width >= WHOLE_MOST || width == options->max_width) break;
        const unsigned step = width < WHOLE_WIDE ? 4 : 2;
        size_t next = step * width;
        if (options->timeout > 0 && left < step * step * took)
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
                                .threads = work->options->threads,
                                .memory = work_memory(work),
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
        work_used(work, task.tables + task.beam);
        if (status != TILEPDB_ERROR_MEMORY) status = work_take(work, work->letters, task.width);
        task.first = (task.first + (unsigned)task.moves / 5) % (unsigned)task.moves;
        if (before - result->length >= WORTH * before) continue;
        result->width = task.width;
        if (options->max_width > 0 && task.width >= options->max_width) break;
        if (task.moves < STRETCH_MOST) task.moves += task.moves / 2;
        if (task.tables + 2 * task.beam <= task.memory)
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
