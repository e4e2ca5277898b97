/*
 * pdbverify layers: all boards at the greatest distances, and their number.
 *
 * Candidates come from the side of the tables: all boards of a high estimate, the highest first.
 * Each is tried in three steps, so that near boards cost little: a short look, after which boards
 * that let the search grow fast are put off; a search for any solution that is short enough; and
 * for what remains a whole one. A board that is found brings its images and its neighbours. Boards
 * that were put off get a longer look in the next sweep.
 *
 * Only the third step proves a distance, and only the exact number of boards at each distance tells
 * that none was put off for good: the search ends when all are there.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/units.h"
#include "pdbverify/found.h"
#include "pdbverify/images.h"
#include "pdbverify/pdbverify.h"

/* Far boards have estimates that are at most so much lower than their distance. */
#define MARGIN 12

/* The short look: bounds up to so far below the distance, and so many nodes, a sweep after the
 * other. Boards of a higher estimate need a further look to be told apart, and are worth it; and
 * where the goal has no reflection, searches grow faster. */
#define LOOK_BELOW   8
#define LOOK_ABOVE   4 /* the estimate, at least */
#define LONGER_LOOKS 4 /* times as many nodes */
#define SWEEPS       3

static const uint64_t look_nodes[SWEEPS] = {8000, 32000, 128000};

/* Boards are tried in rounds of so many. */
#define ROUND 2048

#define FARTHEST 80

/* How many boards there are at 80, 79, ... for a goal with the blank in a corner, on an edge and
 * inside: from complete breadth-first searches that docs/verification.md names. */
struct exact {
    int layers;
    uint64_t boards[5];
};

static const struct exact exact_corner = {5, {17, 70, 3406, 26638, 272198}};
static const struct exact exact_edge = {1, {2}};
static const struct exact exact_inside = {1, {1}};

struct exploration {
    const struct task *task;
    const struct lab *lab;
    const struct exact *exact;
    int goal_blank, last;         /* the last layer */
    struct found found;           /* all boards that were tried as neighbours, or are far enough */
    uint64_t layer[FARTHEST + 1]; /* [distance]: boards found */
    struct trial *trials;         /* [ROUND] */
    size_t waiting;
    int sweep;
    uint64_t candidates, listed, put_off; /* all; of this sweep; for the next one */
};

/* ---- one board ------------------------------------------------------------------------------- */

/* How far a board of the trial's parity must be at least. */
static int least_distance(const struct exploration *exploration, int estimate) {
    return exploration->last + ((estimate ^ exploration->last) & 1);
}

/* In the place of a distance: the look was too short. */
#define PUT_OFF (-1)

/* The distance that a search without limits found; FOUND_NEARER where a limited one ended it. */
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

static tilepdb_status try_candidate(const struct lab *lab, struct trial *trial, void *user) {
    const struct exploration *exploration = user;
    const int estimate = trial->distance, least = least_distance(exploration, estimate);
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.max_length = least - LOOK_BELOW;
    options.max_nodes = look_nodes[exploration->sweep];
    if (exploration->exact == &exact_edge) options.max_nodes *= LONGER_LOOKS;
    if (options.max_length < estimate + LOOK_ABOVE) {
        options.max_length = estimate + LOOK_ABOVE;
        options.max_nodes *= LONGER_LOOKS;
    }
    trial->distance = PUT_OFF;
    const tilepdb_status status = trial_solve(lab, trial, &options);
    if (status != TILEPDB_OK && status != TILEPDB_LIMIT) return status;
    if (status == TILEPDB_OK) trial->distance = FOUND_NEARER;
    if (status == TILEPDB_OK || trial->result.lower_bound <= options.max_length)
        return trial->status = TILEPDB_OK;
    return solve(lab, trial, least);
}

