/*
 * Each candidate is probed. Survivors are decided, smallest tree first: by the last depth of the
 * probe, by a search for any solution short enough to be near, then by a search for a shortest
 * solution. A far board adds its images and neighbours; the solution of a near board rules out
 * survivors.
 *
 * Exhausted bounds prove a distance. A neighbour of a board at distance d is also at d - 1 if layer
 * d + 1 is complete without it.
 */
#include "antipodes/antipodes.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "antipodes/candidate_boards.h"
#include "base/error.h"
#include "base/progress.h"
#include "puzzle/board.h"
#include "puzzle/move_set.h"
#include "tilepdb_tables.h"

/* ---- searches of one board ------------------------------------------------------------------- */

/*
 * Each search uses one thread, so boards are searched in batches.
 */

struct probe {
    const tilepdb_solver *solver;
    int last;
    bool reflects;
    int factor;
    /* survivors and their reflections; jobs mark boards that they rule out */
    struct board_set *pending;
    bool (*go_on)(void *user);
    void *user;
};

/* distance of a job with too large a tree */
#define PROBE_INCONCLUSIVE (-1)

struct job {
    tilepdb_task task; /* first member: a task is the address of its job */
    int distance;      /* before the job: the estimate, or a number of its parity */
};

typedef tilepdb_status job_fn(const struct probe *probe, struct job *job);

/* Jobs in a batch; many, since a batch ends with its slowest job. */
#define BATCH_MAX 2048

/* One thread owns a batch, which must not move in memory. */
struct batch {
    const struct probe *probe;
    tilepdb_queue *queue;
    struct job *jobs;
    size_t count; /* reset by the owner */
    job_fn *run;
    tilepdb_error error;
};

/* A depth of the probe: a search of at most `nodes` nodes with one bound, `below` less than the
 * least distance of a far board. Of the boards at distances 80 to 78, 95 % have trees of up to
 * 34,000 nodes at the last bound, 99 % of up to 50,000. The median near candidate has 100 to 250
 * nodes at its first bound, and ten times more at each further bound. */
struct probe_depth {
    int below;
    uint32_t nodes;
};
static const struct probe_depth depths[] = {{12, 75}, {10, 600}, {8, 6000}},
                                last_depth = {6, 60000};
#define DEPTHS             (sizeof depths / sizeof *depths)
#define WITHOUT_REFLECTION 4 /* factor for the nodes: without a reflection, trees are larger */

