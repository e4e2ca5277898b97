/* What a call of the engine brings along. Only the thread of the call uses it. */
#ifndef TILEPDB_ENGINE_CALL_H
#define TILEPDB_ENGINE_CALL_H

#include <pthread.h>

#include "tilepdb_engine.h"

struct engine_call {
    tilepdb_progress_fn progress; /* every pointer may be NULL */
    void *user;
    const tilepdb_cancel *cancel;
    tilepdb_engine_event_fn on_event;
    void *event_user;
    double deadline; /* clock_seconds; 0: none */
    bool cancelled;  /* `progress` has returned false */
};

bool call_is_cancelled(const struct engine_call *call);

/* Returns seconds, 0 or more; infinity without a deadline. */
double call_left(const struct engine_call *call);

/* Returns true if the deadline has passed and the call is not cancelled. */
bool call_is_late(const struct engine_call *call);

/* A tilepdb_progress_fn whose `user` is a struct engine_call. Returns false after a cancellation
 * and at the deadline. */
bool call_progress(const tilepdb_progress *report, void *user);

void call_event(const struct engine_call *call, const tilepdb_engine_event *event);

/* One call at a time takes a turn; the others wait, each up to its own limit. */
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
