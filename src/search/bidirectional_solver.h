/* Bidirectional solvers, and estimates of nodes by samples. */
#ifndef TILEPDB_SEARCH_BIDIRECTIONAL_SOLVER_H
#define TILEPDB_SEARCH_BIDIRECTIONAL_SOLVER_H

#include "tilepdb_tables.h"

/* Creates a bidirectional solver for one board. `forward` is a solver for the goal; `backward` is a
 * backward solver whose goal is the board. Both need bit tables of single-tile moves, and must
 * outlive the new solver. The new solver solves only this board, passed as for a forward search,
 * and finds only the first solution; otherwise only its node counts differ.
 *
 * Samples, which take up to a few seconds, select one view of the tables for each direction: the
 * pair with the fewest nodes at `bound` or the nearest possible bound (0: at about 10^9 nodes).
 * They use at most two of `threads` threads (0: all that OpenMP offers), which does not change the
 * result, and become coarser to keep within about `memory_limit` bytes (0: no limit). `progress`
 * may be NULL; the calling thread calls it every few milliseconds with stage SEARCH.
 *
 * Returns ERROR_ARGUMENT if the solvers are unsuitable, `bound` is not 0 to TILEPDB_MAX_MOVES or
 * `threads` is negative; UNSOLVABLE, CANCELLED, ERROR_MEMORY, or the status of a bad table. */
tilepdb_status solver_create_bidirectional(const tilepdb_solver *forward,
                                           const tilepdb_solver *backward, int bound, int threads,
                                           uint64_t memory_limit, tilepdb_progress_fn progress,
                                           void *user, tilepdb_solver **solver,
                                           tilepdb_error *error);

/* Writes a bidirectional solver's views, forward and backward. */
void solver_view_pair(const tilepdb_solver *solver, unsigned pair[2]);

/* Estimates how many nodes `solver` expands for `board` in `bound`, by samples that take some
 * tenths of a second and are the same on every machine. If no solution has the parity of `bound`,
 * estimates the bound before. `*expanded` is 0 if `bound` is below the board's estimate, and for
 * the goal. A bidirectional solver ignores `board`, since it has its own. `threads`, which only
 * bidirectional solvers use, `memory_limit` and `progress` are as for solver_create_bidirectional.
 * Returns ERROR_ARGUMENT if `bound` is out of range, `threads` is negative or `board` has another
 * size than the goal; UNSOLVABLE, CANCELLED, ERROR_MEMORY, or the status of a bad table. */
tilepdb_status solver_estimate_nodes(const tilepdb_solver *solver, const tilepdb_board *board,
                                     int bound, int threads, uint64_t memory_limit,
                                     tilepdb_progress_fn progress, void *user, double *expanded,
                                     tilepdb_error *error);

#endif
