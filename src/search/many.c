/*
 * Many boards: threads take tasks from a queue, and deliver answers in order. A caller that waits
 * for a place is woken when half of the places are free, since waking a thread takes about as long
 * as an easy board.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/threads.h"
#include "search/ida.h"
#include "tilepdb_tables.h"

#define DEFAULT_CAPACITY 1024

struct queue_place {
    tilepdb_task *task;
    bool done;
};

struct tilepdb_queue {
    tilepdb_queue_options options;
    struct queue_place *places;  /* [task % capacity] owned */
    pthread_mutex_t together;    /* held during a search by several threads */
    pthread_mutex_t lock;        /* protects the members up to `stopped` */
    pthread_cond_t filled;       /* a new task, or no task will follow */
    pthread_cond_t emptied;      /* half of the places are free, or a stop */
    size_t put, taken, answered; /* tasks so far */
    bool answering;
    bool ended; /* a thread that finds no task returns */
    bool stopped;
    int thread_count; /* 0 if the caller searches */
    pthread_t *threads;
};

void tilepdb_queue_options_init(tilepdb_queue_options *options) {
    *options = (tilepdb_queue_options){.capacity = DEFAULT_CAPACITY};
}

static void task_search(tilepdb_queue *queue, tilepdb_task *task) {
    const bool together = task->options.threads != 1;
    if (together) pthread_mutex_lock(&queue->together);
    task->status =
        tilepdb_solve(task->solver, &task->board, &task->options, &task->result, &task->error);
    if (together) pthread_mutex_unlock(&queue->together);
    task->searches++;
}

static void task_run(tilepdb_queue *queue, tilepdb_task *task) {
    const tilepdb_queue_options *options = &queue->options;
    while (options->next ? options->next(task, options->user) : !task->searches)
        task_search(queue, task);
}

static void task_drop(tilepdb_task *task) {
    task->result = (tilepdb_result){.length = -1, .upper_bound = -1};
    task->status = error_set(&task->error, TILEPDB_CANCELLED, "the queue was stopped");
}

static struct queue_place *queue_take(tilepdb_queue *queue, bool *drop) {
    pthread_mutex_lock(&queue->lock);
    while (queue->taken == queue->put && !queue->ended)
        pthread_cond_wait(&queue->filled, &queue->lock);
    struct queue_place *place = NULL;
    if (queue->taken < queue->put) place = &queue->places[queue->taken++ % queue->options.capacity];
    *drop = queue->stopped;
    pthread_mutex_unlock(&queue->lock);
    return place;
}

static bool queue_is_half_empty(const struct tilepdb_queue *queue) {
    return queue->put - queue->answered <= queue->options.capacity / 2;
}

static void queue_answer(tilepdb_queue *queue, struct queue_place *completed) {
    pthread_mutex_lock(&queue->lock);
    completed->done = true;
    while (!queue->answering && queue->answered < queue->taken) {
        struct queue_place *oldest = &queue->places[queue->answered % queue->options.capacity];
        if (!oldest->done) break;
        oldest->done = false;
        queue->answering = true;
        pthread_mutex_unlock(&queue->lock);
        const bool go_on = queue->options.answer(oldest->task, queue->options.user);
        pthread_mutex_lock(&queue->lock);
        queue->answering = false;
        queue->stopped = queue->stopped || !go_on;
        queue->answered++;
        if (queue->stopped || queue_is_half_empty(queue)) pthread_cond_broadcast(&queue->emptied);
    }
    pthread_mutex_unlock(&queue->lock);
}

static void *queue_work(void *user) {
    tilepdb_queue *queue = user;
    struct queue_place *place;
    bool drop;
    while ((place = queue_take(queue, &drop))) {
        if (drop)
            task_drop(place->task);
        else
            task_run(queue, place->task);
        queue_answer(queue, place);
    }
    return NULL;
}

bool tilepdb_queue_put(tilepdb_queue *queue, tilepdb_task *task) {
    pthread_mutex_lock(&queue->lock);
    if (queue->put - queue->answered == queue->options.capacity)
        while (!queue->stopped && !queue_is_half_empty(queue))
            pthread_cond_wait(&queue->emptied, &queue->lock);
    const bool taken = !queue->stopped;
    if (taken) {
        task->searches = 0;
        queue->places[queue->put++ % queue->options.capacity].task = task;
        pthread_cond_signal(&queue->filled);
    }
    pthread_mutex_unlock(&queue->lock);
    if (taken && !queue->thread_count) queue_work(queue);
    return taken;
}

void tilepdb_queue_wait(tilepdb_queue *queue) {
    pthread_mutex_lock(&queue->lock);
    while (queue->answered < queue->put) pthread_cond_wait(&queue->emptied, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
}

void tilepdb_queue_stop(tilepdb_queue *queue) {
    pthread_mutex_lock(&queue->lock);
    queue->stopped = true;
    pthread_cond_broadcast(&queue->emptied);
    pthread_mutex_unlock(&queue->lock);
}

void tilepdb_queue_free(tilepdb_queue *queue) {
    if (!queue) return;
    pthread_mutex_lock(&queue->lock);
    queue->ended = true;
    pthread_cond_broadcast(&queue->filled);
    pthread_mutex_unlock(&queue->lock);
    for (int i = 0; i < queue->thread_count; i++) pthread_join(queue->threads[i], NULL);
    pthread_cond_destroy(&queue->filled);
    pthread_cond_destroy(&queue->emptied);
    pthread_mutex_destroy(&queue->lock);
    pthread_mutex_destroy(&queue->together);
    free(queue->threads);
    free(queue->places);
    free(queue);
}

static void threads_start(tilepdb_queue *queue, int wanted) {
    pthread_mutex_lock(&queue->lock);
    while (queue->thread_count < wanted &&
           !pthread_create(&queue->threads[queue->thread_count], NULL, queue_work, queue))
        queue->thread_count++;
    queue->ended = !queue->thread_count;
    pthread_mutex_unlock(&queue->lock);
}

static tilepdb_status queue_no_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a queue of boards");
}

