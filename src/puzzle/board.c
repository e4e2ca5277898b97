#include "puzzle/board.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "base/random.h"

static unsigned board_cells(const tilepdb_board *board) {
    return (unsigned)board->width * board->height;
}

tilepdb_status board_size_check(int width, int height, tilepdb_error *error) {
    if (width >= TILEPDB_MIN_SIDE && height >= TILEPDB_MIN_SIDE && width <= TILEPDB_MAX_SIDE &&
        height <= TILEPDB_MAX_SIDE)
        return TILEPDB_OK;
    return error_set_code(
        error, TILEPDB_ERROR_ARGUMENT,
        (struct error_code){.code = TILEPDB_MESSAGE_BOARD_SIZE, .number = {width, height}},
        "%dx%d is not a valid board size: each side must be %d to %d", width, height,
        TILEPDB_MIN_SIDE, TILEPDB_MAX_SIDE);
}

tilepdb_status board_check(const tilepdb_board *board, tilepdb_error *error) {
    tilepdb_status status = board_size_check(board->width, board->height, error);
    if (status) return status;
    const unsigned cells = board_cells(board);
    uint16_t cell_of[TILEPDB_MAX_CELLS];
    for (unsigned tile = 0; tile < cells; tile++) cell_of[tile] = TILEPDB_MAX_CELLS;
    for (unsigned cell = 0; cell < cells; cell++) {
        const unsigned tile = board->cells[cell];
        if (tile == TILEPDB_ANY_TILE)
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "it leaves cell %u open: name the tile on every cell", cell);
        if (tile >= cells)
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "cell %u holds %u, which is not a tile of a %dx%d board", cell, tile,
                             board->width, board->height);
        if (cell_of[tile] != TILEPDB_MAX_CELLS)
            return error_set(error, TILEPDB_ERROR_ARGUMENT, "%u is on cell %d and on cell %u", tile,
                             cell_of[tile], cell);
        cell_of[tile] = (uint16_t)cell;
    }
    return TILEPDB_OK;
}

tilepdb_status board_check_table(const tilepdb_board *board, tilepdb_error *error) {
    const tilepdb_status status = tilepdb_size_check(board->width, board->height, error);
    return status ? status : board_check(board, error);
}

unsigned board_blank(const tilepdb_board *board) {
    const unsigned cells = board_cells(board);
    unsigned cell = 0;
    while (cell < cells && board->cells[cell] != 0) cell++;
    return cell;
}

bool board_equal(const tilepdb_board *a, const tilepdb_board *b) {
    if (a->width != b->width || a->height != b->height) return false;
    for (unsigned cell = 0; cell < board_cells(a); cell++)
        if (a->cells[cell] != b->cells[cell]) return false;
    return true;
}

bool board_step(const tilepdb_board *board, unsigned *cell, enum direction direction) {
    return cell_step(board->width, board->height, cell, direction);
}

bool board_move(tilepdb_board *board, unsigned *blank, enum direction direction) {
    const unsigned from = *blank;
    if (!board_step(board, blank, direction)) return false;
    board->cells[from] = board->cells[*blank];
    board->cells[*blank] = 0;
    return true;
}

unsigned board_parity(const tilepdb_board *board, const tilepdb_board *goal) {
    const unsigned cells = board_cells(board);
    uint16_t goal_cell[TILEPDB_MAX_CELLS];
    bool seen[TILEPDB_MAX_CELLS] = {false};
    for (unsigned cell = 0; cell < cells; cell++) goal_cell[goal->cells[cell]] = (uint16_t)cell;
    /* A cycle of n cells is a product of n - 1 swaps. */
    unsigned cycles = 0;
    for (unsigned start = 0; start < cells; start++) {
        if (seen[start]) continue;
        cycles++;
        for (unsigned cell = start; !seen[cell]; cell = goal_cell[board->cells[cell]])
            seen[cell] = true;
    }
    return (cells - cycles) & 1;
}

tilepdb_status tilepdb_goal(int width, int height, int goal_blank, tilepdb_board *goal,
                            tilepdb_error *error) {
    const tilepdb_status status = board_size_check(width, height, error);
    if (status) return status;
    const int cells = width * height;
    if (goal_blank < 0 || goal_blank >= cells)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the blank's goal cell %d is not on a %dx%d board, whose cells are 0 to "
                         "%d",
                         goal_blank, width, height, cells - 1);
    *goal = (tilepdb_board){.width = (uint8_t)width, .height = (uint8_t)height};
    uint16_t tile = 0;
    for (int cell = 0; cell < cells; cell++)
        if (cell != goal_blank) goal->cells[cell] = ++tile;
    return TILEPDB_OK;
}

