/*
 * Boards: positions, moves and parity. See board.h.
 */
#include "puzzle/board.h"

#include "base/error.h"
#include "base/random.h"
#include "puzzle/scan.h"

static unsigned board_cells(const tilepdb_board *board) {
    return (unsigned)board->width * board->height;
}

tilepdb_status board_check(const tilepdb_board *board, tilepdb_error *error) {
    struct geometry geometry;
    tilepdb_status status = geometry_init(&geometry, board->width, board->height, error);
    if (status != TILEPDB_OK) return status;
    uint8_t cell_of[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned tile = 0; tile < geometry.cells; tile++) cell_of[tile] = NO_CELL;
    for (unsigned cell = 0; cell < geometry.cells; cell++) {
        unsigned tile = board->cells[cell];
        if (tile >= geometry.cells) {
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "cell %u holds %u, which is not a tile of a %dx%d board", cell, tile,
                             board->width, board->height);
        }
        if (cell_of[tile] != NO_CELL) {
            return error_set(error, TILEPDB_ERROR_ARGUMENT, "%u is on cell %d and on cell %u", tile,
                             cell_of[tile], cell);
        }
        cell_of[tile] = (uint8_t)cell;
    }
    return TILEPDB_OK;
}

tilepdb_status grid_check(const tilepdb_grid *grid, tilepdb_error *error) {
    bool seen[TILEPDB_MAX_CELLS] = {false};
    const tilepdb_status status = scan_size_check(grid->width, grid->height, true, error);
    if (status != TILEPDB_OK) return status;
    const int cells = grid->width * grid->height;
    for (int cell = 0; cell < cells; cell++) {
        const int tile = grid->cells[cell];
        if (tile >= cells)
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "cell %d holds %d, which is not a tile of a %dx%d board", cell, tile,
                             grid->width, grid->height);
        if (seen[tile]) return error_set(error, TILEPDB_ERROR_ARGUMENT, "%d is on two cells", tile);
        seen[tile] = true;
    }
    return TILEPDB_OK;
}

uint8_t board_blank(const tilepdb_board *board) {
    unsigned cells = board_cells(board);
    for (unsigned cell = 0; cell < cells; cell++) {
        if (board->cells[cell] == 0) return (uint8_t)cell;
    }
    return NO_CELL;
}

bool board_equal(const tilepdb_board *a, const tilepdb_board *b) {
    if (a->width != b->width || a->height != b->height) return false;
    for (unsigned cell = 0; cell < board_cells(a); cell++) {
        if (a->cells[cell] != b->cells[cell]) return false;
    }
    return true;
}

bool board_move(tilepdb_board *board, const struct geometry *geometry, uint8_t *blank,
                enum direction direction) {
    uint8_t next = geometry->neighbour[*blank][direction];
    if (next == NO_CELL) return false;
    board->cells[*blank] = board->cells[next];
    board->cells[next] = 0;
    *blank = next;
    return true;
}

unsigned board_parity(const tilepdb_board *board, const tilepdb_board *goal) {
    unsigned cells = board_cells(board);
    uint8_t goal_cell[TILEPDB_TABLE_MAX_CELLS];
    bool seen[TILEPDB_TABLE_MAX_CELLS] = {false};
    for (unsigned cell = 0; cell < cells; cell++) goal_cell[goal->cells[cell]] = (uint8_t)cell;
    /* A cycle of n cells is n - 1 swaps. */
    unsigned cycles = 0;
    for (unsigned start = 0; start < cells; start++) {
        if (seen[start]) continue;
        cycles++;
        for (unsigned cell = start; !seen[cell]; cell = goal_cell[board->cells[cell]]) {
            seen[cell] = true;
        }
    }
    return (cells - cycles) & 1;
}

tilepdb_status tilepdb_goal(int width, int height, int goal_blank, tilepdb_board *goal,
                            tilepdb_error *error) {
    struct geometry geometry;
    tilepdb_status status = geometry_init(&geometry, width, height, error);
    if (status != TILEPDB_OK) return status;
    if (goal_blank < 0 || goal_blank >= geometry.cells) {
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the blank's goal cell %d is not on a %dx%d board, whose cells are 0 to "
                         "%d",
                         goal_blank, width, height, geometry.cells - 1);
    }
    *goal = (tilepdb_board){.width = geometry.width, .height = geometry.height};
    uint8_t tile = 0;
    for (int cell = 0; cell < geometry.cells; cell++) {
        if (cell != goal_blank) goal->cells[cell] = ++tile;
    }
    return TILEPDB_OK;
}

/* Whether the goal can be reached; both are boards of one size. `*permutation` and `*steps` are the
 * two parities that must agree, since every move changes both. */
static bool parities_agree(const tilepdb_board *board, const tilepdb_board *goal,
                           unsigned *permutation, unsigned *steps) {
    struct geometry geometry;
    geometry_init(&geometry, board->width, board->height, NULL);
    *permutation = board_parity(board, goal);
    *steps = geometry_cell_parity(&geometry, board_blank(board)) ^
             geometry_cell_parity(&geometry, board_blank(goal));
    return *permutation == *steps;
}

