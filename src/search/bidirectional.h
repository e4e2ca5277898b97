/*
 * Bidirectional search: solvers of one board, and estimates of nodes by samples.
 *
 * One bound C. Side F searches from the board to the goal, side B from the goal to the board. At a
 * node of either side, g counts the moves made, h estimates the moves to the other end, and h' to
 * its own end. A single-tile move changes each estimate by 1, so it adds 0, 2 or 4 to b = 2g + h -
 * h' (b_F on F, b_B on B). F searches nodes with f = g + h <= C and b_F <= X_F, B nodes with f <= C
 * and b_B <= X_B. The limits X_F and X_B have the parity of C, and X_F + X_B = 2C - 2.
 *
 * Let all bounds below C be exhausted, and let x_0 ... x_C be the boards of the first solution of
 * length C in move order. F reaches x_i with g = i, B with g = C - i, so b_F + b_B = 2C there, and
 * b_B <= X_B exactly where b_F > X_F. If b_F never exceeds X_F, F reaches the goal. If b_F > X_F at
 * x_0, B reaches the board. Otherwise let x_j be the first board with b_F > X_F:
 *
 * - F generates x_j, a frontier node of F, from a node within its limit. F's automaton forbids no
 *   move on the way, since the solution is the first of the shortest (kernels/automaton.h).
 * - x_j is within B's limit and x_{j-1} is beyond it, so x_j is a frontier node of B. B's automaton
 *   keeps the way back of the first solution: of move sequences with the same effect it keeps the
 *   sequence whose reverse is first.
 *
 * F keeps its frontier nodes as keys, hashes of the board and j, and B looks up its own. So F
 * reaches the goal or B finds a key, unless there is no solution of length C.
 *
 * A level K, planned from samples, saves keys: F keeps only keys with j >= K, and B ignores its
 * limit at nodes less than K moves away from the board, so it reaches the board itself if j < K. If
 * F meets too many keys, the keys with the least j are dropped, and B is searched with a higher K.
 *
 * Shorter solutions. If bounds below C were skipped, let x_0 ... x_C' be the first solution of the
 * shortest length C' = C - 2k, k > 0, and x_j its first board with b_F > X_F. Now b_F + b_B = 2C',
 * so B still reaches x_j, but may pass it. There b_F is X_F + 2 or X_F + 4, and at x_{j-1} at most
 * X_F. So b_B is T or T - 2 at x_j, with the threshold T = X_B - 4k, and at least T + 2 at x_{j-1}:
 * the edge crosses T. Therefore B also looks up each node whose b_B is within a threshold X_B - 4k
 * that an edge to a child crosses, if the child's f is at most C - 2k, with C - 2k - g in the place
 * of j: the frontier nodes of B at bound C - 2k.
 *
 * With the level K, F keeps x_j if h <= C - K, since a solution through x_j has C' >= j + h. If h >
 * C - K, then j + 2k < K, so B ignores its limit at x_j and reaches the board. Both sides take the
 * goal or the board at any depth. So after F and B, no solution of at most C moves of the parity of
 * C is left, and with a solution of C + 2 moves, one such bound proves the optimum.
 *
 * A found key is confirmed by searches, whose nodes are not counted. With a subtree order or
 * skipped bounds, a search finds a way of at most C - g moves from x_j to the board. Otherwise two
 * searches find the first ways from the board to x_j and from x_j to the goal; the first of all
 * solutions is x_0 ... x_C, since x_j is among the meetings.
 *
 * Ranks share F, exchange all keys, and share B. Without a subtree order or skipped bounds, they
 * then exchange all meetings, and each rank confirms every meeting.
 *
 * For best-first searches, that each side may stop at half of 2C is known from Sadhukhan ("A new
 * approach to bidirectional heuristic search using error functions", CSI 2012) and Alcazar, Riddle
 * & Barley ("A unifying view on individual bounds and heuristic inaccuracies in bidirectional
 * search", AAAI 2020).
 */
#ifndef TILEPDB_SEARCH_BIDIRECTIONAL_H
#define TILEPDB_SEARCH_BIDIRECTIONAL_H

#include "tilepdb_tables.h"

/* Creates a solver of one board that finds only the first solution. `forward` is a solver for the
 * goal; `backward` is a backward solver whose goal is the board. Both need bit tables of
 * single-tile moves, and must outlive the new solver, which solves only its board, passed as for a
 * forward search.
 *
 * Samples, which take up to a few seconds, select one view of the tables for each direction: the
 * pair with the fewest nodes at `bound` or the nearest possible bound (0: at a bound of 10^9 nodes
 * or more, unless that is far above the estimate). They use at most two of `threads` threads (0:
 * all), which does not change the result, and become coarser to keep within about `memory_limit`
 * bytes (0: no limit). `progress` may be NULL; the calling thread calls it every few milliseconds
 * with stage SEARCH.
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

/* Estimates the expanded nodes of `bound`, or of the bound before if no solution has the parity of
 * `bound`. Samples take some tenths of a second and are the same on every machine. `*expanded` is 0
 * if `bound` is below the board's estimate, and for the goal. A bidirectional solver ignores
 * `board`; only such a solver uses `threads`. The other arguments and the statuses are as for
 * solver_create_bidirectional; ERROR_ARGUMENT also if `board` has another size than the goal. */
tilepdb_status solver_estimate_nodes(const tilepdb_solver *solver, const tilepdb_board *board,
                                     int bound, int threads, uint64_t memory_limit,
                                     tilepdb_progress_fn progress, void *user, double *expanded,
                                     tilepdb_error *error);

#endif
