/*
 * The enumeration. See antipodes.h for the words.
 *
 * Candidates come from the side of the tables, all boards of a high estimate, and from what was
 * found, all boards that resemble it. Each is probed; what passes is decided, the smallest tree
 * first: the last depth of the probe, a search for any solution that is short enough, and for what
 * remains one that ends with the shortest. A board that is found brings its images and its
 * neighbours; a solution that is too short rules out the survivors close to a board on its way.
 *
 * Only exhausted bounds prove a distance or, beside a board at d, a complete layer d + 1 that lacks
 * it, which leaves d - 1; and only the exact number of boards at each distance shows that none was
 * left out: the search ends when all are found.
 */
#include "antipodes/antipodes.h"

#include <assert.h>
#include <stdlib.h>

#include "antipodes/decided.h"
#include "antipodes/high_estimates.h"
#include "antipodes/probe.h"
#include "antipodes/three_cycles.h"
#include "base/error.h"
#include "base/progress.h"
#include "tilepdb_verify.h"

/* Which candidates are probed, one phase after the other until all boards are there: estimates
 * up to so far below the last distance, the reflected ones, and how much longer the probe is. Of
 * the 3406 boards at 78, 80 have an estimate of 64, 70 of these in both views; all others have more
 * (docs/notes/search.md). */
struct phase {
    int margin, reflected_margin, factor;
    bool cycles; /* instead: boards that resemble those that were found, until nothing new comes */
};
#define ANY 255
static const struct phase phases[] = {
    {10, ANY, 1, false}, {.factor = 1, .cycles = true}, {12, ANY, 1, false},
    {14, 14, 1, false},  {.factor = 1, .cycles = true}, {.factor = 4, .cycles = true},
    {12, ANY, 4, false}, {14, ANY, 1, false},           {.factor = 16, .cycles = true},
};
static_assert(sizeof phases / sizeof *phases == ANTIPODES_PHASES, "one entry a phase");

/* The jobs of a batch; it has BATCH_MAX probes. */
#define DECIDE_BATCH 256

/* Boards whose three-cycles are listed at once: some million candidates. */
#define THREE_CYCLES_BATCH 4096

/* A board that passed the probe. */
struct survivor {
    uint32_t tree; /* the nodes of its last probe */
    uint32_t candidate;
};

struct antipodes {
    struct antipodes_options options;
    struct probe probe;
    struct decided decided;
    struct board_set pending; /* the probe's */
    struct batch batch;

    int phase;                              /* the next, when one is done */
    bool skipped[ANTIPODES_PHASES];         /* [phase]: its list was beyond memory */
    struct antipodes_candidate *candidates; /* [listed], of this phase */
    struct survivor *survivors; /* [listed]: room; [survivor_count]: the smallest tree first */
    size_t listed, survivor_count;
    uint64_t probed; /* in all phases */

    struct progress progress;
    enum antipodes_work work;
};

/* ---- progress -------------------------------------------------------------------------------- */

static bool report(const tilepdb_progress *progress, void *user) {
    const struct antipodes *antipodes = user;
    return antipodes->options.report(antipodes, antipodes->work, progress, antipodes->options.user);
}

static void work_begin(struct antipodes *antipodes, enum antipodes_work work, size_t total) {
    antipodes->work = work;
    progress_begin(&antipodes->progress, report, antipodes, TILEPDB_STAGE_LIST, total);
}

static tilepdb_status work_done(struct antipodes *antipodes, size_t done, tilepdb_error *error) {
    atomic_store(&antipodes->progress.done, done);
    if (progress_report(&antipodes->progress)) return TILEPDB_OK;
    return error_set(error, TILEPDB_CANCELLED, "the enumeration was cancelled");
}

/* ---- batches --------------------------------------------------------------------------------- */

static tilepdb_status out_of_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}

/* A batch of jobs that decide; also what an interrupt left is noted. */
static tilepdb_status batch_decide(struct antipodes *antipodes, job_fn run, tilepdb_error *error) {
    const tilepdb_status status = batch_run(&antipodes->batch, run, error);
    for (size_t i = 0; i < antipodes->batch.count; i++) {
        const struct job *job = &antipodes->batch.jobs[i];
        if (job->task.status || job->distance == PROBE_INCONCLUSIVE) continue;
        if (job->distance > ANTIPODES_FARTHEST)
            return error_set(error, TILEPDB_ERROR_CHECKSUM,
                             "by these tables a board needs %d moves, but none needs more than "
                             "%d: a table is false",
                             job->distance, ANTIPODES_FARTHEST);
        decided_note(&antipodes->decided, &job->task.board, job->distance);
    }
    antipodes->batch.count = 0;
    return antipodes->decided.boards.failed && !status ? out_of_memory(error) : status;
}

