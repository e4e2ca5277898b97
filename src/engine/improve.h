/*
 * A quick solution, then shorter ones, and lower bounds, until they are near enough or a limit is
 * reached.
 *
 * A worker runs beams (tilepdb_anytime_solve) beside the searches of strategy.h, which prove lower
 * bounds. With one thread, and on small boards, beams and searches take turns in slices of time. On
 * small boards the worker starts late or not at all.
 */
#ifndef TILEPDB_ENGINE_IMPROVE_H
#define TILEPDB_ENGINE_IMPROVE_H

#include "engine/strategy.h"

/* What beams found beside the searches. */
struct improvement {
    tilepdb_anytime_result *best; /* owned; length -1 without a solution */
    const char *moves;            /* of `best`, if it is the answer; otherwise NULL */
    tilepdb_error failure;        /* of the search or of the beams; status OK: none */
};

/* Solves the board of `search`, and joins both results in its status, error and result. `*found` is
 * empty; the caller frees `best`. */
void improve_run(struct board_search *search, const tilepdb_engine_request *request,
                 struct improvement *found);

#endif
