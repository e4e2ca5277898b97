/*
 * tilepdb, many boards: solves streams and lists of boards with several threads. Experimental: the
 * queue may change.
 */
#ifndef TILEPDB_MANY_H
#define TILEPDB_MANY_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A board in a queue, with one or more searches. The caller owns the task, and must not move it
 * until it is answered. */
typedef struct tilepdb_task {
    tilepdb_board board;
    const tilepdb_solver *solver; /* used by the next search */
    /* Used by the next search. Searches with several threads run one at a time. */
    tilepdb_solve_options options;
    unsigned searches;
    /* Status, result and error of the last search. `status` is CANCELLED if the queue was stopped
     * before the first search. */
    tilepdb_status status;
    tilepdb_result result;
    tilepdb_error error;
} tilepdb_task;

/* A callback about a task. Any thread of the queue may call it. */
typedef bool (*tilepdb_task_fn)(tilepdb_task *task, void *user);

/* Options of tilepdb_queue_create. */
typedef struct tilepdb_queue_options {
    /* Each thread searches one task at a time. 0: all. Threads start with the signal mask of the
     * caller. If no thread can be started, tilepdb_queue_put runs the searches. */
    int threads;
    size_t capacity; /* tasks that may wait for an older task; at least 1 */
    /* Called in the searching thread before the first search of a task and after each search.
     * Returns true if it has set the solver and options of a next search, false if the task is
     * finished. NULL: each task has one search. */
    tilepdb_task_fn next;
    /* Receives finished tasks one at a time, in the order in which they were put. The task
     * belongs to the caller again. Returns false to stop the queue. */
    tilepdb_task_fn answer;
    void *user;
} tilepdb_queue_options;

/* Sets the defaults: all threads, capacity 1024. */
TILEPDB_API void tilepdb_queue_options_init(tilepdb_queue_options *options);

/* A queue: tasks go in, answers come out in the same order. Its functions are for one thread at
 * a time and not for callbacks, except tilepdb_queue_stop. */
typedef struct tilepdb_queue tilepdb_queue;

/* Starts a queue. Returns ERROR_ARGUMENT if an option is out of range or `answer` is NULL, or
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_queue_create(const tilepdb_queue_options *options,
                                                tilepdb_queue **queue, tilepdb_error *error);

/* Adds a task; waits while the queue is full. Returns false, without the task, if the queue was
 * stopped. */
TILEPDB_API bool tilepdb_queue_put(tilepdb_queue *queue, tilepdb_task *task);

/* Waits until all tasks are answered. */
TILEPDB_API void tilepdb_queue_wait(tilepdb_queue *queue);

/* Stops the queue: it takes no more tasks, and answers waiting tasks without a search. Running
 * searches end by their own progress callbacks. Any thread may call this, also in callbacks. */
TILEPDB_API void tilepdb_queue_stop(tilepdb_queue *queue);

/* Waits for all answers, then frees the queue. */
TILEPDB_API void tilepdb_queue_free(tilepdb_queue *queue);

/* Receives the answer for boards[i], valid during the call. Returns false to stop. */
typedef bool (*tilepdb_answer_fn)(size_t i, tilepdb_status status, const tilepdb_result *result,
                                  const tilepdb_error *error, void *user);

/* Solves `count` boards as tilepdb_solve does, each by one thread, `options->threads` boards at
 * a time. Answers come in the order of the boards, each as soon as possible. Callbacks come from
 * any thread, one at a time; on_answer receives `user`, the progress callback `options->user`.
 *
 * Returns OK if all answers were delivered, whatever their statuses; CANCELLED if a callback
 * returned false; ERROR_ARGUMENT if an option is out of range, or `options` request ALL
 * solutions or set `earlier` or on_bound; or ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_solve_many(const tilepdb_solver *solver,
                                              const tilepdb_board *boards, size_t count,
                                              const tilepdb_solve_options *options,
                                              tilepdb_answer_fn on_answer, void *user,
                                              tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