/* ---- neighbours ------------------------------------------------------------------------------ */

/* Where all boards one layer above a far board are known, its other neighbours are one layer below:
 * notes these. Otherwise adds the unknown ones to the batch. */
static void expand(struct antipodes *antipodes, const struct board_entry *entry) {
    const int above = entry->distance + 1, below = entry->distance - 1;
    if (decided_is_parity_complete(&antipodes->decided, probe_least(&antipodes->probe, above)))
        return;
    for (const char *way = "UDLR"; *way != '\0'; way++) {
        tilepdb_board board = board_of_key(entry->key);
        if (tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) ||
            board_set_has(&antipodes->decided.boards, &board))
            continue;
        if (decided_is_layer_complete(&antipodes->decided, above))
            decided_note(&antipodes->decided, &board,
                         below >= antipodes->options.last ? below : DISTANCE_NEAR);
        else
            batch_add(&antipodes->batch, &board, above); /* of the neighbour's parity */
    }
}

/* Expands all that is far, until nothing new comes. */
static tilepdb_status expand_all(struct antipodes *antipodes, tilepdb_error *error) {
    struct board_set *boards = &antipodes->decided.boards;
    tilepdb_status status = TILEPDB_OK;
    for (bool any = true; any && !status && !antipodes_is_complete(antipodes);) {
        any = false;
        for (size_t i = 0; i < boards->capacity && antipodes->batch.count + 4 <= BATCH_MAX; i++) {
            struct board_entry *entry = &boards->entries[i];
            if (entry->marked || entry->distance < antipodes->options.last) continue;
            entry->marked = any = true;
            const struct board_entry copy = *entry; /* what is noted may move the set */
            expand(antipodes, &copy);
        }
        status = batch_decide(antipodes, decide_board, error);
    }
    return status;
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* Adds a candidate to the batch unless it is known, or no board of its parity is missing. NULL: it
 * was not added. */
static struct job *add_candidate(struct antipodes *antipodes,
                                 const struct antipodes_candidate *candidate) {
    const tilepdb_board board = board_of_key(candidate->key);
    const int least = probe_least(&antipodes->probe, candidate->estimate);
    if (decided_is_parity_complete(&antipodes->decided, least) ||
        board_set_has(&antipodes->decided.boards, &board))
        return NULL;
    return batch_add(&antipodes->batch, &board, candidate->estimate);
}

static bool is_ruled_out(const struct antipodes *antipodes, const tilepdb_board *board) {
    tilepdb_board image;
    return board_set_is_marked(&antipodes->pending, board) ||
           (image_reflected(&antipodes->decided.images, board, &image) &&
            board_set_is_marked(&antipodes->pending, &image));
}

/* Adds a survivor unless it is ruled out, which is noted for the phases that follow. */
static void add_to_batch(struct antipodes *antipodes, const struct survivor *survivor) {
    const struct job *job = add_candidate(antipodes, &antipodes->candidates[survivor->candidate]);
    if (!job || !is_ruled_out(antipodes, &job->task.board)) return;
    antipodes->batch.count--;
    decided_note(&antipodes->decided, &job->task.board, DISTANCE_NEAR);
}

static int compare_survivors(const void *a, const void *b) {
    const struct survivor *x = a, *y = b;
    if (x->tree != y->tree) return x->tree < y->tree ? -1 : 1;
    return (x->candidate > y->candidate) - (x->candidate < y->candidate);
}

/* Whether a phase that lists by estimates has the candidate. */
static bool phase_has(const struct antipodes *antipodes, const struct phase *phase,
                      const struct antipodes_candidate *candidate) {
    return candidate->estimate >= antipodes->options.last - phase->margin &&
           (!antipodes->probe.reflects ||
            candidate->reflected >= antipodes->options.last - phase->reflected_margin);
}

/* Whether an earlier phase had the same probe. */
static bool was_probed(const struct antipodes *antipodes,
                       const struct antipodes_candidate *candidate) {
    for (int i = 0; i < antipodes->phase; i++)
        if (!phases[i].cycles && !antipodes->skipped[i] &&
            phases[i].factor >= antipodes->probe.factor &&
            phase_has(antipodes, &phases[i], candidate))
            return true;
    return false;
}

/* Keeps a candidate that passed the probe. */
static void add_survivor(struct antipodes *antipodes, const struct job *job, size_t candidate) {
    const tilepdb_board *board = &job->task.board;
    tilepdb_board image;
    if (job->distance == DISTANCE_NEAR || job->distance == PROBE_INCONCLUSIVE) return;
    antipodes->survivors[antipodes->survivor_count++] =
        (struct survivor){.tree = (uint32_t)job->distance, .candidate = (uint32_t)candidate};
    board_set_add(&antipodes->pending, board, 0);
    if (image_reflected(&antipodes->decided.images, board, &image))
        board_set_add(&antipodes->pending, &image, 0);
}

/* Probes all candidates that no phase before had. Those that pass are survivors then. */
static tilepdb_status probe_all(struct antipodes *antipodes, tilepdb_error *error) {
    size_t from[BATCH_MAX]; /* [job]: the candidate */
    work_begin(antipodes, ANTIPODES_PROBES, antipodes->listed);
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < antipodes->listed && !status;) {
        for (; i < antipodes->listed && antipodes->batch.count < BATCH_MAX; i++) {
            from[antipodes->batch.count] = i;
            if (!was_probed(antipodes, &antipodes->candidates[i]))
                add_candidate(antipodes, &antipodes->candidates[i]);
        }
        antipodes->probed += antipodes->batch.count;
        status = batch_run(&antipodes->batch, probe_board, error);
        for (size_t t = 0; t < antipodes->batch.count && !status; t++)
            add_survivor(antipodes, &antipodes->batch.jobs[t], from[t]);
        antipodes->batch.count = 0;
        if (antipodes->pending.failed && !status) status = out_of_memory(error);
        if (!status) status = work_done(antipodes, i, error);
    }
    qsort(antipodes->survivors, antipodes->survivor_count, sizeof *antipodes->survivors,
          compare_survivors);
    return status;
}

