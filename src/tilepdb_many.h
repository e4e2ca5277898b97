/*
 * tilepdb, many boards: a queue of boards that several threads solve, for streams, and a function
 * for lists of boards. The conventions are those of tilepdb.h. Experimental: the queue is new, and
 * may change.
 */
#ifndef TILEPDB_MANY_H
#define TILEPDB_MANY_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A board on its way through a queue; one task may have several searches. The memory is the
 * caller's, and stays where it is until the task was answered. */
typedef struct tilepdb_task {
    tilepdb_board board;
    const tilepdb_solver *solver;  /* for the next search */
    tilepdb_solve_options options; /* for the next search; of searches with several threads the
                                      queue runs one at a time */
    unsigned searches;             /* that have ended */
    tilepdb_status status;         /* of the last search, as are the next two members; CANCELLED if
                                      the queue was stopped before the first search */
    tilepdb_result result;
    tilepdb_error error;
} tilepdb_task;

/* A callback about a task, from any thread. */
typedef bool (*tilepdb_task_fn)(tilepdb_task *task, void *user);

/* How a queue works. */
typedef struct tilepdb_queue_options {
    int threads;     /* that search, each one task at a time; 0: all. They start with the caller's
                        signal mask. Where none can be started, tilepdb_queue_put searches */
    size_t capacity; /* tasks that may wait for an older one; at least 1 */
    /* Called before the first search of a task and after each search, in the thread that searches.
     * True: the task's solver and options are set for the next search; false: the task has its
     * answer. NULL: each task has one search. */
    tilepdb_task_fn next;
    /* Receives each task that was put, in this order, one at a time, as soon as it and those before
     * it are complete; the memory is the caller's again. False stops the queue. */
    tilepdb_task_fn answer;
    void *user;
} tilepdb_queue_options;

/* Sets the defaults: all threads, room for 1024 tasks, no callbacks. */
TILEPDB_API void tilepdb_queue_options_init(tilepdb_queue_options *options);

/* A queue of boards, for streams: tasks in, answers out, in the same order. Its
 * functions, except stop, are for one thread at a time, and not for callbacks. */
typedef struct tilepdb_queue tilepdb_queue;

/* Starts a queue. ERROR_ARGUMENT: the options are out of range, or `answer` is NULL;
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_queue_create(const tilepdb_queue_options *options,
                                                tilepdb_queue **queue, tilepdb_error *error);

/* Adds a task; waits for room. False: the queue was stopped, and did not take it. */
TILEPDB_API bool tilepdb_queue_put(tilepdb_queue *queue, tilepdb_task *task);

/* Waits until all tasks that were put are answered. */
TILEPDB_API void tilepdb_queue_wait(tilepdb_queue *queue);

/* Answers waiting tasks without a search, and takes no more. Running searches end by their own
 * progress callbacks. Any thread, also in callbacks. */
TILEPDB_API void tilepdb_queue_stop(tilepdb_queue *queue);

/* Waits for all answers and releases the queue. Accepts NULL. */
TILEPDB_API void tilepdb_queue_free(tilepdb_queue *queue);

/* Receives the answer for boards[i], as from tilepdb_solve, valid during the call. Returns false to
 * stop. */
typedef bool (*tilepdb_answer_fn)(size_t i, tilepdb_status status, const tilepdb_result *result,
                                  const tilepdb_error *error, void *user);

/* Solves many boards, each as tilepdb_solve does with one thread, `options->threads` boards at a
 * time. Answers are delivered in the order of the boards, each as soon as it and those before it
 * are complete; a few boards are solved ahead. Callbacks come from any thread, one at a time;
 * `user` goes to on_answer, `options->user` to the progress callback.
 * OK: all answers were delivered, whatever their statuses. CANCELLED: a callback stopped it.
 * ERROR_ARGUMENT: `options` are out of range, ask for ALL solutions, or have an earlier result or
 * on_bound, which are for one board; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_solve_many(const tilepdb_solver *solver,
                                              const tilepdb_board *boards, size_t count,
                                              const tilepdb_solve_options *options,
                                              tilepdb_answer_fn on_answer, void *user,
                                              tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
