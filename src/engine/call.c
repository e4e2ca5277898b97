#include "engine/call.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"

struct tilepdb_cancel {
    atomic_int requested;
};

tilepdb_cancel *tilepdb_cancel_create(void) {
    return calloc(1, sizeof(tilepdb_cancel));
}

void tilepdb_cancel_request(tilepdb_cancel *cancel) {
    atomic_store_explicit(&cancel->requested, 1, memory_order_relaxed);
}

bool tilepdb_cancel_requested(const tilepdb_cancel *cancel) {
    return atomic_load_explicit(&cancel->requested, memory_order_relaxed) != 0;
}

void tilepdb_cancel_free(tilepdb_cancel *cancel) {
    free(cancel);
}

bool call_is_cancelled(const struct engine_call *call) {
    return call->cancelled || (call->cancel && tilepdb_cancel_requested(call->cancel));
}

double call_left(const struct engine_call *call) {
    if (call->deadline <= 0) return INFINITY;
    const double left = call->deadline - clock_seconds();
    return left > 0 ? left : 0;
}

bool call_is_late(const struct engine_call *call) {
    return !call_is_cancelled(call) && call_left(call) <= 0;
}

bool call_progress(const tilepdb_progress *report, void *user) {
    struct engine_call *call = user;
    if (call_is_cancelled(call) || call_left(call) <= 0) return false;
    if (call->progress && !call->progress(report, call->user)) call->cancelled = true;
    return !call->cancelled;
}

void call_event(const struct engine_call *call, const tilepdb_engine_event *event) {
    if (call->on_event) call->on_event(event, call->event_user);
}

/* nanoseconds between two calls of the progress callback */
#define TURN_PAUSE 20000000

void turn_init(struct turn *turn) {
    pthread_mutex_init(&turn->lock, NULL);
    pthread_cond_init(&turn->free, NULL);
}

void turn_destroy(struct turn *turn) {
    pthread_cond_destroy(&turn->free);
    pthread_mutex_destroy(&turn->lock);
}

static void turn_wait(struct turn *turn) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TURN_PAUSE;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&turn->free, &turn->lock, &until);
}

/* Calls the progress callback, without the lock. Returns false after a cancellation and at the
 * deadline. */
static bool turn_is_wanted(struct turn *turn, struct engine_call *call) {
    const tilepdb_progress waiting = {.stage = TILEPDB_STAGE_WAIT};
    pthread_mutex_unlock(&turn->lock);
    const bool wanted = call_progress(&waiting, call);
    pthread_mutex_lock(&turn->lock);
    return wanted;
}

bool turn_take(struct turn *turn, struct engine_call *call) {
    pthread_mutex_lock(&turn->lock);
    bool wanted = true;
    for (; turn->taken && wanted; wanted = !call || turn_is_wanted(turn, call)) turn_wait(turn);
    const bool took = wanted && !turn->taken;
    if (took) turn->taken = true;
    pthread_mutex_unlock(&turn->lock);
    return took;
}

void turn_give(struct turn *turn) {
    pthread_mutex_lock(&turn->lock);
    turn->taken = false;
    pthread_cond_signal(&turn->free);
    pthread_mutex_unlock(&turn->lock);
}
