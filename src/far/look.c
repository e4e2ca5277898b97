/*
 * What is done with one board. See look.h.
 */
#include "far/look.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/move_set.h"

/* The look: searches at bounds so far below the distance, each with so many nodes at most; the last
 * one waits until the board is tried. Where the goal has no reflection, trees are larger. Of the
 * 3493 boards from 80 to 78, 95 in 100 have trees of up to 34,000 nodes at a bound of 72, and 99 of
 * up to 50,000; the largest at 78 have 133, 1715, 20,416 and 207,974. The median of near candidates
 * has 100 to 250 at the first bound that it is looked at, and ten times as many at each further
 * one. */
struct rung {
    int below;
    uint32_t nodes;
};
static const struct rung rungs[] = {{12, 75}, {10, 600}, {8, 6000}}, last_rung = {6, 60000};
#define RUNGS              (sizeof rungs / sizeof *rungs)
#define WITHOUT_REFLECTION 4 /* times as many nodes */

int look_least(const struct look *look, int estimate) {
    return look->last + ((estimate ^ look->last) & 1);
}

/* Progress belongs to the thread that called; here it only asks whether to go on. */
static bool goes_on(const tilepdb_progress *progress, void *user) {
    (void)progress;
    const struct look *look = user;
    return look->go_on(look->user);
}

static tilepdb_status search(const struct look *look, struct trial *trial, int first_bound,
                             int max_length, uint64_t max_nodes) {
    tilepdb_task *task = &trial->task;
    tilepdb_solve_options_init(&task->options);
    task->options.first_bound = first_bound;
    task->options.max_length = max_length;
    task->options.max_nodes = max_nodes;
    task->options.progress = goes_on;
    task->options.user = (void *)(uintptr_t)look;
    return tilepdb_solve(look->solver, &task->board, &task->options, &task->result, &task->error);
}

/* Proves the distance of a board that is at `least` or further; DISTANCE_NEAR for others. What the
 * first search exhausts holds, so the second continues from there. */
static tilepdb_status solve(const struct look *look, struct trial *trial, int least) {
    trial->distance = DISTANCE_NEAR;
    tilepdb_status status = search(look, trial, least - 2, least - 2, 0);
    if (status != TILEPDB_LIMIT) return status;
    status = search(look, trial, least, 0, 0);
    if (!status) trial->distance = trial->task.result.length;
    return status;
}

/* Searches at the bound of a rung. The nodes of the tree, DISTANCE_NEAR or LOOK_PUT_OFF become the
 * trial's distance. */
static tilepdb_status climb(const struct look *look, struct trial *trial, int least,
                            const struct rung *rung) {
    uint64_t nodes = (uint64_t)look->times * rung->nodes;
    if (!look->reflects) nodes *= WITHOUT_REFLECTION;
    const int bound = least - rung->below;
    const tilepdb_status status = search(look, trial, bound, bound, nodes);
    if (status && status != TILEPDB_LIMIT) return status;
    const uint64_t generated = trial->task.result.generated;
    trial->distance = !status ? DISTANCE_NEAR : generated < nodes ? (int)generated : LOOK_PUT_OFF;
    return TILEPDB_OK;
}

tilepdb_status look_at(const struct look *look, struct trial *trial) {
    const int estimate = trial->distance, least = look_least(look, estimate);
    trial->distance = 1; /* the tree of an estimate above all bounds: just the root */
    for (size_t i = 0; i < RUNGS; i++) {
        if (least - rungs[i].below < estimate) continue;
        const tilepdb_status status = climb(look, trial, least, &rungs[i]);
        if (status) return status;
        if (trial->distance == DISTANCE_NEAR || trial->distance == LOOK_PUT_OFF) break;
    }
    return TILEPDB_OK;
}

/* Marks what a solution that is too short settles. */
static tilepdb_status settle(const struct look *look, const struct trial *trial) {
    const tilepdb_result *result = &trial->task.result;
    ball_mark(look->waiting, &trial->task.board, result->moves, result->length, look->last - 1);
    return TILEPDB_OK;
}

tilepdb_status look_try(const struct look *look, struct trial *trial) {
    const tilepdb_status status = solve(look, trial, look_least(look, trial->distance));
    if (status || trial->distance != DISTANCE_NEAR) return status;
    return settle(look, trial);
}

