/* See window_optimiser.h. */
#include "anytime/window_optimiser.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/board.h"

#define TILES 2 /* of a table */
#define STEPS 3 /* a window begins every third of a window */

#define EXCHANGE_EVERY 16  /* moves, of which one is a place for an exchange */
#define TRIES          16  /* places to try, those with the tiles nearest to each other */
#define ROUND          24  /* the fewest cells of a rectangle for an exchange, if they fit */
#define DETOUR         400 /* moves; an exchange takes fewer */

static_assert(ROUND > TILEPDB_MAX_SIDE, "nothing is exchanged within a single line");

struct window_estimates {
    /* [width][height][goal cell of the blank] owned; NULL: not needed so far. */
    struct estimate *of[TILEPDB_MAX_SIDE + 1][TILEPDB_MAX_SIDE + 1][NORMAL_FORM_MAX_CELLS];
};

struct window {
    struct window_task *task;
    tilepdb_board now, end; /* before and after the window */
    unsigned blank;         /* its cell before the window */
    size_t length;          /* of the solution */
    size_t at, count;       /* the moves of the window */
    struct rectangle around;
    uint8_t *path;
};

/* ---- rectangles ------------------------------------------------------------------------------ */

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

/* Adds a row or a column where the board and the cells of a beam allow it, so that the rectangle
 * gets squarer if possible. False: they do not. */
static bool rectangle_widen(struct rectangle *r, const tilepdb_board *board) {
    const bool tall = r->bottom - r->top > r->right - r->left;
    for (int i = 0; i < 4; i++) {
        struct rectangle wider = *r;
        const int side = tall ? i : 3 - i;
        if (side == 0) wider.left--;
        if (side == 1) wider.right++;
        if (side == 2) wider.top--;
        if (side == 3) wider.bottom++;
        if (wider.left < 0 || wider.top < 0 || wider.right >= board->width ||
            wider.bottom >= board->height || rectangle_cells(&wider) > NORMAL_FORM_MAX_CELLS)
            continue;
        *r = wider;
        return true;
    }
    return false;
}

/* ---- a window -------------------------------------------------------------------------------- */

static void letter_play(tilepdb_board *board, unsigned *blank, char letter) {
    enum direction direction;
    if (direction_parse(letter, &direction)) board_move(board, blank, direction);
}

/* Plays the moves of the window, as far as its rectangle fits in the cells of a beam. */
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
        if (rectangle_cells(&wider) > NORMAL_FORM_MAX_CELLS) {
            window->end.cells[blank] = window->end.cells[before]; /* back */
            window->end.cells[before] = 0;
            break;
        }
        window->around = wider;
    }
    window->count = count;
    while (rectangle_widen(&window->around, &window->now)) {
    }
}

/* Releases earlier tables if memory is short. NULL: no memory. */
static const struct estimate *estimate_find(struct window_task *task,
                                            const struct normal_form *normal) {
    if (task->tables + task->beam > task->memory) window_end(task);
    if (!task->estimates) {
        task->estimates = calloc(1, sizeof *task->estimates);
        if (!task->estimates) return NULL;
        task->tables = sizeof *task->estimates;
    }
    struct estimate **found = &task->estimates->of[normal->width][normal->height][normal->blank];
    if (*found) return *found;
    struct estimate *estimate = malloc(sizeof *estimate);
    if (!estimate) return NULL;
    if (estimate_make(estimate, normal, TILES, NULL, NULL)) {
        estimate_free(estimate);
        free(estimate);
        return NULL;
    }
    task->tables += sizeof *estimate + estimate->bytes;
    return *found = estimate;
}

/* Replaces the window by the path of `length` moves, unless that has more single moves. */
static void window_replace(struct window *window, const struct normal_form *normal, int length) {
    char *letters = window->task->letters + window->at;
    size_t tiles = 0;
    for (int i = 0; i < length; i++) tiles += BEAM_TILES(window->path[i]);
    if (tiles > window->count) return;
    letters = beam_letters(normal, window->path, length, letters);
    const size_t end = window->at + window->count;
    memmove(letters, window->task->letters + end, window->length - end + 1);
    window->length -= window->count - tiles;
}

