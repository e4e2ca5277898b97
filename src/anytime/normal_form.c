/* See normal_form.h. */
#include "anytime/normal_form.h"

#include <string.h>

#include "puzzle/board.h"

/* Converts a cell of the user's board to the normal form, or back. */
static unsigned cell_flip(const struct normal_form *normal, unsigned cell) {
    const unsigned x = cell % normal->width, y = cell / normal->width;
    const unsigned to_x = normal->flip_x ? normal->width - 1u - x : x;
    const unsigned to_y = normal->flip_y ? normal->height - 1u - y : y;
    return to_y * normal->width + to_x;
}

static void cells_fill(struct normal_form *normal) {
    for (unsigned cell = 0; cell < normal->cells; cell++) {
        const unsigned x = cell % normal->width, y = cell / normal->width;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned to = cell;
            const bool there = cell_step(normal->width, normal->height, &to, (enum direction)d);
            normal->neighbour[cell][d] = there ? (uint8_t)to : NO_CELL;
        }
        normal->mirror[cell] =
            normal->width == normal->height ? (uint8_t)(x * normal->width + y) : NO_CELL;
        normal->all |= UINT64_C(1) << cell;
        if (x == 0) normal->first_column |= UINT64_C(1) << cell;
        if (x + 1 == normal->width) normal->last_column |= UINT64_C(1) << cell;
    }
}

bool normal_form_init(struct normal_form *normal, const tilepdb_board *goal) {
    const unsigned cells = (unsigned)goal->width * goal->height;
    memset(normal, 0, sizeof *normal);
    if (cells > NORMAL_FORM_MAX_CELLS) return false;
    normal->width = goal->width;
    normal->height = goal->height;
    normal->cells = (uint8_t)cells;
    const unsigned blank = board_blank(goal);
    const unsigned x = blank % goal->width, y = blank / goal->width;
    const bool corner = (x == 0 || x + 1u == goal->width) && (y == 0 || y + 1u == goal->height);
    normal->flip_x = corner && x == 0;
    normal->flip_y = corner && y == 0;
    cells_fill(normal);
    for (unsigned cell = 0; cell < cells; cell++)
        normal->goal_cell[goal->cells[cell]] = (uint8_t)cell_flip(normal, cell);
    normal->blank = normal->goal_cell[0];
    normal->mirrored =
        normal->width == normal->height && normal->mirror[normal->blank] == normal->blank;
    return true;
}

unsigned normal_form_cells(const struct normal_form *normal, const tilepdb_board *board,
                           uint16_t *cells) {
    for (unsigned cell = 0; cell < normal->cells; cell++)
        cells[cell_flip(normal, cell)] = normal->goal_cell[board->cells[cell]];
    return cell_flip(normal, board_blank(board));
}

void normal_form_cut(const tilepdb_board *before, const tilepdb_board *after,
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

char normal_form_letter(const struct normal_form *normal, unsigned direction) {
    enum direction seen = (enum direction)direction;
    const bool vertical = seen == BLANK_UP || seen == BLANK_DOWN;
    if (vertical ? normal->flip_y : normal->flip_x) seen = direction_opposite(seen);
    return direction_letter(seen);
}
