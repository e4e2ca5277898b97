#include "antipodes/probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/move_set.h"

/* A depth of the probe: a search of at most `nodes` nodes with one bound, `below` less than the
 * least distance of a far board. Of the 3493 boards at distances 80 to 78, 95 % have trees of up to
 * 34,000 nodes at the last bound, 99 % of up to 50,000. The largest trees at distance 78 have 133,
 * 1715, 20,416 and 207,974 nodes at the four bounds. The median near candidate has 100 to 250 nodes
 * at its first bound, and ten times more at each further bound. */
struct probe_depth {
    int below;
    uint32_t nodes;
};
static const struct probe_depth depths[] = {{12, 75}, {10, 600}, {8, 6000}},
                                last_depth = {6, 60000};
#define DEPTHS             (sizeof depths / sizeof *depths)
#define WITHOUT_REFLECTION 4 /* factor for the nodes: without a reflection, trees are larger */

int probe_least(const struct probe *probe, int estimate) {
    return probe->last + ((estimate ^ probe->last) & 1);
}

static bool goes_on(const tilepdb_progress *progress, void *user) {
    (void)progress;
    const struct probe *probe = user;
    return probe->go_on(probe->user);
}

static tilepdb_status search(const struct probe *probe, struct job *job, int first_bound,
                             int max_length, uint64_t max_nodes) {
    tilepdb_task *task = &job->task;
    tilepdb_solve_options_init(&task->options);
    task->options.first_bound = first_bound;
    task->options.max_length = max_length;
    task->options.max_nodes = max_nodes;
    task->options.progress = goes_on;
    task->options.user = (void *)(uintptr_t)probe;
    return tilepdb_solve(probe->solver, &task->board, &task->options, &task->result, &task->error);
}

static tilepdb_status probe_at(const struct probe *probe, struct job *job, int least,
                               const struct probe_depth *depth) {
    uint64_t nodes = (uint64_t)probe->factor * depth->nodes;
    if (!probe->reflects) nodes *= WITHOUT_REFLECTION;
    const int bound = least - depth->below;
    const tilepdb_status status = search(probe, job, bound, bound, nodes);
    if (status && status != TILEPDB_LIMIT) return status;
    const uint64_t generated = job->task.result.generated;
    job->distance = !status             ? DISTANCE_NEAR
                    : generated < nodes ? (int)generated
                                        : PROBE_INCONCLUSIVE;
    return TILEPDB_OK;
}

tilepdb_status probe_board(const struct probe *probe, struct job *job) {
    const int estimate = job->distance, least = probe_least(probe, estimate);
    job->distance = 1; /* an estimate above all bounds leaves a tree of one node */
    for (size_t i = 0; i < DEPTHS; i++) {
        if (least - depths[i].below < estimate) continue;
        const tilepdb_status status = probe_at(probe, job, least, &depths[i]);
        if (status) return status;
        if (job->distance == DISTANCE_NEAR || job->distance == PROBE_INCONCLUSIVE) break;
    }
    return TILEPDB_OK;
}

static void rule_out(const struct probe *probe, const struct job *job) {
    const tilepdb_result *result = &job->task.result;
    neighbourhood_mark(probe->pending, &job->task.board, result->moves, result->length,
                       probe->last - 1);
}

tilepdb_status decide_board(const struct probe *probe, struct job *job) {
    const int least = probe_least(probe, job->distance);
    job->distance = DISTANCE_NEAR;
    tilepdb_status status = search(probe, job, least - 2, least - 2, 0);
    if (!status) rule_out(probe, job);
    if (status != TILEPDB_LIMIT) return status;
    status = search(probe, job, least, 0, 0); /* the first search exhausted all smaller bounds */
    if (!status) job->distance = job->task.result.length;
    return status;
}

tilepdb_status decide_survivor(const struct probe *probe, struct job *job) {
    const int estimate = job->distance, least = probe_least(probe, estimate);
    if (estimate <= least - last_depth.below) {
        const tilepdb_status status = probe_at(probe, job, least, &last_depth);
        if (status || job->distance == PROBE_INCONCLUSIVE) return status;
        if (job->distance == DISTANCE_NEAR) {
            rule_out(probe, job);
            return TILEPDB_OK;
        }
    }
    job->distance = estimate;
    return decide_board(probe, job);
}

