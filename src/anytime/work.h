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
#include "tilepdb_methods.h"

#define WORK_WIDTH 64 /* of the first beam */
#define WORK_TILES 3  /* of a table */

/* What ranks the boards of a beam. */
struct evaluator {
    struct estimate estimate; /* no patterns: the boards have too many cells for tables */
    struct neighbours neighbours;
};

struct anytime {
    const tilepdb_board *board, *goal;
    const tilepdb_anytime_options *options;
    tilepdb_anytime_result *result;
    tilepdb_error *error;
    double start;
    tilepdb_status ended; /* LIMIT, CANCELLED, ERROR_INTERNAL (a false bound): it is to stop */
    uint64_t beams;       /* boards expanded by the beams before this one */
    size_t beam_width;    /* of this one, and when it began */
    double beam_start;
    double pace;   /* the share of the time that is left that it may take */
    size_t widest; /* that there is memory for, since a wider one failed; 0: none did */
    struct shape shape;
    bool large; /* no shape holds it */
    struct evaluator evaluator;
    uint64_t evaluator_bytes; /* bytes of all that are made */
    uint8_t *path;            /* of a beam, and the letters of that */
    char *letters;
    tilepdb_result *exhausted; /* what the solver has proven; NULL: it was not asked yet */
};

/* Between all parts of the work, and often within them. False: it is to stop. */
bool work_goes_on(struct anytime *work, uint64_t expanded);

/* The same for beams. */
bool work_beam_goes_on(void *user, uint64_t expanded);

/* Makes an evaluator for a shape; NULL: for the goal of the work, which no shape holds. OK, and
 * perhaps it is to stop; ERROR_MEMORY. evaluator_free in any case, of an evaluator that was all 0
 * at first. */
tilepdb_status evaluator_make(struct anytime *work, const struct shape *shape,
                              struct evaluator *evaluator);
void evaluator_free(struct anytime *work, struct evaluator *evaluator);

/* A beam by an evaluator that takes no more moves than the best solution has, but for its board. */
struct beam_task work_beam(struct anytime *work, const struct evaluator *evaluator, size_t width);

/* Runs it over the board of the work, with such a share of the time that is left. Its letters are
 * those of the way to where it ends. As beam_search. */
tilepdb_status work_search(struct anytime *work, struct beam_task *task, double pace);

/* Whether there is memory for one of a width by the evaluator of the work. */
bool work_affords(struct anytime *work, size_t width);

/* The layered method's way between two boards: owned by the caller, in any case. */
tilepdb_status work_layered(struct anytime *work, const tilepdb_board *from,
                            const tilepdb_board *to, tilepdb_method_result **found);

/* Takes a solution if it is shorter than the best, after a replay. OK; ERROR_INTERNAL: it leads
 * elsewhere, or is shorter than what was thought to be proven. */
tilepdb_status work_take(struct anytime *work, const char *letters, uint64_t width);

/* Takes a lower bound, if it is higher than the one that is known. One that is above the length of
 * a solution is false: all ends. */
void work_bound(struct anytime *work, int bound);

/* The most bytes beside those of evaluators. */
static inline uint64_t work_memory(const struct anytime *work) {
    const uint64_t limit = work->options->memory_limit, most = limit ? limit : UINT64_C(1) << 30;
    return most > work->evaluator_bytes ? most - work->evaluator_bytes : 0;
}

/* So many are used at once. */
static inline void work_used(struct anytime *work, uint64_t bytes) {
    const uint64_t all = bytes + work->evaluator_bytes;
    if (all > work->result->memory) work->result->memory = all;
}

/* How wide a beam may be that takes all the time that is left, where one of a width took so long.
 */
static inline size_t work_scale(size_t width, double left, double took) {
    return left <= 0 ? 0 : (size_t)((double)width * left / took);
}

/* A beam of a width has ended. */
static inline void work_width(struct anytime *work, uint64_t width) {
    if (width > work->result->width) work->result->width = width;
}

#endif
