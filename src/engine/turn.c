/* See turn.h. */
#include "engine/turn.h"

#include <time.h>

/* longest wait between two calls of the progress callback, in nanoseconds */
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
