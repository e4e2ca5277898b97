/*
 * The work queue: who searches which unit of a bound, among the threads of this process and the
 * ranks of a communicator.
 *
 * Units are numbered in the order of the search, and taken from a counter. One that exceeds its
 * timeout is put on a list, and whoever is free takes subunits of it, before any further unit. A
 * key says where in the order a unit or a subunit is; of all solutions, the one with the least key
 * counts. All of this is in a few words, in memory or shared by the communicator, so that ranks
 * need not wait for each other.
 *
 * What other ranks did is seen when a thread looks, every few milliseconds. How long it takes to
 * change a word depends on the network, from a tenth of a microsecond to many milliseconds where
 * rank 0 must answer by itself: ranks look less often where that is slow, and take several units at
 * a time.
 */
#ifndef TILEPDB_SEARCH_WORK_QUEUE_H
#define TILEPDB_SEARCH_WORK_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/bound.h"
#include "tilepdb_comm.h"

/* Part `subunit` of a unit, or all of it, as its subunit 0. */
#define SUBUNIT_BITS  24
#define WORK_KEY_NONE ((uint64_t)INT64_MAX) /* some MPICH compare words as if they had a sign */

static inline uint64_t work_key(size_t unit, size_t subunit) {
    return (uint64_t)unit << SUBUNIT_BITS | subunit;
}

static inline size_t work_key_unit(uint64_t key) {
    return (size_t)(key >> SUBUNIT_BITS);
}

static inline size_t work_key_subunit(uint64_t key) {
    return (size_t)(key & ((1u << SUBUNIT_BITS) - 1));
}

/* The shared words; two for each unit on the list follow. */
enum work_counter {
    COUNTER_NEXT,      /* unit */
    COUNTER_BEST,      /* the least key of a solution */
    COUNTER_STOPPED,   /* not 0: the search ends */
    COUNTER_CLOSED,    /* threads that take no more whole units */
    COUNTER_GENERATED, /* done so far, by all; for progress */
    COUNTER_EXPANDED,
    COUNTER_SPLITS,      /* units on the list */
    COUNTER_SPLITS_DONE, /* of these, from the first: all subunits are taken */
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
    double polled;         /* clock_seconds; */
    double pause;          /* and until the next look; */
    double latency;        /* how long a change of a word took in it, in seconds */
    size_t next, end;      /* units that were taken and are still to be searched; under the lock */
    size_t batch;          /* units fetched at a time */
    double fetched;        /* when they were */
    uint64_t best;         /* these three as they were seen; atomic */
    uint64_t stopped;
    uint64_t splits;
};

/* Resets a communicator's counters for the next bound: on rank 0, before the others use them. */
void work_queue_clear(const tilepdb_comm *comm);

/* Begins. `splits`: units may be put on the list. False: no memory. */
bool work_queue_begin(struct work_queue *queue, const tilepdb_comm *comm, size_t units,
                      size_t workers, bool splits);

void work_queue_end(struct work_queue *queue);

/* Changes or, by adding 0, reads a word. Any thread, as all that follow. */
uint64_t work_queue_change(struct work_queue *queue, size_t word, tilepdb_counter_op change,
                           uint64_t value);

/* The communicator's functions, by one thread at a time. */
bool work_queue_meet(struct work_queue *queue);
bool work_queue_send(struct work_queue *queue, const void *bytes, size_t size);
size_t work_queue_receive(struct work_queue *queue, void *bytes);

/* What the words were when somebody looked last. */
uint64_t work_queue_best(const struct work_queue *queue);
bool work_queue_is_stopped(const struct work_queue *queue);

/* How long a change of a word takes, lately, in seconds; 0 without a communicator. */
double work_queue_latency(const struct work_queue *queue);

/* How long to wait until what took so many seconds is done again, if it is wanted every `pause`. */
double poll_interval(double pause, double took);

/* Looks at what others did: if it is time, or in any case. */
void work_queue_poll(struct work_queue *queue);
void work_queue_poll_now(struct work_queue *queue);

/* Takes the next unit that may hold the best solution. False: there is none, nor will there be. */
bool work_queue_next(struct work_queue *queue, size_t *unit);

void work_queue_found(struct work_queue *queue, uint64_t key);
void work_queue_stop(struct work_queue *queue);

/* Puts a unit on the list. False: there is no room. */
bool work_queue_split(struct work_queue *queue, size_t unit);

/* The first place on the list that may have subunits left, from `place` on. False: there is none.
 */
bool work_queue_find_split(struct work_queue *queue, size_t *place, size_t *unit);

/* Takes a subunit of the unit at a place; `subunit_count` are all. False: none is left. */
bool work_queue_subunit(struct work_queue *queue, size_t place, size_t subunit_count,
                        size_t *subunit);

/* A thread that takes no more whole units says so once, and those that could not be started. */
void work_queue_close(struct work_queue *queue, size_t threads);

/* Whether there are others that may still put units on the list. */
bool work_queue_is_open(struct work_queue *queue);

/* ---- subunits of a unit that exceeds its timeout --------------------------------------------- */

/* Its subtrees, expanded again in the order of the plain search; a subunit is a run of the subtrees
 * of these. The subunits of a unit are the same for any thread, rank and kernel, so that whoever is
 * to search one makes them again. Of one thread. Zeroed, nothing is cut. */
struct unit_split {
    struct pass *roots, *spare;
    size_t run;           /* whose subunits these are; valid if there are subunits */
    size_t subunit_count; /* 0: none */
    struct tally rest;    /* what was tested after the last subunit, if nothing was found before */
};

/* Cuts the run that has the entries [first, first + count) of a pass of subtree roots. False: it
 * does not pay, as where the unit is narrow; or no memory. */
bool unit_split_make(struct unit_split *split, const struct bound_search *search,
                     const struct pass *roots, size_t run, size_t first, size_t count);

/* The entries of cut->wide that are a subunit. */
void unit_split_subunit(const struct unit_split *split, size_t subunit, size_t *first,
                        size_t *count);

void unit_split_free(struct unit_split *split, const struct tilepdb_solver *solver);

#endif
