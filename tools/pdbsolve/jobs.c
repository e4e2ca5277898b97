#include "pdbsolve/jobs.h"

#include <string.h>

void job_queue_init(struct job_queue *queue) {
    memset(queue, 0, sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
}

void job_queue_free(struct job_queue *queue) {
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}

void job_queue_put(struct job_queue *queue, void *job) {
    pthread_mutex_lock(&queue->lock);
    while (queue->put - queue->given == JOB_WINDOW)
        pthread_cond_wait(&queue->changed, &queue->lock);
    queue->job[queue->put % JOB_WINDOW] = job;
    queue->done[queue->put++ % JOB_WINDOW] = false;
    queue->ended = false;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void job_queue_wait(struct job_queue *queue) {
    pthread_mutex_lock(&queue->lock);
    while (queue->given < queue->put) pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
}

void job_queue_end(struct job_queue *queue, bool drop) {
    pthread_mutex_lock(&queue->lock);
    queue->ended = true;
    queue->dropped = drop;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void *job_queue_take(struct job_queue *queue) {
    void *job = NULL;
    pthread_mutex_lock(&queue->lock);
    while (queue->taken == queue->put && !queue->ended)
        pthread_cond_wait(&queue->changed, &queue->lock);
    if (queue->taken < queue->put && !queue->dropped) job = queue->job[queue->taken++ % JOB_WINDOW];
    pthread_mutex_unlock(&queue->lock);
    return job;
}

void *job_queue_rest(struct job_queue *queue) {
    return queue->taken < queue->put ? queue->job[queue->taken++ % JOB_WINDOW] : NULL;
}

void job_queue_done(struct job_queue *queue, const void *job) {
    pthread_mutex_lock(&queue->lock);
    for (size_t i = queue->given; i < queue->taken; i++)
        if (queue->job[i % JOB_WINDOW] == job) queue->done[i % JOB_WINDOW] = true;
    pthread_mutex_unlock(&queue->lock);
}

void *job_queue_next_done(struct job_queue *queue) {
    void *job = NULL;
    pthread_mutex_lock(&queue->lock);
    if (queue->given < queue->taken && queue->done[queue->given % JOB_WINDOW]) {
        job = queue->job[queue->given++ % JOB_WINDOW];
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return job;
}

bool job_queue_is_oldest(struct job_queue *queue, const void *job) {
    pthread_mutex_lock(&queue->lock);
    const bool oldest = queue->given < queue->taken && queue->job[queue->given % JOB_WINDOW] == job;
    pthread_mutex_unlock(&queue->lock);
    return oldest;
}
