/* The interrupt of two tasks in a parallel region. Only the calling thread polls it, also while it
 * waits for the other thread. */
#ifndef TILEPDB_BASE_SHARED_INTERRUPT_H
#define TILEPDB_BASE_SHARED_INTERRUPT_H

#include "base/clock.h"
#include "base/threads.h"

/* Seconds between polls while the calling thread waits. */
#define SHARED_INTERRUPT_NAP 1e-3

struct shared_interrupt {
    bool (*goes_on)(
        void *user); /* called by the calling thread; returns false to stop both tasks */
    void *user;
    bool stopped;
    int busy; /* tasks that have not ended; starts at 2 */
};

/* Returns false once the tasks should stop. `user` is the struct shared_interrupt. */
static inline bool shared_interrupt_goes_on(void *user) {
    struct shared_interrupt *shared = user;
    if (threads_index() == 0 && !shared->goes_on(shared->user))
        __atomic_store_n(&shared->stopped, true, __ATOMIC_RELAXED);
    return !threads_stop(&shared->stopped);
}

/* Ends a task. The calling thread waits for a task of the other thread. */
static inline void shared_interrupt_end(struct shared_interrupt *shared) {
    __atomic_fetch_sub(&shared->busy, 1, __ATOMIC_RELEASE);
    if (threads_index() > 0 || threads_team() == 1) return;
    while (__atomic_load_n(&shared->busy, __ATOMIC_ACQUIRE) > 0) {
        clock_sleep(SHARED_INTERRUPT_NAP);
        shared_interrupt_goes_on(shared);
    }
}

#endif
