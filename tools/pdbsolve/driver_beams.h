/* Beams of a driver: incumbents, and solutions for --any that make bounds unnecessary. */
#ifndef TILEPDB_PDBSOLVE_DRIVER_BEAMS_H
#define TILEPDB_PDBSOLVE_DRIVER_BEAMS_H

#include "pdbsolve/solve_driver.h"

void driver_incumbent_begin(struct solve_driver *driver, const tilepdb_board *board);

/* After a limit or an interrupt, takes the incumbent as the answer if it is proven, and its length
 * as the upper bound. */
void driver_incumbent_end(struct solve_driver *driver, tilepdb_task *task);

/* Runs beams of a board that is too large for tables, until a limit or an interrupt. */
void driver_run_large(struct solve_driver *driver, tilepdb_task *task);

/* Returns true with --any on boards of more than 16 cells. Only there, counts may depend on beams
 * and on the batch. */
bool driver_wants_speed(const struct solve_driver *driver);

/* Returns true if `driver->found` has at most the moves of the next bound. Beams look for such a
 * solution if the bound is expected to take long. `so_far` is the result of the search; NULL: none
 * yet. */
bool driver_bound_beams(struct solve_driver *driver, const tilepdb_result *so_far);

#endif
