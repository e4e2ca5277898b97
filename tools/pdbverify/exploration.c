/*
 * Candidates come from the side of the tables: all boards of a high estimate; and from what was
 * found: all boards that resemble it. Each is looked at: the search below the wanted distance has a
 * small tree for a far board, and a large one for most near ones, which costs little to see. Then
 * they are tried, the smallest tree first: one look more, a search for any solution that is short
 * enough, and for what remains one that ends with the shortest. A board that is found brings its
 * images and its neighbours; a solution that is too short settles the suspects close to a board on
 * its way.
 *
 * Only exhausted bounds prove a distance or, beside a board at d, a complete layer d + 1 that lacks
 * it, which leaves d - 1; and only the exact number of boards at each distance shows that none was
 * left out: the search ends when all are found.
 */
#include "pdbverify/exploration.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "pdbverify/growth.h"
#include "pdbverify/images.h"
#include "pdbverify/look.h"
#include "util/clock.h"

/* Which candidates are looked at, one stage after the other until all boards are there: estimates
 * up to so far below the last distance, the reflected ones, and how much longer the look is. Of the
 * 3406 boards at 78, 80 have an estimate of 64, 70 of these in both views; all others have more
 * (docs/verification.md). */
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
static_assert(sizeof stages / sizeof *stages == EXPLORATION_STAGES, "one entry a stage");

/* Boards are looked at, and tried, in rounds of this many: all threads wait for the last of a
 * round. */
#define ROUND     2048
#define TRY_ROUND 256

/* Boards around which growth lists at once: some million candidates. */
#define GROWTH_BATCH 4096

/* A board that passed the look. */
struct suspect {
    uint32_t tree; /* the nodes of its last look */
    uint32_t board;
};

/* ---- what is found --------------------------------------------------------------------------- */

static void note(struct exploration *exploration, const tilepdb_board *board, int distance) {
    if (found_add(&exploration->found, board, distance) && distance >= exploration->last)
        exploration->layer[distance]++;
}

/* A board with its images by reflection and inversion, which are as far. */
static void note_images(struct exploration *exploration, const tilepdb_board *board, int distance) {
    const int blank = exploration->goal_blank;
    tilepdb_board image, inverse;
    note(exploration, board, distance);
    if (image_reflected(board, blank, &image)) note(exploration, &image, distance);
    if (!image_inverse(board, blank, &inverse)) return;
    note(exploration, &inverse, distance);
    if (image_reflected(&inverse, blank, &image)) note(exploration, &image, distance);
}

/* Tries all that waits. */
static int run_round(struct exploration *exploration, trial_fn run) {
    const int code = lab_try_all(exploration->lab, exploration->task, exploration->trials,
                                 exploration->waiting, run, exploration);
    for (size_t i = 0; i < exploration->waiting; i++) {
        const struct trial *trial = &exploration->trials[i];
        if (!trial->done || trial->distance == LOOK_PUT_OFF) continue;
        if (trial->distance > FARTHEST) {
            cli_complain("by these tables a board needs %d moves, but none needs more than %d: "
                         "a table is false",
                         trial->distance, FARTHEST);
            return CLI_FAILURE;
        }
        note_images(exploration, &trial->board, trial->distance);
    }
    exploration->waiting = 0;
    return code;
}

static bool is_layer_complete(const struct exploration *exploration, int distance) {
    return distance > FARTHEST ||
           exploration->layer[distance] == exploration->exact->boards[FARTHEST - distance];
}

/* Whether all boards of the parity of `least` that are at least that far are known. */
static bool is_parity_complete(const struct exploration *exploration, int least) {
    for (int distance = least; distance <= FARTHEST; distance += 2)
        if (!is_layer_complete(exploration, distance)) return false;
    return true;
}

bool exploration_is_complete(const struct exploration *exploration) {
    return is_parity_complete(exploration, exploration->last) &&
           is_parity_complete(exploration, exploration->last + 1);
}

/* ---- neighbours ------------------------------------------------------------------------------ */

/* Where all boards one layer above a far board are known, its other neighbours are one layer below:
 * notes these. Otherwise lets the unknown ones wait. */
static void expand(struct exploration *exploration, const struct found_board *place) {
    const int above = place->distance + 1, below = place->distance - 1;
    if (is_parity_complete(exploration, look_least(exploration, above))) return;
    for (const char *way = "UDLR"; *way != '\0'; way++) {
        tilepdb_board board = found_board(place);
        if (tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) != TILEPDB_OK ||
            found_has(&exploration->found, &board))
            continue;
        if (is_layer_complete(exploration, above)) {
            note_images(exploration, &board, below >= exploration->last ? below : FOUND_NEARER);
            continue;
        }
        struct trial *trial = &exploration->trials[exploration->waiting++];
        trial->board = board;
        trial->distance = above; /* of the neighbour's parity */
    }
}

