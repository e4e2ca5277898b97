#include "puzzle/conflict.h"

#include <stdlib.h>

static void goal_cells(const tilepdb_board *goal, int goal_cell[TILEPDB_MAX_CELLS]) {
    for (int cell = 0; cell < goal->width * goal->height; cell++)
        goal_cell[goal->cells[cell]] = cell;
}

/* Returns the least number of the distinct `places` without which the others increase. */
static int fewest_removed(const int *places, int count) {
    int longest[TILEPDB_MAX_SIDE]; /* [i] longest increasing subsequence that ends at i */
    int most = 0;
    for (int i = 0; i < count; i++) {
        longest[i] = 1;
        for (int j = 0; j < i; j++)
            if (places[j] < places[i] && longest[j] >= longest[i]) longest[i] = longest[j] + 1;
        if (longest[i] > most) most = longest[i];
    }
    return count - most;
}

static int line_removed(const tilepdb_board *board, const int *goal_cell, bool is_row, int line) {
    const int width = board->width, length = is_row ? width : board->height;
    int places[TILEPDB_MAX_SIDE], count = 0;
    for (int i = 0; i < length; i++) {
        const int tile = board->cells[is_row ? line * width + i : i * width + line];
        const int row = goal_cell[tile] / width, column = goal_cell[tile] % width;
        if (tile != 0 && (is_row ? row : column) == line) places[count++] = is_row ? column : row;
    }
    return fewest_removed(places, count);
}

int manhattan_distance(const tilepdb_board *board, const tilepdb_board *goal) {
    const int width = board->width;
    int goal_cell[TILEPDB_MAX_CELLS];
    goal_cells(goal, goal_cell);
    int sum = 0;
    for (int cell = 0; cell < width * board->height; cell++) {
        const int tile = board->cells[cell];
        if (tile == 0) continue;
        sum += abs(cell / width - goal_cell[tile] / width) +
               abs(cell % width - goal_cell[tile] % width);
    }
    return sum;
}

int linear_conflict(const tilepdb_board *board, const tilepdb_board *goal) {
    int goal_cell[TILEPDB_MAX_CELLS];
    goal_cells(goal, goal_cell);
    int removed = 0;
    for (int row = 0; row < board->height; row++)
        removed += line_removed(board, goal_cell, true, row);
    for (int column = 0; column < board->width; column++)
        removed += line_removed(board, goal_cell, false, column);
    return manhattan_distance(board, goal) + 2 * removed;
}

/* ---- slides ---------------------------------------------------------------------------------- */

/* Tile i goes from line from[i] to line to[i]. Returns the most tiles that must cross one cut. */
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
