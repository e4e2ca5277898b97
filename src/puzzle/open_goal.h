/*
 * Open goals, each of which stands for several boards. Thread-safe.
 *
 * An open goal has open cells (TILEPDB_ANY_TILE), alike tiles, or both. Alike tiles have one
 * number, also on the boards that are solved to the goal. Tiles of one colour are alike: tiles
 * whose number the goal names have the colour of this number; all others, which can only be on open
 * cells, have one colour.
 *
 * A board reaches the goal if every cell that is not open has the colour, or the blank, of the
 * goal.
 */
#ifndef TILEPDB_PUZZLE_OPEN_GOAL_H
#define TILEPDB_PUZZLE_OPEN_GOAL_H

#include "tilepdb.h"

#define OPEN_GOAL_BLANK 0xFE
#define OPEN_GOAL_ANY   0xFF

/* An open goal for all boards with the tiles of one board. All these boards give equal bytes. */
struct open_goal {
    uint8_t width, height, cells;
    uint8_t colours;
    /* [colour] number of tiles, ascending */
    uint8_t sizes[TILEPDB_TABLE_MAX_CELLS];
    /* [cell] colour, OPEN_GOAL_BLANK or OPEN_GOAL_ANY */
    uint8_t wanted[TILEPDB_TABLE_MAX_CELLS];
    /* [tile] colour; OPEN_GOAL_ANY if no board has the tile; [0] OPEN_GOAL_BLANK */
    uint8_t colour[TILEPDB_TABLE_MAX_CELLS];
};

bool board_has_alike(const tilepdb_board *board);

/* Returns ERROR_ARGUMENT unless tables take the size, the numbers are tiles, and the goal names the
 * blank once, or does not name it and has an open cell. */
tilepdb_status open_goal_check(const tilepdb_board *goal, tilepdb_error *error);

/* Returns ERROR_ARGUMENT unless `board` has the size of the goal and all tiles that the goal
 * names. */
tilepdb_status open_goal_fits(const tilepdb_board *goal, const tilepdb_board *board,
                              tilepdb_error *error);

/* Returns the statuses of open_goal_check and open_goal_fits, or ERROR_ARGUMENT for an invalid
 * board. */
tilepdb_status open_goal_init(struct open_goal *open, const tilepdb_board *goal,
                              const tilepdb_board *board, tilepdb_error *error);

/* Makes all tiles of the colours in `merged` and of the last colour alike. */
void open_goal_merge(const struct open_goal *open, uint32_t merged, struct open_goal *coarse);

/* Numbers the colours by their numbers of tiles, the fewest first, then by the first goal cell that
 * may hold them. */
void open_goal_sort(struct open_goal *open);

/* Writes the colour of each cell, OPEN_GOAL_BLANK for the blank. Returns the blank's cell. */
unsigned open_goal_see(const struct open_goal *open, const tilepdb_board *board,
                       uint8_t seen[TILEPDB_TABLE_MAX_CELLS]);

/* True if `seen`, the colours of all cells, is a board of the goal. */
bool open_goal_is(const struct open_goal *open, const uint8_t *seen);

/* True if `moves`, letters of tilepdb_board_play, are legal and lead to a board of the goal. */
bool open_goal_solved_by(const tilepdb_board *goal, const tilepdb_board *board, const char *moves);

/* Returns UNSOLVABLE with the reason, or the statuses of open_goal_init. */
tilepdb_status open_goal_solvable(const tilepdb_board *goal, const tilepdb_board *board,
                                  tilepdb_error *error);

/* Open cells hold the missing numbers in ascending order, and the last one the blank unless the
 * goal names it. */
void open_goal_board(const tilepdb_board *goal, tilepdb_board *board);

/* Like open_goal_board, for scrambles. Returns false, without a board, if tiles are alike and cells
 * are open. */
bool open_goal_example(const tilepdb_board *goal, tilepdb_board *board);

#endif
