/*
 * Each candidate is probed. Survivors are decided, smallest tree first: by the last depth of the
 * probe, by a search for any solution short enough to be near, then by a search for a shortest
 * solution. A far board adds its images and neighbours; the solution of a near board rules out
 * survivors.
 *
 * Exhausted bounds prove a distance. A neighbour of a board at distance d is also at d - 1 if layer
 * d + 1 is complete without it. Only the exact layer sizes show that no board is missing.
 */
#include "antipodes/antipodes.h"

#include <assert.h>
#include <stdlib.h>

#include "antipodes/candidate_boards.h"
#include "antipodes/probe.h"
#include "base/error.h"
#include "base/progress.h"
#include "tilepdb_tables.h"

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

/* Returns true if all boards at distances least, least + 2, ... are found. */
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

/* `distance` may be DISTANCE_NEAR. Also records it for the images. */
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

/* Returns NULL if the candidate is decided or its parity is complete. */
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

/* Returns true if an earlier phase probed the candidate with no fewer nodes. */
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

/* Sets `*more` if the phase must run again: a list of three-cycles is limited to CYCLE_FOUND_BATCH
 * found boards. */
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

/* ---- life ------------------------------------------------------------------------------------ */

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
