/* Many boards, one board per thread. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "cli/console.h"
#include "pdbverify/pdbverify.h"

struct round {
    const struct lab *lab;
    struct trial *trials;
    size_t count;
    trial_fn run;
    void *user;
    atomic_size_t next;
    atomic_bool failed;
};

/* Progress belongs to the main thread; here it only asks whether an interrupt came. */
static bool go_on(const tilepdb_progress *progress, void *user) {
    (void)progress;
    (void)user;
    return cli_signal() == 0;
}

tilepdb_status trial_solve(const struct lab *lab, struct trial *trial,
                           const tilepdb_solve_options *limits) {
    tilepdb_solve_options options = *limits;
    options.progress = go_on;
    trial->status =
        tilepdb_solve(lab->solver, &trial->board, &options, &trial->result, &trial->error);
    return trial->status;
}

static void *work(void *user) {
    struct round *round = user;
    for (;;) {
        const size_t i = atomic_fetch_add(&round->next, 1);
        if (i >= round->count || atomic_load(&round->failed)) return NULL;
        if (round->run(round->lab, &round->trials[i], round->user) == TILEPDB_OK)
            round->trials[i].done = true;
        else
            atomic_store(&round->failed, true);
    }
}

int lab_try_all(const struct lab *lab, const struct task *task, struct trial *trials, size_t count,
                trial_fn run, void *user) {
    struct round round = {.lab = lab, .trials = trials, .count = count, .run = run, .user = user};
    const int jobs = cli_jobs(&task->options->common);
    pthread_t *threads = cli_allocated(calloc((size_t)jobs, sizeof *threads));
    for (size_t i = 0; i < count; i++) trials[i].done = false;
    int started = 1; /* this one */
    while (started < jobs && (size_t)started < count &&
           pthread_create(&threads[started], NULL, work, &round) == 0)
        started++;
    work(&round);
    while (started > 1) pthread_join(threads[--started], NULL);
    free(threads);
    for (size_t i = 0; i < count && atomic_load(&round.failed); i++)
        if (!trials[i].done && trials[i].status != TILEPDB_OK)
            return cli_fail(NULL, &trials[i].error);
    return CLI_SUCCESS;
}
