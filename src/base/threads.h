/*
 * Threads: how many, which one, and whether one is asked to stop. Without OpenMP there is one
 * thread, and it has index 0.
 */
#ifndef TILEPDB_BASE_THREADS_H
#define TILEPDB_BASE_THREADS_H

#include <stdbool.h>

#include "base/system.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define THREADS_MAX 1024

/* The number of threads to use, 1 .. THREADS_MAX, if the user requested `requested`; 0 or less
 * means OMP_NUM_THREADS, or all processors that the process may use. Without OpenMP always 1. */
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

/* How many of `wanted` threads, the calling one included, can be alive at once; at least 1. OpenMP
 * ends the process if it cannot start a thread, as under `ulimit -v` or `-u`. So they are started
 * for a trial, with OpenMP's stack size unless OMP_STACKSIZE is set: some microseconds for each. */
int threads_startable(int wanted);

/* threads_resolve for a parallel region that is about to start. */
static inline int threads_prepare(int requested) {
    const int threads = threads_resolve(requested);
    return threads > 1 ? threads_startable(threads) : threads;
}

/* The index of the calling thread in its parallel region, 0 .. threads_team() - 1. */
static inline int threads_index(void) {
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

/* The number of threads of the parallel region: at most as many as were requested, and 1 in a
 * nested region. */
static inline int threads_team(void) {
#ifdef _OPENMP
    return omp_get_num_threads();
#else
    return 1;
#endif
}

/* Whether another thread has set a flag. */
static inline bool threads_stop(const bool *stop) {
    return __atomic_load_n(stop, __ATOMIC_RELAXED);
}

#endif
