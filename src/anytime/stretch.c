/* See stretch.h. */
#include "anytime/stretch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/board.h"

#define TILES 2 /* of a table */
#define STEPS 3 /* from one stretch to the next, of which it is as long as so many */

#define WINDOW 16  /* moves, of which one is a place for an exchange */
#define TRIES  16  /* places, those with the tiles nearest to each other */
#define ROUND  24  /* cells: a rectangle for an exchange is at least so large, if there is room */
#define DETOUR 400 /* moves; no exchange takes as many */

static_assert(ROUND > TILEPDB_MAX_SIDE, "nothing is exchanged within a single line");

/* By width, height and the blank's cell. */
struct stretch_estimates {
    struct estimate *of[TILEPDB_MAX_SIDE + 1][TILEPDB_MAX_SIDE + 1][SHAPE_MAX_CELLS];
};

/* Cells of a board. */
struct rectangle {
    int left, top, right, bottom;
};

struct stretch {
    struct stretch_task *task;
    tilepdb_board now, end; /* before and after the stretch, and the blank's cell there */
    unsigned blank;
    size_t length;    /* of the solution */
    size_t at, count; /* the stretch */
    struct rectangle around;
    uint8_t *path;
};

/* ---- rectangles ------------------------------------------------------------------------------ */

static int rectangle_cells(const struct rectangle *r) {
    return (r->right - r->left + 1) * (r->bottom - r->top + 1);
}

static void rectangle_add(struct rectangle *r, int cell, int width) {
    const int x = cell % width, y = cell / width;
    if (x < r->left) r->left = x;
    if (x > r->right) r->right = x;
    if (y < r->top) r->top = y;
    if (y > r->bottom) r->bottom = y;
}

/* Adds a line on the side where there is room for it, on the shorter sides first. */
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
            wider.bottom >= board->height || rectangle_cells(&wider) > SHAPE_MAX_CELLS)
            continue;
        *r = wider;
        return true;
    }
    return false;
}

/* ---- a stretch ------------------------------------------------------------------------------- */

/* Makes the move of a letter, a tile's. */
static void letter_play(tilepdb_board *board, unsigned *blank, char letter) {
    for (unsigned d = 0; d < DIRECTIONS; d++)
        if (direction_letter((enum direction)d) == letter) {
            board_move(board, blank, (enum direction)d);
            return;
        }
}

/* Plays the moves of a stretch, as many as a beam has cells for. */
static void stretch_play(struct stretch *stretch) {
    const int width = stretch->now.width;
    const char *letters = stretch->task->letters + stretch->at;
    unsigned blank = stretch->blank, before = blank;
    stretch->end = stretch->now;
    stretch->around = (struct rectangle){width, stretch->now.height, 0, 0};
    rectangle_add(&stretch->around, (int)blank, width);
    size_t count = 0;
    for (; count < stretch->task->moves && letters[count]; count++) {
        struct rectangle wider = stretch->around;
        before = blank;
        letter_play(&stretch->end, &blank, letters[count]);
        rectangle_add(&wider, (int)blank, width);
        if (rectangle_cells(&wider) > SHAPE_MAX_CELLS) {
            stretch->end.cells[blank] = stretch->end.cells[before]; /* back */
            stretch->end.cells[before] = 0;
            break;
        }
        stretch->around = wider;
    }
    stretch->count = count;
    while (rectangle_widen(&stretch->around, &stretch->now)) {
    }
}

/* Those of before make room. NULL: no memory. */
static const struct estimate *estimate_find(struct stretch_task *task, const struct shape *shape) {
    if (task->tables + task->beam > task->memory) stretch_end(task);
    if (!task->estimates) {
        task->estimates = calloc(1, sizeof *task->estimates);
        if (!task->estimates) return NULL;
        task->tables = sizeof *task->estimates;
    }
    struct estimate **found = &task->estimates->of[shape->width][shape->height][shape->blank];
    if (*found) return *found;
    struct estimate *estimate = malloc(sizeof *estimate);
    if (!estimate) return NULL;
    if (estimate_make(estimate, shape, TILES, NULL, NULL)) {
        estimate_free(estimate);
        free(estimate);
        return NULL;
    }
    task->tables += sizeof *estimate + estimate->bytes;
    return *found = estimate;
}

