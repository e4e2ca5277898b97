/*
 * State of a call of tilepdb_anytime_solve.
 *
 * Thread safety: a run belongs to its call.
 */
#ifndef TILEPDB_ANYTIME_ANYTIME_RUN_H
#define TILEPDB_ANYTIME_ANYTIME_RUN_H

#include "anytime/beam.h"
#include "tilepdb_engine.h"

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
    tilepdb_status ended; /* OK while the run goes on */
    uint64_t beams;       /* boards that earlier beams expanded */
    size_t beam_width;
    int beam_layers; /* expected layers */
    double beam_start;
    double beam_end;
    size_t widest; /* largest width that fits into memory; 0 if unknown */
    struct normal_form normal;
    struct evaluator evaluator;
    uint64_t evaluator_bytes;
    uint8_t *path;
    struct sweep *sweep;
    char *letters;             /* room for TILEPDB_ANYTIME_MAX_MOVES letters */
    tilepdb_result *exhausted; /* last result of the solver; owned; may be NULL */
};

/* Checks limits and reports progress; `expanded` counts boards of the present beam. Returns false
 * to stop. */
bool anytime_goes_on(struct anytime_run *run, uint64_t expanded);

bool anytime_beam_goes_on(void *user, uint64_t expanded);

/* Starts the clock of a beam that may use the time limit up to the fraction `share`. */
void anytime_beam_begin(struct anytime_run *run, size_t width, int layers, double share);

/* Returns the width, at most the beam's, whose remaining layers fit into the remaining time. */
size_t anytime_narrow(void *user, int depth, uint64_t expanded);

/* Returns true if widths depend on the clock. */
bool anytime_is_timed(const struct anytime_run *run);

/* Replays a solution, and keeps it if it is shorter. Returns OK, or ERROR_INTERNAL if it is too
 * long, misses the goal or is below the lower bound. */
tilepdb_status anytime_submit(struct anytime_run *run, const char *letters, uint64_t width);

/* Appends to `run->letters` a solution by the layered method, and submits both unless they exceed
 * TILEPDB_ANYTIME_MAX_MOVES. Returns ERROR_MEMORY or a status of anytime_submit or the method. */
tilepdb_status anytime_finish(struct anytime_run *run, uint64_t width);

/* Raises the lower bound. A bound above the known length is false and ends the run. */
void anytime_raise_bound(struct anytime_run *run, int bound);

/* Shortens the best solution window by window, until a pass gains less than 1 %, or for a tenth of
 * the time limit. Returns OK or ERROR_INTERNAL. */
tilepdb_status large_boards_shorten(struct anytime_run *run);

/* Runs one narrow sweep. Returns OK or ERROR_INTERNAL. */
tilepdb_status large_boards_begin(struct anytime_run *run);

/* Runs sweeps and windows until the run stops. Returns OK, ERROR_MEMORY or ERROR_INTERNAL. */
tilepdb_status large_boards_run(struct anytime_run *run);

static inline uint64_t anytime_memory(const struct anytime_run *run) {
    const uint64_t limit = run->options->memory_limit, most = limit ? limit : UINT64_C(1) << 30;
    return most > run->evaluator_bytes ? most - run->evaluator_bytes : 0;
}

static inline void anytime_note_memory(struct anytime_run *run, uint64_t bytes) {
    const uint64_t all = bytes + run->evaluator_bytes;
    if (all > run->result->memory) run->result->memory = all;
}

/* Returns the width that takes `left` seconds if `width` takes `took` seconds. */
static inline size_t anytime_scaled_width(size_t width, double left, double took) {
    return left <= 0 ? 0 : (size_t)((double)width * left / took);
}

static inline void anytime_note_width(struct anytime_run *run, uint64_t width) {
    if (width > run->result->width) run->result->width = width;
}

#endif
