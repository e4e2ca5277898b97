/*
 * Packed boards. See packed.h.
 */
#include "puzzle/packed.h"

struct packed packed_from(const tilepdb_board *board) {
    const unsigned cells = (unsigned)board->width * board->height;
    struct packed packed = {{0, 0}};
    for (unsigned cell = 0; cell < cells; cell++)
        packed_flip(&packed, cells, cell, board->cells[cell]);
    return packed;
}

void packed_to(const struct packed *packed, tilepdb_board *board) {
    const unsigned cells = (unsigned)board->width * board->height;
    for (unsigned cell = 0; cell < cells; cell++)
        board->cells[cell] = (uint8_t)packed_tile(packed, cells, cell);
}
