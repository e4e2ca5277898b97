/*
 * Breadth-first search (Moore, "The shortest path through a maze", 1959).
 *
 * The set of boards (state_set.h) is the queue; a depth is a range of it. A board's note is the
 * first move that reached it. Walking back along the notes gives the shortest solution that is
 * first in the order of moves.
 */

#include "base/bytes.h"
#include "base/message_text.h"
#include "reference/method.h"
#include "reference/state_set.h"
#include "tilepdb_methods.h"

/* Children are made in batches, so that prefetches overlap. */
#define CHILDREN    256
#define MOST_DEPTH  METHOD_PATH
#define CHECK_NODES 32768

struct bfs {
    struct method_run *run;
    struct state_set states;
    size_t first; /* first board of the last complete depth */
    struct packed goal;
    bool found;
    uint64_t next_check;
};

struct children {
    unsigned count;
    struct packed board[CHILDREN];
    uint64_t hash[CHILDREN];
    uint8_t move[CHILDREN];
};

static void children_make(const struct bfs *bfs, size_t first, size_t end,
                          struct children *children) {
    const struct move_set *moves = bfs->run->moves;
    children->count = 0;
    for (size_t i = first; i < end; i++) {
        const struct packed board = state_set_at(&bfs->states, i);
        const unsigned blank = packed_blank(&board, moves->geometry.cells);
        const unsigned last = *state_set_note(&bfs->states, i);
        for (uint32_t left = moves->legal[blank] & moves->after[last]; left; left &= left - 1) {
            const unsigned n = children->count++, move = bits_lowest32(left);
            children->move[n] = (uint8_t)move;
            children->board[n] = packed_play(board, moves, blank, move);
            children->hash[n] = state_set_hash(&children->board[n]);
            state_set_prefetch_slot(&bfs->states, children->hash[n]);
        }
    }
    for (unsigned n = 0; n < children->count; n++)
        state_set_prefetch_board(&bfs->states, children->hash[n]);
}

static enum state_set_answer batch_expand(struct bfs *bfs, size_t first, size_t end) {
    tilepdb_method_result *result = bfs->run->result;
    struct children children;
    children_make(bfs, first, end, &children);
    result->expanded += end - first;
    for (unsigned n = 0; n < children.count && !bfs->found; n++) {
        uint32_t index;
        const enum state_set_answer answer =
            state_set_add(&bfs->states, &children.board[n], children.hash[n], &index);
        if (answer == STATE_SET_LIMIT || answer == STATE_SET_NO_MEMORY) return answer;
        result->generated++;
        if (answer == STATE_SET_FOUND) continue;
        *state_set_note(&bfs->states, index) = children.move[n];
        bfs->found = packed_equal(&children.board[n], &bfs->goal);
    }
    result->states = bfs->states.count;
    if (bfs->states.memory > result->memory) result->memory = bfs->states.memory;
    return STATE_SET_FOUND;
}

static tilepdb_status bfs_solution(struct bfs *bfs, int depth) {
    const struct move_set *moves = bfs->run->moves;
    struct packed board = bfs->goal;
    for (int left = depth; left > 0;) {
        uint32_t index;
        state_set_find(&bfs->states, &board, &index);
        const unsigned move = *state_set_note(&bfs->states, index);
        const unsigned blank = packed_blank(&board, moves->geometry.cells);
        bfs->run->path[--left] = (uint8_t)move;
        board = packed_play(board, moves, blank, moves->move[move].inverse);
    }
    method_moves_write(bfs->run, depth);
    return method_solved(bfs->run, depth, true);
}

static tilepdb_status bfs_stopped(struct bfs *bfs, enum state_set_answer answer) {
    struct method_run *run = bfs->run;
    const double mib = (double)bfs->states.memory / (1024.0 * 1024.0);
    if (answer == STATE_SET_NO_MEMORY) method_allocation_failed(run);
    if (answer == STATE_SET_LIMIT) method_memory_exhausted(run);
    return method_limit(run, "depth %d is complete, %s board%s stored in %.0f MiB",
                        run->result->depth, GROUPED(bfs->states.count),
                        bfs->states.count == 1 ? " is" : "s are", mib);
}

