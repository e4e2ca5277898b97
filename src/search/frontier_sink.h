/*
 * Receives the frontier nodes that a pass of one side emits: keeps their keys for the other side,
 * or looks them up and decides meetings (frontier.h).
 */
#ifndef TILEPDB_SEARCH_FRONTIER_SINK_H
#define TILEPDB_SEARCH_FRONTIER_SINK_H

#include "search/bound.h"
#include "search/frontier.h"

/* Of one pass at a time. Empty if zeroed. */
struct frontier_sink {
    struct bound_search *search;
    struct frontier_keys kept;        /* unless keys are looked up */
    struct interrupt_check interrupt; /* of the thread that has the pass */
    bool met;       /* a solution goes through a board that was emitted, or was found */
    bool undecided; /* a meeting is MEETING_UNDECIDED */
    bool failed;    /* no memory */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* the first solution in move order; unused if the search
                                            asks for all solutions */
};

/* Prepares a pass of one side of a bidirectional search, after bound_pass_ready; does nothing in an
 * ordinary search. The sink forgets what was emitted before, and must last as long as the pass is
 * used. */
void frontier_sink_begin(struct frontier_sink *sink, struct bound_search *search, struct pass *pass,
                         struct interrupt_check interrupt);

/* After the pass: how it ends, by what was emitted. PASS_STOPPED if a meeting is undecided;
 * PASS_FOUND, with the path of the first solution, if there is one and the search does not ask for
 * all. */
enum pass_end frontier_sink_end(struct frontier_sink *sink, struct pass *pass, enum pass_end end);

/* Hands over the keys to the search. Any thread. False: no memory. */
bool frontier_sink_deliver(struct frontier_sink *sink);

void frontier_sink_free(struct frontier_sink *sink);

#endif
