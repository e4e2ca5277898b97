/*
 * --judge: a board with given moves. Do they solve it, and how far are they from the optimum?
 */
#ifndef TILEPDB_PDBSOLVE_SOLUTION_CHECK_H
#define TILEPDB_PDBSOLVE_SOLUTION_CHECK_H

#include "pdbsolve/session.h"

/* The names of the columns of CSV. */
const char *solution_check_columns(const struct solve_options *options);

/* Checks `moves`, which are `length` bytes long, on the board of an entry, and prints the answer.
 * `unread`: why the moves could not be read; NULL: they were. Returns the exit code. */
int solution_check(struct session *session, const struct input_entry *entry, const char *moves,
                   size_t length, const tilepdb_error *unread);

#endif