/* Tries the neighbours of all that is far, until nothing new comes. */
static int close_neighbours(struct exploration *exploration) {
    int code = CLI_SUCCESS;
    bool any = true;
    while (any && code == CLI_SUCCESS && !exploration_is_complete(exploration)) {
        any = false;
        for (size_t i = 0; i < exploration->found.room && exploration->waiting + 4 <= ROUND; i++) {
            struct found_board *place = &exploration->found.places[i];
            if (place->marked || place->distance < exploration->last) continue;
            place->marked = any = true;
            const struct found_board copy = *place; /* what is noted may move the set */
            expand(exploration, &copy);
        }
        code = run_round(exploration, look_try);
    }
    return code;
}

/* ---- candidates ------------------------------------------------------------------------------ */

static void show(const struct exploration *exploration, const char *what, size_t done, size_t total,
                 double start) {
    char layers[80] = "";
    size_t used = 0;
    for (int distance = FARTHEST; distance >= exploration->last; distance--)
        used += (size_t)snprintf(layers + used, sizeof layers - used, " %d: %llu", distance,
                                 (unsigned long long)exploration->layer[distance]);
    cli_progress_title(exploration->task->progress, "%s; boards at%s", what, layers);
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_LIST,
                                       .done = done,
                                       .total = total,
                                       .seconds = clock_seconds() - start};
    cli_progress_report(&progress, exploration->task->progress);
}

/* Lets a candidate wait unless it is known, or no board of its parity is missing. Whether it does.
 */
static bool wait_for(struct exploration *exploration, const tilepdb_far_board *candidate) {
    struct trial *trial = &exploration->trials[exploration->waiting];
    trial->board = (tilepdb_board){.width = IMAGES_SIDE, .height = IMAGES_SIDE};
    trial->distance = candidate->estimate;
    for (int cell = 0; cell < IMAGES_CELLS; cell++)
        trial->board.cells[cell] = candidate->cells[cell];
    if (is_parity_complete(exploration, look_least(exploration, candidate->estimate)) ||
        found_has(&exploration->found, &trial->board))
        return false;
    exploration->waiting++;
    return true;
}

static bool is_settled(const struct exploration *exploration, const tilepdb_board *board) {
    tilepdb_board image;
    return found_is_marked(&exploration->settled, board) ||
           (image_reflected(board, exploration->goal_blank, &image) &&
            found_is_marked(&exploration->settled, &image));
}

/* Lets a suspect wait unless it is settled, which is noted for the stages that follow. */
static void wait_for_suspect(struct exploration *exploration, const struct suspect *suspect) {
    if (!wait_for(exploration, &exploration->boards[suspect->board])) return;
    const tilepdb_board *board = &exploration->trials[exploration->waiting - 1].board;
    if (!is_settled(exploration, board)) return;
    exploration->waiting--;
    note_images(exploration, board, FOUND_NEARER);
}

static int compare_suspects(const void *a, const void *b) {
    const struct suspect *x = a, *y = b;
    if (x->tree != y->tree) return x->tree < y->tree ? -1 : 1;
    return (x->board > y->board) - (x->board < y->board);
}

/* Whether a stage that lists by estimates has the board. */
static bool stage_has(const struct exploration *exploration, const struct stage *stage,
                      const tilepdb_far_board *board) {
    return board->estimate >= exploration->last - stage->margin &&
           (!exploration->reflects ||
            board->reflected >= exploration->last - stage->reflected_margin);
}

/* Whether an earlier stage had the same look. */
static bool is_looked_at(const struct exploration *exploration, const tilepdb_far_board *board) {
    for (int i = 0; i < exploration->stage; i++)
        if (!stages[i].grows && !exploration->skipped[i] &&
            stages[i].times >= stages[exploration->stage].times &&
            stage_has(exploration, &stages[i], board))
            return true;
    return false;
}

/* Keeps a candidate that passed the look. */
static void suspect(struct exploration *exploration, const struct trial *trial, size_t from) {
    const int tree = trial->distance;
    tilepdb_board image;
    if (tree == FOUND_NEARER || tree == LOOK_PUT_OFF) return;
    exploration->suspects[exploration->suspected++] =
        (struct suspect){.tree = (uint32_t)tree, .board = (uint32_t)from};
    found_add(&exploration->settled, &trial->board, 0);
    if (image_reflected(&trial->board, exploration->goal_blank, &image))
        found_add(&exploration->settled, &image, 0);
}

/* Looks at all candidates that no stage before had. Those that pass are suspects then. */
static int look_at_all(struct exploration *exploration) {
    const double start = clock_seconds();
    const tilepdb_far_board *boards = exploration->boards;
    size_t from[ROUND]; /* [trial]: the candidate */
    for (size_t i = 0; i < exploration->listed;) {
        for (; i < exploration->listed && exploration->waiting < ROUND; i++) {
            from[exploration->waiting] = i;
            if (!is_looked_at(exploration, &boards[i])) wait_for(exploration, &boards[i]);
        }
        const size_t count = exploration->waiting;
        exploration->candidates += count;
        exploration->waiting = 0;
        const int code = lab_try_all(exploration->lab, exploration->task, exploration->trials,
                                     count, look_at, exploration);
        if (code != CLI_SUCCESS) return code;
        for (size_t t = 0; t < count; t++) suspect(exploration, &exploration->trials[t], from[t]);
        show(exploration, "looking", i, exploration->listed, start);
    }
    qsort(exploration->suspects, exploration->suspected, sizeof *exploration->suspects,
          compare_suspects);
    return CLI_SUCCESS;
}

