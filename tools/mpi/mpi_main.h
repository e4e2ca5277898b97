/*
 * A tool whose work is shared by the ranks of an MPI job.
 *
 * Rank 0 runs the tool. The other ranks sleep until rank 0 calls them; each call runs a function
 * that communicates in the same order as rank 0. An interrupt (cli/signals.h) may reach any rank.
 * If a rank dies, or rank 0 exits inside mpi_main, the whole job ends.
 */
#ifndef TILEPDB_TOOLS_MPI_MAIN_H
#define TILEPDB_TOOLS_MPI_MAIN_H

/* Runs for each call, on every rank but 0. */
typedef void (*mpi_serve_fn)(void);

typedef int (*mpi_lead_fn)(int argc, char **argv);

/* Starts MPI, runs `lead` or waits for calls, and ends MPI. Returns the exit code of `lead` on rank
 * 0, otherwise 0, so that mpirun passes on the code of rank 0. For `--completion SHELL`, runs
 * `lead` without MPI. */
int mpi_main(const char *name, int argc, char **argv, mpi_lead_fn lead, mpi_serve_fn serve);

/* Called by rank 0: runs `serve` on all other ranks. */
void mpi_call(void);

#endif
