/*
 * The table of the textbook methods, and solving a board with one of them: behind the public
 * tilepdb_method_* functions.
 *
 * A new method is a file of its own (run.h says what it holds), its name in the table of methods.c,
 * a line in CMakeLists.txt, and a number in tilepdb_methods.h.
 */
#ifndef TILEPDB_REFERENCE_METHODS_H
#define TILEPDB_REFERENCE_METHODS_H

#include "reference/run.h"
#include "tilepdb_methods.h"

/* As tilepdb_method_solve, with the moves of a metric; the result counts in it, and its letters are
 * one for each tile that moves. ERROR_ARGUMENT also: the method is for single-tile moves. */
tilepdb_status method_solve(const tilepdb_board *board, const tilepdb_board *goal,
                            tilepdb_metric metric, const tilepdb_method_options *options,
                            tilepdb_method_result *result, tilepdb_error *error);

#endif