static tilepdb_status queue_create(const tilepdb_queue_options *options, int threads,
                                   tilepdb_queue **created, tilepdb_error *error) {
    tilepdb_queue *queue = calloc(1, sizeof *queue);
    if (!queue) return queue_no_memory(error);
    queue->options = *options;
    pthread_mutex_init(&queue->together, NULL);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->filled, NULL);
    pthread_cond_init(&queue->emptied, NULL);
    queue->places = calloc(options->capacity, sizeof *queue->places);
    queue->threads = calloc((size_t)threads + 1, sizeof *queue->threads);
    if (!queue->places || !queue->threads) {
        tilepdb_queue_free(queue);
        return queue_no_memory(error);
    }
    threads_start(queue, threads);
    *created = queue;
    return TILEPDB_OK;
}

tilepdb_status tilepdb_queue_create(const tilepdb_queue_options *options, tilepdb_queue **queue,
                                    tilepdb_error *error) {
    const tilepdb_status status = limits_threads(options->threads, error);
    if (status) return status;
    if (!options->capacity || !options->answer)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a queue needs a capacity of at least 1 and a callback for answers");
    int threads = options->threads;
    if (threads == 0 || threads > THREADS_MAX) threads = threads_resolve(threads);
    return queue_create(options, threads, queue, error);
}

/* Completed answers per thread that may wait for an older answer. */
#define ANSWERS_AHEAD 16

struct many {
    tilepdb_queue *queue;
    const tilepdb_solve_options *asked;
    tilepdb_answer_fn on_answer;
    void *user;
    size_t answered;
    pthread_mutex_t lock; /* held during callbacks */
    atomic_bool stopped;
};

static bool many_progress(const tilepdb_progress *progress, void *user) {
    struct many *many = user;
    if (many->asked->progress) {
        pthread_mutex_lock(&many->lock);
        if (!atomic_load(&many->stopped) && !many->asked->progress(progress, many->asked->user))
            atomic_store(&many->stopped, true);
        pthread_mutex_unlock(&many->lock);
    }
    return !atomic_load(&many->stopped);
}

static bool many_answer(tilepdb_task *task, void *user) {
    struct many *many = user;
    pthread_mutex_lock(&many->lock);
    if (!atomic_load(&many->stopped) &&
        !many->on_answer(many->answered++, task->status, &task->result, &task->error, many->user))
        atomic_store(&many->stopped, true);
    pthread_mutex_unlock(&many->lock);
    return !atomic_load(&many->stopped);
}

/* `tasks` has one element more than the queue, so the element that is filled next was answered. */
static void many_put(struct many *many, const tilepdb_solver *solver, const tilepdb_board *boards,
                     size_t count, tilepdb_task *tasks, size_t capacity) {
    tilepdb_solve_options options = *many->asked;
    options.threads = 1;
    options.progress = many_progress;
    options.user = many;
    for (size_t i = 0; i < count; i++) {
        tilepdb_task *task = &tasks[i % (capacity + 1)];
        task->board = boards[i];
        task->solver = solver;
        task->options = options;
        task->error = (tilepdb_error){0};
        if (!tilepdb_queue_put(many->queue, task)) break;
    }
}

static tilepdb_status many_run(struct many *many, const tilepdb_solver *solver,
                               const tilepdb_board *boards, size_t count, int threads,
                               tilepdb_error *error) {
    const tilepdb_queue_options options = {
        .capacity = (size_t)threads * ANSWERS_AHEAD, .answer = many_answer, .user = many};
    tilepdb_task *tasks = calloc(options.capacity + 1, sizeof *tasks);
    if (!tasks) return queue_no_memory(error);
    const tilepdb_status status =
        queue_create(&options, threads > 1 ? threads : 0, &many->queue, error);
    pthread_mutex_init(&many->lock, NULL);
    if (!status) many_put(many, solver, boards, count, tasks, options.capacity);
    if (!status) tilepdb_queue_free(many->queue);
    pthread_mutex_destroy(&many->lock);
    free(tasks);
    if (status || many->answered == count) return status;
    return error_set(error, TILEPDB_CANCELLED, "the batch was stopped after %zu of %zu boards",
                     many->answered, count);
}

tilepdb_status tilepdb_solve_many(const tilepdb_solver *solver, const tilepdb_board *boards,
                                  size_t count, const tilepdb_solve_options *options,
                                  tilepdb_answer_fn on_answer, void *user, tilepdb_error *error) {
    tilepdb_solve_options defaults;
    tilepdb_solve_options_init(&defaults);
    if (!options) options = &defaults;
    if (options->earlier || options->on_bound)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "an earlier result and a callback at bounds are for one board");
    if (options->solutions == TILEPDB_SOLUTIONS_ALL)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a batch gives one solution per board; tilepdb_solve lists all");
    const tilepdb_status status = solve_options_check(options, error);
    if (status) return status;
    struct many many = {.asked = options, .on_answer = on_answer, .user = user};
    int threads = threads_resolve(options->threads);
    if (count < (size_t)threads) threads = count > 0 ? (int)count : 1;
    return many_run(&many, solver, boards, count, threads, error);
}