/* The number of moves of a window in the metric. */
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

/* Runs a beam from the board before the window to the one after it, within its rectangle.
 * `*length`: moves of the path; -1: none of fewer than `below` moves was found. */
static tilepdb_status window_search(struct window *window, int below, struct normal_form *normal,
                                    int *length) {
    struct window_task *windows = window->task;
    uint16_t cells[NORMAL_FORM_MAX_CELLS];
    tilepdb_board from, to;
    normal_form_cut(&window->now, &window->end, &window->around, &from, &to);
    normal_form_init(normal, &to);
    struct beam_task task = {.estimate = estimate_find(windows, normal),
                             .metric = windows->metric,
                             .cells = cells,
                             .width = windows->width,
                             .threads = windows->threads,
                             .round = windows->round,
                             .below = below,
                             .goes_on = window_goes_on,
                             .user = window,
                             .path = window->path};
    *length = 0;
    if (!task.estimate) return TILEPDB_ERROR_MEMORY;
    if (memcmp(from.cells, to.cells, sizeof from.cells) == 0) return TILEPDB_OK;
    while (task.width > 1 && windows->tables + beam_need(&task) > windows->memory) task.width /= 2;
    if (beam_need(&task) > windows->beam) windows->beam = beam_need(&task);
    normal_form_cells(normal, &from, cells);
    const tilepdb_status status = beam_search(&task);
    windows->expanded += task.expanded;
    *length = task.length;
    return status;
}

static tilepdb_status window_solve(struct window *window) {
    struct normal_form normal;
    int length;
    window_play(window);
    const tilepdb_status status = window_search(window, window_length(window), &normal, &length);
    if (!status && length >= 0) window_replace(window, &normal, length);
    return status;
}

/* ---- exchanges ------------------------------------------------------------------------------- */

/* A place for an exchange. */
struct place {
    size_t at; /* letters before it */
    struct rectangle around;
};

/* The smallest rectangle around the blank and all tiles that get other names. */
static struct rectangle names_around(const struct window *window, const uint16_t *name) {
    const tilepdb_board *now = &window->now;
    struct rectangle around = {now->width, now->height, 0, 0};
    rectangle_add(&around, (int)window->blank, now->width);
    for (int cell = 0; cell < now->width * now->height; cell++)
        if (name[now->cells[cell]] != now->cells[cell]) rectangle_add(&around, cell, now->width);
    return around;
}

static int places_compare(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    const int more = rectangle_cells(&x->around) - rectangle_cells(&y->around);
    return more ? more : (x->at > y->at) - (x->at < y->at);
}

/* Keeps the place with the smallest rectangle of every EXCHANGE_EVERY moves. */
static void place_note(struct place *places, size_t *count, const struct place *place) {
    struct place *best = *count > 0 ? &places[*count - 1] : NULL;
    if (!best || best->at / EXCHANGE_EVERY != place->at / EXCHANGE_EVERY)
        places[(*count)++] = *place;
    else if (rectangle_cells(&place->around) < rectangle_cells(&best->around))
        *best = *place;
}

/* Finds places, those with the smallest rectangles first. Returns their number. If the blank gets
 * another name, the end of the letters is the only place. */
static size_t places_find(struct window *window, const uint16_t *name, struct place *places) {
    const char *letters = window->task->letters;
    size_t count = 0;
    for (size_t at = 0; at <= window->length; at++) {
        const struct place place = {at, names_around(window, name)};
        if (name[0] == 0 || at == window->length) place_note(places, &count, &place);
        if (letters[at]) letter_play(&window->now, &window->blank, letters[at]);
    }
    qsort(places, count, sizeof *places, places_compare);
    while (count > 0 && rectangle_cells(&places[count - 1].around) > NORMAL_FORM_MAX_CELLS) count--;
    return count < TRIES ? count : TRIES;
}

