/*
 * State of a call of tilepdb_anytime_solve.
 *
 * Thread safety: a run belongs to its call.
 */
#ifndef TILEPDB_ANYTIME_ANYTIME_RUN_H
#define TILEPDB_ANYTIME_ANYTIME_RUN_H

#include "anytime/beam.h"
#include "tilepdb_anytime.h"

#define ANYTIME_FIRST_WIDTH   64
#define ANYTIME_PATTERN_TILES 3

struct evaluator {
    struct estimate estimate;
    struct learned_evaluation learned;
};

struct anytime_run {
    const tilepdb_board *board, *goal;
    const tilepdb_anytime_options *options;
    tilepdb_anytime_result *result;
    tilepdb_error *error;
    double start;
    tilepdb_status ended; /* LIMIT, CANCELLED, ERROR_INTERNAL (false bound) */
    uint64_t beams;       /* boards that earlier beams expanded */
    size_t beam_width;
    int beam_layers; /* expected moves of its solution */
    double beam_start;
    double beam_end;
    size_t widest; /* width that memory allows; 0: any */
    struct normal_form normal;
    struct evaluator evaluator;
    uint64_t evaluator_bytes;
    uint8_t *path;
    struct sweep *sweep;
    char *letters;
    tilepdb_result *exhausted; /* of the solver; NULL: none */
};

/* Checks limits and reports progress. `expanded`: boards of the current beam. False: stop. */
bool anytime_goes_on(struct anytime_run *run, uint64_t expanded);

bool anytime_beam_goes_on(void *user, uint64_t expanded);

/* Starts the clock of a beam, whose solution may take `layers` moves and which ends at a `share` of
 * the time limit. */
void anytime_beam_begin(struct anytime_run *run, size_t width, int layers, double share);

/* Width of the next layer: the remaining time shared among the expected layers. `user`: the run. */
size_t anytime_narrow(void *user, int depth, uint64_t expanded);

/* Whether widths follow the remaining time. */
bool anytime_is_timed(const struct anytime_run *run);

/* Replays a solution and keeps it if it is shorter. ERROR_INTERNAL: it misses the goal, or is
 * shorter than the lower bound. */
tilepdb_status anytime_submit(struct anytime_run *run, const char *letters, uint64_t width);

/* Raises the lower bound. A bound above a known length is false, and ends the run. */
void anytime_raise_bound(struct anytime_run *run, int bound);

/* Runs one narrow sweep (large_boards.c). OK, also without a solution; ERROR_INTERNAL. */
tilepdb_status large_boards_begin(struct anytime_run *run);

/* Runs sweeps and windows until the run is to stop (large_boards.c). OK; ERROR_MEMORY,
 * ERROR_INTERNAL. */
tilepdb_status large_boards_run(struct anytime_run *run);

static inline uint64_t anytime_memory(const struct anytime_run *run) {
    const uint64_t limit = run->options->memory_limit, most = limit ? limit : UINT64_C(1) << 30;
    return most > run->evaluator_bytes ? most - run->evaluator_bytes : 0;
}

static inline void anytime_note_memory(struct anytime_run *run, uint64_t bytes) {
    const uint64_t all = bytes + run->evaluator_bytes;
    if (all > run->result->memory) run->result->memory = all;
}

/* Width of a beam that takes `left` seconds, if one of `width` took `took`. */
static inline size_t anytime_scaled_width(size_t width, double left, double took) {
    return left <= 0 ? 0 : (size_t)((double)width * left / took);
}

static inline void anytime_note_width(struct anytime_run *run, uint64_t width) {
    if (width > run->result->width) run->result->width = width;
}

#endif