static size_t batch_size(const struct method_run *run) {
    const uint64_t most = run->options->max_nodes, done = run->result->generated;
    const uint64_t size = CHILDREN / run->moves->count;
    if (most == 0 || (most - done) / run->moves->count >= size) return (size_t)size;
    return (size_t)((most - done) / run->moves->count) + 1;
}

static enum state_set_answer depth_expand(struct bfs *bfs) {
    const size_t end = bfs->states.count;
    size_t first = bfs->first;
    while (first < end && !bfs->found) {
        if (bfs->run->result->generated >= bfs->next_check) {
            if (!method_check(bfs->run)) return STATE_SET_FOUND;
            bfs->next_check = method_next_check(bfs->run, CHECK_NODES);
        }
        const size_t size = batch_size(bfs->run), next = end - first < size ? end : first + size;
        const enum state_set_answer answer = batch_expand(bfs, first, next);
        if (answer != STATE_SET_FOUND) return answer;
        first = next;
    }
    bfs->first = end;
    return STATE_SET_FOUND;
}

static tilepdb_status bfs_depths(struct bfs *bfs) {
    struct method_run *run = bfs->run;
    for (int depth = 1; depth <= MOST_DEPTH; depth++) {
        if (run->options->max_length != 0 && run->result->lower_bound > run->options->max_length) {
            method_length_exceeded(run, run->result->lower_bound);
            return bfs_stopped(bfs, STATE_SET_FOUND);
        }
        method_step_begin(run, depth);
        const enum state_set_answer answer = depth_expand(bfs);
        if (answer != STATE_SET_FOUND || run->ended != TILEPDB_OK) return bfs_stopped(bfs, answer);
        tilepdb_method_step step = {.states = bfs->states.count, .memory = bfs->states.memory};
        method_step_end(run, &step, "depth %d: %s new board%s, %s stored%s", depth,
                        GROUPED(bfs->states.count - bfs->first),
                        plural(bfs->states.count - bfs->first), GROUPED(bfs->states.count),
                        bfs->found ? ", the goal among them" : "");
        if (bfs->found) return bfs_solution(bfs, depth);
        run->result->depth = depth;
        method_ruled_out(run, depth);
        if (!method_check(run)) return bfs_stopped(bfs, STATE_SET_FOUND);
    }
    return error_set(run->error, TILEPDB_ERROR_INTERNAL, "no solution of %d moves was found",
                     MOST_DEPTH);
}

static tilepdb_status bfs_run(struct method_run *run) {
    struct bfs bfs = {.run = run, .goal = packed_from(run->goal)};
    const struct packed root = packed_from(run->board);
    uint32_t index;
    bfs.next_check = method_next_check(run, CHECK_NODES);
    enum state_set_answer answer =
        state_set_init(&bfs.states, run->moves->geometry.cells, method_memory(run));
    if (answer == STATE_SET_ADDED)
        answer = state_set_add(&bfs.states, &root, state_set_hash(&root), &index);
    if (answer == STATE_SET_ADDED) *state_set_note(&bfs.states, index) = run->moves->count;
    const tilepdb_status status =
        answer == STATE_SET_ADDED ? bfs_depths(&bfs) : bfs_stopped(&bfs, answer);
    state_set_free(&bfs.states);
    return status;
}

const struct method bfs_method = {
    .info = {.method = TILEPDB_METHOD_BFS,
             .name = "bfs",
             .title = "BFS",
             .summary = "breadth-first search with a set of visited boards",
             .optimal = true,
             .limits = true,
             .memory_limit = true,
             .any_metric = true},
    .run = bfs_run,
};
