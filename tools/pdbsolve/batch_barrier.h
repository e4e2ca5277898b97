/*
 * A barrier on the way of a batch. Some boards pass; when all of these are answered, the first
 * behind them may change what the others are searched with; then as many pass as there have been,
 * and so on. So which tables a board has does not depend on threads, and nobody waits for tables
 * with an answer.
 */
#ifndef TILEPDB_PDBSOLVE_BATCH_BARRIER_H
#define TILEPDB_PDBSOLVE_BATCH_BARRIER_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct batch_barrier {
    pthread_mutex_t *lock; /* of what follows */
    pthread_cond_t changed;
    size_t passes;   /* the first boards */
    size_t answered; /* of them */
};

/* With a lock that stays. It is to be freed. `open`: all boards pass. */
void batch_barrier_init(struct batch_barrier *barrier, pthread_mutex_t *lock, bool open);
void batch_barrier_free(struct batch_barrier *barrier);

/* Waits until board number `number`, from 0, may pass. True: all before it are answered, and none
 * behind it passes before batch_barrier_open. Not under the lock. */
bool batch_barrier_wait(struct batch_barrier *barrier, size_t number);

/* For whom batch_barrier_wait was true. `again`: the next board is to be asked as well. */
void batch_barrier_open(struct batch_barrier *barrier, bool again);

/* The next board is answered. Under the lock. */
void batch_barrier_answered(struct batch_barrier *barrier);

#endif
