/*
 * What is done with one board. See look.h.
 */
#include "far/look.h"

#include "far/ball.h"

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
