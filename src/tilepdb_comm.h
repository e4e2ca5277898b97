/*
 * tilepdb, communicators: processes that search one board together, such as the ranks of an MPI
 * job. The conventions are those of tilepdb.h. Experimental: it is new, and may change.
 *
 * The ranks of a communicator call tilepdb_solve at the same time, with the same board, options and
 * tables (tilepdb_solve_options.comm). Small bounds each of them searches by itself. A large
 * bound is cut into units, the same ones on every rank, which the ranks take from a counter in the
 * order of the search; when a rank has found a solution, units behind it are left out. So the
 * answer, its moves and all its counts are those of one thread, and every rank has them.
 *
 * How ranks reach each other is not the library's business: a communicator is a few functions, for
 * which tilepdb_mpi.h has an implementation. They are called by one thread at a time, though not
 * always by the same one. What they cannot do ends the job, as MPI does: they have no statuses.
 *
 * With a checkpoint (tilepdb_checkpoint.h), rank 0 has it, and the others none: what they exhaust
 * is sent to rank 0. Callbacks are each rank's own; where one of them stops its rank, all stop.
 */
#ifndef TILEPDB_COMM_H
#define TILEPDB_COMM_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The counters that ranks share, each of 64 bits; whoever makes a communicator sets them to 0. */
#define TILEPDB_COMM_COUNTERS ((1 << 17) + 16)

/* The largest message, in bytes. */
#define TILEPDB_COMM_MESSAGE 32768

/* What happens to a shared counter: it is replaced by the sum, the smaller one, or the value. What
 * is compared is below 2^63. */
typedef enum tilepdb_counter_op {
    TILEPDB_COUNTER_ADD = 0,
    TILEPDB_COUNTER_MIN = 1,
    TILEPDB_COUNTER_SET = 2
} tilepdb_counter_op;

/* Changes a shared counter, atomically, and returns what it was before. */
typedef uint64_t (*tilepdb_update_fn)(size_t counter, tilepdb_counter_op op, uint64_t value,
                                      void *user);

/* Every rank calls it with some bytes, maybe none, and gets those of all ranks, one rank after the
 * other. The caller frees them. */
typedef void *(*tilepdb_allgather_fn)(const void *bytes, size_t size, size_t *all, void *user);

/* Every rank calls it again and again, until it returns true: once all ranks have called it. It
 * does not wait. */
typedef bool (*tilepdb_barrier_fn)(void *user);

/* Begins to send a message to rank 0, and copies it. False: the one before is still on its way, and
 * this one is not sent. With size 0 it only asks that. A message has arrived once rank 0 receives
 * it. */
typedef bool (*tilepdb_send_fn)(const void *bytes, size_t size, void *user);

/* Receives a message that was sent, on rank 0. Returns its size; 0: there is none. */
typedef size_t (*tilepdb_receive_fn)(void *bytes, void *user);

/* A communicator, as one of its ranks sees it. Plain value. */
typedef struct tilepdb_comm {
    int rank;  /* this one: 0 .. ranks - 1 */
    int ranks; /* at least 1 */
    tilepdb_update_fn update;
    tilepdb_allgather_fn allgather;
    tilepdb_barrier_fn barrier;
    tilepdb_send_fn send;
    tilepdb_receive_fn receive;
    void *user; /* of all these */
} tilepdb_comm;

/* Memory that processes of one machine share: the same for each that asks with the same key and
 * size, and zeros at first. It begins at a multiple of 2 MiB, and stays until the node is released.
 * NULL: there is none, and each process has its own. Any thread. */
typedef void *(*tilepdb_share_fn)(uint64_t key, size_t bytes, void *user);

/* The processes of a communicator that run on one machine, as one of them sees it, for
 * tilepdb_open_options.node: of a compressed table each row is inflated once for all, and only the
 * first process has tables in huge pages of its own, for long searches. tilepdb_mpi.h has an
 * implementation. Plain value. */
typedef struct tilepdb_node {
    int rank;  /* this one: 0 .. ranks - 1 */
    int ranks; /* at least 1 */
    tilepdb_share_fn share;
    void *user;
} tilepdb_node;

#ifdef __cplusplus
}
#endif

#endif