/* Decides the survivors until all boards are there. */
static tilepdb_status decide_survivors(struct antipodes *antipodes, tilepdb_error *error) {
    work_begin(antipodes, ANTIPODES_DECIDES, antipodes->survivor_count);
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < antipodes->survivor_count && !status;) {
        for (; i < antipodes->survivor_count && antipodes->batch.count < DECIDE_BATCH; i++)
            add_to_batch(antipodes, &antipodes->survivors[i]);
        status = batch_decide(antipodes, decide_survivor, error);
        if (!status) status = expand_all(antipodes, error);
        if (antipodes_is_complete(antipodes)) break;
        if (!status) status = work_done(antipodes, i, error);
    }
    return status;
}

/* ---- phases ---------------------------------------------------------------------------------- */

/* Decides the boards to begin with. */
static tilepdb_status decide_known(struct antipodes *antipodes, tilepdb_error *error) {
    const struct antipodes_options *options = &antipodes->options;
    work_begin(antipodes, ANTIPODES_DECIDES_KNOWN, options->known_count);
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < options->known_count && !status;) {
        for (; i < options->known_count && antipodes->batch.count < DECIDE_BATCH && !status; i++) {
            int estimate;
            status = tilepdb_solver_estimate(antipodes->probe.solver, &options->known[i], &estimate,
                                             error);
            if (!status && !board_set_has(&antipodes->decided.boards, &options->known[i]))
                batch_add(&antipodes->batch, &options->known[i], estimate);
        }
        if (!status) status = batch_decide(antipodes, decide_board, error);
        if (!status) status = work_done(antipodes, i, error);
    }
    return status ? status : expand_all(antipodes, error);
}

/* The list of the phase. */
static tilepdb_status list_phase(struct antipodes *antipodes, tilepdb_error *error) {
    const struct phase *phase = &phases[antipodes->phase];
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = antipodes->options.threads;
    options.progress = report;
    options.user = antipodes;
    antipodes->work = ANTIPODES_LISTS;
    tilepdb_partition partition;
    tilepdb_status status = tilepdb_partition_parse(
        "7-8", ANTIPODES_SIDE, ANTIPODES_SIDE, antipodes->options.goal_blank, &partition, error);
    if (status) return status;
    return list_candidates(&partition, antipodes->options.last - phase->margin,
                           antipodes->options.last - phase->reflected_margin, &options,
                           &antipodes->candidates, &antipodes->listed, error);
}