/* Plays the letters to a place; window->end is the same board under the new names. */
static void place_enter(struct window *window, const struct place *place, const uint16_t *name) {
    window->now = *window->task->board;
    window->blank = board_blank(&window->now);
    for (size_t i = 0; i < place->at; i++)
        letter_play(&window->now, &window->blank, window->task->letters[i]);
    window->end = window->now;
    for (int cell = 0; cell < window->now.width * window->now.height; cell++)
        window->end.cells[cell] = name[window->now.cells[cell]];
    window->around = place->around;
    while (rectangle_cells(&window->around) < ROUND &&
           rectangle_widen(&window->around, &window->now)) {
    }
}

static tilepdb_status exchange_search(struct window *window, const uint16_t *name,
                                      const struct place *places, size_t count, int below,
                                      size_t capacity) {
    struct window_task *task = window->task;
    char detour[DETOUR * TILEPDB_MAX_SIDE];
    size_t tiles = 0, at = 0;
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < count && below > 0 && !status; i++) {
        struct normal_form normal;
        int length;
        place_enter(window, &places[i], name);
        status = window_search(window, below, &normal, &length);
        if (status || length < 0) continue;
        below = length;
        at = places[i].at;
        tiles = (size_t)(beam_letters(&normal, window->path, length, detour) - detour);
    }
    if (tiles == 0 || window->length + tiles > capacity)
        return status ? status : TILEPDB_ERROR_NOT_FOUND;
    memmove(task->letters + at + tiles, task->letters + at, window->length - at + 1);
    memcpy(task->letters + at, detour, tiles);
    return TILEPDB_OK;
}

tilepdb_status window_exchange(struct window_task *task, const tilepdb_board *goal, int below,
                               size_t capacity) {
    uint16_t name[TILEPDB_MAX_CELLS];
    struct window *window = malloc(sizeof *window);
    if (!window) return TILEPDB_ERROR_MEMORY;
    *window = (struct window){.task = task, .now = *task->board, .length = strlen(task->letters)};
    window->blank = board_blank(task->board);
    window->end = *task->board;
    unsigned blank = window->blank;
    for (const char *letter = task->letters; *letter; letter++)
        letter_play(&window->end, &blank, *letter);
    struct place *places = malloc((window->length / EXCHANGE_EVERY + 1) * sizeof *places);
    window->path = malloc(DETOUR);
    tilepdb_status status = TILEPDB_ERROR_MEMORY;
    if (places && window->path) {
        /* Under these names the moves that lead to window->end lead to the goal. */
        for (int cell = 0; cell < goal->width * goal->height; cell++)
            name[window->end.cells[cell]] = goal->cells[cell];
        status = exchange_search(window, name, places, places_find(window, name, places),
                                 below < DETOUR ? below : DETOUR, capacity);
    }
    free(places);
    free(window->path);
    free(window);
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

tilepdb_status window_pass(struct window_task *task) {
    struct window *window = malloc(sizeof *window);
    if (!window) return TILEPDB_ERROR_MEMORY;
    *window = (struct window){.task = task, .now = *task->board, .length = strlen(task->letters)};
    window->blank = board_blank(task->board);
    window->path = malloc(task->moves);
    tilepdb_status status = window->path ? TILEPDB_OK : TILEPDB_ERROR_MEMORY;
    for (size_t to = task->first; !status && window->at < window->length;
         to += task->moves / STEPS) {
        for (; window->at < to && window->at < window->length; window->at++)
            letter_play(&window->now, &window->blank, task->letters[window->at]);
        status = window_solve(window);
    }
    free(window->path);
    free(window);
    return status;
}

void window_end(struct window_task *task) {
    struct estimate **all = task->estimates ? &task->estimates->of[0][0][0] : NULL;
    for (size_t i = 0; all && i < sizeof *task->estimates / sizeof *all; i++) {
        if (!all[i]) continue;
        estimate_free(all[i]);
        free(all[i]);
    }
    free(task->estimates);
    task->estimates = NULL;
    task->tables = 0;
}
