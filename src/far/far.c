/*
 * The enumeration. See far.h for the words.
 *
 * Candidates come from the side of the tables, all boards of a high estimate, and from what was
 * found, all boards that resemble it. Each is looked at; what passes is tried, the smallest tree
 * first: the last rung of the look, a search for any solution that is short enough, and for what
 * remains one that ends with the shortest. A board that is found brings its images and its
 * neighbours; a solution that is too short settles the suspects close to a board on its way.
 *
 * Only exhausted bounds prove a distance or, beside a board at d, a complete layer d + 1 that lacks
 * it, which leaves d - 1; and only the exact number of boards at each distance shows that none was
 * left out: the search ends when all are found.
 */
#include "far/far.h"

#include <assert.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/progress.h"
#include "far/decided.h"
#include "far/growth.h"
#include "far/list.h"
#include "far/look.h"
#include "tilepdb_verify.h"

/* Which candidates are looked at, one stage after the other until all boards are there: estimates
 * up to so far below the last distance, the reflected ones, and how much longer the look is. Of the
 * 3406 boards at 78, 80 have an estimate of 64, 70 of these in both views; all others have more
 * (docs/notes/search.md). */
struct stage {
    int margin, reflected_margin, times;
    bool grows; /* instead: boards that resemble those that were found, until nothing new comes */
};
#define ANY 255
static const struct stage stages[] = {
    {10, ANY, 1, false}, {.times = 1, .grows = true}, {12, ANY, 1, false},
    {14, 14, 1, false},  {.times = 1, .grows = true}, {.times = 4, .grows = true},
    {12, ANY, 4, false}, {14, ANY, 1, false},         {.times = 16, .grows = true},
};
static_assert(sizeof stages / sizeof *stages == FAR_STAGES, "one entry a stage");

/* The trials of a round; it has ROUND_MAX looks. */
#define TRY_ROUND 256

/* Boards around which growth lists at once: some million candidates. */
#define GROWTH_BATCH 4096

/* A board that passed the look. */
struct suspect {
    uint32_t tree; /* the nodes of its last look */
    uint32_t candidate;
};

struct far {
    struct far_options options;
    struct look look;
    struct decided decided;
    struct board_set waiting; /* the look's */
    struct round round;

    int stage;                        /* the next, when one is done */
    bool skipped[FAR_STAGES];         /* [stage]: its list was beyond memory */
    struct far_candidate *candidates; /* [listed], of this stage */
    struct suspect *suspects;         /* [listed]: room; [suspected]: the smallest tree first */
    size_t listed, suspected;
    uint64_t looked_at; /* in all stages */

    struct progress progress;
    enum far_work work;
};

/* ---- progress -------------------------------------------------------------------------------- */

static bool report(const tilepdb_progress *progress, void *user) {
    const struct far *far = user;
    return far->options.report(far, far->work, progress, far->options.user);
}

static void work_begin(struct far *far, enum far_work work, size_t total) {
    far->work = work;
    progress_begin(&far->progress, report, far, TILEPDB_STAGE_LIST, total);
}

static tilepdb_status work_done(struct far *far, size_t done, tilepdb_error *error) {
    atomic_store(&far->progress.done, done);
    if (progress_tell(&far->progress)) return TILEPDB_OK;
    return error_set(error, TILEPDB_CANCELLED, "the enumeration was cancelled");
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static tilepdb_status out_of_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "out of memory");
}

/* A round of trials that decide; also what an interrupt left is noted. */
static tilepdb_status round_decide(struct far *far, trial_fn run, tilepdb_error *error) {
    const tilepdb_status status = round_run(&far->round, run, error);
    for (size_t i = 0; i < far->round.count; i++) {
        const struct trial *trial = &far->round.trials[i];
        if (trial->task.status || trial->distance == LOOK_PUT_OFF) continue;
        if (trial->distance > FAR_FARTHEST)
            return error_set(error, TILEPDB_ERROR_CHECKSUM,
                             "by these tables a board needs %d moves, but none needs more than "
                             "%d: a table is false",
                             trial->distance, FAR_FARTHEST);
        decided_note(&far->decided, &trial->task.board, trial->distance);
    }
    far->round.count = 0;
    return far->decided.boards.failed && !status ? out_of_memory(error) : status;
}

