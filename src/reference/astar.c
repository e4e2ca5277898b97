/*
 * A* (Hart, Nilsson & Raphael, "A formal basis for the heuristic determination of minimum cost
 * paths", 1968) with Manhattan distance or linear conflict.
 *
 * A board's note (state_set.h) is the fewest moves that reached the board, and a flag once it is
 * expanded. Both heuristics are consistent, so no board is expanded twice. A move changes f = moves
 * + h by 0 or 2; the open list has one stack per f. A board that is reached again in fewer moves is
 * pushed again, and its older entries are skipped.
 */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/message_text.h"
#include "puzzle/conflict.h"
#include "reference/method.h"
#include "reference/state_set.h"
#include "tilepdb_methods.h"

#define MOST_F      512
#define EXPANDED    0x8000u
#define CHECK_NODES 16384

struct stack {
    uint32_t *index;
    size_t count, capacity;
};

struct astar {
    struct method_run *run;
    struct state_set states;
    struct stack open[MOST_F];
    struct packed goal;
    uint64_t next_check;
};

static enum state_set_answer stack_grow(struct astar *astar, struct stack *stack) {
    const size_t capacity = stack->capacity != 0 ? stack->capacity * 2 : 1024;
    const size_t bytes = (capacity - stack->capacity) * sizeof *stack->index;
    if (state_set_claim(&astar->states, bytes) == STATE_SET_LIMIT) return STATE_SET_LIMIT;
    uint32_t *index = realloc(stack->index, capacity * sizeof *stack->index);
    if (index == NULL) return STATE_SET_NO_MEMORY;
    stack->index = index;
    stack->capacity = capacity;
    return STATE_SET_ADDED;
}

static enum state_set_answer open_push(struct astar *astar, int f, uint32_t index) {
    struct stack *stack = &astar->open[f];
    enum state_set_answer answer = STATE_SET_ADDED;
    if (stack->count == stack->capacity) answer = stack_grow(astar, stack);
    if (answer == STATE_SET_ADDED) stack->index[stack->count++] = index;
    return answer;
}

static int board_estimate(const struct method_run *run, const tilepdb_board *board) {
    return run->options->heuristic == TILEPDB_HEURISTIC_LINEAR_CONFLICT
               ? linear_conflict(board, run->goal)
               : manhattan_distance(board, run->goal);
}

static int root_estimate(const struct method_run *run) {
    return board_estimate(run, run->board);
}

/* Cells beyond the board's size stay uninitialised, for speed. */
static int estimate(const struct method_run *run, const struct packed *packed) {
    tilepdb_board board;
    board.width = run->board->width;
    board.height = run->board->height;
    packed_to(packed, &board);
    return board_estimate(run, &board);
}

static enum state_set_answer reach(struct astar *astar, const struct packed *board,
                                   unsigned moves) {
    uint32_t index;
    const enum state_set_answer answer =
        state_set_add(&astar->states, board, state_set_hash(board), &index);
    if (answer == STATE_SET_LIMIT || answer == STATE_SET_NO_MEMORY) return answer;
    uint16_t *reached = state_set_note(&astar->states, index);
    if (answer == STATE_SET_FOUND && (*reached & ~EXPANDED) <= moves) return answer;
    *reached = (uint16_t)moves;
    return open_push(astar, (int)moves + estimate(astar->run, board), index);
}

static enum state_set_answer expand(struct astar *astar, uint32_t index) {
    const struct move_set *moves = astar->run->moves;
    const struct packed board = state_set_at(&astar->states, index);
    const unsigned blank = packed_blank(&board, moves->geometry.cells);
    const unsigned made = *state_set_note(&astar->states, index);
    *state_set_note(&astar->states, index) |= EXPANDED;
    astar->run->result->expanded++;
    for (uint32_t left = moves->legal[blank]; left; left &= left - 1) {
        const struct packed child = packed_play(board, moves, blank, bits_lowest32(left));
        astar->run->result->generated++;
        const enum state_set_answer answer = reach(astar, &child, made + 1);
        if (answer == STATE_SET_LIMIT || answer == STATE_SET_NO_MEMORY) return answer;
    }
    return STATE_SET_FOUND;
}

/* Replaces `*index` by the index of a parent that `made` moves reach. Returns the move from the
 * parent. */
static unsigned move_back(const struct astar *astar, uint32_t *index, unsigned made) {
    const struct move_set *moves = astar->run->moves;
    const struct packed board = state_set_at(&astar->states, *index);
    const unsigned blank = packed_blank(&board, moves->geometry.cells);
    for (uint32_t left = moves->legal[blank];; left &= left - 1) {
        const unsigned back = bits_lowest32(left);
        const struct packed parent = packed_play(board, moves, blank, back);
        if (state_set_find(&astar->states, &parent, index) &&
            *state_set_note(&astar->states, *index) == (EXPANDED | made))
            return moves->move[back].inverse;
    }
}

