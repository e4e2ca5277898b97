/*
 * A tool whose work is shared by the ranks of an MPI job.
 *
 * Rank 0 is the tool: it reads the command line, talks, and its exit code is the job's, as far as
 * mpirun passes it on. The other ranks serve it: they wait, without using their core, until it
 * calls them, and answer a call by a function that communicates as its counterpart on rank 0 does.
 *
 * An interrupt (cli/signals.h) may reach any of the ranks, and mpirun passes it on to all; each
 * cancels what it does, and the collective functions of the library make that one status. A rank
 * that dies, or rank 0 where it exits in the middle, ends the whole job: mpirun says so.
 */
#ifndef TILEPDB_TOOLS_MPI_MAIN_H
#define TILEPDB_TOOLS_MPI_MAIN_H

#include <stddef.h>

/* Answers a call, on every rank but 0. `call` is above 0. */
typedef void (*mpi_serve_fn)(int call);

/* The rest of the tool, on rank 0: the exit code. */
typedef int (*mpi_lead_fn)(int argc, char **argv);

/* The main function of such a tool: starts MPI, leads or serves, ends MPI. `name` is for messages.
 * Returns the exit code: on other ranks than 0 it is 0, so that mpirun passes on that of rank 0.
 * With `--completion SHELL` alone it leads without MPI. */
int mpi_main(const char *name, int argc, char **argv, mpi_lead_fn lead, mpi_serve_fn serve);

/* Has all other ranks serve a call; on rank 0. A number that is 0 or less is not a call. */
void mpi_call(int call);

/* Where rank 0 has `size` bytes, all ranks get them. */
void mpi_broadcast(void *bytes, size_t size);

/* The same for a text: returns a copy that the caller frees; `text` matters on rank 0 alone. */
char *mpi_broadcast_text(const char *text);

#endif
