/*
 * What the kernels for colour tables share: how the board and its views correspond, and slack.
 */
#ifndef TILEPDB_KERNELS_KERNEL_COLOURS_COMMON_H
#define TILEPDB_KERNELS_KERNEL_COLOURS_COMMON_H

#include "kernels/kernel.h"
#include "pattern/colour.h"

/* The axis of a blank's step. */
enum colour_order colours_axis_of(unsigned direction);

/* The order in which group g reads its view if the next slide is along this axis of the board. */
enum colour_order colours_order(const struct kernel_setup *setup, unsigned g, unsigned axis);

/* A cell of the board in the view of group g. */
unsigned colours_cell_seen(const struct kernel_setup *setup, unsigned g, unsigned cell);

/* The tile of the standard goal on a view's cell. */
unsigned colours_tile_at_home(const struct kernel_setup *setup, unsigned view_cell);

/* The colours in group g, by the numbers that tiles have in the first view; the blank has 0. */
void colours_of_tiles(const struct kernel_setup *setup, unsigned g, uint8_t *colour);

/* The slack of a node with `left` moves to the bound: the better of the axes that may follow; 0 if
 * nothing may. `slides` are those that follow the next one, [axis * groups + group]. */
int colours_slack(const struct kernel_setup *setup, automaton_entry entry, const uint8_t *slides,
                  unsigned groups, int left);

#endif
