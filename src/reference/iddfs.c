/*
 * Iterative deepening depth-first search (Korf, "Depth-first iterative-deepening", 1985) without a
 * heuristic. No move undoes the move before it. Bounds of both parities are tried, as in the
 * textbook.
 */

#include "base/bytes.h"
#include "base/message_text.h"
#include "reference/method.h"
#include "tilepdb_methods.h"

#define CHECK_NODES 1000000

struct deepening {
    struct method_run *run;
    const struct move_set *moves;
    tilepdb_method_result *result;
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS];
    uint64_t next_check;
    bool stopped;
    int length;
};

/* Returns the first move in the direction of `move`: moves of 1 .. n tiles in one direction have
 * consecutive numbers. */
static inline unsigned first_of(const struct move_set *moves, unsigned move) {
    return move + 1 - moves->move[move].tiles;
}

static inline int change_of(const struct deepening *descent, unsigned blank, unsigned move) {
    const uint8_t *after = descent->moves->blank_after[blank], *goal_cell = descent->run->goal_cell;
    int change = 0;
    unsigned i = first_of(descent->moves, move);
    do {
        const unsigned from = after[i], goal = goal_cell[descent->cells[from]];
        change += (goal == from) - (goal == blank);
        blank = from;
    } while (++i <= move);
    return change;
}

static inline unsigned slide(struct deepening *descent, unsigned blank, unsigned move) {
    const uint8_t *after = descent->moves->blank_after[blank];
    unsigned i = first_of(descent->moves, move);
    do {
        descent->cells[blank] = descent->cells[after[i]];
        blank = after[i];
    } while (++i <= move);
    descent->cells[blank] = 0;
    return blank;
}

struct branch {
    unsigned blank;
    unsigned last; /* last move; at the root, the count of the move set */
    int made;
    int misplaced;
};

static bool found_by(struct deepening *descent, const struct branch *place, unsigned move) {
    descent->run->path[place->made] = (uint8_t)move;
    descent->length = place->made + 1;
    return true;
}

static bool look_ahead(struct deepening *descent, const struct branch place) {
    const struct move_set *moves = descent->moves;
    uint32_t rest = moves->legal[place.blank] & moves->after[place.last];
    for (; rest; rest &= rest - 1) {
        descent->result->generated++;
        const unsigned move = bits_lowest32(rest);
        if (place.misplaced + change_of(descent, place.blank, move) == 0)
            return found_by(descent, &place, move);
    }
    return false;
}

static bool descend(struct deepening *descent, const struct branch place, int left) {
    const struct move_set *moves = descent->moves;
    if (descent->result->generated >= descent->next_check) {
        descent->stopped = !method_check(descent->run);
        descent->next_check = method_next_check(descent->run, CHECK_NODES);
        if (descent->stopped) return false;
    }
    descent->result->expanded++;
    if (left == 1) return look_ahead(descent, place);
    uint32_t rest = moves->legal[place.blank] & moves->after[place.last];
    for (; rest; rest &= rest - 1) {
        const unsigned move = bits_lowest32(rest);
        struct branch next = {.last = move, .made = place.made + 1};
        next.misplaced = place.misplaced + change_of(descent, place.blank, move);
        descent->result->generated++;
        if (next.misplaced == 0) return found_by(descent, &place, move);
        descent->run->path[place.made] = (uint8_t)move;
        next.blank = slide(descent, place.blank, move);
        if (descend(descent, next, left - 1)) return true;
        if (descent->stopped) return false;
        slide(descent, next.blank, moves->move[move].inverse);
    }
    return false;
}

static int bound_try(struct method_run *run, int bound, bool *stopped) {
    struct deepening descent = {.run = run,
                                .moves = run->moves,
                                .result = run->result,
                                .next_check = method_next_check(run, CHECK_NODES)};
    struct branch root = {.last = run->moves->count};
    for (unsigned cell = 0; cell < run->moves->geometry.cells; cell++) {
        const uint8_t tile = (uint8_t)run->board->cells[cell];
        descent.cells[cell] = tile;
        root.misplaced += tile != 0 && run->goal_cell[tile] != cell;
        if (tile == 0) root.blank = cell;
    }
    descend(&descent, root, bound);
    *stopped = descent.stopped;
    return descent.length;
}

static tilepdb_status iddfs_limit(struct method_run *run) {
    return method_limit(run, "bound %d is exhausted, %s node%s generated", run->result->depth,
                        GROUPED(run->result->generated),
                        run->result->generated == 1 ? " is" : "s are");
}

static tilepdb_status iddfs_run(struct method_run *run) {
    const int first = run->options->first_bound > 0 ? run->options->first_bound : 1;
    int bound = first;
    for (; bound < TILEPDB_METHOD_ITERATIONS; bound++) {
        if (run->options->max_length != 0 && bound > run->options->max_length) break;
        bool stopped;
        method_step_begin(run, bound);
        const int length = bound_try(run, bound, &stopped);
        if (stopped) return iddfs_limit(run);
        tilepdb_method_step step = {0};
        method_step_end(
            run, &step, "trying at most %d move%s: %s node%s%s", bound, plural((uint64_t)bound),
            GROUPED(run->result->generated - run->step_generated),
            plural(run->result->generated - run->step_generated), length ? ", solved" : "");
        /* The first bound may find a solution that is not the shortest. */
        if (length) {
            method_moves_write(run, length);
            return method_solved(run, length, bound > first || bound == 1);
        }
        run->result->depth = bound;
        method_ruled_out(run, bound);
        if (!method_check(run)) return iddfs_limit(run);
    }
    method_length_exceeded(run, bound);
    return iddfs_limit(run);
}

const struct method iddfs_method = {
    .info = {.method = TILEPDB_METHOD_IDDFS,
             .name = "iddfs",
             .title = "IDDFS",
             .summary = "iterative deepening without a heuristic",
             .optimal = true,
             .limits = true,
             .first_bound = true,
             .any_metric = true},
    .run = iddfs_run,
};
