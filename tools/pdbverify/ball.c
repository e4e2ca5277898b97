#include "pdbverify/ball.h"

#include <string.h>

#include "pdbverify/images.h"

/* Moves to the outermost boards: 2.13 times as many boards for each more, which settle few more
 * (docs/verification.md). */
#define RADIUS 10

struct ball {
    struct found *found;
    uint64_t key;
    int blank;
};

static uint64_t shifted(uint64_t tile, int cell) {
    return tile << 4 * (IMAGES_CELLS - 1 - cell);
}

static uint64_t tile_of(uint64_t key, int cell) {
    return key >> 4 * (IMAGES_CELLS - 1 - cell) & 15;
}

/* The cell next to another: up, left, right, down; -1: beyond the board. */
static int beside(int cell, int way) {
    const int column = cell % IMAGES_SIDE;
    if (way == 1) return column > 0 ? cell - 1 : -1;
    if (way == 2) return column < IMAGES_SIDE - 1 ? cell + 1 : -1;
    const int to = way == 0 ? cell - IMAGES_SIDE : cell + IMAGES_SIDE;
    return to >= 0 && to < IMAGES_CELLS ? to : -1;
}

/* Marks the board and all within `radius` moves, except those by way of `back`. */
static void ball_walk(const struct ball *ball, int radius, int back) {
    found_mark(ball->found, ball->key);
    for (int way = 0; way < 4 && radius > 0; way++) {
        const int from = beside(ball->blank, way);
        if (way == back || from < 0) continue;
        const uint64_t tile = tile_of(ball->key, from);
        const struct ball next = {.found = ball->found,
                                  .key =
                                      ball->key ^ shifted(tile, from) ^ shifted(tile, ball->blank),
                                  .blank = from};
        ball_walk(&next, radius - 1, 3 - way);
    }
}

void ball_mark(struct found *found, const tilepdb_board *board, const char *moves, int length,
               int most) {
    if (length > most) return;
    const int spare = most - length; /* moves beyond those down the way */
    const int down = spare >= RADIUS ? 0 : RADIUS - spare < length ? RADIUS - spare : length;
    const int radius = down + spare < RADIUS ? down + spare : RADIUS;
    char way[RADIUS + 1] = "";
    memcpy(way, moves, (size_t)down);
    tilepdb_board centre = *board;
    if (tilepdb_board_play(&centre, way, NULL) != TILEPDB_OK) return;
    struct ball ball = {.found = found, .key = found_key(&centre)};
    while (centre.cells[ball.blank] != 0) ball.blank++;
    ball_walk(&ball, radius, -1);
}
