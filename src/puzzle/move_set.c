#include "puzzle/move_set.h"

#include "base/error.h"

/* ---- the table of metrics -------------------------------------------------------------------- */

static const struct metric metrics[] = {
    [TILEPDB_METRIC_SINGLE] = {.name = "single",
                               .title = "single-tile",
                               .bound_step = 2,
                               .tables = true},
    [TILEPDB_METRIC_MULTI] = {.name = "multi",
                              .title = "multi-tile",
                              .row_lines = true,
                              .column_lines = true,
                              .bound_step = 1},
};

const struct metric *metric_find(tilepdb_metric number) {
    const unsigned i = (unsigned)number;
    return i < sizeof metrics / sizeof *metrics ? &metrics[i] : NULL;
}

const char *tilepdb_metric_name(tilepdb_metric metric) {
    const struct metric *known = metric_find(metric);
    return known ? known->name : "unknown";
}

/* ---- the moves of a geometry ----------------------------------------------------------------- */

static void moves_add(struct move_set *set, enum direction direction, unsigned longest) {
    for (unsigned tiles = 1; tiles <= longest; tiles++)
        set->move[set->count++] =
            (struct move){.direction = (uint8_t)direction, .tiles = (uint8_t)tiles, .cost = 1};
}

static void inverses_find(struct move_set *set) {
    for (unsigned i = 0; i < set->count; i++)
        for (unsigned j = 0; j < set->count; j++)
            if (set->move[j].tiles == set->move[i].tiles &&
                set->move[j].direction ==
                    direction_opposite((enum direction)set->move[i].direction))
                set->move[i].inverse = (uint8_t)j;
}

static bool slides_lines(const struct metric *metric, enum direction direction) {
    const bool vertical = direction == BLANK_UP || direction == BLANK_DOWN;
    return vertical ? metric->column_lines : metric->row_lines;
}

/* Returns true if moves `i` and `j` in sequence have the effect of one move or none. */
static bool is_one_move(const struct move_set *set, const struct metric *metric, unsigned i,
                        unsigned j) {
    const enum direction first = (enum direction)set->move[i].direction;
    const enum direction second = (enum direction)set->move[j].direction;
    return first == direction_opposite(second) || (first == second && slides_lines(metric, first));
}

static void after_fill(struct move_set *set, const struct metric *metric) {
    for (unsigned j = 0; j < set->count; j++) {
        set->after[set->count] |= UINT32_C(1) << j;
        for (unsigned i = 0; i < set->count; i++)
            if (!is_one_move(set, metric, i, j)) set->after[i] |= UINT32_C(1) << j;
    }
}

static uint8_t blank_goes(const struct geometry *geometry, unsigned cell, const struct move *move) {
    for (unsigned i = 0; i < move->tiles && cell != NO_CELL; i++)
        cell = geometry->neighbour[cell][move->direction];
    return (uint8_t)cell;
}

static void cells_fill(struct move_set *set) {
    for (unsigned cell = 0; cell < set->geometry.cells; cell++)
        for (unsigned i = 0; i < set->count; i++) {
            const uint8_t after = blank_goes(&set->geometry, cell, &set->move[i]);
            set->blank_after[cell][i] = after;
            if (after != NO_CELL) set->legal[cell] |= UINT32_C(1) << i;
        }
}

tilepdb_status move_set_init(struct move_set *set, int width, int height, tilepdb_metric number,
                             tilepdb_error *error) {
    const struct metric *metric = metric_find(number);
    if (!metric) return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown metric %d", (int)number);
    struct geometry geometry;
    const tilepdb_status status = geometry_init(&geometry, width, height, error);
    if (status) return status;
    *set =
        (struct move_set){.geometry = geometry, .metric = number, .bound_step = metric->bound_step};
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        const bool vertical = d == BLANK_UP || d == BLANK_DOWN;
        const unsigned side = vertical ? geometry.height : geometry.width;
        moves_add(set, (enum direction)d, slides_lines(metric, (enum direction)d) ? side - 1 : 1);
    }
    while (set->count > 1u << set->bits) set->bits++;
    inverses_find(set);
    after_fill(set, metric);
    cells_fill(set);
    return TILEPDB_OK;
}

bool move_set_play(const struct move_set *set, tilepdb_board *board, uint8_t *blank,
                   unsigned move) {
    if (set->blank_after[*blank][move] == NO_CELL) return false;
    for (unsigned i = 0; i < set->move[move].tiles; i++) {
        const uint8_t from = set->geometry.neighbour[*blank][set->move[move].direction];
        board->cells[*blank] = board->cells[from];
        *blank = from;
    }
    board->cells[*blank] = 0;
    return true;
}

size_t move_set_write(const struct move_set *set, const uint8_t *path, size_t count, char *text) {
    size_t letters = 0;
    for (size_t i = 0; i < count; i++) {
        const struct move *move = &set->move[path[i]];
        for (unsigned tile = 0; tile < move->tiles; tile++)
            text[letters++] = direction_letter((enum direction)move->direction);
    }
    text[letters] = '\0';
    return letters;
}