static tilepdb_status astar_solution(struct astar *astar, uint32_t index) {
    const unsigned length = *state_set_note(&astar->states, index);
    for (unsigned left = length; left > 0; left--)
        astar->run->path[left - 1] = (uint8_t)move_back(astar, &index, left - 1);
    method_moves_write(astar->run, (int)length);
    return method_solved(astar->run, (int)length, true);
}

static void note_memory(struct astar *astar) {
    tilepdb_method_result *result = astar->run->result;
    result->states = astar->states.count;
    if (astar->states.memory > result->memory) result->memory = astar->states.memory;
}

static tilepdb_status astar_stopped(struct astar *astar, enum state_set_answer answer) {
    struct method_run *run = astar->run;
    note_memory(astar);
    if (answer == STATE_SET_NO_MEMORY) method_allocation_failed(run);
    if (answer == STATE_SET_LIMIT) method_memory_exhausted(run);
    return method_limit(run, "f = %d is complete, %s board%s stored in %.0f MiB",
                        run->result->depth, GROUPED(astar->states.count),
                        astar->states.count == 1 ? " is" : "s are",
                        (double)run->result->memory / (1024.0 * 1024.0));
}

/* Returns STATE_SET_FOUND unless the set cannot grow. Sets `*goal` to the index of the goal if it
 * is taken from the stack. */
static enum state_set_answer f_expand(struct astar *astar, int f, int64_t *goal) {
    struct stack *stack = &astar->open[f];
    while (stack->count > 0) {
        const uint32_t index = stack->index[--stack->count];
        if (*state_set_note(&astar->states, index) & EXPANDED) continue;
        const struct packed board = state_set_at(&astar->states, index);
        if (packed_equal(&board, &astar->goal)) {
            *goal = index;
            return STATE_SET_FOUND;
        }
        if (astar->run->result->generated >= astar->next_check) {
            note_memory(astar);
            if (!method_check(astar->run)) return STATE_SET_FOUND;
            astar->next_check = method_next_check(astar->run, CHECK_NODES);
        }
        const enum state_set_answer answer = expand(astar, index);
        if (answer != STATE_SET_FOUND) return answer;
    }
    return STATE_SET_FOUND;
}

static tilepdb_status astar_search(struct astar *astar) {
    struct method_run *run = astar->run;
    for (int f = run->result->root_h; f < MOST_F; f += run->moves->bound_step) {
        int64_t goal = -1;
        if (run->options->max_length != 0 && f > run->options->max_length) {
            method_length_exceeded(run, f);
            return astar_stopped(astar, STATE_SET_FOUND);
        }
        method_step_begin(run, f);
        const enum state_set_answer answer = f_expand(astar, f, &goal);
        if (answer != STATE_SET_FOUND || run->ended != TILEPDB_OK)
            return astar_stopped(astar, answer);
        note_memory(astar);
        tilepdb_method_step step = {.states = astar->states.count, .memory = run->result->memory};
        method_step_end(run, &step, "f = %d: %s board%s expanded so far, %s stored%s", f,
                        GROUPED(run->result->expanded), plural(run->result->expanded),
                        GROUPED(astar->states.count), goal >= 0 ? ", the goal taken" : "");
        if (goal >= 0) return astar_solution(astar, (uint32_t)goal);
        run->result->depth = f;
        method_ruled_out(run, f);
        if (!method_check(run)) return astar_stopped(astar, STATE_SET_FOUND);
    }
    return error_set(run->error, TILEPDB_ERROR_INTERNAL, "no solution of %d moves was found",
                     MOST_F);
}

static tilepdb_status astar_run(struct method_run *run) {
    struct astar *astar = calloc(1, sizeof *astar);
    if (astar == NULL) return TILEPDB_ERROR_MEMORY;
    astar->run = run;
    astar->goal = packed_from(run->goal);
    astar->next_check = method_next_check(run, CHECK_NODES);
    const struct packed root = packed_from(run->board);
    enum state_set_answer answer =
        state_set_init(&astar->states, run->moves->geometry.cells, method_memory(run));
    if (answer == STATE_SET_ADDED) answer = reach(astar, &root, 0);
    const tilepdb_status status =
        answer == STATE_SET_ADDED ? astar_search(astar) : astar_stopped(astar, answer);
    for (int f = 0; f < MOST_F; f++) free(astar->open[f].index);
    state_set_free(&astar->states);
    free(astar);
    return status;
}

const struct method astar_method = {
    .info = {.method = TILEPDB_METHOD_ASTAR,
             .name = "astar",
             .title = "A*",
             .summary = "A* with Manhattan distance or linear conflict",
             .optimal = true,
             .limits = true,
             .heuristic = true,
             .memory_limit = true},
    .root_estimate = root_estimate,
    .run = astar_run,
};
