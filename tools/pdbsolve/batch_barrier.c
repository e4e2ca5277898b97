/* See batch_barrier.h. */
#include "pdbsolve/batch_barrier.h"

#include <stdint.h>

/* Enough to know more than whether the first one is hard, and few enough to lose little. */
#define FIRST_BOARDS 8

void batch_barrier_init(struct batch_barrier *barrier, pthread_mutex_t *lock, bool open) {
    *barrier = (struct batch_barrier){.lock = lock, .passes = open ? SIZE_MAX : FIRST_BOARDS};
    pthread_cond_init(&barrier->changed, NULL);
}

void batch_barrier_free(struct batch_barrier *barrier) {
    pthread_cond_destroy(&barrier->changed);
}

bool batch_barrier_wait(struct batch_barrier *barrier, size_t number) {
    pthread_mutex_lock(barrier->lock);
    while (number > barrier->passes || (number == barrier->passes && barrier->answered < number))
        pthread_cond_wait(&barrier->changed, barrier->lock);
    const bool first = number == barrier->passes;
    pthread_mutex_unlock(barrier->lock);
    return first;
}

void batch_barrier_open(struct batch_barrier *barrier, bool again) {
    pthread_mutex_lock(barrier->lock);
    barrier->passes += again ? 1 : barrier->passes;
    pthread_cond_broadcast(&barrier->changed);
    pthread_mutex_unlock(barrier->lock);
}

void batch_barrier_answered(struct batch_barrier *barrier) {
    if (++barrier->answered == barrier->passes) pthread_cond_broadcast(&barrier->changed);
}
