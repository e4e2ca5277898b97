/* See window_optimiser.h. */
#include "anytime/window_optimiser.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/normal_form.h"
#include "puzzle/board.h"
#include "tilepdb_engine.h"

#define STEPS 3 /* a window begins every moves / STEPS letters */

struct window {
    struct window_task *task;
    tilepdb_board now, end; /* boards before and after the window */
    unsigned blank;         /* cell of the blank before the window */
    size_t length;          /* letters of the solution */
    size_t at, count;       /* first letter and letters of the window */
    struct rectangle around;
    uint8_t path[WINDOW_MOVES];
};

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

/* Returns false if no row or column fits. */
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

/* Does nothing if the solution would get too long. */
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
    normal_form_cut(&window->now, &window->end, &window->around, &from, &to);
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

tilepdb_status window_pass(struct window_task *task) {
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
