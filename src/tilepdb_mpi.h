/*
 * tilepdb, MPI: work that the ranks of a job share. The conventions are those of tilepdb.h.
 * Experimental: it may change.
 *
 * Every function with an MPI_Comm is collective: all of its ranks call it, with the same arguments,
 * between MPI_Init_thread (MPI_THREAD_FUNNELED or more) and MPI_Finalize, each from the thread that
 * called MPI_Init_thread. Messages use a duplicate of the MPI_Comm. All ranks return the same
 * status with the same sentence.
 *
 * If a rank dies or the network fails, MPI ends the job: these functions expect its usual error
 * handler, MPI_ERRORS_ARE_FATAL.
 *
 * This part exists only if MPI was found when the library was built; CMake's target is
 * tilepdb::mpi. It is not installed, since no installed library could serve every MPI.
 */
#ifndef TILEPDB_MPI_H
#define TILEPDB_MPI_H

#include <mpi.h>

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Gives all ranks one status: TILEPDB_OK if all have that, otherwise that of the lowest rank with a
 * failure, or TILEPDB_CANCELLED if no rank has another failure. A sentence begins with "rank N: ",
 * unless there is one rank, or the status is TILEPDB_CANCELLED. `error` may be NULL, on all ranks
 * or on some. */
TILEPDB_API tilepdb_status tilepdb_mpi_agree(MPI_Comm comm, tilepdb_status status,
                                             tilepdb_error *error);

/* tilepdb_table_need for a table that `ranks` ranks generate; `memory_bytes` is about that of one
 * rank. Statuses of tilepdb_table_need; ERROR_ARGUMENT also: fewer than one rank. */
TILEPDB_API tilepdb_status tilepdb_mpi_table_need(int ranks, const tilepdb_pattern *pattern,
                                                  tilepdb_kind kind,
                                                  const tilepdb_generate_options *options,
                                                  tilepdb_generate_need *need,
                                                  tilepdb_error *error);

/* Generates a table on all ranks and writes it, complete or not at all, to a file that all ranks
 * reach by `path`. Its bytes are those of tilepdb_table_generate and tilepdb_table_save, for any
 * number of ranks and threads. `generate` and `save`, which may be NULL, may differ between ranks
 * in threads, progress and user; memory_limit is for one rank. A progress callback that returns
 * false on any rank cancels the work of all. `info` describes the table, without the fields of the
 * file. Statuses of tilepdb_table_generate and tilepdb_table_save. */
TILEPDB_API tilepdb_status tilepdb_mpi_table_make(MPI_Comm comm, const tilepdb_pattern *pattern,
                                                  tilepdb_kind kind, const char *path,
                                                  const tilepdb_generate_options *generate,
                                                  const tilepdb_save_options *save,
                                                  tilepdb_table_info *info, tilepdb_error *error);

/* Makes a communicator (tilepdb_comm.h) for tilepdb_solve; tilepdb_mpi_comm_free releases it, on
 * all ranks. Any thread may call its functions, one at a time. ERROR_ARGUMENT: MPI was started with
 * less than MPI_THREAD_SERIALIZED; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_mpi_comm_create(MPI_Comm mpi_comm, struct tilepdb_comm *comm,
                                                   tilepdb_error *error);

/* Releases a communicator; on all ranks. */
TILEPDB_API void tilepdb_mpi_comm_free(struct tilepdb_comm *comm);

/* Makes a node (tilepdb_comm.h) on each machine of a communicator, for tilepdb_open_options.node.
 * Its memory has no name, and is gone when the last rank of the machine ends, however it ends.
 * tilepdb_mpi_node_free releases the node, on all ranks, after the tables that use it.
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_mpi_node_create(MPI_Comm comm, struct tilepdb_node *node,
                                                   tilepdb_error *error);

/* Releases a node; on all ranks. A zeroed node is fine. */
TILEPDB_API void tilepdb_mpi_node_free(struct tilepdb_node *node);

#ifdef __cplusplus
}
#endif

#endif
