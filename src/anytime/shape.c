/* See shape.h. */
#include "anytime/shape.h"

#include <string.h>

#include "puzzle/board.h"

/* The shape's cell of a user's cell; the other way round it is the same. */
static unsigned cell_flip(const struct shape *shape, unsigned cell) {
    const unsigned x = cell % shape->width, y = cell / shape->width;
    const unsigned to_x = shape->flip_x ? shape->width - 1u - x : x;
    const unsigned to_y = shape->flip_y ? shape->height - 1u - y : y;
    return to_y * shape->width + to_x;
}

static void cells_fill(struct shape *shape) {
    for (unsigned cell = 0; cell < shape->cells; cell++) {
        const unsigned x = cell % shape->width, y = cell / shape->width;
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned to = cell;
            const bool there = cell_step(shape->width, shape->height, &to, (enum direction)d);
            shape->neighbour[cell][d] = there ? (uint8_t)to : NO_CELL;
        }
        shape->mirror[cell] =
            shape->width == shape->height ? (uint8_t)(x * shape->width + y) : NO_CELL;
        shape->all |= UINT64_C(1) << cell;
        if (x == 0) shape->first_column |= UINT64_C(1) << cell;
        if (x + 1 == shape->width) shape->last_column |= UINT64_C(1) << cell;
    }
}

bool shape_init(struct shape *shape, const tilepdb_board *goal) {
    const unsigned cells = (unsigned)goal->width * goal->height;
    memset(shape, 0, sizeof *shape);
    if (cells > SHAPE_MAX_CELLS) return false;
    shape->width = goal->width;
    shape->height = goal->height;
    shape->cells = (uint8_t)cells;
    const unsigned blank = board_blank(goal);
    const unsigned x = blank % goal->width, y = blank / goal->width;
    const bool corner = (x == 0 || x + 1u == goal->width) && (y == 0 || y + 1u == goal->height);
    shape->flip_x = corner && x == 0;
    shape->flip_y = corner && y == 0;
    cells_fill(shape);
    for (unsigned cell = 0; cell < cells; cell++)
        shape->home[goal->cells[cell]] = (uint8_t)cell_flip(shape, cell);
    shape->blank = shape->home[0];
    shape->mirrored = shape->width == shape->height && shape->mirror[shape->blank] == shape->blank;
    return true;
}

unsigned shape_cells(const struct shape *shape, const tilepdb_board *board, uint16_t *cells) {
    for (unsigned cell = 0; cell < shape->cells; cell++)
        cells[cell_flip(shape, cell)] = shape->home[board->cells[cell]];
    return cell_flip(shape, board_blank(board));
}

void shape_cut(const tilepdb_board *before, const tilepdb_board *after, unsigned first,
               unsigned columns, unsigned rows, tilepdb_board *from, tilepdb_board *to) {
    uint16_t name[TILEPDB_MAX_CELLS], next = 1;
    memset(from, 0, sizeof *from);
    from->width = (uint8_t)columns;
    from->height = (uint8_t)rows;
    *to = *from;
    for (unsigned i = 0; i < columns * rows; i++) {
        const uint16_t tile = after->cells[first + i / columns * after->width + i % columns];
        name[tile] = tile ? next++ : 0;
        to->cells[i] = name[tile];
    }
    for (unsigned i = 0; i < columns * rows; i++)
        from->cells[i] = name[before->cells[first + i / columns * before->width + i % columns]];
}

char shape_letter(const struct shape *shape, unsigned direction) {
    enum direction seen = (enum direction)direction;
    const bool vertical = seen == BLANK_UP || seen == BLANK_DOWN;
    if (vertical ? shape->flip_y : shape->flip_x) seen = direction_opposite(seen);
    return direction_letter(seen);
}