/* Puts what was found in the place of the stretch, unless that is longer in single tiles. */
static void stretch_replace(struct stretch *stretch, const struct shape *shape, int length) {
    char *letters = stretch->task->letters + stretch->at;
    size_t tiles = 0;
    for (int i = 0; i < length; i++) tiles += BEAM_TILES(stretch->path[i]);
    if (tiles > stretch->count) return;
    letters = beam_letters(shape, stretch->path, length, letters);
    const size_t end = stretch->at + stretch->count;
    memmove(letters, stretch->task->letters + end, stretch->length - end + 1);
    stretch->length -= stretch->count - tiles;
}

/* The number of moves of a stretch in the metric. */
static int stretch_length(const struct stretch *stretch) {
    const char *letters = stretch->task->letters + stretch->at;
    int length = 0;
    for (size_t i = 0; i < stretch->count; i++)
        length += stretch->task->metric == TILEPDB_METRIC_SINGLE || i == 0 ||
                  letters[i] != letters[i - 1];
    return length;
}

static bool stretch_goes_on(void *user, uint64_t expanded) {
    const struct stretch_task *task = ((const struct stretch *)user)->task;
    return task->goes_on(task->user, task->expanded + expanded);
}

/* A beam from the board before the stretch to the one after it, within its rectangle. `*length`: of
 * the way, which `path` has; -1: there is none of fewer than `below` moves. */
static tilepdb_status stretch_search(struct stretch *stretch, int below, struct shape *shape,
                                     int *length) {
    struct stretch_task *work = stretch->task;
    uint16_t cells[SHAPE_MAX_CELLS];
    tilepdb_board from, to;
    const struct rectangle *r = &stretch->around;
    const unsigned width = stretch->now.width, first = (unsigned)r->top * width + (unsigned)r->left;
    shape_cut(&stretch->now, &stretch->end, first, (unsigned)(r->right - r->left + 1),
              (unsigned)(r->bottom - r->top + 1), &from, &to);
    shape_init(shape, &to);
    struct beam_task task = {.estimate = estimate_find(work, shape),
                             .metric = work->metric,
                             .cells = cells,
                             .width = work->width,
                             .threads = work->threads,
                             .round = work->round,
                             .below = below,
                             .goes_on = stretch_goes_on,
                             .user = stretch,
                             .path = stretch->path};
    *length = 0;
    if (!task.estimate) return TILEPDB_ERROR_MEMORY;
    if (memcmp(from.cells, to.cells, sizeof from.cells) == 0) return TILEPDB_OK;
    while (task.width > 1 && work->tables + beam_need(&task) > work->memory) task.width /= 2;
    if (beam_need(&task) > work->beam) work->beam = beam_need(&task);
    shape_cells(shape, &from, cells);
    const tilepdb_status status = beam_search(&task);
    work->expanded += task.expanded;
    *length = task.length;
    return status;
}

static tilepdb_status stretch_solve(struct stretch *stretch) {
    struct shape shape;
    int length;
    stretch_play(stretch);
    const tilepdb_status status = stretch_search(stretch, stretch_length(stretch), &shape, &length);
    if (!status && length >= 0) stretch_replace(stretch, &shape, length);
    return status;
}

/* ---- exchanges ------------------------------------------------------------------------------- */

/* Where an exchange may be made. */
struct place {
    size_t at; /* letters before it */
    struct rectangle around;
};

/* What each tile is to be called, so that the way that leads to `end` leads to the goal. */
static void names_find(const struct stretch *stretch, const tilepdb_board *goal, uint16_t *name) {
    for (int cell = 0; cell < goal->width * goal->height; cell++)
        name[stretch->end.cells[cell]] = goal->cells[cell];
}

/* The least rectangle around the blank and all tiles that get other names. */
static struct rectangle names_around(const struct stretch *stretch, const uint16_t *name) {
    const tilepdb_board *now = &stretch->now;
    struct rectangle around = {now->width, now->height, 0, 0};
    rectangle_add(&around, (int)stretch->blank, now->width);
    for (int cell = 0; cell < now->width * now->height; cell++)
        if (name[now->cells[cell]] != now->cells[cell]) rectangle_add(&around, cell, now->width);
    return around;
}

static int places_compare(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    const int more = rectangle_cells(&x->around) - rectangle_cells(&y->around);
    return more ? more : (x->at > y->at) - (x->at < y->at);
}

/* The smaller rectangle of each window. */
static void place_note(struct place *places, size_t *count, const struct place *place) {
    struct place *best = *count > 0 ? &places[*count - 1] : NULL;
    if (!best || best->at / WINDOW != place->at / WINDOW)
        places[(*count)++] = *place;
    else if (rectangle_cells(&place->around) < rectangle_cells(&best->around))
        *best = *place;
}

/* One place of each window, the smallest rectangles first; returns how many fit. A blank that is to
 * be elsewhere gets there in the end. */