static tilepdb_status try_neighbour(const struct lab *lab, struct trial *trial, void *user) {
    return solve(lab, trial, least_distance(user, trial->distance));
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

static int run_round(struct exploration *exploration, trial_fn run) {
    const int code = lab_try_all(exploration->lab, exploration->task, exploration->trials,
                                 exploration->waiting, run, exploration);
    for (size_t i = 0; i < exploration->waiting; i++) {
        const struct trial *trial = &exploration->trials[i];
        if (!trial->done) continue;
        if (trial->distance > FARTHEST) {
            cli_complain("a board needs %d moves by these tables, and none needs more than %d: "
                         "a table is false",
                         trial->distance, FARTHEST);
            return CLI_FAILURE;
        }
        if (trial->distance >= exploration->last || run == try_neighbour)
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

static bool is_complete(const struct exploration *exploration) {
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
    while (any && code == CLI_SUCCESS && !is_complete(exploration)) {
        any = false;
        for (size_t i = 0; i < exploration->found.room && exploration->waiting + 4 <= ROUND; i++) {
            struct found_board *place = &exploration->found.places[i];
            if (place->expanded || place->distance < exploration->last) continue;
            place->expanded = any = true;
            expand(exploration, place);
        }
        code = run_round(exploration, try_neighbour);
    }
    return code;
}

/* ---- candidates ------------------------------------------------------------------------------ */

static void show(const struct exploration *exploration, size_t done, double start) {
    char layers[80] = "";
    size_t used = 0;
    for (int distance = FARTHEST; distance >= exploration->last; distance--)
        used += (size_t)snprintf(layers + used, sizeof layers - used, " %d: %llu", distance,
                                 (unsigned long long)exploration->layer[distance]);
    cli_progress_title(exploration->task->progress, "boards at%s", layers);
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_LIST,
                                       .done = done,
                                       .total = exploration->listed,
                                       .seconds = cli_seconds() - start};
    cli_progress_report(&progress, exploration->task->progress);
}

/* Lets boards wait for one round, from `*next` on. */
static void wait_for_round(struct exploration *exploration, const tilepdb_far_board *boards,
                           size_t *next) {
    const int estimate = boards[*next].estimate;
    for (; *next < exploration->listed && boards[*next].estimate == estimate &&
           exploration->waiting < ROUND;
         ++*next) {
        struct trial *trial = &exploration->trials[exploration->waiting];
        trial->board = (tilepdb_board){.width = IMAGES_SIDE, .height = IMAGES_SIDE};
        trial->distance = estimate;
        memcpy(trial->board.cells, boards[*next].cells, sizeof trial->board.cells);
        if (!is_parity_complete(exploration, least_distance(exploration, estimate)) &&
            !found_has(&exploration->found, &trial->board))
            exploration->waiting++;
    }
}

/* Keeps those of a round that were put off at the front of the list. */
static void keep_put_off(struct exploration *exploration, tilepdb_far_board *boards, int estimate,
                         size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (exploration->trials[i].distance != PUT_OFF) continue;
        tilepdb_far_board *board = &boards[exploration->put_off++];
        *board = (tilepdb_far_board){.estimate = (uint8_t)estimate};
        memcpy(board->cells, exploration->trials[i].board.cells, sizeof board->cells);
    }
}

/* Tries all candidates with one length of the look. What was put off is listed then. */
static int sweep(struct exploration *exploration, tilepdb_far_board *boards) {
    const double start = cli_seconds();
    int code = CLI_SUCCESS;
    exploration->put_off = 0;
    for (size_t i = 0; i < exploration->listed && code == CLI_SUCCESS;) {
        const int estimate = boards[i].estimate;
        wait_for_round(exploration, boards, &i);
        const size_t count = exploration->waiting;
        code = run_round(exploration, try_candidate);
        if (code != CLI_SUCCESS) break;
        keep_put_off(exploration, boards, estimate, count);
        code = close_neighbours(exploration);
        if (is_complete(exploration)) break;
        show(exploration, i, start);
    }
    exploration->listed = exploration->put_off;
    return code;
}

static int explore(struct exploration *exploration) {
    const struct task *task = exploration->task;
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = task->options->common.jobs;
    options.progress = cli_progress_report;
    options.user = task->progress;
    tilepdb_partition partition;
    tilepdb_far_board *boards;
    tilepdb_error error;
    size_t count;
    cli_progress_title(task->progress, "candidates");
    tilepdb_status status = tilepdb_partition_parse("7-8", IMAGES_SIDE, IMAGES_SIDE,
                                                    exploration->goal_blank, &partition, &error);
    if (status == TILEPDB_OK)
        status = tilepdb_far_boards(&partition, exploration->last - MARGIN, &options, &boards,
                                    &count, &error);
    if (status != TILEPDB_OK) return cli_fail(NULL, &error);
    exploration->listed = exploration->candidates = count;
    int code = CLI_SUCCESS;
    while (exploration->sweep < SWEEPS && code == CLI_SUCCESS && !is_complete(exploration)) {
        code = sweep(exploration, boards);
        exploration->sweep++;
    }
    tilepdb_far_boards_free(boards);
    return code;
}

/* ---- the verdict ----------------------------------------------------------------------------- */

static json_t *boards_json(const struct exploration *exploration, int distance) {
    json_t *list = json_array();
    for (size_t i = 0; i < exploration->found.room; i++) {
        const struct found_board *place = &exploration->found.places[i];
        if (place->key == 0 || place->distance != distance) continue;
        const tilepdb_board board = found_board(place);
        char text[TILEPDB_BOARD_TEXT];
        tilepdb_board_format(&board, false, text);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

static json_t *report(const struct exploration *exploration, double seconds) {
    json_t *object = object_for("layers"), *layers = json_array();
    for (int distance = FARTHEST; distance >= exploration->last; distance--) {
        const uint64_t count = exploration->layer[distance];
        const uint64_t wanted = exploration->exact->boards[FARTHEST - distance];
        if (!exploration->task->options->json)
            fprintf(exploration->task->output->stream, "  %d  %7llu of %7llu boards\n", distance,
                    (unsigned long long)count, (unsigned long long)wanted);
        json_array_append_new(layers, json_pack("{si sI sI so}", "distance", distance, "found",
                                                (json_int_t)count, "exact", (json_int_t)wanted,
                                                "boards", boards_json(exploration, distance)));
    }
    json_object_set_new(object, "layers", layers);
    json_object_set_new(object, "candidates", json_integer((json_int_t)exploration->candidates));
    json_object_set_new(object, "sweeps", json_integer(exploration->sweep));
    json_object_set_new(object, "seconds", json_real(seconds));
    return object;
}

/* More boards than there are. */
static bool has_too_many(const struct exploration *exploration) {
    for (int distance = FARTHEST; distance >= exploration->last; distance--)
        if (exploration->layer[distance] > exploration->exact->boards[FARTHEST - distance])
            return true;
    return false;
}

static int conclude(const struct exploration *exploration, double seconds) {
    char candidates[CLI_NUMBER_TEXT];
    json_t *object = report(exploration, seconds);
    cli_number(exploration->candidates, candidates);
    if (has_too_many(exploration))
        return verdict(exploration->task, object, CLI_NO, "more boards were found than there are");
    if (!is_complete(exploration))
        return unproven(exploration->task, object,
                        "not every board was found down to distance %d; %s candidates, %.0f s",
                        exploration->last, candidates, seconds);
    return verdict(exploration->task, object, CLI_SUCCESS,
                   "every board down to distance %d; %s candidates, %d of %d sweeps, %.0f s",
                   exploration->last, candidates, exploration->sweep, SWEEPS, seconds);
}

/* What was proven until an interrupt came. */
static void tell_interrupted(const struct exploration *exploration, double seconds) {
    json_t *object = report(exploration, seconds);
    if (exploration->task->options->json)
        cli_json_print(exploration->task->output->stream, object);
    else
        json_decref(object);
}

/* The goals of 4x4 are of three sorts, by the blank's cell. */
static const struct exact *exact_of(int goal_blank) {
    const int row = goal_blank / IMAGES_SIDE, column = goal_blank % IMAGES_SIDE;
    const bool outer_row = row == 0 || row == IMAGES_SIDE - 1;
    const bool outer_column = column == 0 || column == IMAGES_SIDE - 1;
    return outer_row && outer_column   ? &exact_corner
           : outer_row || outer_column ? &exact_edge
                                       : &exact_inside;
}

int command_layers(const struct task *task) {
    const int blank = task->options->which.goal_blank;
    const int goal_blank = blank != CLI_UNSET ? blank : IMAGES_CELLS - 1;
    if (goal_blank >= IMAGES_CELLS) {
        cli_complain("--goal-blank: the cells of 4x4 are 0 to 15");
        return CLI_USAGE;
    }
    struct lab lab;
    struct exploration exploration = {.task = task,
                                      .lab = &lab,
                                      .exact = exact_of(goal_blank),
                                      .goal_blank = goal_blank,
                                      .last = task->options->down_to};
    if (exploration.last == 0)
        exploration.last = exploration.exact->layers > 1 ? FARTHEST - 1 : FARTHEST;
    if (exploration.last <= FARTHEST - exploration.exact->layers) {
        cli_complain("--down-to %d: the number of boards is known down to %d for this goal",
                     exploration.last, FARTHEST + 1 - exploration.exact->layers);
        return CLI_USAGE;
    }
    tilepdb_board goal;
    tilepdb_goal(IMAGES_SIDE, IMAGES_SIDE, goal_blank, &goal, NULL);
    const struct database_wish wish = wish_of(task->options);
    const double start = cli_seconds();
    int code = lab_open(&lab, task, &wish, &goal);
    exploration.trials = cli_allocated(calloc(ROUND, sizeof *exploration.trials));
    if (code == CLI_SUCCESS)
        code = explore(&exploration);
    else
        code = without_tables(task, object_for("layers"), code);
    if (code == CLI_SUCCESS)
        code = conclude(&exploration, cli_seconds() - start);
    else if (cli_signal() != 0)
        tell_interrupted(&exploration, cli_seconds() - start);
    found_free(&exploration.found);
    free(exploration.trials);
    lab_close(&lab);
    return code;
}
