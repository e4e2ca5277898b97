/*
 * Solutions by beam searches (tilepdb_anytime.h), beside searches that need tables; and the
 * incumbent of a plain search: the best solution known while IDA* proves bounds, for the case that
 * a limit or an interrupt ends the search first.
 *
 * The beams of an incumbent run in the thread of the search. How many boards they expand depends on
 * the limits alone, more with a longer limit, and a run with more boards begins as one with fewer
 * does. So the incumbent of a longer limit is never worse, however busy the machine is. Beams begin
 * once a quarter of the time has passed and take at most a twentieth of it: a board that is solved
 * by then costs nothing.
 */
#ifndef TILEPDB_TABLES_BEAMS_H
#define TILEPDB_TABLES_BEAMS_H

#include <jansson.h>

#include "tilepdb_anytime.h"

/* One run of beams in the calling thread. The caller sets the members up to `event_user`. */
struct beams {
    const tilepdb_board *board, *goal;
    tilepdb_metric metric;
    uint64_t width;  /* of the widest beam */
    uint64_t nodes;  /* boards expanded at most; 0: no limit */
    uint64_t memory; /* bytes; 0: the library's default */
    double seconds;  /* filled by the last beam; 0: no limit */
    double deadline; /* clock time that cancels the run; 0: none */
    int lower_bound; /* proven; the run may raise it */
    tilepdb_progress_fn progress;
    void *user;
    tilepdb_anytime_fn on_event; /* receives solutions; may be NULL */
    void *event_user;            /* of on_event */
    int root_h;
    uint64_t widest, expanded, used; /* width of the last beam, boards expanded, bytes used */
};

/* The width of beams that take a tenth of a second. */
#define BEAMS_QUICK_WIDTH 1024

/* Returns the moves of the best solution, which the caller frees. NULL: none, or no memory. */
char *beams_run(struct beams *beams);

/* The shorter of two solutions in single moves, either of which may be NULL; frees the other. */
char *beams_shorter(char *one, char *other);

/* A run as an object for JSON. */
json_t *beams_json(uint64_t width, uint64_t expanded, uint64_t memory);

/* ---- the incumbent --------------------------------------------------------------------------- */

/* The least share of a time limit that is left for beams: tables are made in the rest. */
#define INCUMBENT_RESERVE 0.3

/* The incumbent of one board. The caller sets the members up to `deadline` and zeroes the rest. */
struct incumbent {
    tilepdb_board board, goal;
    tilepdb_metric metric;
    double timeout;              /* seconds; 0: no limit */
    uint64_t max_nodes;          /* 0: no limit */
    uint64_t memory;             /* bytes for beams; 0: the library's default */
    tilepdb_anytime_fn on_event; /* receives solutions; may be NULL */
    void *event_user;            /* of on_event */
    double start;                /* clock time of the board */
    double deadline;             /* clock time; 0: none */
    bool begun;                  /* the beams have begun: there are no others */
    int lower_bound;             /* proven by the beams */
    int length;                  /* moves of the metric */
    char *moves;                 /* owned; NULL: none is known */
};

/* During a search that has proven `lower_bound`: runs the beams if it is time for them. */
void incumbent_poll(struct incumbent *incumbent, int lower_bound);

/* Runs the beams unless they have run. Called after a search that ended without an answer. */
void incumbent_finish(struct incumbent *incumbent, int lower_bound);

/* Instead of a search: runs beams until a limit, or until `progress` returns false. Returns the
 * first estimate. */
int incumbent_search(struct incumbent *incumbent, tilepdb_progress_fn progress, void *user);

/* Takes a solution if it is shorter, otherwise frees it. `moves` may be NULL. */
void incumbent_update(struct incumbent *incumbent, char *moves);

void incumbent_free(struct incumbent *incumbent);

#endif
