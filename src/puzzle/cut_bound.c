#include "puzzle/cut_bound.h"

/* Returns the largest number of tiles that must cross one cut. Tile i goes from line from[i] to
 * line to[i]. */
static int most_over_cut(const uint8_t *from, const uint8_t *to, int tiles, int lines) {
    int most = 0;
    for (int cut = 0; cut + 1 < lines; cut++) {
        int count = 0;
        for (int i = 0; i < tiles; i++) count += (from[i] <= cut) != (to[i] <= cut);
        if (count > most) most = count;
    }
    return most;
}

int cut_bound(const tilepdb_board *board, const tilepdb_board *goal) {
    const int width = board->width, cells = width * board->height;
    uint8_t rows[2][TILEPDB_MAX_CELLS], columns[2][TILEPDB_MAX_CELLS];
    for (int cell = 0; cell < cells; cell++) {
        const uint16_t tiles[2] = {board->cells[cell], goal->cells[cell]};
        for (int i = 0; i < 2; i++) {
            rows[i][tiles[i]] = (uint8_t)(cell / width);
            columns[i][tiles[i]] = (uint8_t)(cell % width);
        }
    }
    const int vertical = most_over_cut(rows[0] + 1, rows[1] + 1, cells - 1, board->height),
              horizontal = most_over_cut(columns[0] + 1, columns[1] + 1, cells - 1, width);
    const int more = vertical > horizontal ? vertical : horizontal;
    return vertical == horizontal ? 2 * more : 2 * more - 1;
}
