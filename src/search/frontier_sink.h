/*
 * Receives the frontier nodes that a pass emits on one side of a bidirectional search. The first
 * side keeps their keys; the second side looks up its keys and decides meetings (frontier.h).
 */
#ifndef TILEPDB_SEARCH_FRONTIER_SINK_H
#define TILEPDB_SEARCH_FRONTIER_SINK_H

#include "search/bound.h"
#include "search/frontier.h"

/* Serves one pass at a time. Zeroed before the first. */
struct frontier_sink {
    struct bound_search *search;
    struct frontier_keys kept; /* keys of the first side */
    struct interrupt_check interrupt;
    bool met;                            /* a solution was found */
    bool undecided;                      /* a meeting is MEETING_UNDECIDED */
    bool failed;                         /* no memory */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* without request.all: shortest solution, the first in
                                          * move order */
};

/* Prepares a pass of one side, after bound_pass_ready. Does nothing in an ordinary search. */
void frontier_sink_begin(struct frontier_sink *sink, struct bound_search *search, struct pass *pass,
                         struct interrupt_check interrupt);

/* Returns how the side's pass ends if pass_run returned `end`. Sets pass->path with PASS_FOUND. */
enum pass_end frontier_sink_end(struct frontier_sink *sink, struct pass *pass, enum pass_end end);

/* Adds the kept keys to request.emitted, under search->lock. Returns false without memory. */
bool frontier_sink_deliver(struct frontier_sink *sink);

void frontier_sink_free(struct frontier_sink *sink);

#endif
