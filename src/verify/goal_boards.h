/*
 * The boards of a goal table: a plain index for proofs, written from pdb/FORMAT.md. It shares
 * nothing with the generator's index (table/goal_table.h), and numbers every board anew.
 *
 * The number of a board is sequence * cells + cell of the blank.
 *
 * Immutable after goal_boards_init; any number of threads may read it.
 */
#ifndef TILEPDB_VERIFY_GOAL_BOARDS_H
#define TILEPDB_VERIFY_GOAL_BOARDS_H

#include "tilepdb_tables.h"

struct goal_boards {
    unsigned width, height, cells, colours;
    tilepdb_metric metric;
    uint8_t order[TILEPDB_TABLE_MAX_CELLS];  /* [digit] colour, the fewest tiles first */
    uint8_t tiles[TILEPDB_TABLE_MAX_CELLS];  /* [digit] tiles of the colour */
    uint64_t radix[TILEPDB_TABLE_MAX_CELLS]; /* [digit] ways to place the tiles of the colour */
    uint64_t sequences;
};

void goal_boards_init(struct goal_boards *boards, const tilepdb_pattern *pattern,
                      tilepdb_metric metric);

/* `colours` has the colour of each cell; the value at the blank's cell is ignored. */
uint64_t goal_boards_number(const struct goal_boards *boards, const uint8_t *colours,
                            unsigned blank);

/* Writes the colours of all cells but the blank's. Returns the cell of the blank. */
unsigned goal_boards_at(const struct goal_boards *boards, uint64_t number, uint8_t *colours);

/* Writes the boards that one move leads to. Returns how many. */
unsigned goal_boards_neighbours(const struct goal_boards *boards, uint64_t number,
                                uint64_t neighbours[2 * TILEPDB_TABLE_MAX_SIDE]);

/* Writes the boards of the goal. Returns how many. */
unsigned goal_boards_goals(const struct goal_boards *boards, const tilepdb_pattern *pattern,
                           uint64_t goals[TILEPDB_TABLE_MAX_CELLS]);

#endif