/* Returns the least distance of a far board, with the parity of `estimate`. */
static int probe_least(const struct probe *probe, int estimate) {
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

/* Runs all depths of the probe but the last. Sets the distance to DISTANCE_NEAR, PROBE_INCONCLUSIVE
 * or the nodes of the last tree. */
static tilepdb_status probe_board(const struct probe *probe, struct job *job) {
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

/* Marks all boards within `radius` moves, except by paths that begin with `undone`. */
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

static void rule_out(const struct probe *probe, const struct job *job) {
    const tilepdb_result *result = &job->task.result;
    neighbourhood_mark(probe->pending, &job->task.board, result->moves, result->length,
                       probe->last - 1);
}

/* Sets the distance of a far board; otherwise DISTANCE_NEAR, and marks pending boards that the
 * solution rules out. */
static tilepdb_status decide_board(const struct probe *probe, struct job *job) {
    const int least = probe_least(probe, job->distance);
    job->distance = DISTANCE_NEAR;
    tilepdb_status status = search(probe, job, least - 2, least - 2, 0);
    if (!status) rule_out(probe, job);
    if (status != TILEPDB_LIMIT) return status;
    status = search(probe, job, least, 0, 0); /* the first search exhausted all smaller bounds */
    if (!status) job->distance = job->task.result.length;
    return status;
}

static tilepdb_status decide_survivor(const struct probe *probe, struct job *job) {
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

/* batch_close must follow, also on failure. `threads`: 0 for all. Returns ERROR_MEMORY, or
 * ERROR_ARGUMENT for an invalid `threads`. */
static tilepdb_status batch_open(struct batch *batch, const struct probe *probe, int threads,
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

static struct job *batch_add(struct batch *batch, const tilepdb_board *board, int distance) {
    struct job *job = &batch->jobs[batch->count++];
    job->task.board = *board;
    job->task.status = TILEPDB_CANCELLED;
    job->distance = distance;
    return job;
}

/* After a failure, jobs that did not begin are CANCELLED, and later batches return the failure. */
static tilepdb_status batch_run(struct batch *batch, job_fn *run, tilepdb_error *error) {
    batch->run = run;
    for (size_t i = 0; i < batch->count; i++)
        if (!tilepdb_queue_put(batch->queue, &batch->jobs[i].task)) break;
    tilepdb_queue_wait(batch->queue);
    if (batch->error.status && error) *error = batch->error;
    return batch->error.status;
}

static void batch_close(struct batch *batch) {
    tilepdb_queue_free(batch->queue);
    free(batch->jobs);
}

/* ---- the enumeration ------------------------------------------------------------------------- */

/* The margins rest on a count: of the 3406 boards at distance 78, 80 have an estimate of 64 in one
 * view and 70 in both views; the others have higher estimates. */
struct phase {
    int margin, reflected_margin; /* last layer minus the least estimate and reflected estimate */
    int factor;
    bool cycles; /* lists three-cycles of found boards, until nothing new is found */
};
#define ANY 255
static const struct phase phases[] = {
    {10, ANY, 1, false}, {.factor = 1, .cycles = true}, {12, ANY, 1, false},
    {14, 14, 1, false},  {.factor = 1, .cycles = true}, {.factor = 4, .cycles = true},
    {12, ANY, 4, false}, {14, ANY, 1, false},           {.factor = 16, .cycles = true},
};
static_assert(sizeof phases / sizeof *phases == ANTIPODES_PHASES, "one entry a phase");

#define DECIDE_BATCH      256
#define CYCLE_FOUND_BATCH 4096 /* found boards per list of three-cycles */

struct survivor {
    uint32_t tree;
    uint32_t candidate;
};

struct antipodes {
    struct antipodes_options options;
    struct probe probe;
    struct board_set decided; /* includes images; expanded boards are marked */
    struct images images;
    const struct antipodes_counts *exact;
    uint64_t layer[ANTIPODES_FARTHEST + 1]; /* [distance] boards found */
    struct board_set pending;
    struct batch batch;

    int phase;
    bool skipped[ANTIPODES_PHASES]; /* [phase] memory was short for the phase's list */
    struct candidate_list candidates;
    struct survivor *survivors;
    size_t survivor_count;
    uint64_t probed;

    struct progress progress;
    enum antipodes_work work;
};

/* ---- counts ---------------------------------------------------------------------------------- */

static bool is_outer(int line) {
    return line == 0 || line == ANTIPODES_SIDE - 1;
}

const struct antipodes_counts *antipodes_counts(int goal_blank) {
    static const struct antipodes_counts sorts[] = {
        {1, {1}}, {1, {2}}, {5, {17, 70, 3406, 26638, 272198}}};
    return &sorts[is_outer(goal_blank / ANTIPODES_SIDE) + is_outer(goal_blank % ANTIPODES_SIDE)];
}

static bool is_layer_complete(const struct antipodes *search, int distance) {
    return distance > ANTIPODES_FARTHEST ||
           search->layer[distance] == search->exact->boards[ANTIPODES_FARTHEST - distance];
}

static bool is_parity_complete(const struct antipodes *search, int least) {
    for (int distance = least; distance <= ANTIPODES_FARTHEST; distance += 2)
        if (!is_layer_complete(search, distance)) return false;
    return true;
}

bool antipodes_is_complete(const struct antipodes *search) {
    return is_parity_complete(search, search->options.last) &&
           is_parity_complete(search, search->options.last + 1);
}

/* ---- progress -------------------------------------------------------------------------------- */

static bool report(const tilepdb_progress *progress, void *user) {
    const struct antipodes *search = user;
    return search->options.report(search, search->work, progress, search->options.user);
}

static void work_begin(struct antipodes *search, enum antipodes_work work, size_t total) {
    search->work = work;
    progress_begin(&search->progress, report, search, TILEPDB_STAGE_LIST, total);
}

static tilepdb_status work_done(struct antipodes *search, size_t done, tilepdb_error *error) {
    atomic_store(&search->progress.done, done);
    if (progress_report(&search->progress)) return TILEPDB_OK;
    return error_set(error, TILEPDB_CANCELLED, "the enumeration was cancelled");
}

static tilepdb_status out_of_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}

/* ---- decided boards -------------------------------------------------------------------------- */

static void note_reflected(struct antipodes *search, const tilepdb_board *board, int distance) {
    tilepdb_board boards[2] = {*board};
    const int count = 1 + image_reflected(&search->images, board, &boards[1]);
    for (int i = 0; i < count; i++)
        if (board_set_add(&search->decided, &boards[i], distance) &&
            distance >= search->options.last)
            search->layer[distance]++;
}

static void note(struct antipodes *search, const tilepdb_board *board, int distance) {
    tilepdb_board inverse;
    note_reflected(search, board, distance);
    if (image_inverse(&search->images, board, &inverse)) note_reflected(search, &inverse, distance);
}

static tilepdb_status batch_decide(struct antipodes *search, job_fn *run, tilepdb_error *error) {
    const tilepdb_status status = batch_run(&search->batch, run, error);
    for (size_t i = 0; i < search->batch.count; i++) {
        const struct job *job = &search->batch.jobs[i];
        if (job->task.status || job->distance == PROBE_INCONCLUSIVE) continue;
        if (job->distance > ANTIPODES_FARTHEST)
            return error_set(error, TILEPDB_ERROR_CHECKSUM,
                             "by these tables a board needs %d moves, but none needs more than "
                             "%d: a table is false",
                             job->distance, ANTIPODES_FARTHEST);
        note(search, &job->task.board, job->distance);
    }
    search->batch.count = 0;
    return search->decided.failed && !status ? out_of_memory(error) : status;
}

/* Adds undecided neighbours of a far board to the batch. If the layer above is complete, they are
 * in the layer below and need no search. */
static void expand(struct antipodes *search, const struct board_entry *entry) {
    const int above = entry->distance + 1, below = entry->distance - 1;
    if (is_parity_complete(search, probe_least(&search->probe, above))) return;
    for (const char *way = "UDLR"; *way != '\0'; way++) {
        tilepdb_board board = board_of_key(entry->key);
        if (tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) ||
            board_set_has(&search->decided, &board))
            continue;
        if (is_layer_complete(search, above))
            note(search, &board, below >= search->options.last ? below : DISTANCE_NEAR);
        else
            batch_add(&search->batch, &board, above);
    }
}

static tilepdb_status expand_all(struct antipodes *search, tilepdb_error *error) {
    const struct board_set *boards = &search->decided;
    tilepdb_status status = TILEPDB_OK;
    for (bool any = true; any && !status && !antipodes_is_complete(search);) {
        any = false;
        for (size_t i = 0; i < boards->capacity && search->batch.count + 4 <= BATCH_MAX; i++) {
            struct board_entry *entry = &boards->entries[i];
            if (entry->marked || entry->distance < search->options.last) continue;
            entry->marked = any = true;
            const struct board_entry copy = *entry; /* note() may move the entries */
            expand(search, &copy);
        }
        status = batch_decide(search, decide_board, error);
    }
    return status;
}

static tilepdb_status decide_known(struct antipodes *search, tilepdb_error *error) {
    const struct antipodes_options *options = &search->options;
    work_begin(search, ANTIPODES_DECIDES_KNOWN, options->known_count);
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < options->known_count && !status;) {
        for (; i < options->known_count && search->batch.count < DECIDE_BATCH && !status; i++) {
            int estimate;
            status =
                tilepdb_solver_estimate(search->probe.solver, &options->known[i], &estimate, error);
            if (!status && !board_set_has(&search->decided, &options->known[i]))
                batch_add(&search->batch, &options->known[i], estimate);
        }
        if (!status) status = batch_decide(search, decide_board, error);
        if (!status) status = work_done(search, i, error);
    }
    return status ? status : expand_all(search, error);
}

/* ---- candidates ------------------------------------------------------------------------------ */

static struct job *add_candidate(struct antipodes *search,
                                 const struct board_candidate *candidate) {
    const tilepdb_board board = board_of_key(candidate->key);
    if (is_parity_complete(search, probe_least(&search->probe, candidate->estimate)) ||
        board_set_has(&search->decided, &board))
        return NULL;
    return batch_add(&search->batch, &board, candidate->estimate);
}

static bool phase_has(const struct antipodes *search, const struct phase *phase,
                      const struct board_candidate *candidate) {
    return candidate->estimate >= search->options.last - phase->margin &&
           (!search->probe.reflects ||
            candidate->reflected >= search->options.last - phase->reflected_margin);
}

static bool was_probed(const struct antipodes *search, const struct board_candidate *candidate) {
    for (int i = 0; i < search->phase; i++)
        if (!phases[i].cycles && !search->skipped[i] && phases[i].factor >= search->probe.factor &&
            phase_has(search, &phases[i], candidate))
            return true;
    return false;
}

static void add_survivor(struct antipodes *search, const struct job *job, size_t candidate) {
    const tilepdb_board *board = &job->task.board;
    tilepdb_board image;
    if (job->distance == DISTANCE_NEAR || job->distance == PROBE_INCONCLUSIVE) return;
    search->survivors[search->survivor_count++] =
        (struct survivor){.tree = (uint32_t)job->distance, .candidate = (uint32_t)candidate};
    board_set_add(&search->pending, board, 0);
    if (image_reflected(&search->images, board, &image)) board_set_add(&search->pending, &image, 0);
}

static int compare_survivors(const void *a, const void *b) {
    const struct survivor *x = a, *y = b;
    if (x->tree != y->tree) return x->tree < y->tree ? -1 : 1;
    return (x->candidate > y->candidate) - (x->candidate < y->candidate);
}

static tilepdb_status probe_all(struct antipodes *search, tilepdb_error *error) {
    const struct candidate_list *list = &search->candidates;
    size_t from[BATCH_MAX];
    work_begin(search, ANTIPODES_PROBES, list->count);
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < list->count && !status;) {
        for (; i < list->count && search->batch.count < BATCH_MAX; i++) {
            from[search->batch.count] = i;
            if (!was_probed(search, &list->boards[i])) add_candidate(search, &list->boards[i]);
        }
        search->probed += search->batch.count;
        status = batch_run(&search->batch, probe_board, error);
        for (size_t t = 0; t < search->batch.count && !status; t++)
            add_survivor(search, &search->batch.jobs[t], from[t]);
        search->batch.count = 0;
        if (search->pending.failed && !status) status = out_of_memory(error);
        if (!status) status = work_done(search, i, error);
    }
    qsort(search->survivors, search->survivor_count, sizeof *search->survivors, compare_survivors);
    return status;
}

