/*
 * Goal tables: the distance of every board to the nearest board of an open goal (open_goal.h), in
 * memory.
 *
 * A table sees a board as the blank's cell and a *sequence*, the colours of the tiles in reading
 * order without the blank. Every move counts, so the table is exact for the goal, and a lower bound
 * for every goal that leaves less open.
 *
 * The index of a sequence. Let a *place* be a position in the sequence. The colours are numbered
 * from the fewest tiles to the most. The i-th tile of a colour, from 0, is on the q-th of the
 * places without tiles of lower colours; it adds C(q, i + 1) to the digit of its colour, and the
 * digit has the weight of all arrangements of the higher colours. The last colour takes what is
 * left.
 *
 * A horizontal move changes the blank's cell alone. A vertical move turns the `width` places
 * between the two cells by one. Only these places change their terms:
 *
 *   the moved tile         q changes by the number of passed tiles of its colour or higher ones,
 *                          i by the number of passed tiles of its colour
 *   passed, lower colour   q changes by 1
 *   passed, same colour    q and i change by 1
 *   passed, higher colour  nothing changes
 *
 * An entry is the distance modulo 3, or 3 for boards that cannot reach the goal. Distances of
 * neighbours differ by at most 1, so entries lead down to the goal. A table is immutable.
 * pdb/FORMAT.md (version 3) describes its bytes.
 *
 * Generation is by levels from all boards of the goal. For each sequence, bits for the blank's
 * cells have the entry and the frontier, so horizontal moves are shifts. The table does not depend
 * on the number of threads.
 */
#ifndef TILEPDB_TABLE_GOAL_TABLE_H
#define TILEPDB_TABLE_GOAL_TABLE_H

#include "puzzle/move_set.h"
#include "puzzle/open_goal.h"
#include "tilepdb_tables.h"

#define GOAL_TABLE_NONE 3u /* entry of boards that cannot reach the goal */

struct goal_table;

#define GOAL_TABLE_ROW_BYTES 4096u

/* Returns the number of sequences in a row. */
static inline unsigned goal_table_columns(unsigned cells) {
    return GOAL_TABLE_ROW_BYTES / (cells > 16 ? 8u : 4u);
}

struct goal_table_need {
    uint64_t states;      /* boards that the goal distinguishes */
    uint64_t bytes;       /* memory that the table takes while it is made */
    uint64_t table_bytes; /* size of the table's rows in a file */
};

/* Returns UINT64_MAX in all members for 2^32 - 1 sequences or more. */
struct goal_table_need goal_table_need(const struct open_goal *goal);

/* Makes a table; goal_table_free must follow, also on failure. Uses threads, progress and user of
 * the options. Returns ERROR_TOO_LARGE for 2^32 - 1 sequences or more, ERROR_ENCODING for more
 * levels than a table can have, ERROR_MEMORY or CANCELLED. */
tilepdb_status goal_table_make(const struct open_goal *goal, tilepdb_metric metric,
                               const tilepdb_generate_options *options, struct goal_table **table,
                               tilepdb_error *error);

/* Makes a table of entries that outlive it, with metric, levels and histogram of `info`;
 * goal_table_free must follow, also on failure. Returns ERROR_TOO_LARGE or ERROR_MEMORY. */
tilepdb_status goal_table_of(const struct open_goal *goal, const tilepdb_table_info *info,
                             const uint8_t *entries, struct goal_table **table,
                             tilepdb_error *error);

/* `table` may be NULL. */
void goal_table_free(struct goal_table *table);

const uint8_t *goal_table_entries(const struct goal_table *table);

/* Sets entries, reachable, levels, histogram and table_bytes; `info` must be zeroed. */
void goal_table_info(const struct goal_table *table, tilepdb_table_info *info);

/* Returns the bytes of all sequences. */
uint64_t goal_table_bytes(const struct goal_table *table);

/* Returns the largest distance. */
int goal_table_depth(const struct goal_table *table);

/* The moves live as long as the table. */
const struct move_set *goal_table_moves(const struct goal_table *table);

/* ---- looking up ------------------------------------------------------------------------------ */

/* A board as a table sees it. */
struct goal_view {
    uint32_t sequence;
    uint8_t blank;
    uint8_t colour[TILEPDB_TABLE_MAX_CELLS]; /* [place] */
    uint16_t key[TILEPDB_TABLE_MAX_CELLS];   /* [place] index of the term */
};

/* `seen` has the colour of each cell (open_goal_see). */
void goal_view_set(const struct goal_table *table, const uint8_t *seen, unsigned blank,
                   struct goal_view *view);

/* Plays a move of goal_table_moves. Returns false and changes nothing if it is illegal. */
bool goal_view_play(const struct goal_table *table, struct goal_view *view, unsigned move);

/* Returns the distance modulo 3, or GOAL_TABLE_NONE. */
unsigned goal_view_entry(const struct goal_table *table, const struct goal_view *view);

/* Returns by how much a move changed the distance, -1, 0 or 1, from the entries before and after
 * it. Both boards reach the goal. */
static inline int goal_entry_change(unsigned before, unsigned after) {
    return (int)(after + 4 - before) % 3 - 1;
}

/* Writes the first of the shortest solutions in the move order, as numbers of moves; `path` may be
 * NULL, otherwise it takes goal_table_depth moves. Returns the distance, or -1 for boards that
 * cannot reach the goal. */
int goal_table_walk(const struct goal_table *table, const struct goal_view *view, uint8_t *path);

#endif
