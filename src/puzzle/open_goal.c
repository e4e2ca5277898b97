#include "puzzle/open_goal.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/message_text.h"
#include "puzzle/board.h"

static unsigned cells_of(const tilepdb_board *board) {
    return (unsigned)board->width * board->height;
}

bool board_has_alike(const tilepdb_board *board) {
    bool seen[TILEPDB_MAX_CELLS] = {false};
    for (unsigned cell = 0; cell < cells_of(board); cell++) {
        const unsigned number = board->cells[cell];
        if (number >= TILEPDB_MAX_CELLS) continue;
        if (number > 0 && seen[number]) return true;
        seen[number] = true;
    }
    return false;
}

bool tilepdb_goal_is_open(const tilepdb_board *goal) {
    return !board_size_check(goal->width, goal->height, NULL) &&
           (board_count(goal, TILEPDB_ANY_TILE) > 0 || board_has_alike(goal));
}

tilepdb_status open_goal_check(const tilepdb_board *goal, tilepdb_error *error) {
    tilepdb_status status = tilepdb_size_check(goal->width, goal->height, error);
    if (!status) status = board_check_numbers(goal, true, "goal", error);
    if (status) return status;
    const unsigned blanks = board_count(goal, 0);
    if (blanks > 1)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the goal has %u blanks: write 0 once, and * for cells that may hold "
                         "anything",
                         blanks);
    if (blanks == 0 && board_count(goal, TILEPDB_ANY_TILE) == 0)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the goal has no cell for the blank: write 0 for it, or * for a cell that "
                         "may hold anything");
    return TILEPDB_OK;
}

static unsigned number_lacking(const tilepdb_board *goal, const tilepdb_board *board) {
    for (unsigned number = 1; number < cells_of(goal); number++)
        if (board_count(goal, number) > board_count(board, number)) return number;
    return 0;
}

tilepdb_status open_goal_fits(const tilepdb_board *goal, const tilepdb_board *board,
                              tilepdb_error *error) {
    const tilepdb_status status = board_sizes_check(board, goal, error);
    if (status) return status;
    const unsigned lacking = number_lacking(goal, board), count = board_count(goal, lacking);
    if (lacking == 0) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "the goal has %u tile%s %u, but the board has %u", count, plural(count),
                     lacking, board_count(board, lacking));
}

static unsigned first_cell(const struct open_goal *open, unsigned colour) {
    unsigned wanted = 0, first = open->cells;
    for (unsigned cell = open->cells; cell-- > 0;) {
        wanted += open->wanted[cell] == colour;
        if (open->wanted[cell] == colour) first = cell;
    }
    for (unsigned cell = 0; cell < first && open->sizes[colour] > wanted; cell++)
        if (open->wanted[cell] == OPEN_GOAL_ANY) return cell;
    return first;
}

