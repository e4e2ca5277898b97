/*
 * The incumbent of a plain search: the best solution that is known while IDA* proves bounds, for
 * the case that a limit or an interrupt ends the search first.
 *
 * It comes from beam searches (tilepdb_anytime.h) in the thread of the search. How many boards they
 * expand depends on the limits alone, more with a longer limit, and a run with more boards begins
 * as one with fewer does. So the incumbent of a longer limit is never worse, however busy the
 * machine is. Beams begin once a quarter of the time has passed and take a twentieth of it at most:
 * a board that is solved by then costs nothing.
 */
#ifndef TILEPDB_TABLES_INCUMBENT_H
#define TILEPDB_TABLES_INCUMBENT_H

#include "tilepdb_anytime.h"

/* What a time limit leaves for beams at least, as a share: tables are made in the rest. */
#define INCUMBENT_RESERVE 0.3

/* One board's. The caller sets the first members; the rest is zeroed. */
struct incumbent {
    tilepdb_board board, goal;
    tilepdb_metric metric;
    double timeout;              /* seconds; 0: no limit */
    uint64_t max_nodes;          /* 0: no limit */
    uint64_t memory;             /* bytes for beams; 0: as the library has it */
    tilepdb_anytime_fn on_event; /* what is found; NULL: it is not asked for */
    void *event_user;            /* of on_event */
    double start;                /* of the board, on the clock */
    double deadline;             /* on the clock; 0: there is none */
    bool begun;                  /* the beams have begun: there are no others */
    int lower_bound;             /* that the beams have proven */
    int length;                  /* in moves of the metric */
    char *moves;                 /* owned; NULL: none is known */
};

/* During the search, which has proven `lower_bound`: runs the beams if it is time for them. */
void incumbent_poll(struct incumbent *incumbent, int lower_bound);

/* After a search without an answer: runs the beams, unless they have run. */
void incumbent_finish(struct incumbent *incumbent, int lower_bound);

/* Instead of a search, where there is none for the board: runs beams until a limit, or until
 * `goes_on` returns false. Returns the first estimate. */
int incumbent_search(struct incumbent *incumbent, tilepdb_progress_fn goes_on, void *user);

/* Takes a solution, if it is shorter; `moves` is freed, or kept. */
void incumbent_update(struct incumbent *incumbent, char *moves);

void incumbent_free(struct incumbent *incumbent);

#endif
