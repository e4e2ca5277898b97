#include "whole.h"

#include <stdlib.h>
#include <string.h>

/* The blank goes up, left, right, down; the tile moves the opposite way. */
static const char *const MOVES = "DRLU";

static size_t factorial(unsigned n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

static size_t board_number(const tilepdb_board *board) {
    const unsigned cells = (unsigned)board->width * board->height;
    size_t number = 0;
    for (unsigned i = 0; i < cells; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < cells; j++) smaller += board->cells[j] < board->cells[i];
        number = number * (cells - i) + smaller;
    }
    return number;
}

static bool board_step(const tilepdb_board *board, char letter, tilepdb_board *next) {
    const char move[2] = {letter, '\0'};
    *next = *board;
    return tilepdb_board_play(next, move, NULL) == TILEPDB_OK;
}

static void cells_set(uint8_t *cells, const tilepdb_board *board) {
    for (int cell = 0; cell < board->width * board->height; cell++)
        cells[cell] = (uint8_t)board->cells[cell];
}

tilepdb_board whole_board(const struct whole *whole, size_t i) {
    tilepdb_board board = {.width = whole->goal.width, .height = whole->goal.height};
    for (int cell = 0; cell < board.width * board.height; cell++)
        board.cells[cell] = whole->cells[i][cell];
    return board;
}

void whole_find(struct whole *whole, const tilepdb_board *goal) {
    const size_t all = factorial((unsigned)goal->width * goal->height);
    whole->cells = malloc(all / 2 * sizeof *whole->cells);
    whole->distance = malloc(all);
    if (!whole->cells || !whole->distance) exit(1);
    memset(whole->distance, WHOLE_UNREACHED, all);
    whole->goal = *goal;
    cells_set(whole->cells[0], goal);
    whole->distance[board_number(goal)] = 0;
    whole->count = 1;
    for (size_t head = 0; head < whole->count; head++) {
        const tilepdb_board board = whole_board(whole, head);
        const int depth = whole_distance(whole, &board);
        for (int m = 0; m < 4; m++) {
            tilepdb_board next;
            if (!board_step(&board, MOVES[m], &next)) continue;
            uint8_t *seen = &whole->distance[board_number(&next)];
            if (*seen != WHOLE_UNREACHED) continue;
            *seen = (uint8_t)(depth + 1);
            cells_set(whole->cells[whole->count++], &next);
        }
    }
    expect(whole->count == all / 2, "%zu boards of %zu reach the goal", whole->count, all);
}

void whole_free(struct whole *whole) {
    free(whole->cells);
    free(whole->distance);
}

int whole_distance(const struct whole *whole, const tilepdb_board *board) {
    return whole->distance[board_number(board)];
}

void whole_moves(const struct whole *whole, const tilepdb_board *board,
                 char moves[WHOLE_MAX_MOVES]) {
    tilepdb_board at = *board, next;
    int depth = 0;
    for (int left = whole_distance(whole, board); left > 0; left--)
        for (int m = 0; m < 4; m++) {
            if (!board_step(&at, MOVES[m], &next) || whole_distance(whole, &next) != left - 1)
                continue;
            moves[depth++] = MOVES[m];
            at = next;
            break;
        }
    moves[depth] = '\0';
}
