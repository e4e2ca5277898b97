/* See gate.h. */
#include "pdbsolve/gate.h"

#include <stdint.h>

/* Enough to know more than whether the first one is hard, and few enough to lose little. */
#define FIRST_BOARDS 8

void gate_init(struct gate *gate, pthread_mutex_t *lock, bool open) {
    *gate = (struct gate){.lock = lock, .passes = open ? SIZE_MAX : FIRST_BOARDS};
    pthread_cond_init(&gate->changed, NULL);
}

void gate_free(struct gate *gate) {
    pthread_cond_destroy(&gate->changed);
}

bool gate_wait(struct gate *gate, size_t number) {
    pthread_mutex_lock(gate->lock);
    while (number > gate->passes || (number == gate->passes && gate->answered < number))
        pthread_cond_wait(&gate->changed, gate->lock);
    const bool first = number == gate->passes;
    pthread_mutex_unlock(gate->lock);
    return first;
}

void gate_open(struct gate *gate, bool again) {
    pthread_mutex_lock(gate->lock);
    gate->passes += again ? 1 : gate->passes;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(gate->lock);
}

void gate_answer(struct gate *gate) {
    if (++gate->answered == gate->passes) pthread_cond_broadcast(&gate->changed);
}
