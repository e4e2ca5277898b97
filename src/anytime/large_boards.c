/*
 * Boards that are too large or too long for beams alone: outer lines and a core first, for a
 * solution at once; then beams over whole boards, as wide as there is time for, whose last tiles
 * may have to be exchanged; and then windows of the solution. See anytime_run.h.
 */
#include <stdlib.h>
#include <string.h>

#include "anytime/anytime_run.h"
#include "anytime/line_solver.h"
#include "anytime/window_optimiser.h"
#include "base/clock.h"
#include "base/error.h"
#include "puzzle/board.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"

#define LINE_WIDTH     4096 /* the most for lines: after a wide beam few of them are left */
#define WHOLE_WIDE     4096 /* widths below it grow fourfold, others twofold, since one may fail */
#define WHOLE_MOST     131072
#define WHOLE_TRIES    2   /* beams that come less than half of the way, before lines alone go on */
#define WHOLE_TIME     0.8 /* share of the time for whole boards */
#define EXCHANGE_WIDTH 4096
#define CORE_MOVES     10   /* for each cell: a beam that takes more leads nowhere */
#define WINDOW_MOVES   30   /* of the first windows */
#define WINDOW_MOST    100  /* longer windows do not fit in the cells of a beam */
#define WORTH          0.01 /* share of the length that a pass must save to be repeated as it was */

/* Solves a core that a beam did not. */
static tilepdb_status core_layered(struct anytime_run *run, const tilepdb_board *from,
                                   const tilepdb_board *to, char *letters) {
    tilepdb_method_result *found;
    const tilepdb_status status = anytime_layered(run, from, to, &found);
    if (!status) memcpy(letters, found->moves, strlen(found->moves) + 1);
    free(found);
    return status;
}

/* Solves the core of the board that run->letters lead to, and appends its letters. All cores of a
 * board have the same goal, so the evaluator is made once. */
static tilepdb_status core_solve(struct anytime_run *run, const struct rectangle *core,
                                 size_t width, struct evaluator *evaluator) {
    uint16_t cells[NORMAL_FORM_MAX_CELLS];
    tilepdb_board there = *run->board, from, to;
    struct normal_form normal;
    tilepdb_status status = tilepdb_board_play(&there, run->letters, run->error);
    if (status) return status;
    normal_form_cut(&there, run->goal, core, &from, &to);
    normal_form_init(&normal, &to);
    if (evaluator->estimate.pattern_count == 0) status = evaluator_make(run, &normal, evaluator);
    if (status || !anytime_goes_on(run, 0)) return status ? status : TILEPDB_CANCELLED;
    struct beam_task task = anytime_beam_task(run, evaluator, width);
    task.cells = cells;
    if (task.below > CORE_MOVES * normal.cells) task.below = CORE_MOVES * normal.cells;
    while (task.width > ANYTIME_FIRST_WIDTH && beam_need(&task) > anytime_memory(run))
        task.width /= 2;
    anytime_note_memory(run, beam_need(&task));
    if (board_equal(&from, &to)) return TILEPDB_OK;
    normal_form_cells(&normal, &from, cells);
    status = beam_search(&task);
    run->beams += task.expanded;
    char *letters = run->letters + strlen(run->letters);
    if (status) return status;
    if (task.length < 0) return core_layered(run, &from, &to, letters);
    *beam_letters(&normal, task.path, task.length, letters) = '\0';
    return TILEPDB_OK;
}

/* Solves outer lines and then the core of the board that run->letters lead to. */
static tilepdb_status lines_run(struct anytime_run *run, struct evaluator *core_evaluator,
                                size_t width) {
    const size_t length = strlen(run->letters);
    tilepdb_board there = *run->board;
    tilepdb_status status = tilepdb_board_play(&there, run->letters, run->error);
    if (status) return status;
    struct line_solver_task task = {.board = &there,
                                    .goal = run->goal,
                                    .width = width < LINE_WIDTH ? width : LINE_WIDTH,
                                    .capacity = sizeof run->result->moves / 2,
                                    .letters = run->letters + length,
                                    .goes_on = anytime_beam_goes_on,
                                    .user = run};
    while (task.width > ANYTIME_FIRST_WIDTH &&
           line_solver_need(&there, task.width, strlen(run->result->moves)) > anytime_memory(run))
        task.width /= 2;
    status = line_solver_search(&task);
    anytime_note_memory(run, task.bytes);
    run->beams += task.expanded;
    if (!status) status = core_solve(run, &task.core, task.width, core_evaluator);
    run->result->expanded = run->beams;
    if (!status) status = anytime_submit(run, run->letters, task.width);
    return status == TILEPDB_LIMIT ? TILEPDB_OK : status;
}

static struct window_task window_task_of(struct anytime_run *run, size_t width) {
    return (struct window_task){.board = run->board,
                                .metric = run->options->metric,
                                .letters = run->letters,
                                .moves = WINDOW_MOVES,
                                .width = width,
                                .threads = run->options->threads,
                                .memory = anytime_memory(run),
                                .goes_on = anytime_beam_goes_on,
                                .user = run};
}

/* Goes on from the board where a beam has ended: tiles in each other's place are exchanged on the
 * way there; if that is not possible, lines are solved. */
