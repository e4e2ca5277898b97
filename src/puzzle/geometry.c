/*
 * The geometry of a board. See geometry.h.
 */
#include "puzzle/geometry.h"

#include "base/error.h"

tilepdb_status tilepdb_size_check(int width, int height, tilepdb_error *error) {
    if (width >= TILEPDB_MIN_SIDE && width <= TILEPDB_TABLE_MAX_SIDE &&
        height >= TILEPDB_MIN_SIDE && height <= TILEPDB_TABLE_MAX_SIDE &&
        width * height <= TILEPDB_TABLE_MAX_CELLS)
        return TILEPDB_OK;
    return error_set(
        error, TILEPDB_ERROR_ARGUMENT,
        "%dx%d is not a valid board size: each side must be %d to %d, and a board has at most "
        "%d cells",
        width, height, TILEPDB_MIN_SIDE, TILEPDB_TABLE_MAX_SIDE, TILEPDB_TABLE_MAX_CELLS);
}

tilepdb_status geometry_init(struct geometry *geometry, int width, int height,
                             tilepdb_error *error) {
    const tilepdb_status status = tilepdb_size_check(width, height, error);
    if (status) return status;
    *geometry = (struct geometry){
        .width = (uint8_t)width,
        .height = (uint8_t)height,
        .cells = (uint8_t)(width * height),
    };
    for (int cell = 0; cell < width * height; cell++) {
        int row = cell / width;
        int column = cell % width;
        uint8_t *neighbour = geometry->neighbour[cell];
        neighbour[BLANK_UP] = row > 0 ? (uint8_t)(cell - width) : NO_CELL;
        neighbour[BLANK_LEFT] = column > 0 ? (uint8_t)(cell - 1) : NO_CELL;
        neighbour[BLANK_RIGHT] = column < width - 1 ? (uint8_t)(cell + 1) : NO_CELL;
        neighbour[BLANK_DOWN] = row < height - 1 ? (uint8_t)(cell + width) : NO_CELL;
    }
    return TILEPDB_OK;
}

char direction_letter(enum direction direction) {
    return "DRLU"[direction];
}

bool direction_parse(char letter, enum direction *direction) {
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (direction_letter((enum direction)d) == letter) {
            *direction = (enum direction)d;
            return true;
        }
    }
    return false;
}

static unsigned difference(unsigned a, unsigned b) {
    return a > b ? a - b : b - a;
}

uint8_t geometry_distance(const struct geometry *geometry, unsigned a, unsigned b) {
    unsigned width = geometry->width;
    return (uint8_t)(difference(a / width, b / width) + difference(a % width, b % width));
}
