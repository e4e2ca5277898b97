/*
 * A barrier for the threads of a test. POSIX leaves pthread_barrier_t to the system, and macOS has
 * none.
 */
#ifndef TILEPDB_TESTS_BARRIER_H
#define TILEPDB_TESTS_BARRIER_H

#include <pthread.h>

struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t all_here;
    unsigned threads, waiting;
    unsigned round; /* number of times that all threads have met */
};

static inline void barrier_init(struct barrier *barrier, unsigned threads) {
    *barrier = (struct barrier){.threads = threads};
    pthread_mutex_init(&barrier->lock, NULL);
    pthread_cond_init(&barrier->all_here, NULL);
}

static inline void barrier_wait(struct barrier *barrier) {
    pthread_mutex_lock(&barrier->lock);
    const unsigned round = barrier->round;
    if (++barrier->waiting == barrier->threads) {
        barrier->waiting = 0;
        barrier->round++;
        pthread_cond_broadcast(&barrier->all_here);
    }
    while (barrier->round == round) pthread_cond_wait(&barrier->all_here, &barrier->lock);
    pthread_mutex_unlock(&barrier->lock);
}

static inline void barrier_destroy(struct barrier *barrier) {
    pthread_cond_destroy(&barrier->all_here);
    pthread_mutex_destroy(&barrier->lock);
}

#endif
