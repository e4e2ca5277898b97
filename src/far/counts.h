/*
 * How many boards of 4x4 there are at the greatest distances: from complete breadth-first searches
 * that docs/verification.md names, not derived here.
 */
#ifndef TILEPDB_FAR_COUNTS_H
#define TILEPDB_FAR_COUNTS_H

#include <stdint.h>

#define FAR_SIDE     4
#define FAR_CELLS    16
#define FAR_FARTHEST 80 /* moves, of any board of 4x4 */

/* For one goal. */
struct far_counts {
    int layers;         /* how many are known */
    uint64_t boards[5]; /* [80 - distance] */
};

/* For the goal with the blank on a cell, one of FAR_CELLS. */
const struct far_counts *far_counts(int goal_blank);

#endif