/* Moves from the centre to the outermost boards. One move more gives 2.13 times the boards, but
 * rules out few more candidates. */
#define RADIUS 10

#define NO_MOVE MOVE_SET_MAX

struct neighbourhood {
    struct board_set *set;
    struct move_set moves;
};

static unsigned shift_of(const struct neighbourhood *neighbourhood, unsigned cell) {
    return 4 * (neighbourhood->moves.geometry.cells - 1u - cell);
}

/* Marks all boards that paths of up to `radius` moves reach, except paths that begin with
 * `undone`. */
static void neighbourhood_fill(const struct neighbourhood *neighbourhood, uint64_t key,
                               unsigned blank, int radius, unsigned undone) {
    const struct move_set *moves = &neighbourhood->moves;
    board_set_mark(neighbourhood->set, key);
    for (unsigned move = 0; move < moves->count && radius > 0; move++) {
        const unsigned from = moves->blank_after[blank][move];
        if (move == undone || from == NO_CELL) continue;
        const unsigned there = shift_of(neighbourhood, from);
        const uint64_t tile = key >> there & 15;
        neighbourhood_fill(neighbourhood,
                           key ^ tile << there ^ tile << shift_of(neighbourhood, blank), from,
                           radius - 1, moves->move[move].inverse);
    }
}

void neighbourhood_mark(struct board_set *set, const tilepdb_board *board, const char *moves,
                        int length, int most) {
    if (length > most) return;
    const int spare = most - length;
    const int down = spare >= RADIUS ? 0 : RADIUS - spare < length ? RADIUS - spare : length;
    const int radius = down + spare < RADIUS ? down + spare : RADIUS;
    char way[RADIUS + 1] = "";
    memcpy(way, moves, (size_t)down);
    tilepdb_board centre = *board;
    struct neighbourhood neighbourhood = {.set = set};
    if (tilepdb_board_play(&centre, way, NULL) ||
        move_set_init(&neighbourhood.moves, board->width, board->height, TILEPDB_METRIC_SINGLE,
                      NULL))
        return;
    neighbourhood_fill(&neighbourhood, board_key(&centre), board_blank(&centre), radius, NO_MOVE);
}

/* Runs in `next`, since each search of a job depends on the previous search. */
static bool job_next(tilepdb_task *task, void *user) {
    const struct batch *batch = user;
    task->status = batch->run(batch->probe, (struct job *)task);
    return false;
}

static bool job_answer(tilepdb_task *task, void *user) {
    struct batch *batch = user;
    if (!task->status) return true;
    if (!batch->error.status) batch->error = task->error;
    batch->error.status = task->status;
    return false;
}

tilepdb_status batch_open(struct batch *batch, const struct probe *probe, int threads,
                          tilepdb_error *error) {
    *batch = (struct batch){.probe = probe, .jobs = calloc(BATCH_MAX, sizeof *batch->jobs)};
    const tilepdb_queue_options options = {.threads = threads,
                                           .capacity = BATCH_MAX,
                                           .next = job_next,
                                           .answer = job_answer,
                                           .user = batch};
    if (batch->jobs) return tilepdb_queue_create(&options, &batch->queue, error);
    return error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}

struct job *batch_add(struct batch *batch, const tilepdb_board *board, int distance) {
    struct job *job = &batch->jobs[batch->count++];
    job->task.board = *board;
    job->task.status = TILEPDB_CANCELLED;
    job->distance = distance;
    return job;
}

tilepdb_status batch_run(struct batch *batch, job_fn *run, tilepdb_error *error) {
    batch->run = run;
    for (size_t i = 0; i < batch->count; i++)
        if (!tilepdb_queue_put(batch->queue, &batch->jobs[i].task)) break;
    tilepdb_queue_wait(batch->queue);
    if (batch->error.status && error) *error = batch->error;
    return batch->error.status;
}

void batch_close(struct batch *batch) {
    tilepdb_queue_free(batch->queue);
    free(batch->jobs);
}
