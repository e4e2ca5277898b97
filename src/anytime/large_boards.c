/*
 * Large boards: ever wider sweeps of the board and its transpose, then windows of the best
 * solution.
 */
#include <stdlib.h>
#include <string.h>

#include "anytime/anytime_run.h"
#include "anytime/sweep.h"
#include "anytime/window_optimiser.h"
#include "base/clock.h"
#include "base/error.h"
#include "puzzle/conflict.h"

/* Width of the first sweep: FIRST_BOARDS without a time limit or with a given solution; otherwise
 * what fits, from FIRST_BOARDS to FIRST_ALONE. If more fits, FIRST_TIMED, so that wider sweeps can
 * follow. */
#define FIRST_BOARDS 64
#define FIRST_TIMED  300
#define FIRST_ALONE  1200
#define MOST_BOARDS  131072
#define SPEED        4e6 /* boards per second */
#define SPEED_SLIDES 1e6 /* boards per second with slides on 10x10; half on 20x20 */

#define GROWTH     3
#define GAIN       0.01 /* fraction of the length; a sweep that gains less is repeated */
#define REPEATS    3
#define SWEEP_TIME 0.85 /* fraction of the time limit at which sweeps end */
#define WORTHWHILE 0.5  /* narrowest next sweep, as a fraction of the last width */
#define CORE       7    /* side of the core, in cells */
#define CORE_SMALL 6    /* the same side on boards of up to 64 cells */

#define WINDOW_MOVES_FIRST 60
#define WINDOW_CELLS       100
#define WINDOW_SHARE       8 /* width of a sweep / width of its windows */
#define WINDOW_LEAST       16
#define WINDOW_BOARDS      128 /* width of windows after the sweeps */
/* Fraction of the length. After a pass that gains less, windows get longer and wider; a given
 * solution is no longer shortened. */
#define WORTH 0.01

#define GIVEN_TIME 0.1 /* fraction of the time limit in which a given solution is shortened */

static struct window_task window_task_make(struct anytime_run *run, size_t boards) {
    return (struct window_task){.sweep = run->sweep,
                                .board = run->board,
                                .metric = run->options->metric,
                                .letters = run->letters,
                                .moves = WINDOW_MOVES_FIRST,
                                .cells = WINDOW_CELLS,
                                .boards = boards,
                                .threads = run->options->threads,
                                .goes_on = anytime_beam_goes_on,
                                .user = run};
}

static tilepdb_status window_run(struct anytime_run *run, struct window_task *task) {
    task->expanded = 0;
    tilepdb_status status = window_pass(task);
    run->result->expanded = run->beams += task->expanded;
    anytime_note_memory(run, task->memory);
    if (!status || status == TILEPDB_CANCELLED) {
        const tilepdb_status taken = anytime_submit(run, run->letters, task->boards);
        if (taken) status = taken;
    }
    task->first = (task->first + (unsigned)task->moves / 5) % (unsigned)task->moves;
    task->round++;
    return status;
}

static tilepdb_status windows_run(struct anytime_run *run) {
    const tilepdb_anytime_options *options = run->options;
    struct window_task task = window_task_make(run, WINDOW_BOARDS);
    tilepdb_status status = TILEPDB_OK;
    memcpy(run->letters, run->result->moves, strlen(run->result->moves) + 1);
    /* Without windows, no boards are expanded, so a limit of boards would never end the loop. */
    while (!status && strlen(run->letters) >= WINDOW_MOVES_LEAST && anytime_goes_on(run, 0)) {
        const int before = run->result->length;
        status = window_run(run, &task);
        if (status == TILEPDB_ERROR_MEMORY && task.boards > ANYTIME_FIRST_WIDTH) {
            task.boards /= 2;
            status = TILEPDB_OK;
        }
        if (before - run->result->length >= WORTH * before) continue;
        anytime_note_width(run, task.boards);
        if (options->max_width > 0 && task.boards >= options->max_width) break;
        if (task.moves + task.moves / 2 <= WINDOW_MOVES) task.moves += task.moves / 2;
        if (2 * task.memory <= anytime_memory(run)) task.boards *= 2;
    }
    return status;
}

