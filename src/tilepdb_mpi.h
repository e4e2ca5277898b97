/*
 * tilepdb, MPI: work that the ranks of a job share. The conventions are those of tilepdb.h.
 * Experimental: it is new, and may change.
 *
 * Every function with a communicator is collective: all of its ranks call it, with the same
 * arguments, between MPI_Init_thread (MPI_THREAD_FUNNELED or more) and MPI_Finalize, each from the
 * thread that called MPI_Init_thread. A communicator is only borrowed; the messages of a call use a
 * duplicate. All ranks return the same status with the same sentence.
 *
 * MPI itself ends the job when a rank dies or the network fails: the error handler of the
 * communicator decides, and the usual one, MPI_ERRORS_ARE_FATAL, is what these functions expect.
 *
 * The library has this part only where MPI was found when it was built; CMake's target is
 * tilepdb::mpi. It is not installed, since no installed library could serve every MPI.
 */
#ifndef TILEPDB_MPI_H
#define TILEPDB_MPI_H

#include <mpi.h>

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the statuses of the ranks one: TILEPDB_OK if all have that, otherwise one of the others,
 * with its sentence, before which "rank N: " says whose it is if there are several ranks, unless
 * the status is TILEPDB_CANCELLED. A failure goes before that, and a lower rank before a higher
 * one. `error` may be NULL, on all ranks or on some. */
TILEPDB_API tilepdb_status tilepdb_mpi_agree(MPI_Comm comm, tilepdb_status status,
                                             tilepdb_error *error);

/* What generating a table on so many ranks needs: `memory_bytes` is about what one of them takes.
 * As tilepdb_table_need, and ERROR_ARGUMENT: not a number of ranks. */
TILEPDB_API tilepdb_status tilepdb_mpi_table_need(int ranks, const tilepdb_pattern *pattern,
                                                  tilepdb_kind kind,
                                                  const tilepdb_generate_options *options,
                                                  tilepdb_generate_need *need,
                                                  tilepdb_error *error);

/* Generates a table on all ranks and writes it to a file that all of them reach by the same path,
 * which appears complete or not at all. Its bytes are those of tilepdb_table_generate and
 * tilepdb_table_save, for any number of ranks and threads. `generate` and `save`, which may be
 * NULL, may differ between ranks in threads, progress and user; memory_limit is that of one rank. A
 * progress callback that returns false, on any rank, cancels the work of all. `info` gets what was
 * generated, without the fields of the file.
 * The statuses of tilepdb_table_generate and tilepdb_table_save. */
TILEPDB_API tilepdb_status tilepdb_mpi_table_make(MPI_Comm comm, const tilepdb_pattern *pattern,
                                                  tilepdb_kind kind, const char *path,
                                                  const tilepdb_generate_options *generate,
                                                  const tilepdb_save_options *save,
                                                  tilepdb_table_info *info, tilepdb_error *error);

/* Makes a communicator of the ranks of MPI's, for tilepdb_solve (tilepdb_comm.h): its functions
 * may be called by any thread, one at a time, so that MPI must have been started with
 * MPI_THREAD_SERIALIZED or more. The communicator is released by tilepdb_mpi_comm_free, on all
 * ranks. ERROR_ARGUMENT: MPI was not started so; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_mpi_comm_create(MPI_Comm mpi_comm, struct tilepdb_comm *comm,
                                                   tilepdb_error *error);

/* Releases a communicator; on all ranks. */
TILEPDB_API void tilepdb_mpi_comm_free(struct tilepdb_comm *comm);

/* The ranks of a communicator that run on one machine, for tilepdb_open_options.node: on each
 * machine a node of its own. What they share is memory without a name, which is gone when the last
 * of them ends, however it ends. Collective over all ranks, while its functions are not. The node
 * is released by tilepdb_mpi_node_free, on all ranks, after the tables that have it. ERROR_MEMORY.
 */
TILEPDB_API tilepdb_status tilepdb_mpi_node_create(MPI_Comm comm, struct tilepdb_node *node,
                                                   tilepdb_error *error);

/* Releases a node; on all ranks. A zeroed node is fine. */
TILEPDB_API void tilepdb_mpi_node_free(struct tilepdb_node *node);

#ifdef __cplusplus
}
#endif

#endif
