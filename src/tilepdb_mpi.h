/*
 * tilepdb, MPI: work that the ranks of a job share. Experimental: may change.
 *
 * Functions with an MPI_Comm are collective: all its ranks call them, with the same arguments,
 * between MPI_Init_thread (MPI_THREAD_FUNNELED or more) and MPI_Finalize, from the thread that
 * called MPI_Init_thread. Messages use a duplicate of the MPI_Comm. All ranks return the same
 * status and sentence. If a rank dies or the network fails, MPI's usual error handler,
 * MPI_ERRORS_ARE_FATAL, ends the job.
 *
 * This part exists only if the build found MPI, as CMake's target tilepdb::mpi. It is not
 * installed: no installed library could serve every MPI.
 */
#ifndef TILEPDB_MPI_H
#define TILEPDB_MPI_H

#include <mpi.h>

#include "base/comm.h"           /* IWYU pragma: export */
#include "engine/rank_service.h" /* IWYU pragma: export */
#include "tilepdb_tables.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns one status on all ranks: OK if all pass OK; otherwise the status of the lowest rank with
 * an error, or CANCELLED if no rank has another error. With several ranks the sentence begins with
 * "rank N: ", except for CANCELLED. `error` may be NULL on any rank. */
TILEPDB_API tilepdb_status tilepdb_mpi_agree(MPI_Comm comm, tilepdb_status status,
                                             tilepdb_error *error);

/* Like tilepdb_table_need, for tilepdb_mpi_table_make with `ranks` ranks; memory_bytes is
 * approximate, and for each rank. Returns ERROR_ARGUMENT also if `ranks` is below 1. */
TILEPDB_API tilepdb_status tilepdb_mpi_table_need(int ranks, const tilepdb_pattern *pattern,
                                                  tilepdb_kind kind,
                                                  const tilepdb_generate_options *options,
                                                  tilepdb_generate_need *need,
                                                  tilepdb_error *error);

/* Generates a table on all ranks and writes it atomically to a file that all ranks reach as
 * `path`, with the bytes of tilepdb_table_generate and tilepdb_table_save, for any number of
 * ranks and threads. `generate` and `save` may differ between ranks in threads, progress and
 * user; memory_limit is per rank. If a progress callback of any rank returns false, all ranks
 * cancel. `info` receives the description of the table, without the members about the file.
 * Returns the statuses of tilepdb_table_generate and tilepdb_table_save. */
TILEPDB_API tilepdb_status tilepdb_mpi_table_make(MPI_Comm comm, const tilepdb_pattern *pattern,
                                                  tilepdb_kind kind, const char *path,
                                                  const tilepdb_generate_options *generate,
                                                  const tilepdb_save_options *save,
                                                  tilepdb_table_info *info, tilepdb_error *error);

/* Creates a communicator (base/comm.h) for tilepdb_solve. Any thread may call the functions of the
 * communicator, one thread at a time. Returns ERROR_ARGUMENT if MPI offers less than
 * MPI_THREAD_SERIALIZED, or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_mpi_comm_create(MPI_Comm mpi_comm, struct tilepdb_comm *comm,
                                                   tilepdb_error *error);

/* Frees a communicator, on all ranks. */
TILEPDB_API void tilepdb_mpi_comm_free(struct tilepdb_comm *comm);

/* Creates a node (base/comm.h) on each machine, for tilepdb_open_options.node. The shared memory
 * of a node has no name, and disappears with the last rank of the machine, even if the ranks are
 * killed. Returns ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_mpi_node_create(MPI_Comm comm, struct tilepdb_node *node,
                                                   tilepdb_error *error);

/* Frees a node, on all ranks, after the tables that use it. A zeroed node is allowed. */
TILEPDB_API void tilepdb_mpi_node_free(struct tilepdb_node *node);

#ifdef __cplusplus
}
#endif

#endif
