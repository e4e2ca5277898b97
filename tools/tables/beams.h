/*
 * Solutions by beam searches (tilepdb_anytime.h), beside searches that need tables.
 */
#ifndef TILEPDB_TABLES_BEAMS_H
#define TILEPDB_TABLES_BEAMS_H

#include <jansson.h>

#include "tilepdb_anytime.h"

/* Beams in the calling thread, instead of a search or after one that ended early. The caller sets
 * the first members. */
struct beams {
    const tilepdb_board *board, *goal;
    tilepdb_metric metric;
    uint64_t width;  /* of the widest */
    uint64_t nodes;  /* expanded at most; 0: no limit */
    uint64_t memory; /* bytes; 0: as the library has it */
    double seconds;  /* which the last beam fills; 0: no limit ... */
    double deadline; /* ... or an end on the clock, which cancels it; 0: none */
    int lower_bound; /* proven; may go up */
    tilepdb_progress_fn progress;
    void *user;
    tilepdb_anytime_fn on_event; /* what is found; NULL: it is not asked for */
    void *event_user;            /* of on_event */
    int length, root_h;
    uint64_t widest, expanded, used; /* width, boards and bytes, of the last run */
};

/* The width of what takes a tenth of a second. */
#define BEAMS_QUICK_WIDTH 1024

/* The best solution they find, to their end, a limit or a cancel: moves that the caller frees;
 * NULL: none, or no memory. */
char *beams_run(struct beams *beams);

/* The shorter of two solutions in single moves, of which each may be NULL; the other is freed. */
char *beams_shorter(char *one, char *other);

/* A run as an object for JSON. */
json_t *beams_json(uint64_t width, uint64_t expanded, uint64_t memory);

#endif