/* Lists, probes and decides the candidates of the phase; of three-cycles, those around a batch of
 * boards. `*more`: another batch may follow. */
static tilepdb_status run_phase(struct antipodes *antipodes, bool *more, tilepdb_error *error) {
    const struct phase *phase = &phases[antipodes->phase];
    *more = false;
    tilepdb_status status =
        phase->cycles
            ? three_cycles_list(&antipodes->decided.boards, &antipodes->decided.images,
                                antipodes->options.last, phase->factor, THREE_CYCLES_BATCH,
                                &antipodes->candidates, &antipodes->listed, more, error)
            : list_phase(antipodes, error);
    if (status == TILEPDB_ERROR_TOO_LARGE && antipodes->phase > 0) {
        antipodes->options.skipped(error, antipodes->options.user);
        antipodes->skipped[antipodes->phase] = true;
        return TILEPDB_OK;
    }
    if (status) return status;
    antipodes->survivor_count = 0;
    antipodes->probe.factor = phase->factor;
    antipodes->survivors = malloc((antipodes->listed + 1) * sizeof *antipodes->survivors);
    status = antipodes->survivors ? probe_all(antipodes, error) : out_of_memory(error);
    if (!status) status = decide_survivors(antipodes, error);
    free(antipodes->survivors);
    free(antipodes->candidates);
    board_set_clear(&antipodes->pending);
    return status;
}

tilepdb_status antipodes_run(struct antipodes *antipodes, const tilepdb_solver *solver,
                             tilepdb_error *error) {
    tilepdb_error unheard;
    if (!error) error = &unheard;
    antipodes->probe.solver = solver;
    tilepdb_status status = decide_known(antipodes, error);
    while (antipodes->phase < ANTIPODES_PHASES && !status && !antipodes_is_complete(antipodes)) {
        bool more;
        status = run_phase(antipodes, &more, error);
        if (!more || antipodes_is_complete(antipodes)) antipodes->phase++;
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

static void antipodes_init(struct antipodes *antipodes, const struct antipodes_options *options) {
    *antipodes = (struct antipodes){.options = *options};
    antipodes->probe = (struct probe){.last = options->last,
                                      .factor = 1,
                                      .pending = &antipodes->pending,
                                      .go_on = options->go_on,
                                      .user = options->user};
    antipodes->decided.exact = antipodes_counts(options->goal_blank);
    antipodes->decided.last = options->last;
}

tilepdb_status antipodes_open(const struct antipodes_options *options, struct antipodes **opened,
                              tilepdb_error *error) {
    tilepdb_status status = options_check(options, error);
    if (status) return status;
    struct antipodes *antipodes = malloc(sizeof *antipodes);
    if (!antipodes) return out_of_memory(error);
    antipodes_init(antipodes, options);
    status = images_init(&antipodes->decided.images, ANTIPODES_SIDE, ANTIPODES_SIDE,
                         options->goal_blank, error);
    antipodes->probe.reflects = antipodes->decided.images.reflects;
    if (!status) status = batch_open(&antipodes->batch, &antipodes->probe, options->threads, error);
    if (status)
        antipodes_close(antipodes);
    else
        *opened = antipodes;
    return status;
}

void antipodes_close(struct antipodes *antipodes) {
    if (!antipodes) return;
    batch_close(&antipodes->batch);
    board_set_clear(&antipodes->decided.boards);
    free(antipodes);
}

/* ---- what was found -------------------------------------------------------------------------- */

bool antipodes_is_complete(const struct antipodes *antipodes) {
    return decided_is_complete(&antipodes->decided);
}

uint64_t antipodes_found(const struct antipodes *antipodes, int distance) {
    return antipodes->decided.layer[distance];
}

bool antipodes_next(const struct antipodes *antipodes, int distance, size_t *at,
                    tilepdb_board *board) {
    const struct board_set *boards = &antipodes->decided.boards;
    while (*at < boards->capacity) {
        const struct board_entry *entry = &boards->entries[(*at)++];
        if (entry->key == 0 || entry->distance != distance) continue;
        *board = board_of_key(entry->key);
        return true;
    }
    return false;
}

uint64_t antipodes_candidates(const struct antipodes *antipodes) {
    return antipodes->probed;
}

int antipodes_phases(const struct antipodes *antipodes) {
    return antipodes->phase;
}