static unsigned blank_colour(const tilepdb_board *board) {
    const unsigned blank = board_blank(board);
    return (blank / board->width + blank % board->width) & 1;
}

bool board_reaches(const tilepdb_board *board, const tilepdb_board *goal) {
    return board_parity(board, goal) == (blank_colour(board) ^ blank_colour(goal));
}

tilepdb_status board_check_named(const tilepdb_board *board, const char *name,
                                 tilepdb_error *error) {
    tilepdb_error cause;
    tilepdb_status status = board_check(board, &cause);
    if (!status) return status;
    return error_set(error, status, "the %s is not a board: %s", name, cause.message);
}

static tilepdb_status refuse_number(const tilepdb_board *board, unsigned cell, const char *name,
                                    tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "row %u, column %u of the %s holds %u, which is not a tile of a %dx%d board, "
                     "whose tiles are 1 to %u",
                     cell / board->width + 1, cell % board->width + 1, name, board->cells[cell],
                     board->width, board->height, board_cells(board) - 1);
}

tilepdb_status board_check_numbers(const tilepdb_board *board, bool any, const char *name,
                                   tilepdb_error *error) {
    const tilepdb_status status = board_size_check(board->width, board->height, error);
    if (status) return status;
    for (unsigned cell = 0; cell < board_cells(board); cell++)
        if (board->cells[cell] >= board_cells(board) &&
            !(any && board->cells[cell] == TILEPDB_ANY_TILE))
            return refuse_number(board, cell, name, error);
    return TILEPDB_OK;
}

unsigned board_count(const tilepdb_board *board, unsigned number) {
    unsigned count = 0;
    for (unsigned cell = 0; cell < board_cells(board); cell++)
        count += board->cells[cell] == number;
    return count;
}

tilepdb_status board_check_alike(const tilepdb_board *board, const char *name,
                                 tilepdb_error *error) {
    const tilepdb_status status = board_check_numbers(board, false, name, error);
    if (status || board_count(board, 0) == 1) return status;
    return error_set(error, TILEPDB_ERROR_ARGUMENT, "the %s has %u blanks instead of one", name,
                     board_count(board, 0));
}

tilepdb_status board_sizes_check(const tilepdb_board *board, const tilepdb_board *goal,
                                 tilepdb_error *error) {
    if (board->width == goal->width && board->height == goal->height) return TILEPDB_OK;
    return error_set_code(
        error, TILEPDB_ERROR_ARGUMENT,
        (struct error_code){.code = TILEPDB_MESSAGE_SIZES_DIFFER,
                            .number = {board->width, board->height, goal->width, goal->height}},
        "the board is %dx%d, but the goal is %dx%d", board->width, board->height, goal->width,
        goal->height);
}

tilepdb_status tilepdb_board_play(tilepdb_board *board, const char *moves, tilepdb_error *error) {
    const tilepdb_status status = board_check_alike(board, "position", error);
    if (status) return status;
    unsigned blank = board_blank(board);
    for (size_t i = 0; moves[i] != '\0'; i++) {
        enum direction direction;
        if (!direction_parse(moves[i], &direction)) {
            char shown[CHARACTER_SHOWN];
            character_show(moves + i, strlen(moves + i), shown);
            const struct error_code code = {.code = TILEPDB_MESSAGE_MOVE_UNKNOWN,
                                            .number = {(int64_t)i + 1},
                                            .text = shown,
                                            .column = i + 1};
            return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                                  "move %zu, '%s', is not U, D, L or R", i + 1, shown);
        }
        if (board_move(board, &blank, direction)) continue;
        const unsigned row = blank / board->width + 1, column = blank % board->width + 1;
        const struct error_code code = {.code = TILEPDB_MESSAGE_MOVE_IMPOSSIBLE,
                                        .number = {(int64_t)i + 1, row, column},
                                        .text = (const char[]){moves[i], '\0'},
                                        .column = i + 1};
        return error_set_code(error, TILEPDB_ERROR_PARSE, code,
                              "move %zu, '%c', is not possible: no tile can move there, the "
                              "blank is at row %u, column %u",
                              i + 1, moves[i], row, column);
    }
    return TILEPDB_OK;
}

bool board_solved_by(const tilepdb_board *board, const char *moves, const tilepdb_board *goal) {
    tilepdb_board played = *board;
    return !tilepdb_board_play(&played, moves, NULL) && board_equal(&played, goal);
}

