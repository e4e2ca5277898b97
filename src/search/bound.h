/*
 * One bound of IDA*, searched by one or several threads.
 *
 * With several threads, a breadth-first expansion of the root makes about 1024 subtrees per thread.
 * Threads take runs of subtrees in the order of the plain search (depth first, by one thread). Once
 * a run has a solution, only earlier runs continue, so answer and counts do not depend on the
 * number of threads.
 *
 * With a subtree order (subtree_order.h), threads take subtrees by priority, and the first solution
 * in that order is the answer. The counts cover the expansion and all subtrees up to the solution.
 *
 * With a checkpoint or a communicator, each run is a work unit of a work queue (work_queue.h), and
 * all ranks make the same subtrees and get the same result. A unit that exceeds its timeout is
 * abandoned and split; idle workers search the subunits.
 */
#ifndef TILEPDB_SEARCH_BOUND_H
#define TILEPDB_SEARCH_BOUND_H

#include <pthread.h>

#include "base/comm.h"
#include "kernels/pass.h"
#include "search/checkpoint.h"
#include "search/solver.h"
#include "search/subtree_order.h"
#include "tilepdb.h"

struct bound_request {
    const struct tilepdb_solver *solver;
    const struct automaton *automaton;
    const struct kernel_root *root;
    automaton_entry entry;
    int bound;
    int threads; /* at least 1 */
    bool all;
    bool shorter; /* bounds were skipped, so solutions below the bound count, too */

    struct subtree_order *order; /* updated if the bound is exhausted; may be NULL */
    size_t subtrees;             /* subtrees to aim for, with `order` or `in_units` */
    bool in_units;               /* the subtrees do not depend on `threads` */

    tilepdb_checkpoint *checkpoint;
    struct checkpoint_record *record; /* NULL: not recorded */
    double split_timeout;             /* seconds until a unit is split; 0: never */

    const tilepdb_comm *comm; /* ranks that share the bound, or NULL */
    const uint64_t *identity; /* [2] hash of the search (resume.h) */
    size_t workers;           /* threads of all ranks */

    /* Side of a bidirectional search, or NULL. Its frontier keys are added to `emitted`, or looked
     * up in `known`, the keys of the other side. */
    const struct pass_side *side;
    struct frontier_keys *emitted;
    const struct frontier_set *known;

    /* Forward limit and level of a bidirectional bound (bidirectional.h), otherwise 0. */
    int limit, level;
};

/* Polled while a meeting is confirmed or samples run; goes_on returns false to stop. */
struct interrupt_check {
    bool (*goes_on)(void *user);
    void *user;
};

enum bound_meeting { MEETING_NONE, MEETING_CONFIRMED, MEETING_UNDECIDED };

struct bound_search;

struct bound_hooks {
    /* Called every few milliseconds by any thread, one at a time. Only the `main` thread may call
     * back to the user. Returns false to stop the search, with the reason in result.status. */
    bool (*check)(struct bound_search *search, bool main);

    /* Receives the moves of each solution if `all` is set. One thread at a time. */
    void (*solution)(struct bound_search *search, const uint8_t *path);

    /* Decides a possible meeting at the board to which `path` leads in `moves` moves. With `all`,
     * may only note it and return MEETING_CONFIRMED. Otherwise extends the `path` of a confirmed
     * meeting to a whole solution that does not depend on timing. MEETING_UNDECIDED: `interrupt`
     * stopped it. Any thread, without the lock. */
    enum bound_meeting (*meet)(struct bound_search *search, uint8_t path[TILEPDB_MAX_MOVES + 1],
                               size_t moves, const struct interrupt_check *interrupt);
    void *user;
};

/* Read by the check, which sets `pause` and `width`. */
struct bound_progress {
    struct tally done;
    struct tally in_order; /* nodes exhausted in plain order; only by a single thread */
    uint64_t pause;        /* expanded nodes until the next check */
    size_t width;          /* most nodes of a batch; SIZE_MAX: any */
};

struct bound_result {
    enum pass_end end;
    tilepdb_status status; /* why the search stopped, with PASS_STOPPED */
    bool begun;            /* false if the expansion failed or the ranks' subtrees differ */
    int mismatched_rank;   /* first rank with other subtrees than rank 0, or 0 */
    struct tally total;    /* nodes counted for the bound; after a stop, all nodes searched */
    struct tally resumed;  /* part of `total` from the checkpoint */
    struct tally backward; /* part of `total` from the backward side */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* first solution, with PASS_FOUND (pass_path_length) */
};

/* The caller sets `request`, `hooks`, progress.pause and progress.width. */
struct bound_search {
    struct bound_request request;
    struct bound_hooks hooks;
    struct bound_progress progress;
    struct bound_result result;
    pthread_mutex_t *lock;
};

void bound_search(struct bound_search *search);

static inline void bound_pass_ready(struct pass *pass, const struct bound_request *request,
                                    uint64_t pause, size_t width) {
    pass_reset(pass, request->automaton, request->bound);
    pass->all = request->all;
    pass->shorter = request->shorter;
    pass->pause = pause;
    pass->width = width;
}

#endif
