/*
 * tilepdb, communicators: processes that search one board together, such as the ranks of an MPI
 * job. The conventions are those of tilepdb.h. Experimental: it may change.
 *
 * The ranks of a communicator call tilepdb_solve at the same time, with the same board, options and
 * tables (tilepdb_solve_options.comm). Each rank searches small bounds by itself. A large bound is
 * cut into work units, the same on every rank, which ranks take from a shared counter in the order
 * of the search; once a rank has found a solution, later units are skipped. So every rank returns
 * the answer, the moves and the counts of one thread.
 *
 * A communicator is a few functions, for which tilepdb_mpi.h has an implementation. One thread
 * calls them at a time, not always the same one. They have no status: an error ends the job, as in
 * MPI.
 *
 * A checkpoint (tilepdb_checkpoint.h) belongs to rank 0, and other ranks pass none: they send what
 * they exhaust to rank 0. Each rank has callbacks of its own; if one stops its rank, all stop.
 */
#ifndef TILEPDB_COMM_H
#define TILEPDB_COMM_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of shared counters, each of 64 bits. Whoever makes a communicator sets them to 0. */
#define TILEPDB_COMM_COUNTERS ((1 << 17) + 16)

/* The largest message, in bytes. */
#define TILEPDB_COMM_MESSAGE 32768

/* How a counter is updated. */
typedef enum tilepdb_counter_op {
    TILEPDB_COUNTER_ADD = 0, /* modulo 2^64 */
    TILEPDB_COUNTER_MIN = 1, /* both numbers are below 2^63 */
    TILEPDB_COUNTER_SET = 2
} tilepdb_counter_op;

/* Updates a counter atomically, and returns its former value. */
typedef uint64_t (*tilepdb_update_fn)(size_t counter, tilepdb_counter_op op, uint64_t value,
                                      void *user);

/* Collective: each rank passes some bytes, or none. Returns the bytes of all ranks in the order of
 * ranks, `*all` in number; the caller frees them. NULL: memory is missing, or `*all` is 0. */
typedef void *(*tilepdb_allgather_fn)(const void *bytes, size_t size, size_t *all, void *user);

/* A barrier that does not wait: each rank calls it until it returns true, which is once all ranks
 * have called it. */
typedef bool (*tilepdb_barrier_fn)(void *user);

/* Copies a message and begins to send it to rank 0. False: rank 0 has not received the last message
 * yet, and this one is not sent. Size 0 only asks whether it has. */
typedef bool (*tilepdb_send_fn)(const void *bytes, size_t size, void *user);

/* Receives a message, on rank 0. Returns its size; 0: there is none. */
typedef size_t (*tilepdb_receive_fn)(void *bytes, void *user);

/* A communicator, on one of its ranks. Plain value. */
typedef struct tilepdb_comm {
    int rank;  /* of this process: 0 .. ranks - 1 */
    int ranks; /* at least 1 */
    tilepdb_update_fn update;
    tilepdb_allgather_fn allgather;
    tilepdb_barrier_fn barrier;
    tilepdb_send_fn send;
    tilepdb_receive_fn receive;
    void *user; /* passed to all functions */
} tilepdb_comm;

/* Returns memory that is shared by all processes of a machine that pass this key and size: zeros at
 * first, at a multiple of 2 MiB, until the node is released. NULL: it cannot be shared. Any thread.
 */
typedef void *(*tilepdb_share_fn)(uint64_t key, size_t bytes, void *user);

/* The processes of a communicator that run on one machine, for tilepdb_open_options.node. They
 * share the rows of compressed tables, each of which is inflated once, and only the first process
 * copies tables into huge pages of its own for long searches. tilepdb_mpi.h has an implementation.
 * Plain value. */
typedef struct tilepdb_node {
    int rank;  /* of this process on its machine: 0 .. ranks - 1 */
    int ranks; /* at least 1 */
    tilepdb_share_fn share;
    void *user;
} tilepdb_node;

#ifdef __cplusplus
}
#endif

#endif
