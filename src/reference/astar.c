/*
 * A* (Hart, Nilsson & Raphael, "A formal basis for the heuristic determination of minimum cost
 * paths", 1968) with Manhattan distance or linear conflict.
 *
 * Boards are kept in a set (states.h); the note of a board is the fewest moves known to it, and
 * whether it is expanded. Both heuristics are consistent, so a board is expanded once. A move
 * changes f = moves + h by 0 or 2: the open list is one stack for each f, of which the newest board
 * is taken first. A board that is reached again in fewer moves is pushed again; its older entries
 * are skipped.
 */
#include <stdlib.h>

#include "puzzle/conflict.h"

#include "reference/run.h"
#include "reference/states.h"
#include "util/number.h"

#define MOST_F      512
#define EXPANDED    0x8000u
#define CHECK_NODES 16384

struct stack {
    uint32_t *index;
    size_t count, room;
};

struct astar {
    struct run *run;
    struct states states;
    struct stack open[MOST_F];
    uint64_t memory; /* of the stacks */
    struct packed goal;
    uint64_t next_check;
};

static enum states_answer stack_grow(struct astar *astar, struct stack *stack) {
    const size_t room = stack->room != 0 ? stack->room * 2 : 1024;
    const size_t bytes = (room - stack->room) * sizeof *stack->index;
    const uint64_t limit = astar->states.limit, used = astar->states.memory + astar->memory;
    if (used > limit || bytes > limit - used) return STATES_LIMIT;
    uint32_t *index = realloc(stack->index, room * sizeof *stack->index);
    if (index == NULL) return STATES_NO_MEMORY;
    astar->memory += bytes;
    stack->index = index;
    stack->room = room;
    return STATES_ADDED;
}

static enum states_answer open_push(struct astar *astar, int f, uint32_t index) {
    struct stack *stack = &astar->open[f];
    enum states_answer answer = STATES_ADDED;
    if (stack->count == stack->room) answer = stack_grow(astar, stack);
    if (answer == STATES_ADDED) stack->index[stack->count++] = index;
    return answer;
}

static int board_estimate(const struct run *run, const tilepdb_board *board) {
    return run->options->heuristic == TILEPDB_HEURISTIC_LINEAR_CONFLICT
               ? linear_conflict(board, run->goal)
               : manhattan_distance(board, run->goal);
}

static int root_estimate(const struct run *run) {
    return board_estimate(run, run->board);
}

static int estimate(const struct run *run, const struct packed *packed) {
    tilepdb_board board = {.width = run->geometry.width, .height = run->geometry.height};
    packed_to(packed, &board);
    return board_estimate(run, &board);
}

/* A board that is reached by `moves` moves becomes open, unless it was reached in as few moves
 * before. */
static enum states_answer reach(struct astar *astar, const struct packed *board, unsigned moves) {
    uint32_t index;
    const enum states_answer answer = states_add(&astar->states, board, states_hash(board), &index);
    if (answer == STATES_LIMIT || answer == STATES_NO_MEMORY) return answer;
    uint16_t *reached = states_note(&astar->states, index);
    if (answer == STATES_FOUND && (*reached & ~EXPANDED) <= moves) return answer;
    *reached = (uint16_t)moves;
    return open_push(astar, (int)moves + estimate(astar->run, board), index);
}

/* STATES_FOUND: all went well. */
static enum states_answer expand(struct astar *astar, uint32_t index) {
    const struct geometry *geometry = &astar->run->geometry;
    const struct packed board = states_at(&astar->states, index);
    const unsigned blank = packed_blank(&board, geometry->cells);
    const unsigned moves = *states_note(&astar->states, index);
    *states_note(&astar->states, index) |= EXPANDED;
    astar->run->result->expanded++;
    for (int d = 0; d < DIRECTIONS; d++) {
        const unsigned from = geometry->neighbour[blank][d];
        if (from == NO_CELL) continue;
        const struct packed child = packed_move(board, geometry->cells, blank, from);
        astar->run->result->generated++;
        const enum states_answer answer = reach(astar, &child, moves + 1);
        if (answer == STATES_LIMIT || answer == STATES_NO_MEMORY) return answer;
    }
    return STATES_FOUND;
}

/* Back along boards that are reached by one move less each. */
static tilepdb_status astar_solution(struct astar *astar, uint32_t index) {
    const struct geometry *geometry = &astar->run->geometry;
    unsigned left = *states_note(&astar->states, index);
    astar->run->result->moves[left] = '\0';
    while (left > 0) {
        const struct packed board = states_at(&astar->states, index);
        const unsigned blank = packed_blank(&board, geometry->cells);
        for (int d = 0; d < DIRECTIONS; d++) {
            const unsigned from = geometry->neighbour[blank][d];
            if (from == NO_CELL) continue;
            const struct packed parent = packed_move(board, geometry->cells, blank, from);
            if (!states_find(&astar->states, &parent, &index) ||
                *states_note(&astar->states, index) != (EXPANDED | (left - 1)))
                continue;
            astar->run->result->moves[--left] =
                direction_letter(direction_opposite((enum direction)d));
            break;
        }
    }
    return run_solved(astar->run, true);
}

