#include "search/work_queue.h"

#include <stdlib.h>

#include "base/clock.h"

#define POLL_SECONDS 5e-3

#define POLLED_COUNTERS 3

/* Polls and fetches may take 1 / POLL_FRACTION of the time. */
#define POLL_FRACTION 20

/* Least number of batches per worker. */
#define BATCHES_PER_WORKER 64

#define MOST_SPLITS (((size_t)TILEPDB_COMM_COUNTERS - WORK_COUNTERS) / 2)

static size_t unit_counter(size_t place) {
    return WORK_COUNTERS + 2 * place;
}

static size_t subunit_counter(size_t place) {
    return WORK_COUNTERS + 2 * place + 1;
}

static uint64_t counter_change(uint64_t *word, tilepdb_counter_op change, uint64_t value) {
    if (change == TILEPDB_COUNTER_ADD) return __atomic_fetch_add(word, value, __ATOMIC_ACQ_REL);
    if (change == TILEPDB_COUNTER_SET) return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
    uint64_t before = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    while (value < before && !__atomic_compare_exchange_n(word, &before, value, false,
                                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
    return before;
}

uint64_t work_queue_change(struct work_queue *queue, size_t counter, tilepdb_counter_op change,
                           uint64_t value) {
    const tilepdb_comm *comm = queue->comm;
    if (!comm) return counter_change(&queue->counters[counter], change, value);
    pthread_mutex_lock(queue->lock);
    const uint64_t before = comm->update(counter, change, value, comm->user);
    pthread_mutex_unlock(queue->lock);
    return before;
}

bool work_queue_meet(struct work_queue *queue) {
    pthread_mutex_lock(queue->lock);
    const bool met = queue->comm->barrier(queue->comm->user);
    pthread_mutex_unlock(queue->lock);
    return met;
}

bool work_queue_send(struct work_queue *queue, const void *bytes, size_t size) {
    pthread_mutex_lock(queue->lock);
    const bool sent = queue->comm->send(bytes, size, queue->comm->user);
    pthread_mutex_unlock(queue->lock);
    return sent;
}

size_t work_queue_receive(struct work_queue *queue, void *bytes) {
    pthread_mutex_lock(queue->lock);
    const size_t size = queue->comm->receive(bytes, queue->comm->user);
    pthread_mutex_unlock(queue->lock);
    return size;
}

static uint64_t counter_read(struct work_queue *queue, size_t counter) {
    if (!queue->comm) return __atomic_load_n(&queue->counters[counter], __ATOMIC_ACQUIRE);
    return work_queue_change(queue, counter, TILEPDB_COUNTER_ADD, 0);
}

void work_queue_clear(const tilepdb_comm *comm) {
    const uint64_t splits = comm->update(COUNTER_SPLITS, TILEPDB_COUNTER_ADD, 0, comm->user);
    for (size_t i = 0; i < WORK_COUNTERS; i++)
        comm->update(i, TILEPDB_COUNTER_SET, i == COUNTER_BEST ? WORK_KEY_NONE : 0, comm->user);
    for (size_t place = 0; place < splits && place < MOST_SPLITS; place++) {
        comm->update(unit_counter(place), TILEPDB_COUNTER_SET, 0, comm->user);
        comm->update(subunit_counter(place), TILEPDB_COUNTER_SET, 0, comm->user);
    }
}

bool work_queue_begin(struct work_queue *queue, const tilepdb_comm *comm, size_t units,
                      size_t workers, bool splits) {
    *queue = (struct work_queue){.comm = comm,
                                 .units = units,
                                 .workers = workers,
                                 .capacity = splits ? MOST_SPLITS : 0,
                                 .pause = POLL_SECONDS,
                                 .batch = 1,
                                 .fetched = clock_seconds(),
                                 .best = WORK_KEY_NONE};
    queue->counters = queue->few;
    if (splits && !comm) queue->counters = calloc(TILEPDB_COMM_COUNTERS, sizeof *queue->counters);
    if (comm && (queue->lock = malloc(sizeof *queue->lock))) pthread_mutex_init(queue->lock, NULL);
    if (!queue->counters || (comm && !queue->lock)) return false;
    queue->counters[COUNTER_BEST] = WORK_KEY_NONE;
    return true;
}

void work_queue_end(struct work_queue *queue) {
    if (queue->counters != queue->few) free(queue->counters);
    if (queue->lock) pthread_mutex_destroy(queue->lock);
    free(queue->lock);
}

uint64_t work_queue_best(const struct work_queue *queue) {
    const uint64_t *best = queue->comm ? &queue->best : &queue->counters[COUNTER_BEST];
    return __atomic_load_n(best, __ATOMIC_RELAXED);
}

bool work_queue_is_stopped(const struct work_queue *queue) {
    const uint64_t *stopped = queue->comm ? &queue->stopped : &queue->counters[COUNTER_STOPPED];
    return __atomic_load_n(stopped, __ATOMIC_RELAXED) != 0;
}

static uint64_t splits_seen(const struct work_queue *queue) {
    const uint64_t *splits = queue->comm ? &queue->splits : &queue->counters[COUNTER_SPLITS];
    const uint64_t count = __atomic_load_n(splits, __ATOMIC_ACQUIRE);
    return count < queue->capacity ? count : queue->capacity;
}

void work_queue_poll_now(struct work_queue *queue) {
    if (!queue->comm) return;
    __atomic_store_n(&queue->best, counter_read(queue, COUNTER_BEST), __ATOMIC_RELAXED);
    __atomic_store_n(&queue->stopped, counter_read(queue, COUNTER_STOPPED), __ATOMIC_RELAXED);
    __atomic_store_n(&queue->splits, counter_read(queue, COUNTER_SPLITS), __ATOMIC_RELEASE);
}

double work_queue_latency(const struct work_queue *queue) {
    double took;
    __atomic_load(&queue->latency, &took, __ATOMIC_RELAXED);
    return took;
}

double poll_interval(double pause, double took) {
    return took * POLL_FRACTION > pause ? took * POLL_FRACTION : pause;
}

void work_queue_poll(struct work_queue *queue) {
    if (!queue->comm) return;
    double polled, pause, now = clock_seconds();
    __atomic_load(&queue->polled, &polled, __ATOMIC_RELAXED);
    __atomic_load(&queue->pause, &pause, __ATOMIC_RELAXED);
    if (now - polled < pause) return;
    __atomic_store(&queue->polled, &now, __ATOMIC_RELAXED);
    work_queue_poll_now(queue);
    double took = clock_seconds() - now;
    pause = poll_interval(POLL_SECONDS, took);
    took /= POLLED_COUNTERS;
    __atomic_store(&queue->pause, &pause, __ATOMIC_RELAXED);
    __atomic_store(&queue->latency, &took, __ATOMIC_RELAXED);
}

void work_queue_found(struct work_queue *queue, uint64_t key) {
    work_queue_change(queue, COUNTER_BEST, TILEPDB_COUNTER_MIN, key);
    work_queue_poll_now(queue);
}

void work_queue_stop(struct work_queue *queue) {
    work_queue_change(queue, COUNTER_STOPPED, TILEPDB_COUNTER_SET, 1);
    work_queue_poll_now(queue);
}

/* Called under the lock. Batches grow while fetches take too long. */
static void units_fetch(struct work_queue *queue) {
    const tilepdb_comm *comm = queue->comm;
    const size_t most = queue->units / (BATCHES_PER_WORKER * queue->workers) + 1;
    const double begun = clock_seconds(), searched = begun - queue->fetched;
    const uint64_t next = comm->update(COUNTER_NEXT, TILEPDB_COUNTER_ADD, queue->batch, comm->user);
    queue->fetched = clock_seconds();
    queue->next = next < queue->units ? (size_t)next : queue->units;
    queue->end =
        queue->units - queue->next < queue->batch ? queue->units : queue->next + queue->batch;
    const double took = (queue->fetched - begun) * POLL_FRACTION;
    if (took > searched)
        queue->batch = 2 * queue->batch < most ? 2 * queue->batch : most;
    else if (took < searched / 4)
        queue->batch = (queue->batch + 1) / 2;
}

/* Returns at least queue->units if no unit is left. */
static size_t unit_next(struct work_queue *queue) {
    if (!queue->comm) return (size_t)work_queue_change(queue, COUNTER_NEXT, TILEPDB_COUNTER_ADD, 1);
    pthread_mutex_lock(queue->lock);
    if (queue->next == queue->end) units_fetch(queue);
    const size_t next = queue->next < queue->end ? queue->next++ : queue->units;
    pthread_mutex_unlock(queue->lock);
    return next;
}

bool work_queue_next(struct work_queue *queue, size_t *unit) {
    work_queue_poll(queue);
    *unit = unit_next(queue);
    return *unit < queue->units && work_key(*unit, 0) <= work_queue_best(queue);
}

void work_queue_close(struct work_queue *queue, size_t threads) {
    work_queue_change(queue, COUNTER_CLOSED, TILEPDB_COUNTER_ADD, threads);
}

bool work_queue_is_open(struct work_queue *queue) {
    return counter_read(queue, COUNTER_CLOSED) < queue->workers;
}

/* Until its unit is stored, the place has unit counter 0. */
bool work_queue_split(struct work_queue *queue, size_t unit) {
    if (counter_read(queue, COUNTER_SPLITS) >= queue->capacity) return false;
    const uint64_t place = work_queue_change(queue, COUNTER_SPLITS, TILEPDB_COUNTER_ADD, 1);
    if (place >= queue->capacity) return false;
    work_queue_change(queue, unit_counter((size_t)place), TILEPDB_COUNTER_SET, unit + 1);
    return true;
}

bool work_queue_find_split(struct work_queue *queue, size_t *place, size_t *unit) {
    const uint64_t splits = splits_seen(queue);
    if (*place >= splits) return false;
    const uint64_t spent = counter_read(queue, COUNTER_SPLITS_DONE);
    if (spent > *place) *place = (size_t)spent;
    for (; *place < splits; (*place)++) {
        const uint64_t held = counter_read(queue, unit_counter(*place));
        if (!held) return false;
        *unit = (size_t)held - 1;
        if (work_key(*unit, 0) <= work_queue_best(queue)) return true;
    }
    return false;
}

bool work_queue_subunit(struct work_queue *queue, size_t place, size_t subunit_count,
                        size_t *subunit) {
    const uint64_t next = work_queue_change(queue, subunit_counter(place), TILEPDB_COUNTER_ADD, 1);
    if (next == subunit_count)
        work_queue_change(queue, COUNTER_SPLITS_DONE, TILEPDB_COUNTER_ADD, 1);
    *subunit = (size_t)next;
    return next < subunit_count;
}

#define SUBTREES             4096
#define SUBTREES_PER_SUBUNIT 8

#define LEAST_SUBUNITS 16

static bool pass_ready(struct pass *pass, const struct bound_search *search) {
    if (!pass) return false;
    bound_pass_ready(pass, &search->request, UINT64_MAX, SIZE_MAX);
    pass->on_solution = pass_ignore_solution;
    return true;
}

bool unit_split_make(struct unit_split *split, const struct bound_search *search,
                     const struct pass *roots, size_t run, size_t first, size_t count) {
    if (split->subunit_count && split->run == run) return true;
    split->subunit_count = 0;
    if (!split->roots)
        split->roots = solver_pass_take(search->request.solver, search->request.bound);
    if (!split->spare)
        split->spare = solver_pass_take(search->request.solver, search->request.bound);
    if (!split->spare || !pass_ready(split->roots, search) ||
        !pass_adopt(split->roots, roots, first, count))
        return false;
    if (!pass_make_subtrees(split->roots, split->spare, SUBTREES) || split->roots->found)
        return false;
    const size_t subtrees = split->roots->top - split->roots->floor;
    const size_t subunit_count = (subtrees + SUBTREES_PER_SUBUNIT - 1) / SUBTREES_PER_SUBUNIT;
    if (subunit_count < LEAST_SUBUNITS) return false;
    split->run = run;
    split->subunit_count = subunit_count;
    split->rest = (struct tally){0};
    tally_add(&split->rest, split->roots->pending[split->roots->floor - 1]);
    return true;
}

void unit_split_subunit(const struct unit_split *split, size_t subunit, size_t *first,
                        size_t *count) {
    const struct pass *roots = split->roots;
    const size_t above = roots->top - subunit * SUBTREES_PER_SUBUNIT, left = above - roots->floor;
    *count = left < SUBTREES_PER_SUBUNIT ? left : SUBTREES_PER_SUBUNIT;
    *first = above - *count;
}

void unit_split_free(struct unit_split *split, const struct tilepdb_solver *solver) {
    solver_pass_give(solver, split->spare);
    solver_pass_give(solver, split->roots);
    *split = (struct unit_split){0};
}
