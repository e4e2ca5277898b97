/*
 * The work queue of a bound: which thread, of this process or of the ranks of a communicator,
 * searches which unit.
 *
 * Units are numbered in the order of the search, and taken from a counter. A unit that exceeds its
 * timeout is put on the split list, and idle threads take subunits of it before any further unit. A
 * key is the place of a unit or subunit in the order; of all solutions, the one with the least key
 * counts. The state is a few counters, in memory or shared by the communicator, so ranks need not
 * wait for each other.
 *
 * Threads poll the counters every few milliseconds. Changing a counter takes from a tenth of a
 * microsecond to many milliseconds, where rank 0 must answer by itself: where it is slow, ranks
 * poll less often, and take several units at a time.
 */
#ifndef TILEPDB_SEARCH_WORK_QUEUE_H
#define TILEPDB_SEARCH_WORK_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/bound.h"
#include "tilepdb_comm.h"

/* The key of a subunit; a whole unit has the key of its subunit 0. */
#define SUBUNIT_BITS  24
#define WORK_KEY_NONE ((uint64_t)INT64_MAX) /* signed: some MPICH compare so */

static inline uint64_t work_key(size_t unit, size_t subunit) {
    return (uint64_t)unit << SUBUNIT_BITS | subunit;
}

static inline size_t work_key_unit(uint64_t key) {
    return (size_t)(key >> SUBUNIT_BITS);
}

static inline size_t work_key_subunit(uint64_t key) {
    return (size_t)(key & ((1u << SUBUNIT_BITS) - 1));
}

/* Followed by two counters for each place on the split list: the unit, and its next subunit. */
enum work_counter {
    COUNTER_NEXT,      /* unit */
    COUNTER_BEST,      /* the least key of a solution */
    COUNTER_STOPPED,   /* not 0: the search ends */
    COUNTER_CLOSED,    /* threads that take no more whole units */
    COUNTER_GENERATED, /* nodes so far, by all ranks; for progress */
    COUNTER_EXPANDED,
    COUNTER_SPLITS,      /* places on the split list that are taken */
    COUNTER_SPLITS_DONE, /* places, from the first on, whose subunits are all taken */
    WORK_COUNTERS
};

struct work_queue {
    const tilepdb_comm *comm; /* NULL: this process alone */
    size_t units;
    size_t workers;     /* threads of all ranks */
    size_t capacity;    /* of the split list */
    uint64_t *counters; /* without a communicator; owned, unless they are `few` */
    uint64_t few[WORK_COUNTERS];
    pthread_mutex_t *lock; /* of the communicator's functions; owned */
    double polled;         /* when it was polled last: clock_seconds */
    double pause;          /* seconds between polls */
    double latency;        /* seconds that a change of a counter took in the last poll */
    size_t next, end;      /* units that were taken and are still to be searched; under the lock */
    size_t batch;          /* units taken at a time */
    double fetched;        /* when they were taken: clock_seconds */
    uint64_t best;         /* COUNTER_BEST as of the last poll; atomic, as are the next two */
    uint64_t stopped;
    uint64_t splits;
};

/* Resets a communicator's counters for the next bound: on rank 0, before the others use them. */
void work_queue_clear(const tilepdb_comm *comm);

/* `splits`: units may be split. False: no memory. */
bool work_queue_begin(struct work_queue *queue, const tilepdb_comm *comm, size_t units,
                      size_t workers, bool splits);

void work_queue_end(struct work_queue *queue);

/* The following functions may be called by any thread. */

/* Changes a counter, or reads it by adding 0; returns what it was before. */
uint64_t work_queue_change(struct work_queue *queue, size_t counter, tilepdb_counter_op change,
                           uint64_t value);

/* The communicator's functions, under the lock. */
bool work_queue_meet(struct work_queue *queue);
bool work_queue_send(struct work_queue *queue, const void *bytes, size_t size);
size_t work_queue_receive(struct work_queue *queue, void *bytes);

/* As of the last poll. */
uint64_t work_queue_best(const struct work_queue *queue);
bool work_queue_is_stopped(const struct work_queue *queue);

/* Seconds that a change of a counter took in the last poll; 0 without a communicator. */
double work_queue_latency(const struct work_queue *queue);

/* Seconds to wait before something that took `took` seconds is repeated; at least `pause`. */
double poll_interval(double pause, double took);

/* Reads the counters that other ranks change: if it is time, or at once. */
void work_queue_poll(struct work_queue *queue);
void work_queue_poll_now(struct work_queue *queue);

/* Takes the next unit that may hold the best solution. False: there is none, nor will there be. */
bool work_queue_next(struct work_queue *queue, size_t *unit);

void work_queue_found(struct work_queue *queue, uint64_t key);
void work_queue_stop(struct work_queue *queue);

/* Puts a unit on the split list. False: the list is full. */
bool work_queue_split(struct work_queue *queue, size_t unit);

/* Finds the first place on the split list, from *place on, that may have subunits left. */
bool work_queue_find_split(struct work_queue *queue, size_t *place, size_t *unit);

/* Takes one of `subunit_count` subunits of the unit at a place. False: none is left. */
bool work_queue_subunit(struct work_queue *queue, size_t place, size_t subunit_count,
                        size_t *subunit);

/* Says that `threads` threads take no more whole units, or could not be started. */
void work_queue_close(struct work_queue *queue, size_t threads);

/* Whether some thread may still put units on the split list. */
bool work_queue_is_open(struct work_queue *queue);

/* ---- subunits of a unit that exceeds its timeout --------------------------------------------- */

/* The subtrees of a unit, expanded again in the order of the plain search; a subunit is a run of
 * the subtrees that this expansion makes. They are the same for any thread, rank and kernel, so
 * whoever searches a subunit makes them again. Belongs to one thread. Zeroed, nothing is split. */
struct unit_split {
    struct pass *roots, *spare;
    size_t run;           /* the unit's run; valid if there are subunits */
    size_t subunit_count; /* 0: none */
    struct tally rest;    /* tested after the last subunit, unless a solution was found */
};

/* Splits the run of entries [first, first + count) of a pass of subtree roots. False: it does not
 * pay, as where the unit is narrow; or no memory. */
bool unit_split_make(struct unit_split *split, const struct bound_search *search,
                     const struct pass *roots, size_t run, size_t first, size_t count);

/* The entries of split->roots that are a subunit. */
void unit_split_subunit(const struct unit_split *split, size_t subunit, size_t *first,
                        size_t *count);

void unit_split_free(struct unit_split *split, const struct tilepdb_solver *solver);

#endif
