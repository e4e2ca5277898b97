/* Modes of pdbsolve. A new mode is a function here, and a row in `modes` and `runs` of
 * arguments.c. */
#ifndef TILEPDB_PDBSOLVE_MODES_H
#define TILEPDB_PDBSOLVE_MODES_H

#include "answers/session.h"

/* Returns CLI_GO_ON, with the index of the first operand in `*first`, or the exit code. */
int solve_options_read(struct solve_options *options, const char *name, int argc, char **argv,
                       int *first);

int mode_run(struct session *session);

int mode_scramble(struct session *session);
int mode_invert(struct session *session);
int mode_state(struct session *session);
int mode_judge(struct session *session);
int mode_improve(struct session *session);
int mode_anytime(struct session *session);
int mode_ida(struct session *session);

/* Improves a solution of the entry's board. `moves` has `length` bytes; `unread` is the error of
 * unreadable moves, or NULL. Returns the exit code. */
int solution_improve(struct session *session, const struct input_entry *entry, const char *moves,
                     size_t length, const tilepdb_error *unread);

/* Reads the moves of solution_improve. Returns CLI_SUCCESS if they solve the board, with
 * `*letters`, which the caller frees; otherwise the exit code, NULL and an error. Writes the goal
 * of a readable entry. */
int solution_read(struct session *session, const struct input_entry *entry, const char *moves,
                  size_t length, const tilepdb_error *unread, char **letters, tilepdb_board *goal,
                  tilepdb_error *error);

#endif
