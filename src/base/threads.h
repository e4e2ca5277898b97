/* Starts of threads, and the threads of OpenMP. Without OpenMP, and outside of parallel regions,
 * there is one thread, with index 0. */
#ifndef TILEPDB_BASE_THREADS_H
#define TILEPDB_BASE_THREADS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/clock.h"
#include "base/system.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define THREADS_MAX 1024

/* `requested`, at most THREADS_MAX; for 0 or less, OMP_NUM_THREADS, or the processors that the
 * process may use. Without OpenMP 1. */
static inline int threads_resolve(int requested) {
#ifdef _OPENMP
    int threads = requested > 0 ? requested : omp_get_max_threads();
    if (requested <= 0 && threads == omp_get_num_procs()) {
        const int cores = cores_count();
        if (cores < threads) threads = cores;
    }
    if (threads < 1) return 1;
    return threads < THREADS_MAX ? threads : THREADS_MAX;
#else
    (void)requested;
    return 1;
#endif
}

/* Returns how many of `wanted` threads, with the caller, can run together; at least 1. OpenMP ends
 * the process if it cannot start a thread, as under `ulimit -v` or `-u`, so this function starts
 * threads as a test, with the default stack size, which is OpenMP's unless OMP_STACKSIZE is set. */
int threads_startable(int wanted);

/* The thread blocks all signals, so that other threads receive them; the caller joins it. Returns
 * false if the system cannot start it; always in WebAssembly. */
bool thread_start(pthread_t *thread, void *(*run)(void *), void *user);

/* Returns how many of the `requested` threads a parallel region can have that starts now. */
static inline int threads_prepare(int requested) {
    const int threads = threads_resolve(requested);
    return threads > 1 ? threads_startable(threads) : threads;
}

static inline int threads_index(void) {
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

/* Threads of the current team: 1 in nested regions unless nesting is enabled. */
static inline int threads_team(void) {
#ifdef _OPENMP
    return omp_get_num_threads();
#else
    return 1;
#endif
}

static inline bool threads_stop(const bool *stop) {
    return __atomic_load_n(stop, __ATOMIC_RELAXED);
}

/* ---- two tasks ------------------------------------------------------------------------------- */

/* Seconds between polls. */
#define SHARED_INTERRUPT_NAP 1e-3

/* Interrupts two tasks of a parallel region of shared_interrupt_team(threads) threads. Only the
 * thread that began the region polls `goes_on`, also while it waits for the other thread, so
 * callbacks of the user stay in it. */
struct shared_interrupt {
    bool (*goes_on)(void *user); /* returns false to stop both tasks */
    void *user;
    bool stopped;
    int busy; /* tasks that have not ended; the caller sets 2 */
};

static inline int shared_interrupt_team(int threads) {
    return threads > 1 ? threads_startable(2) : 1;
}

/* Called by a task, with a struct shared_interrupt. Returns false if the task must stop. */
static inline bool shared_interrupt_goes_on(void *user) {
    struct shared_interrupt *shared = user;
    if (threads_index() == 0 && !shared->goes_on(shared->user))
        __atomic_store_n(&shared->stopped, true, __ATOMIC_RELAXED);
    return !threads_stop(&shared->stopped);
}

/* At the end of a task. With two threads, the calling thread then waits until both tasks have
 * ended. */
static inline void shared_interrupt_end(struct shared_interrupt *shared) {
    __atomic_fetch_sub(&shared->busy, 1, __ATOMIC_RELEASE);
    if (threads_index() > 0 || threads_team() == 1) return;
    while (__atomic_load_n(&shared->busy, __ATOMIC_ACQUIRE) > 0) {
        clock_sleep(SHARED_INTERRUPT_NAP);
        shared_interrupt_goes_on(shared);
    }
}

#endif
