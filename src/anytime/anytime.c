#include <stdlib.h>
#include <string.h>

#include "anytime/beam.h"
#include "anytime/sweep.h"
#include "base/clock.h"
#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "puzzle/solvable.h"
#include "tilepdb_engine.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"

#define ANYTIME_FIRST_WIDTH   64
#define ANYTIME_PATTERN_TILES 3

struct evaluator {
    struct estimate estimate;
    struct learned_evaluation learned;
};

struct anytime_run {
    const tilepdb_board *board, *goal;
    const tilepdb_anytime_options *options;
    tilepdb_anytime_result *result;
    tilepdb_error *error;
    double start;
    tilepdb_status ended; /* OK while the run goes on */
    uint64_t beams;       /* boards that earlier beams expanded */
    size_t beam_width;
    int beam_layers; /* expected layers */
    double beam_start;
    double beam_end;
    size_t widest; /* largest width that fits into memory; 0 if unknown */
    struct normal_form normal;
    struct evaluator evaluator;
    uint64_t evaluator_bytes;
    uint8_t *path;
    struct sweep *sweep;
    char *letters;             /* room for TILEPDB_ANYTIME_MAX_MOVES letters */
    tilepdb_result *exhausted; /* last result of the solver; owned; may be NULL */
};

static uint64_t anytime_memory(const struct anytime_run *run) {
    const uint64_t limit = run->options->memory_limit, most = limit ? limit : UINT64_C(1) << 30;
    return most > run->evaluator_bytes ? most - run->evaluator_bytes : 0;
}

static void anytime_note_memory(struct anytime_run *run, uint64_t bytes) {
    const uint64_t all = bytes + run->evaluator_bytes;
    if (all > run->result->memory) run->result->memory = all;
}

static size_t anytime_scaled_width(size_t width, double left, double took) {
    return left <= 0 ? 0 : (size_t)((double)width * left / took);
}

static void anytime_note_width(struct anytime_run *run, uint64_t width) {
    if (width > run->result->width) run->result->width = width;
}

#define NARROW 4096

/* Without a time limit, widths grow by this factor: all narrower beams take a seventh of the time
 * of the widest. */
#define WIDTH_FACTOR 8

/* Narrow beams may not reach the goal of boards with a side above LONG, or with a side of at most
 * THIN and the other above THIN_LONG: sweeps solve these boards. */
#define LONG      16
#define THIN      3
#define THIN_LONG 10

#define SLOW_TABLES 49 /* cells from which a sweep comes before slow tables */

#define SHARE_MOST 1e6

/* A beam gets all the time left if that is less than LAST_BEAM times the last beam's. */
#define LAST_BEAM 12
#define PACE      0.95 /* part of the remaining time that a beam uses */
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

/* A bound above the known length is false and ends the run. */
static void anytime_raise_bound(struct anytime_run *run, int bound) {
    tilepdb_anytime_result *result = run->result;
    if (bound <= result->lower_bound) return;
    if (bound > result->length) {
        run->ended = TILEPDB_ERROR_INTERNAL;
        return;
    }
    result->lower_bound = bound;
    event_report(run, false, 0);
}

/* Replays a solution, and keeps it if it is shorter. Returns OK, or ERROR_INTERNAL if it is too
 * long, misses the goal or is below the lower bound. */
