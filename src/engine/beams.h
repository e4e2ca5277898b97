/*
 * Beam searches (tilepdb_anytime_solve) beside searches with tables.
 *
 * An incumbent is the best solution known while IDA* proves bounds; after a limit or a cancellation
 * it is the answer. Its beams run once, in the thread of the search: after a quarter of the time
 * limit, after a minute without one, or when the search ends before. They take about a twentieth of
 * the limit, but expand at least 150,000 boards, or 25,000 after a cancellation. A longer run
 * begins like a shorter run, so a longer limit never gives a worse incumbent.
 *
 * Bound beams run between the bounds of a choice (search/choice.h). A solution of the next bound's
 * length may be the answer; a longer one shows which bounds are left, so which candidates pay off.
 */
#ifndef TILEPDB_ENGINE_BEAMS_H
#define TILEPDB_ENGINE_BEAMS_H

#include "engine/call.h"

/* One run of beams. The caller sets the members up to `event_user`; its thread calls the
 * callbacks. */
struct beams {
    const tilepdb_board *board, *goal;
    tilepdb_metric metric;
    uint64_t width;  /* most boards in a layer of the widest beam */
    uint64_t nodes;  /* 0: no limit */
    uint64_t memory; /* bytes; 0: default */
    int threads;     /* of each beam; 0: all. The moves do not depend on it. */
    double seconds;  /* 0: no limit */
    int lower_bound; /* moves; the run may raise it */
    tilepdb_progress_fn progress;
    void *user;
    tilepdb_anytime_fn on_event; /* may be NULL; must ignore a solution that is not shorter */
    void *event_user;
    /* Results: value of the board, widest beam, boards expanded, most bytes used. */
    int root_h;
    uint64_t widest, expanded, used;
    bool differ;  /* the beams of both ends found different lengths */
    bool stopped; /* `progress` has returned false */
};

/* share of a time limit that making tables leaves for beams */
#define INCUMBENT_RESERVE 0.3

/* The incumbent of one board. The caller sets the members up to `start`, zeroes the rest, and sets
 * `deadline` before incumbent_poll and incumbent_finish. */
struct incumbent {
    const tilepdb_board *board, *goal;
    tilepdb_metric metric;
    double timeout;              /* seconds; 0: no limit */
    uint64_t max_nodes;          /* 0: no limit */
    uint64_t memory;             /* bytes; 0: default */
    struct engine_call *call;    /* its cancellation ends the beams */
    tilepdb_anytime_fn on_event; /* may be NULL */
    void *event_user;
    double start;    /* clock_seconds */
    double deadline; /* clock_seconds; 0: none */
    bool begun;
    uint64_t expanded; /* boards */
    int lower_bound;
    int length;  /* moves of `metric` */
    char *moves; /* owned; NULL if unknown */
};

/* Runs the beams once they are due. The search has proven `lower_bound`. */
void incumbent_poll(struct incumbent *incumbent, int lower_bound);

/* Runs the beams after a search without an answer, unless they have run. */
void incumbent_finish(struct incumbent *incumbent, int lower_bound);

/* Runs beams in place of IDA*, until a limit. Returns the board's heuristic value. */
int incumbent_search(struct incumbent *incumbent);

/* Takes ownership of `moves`, which may be NULL, and keeps them if they are shorter. */
void incumbent_update(struct incumbent *incumbent, char *moves);

void incumbent_free(struct incumbent *incumbent);

/* most bytes of bound beams without a memory limit */
#define BOUND_BEAMS_BYTES (UINT64_C(2) << 30)

/* width of the beams before partitions are made for a board, which takes 4 to 6 times as long */
#define BOUND_BEAMS_MAKING 65536

/* Returns the largest power of two up to `most` and `nodes` / `nodes_per_board`; at least 1. */
uint64_t beams_width(double nodes, uint64_t nodes_per_board, uint64_t most);

/* Bound beams of one board, in the metric single. The caller sets `choice`, `upper_only` and the
 * arguments of `last` except width, nodes, seconds and lower_bound, zeroes the rest, and frees
 * `found`. The choice and the boards of `last` must outlive the struct. */
struct bound_beams {
    struct choice *choice;
    bool upper_only;   /* solutions must not become the answer */
    struct beams last; /* arguments and results of the last run; width 0: none yet */
    char *found;       /* shortest solution; owned; may be NULL */
};

/* Returns true if a solution of the next bound's length is known; `so_far` as for
 * choice_target_length. Beams of at least `width` boards look for one if `width` is not 0, and
 * without `upper_only` also if the bound is expected to take long. Skips beams that rarely find
 * that length, and beams that are not wider than the last ones, which would find the same
 * solution. */
bool bound_beams_run(struct bound_beams *beams, const tilepdb_result *so_far, uint64_t width);

/* Passes the shortest solution to the choice: as an answer, or with `upper_only` as a bound. */
void bound_beams_submit(const struct bound_beams *beams);

#endif
