/*
 * The plain twin of searches in multi-tile moves on 4x4: IDA* with the relabelling of T. Rokicki,
 * which a public solver uses. Tiles that it draws alike are alike,
 *
 *     1 1 2 2 / 3 3 2 2 / 3 3 4 4 / 3 4 4 .
 *
 * and a table has the least slides of every board of such tiles, a byte for each. A search looks up
 * the board and its mirror image, one node after another. Nothing is vectorised, and no look-up is
 * under way while another waits.
 */
#ifndef BENCH_RELABELLING_H
#define BENCH_RELABELLING_H

#include <stdint.h>

#include "tilepdb.h"

struct relabelling;

/* Makes the table, which takes 151 MB and about half a minute. The caller releases it by
 * relabelling_free. NULL: no memory. */
struct relabelling *relabelling_make(void);
void relabelling_free(struct relabelling *relabelling);

/* The least slides from a board to the goal with the blank on the last cell, which it can reach.
 * *generated: the nodes that were tested in all bounds. */
int relabelling_solve(const struct relabelling *relabelling, const tilepdb_board *board,
                      uint64_t *generated);

#endif