/* ---- neighbours ------------------------------------------------------------------------------ */

/* Where all boards one layer above a far board are known, its other neighbours are one layer below:
 * notes these. Otherwise adds the unknown ones to the round. */
static void expand(struct far *far, const struct board_place *place) {
    const int above = place->distance + 1, below = place->distance - 1;
    if (decided_is_parity_complete(&far->decided, look_least(&far->look, above))) return;
    for (const char *way = "UDLR"; *way != '\0'; way++) {
        tilepdb_board board = board_of_key(place->key);
        if (tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) ||
            board_set_has(&far->decided.boards, &board))
            continue;
        if (decided_is_layer_complete(&far->decided, above))
            decided_note(&far->decided, &board, below >= far->options.last ? below : DISTANCE_NEAR);
        else
            round_add(&far->round, &board, above); /* of the neighbour's parity */
    }
}

/* Expands all that is far, until nothing new comes. */
static tilepdb_status expand_all(struct far *far, tilepdb_error *error) {
    struct board_set *boards = &far->decided.boards;
    tilepdb_status status = TILEPDB_OK;
    for (bool any = true; any && !status && !far_is_complete(far);) {
        any = false;
        for (size_t i = 0; i < boards->room && far->round.count + 4 <= ROUND_MAX; i++) {
            struct board_place *place = &boards->places[i];
            if (place->marked || place->distance < far->options.last) continue;
            place->marked = any = true;
            const struct board_place copy = *place; /* what is noted may move the set */
            expand(far, &copy);
        }
        status = round_decide(far, look_try, error);
    }
    return status;
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* Adds a candidate to the round unless it is known, or no board of its parity is missing. NULL: it
 * was not added. */
static struct trial *add_candidate(struct far *far, const struct far_candidate *candidate) {
    const tilepdb_board board = board_of_key(candidate->key);
    const int least = look_least(&far->look, candidate->estimate);
    if (decided_is_parity_complete(&far->decided, least) ||
        board_set_has(&far->decided.boards, &board))
        return NULL;
    return round_add(&far->round, &board, candidate->estimate);
}

static bool is_settled(const struct far *far, const tilepdb_board *board) {
    tilepdb_board image;
    return board_set_is_marked(&far->waiting, board) ||
           (image_reflected(&far->decided.images, board, &image) &&
            board_set_is_marked(&far->waiting, &image));
}

/* Adds a suspect unless it is settled, which is noted for the stages that follow. */
static void add_suspect(struct far *far, const struct suspect *suspect) {
    const struct trial *trial = add_candidate(far, &far->candidates[suspect->candidate]);
    if (!trial || !is_settled(far, &trial->task.board)) return;
    far->round.count--;
    decided_note(&far->decided, &trial->task.board, DISTANCE_NEAR);
}

static int compare_suspects(const void *a, const void *b) {
    const struct suspect *x = a, *y = b;
    if (x->tree != y->tree) return x->tree < y->tree ? -1 : 1;
    return (x->candidate > y->candidate) - (x->candidate < y->candidate);
}

/* Whether a stage that lists by estimates has the candidate. */
static bool stage_has(const struct far *far, const struct stage *stage,
                      const struct far_candidate *candidate) {
    return candidate->estimate >= far->options.last - stage->margin &&
           (!far->look.reflects ||
            candidate->reflected >= far->options.last - stage->reflected_margin);
}

/* Whether an earlier stage had the same look. */
static bool was_looked_at(const struct far *far, const struct far_candidate *candidate) {
    for (int i = 0; i < far->stage; i++)
        if (!stages[i].grows && !far->skipped[i] && stages[i].times >= far->look.times &&
            stage_has(far, &stages[i], candidate))
            return true;
    return false;
}

/* Keeps a candidate that passed the look. */
static void suspect(struct far *far, const struct trial *trial, size_t candidate) {
    const tilepdb_board *board = &trial->task.board;
    tilepdb_board image;
    if (trial->distance == DISTANCE_NEAR || trial->distance == LOOK_PUT_OFF) return;
    far->suspects[far->suspected++] =
        (struct suspect){.tree = (uint32_t)trial->distance, .candidate = (uint32_t)candidate};
    board_set_add(&far->waiting, board, 0);
    if (image_reflected(&far->decided.images, board, &image))
        board_set_add(&far->waiting, &image, 0);
}

/* Looks at all candidates that no stage before had. Those that pass are suspects then. */
static tilepdb_status look_at_all(struct far *far, tilepdb_error *error) {
    size_t from[ROUND_MAX]; /* [trial]: the candidate */
    work_begin(far, FAR_LOOKS, far->listed);
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < far->listed && !status;) {
        for (; i < far->listed && far->round.count < ROUND_MAX; i++) {
            from[far->round.count] = i;
            if (!was_looked_at(far, &far->candidates[i])) add_candidate(far, &far->candidates[i]);
        }
        far->looked_at += far->round.count;
        status = round_run(&far->round, look_at, error);
        for (size_t t = 0; t < far->round.count && !status; t++)
            suspect(far, &far->round.trials[t], from[t]);
        far->round.count = 0;
        if (far->waiting.failed && !status) status = out_of_memory(error);
        if (!status) status = work_done(far, i, error);
    }
    qsort(far->suspects, far->suspected, sizeof *far->suspects, compare_suspects);
    return status;
}

