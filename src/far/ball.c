/*
 * Boards close to a solution. See ball.h.
 */
#include "far/ball.h"

#include <string.h>

#include "puzzle/board.h"
#include "puzzle/move_set.h"

/* Moves to the outermost boards: 2.13 times as many boards for each more, which settle few more
 * (docs/notes/search.md). */
#define RADIUS 10

#define NO_MOVE MOVE_SET_MAX

struct ball {
    struct board_set *set;
    struct move_set moves;
};

static unsigned shift_of(const struct ball *ball, unsigned cell) {
    return 4 * (ball->moves.geometry.cells - 1u - cell);
}

/* Marks the board and all within `radius` moves, except those by way of the move `undone`. */
static void ball_fill(const struct ball *ball, uint64_t key, unsigned blank, int radius,
                      unsigned undone) {
    board_set_mark(ball->set, key);
    for (unsigned move = 0; move < ball->moves.count && radius > 0; move++) {
        const unsigned from = ball->moves.blank_after[blank][move];
        if (move == undone || from == NO_CELL) continue;
        const uint64_t tile = key >> shift_of(ball, from) & 15;
        ball_fill(ball, key ^ tile << shift_of(ball, from) ^ tile << shift_of(ball, blank), from,
                  radius - 1, ball->moves.move[move].inverse);
    }
}

void ball_mark(struct board_set *set, const tilepdb_board *board, const char *moves, int length,
               int most) {
    if (length > most) return;
    const int spare = most - length; /* moves beyond those down the way */
    const int down = spare >= RADIUS ? 0 : RADIUS - spare < length ? RADIUS - spare : length;
    const int radius = down + spare < RADIUS ? down + spare : RADIUS;
    char way[RADIUS + 1] = "";
    memcpy(way, moves, (size_t)down);
    tilepdb_board centre = *board;
    struct ball ball = {.set = set};
    if (tilepdb_board_play(&centre, way, NULL) ||
        move_set_init(&ball.moves, board->width, board->height, TILEPDB_METRIC_SINGLE, NULL))
        return;
    ball_fill(&ball, board_key(&centre), board_blank(&centre), radius, NO_MOVE);
}
