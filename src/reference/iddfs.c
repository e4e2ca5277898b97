/*
 * Iterative deepening depth-first search (Korf, "Depth-first iterative-deepening", 1985), without a
 * heuristic: all move sequences of up to 1, 2, 3, ... moves that never undo a move with the next.
 *
 * Bounds of the wrong parity are tried as well, as in the textbook.
 */

#include "reference/run.h"

#include "util/number.h"

#define CHECK_NODES 1000000 /* between two looks at the clock */

struct descent {
    struct run *run;
    tilepdb_method_result *result;
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS];
    int misplaced; /* tiles that are not on their goal cell */
    uint64_t next_check;
    bool stopped;
};

/* Whether the goal is at most `left` >= 1 moves away; `last` is the move that led here, DIRECTIONS
 * at the root. The moves are written from the end to `moves`. */
static bool descend(struct descent *descent, unsigned blank, int left, unsigned last, char *moves) {
    const struct run *run = descent->run;
    if (descent->result->generated >= descent->next_check) {
        descent->stopped = !run_check(descent->run);
        descent->next_check = run_next_check(descent->run, CHECK_NODES);
        if (descent->stopped) return false;
    }
    descent->result->expanded++;
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        const unsigned from = run->geometry.neighbour[blank][d];
        if (from == NO_CELL || d + last == BLANK_DOWN) continue; /* opposites */
        const uint8_t tile = descent->cells[from], home = run->home[tile];
        descent->result->generated++;
        const int change = (home == from) - (home == blank);
        descent->misplaced += change;
        descent->cells[blank] = tile;
        descent->cells[from] = 0;
        *moves = direction_letter((enum direction)d);
        if (descent->misplaced == 0) {
            moves[1] = '\0';
            return true;
        }
        if (left > 1 && descend(descent, from, left - 1, d, moves + 1)) return true;
        if (descent->stopped) return false;
        descent->misplaced -= change;
        descent->cells[from] = tile;
        descent->cells[blank] = 0;
    }
    return false;
}

static bool bound_try(struct run *run, int bound, bool *stopped) {
    struct descent descent = {
        .run = run, .result = run->result, .next_check = run_next_check(run, CHECK_NODES)};
    unsigned blank = 0;
    for (unsigned cell = 0; cell < run->geometry.cells; cell++) {
        const uint8_t tile = (uint8_t)run->board->cells[cell];
        descent.cells[cell] = tile;
        descent.misplaced += tile != 0 && run->home[tile] != cell;
        if (tile == 0) blank = cell;
    }
    const bool found = descend(&descent, blank, bound, DIRECTIONS, run->result->moves);
    *stopped = descent.stopped;
    return found;
}

static tilepdb_status iddfs_limit(struct run *run) {
    run->result->moves[0] = '\0';
    char number[NUMBER_TEXT];
    return run_limit(run, "bound %d is exhausted, %s node%s generated", run->result->depth,
                     number_grouped(run->result->generated, number),
                     run->result->generated == 1 ? " is" : "s are");
}

static tilepdb_status iddfs_run(struct run *run) {
    const int first = run->options->first_bound > 0 ? run->options->first_bound : 1;
    int bound = first;
    for (; bound < TILEPDB_METHOD_ITERATIONS; bound++) {
        if (run->options->max_length != 0 && bound > run->options->max_length) break;
        bool stopped;
        run_step_begin(run, bound);
        const bool found = bound_try(run, bound, &stopped);
        if (stopped) return iddfs_limit(run);
        tilepdb_method_step step = {0};
        char number[NUMBER_TEXT];
        run_step_end(run, &step, "trying at most %d move%s: %s node%s%s", bound,
                     plural((uint64_t)bound),
                     number_grouped(run->result->generated - run->step_generated, number),
                     plural(run->result->generated - run->step_generated), found ? ", solved" : "");
        /* Within the first bound, a shorter solution may come later in the order of moves. */
        if (found) return run_solved(run, bound > first || bound == 1);
        run->result->depth = bound;
        run_ruled_out(run, bound);
        if (!run_check(run)) return iddfs_limit(run);
    }
    run_length_limit(run, bound);
    return iddfs_limit(run);
}

const struct method iddfs_method = {
    .info =
        {
            .method = TILEPDB_METHOD_IDDFS,
            .name = "iddfs",
            .title = "IDDFS",
            .summary = "iterative deepening without a heuristic",
            .optimal = true,
            .limits = true,
            .first_bound = true,
        },
    .run = iddfs_run,
};