/* Tries the suspects until all boards are there. */
static tilepdb_status try_suspects(struct far *far, tilepdb_error *error) {
    work_begin(far, FAR_TRIES, far->suspected);
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < far->suspected && !status;) {
        for (; i < far->suspected && far->round.count < TRY_ROUND; i++)
            add_suspect(far, &far->suspects[i]);
        status = round_decide(far, look_try_suspect, error);
        if (!status) status = expand_all(far, error);
        if (far_is_complete(far)) break;
        if (!status) status = work_done(far, i, error);
    }
    return status;
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* Tries the boards to begin with. */
static tilepdb_status try_known(struct far *far, tilepdb_error *error) {
    const struct far_options *options = &far->options;
    work_begin(far, FAR_TRIES_KNOWN, options->known_count);
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < options->known_count && !status;) {
        for (; i < options->known_count && far->round.count < TRY_ROUND && !status; i++) {
            int estimate;
            status =
                tilepdb_solver_estimate(far->look.solver, &options->known[i], &estimate, error);
            if (!status && !board_set_has(&far->decided.boards, &options->known[i]))
                round_add(&far->round, &options->known[i], estimate);
        }
        if (!status) status = round_decide(far, look_try, error);
        if (!status) status = work_done(far, i, error);
    }
    return status ? status : expand_all(far, error);
}

/* The list of the stage. */
static tilepdb_status list_stage(struct far *far, tilepdb_error *error) {
    const struct stage *stage = &stages[far->stage];
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = far->options.threads;
    options.progress = report;
    options.user = far;
    far->work = FAR_LISTS;
    tilepdb_partition partition;
    tilepdb_status status = tilepdb_partition_parse("7-8", FAR_SIDE, FAR_SIDE,
                                                    far->options.goal_blank, &partition, error);
    if (status) return status;
    return list_candidates(&partition, far->options.last - stage->margin,
                           far->options.last - stage->reflected_margin, &options, &far->candidates,
                           &far->listed, error);
}

/* Lists, looks at and tries the candidates of the stage; of a growth, those around a batch of
 * boards. `*more`: another batch may follow. */