void open_goal_sort(struct open_goal *open) {
    uint8_t order[TILEPDB_TABLE_MAX_CELLS], number[TILEPDB_TABLE_MAX_CELLS];
    unsigned key[TILEPDB_TABLE_MAX_CELLS];
    const struct open_goal from = *open;
    for (unsigned i = 0; i < open->colours; i++) {
        unsigned at = i;
        key[i] = from.sizes[i] * (from.cells + 1u) + first_cell(&from, i);
        for (; at > 0 && key[order[at - 1]] > key[i]; at--) order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
    for (unsigned i = 0; i < open->colours; i++) {
        number[order[i]] = (uint8_t)i;
        open->sizes[i] = from.sizes[order[i]];
    }
    for (unsigned i = 0; i < open->cells; i++) {
        if (from.wanted[i] < OPEN_GOAL_BLANK) open->wanted[i] = number[from.wanted[i]];
        if (from.colour[i] < OPEN_GOAL_BLANK) open->colour[i] = number[from.colour[i]];
    }
}

static void colours_fill(struct open_goal *open, const tilepdb_board *goal,
                         const tilepdb_board *board) {
    unsigned rest = open->cells - 1u;
    memset(open->colour, OPEN_GOAL_ANY, sizeof open->colour);
    open->colour[0] = OPEN_GOAL_BLANK;
    for (unsigned cell = 0; cell < open->cells; cell++) {
        const unsigned number = goal->cells[cell];
        if (number == TILEPDB_ANY_TILE || open->colour[number] != OPEN_GOAL_ANY) continue;
        const unsigned count = board_count(board, number);
        open->sizes[open->colours] = (uint8_t)count;
        open->colour[number] = open->colours++;
        rest -= count;
    }
    for (unsigned cell = 0; cell < open->cells; cell++) {
        const unsigned number = goal->cells[cell];
        open->wanted[cell] = number == TILEPDB_ANY_TILE ? OPEN_GOAL_ANY : open->colour[number];
    }
    if (rest == 0) return;
    for (unsigned number = 1; number < open->cells; number++)
        if (open->colour[number] == OPEN_GOAL_ANY) open->colour[number] = open->colours;
    open->sizes[open->colours++] = (uint8_t)rest;
}

tilepdb_status open_goal_init(struct open_goal *open, const tilepdb_board *goal,
                              const tilepdb_board *board, tilepdb_error *error) {
    tilepdb_status status = open_goal_check(goal, error);
    if (!status) status = board_check_alike(board, "position", error);
    if (!status) status = open_goal_fits(goal, board, error);
    if (status) return status;
    memset(open, 0, sizeof *open);
    open->width = goal->width;
    open->height = goal->height;
    open->cells = (uint8_t)cells_of(goal);
    colours_fill(open, goal, board);
    open_goal_sort(open);
    return TILEPDB_OK;
}

void open_goal_merge(const struct open_goal *open, uint32_t merged, struct open_goal *coarse) {
    uint8_t to[TILEPDB_TABLE_MAX_CELLS];
    const unsigned last = open->colours - 1u;
    *coarse = *open;
    memset(coarse->sizes, 0, sizeof coarse->sizes);
    coarse->colours = 0;
    for (unsigned colour = 0; colour < last; colour++)
        if (!(merged >> colour & 1)) to[colour] = coarse->colours++;
    for (unsigned colour = 0; colour <= last; colour++) {
        if (colour == last || merged >> colour & 1) to[colour] = coarse->colours;
        coarse->sizes[to[colour]] = (uint8_t)(coarse->sizes[to[colour]] + open->sizes[colour]);
    }
    coarse->colours++;
    for (unsigned i = 0; i < open->cells; i++) {
        if (open->wanted[i] < OPEN_GOAL_BLANK) coarse->wanted[i] = to[open->wanted[i]];
        if (open->colour[i] <= last) coarse->colour[i] = to[open->colour[i]];
    }
    open_goal_sort(coarse);
}

unsigned open_goal_see(const struct open_goal *open, const tilepdb_board *board,
                       uint8_t seen[TILEPDB_TABLE_MAX_CELLS]) {
    for (unsigned cell = 0; cell < open->cells; cell++)
        seen[cell] = open->colour[board->cells[cell]];
    return board_blank(board);
}

bool open_goal_is(const struct open_goal *open, const uint8_t *seen) {
    for (unsigned cell = 0; cell < open->cells; cell++)
        if (open->wanted[cell] != OPEN_GOAL_ANY && open->wanted[cell] != seen[cell]) return false;
    return true;
}

bool tilepdb_goal_reached(const tilepdb_board *goal, const tilepdb_board *board) {
    if (goal->width != board->width || goal->height != board->height) return false;
    for (unsigned cell = 0; cell < cells_of(goal); cell++)
        if (goal->cells[cell] != TILEPDB_ANY_TILE && goal->cells[cell] != board->cells[cell])
            return false;
    return true;
}

bool open_goal_solved_by(const tilepdb_board *goal, const tilepdb_board *board, const char *moves) {
    tilepdb_board played = *board;
    return !tilepdb_board_play(&played, moves, NULL) && tilepdb_goal_reached(goal, &played);
}

/* ---- which boards can reach the goal --------------------------------------------------------- */

/* The open cells get the missing tiles in ascending order; the blank, unless the goal names it, is
 * on open cell `blank_at`, from 0. */
static void open_cells_fill(const tilepdb_board *goal, unsigned blank_at, tilepdb_board *board) {
    unsigned at = 0, next = 1;
    const bool names_blank = board_count(goal, 0) > 0;
    *board = *goal;
    for (unsigned cell = 0; cell < cells_of(goal); cell++) {
        if (goal->cells[cell] != TILEPDB_ANY_TILE) continue;
        if (!names_blank && at++ == blank_at) {
            board->cells[cell] = 0;
            continue;
        }
        while (board_count(goal, next) > 0) next++;
        board->cells[cell] = (uint16_t)next++;
    }
}

void open_goal_board(const tilepdb_board *goal, tilepdb_board *board) {
    open_cells_fill(goal, board_count(goal, TILEPDB_ANY_TILE) - 1, board);
}

bool open_goal_example(const tilepdb_board *goal, tilepdb_board *board) {
    if (board_count(goal, TILEPDB_ANY_TILE) > 0 && board_has_alike(goal)) return false;
    open_goal_board(goal, board);
    return true;
}

/* If a colour has two tiles, exchanging them changes the parity of the permutation, so every board
 * is solvable. Otherwise the goal leaves out at most one tile, and has one or two boards. */
tilepdb_status open_goal_solvable(const tilepdb_board *goal, const tilepdb_board *board,
                                  tilepdb_error *error) {
    struct open_goal open;
    const tilepdb_status status = open_goal_init(&open, goal, board, error);
    if (status || open.sizes[open.colours - 1] > 1) return status;
    tilepdb_board first;
    for (unsigned i = 0; i < 2; i++) {
        open_cells_fill(goal, i, &first);
        if ((i == 0 || i < board_count(goal, TILEPDB_ANY_TILE)) && board_reaches(board, &first))
            return TILEPDB_OK;
    }
    return error_set_code(error, TILEPDB_UNSOLVABLE,
                          (struct error_code){.code = TILEPDB_MESSAGE_UNSOLVABLE,
                                              .number = {board_parity(board, &first)}},
                          "unsolvable: no moves lead to any board of this goal, whose tiles all "
                          "differ; with one more * in the goal every board is solvable");
}
