/*
 * Many boards: each thread takes the next one, and the thread that completes the oldest answer
 * delivers it and those waiting behind it.
 */
#include <pthread.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/threads.h"
#include "search/solver.h"

/* Answers per thread that may wait for an older one. */
#define BATCH_AHEAD 8

struct answer {
    bool done;
    tilepdb_status status;
    tilepdb_result result;
    tilepdb_error error;
};

struct batch {
    const tilepdb_solver *solver;
    const tilepdb_board *boards;
    size_t count;
    tilepdb_solve_options options; /* of each board */
    const tilepdb_solve_options *asked;
    tilepdb_answer_fn on_answer;
    void *user;
    struct answer *answers; /* board i is at i % room */
    size_t room;
    pthread_mutex_t lock; /* of the rest, and held in callbacks */
    pthread_cond_t told_more;
    size_t taken;
    size_t told;
    bool stopped; /* read without the lock, too */
};

static bool batch_stopped(struct batch *batch) {
    return __atomic_load_n(&batch->stopped, __ATOMIC_RELAXED);
}

static void batch_stop(struct batch *batch) {
    __atomic_store_n(&batch->stopped, true, __ATOMIC_RELAXED);
}

static bool batch_progress(const tilepdb_progress *progress, void *user) {
    struct batch *batch = user;
    if (batch->asked->progress != NULL) {
        pthread_mutex_lock(&batch->lock);
        if (!batch_stopped(batch) && !batch->asked->progress(progress, batch->asked->user))
            batch_stop(batch);
        pthread_mutex_unlock(&batch->lock);
    }
    return !batch_stopped(batch);
}

/* The next board, if there is one; waits for room. */
static bool batch_take(struct batch *batch, size_t *i) {
    pthread_mutex_lock(&batch->lock);
    while (batch->taken - batch->told == batch->room && !batch_stopped(batch))
        pthread_cond_wait(&batch->told_more, &batch->lock);
    const bool more = batch->taken < batch->count && !batch_stopped(batch);
    if (more) *i = batch->taken++;
    pthread_mutex_unlock(&batch->lock);
    return more;
}

/* Delivers the answers that are next in order. */
static void batch_tell(struct batch *batch, size_t completed) {
    pthread_mutex_lock(&batch->lock);
    batch->answers[completed % batch->room].done = true;
    while (batch->told < batch->taken && !batch_stopped(batch)) {
        struct answer *answer = &batch->answers[batch->told % batch->room];
        if (!answer->done) break;
        answer->done = false;
        const size_t i = batch->told++;
        if (!batch->on_answer(i, answer->status, &answer->result, &answer->error, batch->user))
            batch_stop(batch);
    }
    pthread_cond_broadcast(&batch->told_more);
    pthread_mutex_unlock(&batch->lock);
}

static void batch_work(struct batch *batch) {
    size_t i;
    while (batch_take(batch, &i)) {
        struct answer *answer = &batch->answers[i % batch->room];
        answer->error = (tilepdb_error){0};
        answer->status = tilepdb_solve(batch->solver, &batch->boards[i], &batch->options,
                                       &answer->result, &answer->error);
        batch_tell(batch, i);
    }
}

static tilepdb_status batch_run(struct batch *batch, int threads, tilepdb_error *error) {
    batch->room = (size_t)threads * BATCH_AHEAD;
    batch->answers = calloc(batch->room, sizeof *batch->answers);
    if (batch->answers == NULL)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the answers of a batch");
    pthread_mutex_init(&batch->lock, NULL);
    pthread_cond_init(&batch->told_more, NULL);
#pragma omp parallel num_threads(threads)
    batch_work(batch);
    pthread_cond_destroy(&batch->told_more);
    pthread_mutex_destroy(&batch->lock);
    free(batch->answers);
    if (batch->told == batch->count) return TILEPDB_OK;
    return error_set(error, TILEPDB_CANCELLED, "the batch was stopped after %zu of %zu boards",
                     batch->told, batch->count);
}

tilepdb_status tilepdb_solve_many(const tilepdb_solver *solver, const tilepdb_board *boards,
                                  size_t count, const tilepdb_solve_options *options,
                                  tilepdb_answer_fn on_answer, void *user, tilepdb_error *error) {
    tilepdb_solve_options defaults;
    tilepdb_solve_options_init(&defaults);
    if (options == NULL) options = &defaults;
    if (options->solutions == TILEPDB_SOLUTIONS_ALL)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a batch delivers one solution per board; list all with tilepdb_solve");
    const tilepdb_status status = solve_options_check(options, error);
    if (status) return status;
    struct batch batch = {.solver = solver,
                          .boards = boards,
                          .count = count,
                          .options = *options,
                          .asked = options,
                          .on_answer = on_answer,
                          .user = user};
    batch.options.threads = 1;
    batch.options.progress = batch_progress;
    batch.options.user = &batch;
    int threads = threads_resolve(options->threads);
    if (count < (size_t)threads) threads = count > 0 ? (int)count : 1;
    return batch_run(&batch, threads, error);
}
