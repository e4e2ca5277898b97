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
#define ANSWERS_AHEAD 8

struct answer {
    bool done;
    tilepdb_status status;
    tilepdb_result result;
    tilepdb_error error;
};

struct many {
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

static bool many_stopped(struct many *many) {
    return __atomic_load_n(&many->stopped, __ATOMIC_RELAXED);
}

static void many_stop(struct many *many) {
    __atomic_store_n(&many->stopped, true, __ATOMIC_RELAXED);
}

static bool many_progress(const tilepdb_progress *progress, void *user) {
    struct many *many = user;
    if (many->asked->progress != NULL) {
        pthread_mutex_lock(&many->lock);
        if (!many_stopped(many) && !many->asked->progress(progress, many->asked->user))
            many_stop(many);
        pthread_mutex_unlock(&many->lock);
    }
    return !many_stopped(many);
}

/* The next board, if there is one; waits for room. */
static bool many_take(struct many *many, size_t *i) {
    pthread_mutex_lock(&many->lock);
    while (many->taken - many->told == many->room && !many_stopped(many))
        pthread_cond_wait(&many->told_more, &many->lock);
    const bool more = many->taken < many->count && !many_stopped(many);
    if (more) *i = many->taken++;
    pthread_mutex_unlock(&many->lock);
    return more;
}

/* Delivers the answers that are next in order. */
static void many_tell(struct many *many, size_t completed) {
    pthread_mutex_lock(&many->lock);
    many->answers[completed % many->room].done = true;
    while (many->told < many->taken && !many_stopped(many)) {
        struct answer *answer = &many->answers[many->told % many->room];
        if (!answer->done) break;
        answer->done = false;
        const size_t i = many->told++;
        if (!many->on_answer(i, answer->status, &answer->result, &answer->error, many->user))
            many_stop(many);
    }
    pthread_cond_broadcast(&many->told_more);
    pthread_mutex_unlock(&many->lock);
}

static void many_work(struct many *many) {
    size_t i;
    while (many_take(many, &i)) {
        struct answer *answer = &many->answers[i % many->room];
        answer->error = (tilepdb_error){0};
        answer->status = tilepdb_solve(many->solver, &many->boards[i], &many->options,
                                       &answer->result, &answer->error);
        many_tell(many, i);
    }
}

static tilepdb_status many_run(struct many *many, int threads, tilepdb_error *error) {
    many->room = (size_t)threads * ANSWERS_AHEAD;
    many->answers = calloc(many->room, sizeof *many->answers);
    if (many->answers == NULL)
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the answers of a batch");
    pthread_mutex_init(&many->lock, NULL);
    pthread_cond_init(&many->told_more, NULL);
#pragma omp parallel num_threads(threads)
    many_work(many);
    pthread_cond_destroy(&many->told_more);
    pthread_mutex_destroy(&many->lock);
    free(many->answers);
    if (many->told == many->count) return TILEPDB_OK;
    return error_set(error, TILEPDB_CANCELLED, "the batch was stopped after %zu of %zu boards",
                     many->told, many->count);
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
    struct many many = {.solver = solver,
                        .boards = boards,
                        .count = count,
                        .options = *options,
                        .asked = options,
                        .on_answer = on_answer,
                        .user = user};
    many.options.threads = 1;
    many.options.progress = many_progress;
    many.options.user = &many;
    int threads = threads_resolve(options->threads);
    if (count < (size_t)threads) threads = count > 0 ? (int)count : 1;
    return many_run(&many, threads, error);
}