static void note_memory(struct astar *astar) {
    tilepdb_method_result *result = astar->run->result;
    const uint64_t memory = astar->states.memory + astar->memory;
    result->states = astar->states.count;
    if (memory > result->memory) result->memory = memory;
}

static tilepdb_status astar_stopped(struct astar *astar, enum states_answer answer) {
    struct run *run = astar->run;
    note_memory(astar);
    if (answer == STATES_NO_MEMORY) run_no_memory(run);
    if (answer == STATES_LIMIT) run_memory_limit(run);
    char count[NUMBER_TEXT];
    return run_limit(run, "f = %d is complete, %s board%s stored in %.0f MiB", run->result->depth,
                     number_grouped(astar->states.count, count),
                     astar->states.count == 1 ? " is" : "s are",
                     (double)run->result->memory / (1024.0 * 1024.0));
}

/* Expands all boards of this f. STATES_FOUND: all went well, or the goal is in *goal, or run_check
 * said stop. */
static enum states_answer f_expand(struct astar *astar, int f, int64_t *goal) {
    struct stack *stack = &astar->open[f];
    while (stack->count > 0) {
        const uint32_t index = stack->index[--stack->count];
        if (*states_note(&astar->states, index) & EXPANDED) continue;
        const struct packed board = states_at(&astar->states, index);
        if (board.word[0] == astar->goal.word[0] && board.word[1] == astar->goal.word[1]) {
            *goal = index;
            return STATES_FOUND;
        }
        if (astar->run->result->generated >= astar->next_check) {
            note_memory(astar);
            if (!run_check(astar->run)) return STATES_FOUND;
            astar->next_check = run_next_check(astar->run, CHECK_NODES);
        }
        const enum states_answer answer = expand(astar, index);
        if (answer != STATES_FOUND) return answer;
    }
    return STATES_FOUND;
}

static tilepdb_status astar_search(struct astar *astar) {
    struct run *run = astar->run;
    for (int f = run->result->root_h; f < MOST_F; f += 2) {
        int64_t goal = -1;
        if (run->options->max_length != 0 && f > run->options->max_length) {
            run_length_limit(run, f);
            return astar_stopped(astar, STATES_FOUND);
        }
        run_step_begin(run, f);
        const enum states_answer answer = f_expand(astar, f, &goal);
        if (answer != STATES_FOUND || run->ended != TILEPDB_OK) return astar_stopped(astar, answer);
        note_memory(astar);
        tilepdb_method_step step = {.states = astar->states.count, .memory = run->result->memory};
        char expanded[NUMBER_TEXT], stored[NUMBER_TEXT];
        run_step_end(run, &step, "f = %d: %s board%s expanded so far, %s stored%s", f,
                     number_grouped(run->result->expanded, expanded), plural(run->result->expanded),
                     number_grouped(astar->states.count, stored),
                     goal >= 0 ? ", the goal taken" : "");
        if (goal >= 0) return astar_solution(astar, (uint32_t)goal);
        run->result->depth = f;
        run_ruled_out(run, f);
        if (!run_check(run)) return astar_stopped(astar, STATES_FOUND);
    }
    return error_set(run->error, TILEPDB_ERROR_INTERNAL, "no solution of %d moves was found",
                     MOST_F);
}

static tilepdb_status astar_run(struct run *run) {
    struct astar *astar = calloc(1, sizeof *astar);
    if (astar == NULL)
        return error_set(run->error, TILEPDB_ERROR_MEMORY, "%s",
                         tilepdb_status_message(TILEPDB_ERROR_MEMORY));
    astar->run = run;
    astar->goal = packed_from(run->goal);
    astar->next_check = run_next_check(run, CHECK_NODES);
    const struct packed root = packed_from(run->board);
    enum states_answer answer = states_init(&astar->states, run->geometry.cells, run_memory(run));
    if (answer == STATES_ADDED) answer = reach(astar, &root, 0);
    const tilepdb_status status =
        answer == STATES_ADDED ? astar_search(astar) : astar_stopped(astar, answer);
    for (int f = 0; f < MOST_F; f++) free(astar->open[f].index);
    states_free(&astar->states);
    free(astar);
    return status;
}

const struct method astar_method = {
    .info =
        {
            .method = TILEPDB_METHOD_ASTAR,
            .name = "astar",
            .title = "A*",
            .summary = "A* with Manhattan distance or linear conflict",
            .optimal = true,
            .limits = true,
            .heuristic = true,
            .memory_limit = true,
        },
    .root_estimate = root_estimate,
    .run = astar_run,
};