/* Writes goal cells. Returns the blank's. */
static unsigned cells_write(const struct anytime_run *run, bool transposed, uint16_t *cells) {
    const unsigned width = run->goal->width, height = run->goal->height;
    uint16_t goal_cell[TILEPDB_MAX_CELLS];
    for (int pass = 0; pass < 2; pass++)
        for (unsigned y = 0; y < height; y++)
            for (unsigned x = 0; x < width; x++) {
                const unsigned cell = y * width + x, to = transposed ? x * height + y : cell;
                if (pass == 0) goal_cell[run->goal->cells[cell]] = (uint16_t)to;
                if (pass == 1) cells[to] = goal_cell[run->board->cells[cell]];
            }
    return goal_cell[0];
}

/* Returns false if the solution is too long. */
static bool letters_write(struct anytime_run *run, const struct sweep_task *task, bool transposed) {
    static const enum direction other[] = {BLANK_LEFT, BLANK_UP, BLANK_DOWN, BLANK_RIGHT};
    char *letter = run->letters, *end = letter + TILEPDB_ANYTIME_MAX_MOVES;
    for (int i = 0; i < task->moves; i++) {
        if ((long)BEAM_TILES(task->path[i]) > end - letter) return false;
        const enum direction d = (enum direction)BEAM_DIRECTION(task->path[i]);
        for (unsigned tiles = BEAM_TILES(task->path[i]); tiles > 0; tiles--)
            *letter++ = direction_letter(transposed ? other[d] : d);
    }
    *letter = '\0';
    return true;
}

static int layers_expected(const struct anytime_run *run) {
    const int single = 1 + 3 * linear_conflict(run->board, run->goal) / 2;
    return run->options->metric == TILEPDB_METRIC_SINGLE ? single : 2 * single / 5 + 1;
}

/* Runs a sweep, narrower than `boards` if memory is short, and then its windows. */
static tilepdb_status sweep_run(struct anytime_run *run, size_t boards, unsigned round) {
    const bool transposed = round % 2;
    const unsigned width = run->board->width, height = run->board->height;
    const int length = run->result->length, expected = layers_expected(run);
    uint16_t cells[TILEPDB_MAX_CELLS];
    struct sweep_task task = {.width = transposed ? height : width,
                              .height = transposed ? width : height,
                              .blank = cells_write(run, transposed, cells),
                              .cells = cells,
                              .metric = run->options->metric,
                              .core = run->normal.cells > 0 ? CORE_SMALL : CORE,
                              .boards = boards,
                              .threads = run->options->threads,
                              .round = round,
                              .below = length,
                              .capacity = length,
                              .goes_on = anytime_beam_goes_on,
                              .narrow = anytime_is_timed(run) ? anytime_narrow : NULL,
                              .user = run,
                              .path = run->path};
    while (task.boards > FIRST_BOARDS && sweep_need(&task) > anytime_memory(run)) task.boards /= 2;
    anytime_beam_begin(run, task.boards, length < expected ? length : expected, SWEEP_TIME);
    anytime_note_memory(run, sweep_need(&task));
    const tilepdb_status status = sweep_search(run->sweep, &task);
    run->result->expanded = run->beams += task.expanded;
    if (status == TILEPDB_ERROR_MEMORY) run->widest = task.boards / 2;
    if (status && status != TILEPDB_CANCELLED) return status;
    if (!letters_write(run, &task, transposed)) return status;
    const tilepdb_status taken = task.solved ? anytime_submit(run, run->letters, task.boards)
                                             : anytime_finish(run, task.boards);
    if (taken || status) return taken ? taken : status;
    anytime_note_width(run, task.boards);
    size_t few = task.boards / WINDOW_SHARE;
    struct window_task windows = window_task_make(run, few < WINDOW_LEAST ? WINDOW_LEAST : few);
    return taken ? taken : window_run(run, &windows);
}

static size_t boards_first(const struct anytime_run *run) {
    const uint64_t most = run->options->max_width;
    const double speed = run->options->metric == TILEPDB_METRIC_SINGLE
                             ? SPEED
                             : 20 * SPEED_SLIDES / (run->board->width + run->board->height);
    const double fit = speed * SWEEP_TIME * run->options->timeout / layers_expected(run);
    size_t boards = FIRST_BOARDS;
    if (anytime_is_timed(run) && fit > FIRST_BOARDS && !run->options->solution)
        boards = fit < FIRST_ALONE ? (size_t)fit : FIRST_TIMED;
    return most > 0 && boards > most ? most : boards;
}

