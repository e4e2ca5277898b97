/*
 * Work that several threads take from a queue and that is delivered in its order.
 *
 * Jobs are pointers that belong to the caller. All functions may be called from any thread, but
 * job_queue_put and job_queue_end only from one.
 */
#ifndef TILEPDB_PDBSOLVE_JOBS_H
#define TILEPDB_PDBSOLVE_JOBS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* This many boards may be read before the oldest answer is printed. */
#define JOB_WINDOW 1024

/* Jobs are numbered from 0; number n is in slot n % JOB_WINDOW. */
struct job_queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    void *job[JOB_WINDOW];
    bool done[JOB_WINDOW];
    size_t put, taken, given; /* how many */
    bool ended, dropped;
};

void job_queue_init(struct job_queue *queue);
void job_queue_free(struct job_queue *queue);

/* Adds a job; waits while the window is full. */
void job_queue_put(struct job_queue *queue, void *job);

/* Waits until all jobs that were put are given out. From the thread that puts. */
void job_queue_wait(struct job_queue *queue);

/* No more jobs come, until one is put again; with `drop` those that wait are not taken. */
void job_queue_end(struct job_queue *queue, bool drop);

/* A job that was dropped, to be released; NULL: no more. Once all threads have ended. */
void *job_queue_rest(struct job_queue *queue);

/* The next job to work on; waits for one. NULL: there will be none. */
void *job_queue_take(struct job_queue *queue);

/* Marks a job as done. */
void job_queue_done(struct job_queue *queue, const void *job);

/* The next job in order, if it is done; otherwise NULL. */
void *job_queue_next_done(struct job_queue *queue);

/* Whether all jobs before this one were given out. */
bool job_queue_is_oldest(struct job_queue *queue, const void *job);

#endif