static tilepdb_status rest_solve(struct anytime_run *run, struct evaluator *core, size_t width) {
    struct window_task task = window_task_of(run, width < EXCHANGE_WIDTH ? width : EXCHANGE_WIDTH);
    /* Two slides may become one where a detour begins or ends. */
    const int below =
        run->result->length - (int)tilepdb_moves_length(run->letters, task.metric) + 2;
    if (below <= 0) return TILEPDB_OK;
    tilepdb_status status = window_exchange(&task, run->goal, below, sizeof run->result->moves - 1);
    anytime_note_memory(run, task.tables + task.beam);
    window_end(&task);
    run->result->expanded = run->beams += task.expanded;
    if (status == TILEPDB_ERROR_NOT_FOUND) return lines_run(run, core, width);
    return status ? status : anytime_submit(run, run->letters, width);
}

/* Runs a beam over the whole board, and goes on from where it ends. `*near`: that is at least half
 * of the way. */
static tilepdb_status whole_run(struct anytime_run *run, struct evaluator *core, size_t width,
                                bool *near) {
    struct beam_task task = anytime_beam_task(run, &run->evaluator, width);
    const tilepdb_status status = anytime_beam_search(run, &task, WHOLE_TIME);
    if (status) return status;
    *near = 2 * task.left < task.left_first;
    if (task.length >= 0) return anytime_submit(run, run->letters, width);
    return *near ? rest_solve(run, core, width) : TILEPDB_OK;
}

/* Runs ever wider beams over lines and over the whole board, since either may be shorter. With a
 * limit of time, the last one takes most of what is left. */
static tilepdb_status wholes_run(struct anytime_run *run, struct evaluator *core) {
    const tilepdb_anytime_options *options = run->options;
    size_t width = ANYTIME_FIRST_WIDTH, before = 0;
    bool near = true;
    unsigned tries = WHOLE_TRIES;
    tilepdb_status status = TILEPDB_OK;
    while (!status && anytime_goes_on(run, 0)) {
        if (options->max_width > 0 && width > options->max_width) width = options->max_width;
        while (width > ANYTIME_FIRST_WIDTH && !anytime_affords(run, width)) width -= width / 8;
        run->letters[0] = '\0';
        if (width <= LINE_WIDTH) status = lines_run(run, core, width);
        if (status || !anytime_goes_on(run, 0) || (tries == 0 && width >= LINE_WIDTH)) break;
        if (tries > 0) status = whole_run(run, core, width, &near);
        if (tries > 0 && !near) tries--;
        const double now = clock_seconds(), took = now - run->beam_start,
                     left = (run->start + options->timeout - now) * WHOLE_TIME;
        if (width <= before || width >= WHOLE_MOST || width == options->max_width) break;
        const unsigned step = width < WHOLE_WIDE ? 4 : 2;
        size_t next = step * width;
        if (options->timeout > 0 && left < step * step * took)
            next = anytime_scaled_width(width, left, took);
        if (next < width + width / 2) break;
        before = width;
        width = next;
    }
    return status == TILEPDB_ERROR_MEMORY && width > ANYTIME_FIRST_WIDTH ? TILEPDB_OK : status;
}

/* Optimises windows of the solution, pass after pass; they get longer once a pass saves little. */
static tilepdb_status windows_run(struct anytime_run *run) {
    const tilepdb_anytime_options *options = run->options;
    tilepdb_anytime_result *result = run->result;
    struct window_task task = window_task_of(run, ANYTIME_FIRST_WIDTH);
    tilepdb_status status = TILEPDB_OK;
    memcpy(run->letters, result->moves, strlen(result->moves) + 1);
    while (!status && anytime_goes_on(run, 0)) {
        const int before = result->length;
        task.expanded = 0;
        status = window_pass(&task);
        result->expanded = run->beams += task.expanded;
        anytime_note_memory(run, task.tables + task.beam);
        if (status == TILEPDB_ERROR_MEMORY && task.width > ANYTIME_FIRST_WIDTH) {
            task.width /= 2;
            task.memory = task.tables + task.beam / 2;
            status = TILEPDB_OK;
        }
        if (status == TILEPDB_ERROR_MEMORY)
            error_set(run->error, status, "not enough memory for a beam of %zu boards", task.width);
        else
            status = anytime_submit(run, run->letters, task.width);
        task.first = (task.first + (unsigned)task.moves / 5) % (unsigned)task.moves;
        if (before - result->length >= WORTH * before) continue;
        anytime_note_width(run, task.width);
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

tilepdb_status large_boards_run(struct anytime_run *run) {
    struct evaluator core;
    memset(&core, 0, sizeof core);
    tilepdb_status status = wholes_run(run, &core);
    evaluator_free(run, &core);
    if (status == TILEPDB_CANCELLED) status = TILEPDB_OK;
    if (status == TILEPDB_ERROR_MEMORY)
        error_set(run->error, status, "not enough memory for beams");
    if (!status && anytime_goes_on(run, 0)) status = windows_run(run);
    if (!status && anytime_goes_on(run, 0)) run->ended = TILEPDB_LIMIT;
    return status;
}
