/*
 * What the parts of a call of tilepdb_anytime_solve share: the best solution so far, its limits,
 * and room for the next one.
 *
 * Thread safety: it belongs to the call.
 */
#ifndef TILEPDB_ANYTIME_WORK_H
#define TILEPDB_ANYTIME_WORK_H

#include "anytime/beam.h"
#include "tilepdb_anytime.h"

#define WORK_WIDTH 64 /* of the first beam */
#define WORK_TILES 3  /* of a table */

struct anytime {
    const tilepdb_board *board, *goal;
    const tilepdb_anytime_options *options;
    tilepdb_anytime_result *result;
    tilepdb_error *error;
    double start;
    tilepdb_status ended; /* LIMIT or CANCELLED: it is to stop */
    uint64_t beams;       /* boards expanded by the beams before this one */
    size_t beam_width;    /* of this one, and when it began */
    double beam_start;
    double pace; /* the share of the time that is left that it may take */
    struct shape shape;
    bool large;    /* no shape holds it */
    uint8_t *path; /* of a beam, and the letters of that */
    char *letters;
    tilepdb_result *exhausted; /* what the solver has proven; NULL: it was not asked yet */
};

/* Between all parts of the work, and often within them. False: it is to stop. */
bool work_goes_on(struct anytime *work, uint64_t expanded);

/* The same for beams and for tables. */
bool work_beam_goes_on(void *user, uint64_t expanded);
bool work_tables_go_on(void *user);

/* As wide as the time allows that is left. */
size_t work_narrow(void *user, int level, uint64_t expanded);

/* Takes a solution if it is shorter than the best, after a replay. OK; ERROR_INTERNAL. */
tilepdb_status work_take(struct anytime *work, const char *letters, uint64_t width);

/* The letters of a path of so many moves, and a NUL. */
void work_path(const struct anytime *work, int length);

/* The most bytes for beams. */
static inline uint64_t work_memory(const struct anytime *work) {
    const uint64_t limit = work->options->memory_limit;
    return limit ? limit : UINT64_C(1) << 30;
}

/* So many are used at once. */
static inline void work_used(struct anytime *work, uint64_t bytes) {
    if (bytes > work->result->memory) work->result->memory = bytes;
}

#endif
