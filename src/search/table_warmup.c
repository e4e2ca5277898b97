#include "search/table_warmup.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/threads.h"

#define THREAD_SECONDS 1e-4

/* `gain` is in seconds per node. */
static const struct warmup_task {
    void (*run)(const tilepdb_table *table, const bool *stop);
    double (*seconds)(const tilepdb_table *table);
    double gain;
} tasks[] = {
    {table_load_rest, table_rest_seconds, 1.5e-9},
    {table_promote, table_promote_seconds, 4e-9},
};

#define TASKS (sizeof tasks / sizeof *tasks)

struct task_thread {
    struct table_warmup *warmup;
    const struct warmup_task *task;
    bool begun; /* set before the start; atomic */
    bool running;
    pthread_t thread;
};

struct table_warmup {
    const tilepdb_table *const *tables;
    size_t count;
    bool stop; /* atomic */
    struct task_thread work[TASKS];
};

struct table_warmup *table_warmup_create(const tilepdb_table *const *tables, size_t count) {
    struct table_warmup *warmup = calloc(1, sizeof *warmup);
    if (!warmup) return NULL;
    warmup->tables = tables;
    warmup->count = count;
    for (size_t i = 0; i < TASKS; i++)
        warmup->work[i] = (struct task_thread){.warmup = warmup, .task = &tasks[i]};
    return warmup;
}

void table_warmup_free(struct table_warmup *warmup) {
    if (!warmup) return;
    __atomic_store_n(&warmup->stop, true, __ATOMIC_RELAXED);
    for (size_t i = 0; i < TASKS; i++)
        if (warmup->work[i].running) pthread_join(warmup->work[i].thread, NULL);
    free(warmup);
}

static void *work_run(void *user) {
    const struct task_thread *work = user;
    const struct table_warmup *warmup = work->warmup;
    for (size_t i = 0; i < warmup->count; i++)
        if (warmup->tables[i]) work->task->run(warmup->tables[i], &warmup->stop);
    return NULL;
}

static double work_seconds(const struct task_thread *work) {
    const struct table_warmup *warmup = work->warmup;
    double seconds = 0;
    for (size_t i = 0; i < warmup->count; i++)
        if (warmup->tables[i]) seconds += work->task->seconds(warmup->tables[i]);
    return seconds;
}

static void work_consider(struct task_thread *work, uint64_t nodes) {
    if (__atomic_load_n(&work->begun, __ATOMIC_RELAXED)) return;
    const double seconds = work_seconds(work), gain = (double)nodes * work->task->gain;
    if (seconds == 0 || gain < seconds + THREAD_SECONDS) return;
    if (__atomic_exchange_n(&work->begun, true, __ATOMIC_RELAXED)) return;
    work->running = thread_start(&work->thread, work_run, work);
}

void table_warmup_consider(struct table_warmup *warmup, uint64_t nodes) {
    for (size_t i = 0; i < TASKS; i++) work_consider(&warmup->work[i], nodes);
}