static bool is_ruled_out(const struct antipodes *search, const tilepdb_board *board) {
    tilepdb_board image;
    return board_set_is_marked(&search->pending, board) ||
           (image_reflected(&search->images, board, &image) &&
            board_set_is_marked(&search->pending, &image));
}

static void add_to_batch(struct antipodes *search, const struct survivor *survivor) {
    const struct job *job = add_candidate(search, &search->candidates.boards[survivor->candidate]);
    if (!job || !is_ruled_out(search, &job->task.board)) return;
    search->batch.count--;
    note(search, &job->task.board, DISTANCE_NEAR);
}

static tilepdb_status decide_survivors(struct antipodes *search, tilepdb_error *error) {
    work_begin(search, ANTIPODES_DECIDES, search->survivor_count);
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < search->survivor_count && !status;) {
        for (; i < search->survivor_count && search->batch.count < DECIDE_BATCH; i++)
            add_to_batch(search, &search->survivors[i]);
        status = batch_decide(search, decide_survivor, error);
        if (!status) status = expand_all(search, error);
        if (antipodes_is_complete(search)) break;
        if (!status) status = work_done(search, i, error);
    }
    return status;
}

/* ---- phases ---------------------------------------------------------------------------------- */

static tilepdb_status list_by_estimates(struct antipodes *search, const struct phase *phase,
                                        tilepdb_error *error) {
    const struct antipodes_options *given = &search->options;
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = given->threads;
    options.progress = report;
    options.user = search;
    search->work = ANTIPODES_LISTS;
    tilepdb_partition partition;
    const tilepdb_status status = tilepdb_partition_parse("7-8", ANTIPODES_SIDE, ANTIPODES_SIDE,
                                                          given->goal_blank, &partition, error);
    if (status) return status;
    return high_estimates_list(&partition, given->last - phase->margin,
                               given->last - phase->reflected_margin, &options, &search->candidates,
                               error);
}