/* board_check, with the board named at the start of the sentence. */
static tilepdb_status named_board_check(const tilepdb_board *board, const char *name,
                                        tilepdb_error *error) {
    tilepdb_error cause;
    tilepdb_status status = board_check(board, &cause);
    if (status == TILEPDB_OK) return status;
    return error_set(error, status, "the %s is not a board: %s", name, cause.message);
}

tilepdb_status tilepdb_board_solvable(const tilepdb_board *board, const tilepdb_board *goal,
                                      tilepdb_error *error) {
    tilepdb_status status = named_board_check(board, "position", error);
    if (status == TILEPDB_OK) status = named_board_check(goal, "goal", error);
    if (status != TILEPDB_OK) return status;
    if (board->width != goal->width || board->height != goal->height) {
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the board is %dx%d, but the goal is %dx%d",
                         board->width, board->height, goal->width, goal->height);
    }
    unsigned permutation;
    unsigned steps;
    if (parities_agree(board, goal, &permutation, &steps)) return TILEPDB_OK;
    return error_set(error, TILEPDB_UNSOLVABLE,
                     "unsolvable: the board is an %s permutation of the goal, while its blank is "
                     "an %s number of steps from the goal's cell; every move changes both, so "
                     "they must agree",
                     permutation ? "odd" : "even", steps ? "odd" : "even");
}

tilepdb_status tilepdb_board_play(tilepdb_board *board, const char *moves, tilepdb_error *error) {
    struct geometry geometry;
    tilepdb_status status = named_board_check(board, "position", error);
    if (status != TILEPDB_OK) return status;
    geometry_init(&geometry, board->width, board->height, NULL);
    uint8_t blank = board_blank(board);
    for (size_t i = 0; moves[i] != '\0'; i++) {
        enum direction direction;
        if (!direction_parse(moves[i], &direction)) {
            unsigned char letter = (unsigned char)moves[i];
            bool printable = letter >= ' ' && letter <= '~';
            return error_set_at(error, TILEPDB_ERROR_PARSE, 0, i + 1,
                                printable ? "move %zu, '%c', is not U, D, L or R"
                                          : "move %zu, '\\x%02X', is not U, D, L or R",
                                i + 1, letter);
        }
        if (!board_move(board, &geometry, &blank, direction)) {
            return error_set_at(error, TILEPDB_ERROR_PARSE, 0, i + 1,
                                "move %zu, '%c', is not possible: no tile can move there, the "
                                "blank is at row %d, column %d",
                                i + 1, moves[i], blank / geometry.width + 1,
                                blank % geometry.width + 1);
        }
    }
    return TILEPDB_OK;
}

/* Without a seed the generator yields only zeros. */
static bool is_seeded(const tilepdb_random *random) {
    const uint64_t *state = random->state;
    return (state[0] | state[1] | state[2] | state[3]) != 0;
}

tilepdb_status tilepdb_board_scramble(tilepdb_random *random, const tilepdb_board *goal,
                                      tilepdb_board *board) {
    if (!is_seeded(random)) return TILEPDB_ERROR_ARGUMENT;
    tilepdb_status status = board_check(goal, NULL);
    if (status != TILEPDB_OK) return status;

    *board = *goal;
    for (unsigned left = board_cells(goal); left > 1; left--) {
        unsigned drawn = random_below(random, left);
        uint8_t tile = board->cells[drawn];
        board->cells[drawn] = board->cells[left - 1];
        board->cells[left - 1] = tile;
    }
    unsigned permutation;
    unsigned steps;
    if (!parities_agree(board, goal, &permutation, &steps)) {
        /* A swap of two tiles pairs each unsolvable board with one solvable board. */
        unsigned first = board->cells[0] == 0 ? 1 : 0;
        unsigned second = board->cells[first + 1] == 0 ? first + 2 : first + 1;
        uint8_t tile = board->cells[first];
        board->cells[first] = board->cells[second];
        board->cells[second] = tile;
    }
    return TILEPDB_OK;
}

tilepdb_status tilepdb_board_walk(tilepdb_random *random, int moves, tilepdb_board *board) {
    struct geometry geometry;
    if (!is_seeded(random) || moves < 0) return TILEPDB_ERROR_ARGUMENT;
    tilepdb_status status = board_check(board, NULL);
    if (status != TILEPDB_OK) return status;
    geometry_init(&geometry, board->width, board->height, NULL);
    uint8_t blank = board_blank(board);
    for (int last = -1; moves > 0;) {
        const enum direction direction = (enum direction)random_below(random, DIRECTIONS);
        if (last >= 0 && direction == direction_opposite((enum direction)last)) continue;
        if (!board_move(board, &geometry, &blank, direction)) continue;
        last = (int)direction;
        moves--;
    }
    return TILEPDB_OK;
}
