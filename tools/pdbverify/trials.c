/* Many boards, a board a thread. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "cli/console.h"
#include "pdbverify/pdbverify.h"

struct trials {
    const struct lab *lab;
    struct trial *all;
    size_t count;
    atomic_size_t next;
    atomic_bool failed;
};

/* Progress belongs to the main thread; here it only asks whether an interrupt came. */
static bool go_on(const tilepdb_progress *progress, void *user) {
    (void)progress;
    (void)user;
    return cli_signal() == 0;
}

static void *work(void *user) {
    struct trials *trials = user;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.progress = go_on;
    for (;;) {
        const size_t i = atomic_fetch_add(&trials->next, 1);
        if (i >= trials->count || atomic_load(&trials->failed)) return NULL;
        struct trial *trial = &trials->all[i];
        trial->status = tilepdb_solve(trials->lab->solver, &trial->board, &options, &trial->result,
                                      &trial->error);
        if (trial->status != TILEPDB_OK) atomic_store(&trials->failed, true);
    }
}

int lab_solve_all(const struct lab *lab, const struct task *task, struct trial *trials,
                  size_t count) {
    struct trials shared = {.lab = lab, .all = trials, .count = count};
    const int jobs = cli_jobs(&task->options->common);
    pthread_t *threads = cli_allocated(calloc((size_t)jobs, sizeof *threads));
    int started = 1; /* this one */
    while (started < jobs && (size_t)started < count &&
           pthread_create(&threads[started], NULL, work, &shared) == 0)
        started++;
    work(&shared);
    while (started > 1) pthread_join(threads[--started], NULL);
    free(threads);
    for (size_t i = 0; i < count && atomic_load(&shared.failed); i++)
        if (trials[i].status != TILEPDB_OK) return cli_fail(NULL, &trials[i].error);
    return CLI_SUCCESS;
}
