/* The threads of all ranks search the runs of subtrees of one bound. */
#ifndef TILEPDB_SEARCH_PARALLEL_SEARCH_H
#define TILEPDB_SEARCH_PARALLEL_SEARCH_H

#include "search/bound.h"
#include "search/frontier.h"
#include "search/work_queue.h"

/* Entries first .. first + count - 1 of `roots`. */
struct subtree_run {
    size_t first, count;
    size_t unit;        /* number in the checkpoint */
    bool known;         /* the checkpoint has `total` */
    bool mine;          /* this rank has searched the run */
    bool is_split;      /* the checkpoint has subunits */
    struct tally total; /* set if `known` or `mine` */
};

struct result {
    uint64_t key; /* work_key */
    struct tally total;
};

/* Empty if zeroed. */
struct results {
    struct result *all; /* owned */
    size_t count, capacity;
};

/* Shared by the threads of a rank. The caller sets the members up to `after`. */
struct parallel_search {
    struct bound_search *search;
    const struct pass *roots;
    struct subtree_run *runs; /* in search order; may be NULL */
    size_t run_count;
    struct tally before; /* nodes before all runs */
    struct tally after;  /* nodes after all runs */

    struct work_queue queue;
    uint64_t pause; /* copies of progress.pause and progress.width */
    size_t width;
    uint64_t best;         /* least key of this rank's solutions */
    int busy;              /* active threads; atomic */
    int stopped;           /* enum pass_end; atomic */
    struct tally done;     /* nodes of this rank; on rank 0 also of expansion and checkpoint;
                            * atomic */
    bool checking;         /* a thread runs the check; atomic */
    double exchange;       /* time of the next exchange of counts, as clock_seconds */
    struct tally reported; /* part of `done` in the shared counters */

    bool leads;                     /* rank 0, or the only process */
    bool recorded;                  /* rank 0 records exhausted units */
    struct results subunits;        /* results of this rank */
    struct results known_subunits;  /* sorted results of the checkpoint */
    struct checkpoint_note *outbox; /* notes to send to rank 0; owned */
    size_t outbox_count, outbox_capacity;
};

/* Searches the bound and sets its result on all ranks. If a bound with a subtree order is
 * exhausted, also sets the totals of all runs. */
void parallel_search_run(struct parallel_search *parallel);

/* ---- the results: parallel_results.c --------------------------------------------------------- */

/* Loads the checkpoint's units on all ranks. All ranks return false if a rank lacks memory. */
bool parallel_search_begin(struct parallel_search *parallel);

/* Keeps the result of a run or, if `subunit_count` is not 0, of a subunit. Records it if it is
 * `exhausted` without a solution; with frontier keys (`emitted`, may be NULL) only on rank 0. Any
 * thread may call it. Returns false without memory. */
bool parallel_search_keep(struct parallel_search *parallel, uint64_t key, size_t subunit_count,
                          struct tally total, bool exhausted, const struct frontier_keys *emitted);

/* Returns true if the checkpoint has the subunit with this key. */
bool parallel_search_knows(const struct parallel_search *parallel, uint64_t key);

/* Rank 0 receives and records notes; other ranks send the outbox. One thread at a time. Returns
 * false until all notes are sent. */
bool parallel_search_send(struct parallel_search *parallel);

void parallel_search_conclude(struct parallel_search *parallel);

void parallel_search_end(struct parallel_search *parallel);

#endif