/* Sets `*more` if the phase must run again, since a list of three-cycles is limited. */
static tilepdb_status run_phase(struct antipodes *search, bool *more, tilepdb_error *error) {
    const struct phase *phase = &phases[search->phase];
    const struct cycle_request request = {
        .least = search->options.last, .factor = phase->factor, .most = CYCLE_FOUND_BATCH};
    *more = false;
    tilepdb_status status = phase->cycles
                                ? three_cycles_list(&search->decided, &search->images, &request,
                                                    &search->candidates, more, error)
                                : list_by_estimates(search, phase, error);
    if (status == TILEPDB_ERROR_TOO_LARGE && search->phase > 0) {
        search->options.skipped(error, search->options.user);
        search->skipped[search->phase] = true;
        return TILEPDB_OK;
    }
    if (status) return status;
    search->survivor_count = 0;
    search->probe.factor = phase->factor;
    search->survivors = malloc((search->candidates.count + 1) * sizeof *search->survivors);
    status = search->survivors ? probe_all(search, error) : out_of_memory(error);
    if (!status) status = decide_survivors(search, error);
    free(search->survivors);
    free(search->candidates.boards);
    board_set_clear(&search->pending);
    return status;
}

tilepdb_status antipodes_run(struct antipodes *search, const tilepdb_solver *solver,
                             tilepdb_error *error) {
    tilepdb_error unheard;
    if (!error) error = &unheard;
    search->probe.solver = solver;
    tilepdb_status status = decide_known(search, error);
    while (search->phase < ANTIPODES_PHASES && !status && !antipodes_is_complete(search)) {
        bool more;
        status = run_phase(search, &more, error);
        if (!more || antipodes_is_complete(search)) search->phase++;
    }
    return status;
}

