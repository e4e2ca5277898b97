/*
 * See upkeep.h.
 */
#include "search/upkeep.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

/* What a node gains once all rows are ready: about a tenth of its time. */
#define READY_SECONDS 1.5e-9

/* What starting and joining a thread takes. */
#define THREAD_SECONDS 1e-4

struct upkeep {
    const tilepdb_table *const *tables;
    size_t count;
    bool stop;  /* atomic */
    bool begun; /* atomic: a thread was to be started */
    bool running;
    pthread_t thread;
};

struct upkeep *upkeep_create(const tilepdb_table *const *tables, size_t count) {
    struct upkeep *upkeep = calloc(1, sizeof *upkeep);
    if (!upkeep) return NULL;
    upkeep->tables = tables;
    upkeep->count = count;
    return upkeep;
}

void upkeep_free(struct upkeep *upkeep) {
    if (!upkeep) return;
    __atomic_store_n(&upkeep->stop, true, __ATOMIC_RELAXED);
    if (upkeep->running) pthread_join(upkeep->thread, NULL);
    free(upkeep);
}

static void *rows_load(void *user) {
    const struct upkeep *upkeep = user;
    for (size_t i = 0; i < upkeep->count; i++)
        if (upkeep->tables[i]) table_load_rest(upkeep->tables[i], &upkeep->stop);
    return NULL;
}

/* Signals are for the caller's threads. */
static bool thread_start(pthread_t *thread, void *(*run)(void *), void *user) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(thread, NULL, run, user) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

void upkeep_consider(struct upkeep *upkeep, uint64_t nodes) {
    if (__atomic_load_n(&upkeep->begun, __ATOMIC_RELAXED)) return;
    double seconds = 0;
    for (size_t i = 0; i < upkeep->count; i++)
        if (upkeep->tables[i]) seconds += table_rest_seconds(upkeep->tables[i]);
    if (seconds == 0 || (double)nodes * READY_SECONDS < seconds + THREAD_SECONDS) return;
    if (__atomic_exchange_n(&upkeep->begun, true, __ATOMIC_RELAXED)) return;
    upkeep->running = thread_start(&upkeep->thread, rows_load, upkeep);
}