/* Returns the next width, or 0 to stop. With a time limit, it is what fits, unless `next` is much
 * less. */
static size_t boards_after(const struct anytime_run *run, size_t boards, size_t next) {
    const tilepdb_anytime_options *options = run->options;
    if (options->max_width > 0 && boards >= options->max_width) return 0;
    if (anytime_is_timed(run)) {
        const double now = clock_seconds(), took = now - run->beam_start,
                     left = run->start + SWEEP_TIME * options->timeout - now;
        const size_t most = anytime_scaled_width(boards, left, took);
        if ((double)most < WORTHWHILE * (double)boards) return 0;
        if (most < next + next / 2) next = most;
    }
    if (options->max_width > 0 && next > options->max_width) next = options->max_width;
    if (run->widest > 0 && next > run->widest) next = run->widest;
    return next;
}

static tilepdb_status sweeps_run(struct anytime_run *run) {
    size_t boards = boards_first(run);
    unsigned repeats = 0;
    for (unsigned round = 0; boards > 0 && anytime_goes_on(run, 0); round++) {
        const int before = run->result->length;
        const tilepdb_status status = sweep_run(run, boards, round);
        if (status == TILEPDB_ERROR_MEMORY && round > 0) return TILEPDB_OK;
        if (status) return status;
        /* Windows shorten a good solution faster than sweeps find a better one. */
        if (run->options->solution && run->result->length == before) return TILEPDB_OK;
        if (before - run->result->length >= GAIN * before || ++repeats > REPEATS) repeats = 0;
        if (repeats == 0 && boards >= MOST_BOARDS) return TILEPDB_OK;
        boards = boards_after(run, boards, repeats > 0 ? boards : GROWTH * boards);
    }
    return TILEPDB_OK;
}

static bool given_goes_on(void *user, uint64_t expanded) {
    struct anytime_run *run = user;
    const double most = GIVEN_TIME * run->options->timeout;
    return anytime_goes_on(run, expanded) &&
           (!anytime_is_timed(run) || clock_seconds() - run->start < most);
}

tilepdb_status large_boards_shorten(struct anytime_run *run) {
    struct window_task task;
    tilepdb_status status = TILEPDB_OK;
    int before = run->result->length, gained = before;
    run->sweep = sweep_create();
    if (!run->sweep) return TILEPDB_OK;
    task = window_task_make(run, WINDOW_BOARDS);
    task.goes_on = given_goes_on;
    memcpy(run->letters, run->result->moves, strlen(run->result->moves) + 1);
    while (!status && gained > 0 && gained >= WORTH * before && given_goes_on(run, 0)) {
        before = run->result->length;
        status = window_run(run, &task);
        gained = before - run->result->length;
    }
    sweep_free(run->sweep);
    run->sweep = NULL;
    return status == TILEPDB_ERROR_INTERNAL ? status : TILEPDB_OK;
}

tilepdb_status large_boards_begin(struct anytime_run *run) {
    run->sweep = sweep_create();
    const tilepdb_status status =
        run->sweep ? sweep_run(run, FIRST_BOARDS, 0) : TILEPDB_ERROR_MEMORY;
    sweep_free(run->sweep);
    return status == TILEPDB_ERROR_INTERNAL ? status : TILEPDB_OK;
}

tilepdb_status large_boards_run(struct anytime_run *run) {
    run->sweep = sweep_create();
    tilepdb_status status = run->sweep ? sweeps_run(run) : TILEPDB_ERROR_MEMORY;
    if (!status && anytime_goes_on(run, 0)) status = windows_run(run);
    sweep_free(run->sweep);
    if (status == TILEPDB_ERROR_MEMORY)
        error_set(run->error, status, "not enough memory for a beam of %d boards", FIRST_BOARDS);
    if (status == TILEPDB_CANCELLED) status = TILEPDB_OK;
    if (!status && anytime_goes_on(run, 0)) run->ended = TILEPDB_LIMIT;
    return status;
}
