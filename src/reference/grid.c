/*
 * Grids. See grid.h.
 */
#include "reference/grid.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/random.h"
#include "puzzle/scan.h"

static int grid_cells(const tilepdb_grid *grid) {
    return grid->width * grid->height;
}

int grid_blank(const tilepdb_grid *grid) {
    int cell = 0;
    while (grid->cells[cell] != 0) cell++;
    return cell;
}

int grid_neighbour(const tilepdb_grid *grid, int cell, enum direction direction) {
    const int row = cell / grid->width, column = cell % grid->width;
    switch (direction) {
    case BLANK_UP:
        return row > 0 ? cell - grid->width : -1;
    case BLANK_LEFT:
        return column > 0 ? cell - 1 : -1;
    case BLANK_RIGHT:
        return column < grid->width - 1 ? cell + 1 : -1;
    default:
        return row < grid->height - 1 ? cell + grid->width : -1;
    }
}

bool grid_equal(const tilepdb_grid *a, const tilepdb_grid *b) {
    if (a->width != b->width || a->height != b->height) return false;
    for (int cell = 0; cell < grid_cells(a); cell++)
        if (a->cells[cell] != b->cells[cell]) return false;
    return true;
}

static void goal_cells(const tilepdb_grid *goal, int home[TILEPDB_MAX_CELLS]) {
    for (int cell = 0; cell < grid_cells(goal); cell++) home[goal->cells[cell]] = cell;
}

static int distance(const tilepdb_grid *grid, int a, int b) {
    return abs(a / grid->width - b / grid->width) + abs(a % grid->width - b % grid->width);
}

int grid_manhattan(const tilepdb_grid *grid, const tilepdb_grid *goal) {
    int home[TILEPDB_MAX_CELLS];
    goal_cells(goal, home);
    int sum = 0;
    for (int cell = 0; cell < grid_cells(grid); cell++)
        if (grid->cells[cell] != 0) sum += distance(grid, cell, home[grid->cells[cell]]);
    return sum;
}

/* As in board.c: a cycle of n cells is n - 1 swaps, and a move changes both parities. */
static bool parities_agree(const tilepdb_grid *grid, const tilepdb_grid *goal) {
    int home[TILEPDB_MAX_CELLS];
    bool seen[TILEPDB_MAX_CELLS] = {false};
    goal_cells(goal, home);
    int swaps = 0;
    for (int start = 0; start < grid_cells(grid); start++) {
        for (int cell = start; !seen[cell]; cell = home[grid->cells[cell]]) {
            seen[cell] = true;
            swaps += cell != start;
        }
    }
    return (swaps & 1) == (distance(grid, grid_blank(grid), home[0]) & 1);
}

tilepdb_status grid_solvable(const tilepdb_grid *grid, const tilepdb_grid *goal,
                             tilepdb_error *error) {
    tilepdb_status status = grid_check(grid, error);
    if (status == TILEPDB_OK) status = grid_check(goal, error);
    if (status != TILEPDB_OK) return status;
    if (grid->width != goal->width || grid->height != goal->height)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the board is %dx%d, but the goal is %dx%d",
                         grid->width, grid->height, goal->width, goal->height);
    if (parities_agree(grid, goal)) return TILEPDB_OK;
    return error_set(error, TILEPDB_UNSOLVABLE,
                     "unsolvable: the parity of the permutation and that of the blank's distance "
                     "to its goal cell differ; every move changes both, so they must agree");
}

tilepdb_grid grid_from_board(const tilepdb_board *board) {
    tilepdb_grid grid = {.width = board->width, .height = board->height};
    for (int cell = 0; cell < grid_cells(&grid); cell++) grid.cells[cell] = board->cells[cell];
    return grid;
}

tilepdb_status tilepdb_grid_goal(int width, int height, int goal_blank, tilepdb_grid *goal,
                                 tilepdb_error *error) {
    const tilepdb_status status = scan_size_check(width, height, true, error);
    if (status != TILEPDB_OK) return status;
    if (goal_blank < 0 || goal_blank >= width * height)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the blank's goal cell %d is not on a %dx%d board", goal_blank, width,
                         height);
    *goal = (tilepdb_grid){.width = (uint8_t)width, .height = (uint8_t)height};
    uint16_t tile = 0;
    for (int cell = 0; cell < width * height; cell++)
        if (cell != goal_blank) goal->cells[cell] = ++tile;
    return TILEPDB_OK;
}

tilepdb_status tilepdb_grid_play(tilepdb_grid *grid, const char *moves, tilepdb_error *error) {
    const tilepdb_status status = grid_check(grid, error);
    if (status != TILEPDB_OK) return status;
    int blank = grid_blank(grid);
    for (size_t i = 0; moves[i] != '\0'; i++) {
        enum direction direction;
        if (!direction_parse(moves[i], &direction))
            return error_set_at(error, TILEPDB_ERROR_PARSE, 0, i + 1,
                                "move %zu is not U, D, L or R", i + 1);
        const int from = grid_neighbour(grid, blank, direction);
        if (from < 0)
            return error_set_at(error, TILEPDB_ERROR_PARSE, 0, i + 1,
                                "move %zu, '%c', is not possible: no tile can move there", i + 1,
                                moves[i]);
        grid->cells[blank] = grid->cells[from];
        grid->cells[from] = 0;
        blank = from;
    }
    return TILEPDB_OK;
}

static void cells_swap(tilepdb_grid *grid, int a, int b) {
    const uint16_t tile = grid->cells[a];
    grid->cells[a] = grid->cells[b];
    grid->cells[b] = tile;
}

tilepdb_status tilepdb_grid_scramble(tilepdb_random *random, const tilepdb_grid *goal,
                                     tilepdb_grid *grid) {
    const uint64_t *state = random->state;
    if ((state[0] | state[1] | state[2] | state[3]) == 0) return TILEPDB_ERROR_ARGUMENT;
    const tilepdb_status status = grid_check(goal, NULL);
    if (status != TILEPDB_OK) return status;
    *grid = *goal;
    for (int left = grid_cells(goal); left > 1; left--)
        cells_swap(grid, (int)random_below(random, (uint32_t)left), left - 1);
    if (parities_agree(grid, goal)) return TILEPDB_OK;
    /* A swap of two tiles pairs each unsolvable grid with one solvable grid. */
    const int blank = grid_blank(grid);
    cells_swap(grid, blank == 0 ? 1 : 0, blank <= 1 ? 2 : 1);
    return TILEPDB_OK;
}
