/* --judge: checks whether moves solve a board, and how far they are from the optimum. */
#ifndef TILEPDB_PDBSOLVE_SOLUTION_CHECK_H
#define TILEPDB_PDBSOLVE_SOLUTION_CHECK_H

#include "answers/session.h"

const char *solution_check_columns(const struct solve_options *options);

/* Checks `moves`, of `length` bytes, on the entry's board, and prints the answer. `unread` is
 * the error of unreadable moves, or NULL. Returns the exit code. */
int solution_check(struct session *session, const struct input_entry *entry, const char *moves,
                   size_t length, const tilepdb_error *unread);

/* Reads `moves` as solution_check does. Returns CLI_SUCCESS if they solve the board, with their
 * `*letters`, which the caller frees; otherwise the exit code, NULL and an error. Writes the goal
 * of a readable entry. */
int solution_read(struct session *session, const struct input_entry *entry, const char *moves,
                  size_t length, const tilepdb_error *unread, char **letters, tilepdb_board *goal,
                  tilepdb_error *error);

#endif
