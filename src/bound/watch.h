/*
 * What a pass of a search from one of both sides tells, and what becomes of it: keys that are kept
 * for the other side, or meetings with it (crossings.h).
 */
#ifndef TILEPDB_BOUND_WATCH_H
#define TILEPDB_BOUND_WATCH_H

#include "bound/bound.h"
#include "bound/crossings.h"

/* Of one pass, or of one after the other. Zeroed, nothing was told. */
struct watch {
    struct bound_search *search;
    struct crossings kept;    /* keys, unless they are looked up */
    struct bound_pulse pulse; /* of the thread that has the pass */
    bool met;                 /* a solution goes through a board that was told, or was found */
    bool open;                /* a meeting is MEETING_OPEN */
    bool failed;              /* no memory */
    uint8_t path[TILEPDB_MAX_MOVES + 1]; /* the first of these solutions, in the order of moves;
                                            only if the search does not ask for all */
};

/* Readies a pass, after bound_pass_ready, of a search from one of both sides; of any other it does
 * nothing. The watch forgets what was told before, and must last as long as the pass is used. */
void watch_begin(struct watch *watch, struct bound_search *search, struct pass *pass,
                 struct bound_pulse pulse);

/* After the pass: how it ends, by what was told. PASS_STOPPED if a meeting is open; PASS_FOUND,
 * with its path, if it met and the search does not ask for all. */
enum pass_end watch_end(struct watch *watch, struct pass *pass, enum pass_end end);

/* Hands over the keys to the search. Any thread. False: no memory. */
bool watch_deliver(struct watch *watch);

void watch_free(struct watch *watch);

#endif
