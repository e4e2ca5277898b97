/* A turn: one thread at a time takes it; the others wait, each up to its own limit. */
#ifndef TILEPDB_ENGINE_TURN_H
#define TILEPDB_ENGINE_TURN_H

#include <pthread.h>

#include "engine/call.h"

struct turn {
    pthread_mutex_t lock;
    pthread_cond_t free;
    bool taken;
};

void turn_init(struct turn *turn);
void turn_destroy(struct turn *turn);

/* Waits for the turn. Returns false after a cancellation and at the deadline; never with `call`
 * NULL. */
bool turn_take(struct turn *turn, struct engine_call *call);

void turn_give(struct turn *turn);

#endif
