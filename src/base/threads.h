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

/* The number of threads to use, 1 .. THREADS_MAX, for the number that the user requested; 0 or less
 * means all processors that the process may use, or as many as OpenMP was told to offer
 * (OMP_NUM_THREADS). Without OpenMP it is always 1. */
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

/* How many of so many threads, the calling one included, can be alive at once: OpenMP ends the
 * process if it cannot start one of a team, as under `ulimit -v` or `-u`. They are started with the
 * stack size that OpenMP gives them, unless OMP_STACKSIZE is set, and end again, which takes some
 * microseconds for each. At least 1. */
int threads_startable(int wanted);

/* threads_resolve, for a team that is about to start. */
static inline int threads_prepare(int requested) {
    const int threads = threads_resolve(requested);
    return threads > 1 ? threads_startable(threads) : threads;
}

/* The index of the calling thread in its team, 0 .. threads - 1. */
static inline int threads_index(void) {
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

/* How many threads that team has: at most as many as were wanted, and one where another team has
 * begun it. */
static inline int threads_team(void) {
#ifdef _OPENMP
    return omp_get_num_threads();
#else
    return 1;
#endif
}

/* A flag that another thread sets, once. */
static inline bool threads_stop(const bool *stop) {
    return __atomic_load_n(stop, __ATOMIC_RELAXED);
}

#endif
