/*
 * A tool whose work is shared by the ranks of an MPI job.
 *
 * Rank 0 is the tool: it reads the command line, prints, and its exit code is the job's, as far as
 * mpirun passes it on. The other ranks serve it: they wait, without using their core, for a call,
 * and answer it by a function that communicates as its counterpart on rank 0 does.
 *
 * An interrupt (cli/signals.h) may reach any of the ranks, and mpirun passes it on to all; each
 * cancels its work, and the collective functions of the library make that one status. If a rank
 * dies, or rank 0 exits between mpi_main's first and last line, the whole job ends: mpirun says so.
 */
#ifndef TILEPDB_TOOLS_MPI_MAIN_H
#define TILEPDB_TOOLS_MPI_MAIN_H

#include <stddef.h>

/* Answers a call, on every rank but 0. */
typedef void (*mpi_serve_fn)(void);

/* The rest of the tool, on rank 0: returns the exit code. */
typedef int (*mpi_lead_fn)(int argc, char **argv);

/* The main function of such a tool: starts MPI, leads or serves, ends MPI. `name` is for messages.
 * Returns the exit code, on other ranks than 0 always 0, so that mpirun passes on that of rank 0.
 * With `--completion SHELL` alone it leads without MPI. */
int mpi_main(const char *name, int argc, char **argv, mpi_lead_fn lead, mpi_serve_fn serve);

/* Has all other ranks serve a call; on rank 0. */
void mpi_call(void);

/* Copies `size` bytes of rank 0 to all ranks. */
void mpi_broadcast(void *bytes, size_t size);

/* Copies a text of rank 0 to all ranks, where the caller frees it. Other ranks pass NULL. */
char *mpi_broadcast_text(const char *text);

#endif