static tilepdb_status options_check(const struct antipodes_options *options, tilepdb_error *error) {
    if (options->goal_blank < 0 || options->goal_blank >= ANTIPODES_CELLS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "4x4 has no cell %d", options->goal_blank);
    const int nearest = ANTIPODES_FARTHEST + 1 - antipodes_counts(options->goal_blank)->layers;
    if (options->last >= nearest && options->last <= ANTIPODES_FARTHEST) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT, "the last layer is %d, not %d to %d",
                     options->last, nearest, ANTIPODES_FARTHEST);
}

tilepdb_status antipodes_open(const struct antipodes_options *options, struct antipodes **opened,
                              tilepdb_error *error) {
    tilepdb_status status = options_check(options, error);
    if (status) return status;
    struct antipodes *search = malloc(sizeof *search);
    if (!search) return out_of_memory(error);
    *search = (struct antipodes){.options = *options,
                                 .exact = antipodes_counts(options->goal_blank),
                                 .probe = {.last = options->last,
                                           .factor = 1,
                                           .pending = &search->pending,
                                           .go_on = options->go_on,
                                           .user = options->user}};
    status =
        images_init(&search->images, ANTIPODES_SIDE, ANTIPODES_SIDE, options->goal_blank, error);
    search->probe.reflects = search->images.reflects;
    if (!status) status = batch_open(&search->batch, &search->probe, options->threads, error);
    if (status)
        antipodes_close(search);
    else
        *opened = search;
    return status;
}

void antipodes_close(struct antipodes *search) {
    if (!search) return;
    batch_close(&search->batch);
    board_set_clear(&search->decided);
    free(search);
}

/* ---- what was found -------------------------------------------------------------------------- */

uint64_t antipodes_found(const struct antipodes *search, int distance) {
    return search->layer[distance];
}

bool antipodes_next(const struct antipodes *search, int distance, size_t *at,
                    tilepdb_board *board) {
    while (*at < search->decided.capacity) {
        const struct board_entry *entry = &search->decided.entries[(*at)++];
        if (entry->key == 0 || entry->distance != distance) continue;
        *board = board_of_key(entry->key);
        return true;
    }
    return false;
}

uint64_t antipodes_probed(const struct antipodes *search) {
    return search->probed;
}

int antipodes_phases(const struct antipodes *search) {
    return search->phase;
}
