/*
 * Candidates come from the side of the tables: all boards of a high estimate. Each is looked at:
 * the search below the wanted distance has a small tree for a far board, and a large one for most
 * near ones, which costs little to see. Then they are tried, the smallest tree first: one look
 * more, a search for any solution that is short enough, and for what remains a whole one. A board
 * that is found brings its images and its neighbours; a solution that is too short settles the
 * suspects close to a board on its way. Further stages look at lower estimates, and for longer.
 *
 * Only a whole search proves a distance, and only the exact number of boards at each distance tells
 * that none was left out: the search ends when all are there.
 */
#include "pdbverify/exploration.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/units.h"
#include "pdbverify/ball.h"
#include "pdbverify/images.h"

/* Which candidates are looked at, one stage after the other until all boards are there: estimates
 * up to so far below the last distance, the reflected ones, and how much longer the look is. Of
 * 3379 boards at 78, 63 have an estimate of 64, 59 of these in both views. */
struct stage {
    int margin, reflected_margin, times;
};
#define ANY 255
static const struct stage stages[] = {
    {12, ANY, 1}, {14, 14, 1}, {14, 14, 2}, {14, ANY, 1}, {12, ANY, 4}};
const int exploration_stages = sizeof stages / sizeof *stages;

/* The look: searches at bounds so far below the distance, each with so many nodes at most; the last
 * one waits until the board is tried. Where the goal has no reflection, trees are larger. Of 3379
 * boards at 78, 97 in 100 have trees of up to 60, 470, 4500 and 46,000 nodes, and the largest that
 * are known have 89, 800, 6702 and 70,385; the median of near candidates has 100 to 250 at the
 * first bound that it is looked at, and ten times as many at each further one. */
struct rung {
    int below;
    uint32_t nodes;
};
static const struct rung rungs[] = {{12, 150}, {10, 1300}, {8, 12000}}, last_rung = {6, 130000};
#define RUNGS              (sizeof rungs / sizeof *rungs)
#define WITHOUT_REFLECTION 4 /* times as many nodes */

/* Boards are looked at, and tried, in rounds of so many: all threads wait for the last of a round.
 */
#define ROUND     2048
#define TRY_ROUND 256

/* A board that passed the look. */
struct suspect {
    uint32_t tree; /* the nodes of its last look */
    uint32_t board;
};

/* ---- one board ------------------------------------------------------------------------------- */

/* How far a board of the trial's parity must be at least. */
static int least_distance(const struct exploration *exploration, int estimate) {
    return exploration->last + ((estimate ^ exploration->last) & 1);
}

/* Proves the distance of a board that is at `least` or further; FOUND_NEARER for others. */
static tilepdb_status solve(const struct lab *lab, struct trial *trial, int least) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    trial->distance = FOUND_NEARER;
    options.first_bound = options.max_length = least - 2;
    tilepdb_status status = trial_solve(lab, trial, &options);
    if (status != TILEPDB_LIMIT) return status;
    options.first_bound = options.max_length = 0;
    status = trial_solve(lab, trial, &options);
    if (status == TILEPDB_OK) trial->distance = trial->result.length;
    return status;
}

/* In the place of a distance: the tree is too large for the look. */
#define PUT_OFF (-1)

/* Searches at the bound of a rung. The nodes of the tree, FOUND_NEARER or PUT_OFF become the
 * trial's distance. */
static tilepdb_status look_once(const struct exploration *exploration, const struct lab *lab,
                                struct trial *trial, int least, const struct rung *rung) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.first_bound = options.max_length = least - rung->below;
    options.max_nodes = (uint64_t)stages[exploration->stage].times * rung->nodes;
    if (!exploration->reflects) options.max_nodes *= WITHOUT_REFLECTION;
    const tilepdb_status status = trial_solve(lab, trial, &options);
    if (status != TILEPDB_OK && status != TILEPDB_LIMIT) return status;
    const bool whole = trial->result.generated < options.max_nodes;
    trial->distance = status == TILEPDB_OK ? FOUND_NEARER
                      : whole              ? (int)trial->result.generated
                                           : PUT_OFF;
    return trial->status = TILEPDB_OK;
}

