/* An interrupt for two tasks in a parallel region of shared_interrupt_team(threads) threads. Only
 * the calling thread polls `goes_on`, so user callbacks stay in this thread, also while it waits
 * for the other thread. */
#ifndef TILEPDB_BASE_SHARED_INTERRUPT_H
#define TILEPDB_BASE_SHARED_INTERRUPT_H

#include "base/clock.h"
#include "base/threads.h"

/* Seconds between polls while the calling thread waits. */
#define SHARED_INTERRUPT_NAP 1e-3

struct shared_interrupt {
    bool (*goes_on)(void *user); /* returns false to stop both tasks */
    void *user;
    bool stopped;
    int busy; /* number of tasks that have not ended; the caller sets 2 */
};

/* Returns the number of threads of the region, 1 or 2, if the caller may use `threads`. */
static inline int shared_interrupt_team(int threads) {
    return threads > 1 ? threads_startable(2) : 1;
}

/* Called by a task. Returns false if the task must stop. `user` is a struct shared_interrupt. */
static inline bool shared_interrupt_goes_on(void *user) {
    struct shared_interrupt *shared = user;
    if (threads_index() == 0 && !shared->goes_on(shared->user))
        __atomic_store_n(&shared->stopped, true, __ATOMIC_RELAXED);
    return !threads_stop(&shared->stopped);
}

/* Called at the end of a task. With two threads, the calling thread then waits until both tasks
 * have ended. */
static inline void shared_interrupt_end(struct shared_interrupt *shared) {
    __atomic_fetch_sub(&shared->busy, 1, __ATOMIC_RELEASE);
    if (threads_index() > 0 || threads_team() == 1) return;
    while (__atomic_load_n(&shared->busy, __ATOMIC_ACQUIRE) > 0) {
        clock_sleep(SHARED_INTERRUPT_NAP);
        shared_interrupt_goes_on(shared);
    }
}

#endif
