/* Modes of pdbsolve. A new mode is a file with its `struct mode`, and a row in modes.c. */
#ifndef TILEPDB_PDBSOLVE_MODES_H
#define TILEPDB_PDBSOLVE_MODES_H

#include "answers/session.h"

/* Reads the command line. Returns CLI_GO_ON, with the index of the first operand in `*first`, or
 * the exit code. */
int solve_options_read(struct solve_options *options, const char *name, int argc, char **argv,
                       int *first);

struct mode {
    const char *name; /* option without dashes */
    int (*run)(struct session *session);
};

int mode_run(struct session *session);

/* Improves a solution of the entry's board (anytime_mode.c); parameters as for solution_check. */
int solution_improve(struct session *session, const struct input_entry *entry, const char *moves,
                     size_t length, const tilepdb_error *unread);

#endif
