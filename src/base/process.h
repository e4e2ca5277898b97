/*
 * Another program, run as a child: without a shell, and without fork, which copies what the caller
 * has not flushed yet and is unsafe in programs with threads (posix_spawn).
 *
 * The child reads nothing (/dev/null), and what it prints on stdout and stderr goes to the caller
 * alone. It has its own process group, so that the terminal's interrupt reaches only the caller,
 * who ends the whole group. If the caller is killed, the child is ended by SIGPIPE when it prints
 * next. Not on systems without processes (WebAssembly).
 *
 * Thread safety: every function may be called from any thread. PATH is read from the environment.
 */
#ifndef TILEPDB_BASE_PROCESS_H
#define TILEPDB_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

#define PROCESS_PATH 4096

/* Looks for an executable file of that name in the directories of PATH; empty ones are skipped.
 * Fills `path` if it is found. */
bool process_find(const char *name, char path[PROCESS_PATH]);

struct process_watch {
    /* Whether to continue; asked every few hundredths of a second. */
    bool (*check)(void *user);
    /* Receives what the program prints, in pieces. */
    void (*hear)(const char *text, size_t length, void *user);
    void *user;
};

/* How it ended. */
struct process_end {
    bool stopped;  /* `check` said so */
    int exit_code; /* 0 also where the system does not report it (SIGCHLD is ignored) */
    int signal;    /* that ended it; 0: none */
};

/* Runs the program at `path` to its end; `arguments` starts with its name and ends with NULL. When
 * this returns, the child is reaped and its process group has ended.
 * ERROR_IO: it could not be started; the sentence says why. */
tilepdb_status process_run(const char *path, char *const *arguments,
                           const struct process_watch *watch, struct process_end *end,
                           tilepdb_error *error);

#endif