void board_moves_invert(char *moves) {
    const size_t length = strlen(moves);
    for (size_t i = 0; 2 * i < length; i++) {
        const char first = direction_letter_opposite(moves[i]);
        moves[i] = direction_letter_opposite(moves[length - 1 - i]);
        moves[length - 1 - i] = first;
    }
}

static void cells_swap(tilepdb_board *board, unsigned a, unsigned b) {
    const uint16_t tile = board->cells[a];
    board->cells[a] = board->cells[b];
    board->cells[b] = tile;
}

static bool is_seeded(const tilepdb_random *random) {
    const uint64_t *state = random->state;
    return (state[0] | state[1] | state[2] | state[3]) != 0;
}

tilepdb_status tilepdb_board_scramble(tilepdb_random *random, const tilepdb_board *goal,
                                      tilepdb_board *board) {
    if (!is_seeded(random)) return TILEPDB_ERROR_ARGUMENT;
    tilepdb_status status = board_check(goal, NULL);
    if (status) return status;

    *board = *goal;
    for (unsigned left = board_cells(goal); left > 1; left--)
        cells_swap(board, random_below(random, left), left - 1);
    if (board_reaches(board, goal)) return TILEPDB_OK;
    /* Swapping two tiles maps unsolvable boards one to one to solvable boards, so the result is
     * uniform. */
    const unsigned blank = board_blank(board);
    cells_swap(board, blank == 0 ? 1 : 0, blank <= 1 ? 2 : 1);
    return TILEPDB_OK;
}

tilepdb_status tilepdb_board_walk(tilepdb_random *random, int moves, tilepdb_board *board) {
    if (!is_seeded(random) || moves < 0) return TILEPDB_ERROR_ARGUMENT;
    const tilepdb_status status = board_check(board, NULL);
    if (status) return status;
    unsigned blank = board_blank(board);
    for (int last = -1; moves > 0;) {
        const enum direction direction = (enum direction)random_below(random, DIRECTIONS);
        if (last >= 0 && direction == direction_opposite((enum direction)last)) continue;
        if (!board_move(board, &blank, direction)) continue;
        last = (int)direction;
        moves--;
    }
    return TILEPDB_OK;
}

/* ---- goals by name --------------------------------------------------------------------------- */

/* Each function fills `goal`, whose size is set and whose cells are 0. */

static void fill_blank_last(tilepdb_board *goal) {
    tilepdb_goal(goal->width, goal->height, goal->width * goal->height - 1, goal, NULL);
}

static void fill_blank_first(tilepdb_board *goal) {
    tilepdb_goal(goal->width, goal->height, 0, goal, NULL);
}

static void fill_spiral(tilepdb_board *goal) {
    static const enum direction clockwise[] = {BLANK_RIGHT, BLANK_DOWN, BLANK_LEFT, BLANK_UP};
    const unsigned cells = (unsigned)goal->width * goal->height;
    unsigned cell = 0, turns = 0;
    for (unsigned tile = 1; tile < cells; tile++) {
        unsigned next = cell;
        goal->cells[cell] = (uint16_t)tile;
        if (!board_step(goal, &next, clockwise[turns % 4]) || goal->cells[next] != 0) {
            next = cell;
            board_step(goal, &next, clockwise[++turns % 4]);
        }
        cell = next;
    }
}

static void fill_snail(tilepdb_board *goal) {
    fill_spiral(goal);
}

static const struct {
    const char *name;
    void (*fill)(tilepdb_board *goal);
} goals[] = {
#define ROW(identifier, word, description) {word, fill_##identifier},
    TILEPDB_GOALS(ROW)
#undef ROW
};

#define GOALS (sizeof goals / sizeof *goals)

const char *tilepdb_goal_name(size_t index) {
    return index < GOALS ? goals[index].name : NULL;
}

static tilepdb_board goal_make(size_t index, int width, int height) {
    tilepdb_board goal = {.width = (uint8_t)width, .height = (uint8_t)height};
    goals[index].fill(&goal);
    return goal;
}

tilepdb_status tilepdb_goal_named(const char *name, int width, int height, tilepdb_board *goal,
                                  tilepdb_error *error) {
    const tilepdb_status status = board_size_check(width, height, error);
    if (status) return status;
    for (size_t i = 0; i < GOALS; i++)
        if (strcmp(name, goals[i].name) == 0) {
            *goal = goal_make(i, width, height);
            return TILEPDB_OK;
        }
    char names[200] = "";
    for (size_t i = 0, used = 0; i < GOALS && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 goals[i].name);
    return error_set(error, TILEPDB_ERROR_PARSE, "'%.60s' is not one of %s", name, names);
}