static size_t places_find(struct stretch *stretch, const uint16_t *name, struct place *places) {
    const char *letters = stretch->task->letters;
    size_t count = 0;
    for (size_t at = 0; at <= stretch->length; at++) {
        const struct place place = {at, names_around(stretch, name)};
        if (name[0] == 0 || at == stretch->length) place_note(places, &count, &place);
        if (letters[at]) letter_play(&stretch->now, &stretch->blank, letters[at]);
    }
    qsort(places, count, sizeof *places, places_compare);
    while (count > 0 && rectangle_cells(&places[count - 1].around) > SHAPE_MAX_CELLS) count--;
    return count < TRIES ? count : TRIES;
}

/* Goes to a place, with the tiles under their new names behind it. */
static void place_enter(struct stretch *stretch, const struct place *place, const uint16_t *name) {
    stretch->now = *stretch->task->board;
    stretch->blank = board_blank(&stretch->now);
    for (size_t i = 0; i < place->at; i++)
        letter_play(&stretch->now, &stretch->blank, stretch->task->letters[i]);
    stretch->end = stretch->now;
    for (int cell = 0; cell < stretch->now.width * stretch->now.height; cell++)
        stretch->end.cells[cell] = name[stretch->now.cells[cell]];
    stretch->around = place->around;
    while (rectangle_cells(&stretch->around) < ROUND &&
           rectangle_widen(&stretch->around, &stretch->now)) {
    }
}

static tilepdb_status exchange_search(struct stretch *stretch, const uint16_t *name,
                                      const struct place *places, size_t count, int below,
                                      size_t room) {
    struct stretch_task *task = stretch->task;
    char detour[DETOUR * TILEPDB_MAX_SIDE];
    size_t tiles = 0, at = 0;
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < count && below > 0 && !status; i++) {
        struct shape shape;
        int length;
        place_enter(stretch, &places[i], name);
        status = stretch_search(stretch, below, &shape, &length);
        if (status || length < 0) continue;
        below = length;
        at = places[i].at;
        tiles = (size_t)(beam_letters(&shape, stretch->path, length, detour) - detour);
    }
    if (tiles == 0 || stretch->length + tiles > room)
        return status ? status : TILEPDB_ERROR_NOT_FOUND;
    memmove(task->letters + at + tiles, task->letters + at, stretch->length - at + 1);
    memcpy(task->letters + at, detour, tiles);
    return TILEPDB_OK;
}

tilepdb_status stretch_exchange(struct stretch_task *task, const tilepdb_board *goal, int below,
                                size_t room) {
    uint16_t name[TILEPDB_MAX_CELLS];
    struct stretch *stretch = malloc(sizeof *stretch);
    if (!stretch) return TILEPDB_ERROR_MEMORY;
    *stretch = (struct stretch){.task = task, .now = *task->board, .length = strlen(task->letters)};
    stretch->blank = board_blank(task->board);
    stretch->end = *task->board;
    unsigned blank = stretch->blank;
    for (const char *letter = task->letters; *letter; letter++)
        letter_play(&stretch->end, &blank, *letter);
    struct place *places = malloc((stretch->length / WINDOW + 1) * sizeof *places);
    stretch->path = malloc(DETOUR);
    tilepdb_status status = TILEPDB_ERROR_MEMORY;
    if (places && stretch->path) {
        names_find(stretch, goal, name);
        status = exchange_search(stretch, name, places, places_find(stretch, name, places),
                                 below < DETOUR ? below : DETOUR, room);
    }
    free(places);
    free(stretch->path);
    free(stretch);
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

tilepdb_status stretch_pass(struct stretch_task *task) {
    struct stretch *stretch = malloc(sizeof *stretch);
    if (!stretch) return TILEPDB_ERROR_MEMORY;
    *stretch = (struct stretch){.task = task, .now = *task->board, .length = strlen(task->letters)};
    stretch->blank = board_blank(task->board);
    stretch->path = malloc(task->moves);
    tilepdb_status status = stretch->path ? TILEPDB_OK : TILEPDB_ERROR_MEMORY;
    for (size_t to = task->first; !status && stretch->at < stretch->length;
         to += task->moves / STEPS) {
        for (; stretch->at < to && stretch->at < stretch->length; stretch->at++)
            letter_play(&stretch->now, &stretch->blank, task->letters[stretch->at]);
        status = stretch_solve(stretch);
    }
    free(stretch->path);
    free(stretch);
    return status;
}

void stretch_end(struct stretch_task *task) {
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
