/*
 * One bound from both sides.
 *
 * The forward side F searches from the board to the goal, the backward side B from the goal to the
 * board. Let h and h' be the estimates of the moves to the goal and to the board. Both change by 1
 * with each move, since tables are of single moves, so they are consistent; b_F = 2g + h - h' after
 * g moves of F, and b_B = 2g + h' - h after g moves of B, never fall along a path.
 *
 * Let all bounds below C be exhausted, and let x_0 ... x_C be the boards of the solution of length
 * C that is first in the move order, if there is one. F comes to x_i with g = i, B with g = C - i,
 * so b_F + b_B = 2C there. Limits are chosen so that X_F + X_B = 2C - 2. F searches nodes with f <=
 * C and b_F <= X_F, B those with f <= C and b_B <= X_B, which on the solution are those with b_F >
 * X_F. If b_F exceeds X_F on the solution at all, let x_j be the first where it does:
 *
 * - F generates x_j, as the child of a node within its limit: a frontier node. No move on the way
 *   is forbidden by the automaton, since the solution is the first one and as short as can be
 *   (kernels/automaton.h).
 * - B comes to x_j by nodes within its limit, and x_{j-1} is beyond it: a frontier node of B,
 *   emitted by the node x_j. Of move sequences with the same effect the automaton of B keeps
 *   the one that is first when undone, so that it does not forbid the way back of the first
 *   solution either.
 *
 * So F keeps its frontier nodes, as keys of the child and of j, and B looks up the nodes of its
 * own: one of them is x_j, and both searches find nothing only if there is no solution of length C.
 * Both trees are thin where j is in the middle, so few frontier nodes can be of the other side. F
 * keeps only those with j >= K, the level, and B is not held to its limit below nodes that are less
 * than K moves away from the board: if j < K it comes to the board itself. If b_F never exceeds
 * X_F, F comes to the goal.
 *
 * The ranks of a communicator share first the one side, then the other. In between, all get the
 * keys of all, and at the end all meetings; each rank looks at these by itself.
 *
 * A key that is found is a hash. The meeting is confirmed by searches: for any solution, of the way
 * from the board to x_j in exactly j moves; otherwise of the first way to x_j and of the first way
 * from there, and the first of all solutions so made is x_0 ... x_C, whose x_j is among the
 * meetings. What these searches generate is not counted.
 *
 * That it is enough to go on while b is within half of 2C from each side is known from Sadhukhan
 * ("A new approach to bidirectional heuristic search using error functions", CSI 2012) and
 * Alcazar, Riddle & Barley ("A unifying view on individual bounds and heuristic inaccuracies in
 * bidirectional search", AAAI 2020). Theirs are best-first searches that remember all they expand.
 */
#ifndef TILEPDB_SEARCH_BIDIRECTIONAL_H
#define TILEPDB_SEARCH_BIDIRECTIONAL_H

#include "search/answer.h"

/* Of solvers that have a bidirectional setup. With PASS_FOUND the path of a bound is the whole one,
 * forward. */
extern const struct search_method bidirectional_method;

#endif
