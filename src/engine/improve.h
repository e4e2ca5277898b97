/*
 * A quick solution, then shorter solutions and higher lower bounds, until the solution is near
 * enough to the bound or a limit is reached.
 *
 * A worker runs beams (tilepdb_anytime_solve) beside the searches of strategy.h, which prove lower
 * bounds. With one thread, and on small boards, where the worker starts late or never, both take
 * turns in slices of time. If no thread can be started, beams run in the progress callback of the
 * search. Boards too large to search only have beams.
 */
#ifndef TILEPDB_ENGINE_IMPROVE_H
#define TILEPDB_ENGINE_IMPROVE_H

#include "engine/strategy.h"

/* What beams found beside the searches. */
struct improvement {
    tilepdb_anytime_result *best; /* owned; length -1 without a solution */
    const char *moves;            /* of `best` if they are the answer, otherwise NULL */
    tilepdb_error failure;        /* of the search or of the beams; status OK: none */
};

/* Sets status, error and result of `search`, and `*found`. The caller frees `best`. */
void improve_run(struct board_search *search, const tilepdb_engine_request *request,
                 struct improvement *found);

#endif
