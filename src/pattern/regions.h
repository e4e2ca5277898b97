/*
 * How many pairs of a mask and a region of the blank there are, for each number of tiles, without
 * listing the masks: what a blank-aware table's size depends on.
 *
 * The board is filled cell by cell. Of what is filled, only the last `width` cells matter, and
 * which of the free ones are connected; so a few hundred kinds of border stand for all masks (a
 * transfer matrix; Jensen, "Counting polyominoes", 2003). Far less than a millisecond, where an
 * index takes tens.
 */
#ifndef TILEPDB_PATTERN_REGIONS_H
#define TILEPDB_PATTERN_REGIONS_H

#include "puzzle/geometry.h"
#include "tilepdb.h"

/* regions[k] becomes the sum over all masks of k cells of the regions that they leave: the cohorts
 * of an index of k tiles. ERROR_MEMORY. Any thread may call it. */
tilepdb_status regions_count(const struct geometry *geometry,
                             uint64_t regions[TILEPDB_TABLE_MAX_CELLS + 1], tilepdb_error *error);

#endif
