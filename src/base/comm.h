/*
 * Communicators: processes that search one board together, such as the ranks of an MPI job.
 *
 * All ranks call tilepdb_solve at the same time, with the same board, options and tables
 * (tilepdb_solve_options.comm); if these differ, all return ERROR_INTERNAL. Each rank searches
 * small bounds alone. A large bound is split into the same work units on every rank, which ranks
 * take in search order from a shared counter; units after a solution are skipped. So every rank
 * returns the answer, moves and counts of a single thread.
 *
 * A communicator is a set of functions; tilepdb_mpi.h has an implementation. One thread at a time,
 * not always the same one, calls them. They return no status: as in MPI, an error ends the job.
 *
 * Only rank 0 passes a checkpoint; other ranks send it the units that they exhaust. Each rank has
 * its own callbacks; if one stops its rank, all stop.
 */
#ifndef TILEPDB_BASE_COMM_H
#define TILEPDB_BASE_COMM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shared 64-bit counters, initially 0. */
#define TILEPDB_COMM_COUNTERS ((1 << 17) + 16)

/* Largest message in bytes. */
#define TILEPDB_COMM_MESSAGE 32768

typedef enum tilepdb_counter_op {
    TILEPDB_COUNTER_ADD = 0, /* modulo 2^64 */
    TILEPDB_COUNTER_MIN = 1, /* keeps the smaller number; both are below 2^63 */
    TILEPDB_COUNTER_SET = 2
} tilepdb_counter_op;

/* Updates atomically and returns the previous value. */
typedef uint64_t (*tilepdb_update_fn)(size_t counter, tilepdb_counter_op op, uint64_t value,
                                      void *user);

/* Collective; `size` may differ between ranks, and may be 0. Returns the `*all` bytes of all ranks
 * in rank order, which the caller frees; without bytes, perhaps NULL. If a rank lacks memory,
 * returns NULL on all ranks or ends the job. */
typedef void *(*tilepdb_allgather_fn)(const void *bytes, size_t size, size_t *all, void *user);

/* Non-blocking barrier: each rank calls it until it returns true, once all ranks have called it. */
typedef bool (*tilepdb_barrier_fn)(void *user);

/* Copies a message and starts to send it to rank 0. Returns false, without sending, while rank 0
 * has not received the previous message. With `size` 0, only returns whether it has. */
typedef bool (*tilepdb_send_fn)(const void *bytes, size_t size, void *user);

/* On rank 0. Returns the size of the message, up to TILEPDB_COMM_MESSAGE bytes; 0 without one. */
typedef size_t (*tilepdb_receive_fn)(void *bytes, void *user);

typedef struct tilepdb_comm {
    int rank; /* 0 .. ranks - 1 */
    int ranks;
    tilepdb_update_fn update;
    tilepdb_allgather_fn allgather;
    tilepdb_barrier_fn barrier;
    tilepdb_send_fn send;
    tilepdb_receive_fn receive;
    void *user;
} tilepdb_comm;

/* Memory that all processes of a machine with the same `key` and `bytes` share: zeroed at first,
 * aligned to 2 MiB, valid until the node is released; NULL if impossible. Thread-safe. */
typedef void *(*tilepdb_share_fn)(uint64_t key, size_t bytes, void *user);

/* The processes of a communicator on one machine (tilepdb_open_options.node). They inflate each row
 * of a compressed table once, and in long searches only rank 0 copies tables into huge pages. */
typedef struct tilepdb_node {
    int rank; /* 0 .. ranks - 1 on this machine */
    int ranks;
    tilepdb_share_fn share;
    void *user;
} tilepdb_node;

#endif
