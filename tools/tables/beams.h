/*
 * Beam searches (tilepdb_anytime.h) beside searches with tables. An incumbent is the best solution
 * known while IDA* proves bounds; after a limit or an interrupt it is the answer.
 *
 * The beams of an incumbent run in the thread of the search, after a quarter of the time limit.
 * They take about a twentieth of it, but expand at least 150,000 boards. A longer run begins like a
 * shorter run, so a longer limit never gives a worse incumbent.
 */
#ifndef TILEPDB_TABLES_BEAMS_H
#define TILEPDB_TABLES_BEAMS_H

#include <jansson.h>

#include "tilepdb_anytime.h"

/* One run of beams. The calling thread calls the callbacks. The caller sets the members up to
 * `event_user`. */
struct beams {
    const tilepdb_board *board, *goal;
    tilepdb_metric metric;
    uint64_t width;  /* width of the widest beam */
    uint64_t nodes;  /* 0: no limit */
    uint64_t memory; /* bytes; 0: default */
    int threads;     /* threads of each beam; 0: all. The moves do not depend on it. */
    double seconds;  /* 0: no limit */
    double deadline; /* stops the run, as clock_seconds; 0: none */
    int lower_bound; /* lower bound, which the run may raise */
    tilepdb_progress_fn progress;
    void *user;
    tilepdb_anytime_fn on_event; /* may be NULL; must ignore a solution that is not shorter */
    void *event_user;
    int root_h;
    uint64_t widest, expanded, used; /* results: width of the widest beam, boards expanded, most
                                      * bytes used */
    bool differ; /* result of beams_run_both: both ends have solutions, of different lengths */
};

/* width of beams that take a tenth of a second */
#define BEAMS_QUICK_WIDTH 1024

/* Returns the moves of the best solution, or NULL. The caller frees them. */
char *beams_run(struct beams *beams);

/* Runs beams from the board and then, unless they found a solution of `lower_bound` moves, beams
 * from the goal to the board. The results are of both runs. */
char *beams_run_both(struct beams *beams);

/* Returns the solution with fewer single moves, and frees the other. Each may be NULL. */
char *beams_shorter(char *one, char *other);

json_t *beams_json(uint64_t width, uint64_t expanded, uint64_t memory);

/* ---- the incumbent --------------------------------------------------------------------------- */

/* least share of a time limit that tables leave for beams */
#define INCUMBENT_RESERVE 0.3

/* The incumbent of one board. The caller sets the members up to `deadline` and zeroes the rest. */
struct incumbent {
    tilepdb_board board, goal;
    tilepdb_metric metric;
    double timeout;              /* seconds; 0: no limit */
    uint64_t max_nodes;          /* 0: no limit */
    uint64_t memory;             /* bytes; 0: default */
    tilepdb_anytime_fn on_event; /* may be NULL */
    void *event_user;
    double start;    /* clock_seconds */
    double deadline; /* clock_seconds; 0: none */
    bool begun;
    int lower_bound;
    int length;  /* moves of `metric` */
    char *moves; /* owned; NULL if unknown */
};

/* Runs the beams once they are due; the search has proven `lower_bound`. */
void incumbent_poll(struct incumbent *incumbent, int lower_bound);

/* Runs the beams, unless they have run, after a search without an answer. */
void incumbent_finish(struct incumbent *incumbent, int lower_bound);

/* Runs beams in place of IDA*, until a limit or until `progress` returns false. Returns the
 * heuristic value of the board. */
int incumbent_search(struct incumbent *incumbent, tilepdb_progress_fn progress, void *user);

/* Takes ownership of `moves`, which may be NULL. Keeps them if they are shorter. */
void incumbent_update(struct incumbent *incumbent, char *moves);

void incumbent_free(struct incumbent *incumbent);

#endif
