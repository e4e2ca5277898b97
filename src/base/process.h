/*
 * Runs another program as a child process, by posix_spawn: fork would copy unflushed output, and is
 * unsafe with threads. Not available in WebAssembly. Thread-safe.
 *
 * The child reads /dev/null; its stdout and stderr go to the caller. It has its own process group,
 * so the terminal interrupts only the caller, who ends the group. If the caller is killed, SIGPIPE
 * ends the child at its next output.
 */
#ifndef TILEPDB_BASE_PROCESS_H
#define TILEPDB_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

#define PROCESS_PATH 4096

/* Searches $PATH, except empty directories; without PATH, /usr/local/bin, /usr/bin and /bin.
 * Returns false if the program is missing. */
bool process_find(const char *name, char path[PROCESS_PATH]);

struct process_watch {
    bool (*check)(void *user); /* returns false to stop; called about every 30 ms or more often */
    void (*hear)(const char *text, size_t length, void *user); /* receives output, without NUL */
    void *user;
};

struct process_end {
    bool stopped;  /* `check` returned false */
    int exit_code; /* 0 also after a signal, or if SIGCHLD is ignored */
    int signal;    /* that killed the process, or 0 */
};

/* Runs the program at `path` until it ends or `check` stops it. Then kills its process group and
 * reaps the child, unless it ended while SIGCHLD is ignored. `arguments` starts with the name and
 * ends with NULL. Returns ERROR_IO if the program cannot be started. */
tilepdb_status process_run(const char *path, char *const *arguments,
                           const struct process_watch *watch, struct process_end *end,
                           tilepdb_error *error);

#endif
