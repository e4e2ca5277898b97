/*
 * One bound C of a bidirectional search.
 *
 * The forward side F searches from the board to the goal, the backward side B from the goal to the
 * board. At a node, let g be the moves made, h the estimate of the moves to the goal, and h' the
 * estimate of the moves to the board. A single-tile move changes h and h' by exactly 1, so both are
 * consistent. Let b_F = 2g + h - h' on F, and b_B = 2g + h' - h on B. A move adds 0, 2 or 4, so b_F
 * and b_B never fall along a path.
 *
 * F searches nodes with f <= C and b_F <= X_F, B nodes with f <= C and b_B <= X_B. The limits X_F
 * and X_B have the parity of C, and X_F + X_B = 2C - 2.
 *
 * Let all bounds below C be exhausted, and let x_0 ... x_C be the boards of the first solution of
 * length C in move order, if there is one. F reaches x_i with g = i, B with g = C - i, so b_F + b_B
 * = 2C there. Hence b_B <= X_B exactly where b_F > X_F. If b_F never exceeds X_F, F reaches the
 * goal. Otherwise let x_j be the first board with b_F > X_F:
 *
 * - F generates x_j, a frontier node of F, as the child of a node within its limit. F's automaton
 *   forbids no move on the way, since the solution is the first of the shortest
 *   (kernels/automaton.h).
 * - B reaches x_j by nodes within its limit, and x_{j-1} is beyond it, so x_j is a frontier node of
 *   B. Of move sequences with the same effect, B's automaton keeps the sequence whose reverse is
 *   first, so it keeps the way back of the first solution.
 *
 * F keeps its frontier nodes as keys, hashes of the child and j. B looks up the keys of its own
 * frontier nodes, and x_j is among them. So F reaches the goal or B finds a key, unless there is no
 * solution of length C.
 *
 * A level K saves keys: F keeps only keys with j >= K, and B ignores its limit at nodes less than K
 * moves away from the board. If j < K, B reaches the board itself.
 *
 * A found key is confirmed by searches, since it is only a hash. With `any`, a search finds a way
 * of j moves from x_j to the board. Otherwise two searches find the first ways from the board to
 * x_j and from x_j to the goal. The first of all solutions found in this way is x_0 ... x_C, since
 * x_j is among the meetings. Nodes of confirming searches are not counted.
 *
 * Ranks share F, exchange all keys, and share B. Without `any`, they then exchange all meetings,
 * and each rank confirms every meeting.
 *
 * That each side may stop at half of 2C is known from Sadhukhan ("A new approach to bidirectional
 * heuristic search using error functions", CSI 2012) and Alcazar, Riddle & Barley ("A unifying view
 * on individual bounds and heuristic inaccuracies in bidirectional search", AAAI 2020), for
 * best-first searches.
 */
#ifndef TILEPDB_SEARCH_BIDIRECTIONAL_H
#define TILEPDB_SEARCH_BIDIRECTIONAL_H

#include "search/answer.h"

/* After PASS_FOUND, the path of a bound is the whole solution, from the board to the goal. */
extern const struct search_method bidirectional_method;

#endif
