/* A communicator of threads that share counters, in the place of ranks. */
#ifndef TILEPDB_TESTS_COMM_FIXTURE_H
#define TILEPDB_TESTS_COMM_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm.h"
#include "tilepdb.h"

#define MOST_RANKS 4

struct mail {
    uint8_t bytes[TILEPDB_COMM_MESSAGE];
    size_t size; /* 0 if nothing is on its way */
};

struct job {
    int ranks;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t *counters;
    const void *given[MOST_RANKS];
    size_t sizes[MOST_RANKS];
    int came, left; /* ranks in an allgather */
    bool lacks;     /* a rank has no memory for the result of the allgather */
    int arrived;    /* arrivals in all barriers */
    struct mail mail[MOST_RANKS];
};

struct member {
    struct job *job;
    int rank;
    int barriers; /* barriers begun */
    int gathered; /* allgathers begun */
    int lacking;  /* number of the allgather that has no memory for its result, from 1 */
    bool in_barrier;
};

static inline uint64_t member_update(size_t counter, tilepdb_counter_op op, uint64_t value,
                                     void *user) {
    struct job *job = ((struct member *)user)->job;
    assert_true(counter < TILEPDB_COMM_COUNTERS);
    pthread_mutex_lock(&job->lock);
    const uint64_t before = job->counters[counter];
    if (op == TILEPDB_COUNTER_ADD) job->counters[counter] += value;
    if (op == TILEPDB_COUNTER_SET) job->counters[counter] = value;
    if (op == TILEPDB_COUNTER_MIN && value < before) job->counters[counter] = value;
    pthread_mutex_unlock(&job->lock);
    return before;
}

static inline void *job_join(const struct job *job, size_t *all) {
    *all = 0;
    for (int i = 0; i < job->ranks; i++) *all += job->sizes[i];
    if (*all == 0) return NULL; /* the header allows it */
    uint8_t *bytes = malloc(*all), *to = bytes;
    for (int i = 0; bytes && i < job->ranks; i++) {
        if (job->sizes[i]) memcpy(to, job->given[i], job->sizes[i]);
        to += job->sizes[i];
    }
    return bytes;
}

static inline void *member_allgather(const void *bytes, size_t size, size_t *all, void *user) {
    struct member *member = user;
    struct job *job = member->job;
    pthread_mutex_lock(&job->lock);
    while (job->left)
        pthread_cond_wait(&job->changed, &job->lock); /* until the previous one ends */
    job->given[member->rank] = bytes;
    job->sizes[member->rank] = size;
    if (++job->came == job->ranks) {
        job->left = job->ranks;
        job->lacks = false;
        pthread_cond_broadcast(&job->changed);
    }
    while (!job->left) pthread_cond_wait(&job->changed, &job->lock);
    void *joined = job_join(job, all);
    job->lacks = job->lacks || (!joined && *all);
    if (--job->left == 0) {
        job->came = 0;
        pthread_cond_broadcast(&job->changed);
    }
    /* The bytes stay until all ranks have a copy. */
    while (job->left) pthread_cond_wait(&job->changed, &job->lock);
    const bool lacks = job->lacks;
    pthread_mutex_unlock(&job->lock);
    if (++member->gathered != member->lacking && !lacks) return joined;
    free(joined);
    return NULL;
}

static inline bool member_barrier(void *user) {
    struct member *member = user;
    struct job *job = member->job;
    pthread_mutex_lock(&job->lock);
    if (!member->in_barrier) job->arrived++, member->barriers++;
    const bool passed = job->arrived >= job->ranks * member->barriers;
    member->in_barrier = !passed;
    pthread_mutex_unlock(&job->lock);
    return passed;
}

static inline bool member_send(const void *bytes, size_t size, void *user) {
    struct member *member = user;
    struct mail *mail = &member->job->mail[member->rank];
    assert_true(size <= TILEPDB_COMM_MESSAGE);
    pthread_mutex_lock(&member->job->lock);
    const bool free_again = mail->size == 0;
    if (free_again && size) {
        memcpy(mail->bytes, bytes, size);
        mail->size = size;
    }
    pthread_mutex_unlock(&member->job->lock);
    return free_again;
}

static inline size_t member_receive(void *bytes, void *user) {
    struct member *member = user;
    struct job *job = member->job;
    size_t size = 0;
    assert_int_equal(member->rank, 0);
    pthread_mutex_lock(&job->lock);
    for (int i = 0; i < job->ranks && !size; i++) {
        size = job->mail[i].size;
        if (size) memcpy(bytes, job->mail[i].bytes, size);
        job->mail[i].size = 0;
    }
    pthread_mutex_unlock(&job->lock);
    return size;
}

static inline tilepdb_comm member_comm(struct member *member) {
    return (tilepdb_comm){.rank = member->rank,
                          .ranks = member->job->ranks,
                          .update = member_update,
                          .allgather = member_allgather,
                          .barrier = member_barrier,
                          .send = member_send,
                          .receive = member_receive,
                          .user = member};
}

/* Runs a function in a thread for each of `count` items of `size` bytes. The first member of an
 * item is a struct member. */
static inline void job_run(int count, void *items, size_t size, void *(*run)(void *)) {
    struct job job = {.ranks = count,
                      .counters = calloc(TILEPDB_COMM_COUNTERS, sizeof *job.counters)};
    pthread_t threads[MOST_RANKS];
    pthread_mutex_init(&job.lock, NULL);
    pthread_cond_init(&job.changed, NULL);
    for (int i = 0; i < count; i++) {
        struct member *member = (void *)((char *)items + (size_t)i * size);
        *member = (struct member){.job = &job, .rank = i};
        pthread_create(&threads[i], NULL, run, member);
    }
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    free(job.counters);
}

#endif