tilepdb_status look_try_suspect(const struct look *look, struct trial *trial) {
    const int estimate = trial->distance, least = look_least(look, estimate);
    if (estimate <= least - last_rung.below) {
        const tilepdb_status status = climb(look, trial, least, &last_rung);
        if (status || trial->distance == LOOK_PUT_OFF) return status;
        if (trial->distance == DISTANCE_NEAR) return settle(look, trial);
    }
    trial->distance = estimate;
    return look_try(look, trial);
}

/* Moves to the outermost boards: 2.13 times as many boards for each more, which settle few more
 * (docs/notes/search.md). */
#define RADIUS 10

#define NO_MOVE MOVE_SET_MAX

struct ball {
    struct board_set *set;
    struct move_set moves;
};

static unsigned shift_of(const struct ball *ball, unsigned cell) {
    return 4 * (ball->moves.geometry.cells - 1u - cell);
}

/* Marks the board and all within `radius` moves, except those by way of the move `undone`. */
static void ball_fill(const struct ball *ball, uint64_t key, unsigned blank, int radius,
                      unsigned undone) {
    board_set_mark(ball->set, key);
    for (unsigned move = 0; move < ball->moves.count && radius > 0; move++) {
        const unsigned from = ball->moves.blank_after[blank][move];
        if (move == undone || from == NO_CELL) continue;
        const uint64_t tile = key >> shift_of(ball, from) & 15;
        ball_fill(ball, key ^ tile << shift_of(ball, from) ^ tile << shift_of(ball, blank), from,
                  radius - 1, ball->moves.move[move].inverse);
    }
}

void ball_mark(struct board_set *set, const tilepdb_board *board, const char *moves, int length,
               int most) {
    if (length > most) return;
    const int spare = most - length; /* moves beyond those down the way */
    const int down = spare >= RADIUS ? 0 : RADIUS - spare < length ? RADIUS - spare : length;
    const int radius = down + spare < RADIUS ? down + spare : RADIUS;
    char way[RADIUS + 1] = "";
    memcpy(way, moves, (size_t)down);
    tilepdb_board centre = *board;
    struct ball ball = {.set = set};
    if (tilepdb_board_play(&centre, way, NULL) ||
        move_set_init(&ball.moves, board->width, board->height, TILEPDB_METRIC_SINGLE, NULL))
        return;
    ball_fill(&ball, board_key(&centre), board_blank(&centre), radius, NO_MOVE);
}

/* One board has several searches, each by the result of the one before, so all of them run here. */
static bool trial_next(tilepdb_task *task, void *user) {
    const struct round *round = user;
    task->status = round->run(round->look, (struct trial *)task);
    return false;
}

static bool trial_answer(tilepdb_task *task, void *user) {
    struct round *round = user;
    if (!task->status) return true;
    if (!round->error.status) round->error = task->error;
    round->error.status = task->status;
    return false;
}

tilepdb_status round_open(struct round *round, const struct look *look, int threads,
                          tilepdb_error *error) {
    *round = (struct round){.look = look, .trials = calloc(ROUND_MAX, sizeof *round->trials)};
    const tilepdb_queue_options options = {.threads = threads,
                                           .room = ROUND_MAX,
                                           .next = trial_next,
                                           .answer = trial_answer,
                                           .user = round};
    if (round->trials) return tilepdb_queue_create(&options, &round->queue, error);
    return error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}

struct trial *round_add(struct round *round, const tilepdb_board *board, int distance) {
    struct trial *trial = &round->trials[round->count++];
    trial->task.board = *board;
    trial->task.status = TILEPDB_CANCELLED; /* unless it runs */
    trial->distance = distance;
    return trial;
}

tilepdb_status round_run(struct round *round, trial_fn run, tilepdb_error *error) {
    round->run = run;
    for (size_t i = 0; i < round->count; i++)
        if (!tilepdb_queue_put(round->queue, &round->trials[i].task)) break;
    tilepdb_queue_wait(round->queue);
    if (round->error.status && error) *error = round->error;
    return round->error.status;
}

void round_close(struct round *round) {
    tilepdb_queue_free(round->queue);
    free(round->trials);
}
