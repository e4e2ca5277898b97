/*
 * A bound that is shared: its runs of subtrees, searched by threads, and by ranks. See
 * bound.h.
 */
#ifndef TILEPDB_SEARCH_PARALLEL_SEARCH_H
#define TILEPDB_SEARCH_PARALLEL_SEARCH_H

#include "search/bound.h"
#include "search/frontier.h"
#include "search/work_queue.h"

/* Entries [first, first + count) of the pass of subtree roots, and their result. */
struct subtree_run {
    size_t first, count;
    size_t unit; /* of the checkpoint */
    bool known;  /* from there, and not to be searched */
    bool mine;   /* searched here, to its end */
    bool is_split;
    struct tally total; /* if it is known, or mine; with a subtree order, at the end, in any case */
};

/* The result of a run, or of a subunit of one. */
struct result {
    uint64_t key; /* work_key */
    struct tally total;
};

/* Such results. Zeroed, there are none. */
struct results {
    struct result *all; /* owned */
    size_t count, capacity;
};

/* What the threads share. The caller sets the first members. */
struct parallel_search {
    struct bound_search *search;
    const struct pass *roots;
    struct subtree_run *runs; /* in the order of the search; NULL: no memory */
    size_t run_count;
    struct tally before; /* what was tested before all runs */
    struct tally after;  /* and after them, if nothing was found */

    struct work_queue queue;
    uint64_t pause; /* the search's own is changed by `check`; one thread follows it */
    size_t width;
    uint64_t best; /* the least key with a solution, of this rank */
    int busy;      /* threads; atomic, as are the next two */
    int stopped;   /* enum pass_end, PASS_EXHAUSTED while all is well */
    struct tally done;
    bool checking;         /* a thread asks the check, or exchanges; */
    double exchange;       /* and when it does again: clock_seconds */
    struct tally reported; /* of raw, to the communicator */

    bool leads;              /* alone, or rank 0 of a communicator, which has the checkpoint */
    bool recorded;           /* rank 0 writes down units, as those of its record */
    struct results subunits; /* searched here */
    struct results known_subunits;  /* from the checkpoint, and not to be searched; sorted */
    struct checkpoint_note *outbox; /* what rank 0 is to write down; owned */
    size_t outbox_count, outbox_capacity;
};

/* Searches the runs. The search has its end, and its total where that is exact; with a subtree
 * order, each run has its total if all were searched. */
void parallel_search_run(struct parallel_search *parallel);

/* ---- the results: parallel_results.c --------------------------------------------------------- */

/* Takes over what is known from the checkpoint, on all ranks. False: no memory, on some rank; all
 * ranks have the same answer. */
bool parallel_search_begin(struct parallel_search *parallel);

/* The result of a job that was searched to its end. `exhausted`: without a solution, so that it may
 * be written down. `subunit_count` are all of the run; 0: it is the whole. `emitted`: what a search
 * from one of both sides emitted meanwhile, or NULL. Any thread. False: no memory. */
bool parallel_search_keep(struct parallel_search *parallel, uint64_t key, size_t subunit_count,
                          struct tally total, bool exhausted, const struct frontier_keys *emitted);

/* Whether a subunit is known. */
bool parallel_search_knows(const struct parallel_search *parallel, uint64_t key);

/* Sends what rank 0 is to write down; and there receives it. By one thread at a time. False: some
 * of it is still on its way. */
bool parallel_search_send(struct parallel_search *parallel);

/* At the end: the search has its result, and so has it on all ranks. */
void parallel_search_conclude(struct parallel_search *parallel);

void parallel_search_end(struct parallel_search *parallel);

#endif
