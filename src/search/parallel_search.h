/*
 * The parallel search of one bound: threads, and ranks, search its runs of subtrees. See bound.h.
 */
#ifndef TILEPDB_SEARCH_PARALLEL_SEARCH_H
#define TILEPDB_SEARCH_PARALLEL_SEARCH_H

#include "search/bound.h"
#include "search/frontier.h"
#include "search/work_queue.h"

/* Entries [first, first + count) of the pass of subtree roots, and their result. */
struct subtree_run {
    size_t first, count;
    size_t unit;        /* its number in the checkpoint */
    bool known;         /* exhausted according to the checkpoint */
    bool mine;          /* searched by this rank, to its end */
    bool is_split;      /* the checkpoint has subunits of it */
    struct tally total; /* if known or mine; with a subtree order, in the end, always */
};

/* The result of a run or of a subunit. */
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
    struct subtree_run *runs; /* in the order of the search; NULL: no memory */
    size_t run_count;
    struct tally before; /* tested before all runs */
    struct tally after;  /* tested after all runs, unless a solution is found */

    struct work_queue queue;
    uint64_t pause;        /* a copy of the search's, which its check changes */
    size_t width;          /* likewise */
    uint64_t best;         /* the least key of this rank's solutions */
    int busy;              /* threads; atomic */
    int stopped;           /* enum pass_end, PASS_EXHAUSTED while the search goes on; atomic */
    struct tally done;     /* by this rank; atomic */
    bool checking;         /* a thread is in parallel_check */
    double exchange;       /* when counts are exchanged next: clock_seconds */
    struct tally reported; /* of `done`, to the other ranks */

    bool leads;                     /* alone or rank 0, which has the checkpoint */
    bool recorded;                  /* rank 0 records units */
    struct results subunits;        /* searched by this rank */
    struct results known_subunits;  /* from the checkpoint; sorted */
    struct checkpoint_note *outbox; /* to be recorded by rank 0; owned */
    size_t outbox_count, outbox_capacity;
};

/* Searches the runs. The search has its result, on all ranks. With a subtree order each run has its
 * total if all were searched. */
void parallel_search_run(struct parallel_search *parallel);

/* ---- the results: parallel_results.c --------------------------------------------------------- */

/* Takes over the checkpoint's units and subunits, on all ranks. False: a rank has no memory; all
 * ranks return the same. */
bool parallel_search_begin(struct parallel_search *parallel);

/* Keeps the result of a run or subunit that was searched to its end. `exhausted`: without a
 * solution, so that it may be recorded. `subunit_count`: into how many the unit is split; 0: the
 * result is of a whole run. `emitted`: the frontier keys of a side, or NULL. Any thread. False: no
 * memory. */
bool parallel_search_keep(struct parallel_search *parallel, uint64_t key, size_t subunit_count,
                          struct tally total, bool exhausted, const struct frontier_keys *emitted);

/* Whether the checkpoint has a subunit. */
bool parallel_search_knows(const struct parallel_search *parallel, uint64_t key);

/* Sends the outbox to rank 0, or there receives and records what was sent. One thread at a time.
 * False: some of it is still on its way. */
bool parallel_search_send(struct parallel_search *parallel);

/* Sets the result of the search, on all ranks. */
void parallel_search_conclude(struct parallel_search *parallel);

void parallel_search_end(struct parallel_search *parallel);

#endif