/* Looks at a board whose estimate stands in the place of the distance: that becomes PUT_OFF,
 * FOUND_NEARER, or the nodes of the last tree. */
static tilepdb_status look(const struct lab *lab, struct trial *trial, void *user) {
    const struct exploration *exploration = user;
    const int estimate = trial->distance, least = least_distance(exploration, estimate);
    trial->distance = 1; /* the tree of an estimate above all bounds: just the root */
    for (size_t i = 0; i < RUNGS; i++) {
        if (least - rungs[i].below < estimate) continue;
        const tilepdb_status status = look_once(exploration, lab, trial, least, &rungs[i]);
        if (status != TILEPDB_OK) return status;
        if (trial->distance == FOUND_NEARER || trial->distance == PUT_OFF) break;
    }
    return trial->status = TILEPDB_OK;
}

/* Settles what a solution that is too short can. */
static tilepdb_status settle(struct exploration *exploration, const struct trial *trial) {
    ball_mark(&exploration->settled, &trial->board, trial->result.moves, trial->result.length,
              exploration->last - 1);
    return TILEPDB_OK;
}

/* Of a neighbour of a far board. Its parity stands in the place of the distance. */
static tilepdb_status try_board(const struct lab *lab, struct trial *trial, void *user) {
    struct exploration *exploration = user;
    const tilepdb_status status = solve(lab, trial, least_distance(exploration, trial->distance));
    if (status != TILEPDB_OK || trial->distance != FOUND_NEARER) return status;
    return settle(exploration, trial);
}

/* Of a candidate that passed the look, with its estimate in the place of the distance. */
static tilepdb_status try_suspect(const struct lab *lab, struct trial *trial, void *user) {
    struct exploration *exploration = user;
    const int estimate = trial->distance, least = least_distance(exploration, estimate);
    if (estimate <= least - last_rung.below) {
        const tilepdb_status status = look_once(exploration, lab, trial, least, &last_rung);
        if (status != TILEPDB_OK || trial->distance == PUT_OFF) return status;
        if (trial->distance == FOUND_NEARER) return settle(exploration, trial);
    }
    trial->distance = estimate;
    return try_board(lab, trial, user);
}

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
        if (!trial->done || trial->distance == PUT_OFF) continue;
        if (trial->distance > FARTHEST) {
            cli_complain("a board needs %d moves by these tables, and none needs more than %d: "
                         "a table is false",
                         trial->distance, FARTHEST);
            return CLI_FAILURE;
        }
        note_images(exploration, &trial->board, trial->distance);
    }
    exploration->waiting = 0;
    return code;
}

/* Whether all boards of the parity of `least` are there that are at least so far. */
static bool is_parity_complete(const struct exploration *exploration, int least) {
    for (int distance = least; distance <= FARTHEST; distance += 2)
        if (exploration->layer[distance] != exploration->exact->boards[FARTHEST - distance])
            return false;
    return true;
}

bool exploration_is_complete(const struct exploration *exploration) {
    return is_parity_complete(exploration, exploration->last) &&
           is_parity_complete(exploration, exploration->last + 1);
}

/* ---- neighbours ------------------------------------------------------------------------------ */

/* Lets the unknown neighbours of a far board wait. */
static void expand(struct exploration *exploration, const struct found_board *place) {
    for (const char *way = "UDLR"; *way != '\0'; way++) {
        tilepdb_board board = found_board(place);
        if (tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) != TILEPDB_OK ||
            is_parity_complete(exploration, least_distance(exploration, place->distance + 1)) ||
            found_has(&exploration->found, &board))
            continue;
        struct trial *trial = &exploration->trials[exploration->waiting++];
        trial->board = board;
        trial->distance = place->distance + 1; /* of the neighbour's parity */
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
            expand(exploration, place);
        }
        code = run_round(exploration, try_board);
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
                                       .seconds = cli_seconds() - start};
    cli_progress_report(&progress, exploration->task->progress);
}

