/* --judge: checks whether moves solve a board, and how far they are from the optimum. */
#ifndef TILEPDB_PDBSOLVE_SOLUTION_CHECK_H
#define TILEPDB_PDBSOLVE_SOLUTION_CHECK_H

#include "pdbsolve/session.h"

const char *solution_check_columns(const struct solve_options *options);

/* Checks `moves`, of `length` bytes, on the entry's board, and prints the answer. `unread` is
 * the error of unreadable moves, or NULL. Returns the exit code. */
int solution_check(struct session *session, const struct input_entry *entry, const char *moves,
                   size_t length, const tilepdb_error *unread);

#endif