/* Tries the suspects until all boards are there. */
static int try_suspects(struct exploration *exploration) {
    const double start = clock_seconds();
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < exploration->suspected && code == CLI_SUCCESS;) {
        for (; i < exploration->suspected && exploration->waiting < TRY_ROUND; i++)
            wait_for_suspect(exploration, &exploration->suspects[i]);
        code = run_round(exploration, look_try_suspect);
        if (code == CLI_SUCCESS) code = close_neighbours(exploration);
        if (exploration_is_complete(exploration)) break;
        show(exploration, "trying", i, exploration->suspected, start);
    }
    return code;
}

/* Lists the candidates of the stage; of one that grows, those around a batch of boards, and whether
 * more may follow. */
static tilepdb_status list_candidates(struct exploration *exploration, bool *more,
                                      tilepdb_error *error) {
    const struct task *task = exploration->task;
    const struct stage *stage = &stages[exploration->stage];
    *more = stage->grows &&
            growth_take(&exploration->found, exploration->last, stage->times, GROWTH_BATCH,
                        exploration->goal_blank, &exploration->boards, &exploration->listed);
    if (stage->grows) return TILEPDB_OK;
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = task->options->common.jobs;
    options.progress = cli_progress_report;
    options.user = task->progress;
    cli_progress_title(task->progress, "candidates");
    tilepdb_partition partition;
    tilepdb_status status = tilepdb_partition_parse("7-8", IMAGES_SIDE, IMAGES_SIDE,
                                                    exploration->goal_blank, &partition, error);
    if (status != TILEPDB_OK) return status;
    return tilepdb_far_boards(&partition, exploration->last - stage->margin,
                              exploration->last - stage->reflected_margin, &options,
                              &exploration->boards, &exploration->listed, error);
}

static void free_candidates(struct exploration *exploration) {
    if (stages[exploration->stage].grows)
        free(exploration->boards);
    else
        tilepdb_far_boards_free(exploration->boards);
}

/* Tries the boards to begin with. */
static int try_known(struct exploration *exploration) {
    const double start = clock_seconds();
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < exploration->known_count && code == CLI_SUCCESS;) {
        for (; i < exploration->known_count && exploration->waiting < TRY_ROUND; i++) {
            struct trial *trial = &exploration->trials[exploration->waiting];
            trial->board = exploration->known[i];
            tilepdb_error error;
            if (tilepdb_solver_estimate(exploration->lab->solver, &trial->board, &trial->distance,
                                        &error) != TILEPDB_OK)
                return cli_fail(NULL, &error);
            if (!found_has(&exploration->found, &trial->board)) exploration->waiting++;
        }
        code = run_round(exploration, look_try);
        show(exploration, "trying what is known", i, exploration->known_count, start);
    }
    return code == CLI_SUCCESS ? close_neighbours(exploration) : code;
}

/* Lists, looks at and tries the candidates of the stage; of one that grows, those of a batch.
 * `*more`: another batch may follow. */
static int run_stage(struct exploration *exploration, bool *more) {
    tilepdb_error error;
    const tilepdb_status status = list_candidates(exploration, more, &error);
    if (status == TILEPDB_ERROR_TOO_LARGE && exploration->stage > 0) {
        cli_complain("%s; the search continues without this list", error.message);
        exploration->skipped[exploration->stage] = true;
        return CLI_SUCCESS;
    }
    if (status != TILEPDB_OK) return cli_fail(NULL, &error);
    exploration->suspected = 0;
    exploration->times = stages[exploration->stage].times;
    exploration->suspects =
        cli_allocated(malloc((exploration->listed + 1) * sizeof *exploration->suspects));
    int code = look_at_all(exploration);
    if (code == CLI_SUCCESS) code = try_suspects(exploration);
    free(exploration->suspects);
    found_free(&exploration->settled);
    exploration->settled = (struct found){0};
    free_candidates(exploration);
    return code;
}

int explore(struct exploration *exploration) {
    exploration->trials = cli_allocated(calloc(ROUND, sizeof *exploration->trials));
    int code = try_known(exploration);
    while (exploration->stage < EXPLORATION_STAGES && code == CLI_SUCCESS &&
           !exploration_is_complete(exploration)) {
        bool more;
        code = run_stage(exploration, &more);
        if (!more || exploration_is_complete(exploration)) exploration->stage++;
    }
    return code;
}

void exploration_free(struct exploration *exploration) {
    found_free(&exploration->found);
    free(exploration->trials);
}
