/*
 * One bound of IDA*, searched by one thread or by several.
 *
 * With several threads a breadth-first expansion of the root makes a few thousand subtrees, in the
 * order of the plain search. Threads take them in small runs, the first run first. When a run holds
 * a solution, later runs are abandoned; earlier runs continue, since they may hold an earlier
 * solution. So the answer and the counts are those of one thread.
 *
 * With a subtree order (subtree_order.h) the subtrees are taken by priority, by one thread too, and
 * the solution is the first in that order. A bound without a solution has the same counts. In a
 * bound with a solution the expansion counts, and the subtrees up to the solution: again the same
 * for any number of threads.
 *
 * With a checkpoint, runs are its units: runs that are exhausted without a solution are recorded,
 * and recorded runs are not searched.
 *
 * With a communicator, every rank makes the same subtrees, and the threads of all ranks take
 * the units from a work queue (work_queue.h). In the end all ranks have the same result.
 *
 * A unit that exceeds its timeout is abandoned and split; idle workers search the subunits. So
 * threads and ranks do not wait for one long unit, and a killed process loses little.
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

/* What is to be searched. */
struct bound_request {
    const struct tilepdb_solver *solver;
    const struct automaton *automaton;
    const struct kernel_root *root;
    automaton_entry entry; /* where the automaton begins */
    int bound;
    int threads; /* at least 1; without OpenMP it counts as 1 */
    bool all;    /* report every solution and continue */

    struct subtree_order *order; /* for any solution; learns from this bound. NULL: none */
    size_t subtrees; /* with `order` or `in_units`: the least number of subtrees to make, unless the
                        whole tree is narrower */
    bool in_units;   /* the subtrees do not depend on the number of threads */

    tilepdb_checkpoint *checkpoint;
    struct checkpoint_record *record; /* of this bound; NULL: none */
    double split_timeout;             /* seconds; 0: units are never split. A rank's own */

    const tilepdb_comm *comm; /* of the ranks that share the bound, in units; NULL: none */
    const uint64_t *identity; /* [2], of the whole search; with a communicator (resume.h) */
    size_t workers;           /* threads of all ranks */

    /* For one side of a bidirectional search (kernels/pass.h), by a solver for that side; NULL: an
     * ordinary search. Subtrees are searched whole. The side's frontier keys are added to
     * `emitted`, or looked up in `known`, which holds those of the other side. */
    const struct pass_side *side;
    struct frontier_keys *emitted;
    const struct frontier_set *known;

    /* Of the whole bidirectional bound (bidirectional.h): the limit of the forward side, and the
     * least moves from the board to an emitted frontier node; both 0 in an ordinary search. */
    int limit, level;
};

/* Asked by a thread in the middle of a node. */
struct interrupt_check {
    bool (*goes_on)(void *user);
    void *user;
};

/* What becomes of a board where both sides may have met. UNDECIDED: the search that decides it was
 * stopped or failed, so the bound is not exhausted. */
enum bound_meeting { MEETING_NONE, MEETING_CONFIRMED, MEETING_UNDECIDED };

struct bound_search;

/* Callbacks; `user` is the caller's. */
struct bound_hooks {
    /* Called every few milliseconds, and at least every progress.pause expanded nodes, by the
     * calling thread (`main`), which may call back to the user, and by the others. False stops the
     * search, and result.status says why; all ranks get the reason of the rank that stopped. */
    bool (*check)(struct bound_search *search, bool main);

    /* With `all`: receives the moves of one solution. Any thread, under the lock. */
    void (*solution)(struct bound_search *search, const uint8_t *path);

    /* Decides whether a solution goes through a board whose key is in `known`; `path` has the moves
     * to it. Called by any thread without the lock, since it may take long; it asks `interrupt`
     * whether to go on. CONFIRMED: unless all solutions are wanted, the moves of one replace
     * `path`. Which one depends on the board and its moves alone, so the order in which threads
     * come to boards changes no answer. */
    enum bound_meeting (*meet)(struct bound_search *search, uint8_t path[TILEPDB_MAX_MOVES + 1],
                               size_t moves, const struct interrupt_check *interrupt);
    void *user;
};

/* Between the search and its check: counts for the check, pauses and batches for the search. */
struct bound_progress {
    struct tally done;     /* by all threads, in this bound */
    struct tally in_order; /* by a single thread: exhausted in the order of the plain search */
    uint64_t pause;        /* expanded nodes until the next check */
    size_t width;          /* the most nodes to expand together; SIZE_MAX: the kernel decides */
};

struct bound_result {
    enum pass_end end;
    tilepdb_status status; /* why the search was stopped */
    bool begun;            /* false: ranks have different subtrees, or a rank has none */
    int mismatched_rank;   /* a rank whose subtrees are not those of rank 0; 0: none */
    struct tally total;    /* exhausted or found: the counts of the plain search; otherwise what was
                              done */
    struct tally resumed;  /* counted in `total`, but taken from the checkpoint */
    struct tally backward; /* counted in `total`, by the backward side */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* found: the first solution */
};

/* The caller sets request, hooks, and pause and width; one thread calls bound_search. */
struct bound_search {
    struct bound_request request;
    struct bound_hooks hooks;
    struct bound_progress progress;
    struct bound_result result;
    pthread_mutex_t *lock; /* of the search's threads; set while the search runs */
};

/* Implemented by bound_search.c. */
void bound_search(struct bound_search *search);

/* Prepares a pass for the bound, with a check after `pause` expanded nodes, in batches of `width`
 * nodes. */
static inline void bound_pass_ready(struct pass *pass, const struct bound_request *request,
                                    uint64_t pause, size_t width) {
    pass_reset(pass, request->automaton, request->bound);
    pass->all = request->all;
    pass->pause = pause;
    pass->width = width;
}

#endif
