/*
 * See upkeep.h.
 */
#include "solver/upkeep.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

/* What starting and joining a thread takes. */
#define THREAD_SECONDS 1e-4

/* What is done, what it takes for a table, and what each node gains later: a tenth of its time
 * where rows need no question, a fifth in huge pages. */
static const struct chore {
    void (*run)(const tilepdb_table *table, const bool *stop);
    double (*seconds)(const tilepdb_table *table);
    double gain;
} chores[] = {
    {table_load_rest, table_rest_seconds, 1.5e-9},
    {table_promote, table_promote_seconds, 4e-9},
};

#define CHORES (sizeof chores / sizeof *chores)

struct chore_thread {
    struct upkeep *upkeep;
    const struct chore *chore;
    bool begun; /* atomic: a thread was to be started */
    bool running;
    pthread_t thread;
};

struct upkeep {
    const tilepdb_table *const *tables;
    size_t count;
    bool stop; /* atomic */
    struct chore_thread work[CHORES];
};

struct upkeep *upkeep_create(const tilepdb_table *const *tables, size_t count) {
    struct upkeep *upkeep = calloc(1, sizeof *upkeep);
    if (!upkeep) return NULL;
    upkeep->tables = tables;
    upkeep->count = count;
    for (size_t i = 0; i < CHORES; i++)
        upkeep->work[i] = (struct chore_thread){.upkeep = upkeep, .chore = &chores[i]};
    return upkeep;
}

void upkeep_free(struct upkeep *upkeep) {
    if (!upkeep) return;
    __atomic_store_n(&upkeep->stop, true, __ATOMIC_RELAXED);
    for (size_t i = 0; i < CHORES; i++)
        if (upkeep->work[i].running) pthread_join(upkeep->work[i].thread, NULL);
    free(upkeep);
}

static void *work_run(void *user) {
    const struct chore_thread *work = user;
    const struct upkeep *upkeep = work->upkeep;
    for (size_t i = 0; i < upkeep->count; i++)
        if (upkeep->tables[i]) work->chore->run(upkeep->tables[i], &upkeep->stop);
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

static double work_seconds(const struct chore_thread *work) {
    const struct upkeep *upkeep = work->upkeep;
    double seconds = 0;
    for (size_t i = 0; i < upkeep->count; i++)
        if (upkeep->tables[i]) seconds += work->chore->seconds(upkeep->tables[i]);
    return seconds;
}

static void work_consider(struct chore_thread *work, uint64_t nodes) {
    if (__atomic_load_n(&work->begun, __ATOMIC_RELAXED)) return;
    const double seconds = work_seconds(work), gain = (double)nodes * work->chore->gain;
    if (seconds == 0 || gain < seconds + THREAD_SECONDS) return;
    if (__atomic_exchange_n(&work->begun, true, __ATOMIC_RELAXED)) return;
    work->running = thread_start(&work->thread, work_run, work);
}

void upkeep_consider(struct upkeep *upkeep, uint64_t nodes) {
    for (size_t i = 0; i < CHORES; i++) work_consider(&upkeep->work[i], nodes);
}
