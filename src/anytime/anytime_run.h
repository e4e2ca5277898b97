/*
 * What the parts of a call of tilepdb_anytime_solve share: the best solution so far, its limits,
 * and room for the next one.
 *
 * Thread safety: it belongs to the call.
 */
#ifndef TILEPDB_ANYTIME_ANYTIME_RUN_H
#define TILEPDB_ANYTIME_ANYTIME_RUN_H

#include "anytime/beam.h"
#include "tilepdb_anytime.h"
#include "tilepdb_methods.h"

#define ANYTIME_FIRST_WIDTH   64 /* of the first beam */
#define ANYTIME_PATTERN_TILES 3  /* of a table */

/* What ranks the boards of a beam. */
struct evaluator {
    struct estimate estimate; /* no patterns: the boards have too many cells for tables */
    struct learned_evaluation learned;
};

struct anytime_run {
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
    struct normal_form normal;
    bool large; /* no normal form holds it */
    struct evaluator evaluator;
    uint64_t evaluator_bytes; /* bytes of all that are made */
    uint8_t *path;            /* of a beam, and the letters of that */
    char *letters;
    tilepdb_result *exhausted; /* what the solver has proven; NULL: it was not asked yet */
};

/* Between all parts of the run, and often within them. False: it is to stop. */
bool anytime_goes_on(struct anytime_run *run, uint64_t expanded);

/* The same for beams. */
bool anytime_beam_goes_on(void *user, uint64_t expanded);

/* Makes an evaluator for a normal form; NULL: for the goal of the run, which no normal form holds.
 * OK, and perhaps it is to stop; ERROR_MEMORY. evaluator_free in any case, of an evaluator that was
 * all 0 at first. */
tilepdb_status evaluator_make(struct anytime_run *run, const struct normal_form *normal,
                              struct evaluator *evaluator);
void evaluator_free(struct anytime_run *run, struct evaluator *evaluator);

/* A beam by an evaluator that takes no more moves than the best solution has, but for its board. */
struct beam_task anytime_beam_task(struct anytime_run *run, const struct evaluator *evaluator,
                                   size_t width);

/* Runs it over the board of the run, with such a share of the time that is left. Its letters are
 * those of the way to where it ends. As beam_search. */
tilepdb_status anytime_beam_search(struct anytime_run *run, struct beam_task *task, double pace);

/* Whether there is memory for one of a width by the evaluator of the run. */
bool anytime_affords(struct anytime_run *run, size_t width);

/* The layered method's way between two boards: owned by the caller, in any case. */
tilepdb_status anytime_layered(struct anytime_run *run, const tilepdb_board *from,
                               const tilepdb_board *to, tilepdb_method_result **found);

/* Takes a solution if it is shorter than the best, after a replay. OK; ERROR_INTERNAL: it leads
 * elsewhere, or is shorter than what was thought to be proven. */
tilepdb_status anytime_submit(struct anytime_run *run, const char *letters, uint64_t width);

/* Takes a lower bound, if it is higher than the one that is known. One that is above the length of
 * a solution is false: all ends. */
void anytime_raise_bound(struct anytime_run *run, int bound);

/* Solves a board that is too large or too long for beams alone, until the run is to stop
 * (large_boards.c). OK: it was to stop, or a limit of widths is reached; ERROR_MEMORY,
 * ERROR_INTERNAL. */
tilepdb_status large_boards_run(struct anytime_run *run);

/* The most bytes beside those of evaluators. */
static inline uint64_t anytime_memory(const struct anytime_run *run) {
    const uint64_t limit = run->options->memory_limit, most = limit ? limit : UINT64_C(1) << 30;
    return most > run->evaluator_bytes ? most - run->evaluator_bytes : 0;
}

/* So many are used at once. */
static inline void anytime_note_memory(struct anytime_run *run, uint64_t bytes) {
    const uint64_t all = bytes + run->evaluator_bytes;
    if (all > run->result->memory) run->result->memory = all;
}

/* How wide a beam may be that takes all the time that is left, where one of a width took so long.
 */
static inline size_t anytime_scaled_width(size_t width, double left, double took) {
    return left <= 0 ? 0 : (size_t)((double)width * left / took);
}

/* A beam of a width has ended. */
static inline void anytime_note_width(struct anytime_run *run, uint64_t width) {
    if (width > run->result->width) run->result->width = width;
}

#endif
