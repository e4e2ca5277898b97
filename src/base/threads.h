/* Number and index of threads. Without OpenMP there is one thread, with index 0, as outside of
 * parallel regions. */
#ifndef TILEPDB_BASE_THREADS_H
#define TILEPDB_BASE_THREADS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/system.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define THREADS_MAX 1024

/* Returns 1 .. THREADS_MAX. `requested` <= 0 selects OMP_NUM_THREADS, or all processors that the
 * process may use. */
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

/* Returns how many of `wanted` threads can run together, the caller included; at least 1. OpenMP
 * ends the process if it cannot start a thread, as under `ulimit -v` or `-u`; so this function
 * starts threads as a test, some microseconds each, with OpenMP's stack size unless
 * OMP_STACKSIZE is set. */
int threads_startable(int wanted);

/* Starts a thread that the caller joins. It blocks all signals, which so reach other threads.
 * Returns false if it cannot be started, as always in WebAssembly. */
bool thread_start(pthread_t *thread, void *(*run)(void *), void *user);

/* Returns the number of threads for a parallel region that starts now. */
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

/* Returns the number of threads of the current team: 1 in nested regions unless nesting is
 * enabled. */
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

#endif
