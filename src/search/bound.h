/*
 * One bound of IDA*, by one thread or by several.
 *
 * With several threads a first pass expands the root into subtrees to a few thousand subtrees, in
 * the order of the plain search; the threads take them in small runs, from the first on. When a run
 * holds a solution, later runs are abandoned and earlier ones continue, since they may hold an
 * earlier one. So the answer and the counts are those of one thread.
 *
 * With a subtree order, by one thread too, the subtrees are taken in its order instead, and the
 * solution is the first in that order. A bound without a solution has the same counts. In one with
 * a solution all of the subtree order counts, and the subtrees up to the solution: again the same
 * for any number of threads.
 *
 * With a checkpoint, runs that are exhausted without a solution are its units: they are written
 * down, and those that are known from before are not searched.
 *
 * With a communicator, every rank expands the root into subtrees, the same way, and the units are
 * taken by the threads of all ranks (work_queue.h). At its end every rank has the same result.
 *
 * A unit that exceeds its timeout is given up, and searched in subunits (work_queue.h) by whoever
 * is free: what was searched until then is lost, but neither do threads and ranks wait for one in
 * the end, nor is more lost when a process is killed.
 */
#ifndef TILEPDB_SEARCH_BOUND_H
#define TILEPDB_SEARCH_BOUND_H

#include <pthread.h>

#include "kernels/pass.h"
#include "search/checkpoint.h"
#include "search/solver.h"
#include "search/subtree_order.h"
#include "tilepdb.h"
#include "tilepdb_comm.h"

/* Whether the search goes on, asked by a thread of it in the middle of a node. */
struct interrupt_check {
    bool (*goes_on)(void *user);
    void *user;
};

/* What becomes of a board where both sides may have met. */
enum bound_meeting {
    MEETING_NONE,      /* no solution goes through it */
    MEETING_CONFIRMED, /* one does */
    MEETING_UNDECIDED  /* neither is known, since the search ended or failed: nor is the bound
                        * exhausted
                        */
};

/* The caller sets the first part and reads the last; one thread calls bound_search. */
struct bound_search {
    const struct tilepdb_solver *solver;
    const struct automaton *automaton;
    const struct kernel_root *root;
    automaton_entry entry; /* where the automaton begins */
    int bound;
    int threads; /* 1 or more; without OpenMP it counts as 1 */
    bool all;    /* report every solution and continue */

    struct subtree_order
        *order;      /* for any solution: the order, which learns from this bound; or NULL */
    size_t subtrees; /* with a subtree order, not `all`, or `in_units`: at least so many, unless the
                        whole tree is narrower */

    /* What is exhausted already is not searched, and what gets exhausted is written down. */
    tilepdb_checkpoint *checkpoint;
    struct checkpoint_record *record; /* of this bound; NULL: none */
    bool in_units;                    /* cut into subtrees for the record's units, which any number
                                         of threads would cut so */

    const tilepdb_comm *comm; /* of the ranks that share the bound, in units; NULL: none */
    const uint64_t *identity; /* [2] of the whole search, with a communicator (resume.h) */
    size_t workers;           /* threads of all its ranks */
    int mismatched_rank;      /* a rank whose subtrees are not those of rank 0; 0: there is none */
    double split_timeout; /* seconds after which a unit is searched in subunits; 0: never. A rank's
                             own */

    /* From one of both sides (kernels/pass.h), by a solver for that; NULL: an ordinary search. Each
     * subtree is searched whole. The keys that it emits go to `emitted`; or they are looked up
     * among those of the other side, `known`, and `meet` is called where that may have come to the
     * same board, with the moves to it: by any thread, without the lock, since it may search for
     * long. While it does, it asks the interrupt check whether to go on. MADE: unless all are
     * wanted, it has written the moves of one solution over `path`, and which one depends on the
     * board and its moves alone: so the order in which threads come to boards changes no answer. */
    const struct pass_side *side;
    struct frontier_keys *emitted;
    const struct frontier_set *known;
    enum bound_meeting (*meet)(struct bound_search *search, uint8_t path[TILEPDB_MAX_MOVES + 1],
                               size_t moves, const struct interrupt_check *interrupt);

    /* Of a bound that was searched from both sides (search/bidirectional.h): the limit of the
     * forward side; the least moves from the board with which it emitted frontier nodes, otherwise
     * 0; and what the backward side has of the total. */
    int limit, level;
    struct tally back;

    /* Called every few milliseconds, and at least every `pause` expanded nodes: by the calling
     * thread (`main`), which may call back to the user, and by the others. False stops, and `ended`
     * says why; ranks that are stopped by another have its reason. */
    bool (*check)(struct bound_search *search, bool main);
    tilepdb_status ended;
    uint64_t pause;
    size_t width; /* the most nodes to expand together; SIZE_MAX: the kernel decides */

    /* With `all`: the moves of one solution; from any thread, under the lock. */
    void (*solution)(struct bound_search *search, const uint8_t *path);
    void *user;

    struct tally done;     /* done so far in this bound, by all threads; for `check` */
    struct tally in_order; /* with one thread: done so far in the order of the search */
    struct tally resumed;  /* what was not searched, but is in the counts */

    /* Of this search's threads alone, and held for moments; bound_search sets it for its time. */
    pthread_mutex_t *lock;

    enum pass_end end;
    bool begun;         /* false: ranks do not have the same subtrees, or some has none */
    struct tally total; /* exhausted or found: what the plain search counts; else what was done */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* found: the first solution */
};

/* Searches one bound. Implemented by bound_search.c. */
void bound_search(struct bound_search *search);

/* Readies a pass for the bound, in batches of `width` nodes, with a check after `pause` expanded
 * ones. */
static inline void bound_pass_ready(struct pass *pass, const struct bound_search *search,
                                    uint64_t pause, size_t width) {
    pass_reset(pass, search->automaton, search->bound);
    pass->all = search->all;
    pass->pause = pause;
    pass->width = width;
}

#endif
