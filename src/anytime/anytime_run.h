/*
 * The state of a call of tilepdb_anytime_solve, which its parts share: the best solution so far,
 * limits, and buffers for the next solution.
 *
 * Thread safety: a run belongs to its call.
 */
#ifndef TILEPDB_ANYTIME_ANYTIME_RUN_H
#define TILEPDB_ANYTIME_ANYTIME_RUN_H

#include "anytime/beam.h"
#include "tilepdb_anytime.h"

#define ANYTIME_FIRST_WIDTH   64
#define ANYTIME_PATTERN_TILES 3

/* What ranks the boards of a beam. */
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
    tilepdb_status
        ended;         /* why the run is to stop: LIMIT, CANCELLED, ERROR_INTERNAL (false bound) */
    uint64_t beams;    /* boards that earlier beams expanded */
    size_t beam_width; /* of the current beam */
    int beam_layers;   /* of its solution, about */
    double beam_start;
    double beam_end;
    size_t widest; /* the widest beam to try, since a wider one found no memory; 0: any */
    struct normal_form normal;
    struct evaluator evaluator;
    uint64_t evaluator_bytes;  /* of all evaluators */
    uint8_t *path;             /* of a beam */
    struct sweep *sweep;       /* on large boards */
    char *letters;             /* of a solution */
    tilepdb_result *exhausted; /* the solver's last result; NULL: none yet */
};

/* Checks limits and reports progress; `expanded` boards are from the current beam. False: the run
 * is to stop. */
bool anytime_goes_on(struct anytime_run *run, uint64_t expanded);

/* anytime_goes_on as a callback; `user` is the run. */
bool anytime_beam_goes_on(void *user, uint64_t expanded);

/* Notes that a beam of a width begins, whose solution may take `layers` moves and the time until a
 * a `share` of the time limit. */
void anytime_beam_begin(struct anytime_run *run, size_t width, int layers, double share);

/* The width of the next layer of the beam; `user` is the run: the remaining time, shared among the
 * layers that are left if the solution is as long as the best. */
size_t anytime_narrow(void *user, int depth, uint64_t expanded);

/* Whether the widths of beams follow the remaining time. */
bool anytime_is_timed(const struct anytime_run *run);

/* Replays a solution, and takes it if it is shorter than the best. ERROR_INTERNAL: it does not lead
 * to the goal, or is shorter than the lower bound. */
tilepdb_status anytime_submit(struct anytime_run *run, const char *letters, uint64_t width);

/* Takes a lower bound if it is higher than the known one. A bound above the length of a solution is
 * false, and ends the run. */
void anytime_raise_bound(struct anytime_run *run, int bound);

/* Looks for a better solution by a narrow sweep, before tables are made (large_boards.c). OK, also
 * if there is none; ERROR_INTERNAL. */
tilepdb_status large_boards_begin(struct anytime_run *run);

/* Solves a board that is too large or too long for beams alone, until the run is to stop
 * (large_boards.c). OK: it was to stop, or a limit of widths is reached; ERROR_MEMORY,
 * ERROR_INTERNAL. */
tilepdb_status large_boards_run(struct anytime_run *run);

/* The memory limit without the bytes of evaluators. */
static inline uint64_t anytime_memory(const struct anytime_run *run) {
    const uint64_t limit = run->options->memory_limit, most = limit ? limit : UINT64_C(1) << 30;
    return most > run->evaluator_bytes ? most - run->evaluator_bytes : 0;
}

/* Notes that `bytes` were used beside evaluators. */
static inline void anytime_note_memory(struct anytime_run *run, uint64_t bytes) {
    const uint64_t all = bytes + run->evaluator_bytes;
    if (all > run->result->memory) run->result->memory = all;
}

/* The width of a beam that takes `left` seconds, if one of `width` took `took`. */
static inline size_t anytime_scaled_width(size_t width, double left, double took) {
    return left <= 0 ? 0 : (size_t)((double)width * left / took);
}

/* Notes that a beam of a width has ended by itself. */
static inline void anytime_note_width(struct anytime_run *run, uint64_t width) {
    if (width > run->result->width) run->result->width = width;
}

#endif
