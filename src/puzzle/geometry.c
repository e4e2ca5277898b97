#include "puzzle/geometry.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "base/error.h"

tilepdb_status tilepdb_size_check(int width, int height, tilepdb_error *error) {
    if (width >= TILEPDB_MIN_SIDE && width <= TILEPDB_TABLE_MAX_SIDE &&
        height >= TILEPDB_MIN_SIDE && height <= TILEPDB_TABLE_MAX_SIDE &&
        width * height <= TILEPDB_TABLE_MAX_CELLS)
        return TILEPDB_OK;
    return error_set_code(
        error, TILEPDB_ERROR_ARGUMENT,
        (struct error_code){.code = TILEPDB_MESSAGE_BOARD_SIZE, .number = {width, height}},
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
    for (unsigned cell = 0; cell < geometry->cells; cell++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned beside = cell;
            const bool inside =
                cell_step((unsigned)width, (unsigned)height, &beside, (enum direction)d);
            geometry->neighbour[cell][d] = inside ? (uint8_t)beside : NO_CELL;
        }
    return TILEPDB_OK;
}

char direction_letter(enum direction direction) {
    return "DRLU"[direction];
}

bool direction_parse(char letter, enum direction *direction) {
    for (unsigned d = 0; d < DIRECTIONS; d++)
        if (direction_letter((enum direction)d) == letter) {
            *direction = (enum direction)d;
            return true;
        }
    return false;
}

char direction_letter_opposite(char letter) {
    enum direction direction = BLANK_UP;
    direction_parse(letter, &direction);
    return direction_letter(direction_opposite(direction));
}

bool cell_step(unsigned width, unsigned height, unsigned *cell, enum direction direction) {
    const unsigned column = *cell % width,
                   vertical = direction == BLANK_UP || direction == BLANK_DOWN;
    const bool back = direction == BLANK_UP || direction == BLANK_LEFT;
    const unsigned at = vertical ? *cell / width : column, last = (vertical ? height : width) - 1;
    if (at == (back ? 0 : last)) return false;
    const unsigned step = vertical ? width : 1;
    *cell = back ? *cell - step : *cell + step;
    return true;
}

uint32_t geometry_neighbours(const struct geometry *geometry, uint32_t cells) {
    uint32_t beside = 0;
    for (; cells; cells &= cells - 1)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            const unsigned cell = geometry->neighbour[bits_lowest32(cells)][d];
            if (cell != NO_CELL) beside |= 1u << cell;
        }
    return beside;
}

uint32_t geometry_flood_fill(const struct geometry *geometry, uint32_t cells, uint32_t seed) {
    uint32_t region = seed;
    for (uint32_t frontier = seed; frontier; region |= frontier)
        frontier = geometry_neighbours(geometry, frontier) & cells & ~region;
    return region;
}

uint8_t geometry_distance(const struct geometry *geometry, unsigned a, unsigned b) {
    const int width = geometry->width, from = (int)a, to = (int)b;
    return (uint8_t)(abs(from / width - to / width) + abs(from % width - to % width));
}