/* Lets a candidate wait unless it is known, or no board of its parity is missing. Whether it does.
 */
static bool wait_for(struct exploration *exploration, const tilepdb_far_board *candidate) {
    struct trial *trial = &exploration->trials[exploration->waiting];
    trial->board = (tilepdb_board){.width = IMAGES_SIDE, .height = IMAGES_SIDE};
    trial->distance = candidate->estimate;
    memcpy(trial->board.cells, candidate->cells, sizeof trial->board.cells);
    if (is_parity_complete(exploration, least_distance(exploration, candidate->estimate)) ||
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

/* Whether a stage looks at the board, and for how long. */
static bool stage_has(const struct exploration *exploration, const struct stage *stage,
                      const tilepdb_far_board *board) {
    return board->estimate >= exploration->last - stage->margin &&
           (!exploration->reflects ||
            board->reflected >= exploration->last - stage->reflected_margin);
}

/* Whether an earlier stage had the same look. */
static bool is_looked_at(const struct exploration *exploration, const tilepdb_far_board *board) {
    for (int i = 0; i < exploration->stage; i++)
        if (stages[i].times >= stages[exploration->stage].times &&
            stage_has(exploration, &stages[i], board))
            return true;
    return false;
}

/* Keeps a candidate that passed the look. */
static void suspect(struct exploration *exploration, const struct trial *trial, size_t from) {
    const int tree = trial->distance;
    tilepdb_board image;
    if (tree == FOUND_NEARER || tree == PUT_OFF) return;
    exploration->suspects[exploration->suspected++] =
        (struct suspect){.tree = (uint32_t)tree, .board = (uint32_t)from};
    found_add(&exploration->settled, &trial->board, 0);
    if (image_reflected(&trial->board, exploration->goal_blank, &image))
        found_add(&exploration->settled, &image, 0);
}

/* Looks at all candidates that no stage before had. Those that pass are suspects then. */
static int look_at_all(struct exploration *exploration) {
    const double start = cli_seconds();
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
                                     count, look, exploration);
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
    const double start = cli_seconds();
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < exploration->suspected && code == CLI_SUCCESS;) {
        for (; i < exploration->suspected && exploration->waiting < TRY_ROUND; i++)
            wait_for_suspect(exploration, &exploration->suspects[i]);
        code = run_round(exploration, try_suspect);
        if (code == CLI_SUCCESS) code = close_neighbours(exploration);
        if (exploration_is_complete(exploration)) break;
        show(exploration, "trying", i, exploration->suspected, start);
    }
    return code;
}

/* Lists the candidates of the stage. */
static tilepdb_status list_candidates(struct exploration *exploration, tilepdb_error *error) {
    const struct task *task = exploration->task;
    const struct stage *stage = &stages[exploration->stage];
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

int explore(struct exploration *exploration) {
    int code = CLI_SUCCESS;
    exploration->trials = cli_allocated(calloc(ROUND, sizeof *exploration->trials));
    for (; exploration->stage < exploration_stages && code == CLI_SUCCESS &&
           !exploration_is_complete(exploration);
         exploration->stage++) {
        tilepdb_error error;
        const tilepdb_status status = list_candidates(exploration, &error);
        if (status == TILEPDB_ERROR_TOO_LARGE && exploration->stage > 0) break;
        if (status != TILEPDB_OK) return cli_fail(NULL, &error);
        exploration->suspected = 0;
        exploration->suspects =
            cli_allocated(malloc((exploration->listed + 1) * sizeof *exploration->suspects));
        code = look_at_all(exploration);
        if (code == CLI_SUCCESS) code = try_suspects(exploration);
        free(exploration->suspects);
        found_free(&exploration->settled);
        exploration->settled = (struct found){0};
        tilepdb_far_boards_free(exploration->boards);
    }
    return code;
}

void exploration_free(struct exploration *exploration) {
    found_free(&exploration->found);
    free(exploration->trials);
}
