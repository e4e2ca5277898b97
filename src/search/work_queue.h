/*
 * The work queue of a bound: hands out its units to the threads of this process or of all ranks.
 *
 * Units are numbered in search order and taken from a counter. A unit that exceeds its timeout goes
 * to the split list; idle threads take its subunits before further units. Keys order units and
 * subunits, and the solution with the least key is the answer. Where changing a counter takes
 * milliseconds, ranks poll less often and take several units at once.
 */
#ifndef TILEPDB_SEARCH_WORK_QUEUE_H
#define TILEPDB_SEARCH_WORK_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/comm.h"
#include "search/bound.h"
#include "tilepdb_tables.h"

/* bits of the subunit in a key; a whole unit has the key of its subunit 0 */
#define SUBUNIT_BITS 24

/* below 2^63, since some versions of MPICH compare signed numbers */
#define WORK_KEY_NONE ((uint64_t)INT64_MAX)

static inline uint64_t work_key(size_t unit, size_t subunit) {
    return (uint64_t)unit << SUBUNIT_BITS | subunit;
}

static inline size_t work_key_unit(uint64_t key) {
    return (size_t)(key >> SUBUNIT_BITS);
}

static inline size_t work_key_subunit(uint64_t key) {
    return (size_t)(key & ((1u << SUBUNIT_BITS) - 1));
}

/* Each place on the split list has two more counters: its unit plus 1, and its next subunit. */
enum work_counter {
    COUNTER_NEXT,      /* next unit */
    COUNTER_BEST,      /* least key of a solution */
    COUNTER_STOPPED,   /* nonzero if the search ends */
    COUNTER_CLOSED,    /* threads that take no more whole units */
    COUNTER_GENERATED, /* nodes of all ranks, for progress */
    COUNTER_EXPANDED,
    COUNTER_SPLITS,      /* places on the split list */
    COUNTER_SPLITS_DONE, /* places whose subunits are all taken */
    WORK_COUNTERS
};

struct work_queue {
    const tilepdb_comm *comm; /* may be NULL */
    size_t units;
    size_t workers;
    size_t capacity;    /* places of the split list */
    uint64_t *counters; /* `few` or an owned array; unused with `comm` */
    uint64_t few[WORK_COUNTERS];
    pthread_mutex_t *lock; /* serialises calls of `comm`; owned; NULL without `comm` */
    double polled;         /* clock_seconds of the last poll */
    double pause;          /* seconds between polls */
    double latency;        /* seconds per counter change */
    size_t next, end;      /* [next, end) fetched units that no thread has taken */
    size_t batch;          /* units per fetch */
    double fetched;        /* clock_seconds of the last fetch */
    /* As of the last poll; atomic. */
    uint64_t best;
    uint64_t stopped;
    uint64_t splits;
};

/* Resets the shared counters. Rank 0 calls it while no other rank uses them. */
void work_queue_clear(const tilepdb_comm *comm);

/* With `splits`, units may be split. Returns false without memory. work_queue_end must follow in
 * any case. */
bool work_queue_begin(struct work_queue *queue, const tilepdb_comm *comm, size_t units,
                      size_t workers, bool splits);

void work_queue_end(struct work_queue *queue);

/* The functions up to work_queue_is_open are thread safe. */

/* Returns the previous value. Adding 0 only reads. */
uint64_t work_queue_change(struct work_queue *queue, size_t counter, tilepdb_counter_op change,
                           uint64_t value);

/* Call the communicator's barrier, send and receive under the lock. */
bool work_queue_meet(struct work_queue *queue);
bool work_queue_send(struct work_queue *queue, const void *bytes, size_t size);
size_t work_queue_receive(struct work_queue *queue, void *bytes);

/* With a communicator, as of the last poll. */
uint64_t work_queue_best(const struct work_queue *queue);
bool work_queue_is_stopped(const struct work_queue *queue);

/* Returns the seconds per counter change; 0 without a communicator. */
double work_queue_latency(const struct work_queue *queue);

/* Returns the seconds to wait after a poll of `took` seconds; at least `pause`. */
double poll_interval(double pause, double took);

/* With a communicator, copy the shared counters; work_queue_poll only if a poll is due. */
void work_queue_poll(struct work_queue *queue);
void work_queue_poll_now(struct work_queue *queue);

/* Takes the next unit that may hold the best solution. Returns false without one. */
bool work_queue_next(struct work_queue *queue, size_t *unit);

void work_queue_found(struct work_queue *queue, uint64_t key);
void work_queue_stop(struct work_queue *queue);

/* Puts `unit` on the split list. Returns false if the list is full. */
bool work_queue_split(struct work_queue *queue, size_t unit);

/* Finds the first place, from *place on, that may have subunits left. Returns false without one. */
bool work_queue_find_split(struct work_queue *queue, size_t *place, size_t *unit);

/* Takes a subunit of the unit at `place`. Returns false if none is left. */
bool work_queue_subunit(struct work_queue *queue, size_t place, size_t subunit_count,
                        size_t *subunit);

/* Reports that `threads` threads take no more whole units. */
void work_queue_close(struct work_queue *queue, size_t threads);

/* Returns true while a thread may still split units. */
bool work_queue_is_open(struct work_queue *queue);

/* A unit that is expanded further, equally by any thread, rank and kernel; its subunits are runs of
 * the new subtrees. Belongs to one thread. Zeroed, nothing is split. */
struct unit_split {
    struct pass *roots, *spare;
    size_t run;
    size_t subunit_count;
    struct tally rest; /* nodes after the last subunit */
};

/* Splits entries first .. first + count - 1 of `roots`. Returns false without memory, if the unit
 * gives too few subunits, or if its expansion finds a solution. */
bool unit_split_make(struct unit_split *split, const struct bound_search *search,
                     const struct pass *roots, size_t run, size_t first, size_t count);

void unit_split_subunit(const struct unit_split *split, size_t subunit, size_t *first,
                        size_t *count);

void unit_split_free(struct unit_split *split, const struct tilepdb_solver *solver);

#endif
