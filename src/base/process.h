/*
 * Another program as a child process: by posix_spawn, without a shell, and without fork, which
 * copies unflushed output and is unsafe in programs with threads.
 *
 * The child reads /dev/null, and its stdout and stderr go to the caller. It has a process group of
 * its own, so that the terminal's interrupt reaches only the caller, who ends the whole group. If
 * the caller is killed, SIGPIPE ends the child when it prints next. Not on systems without
 * processes (WebAssembly).
 *
 * Thread safety: any thread.
 */
#ifndef TILEPDB_BASE_PROCESS_H
#define TILEPDB_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

#define PROCESS_PATH 4096

/* Looks for an executable file `name` in the directories of $PATH, except empty ones. Writes its
 * path if it is found. */
bool process_find(const char *name, char path[PROCESS_PATH]);

struct process_watch {
    bool (*check)(void *user); /* whether to continue; called every 30 milliseconds */
    void (*hear)(const char *text, size_t length, void *user); /* receives output, in pieces */
    void *user;
};

/* How a program ended. */
struct process_end {
    bool stopped;  /* `check` returned false */
    int exit_code; /* 0 also if the system does not report it (SIGCHLD is ignored) */
    int signal;    /* the signal that killed it; 0: none */
};

/* Runs the program at `path` until it ends; `arguments` starts with its name and ends with NULL.
 * The child is reaped and its process group has ended on return. ERROR_IO: it could not be started.
 */
tilepdb_status process_run(const char *path, char *const *arguments,
                           const struct process_watch *watch, struct process_end *end,
                           tilepdb_error *error);

#endif
