/*
 * Goal tables: the distance of every board to the nearest board of an open goal (open_goal.h), in
 * memory. pdb/FORMAT.md (version 3) specifies entries, and the numbers of *sequences*, the colours
 * of the tiles in reading order without the blank.
 *
 * Every move counts, so the table is exact for the goal, and a lower bound for every goal that
 * leaves less open.
 *
 * The number of a sequence is a sum of terms. Colours are numbered from the fewest tiles to the
 * most. For each colour except the last, number the *places* of the sequence without tiles of lower
 * colours from 0. The i-th tile of the colour, from 0, on place q, has the term C(q, i + 1) times
 * the weight of the colour, which is the number of arrangements of all higher colours.
 *
 * A horizontal move changes only the blank's cell. A vertical move rotates the `width` places
 * between the two cells by one. Only their terms change:
 *
 *   the moved tile         q changes by the number of passed tiles of its colour or higher ones,
 *                          i by the number of passed tiles of its colour
 *   passed, lower colour   q changes by 1
 *   passed, same colour    q and i change by 1
 *   passed, higher colour  nothing changes
 *
 * Generation is breadth-first from all boards of the goal. Entries and frontier of a sequence are
 * sets of bits for the blank's cells, so horizontal moves are shifts. The table does not depend on
 * the number of threads, and is immutable.
 */
#ifndef TILEPDB_TABLE_GOAL_TABLE_H
#define TILEPDB_TABLE_GOAL_TABLE_H

#include "puzzle/move_set.h"
#include "puzzle/open_goal.h"
#include "tilepdb_tables.h"

#define GOAL_TABLE_NONE 3u /* entry of boards that cannot reach the goal */

struct goal_table;

#define GOAL_TABLE_ROW_BYTES 4096u

/* Sequences of a row. */
static inline unsigned goal_table_columns(unsigned cells) {
    return GOAL_TABLE_ROW_BYTES / (cells > 16 ? 8u : 4u);
}

struct goal_table_need {
    uint64_t states;      /* boards that the goal distinguishes */
    uint64_t bytes;       /* memory of a generation, without padding */
    uint64_t table_bytes; /* size of the rows in a file */
};

/* UINT64_MAX in all members for 2^32 - 1 sequences or more. */
struct goal_table_need goal_table_need(const struct open_goal *goal);

/* goal_table_free must follow, also on failure. Uses threads, progress and user of the options.
 * Returns ERROR_TOO_LARGE for 2^32 - 1 sequences or more, ERROR_ENCODING for over
 * TILEPDB_MAX_LEVELS levels, ERROR_ARGUMENT for an unknown metric, ERROR_MEMORY or CANCELLED. */
tilepdb_status goal_table_make(const struct open_goal *goal, tilepdb_metric metric,
                               const tilepdb_generate_options *options, struct goal_table **table,
                               tilepdb_error *error);

/* Takes metric, levels and histogram of `info`; `entries` must outlive the table. goal_table_free
 * must follow, also on failure. Returns ERROR_TOO_LARGE, ERROR_ARGUMENT or ERROR_MEMORY. */
tilepdb_status goal_table_of(const struct open_goal *goal, const tilepdb_table_info *info,
                             const uint8_t *entries, struct goal_table **table,
                             tilepdb_error *error);

/* `table` may be NULL. */
void goal_table_free(struct goal_table *table);

const uint8_t *goal_table_entries(const struct goal_table *table);

/* Sets entries, reachable (must be 0 before), levels, histogram and table_bytes. */
void goal_table_info(const struct goal_table *table, tilepdb_table_info *info);

/* Bytes of the entries, without padding. */
uint64_t goal_table_bytes(const struct goal_table *table);

int goal_table_depth(const struct goal_table *table);

/* The moves live as long as the table. */
const struct move_set *goal_table_moves(const struct goal_table *table);

/* ---- looking up ------------------------------------------------------------------------------ */

struct goal_view {
    uint32_t sequence;
    uint8_t blank;
    uint8_t colour[TILEPDB_TABLE_MAX_CELLS]; /* [place] */
    uint16_t key[TILEPDB_TABLE_MAX_CELLS];   /* [place] index of the term */
};

/* `seen` has the colour of each cell (open_goal_see). */
void goal_view_set(const struct goal_table *table, const uint8_t *seen, unsigned blank,
                   struct goal_view *view);

/* Returns false and changes nothing if the move is illegal. */
bool goal_view_play(const struct goal_table *table, struct goal_view *view, unsigned move);

/* Returns the distance modulo 3, or GOAL_TABLE_NONE. */
unsigned goal_view_entry(const struct goal_table *table, const struct goal_view *view);

/* The change of distance by a move, -1, 0 or 1, from the entries of two boards that can reach the
 * goal. */
static inline int goal_entry_change(unsigned before, unsigned after) {
    return (int)(after + 4 - before) % 3 - 1;
}

/* Writes the first of the shortest solutions in the move order to `path`: goal_table_depth numbers
 * of moves, or NULL. Returns the distance; -1 if the board cannot reach the goal, or in a false
 * table. */
int goal_table_walk(const struct goal_table *table, const struct goal_view *view, uint8_t *path);

#endif
