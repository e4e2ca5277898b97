#include "pdbverify/images.h"

#define SYMMETRIES 8

/* Rows and columns change places (4), then columns run back (1), then rows (2). */
static int carried(int symmetry, int cell) {
    int row = cell / IMAGES_SIDE, column = cell % IMAGES_SIDE;
    if (symmetry & 4) {
        const int kept = row;
        row = column;
        column = kept;
    }
    if (symmetry & 1) column = IMAGES_SIDE - 1 - column;
    if (symmetry & 2) row = IMAGES_SIDE - 1 - row;
    return row * IMAGES_SIDE + column;
}

/* The tile that rests on a cell in the goal. */
static uint8_t tile_at(int cell, int goal_blank) {
    return (uint8_t)(cell == goal_blank ? 0 : cell < goal_blank ? cell + 1 : cell);
}

static int home_of(int tile, int goal_blank) {
    return tile == 0 ? goal_blank : tile <= goal_blank ? tile - 1 : tile;
}

static int blank_of(const tilepdb_board *board) {
    int cell = 0;
    while (board->cells[cell] != 0) cell++;
    return cell;
}

bool image_reflected(const tilepdb_board *board, int goal_blank, tilepdb_board *image) {
    int symmetry = 1;
    while (symmetry < SYMMETRIES && carried(symmetry, goal_blank) != goal_blank) symmetry++;
    if (symmetry == SYMMETRIES) return false;
    *image = (tilepdb_board){.width = IMAGES_SIDE, .height = IMAGES_SIDE};
    for (int cell = 0; cell < IMAGES_CELLS; cell++)
        image->cells[carried(symmetry, cell)] =
            tile_at(carried(symmetry, home_of(board->cells[cell], goal_blank)), goal_blank);
    return true;
}

bool image_inverse(const tilepdb_board *board, int goal_blank, tilepdb_board *image) {
    const int blank = blank_of(board);
    int symmetry = 0;
    while (symmetry < SYMMETRIES && carried(symmetry, blank) != goal_blank) symmetry++;
    if (symmetry == SYMMETRIES) return false;
    /* The board becomes the goal: its tiles are named by where they stand. */
    uint8_t name[IMAGES_CELLS];
    for (int cell = 0; cell < IMAGES_CELLS; cell++)
        name[board->cells[cell]] = tile_at(carried(symmetry, cell), goal_blank);
    *image = (tilepdb_board){.width = IMAGES_SIDE, .height = IMAGES_SIDE};
    for (int cell = 0; cell < IMAGES_CELLS; cell++)
        image->cells[carried(symmetry, cell)] = name[tile_at(cell, goal_blank)];
    return true;
}