static tilepdb_status anytime_submit(struct anytime_run *run, const char *letters, uint64_t width) {
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

/* Checks limits and reports progress; `expanded` counts boards of the present beam. Returns false
 * to stop. */
static bool anytime_goes_on(struct anytime_run *run, uint64_t expanded) {
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

static bool anytime_beam_goes_on(void *user, uint64_t expanded) {
    return anytime_goes_on(user, expanded);
}

static bool tables_go_on(void *user) {
    return anytime_goes_on(user, 0);
}

static bool anytime_is_timed(const struct anytime_run *run) {
    return run->options->timeout > 0 && !run->options->solver;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Appends to `run->letters` a solution by the layered method, and submits both unless they exceed
 * TILEPDB_ANYTIME_MAX_MOVES. */
static tilepdb_status layered_submit(struct anytime_run *run, uint64_t width) {
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

/* The width, at most the beam's, whose remaining layers fit into the remaining time. */
static size_t anytime_narrow(void *user, int depth, uint64_t expanded) {
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

/* Starts the clock of a beam that may use the time limit up to the fraction `share`. */
static void anytime_beam_begin(struct anytime_run *run, size_t width, int layers, double share) {
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

/* ---- windows --------------------------------------------------------------------------------- */

/* Shortens a solution: a beam solves windows of its moves again, in a rectangle around the path of
 * the blank. */

#define WINDOW_MOVES       200 /* most moves of a window */
#define WINDOW_MOVES_LEAST 8

struct window_task {
    struct sweep *sweep;
    const tilepdb_board *board; /* where the solution starts */
    tilepdb_metric metric;
    char *letters;  /* solution, changed in place; TILEPDB_ANYTIME_MAX_MOVES + 1 bytes */
    size_t moves;   /* letters of a window, at most WINDOW_MOVES */
    unsigned cells; /* most cells of a rectangle */
    size_t boards;  /* most boards of a layer */
    int threads;    /* 0: all processors */
    unsigned first; /* letter where the first window begins */
    unsigned round; /* seed of ties */
    bool (*goes_on)(void *user, uint64_t expanded);
    void *user;
    uint64_t expanded;
    uint64_t memory; /* result: most bytes of a search */
};

/* Limits are inclusive. */
struct rectangle {
    int left, top, right, bottom;
};

static int rectangle_columns(const struct rectangle *r) {
    return r->right - r->left + 1;
}

static int rectangle_rows(const struct rectangle *r) {
    return r->bottom - r->top + 1;
}

#define STEPS 3 /* a window begins every moves / STEPS letters */

struct window {
    struct window_task *task;
    tilepdb_board now, end; /* before and after the window */
    unsigned blank;         /* cell of the blank before the window */
    size_t length;          /* letters of the solution */
    size_t at, count;       /* first letter and letters of the window */
    struct rectangle around;
    uint8_t path[WINDOW_MOVES];
};

/* Cuts a rectangle out of two boards that have the same tiles there, and numbers the tiles in the
 * order of `to`. */
static void rectangle_cut(const tilepdb_board *before, const tilepdb_board *after,
                          const struct rectangle *r, tilepdb_board *from, tilepdb_board *to) {
    const int columns = rectangle_columns(r), cells = columns * rectangle_rows(r);
    uint16_t name[TILEPDB_MAX_CELLS], next = 1;
    memset(from, 0, sizeof *from);
    from->width = (uint8_t)columns;
    from->height = (uint8_t)rectangle_rows(r);
    *to = *from;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < cells; i++) {
            const int cell = (r->top + i / columns) * after->width + r->left + i % columns;
            const uint16_t tile = after->cells[cell];
            if (pass == 0) to->cells[i] = name[tile] = tile ? next++ : 0;
            if (pass == 1) from->cells[i] = name[before->cells[cell]];
        }
}

static int rectangle_cells(const struct rectangle *r) {
    return rectangle_columns(r) * rectangle_rows(r);
}

static void rectangle_add(struct rectangle *r, int cell, int width) {
    const int x = cell % width, y = cell / width;
    if (x < r->left) r->left = x;
    if (x > r->right) r->right = x;
    if (y < r->top) r->top = y;
    if (y > r->bottom) r->bottom = y;
}

static bool rectangle_widen(struct rectangle *r, const tilepdb_board *board, unsigned cells) {
    const bool tall = r->bottom - r->top > r->right - r->left;
    for (int i = 0; i < 4; i++) {
        struct rectangle wider = *r;
        const int side = tall ? i : 3 - i;
        if (side == 0) wider.left--;
        if (side == 1) wider.right++;
        if (side == 2) wider.top--;
        if (side == 3) wider.bottom++;
        if (wider.left < 0 || wider.top < 0 || wider.right >= board->width ||
            wider.bottom >= board->height || rectangle_cells(&wider) > (int)cells)
            continue;
        *r = wider;
        return true;
    }
    return false;
}

static void letter_play(tilepdb_board *board, unsigned *blank, char letter) {
    enum direction direction;
    if (direction_parse(letter, &direction)) board_move(board, blank, direction);
}

static void window_play(struct window *window) {
    const int width = window->now.width;
    const char *letters = window->task->letters + window->at;
    unsigned blank = window->blank, before = blank;
    window->end = window->now;
    window->around = (struct rectangle){width, window->now.height, 0, 0};
    rectangle_add(&window->around, (int)blank, width);
    size_t count = 0;
    for (; count < window->task->moves && letters[count]; count++) {
        struct rectangle wider = window->around;
        before = blank;
        letter_play(&window->end, &blank, letters[count]);
        rectangle_add(&wider, (int)blank, width);
        if (rectangle_cells(&wider) > (int)window->task->cells) {
            window->end.cells[blank] = window->end.cells[before];
            window->end.cells[before] = 0;
            break;
        }
        window->around = wider;
    }
    window->count = count;
    while (rectangle_widen(&window->around, &window->now, window->task->cells)) {
    }
}

static int window_length(const struct window *window) {
    const char *letters = window->task->letters + window->at;
    int length = 0;
    for (size_t i = 0; i < window->count; i++)
        length +=
            window->task->metric == TILEPDB_METRIC_SINGLE || i == 0 || letters[i] != letters[i - 1];
    return length;
}

static bool window_goes_on(void *user, uint64_t expanded) {
    const struct window_task *task = ((const struct window *)user)->task;
    return task->goes_on(task->user, task->expanded + expanded);
}

static void window_replace(struct window *window, const struct sweep_task *found) {
    char *letters = window->task->letters + window->at;
    size_t count = 0;
    for (int i = 0; i < found->moves; i++) count += BEAM_TILES(found->path[i]);
    if (window->length - window->count + count > TILEPDB_ANYTIME_MAX_MOVES) return;
    memmove(letters + count, letters + window->count,
            window->length - window->at - window->count + 1);
    window->length = window->length + count - window->count;
    for (int i = 0; i < found->moves; i++)
        for (unsigned tiles = BEAM_TILES(found->path[i]); tiles > 0; tiles--)
            *letters++ = direction_letter((enum direction)BEAM_DIRECTION(found->path[i]));
}

static tilepdb_status window_solve(struct window *window) {
    struct window_task *task = window->task;
    uint16_t cells[TILEPDB_MAX_CELLS], goal_cell[TILEPDB_MAX_CELLS];
    tilepdb_board from, to;
    window_play(window);
    if (window->count < WINDOW_MOVES_LEAST) return TILEPDB_OK;
    rectangle_cut(&window->now, &window->end, &window->around, &from, &to);
    const unsigned count = (unsigned)to.width * to.height;
    for (unsigned cell = 0; cell < count; cell++) goal_cell[to.cells[cell]] = (uint16_t)cell;
    for (unsigned cell = 0; cell < count; cell++) cells[cell] = goal_cell[from.cells[cell]];
    const int length = window_length(window);
    struct sweep_task search = {.width = to.width,
                                .height = to.height,
                                .blank = goal_cell[0],
                                .cells = cells,
                                .metric = task->metric,
                                .core = TILEPDB_MAX_SIDE,
                                .boards = task->boards,
                                .threads = task->threads,
                                .round = task->round,
                                .below = length,
                                .capacity = length,
                                .goes_on = window_goes_on,
                                .user = window,
                                .path = window->path};
    if (sweep_need(&search) > task->memory) task->memory = sweep_need(&search);
    const tilepdb_status status = sweep_search(task->sweep, &search);
    task->expanded += search.expanded;
    if (!status && search.solved) window_replace(window, &search);
    return status;
}

/* Optimises all windows once. Returns OK, CANCELLED or ERROR_MEMORY; `letters` is a solution in any
 * case. */
static tilepdb_status window_pass(struct window_task *task) {
    struct window *window = malloc(sizeof *window);
    if (!window) return TILEPDB_ERROR_MEMORY;
    *window = (struct window){.task = task, .now = *task->board, .length = strlen(task->letters)};
    window->blank = board_blank(task->board);
    tilepdb_status status = TILEPDB_OK;
    for (size_t to = task->first; !status && window->at < window->length;
         to += task->moves / STEPS) {
        for (; window->at < to && window->at < window->length; window->at++)
            letter_play(&window->now, &window->blank, task->letters[window->at]);
        status = window_solve(window);
    }
    free(window);
    return status;
}

/* ---- large boards ---------------------------------------------------------------------------- */

/* Ever wider sweeps of the board and its transpose, then windows of the best solution. */

/* Width of the first sweep: FIRST_BOARDS without a time limit or with a given solution; otherwise
 * what fits, from FIRST_BOARDS to FIRST_ALONE. If more fits, FIRST_TIMED, so that wider sweeps can
 * follow. */
#define FIRST_BOARDS 64
#define FIRST_TIMED  300
#define FIRST_ALONE  1200
#define MOST_BOARDS  131072
#define SPEED        4e6 /* boards per second */
#define SPEED_SLIDES 1e6 /* the same with slides on 10x10; half on 20x20 */

#define GROWTH     3
#define GAIN       0.01 /* fraction of the length; a sweep that gains less is repeated */
#define REPEATS    3
#define SWEEP_TIME 0.85 /* fraction of the time limit at which sweeps end */
#define WORTHWHILE 0.5  /* narrowest next sweep / last width */
#define CORE       7    /* cells on a side of the core */
#define CORE_SMALL 6    /* the same on boards of up to 64 cells */

#define WINDOW_MOVES_FIRST 60
#define WINDOW_CELLS       100
#define WINDOW_SHARE       8 /* width of a sweep / width of its windows */
#define WINDOW_LEAST       16
#define WINDOW_BOARDS      128 /* width of windows after the sweeps, or of a given solution */
/* Fraction of the length. After a pass that gains less, windows get longer and wider; a given
 * solution is no longer shortened. */
#define WORTH 0.01

#define GIVEN_TIME 0.1 /* part of the time limit in which a given solution is shortened */

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
                                             : layered_submit(run, task.boards);
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

/* Returns 0 to stop. With a time limit, the next width is what fits, unless `next` is much less. */
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

/* Shortens the best solution window by window, until a pass gains less than WORTH, or for
 * GIVEN_TIME. Returns OK or ERROR_INTERNAL. */
static tilepdb_status large_boards_shorten(struct anytime_run *run) {
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

/* Runs one narrow sweep. Returns OK or ERROR_INTERNAL. */
static tilepdb_status large_boards_begin(struct anytime_run *run) {
    run->sweep = sweep_create();
    const tilepdb_status status =
        run->sweep ? sweep_run(run, FIRST_BOARDS, 0) : TILEPDB_ERROR_MEMORY;
    sweep_free(run->sweep);
    return status == TILEPDB_ERROR_INTERNAL ? status : TILEPDB_OK;
}

/* Runs sweeps and windows until the run stops. Returns OK, ERROR_MEMORY or ERROR_INTERNAL. */
static tilepdb_status large_boards_run(struct anytime_run *run) {
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
    return status ? status : layered_submit(run, 0);
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
