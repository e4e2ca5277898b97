/*
 * The deal: who searches which unit of a bound, among the threads of this process and the ranks of
 * a communicator.
 *
 * Units are numbered in the order of the search, and taken from a counter. One that lasts is put on
 * a list, and whoever is free takes parts of it, before any further unit. A key says where in the
 * order a unit or a part is; of all solutions, the one with the least key counts. All of this is in
 * a few words, in memory or shared by the communicator, so that ranks need not wait for each other.
 *
 * What other ranks did is seen when a thread looks, every few milliseconds. How long it takes to
 * change a word depends on the network, from a tenth of a microsecond to many milliseconds where
 * rank 0 must answer by itself: ranks look less often where that is slow, and take several units at
 * a time.
 */
#ifndef TILEPDB_BOUND_DEAL_H
#define TILEPDB_BOUND_DEAL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bound/bound.h"
#include "tilepdb_comm.h"

/* Part `part` of a unit, or all of it, as its part 0. */
#define DEAL_PART_BITS 24
#define DEAL_NO_KEY    ((uint64_t)INT64_MAX) /* some MPICH compare words as if they had a sign */

static inline uint64_t deal_key(size_t unit, size_t part) {
    return (uint64_t)unit << DEAL_PART_BITS | part;
}

static inline size_t deal_key_unit(uint64_t key) {
    return (size_t)(key >> DEAL_PART_BITS);
}

static inline size_t deal_key_part(uint64_t key) {
    return (size_t)(key & ((1u << DEAL_PART_BITS) - 1));
}

/* The shared words; two for each unit on the list follow. */
enum deal_word {
    DEAL_NEXT,      /* unit */
    DEAL_BEST,      /* the least key of a solution */
    DEAL_STOPPED,   /* not 0: the search ends */
    DEAL_CLOSED,    /* threads that take no more whole units */
    DEAL_GENERATED, /* done so far, by all; for progress */
    DEAL_EXPANDED,
    DEAL_LASTING, /* units on the list */
    DEAL_SPENT,   /* of these, from the first: all parts are taken */
    DEAL_WORDS
};

struct deal {
    const tilepdb_comm *comm; /* NULL: this process alone */
    size_t units;
    size_t workers;  /* threads of all ranks */
    size_t room;     /* for units on the list */
    uint64_t *words; /* without a communicator; owned, unless they are `few` */
    uint64_t few[DEAL_WORDS];
    pthread_mutex_t *lock; /* of the communicator's functions; owned */
    double looked;         /* clock_seconds; */
    double pause;          /* and until the next look; */
    double took;           /* how long a change of a word took in it, in seconds */
    size_t next, end;      /* units that were taken and are still to be searched; under the lock */
    size_t count;          /* so many are taken at a time */
    double asked;          /* when they were */
    uint64_t best;         /* these three as they were seen; atomic */
    uint64_t stopped;
    uint64_t lasting;
};

/* Resets a communicator's counters for the next bound: on rank 0, before the others use them. */
void deal_clear(const tilepdb_comm *comm);

/* Begins. `splits`: units may be put on the list. False: no memory. */
bool deal_begin(struct deal *deal, const tilepdb_comm *comm, size_t units, size_t workers,
                bool splits);

void deal_end(struct deal *deal);

/* Changes or, by adding 0, reads a word. Any thread, as all that follow. */
uint64_t deal_word(struct deal *deal, size_t word, tilepdb_counter_op change, uint64_t value);

/* The communicator's functions, by one thread at a time. */
bool deal_meet(struct deal *deal);
bool deal_send(struct deal *deal, const void *bytes, size_t size);
size_t deal_receive(struct deal *deal, void *bytes);

/* What the words were when somebody looked last. */
uint64_t deal_best(const struct deal *deal);
bool deal_is_stopped(const struct deal *deal);

/* How long a change of a word takes, lately, in seconds; 0 without a communicator. */
double deal_took(const struct deal *deal);

/* How long to wait until what took so many seconds is done again, if it is wanted every `pause`. */
double deal_pause(double pause, double took);

/* Looks at what others did: if it is time, or in any case. */
void deal_look(struct deal *deal);
void deal_look_now(struct deal *deal);

/* Takes the next unit that may hold the best solution. False: there is none, nor will there be. */
bool deal_next(struct deal *deal, size_t *unit);

void deal_found(struct deal *deal, uint64_t key);
void deal_stop(struct deal *deal);

/* Puts a unit on the list. False: there is no room. */
bool deal_split(struct deal *deal, size_t unit);

/* The first place on the list that may have parts left, from `place` on. False: there is none. */
bool deal_lasting(struct deal *deal, size_t *place, size_t *unit);

/* Takes a part of the unit at a place; `parts` are all. False: none is left. */
bool deal_part(struct deal *deal, size_t place, size_t parts, size_t *part);

/* A thread that takes no more whole units says so once, and those that could not be started. */
void deal_close(struct deal *deal, size_t threads);

/* Whether there are others that may still put units on the list. */
bool deal_is_open(struct deal *deal);

/* ---- parts of a unit that lasts -------------------------------------------------------------- */

/* Its subtrees, widened again in the order of the plain search; a part is a run of the subtrees of
 * these. The parts of a unit are the same for any thread, rank and kernel, so that whoever is to
 * search one makes them again. Of one thread. Zeroed, nothing is cut. */
struct cut {
    struct pass *wide, *spare;
    size_t run;        /* whose parts these are; valid if there are parts */
    size_t parts;      /* 0: none */
    struct tally rest; /* what was tested after the last part, if nothing was found before */
};

/* Cuts the run that has the entries [first, first + count) of a wide pass. False: it does not pay,
 * as where the unit is narrow; or no memory. */
bool cut_make(struct cut *cut, const struct bound_search *search, const struct pass *wide,
              size_t run, size_t first, size_t count);

/* The entries of cut->wide that are a part. */
void cut_part(const struct cut *cut, size_t part, size_t *first, size_t *count);

void cut_free(struct cut *cut, const struct tilepdb_solver *solver);

#endif