static tilepdb_status run_stage(struct far *far, bool *more, tilepdb_error *error) {
    const struct stage *stage = &stages[far->stage];
    *more = false;
    tilepdb_status status =
        stage->grows
            ? growth_take(&far->decided.boards, &far->decided.images, far->options.last,
                          stage->times, GROWTH_BATCH, &far->candidates, &far->listed, more, error)
            : list_stage(far, error);
    if (status == TILEPDB_ERROR_TOO_LARGE && far->stage > 0) {
        far->options.skipped(error, far->options.user);
        far->skipped[far->stage] = true;
        return TILEPDB_OK;
    }
    if (status) return status;
    far->suspected = 0;
    far->look.times = stage->times;
    far->suspects = malloc((far->listed + 1) * sizeof *far->suspects);
    status = far->suspects ? look_at_all(far, error) : out_of_memory(error);
    if (!status) status = try_suspects(far, error);
    free(far->suspects);
    free(far->candidates);
    board_set_clear(&far->waiting);
    return status;
}

tilepdb_status far_run(struct far *far, const tilepdb_solver *solver, tilepdb_error *error) {
    tilepdb_error unheard;
    if (!error) error = &unheard;
    far->look.solver = solver;
    tilepdb_status status = try_known(far, error);
    while (far->stage < FAR_STAGES && !status && !far_is_complete(far)) {
        bool more;
        status = run_stage(far, &more, error);
        if (!more || far_is_complete(far)) far->stage++;
    }
    return status;
}

/* ---- life ------------------------------------------------------------------------------------ */

static tilepdb_status options_check(const struct far_options *options, tilepdb_error *error) {
    if (options->goal_blank < 0 || options->goal_blank >= FAR_CELLS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "4x4 has no cell %d", options->goal_blank);
    const int nearest = FAR_FARTHEST + 1 - far_counts(options->goal_blank)->layers;
    if (options->last >= nearest && options->last <= FAR_FARTHEST) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT, "the last layer is %d, not %d to %d",
                     options->last, nearest, FAR_FARTHEST);
}

static void far_init(struct far *far, const struct far_options *options) {
    *far = (struct far){.options = *options};
    far->look = (struct look){.last = options->last,
                              .times = 1,
                              .waiting = &far->waiting,
                              .go_on = options->go_on,
                              .user = options->user};
    far->decided.exact = far_counts(options->goal_blank);
    far->decided.last = options->last;
}

tilepdb_status far_open(const struct far_options *options, struct far **opened,
                        tilepdb_error *error) {
    tilepdb_status status = options_check(options, error);
    if (status) return status;
    struct far *far = malloc(sizeof *far);
    if (!far) return out_of_memory(error);
    far_init(far, options);
    status = images_init(&far->decided.images, FAR_SIDE, FAR_SIDE, options->goal_blank, error);
    far->look.reflects = far->decided.images.reflects;
    if (!status) status = round_open(&far->round, &far->look, options->threads, error);
    if (status)
        far_close(far);
    else
        *opened = far;
    return status;
}

void far_close(struct far *far) {
    if (!far) return;
    round_close(&far->round);
    board_set_clear(&far->decided.boards);
    free(far);
}

/* ---- what was found -------------------------------------------------------------------------- */

bool far_is_complete(const struct far *far) {
    return decided_is_complete(&far->decided);
}

uint64_t far_found(const struct far *far, int distance) {
    return far->decided.layer[distance];
}

bool far_next(const struct far *far, int distance, size_t *at, tilepdb_board *board) {
    const struct board_set *boards = &far->decided.boards;
    while (*at < boards->room) {
        const struct board_place *place = &boards->places[(*at)++];
        if (place->key == 0 || place->distance != distance) continue;
        *board = board_of_key(place->key);
        return true;
    }
    return false;
}

uint64_t far_candidates(const struct far *far) {
    return far->looked_at;
}

int far_stages(const struct far *far) {
    return far->stage;
}
