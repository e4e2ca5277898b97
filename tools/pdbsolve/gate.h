/*
 * A gate on the way of a batch. Some boards pass; when all of these are answered, the first behind
 * them may change what the others are searched with; then as many pass as there have been, and so
 * on. So which tables a board has does not depend on threads, and nobody waits for tables with an
 * answer.
 */
#ifndef TILEPDB_PDBSOLVE_GATE_H
#define TILEPDB_PDBSOLVE_GATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct gate {
    pthread_mutex_t *lock; /* of what follows */
    pthread_cond_t changed;
    size_t passes;   /* the first boards */
    size_t answered; /* of them */
};

/* With a lock that stays. It is to be freed. `open`: all boards pass. */
void gate_init(struct gate *gate, pthread_mutex_t *lock, bool open);
void gate_free(struct gate *gate);

/* Waits until board number `number`, from 0, may pass. True: all before it are answered, and none
 * behind it passes before gate_open. Not under the lock. */
bool gate_wait(struct gate *gate, size_t number);

/* For whom gate_wait was true. `again`: the next board is to be asked as well. */
void gate_open(struct gate *gate, bool again);

/* The next board is answered. Under the lock. */
void gate_answer(struct gate *gate);

#endif
