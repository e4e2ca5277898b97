/* pdbverify layers: all boards at the maximum distances, and their number. */
#include <stdlib.h>

#include "cli/console.h"
#include "cli/units.h"
#include "pdbverify/exploration.h"
#include "pdbverify/images.h"
#include "util/clock.h"
#include "util/number.h"

/* For a goal with the blank in a corner, on an edge and inside: from complete breadth-first
 * searches that docs/verification.md names. */
static const struct exact exact_corner = {5, {17, 70, 3406, 26638, 272198}};
static const struct exact exact_edge = {1, {2}};
static const struct exact exact_inside = {1, {1}};

/* ---- an earlier report ----------------------------------------------------------------------- */

/* Reads the boards of all layers of a report. Returns CLI_SUCCESS, else the exit code after a
 * verdict. The caller frees `*boards`. */
static int read_report(const struct task *task, const tilepdb_board *goal, tilepdb_board **boards,
                       size_t *count) {
    const char *path = task->options->from;
    char reason[REASON_TEXT];
    tilepdb_error error = {.message = "it is not a report of layers"};
    json_t *root = json_of_file(path, reason), *layer, *text;
    if (root == NULL && cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
    if (root == NULL)
        return verdict(task, object_for("layers"), CLI_FAILURE, "%s: %s", path, reason);
    const json_t *layers = json_object_get(root, "layers");
    bool reads = json_is_array(layers);
    size_t room = 0, i, j;
    json_array_foreach(layers, i, layer) room += json_array_size(json_object_get(layer, "boards"));
    *boards = cli_allocated(calloc(room + 1, sizeof **boards));
    *count = 0;
    json_array_foreach(layers, i, layer) {
        reads = reads && json_is_array(json_object_get(layer, "boards"));
        json_array_foreach(json_object_get(layer, "boards"), j, text) {
            tilepdb_board *board = &(*boards)[(*count)++];
            reads = reads && json_is_string(text) &&
                    tilepdb_board_parse(json_string_value(text), json_string_length(text),
                                        IMAGES_SIDE, IMAGES_SIDE, board, &error) == TILEPDB_OK &&
                    tilepdb_board_solvable(board, goal, &error) == TILEPDB_OK;
        }
    }
    json_decref(root);
    if (reads) return CLI_SUCCESS;
    return verdict(task, object_for("layers"), CLI_FAILURE, "%s: %s", path, error.message);
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
    json_object_set_new(object, "stages", json_integer(exploration->stage));
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
    number_grouped(exploration->candidates, candidates);
    if (has_too_many(exploration))
        return verdict(exploration->task, object, CLI_NO, "more boards were found than exist");
    if (!exploration_is_complete(exploration))
        return unproven(exploration->task, object,
                        "not every board was found down to distance %d; %s candidates, %.0f s",
                        exploration->last, candidates, seconds);
    return verdict(exploration->task, object, CLI_SUCCESS,
                   "every board down to distance %d; %s candidates, %d of %d stages, %.0f s",
                   exploration->last, candidates, exploration->stage, EXPLORATION_STAGES, seconds);
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
        cli_complain("--down-to %d: for this goal the number of boards is known only down to %d",
                     exploration.last, FARTHEST + 1 - exploration.exact->layers);
        return CLI_USAGE;
    }
    tilepdb_board goal, image;
    tilepdb_goal(IMAGES_SIDE, IMAGES_SIDE, goal_blank, &goal, NULL);
    exploration.reflects = image_reflected(&goal, goal_blank, &image);
    tilepdb_board *known = NULL;
    const struct database_wish wish = wish_of(task->options);
    const double start = clock_seconds();
    int code = CLI_SUCCESS;
    if (task->options->from != NULL)
        code = read_report(task, &goal, &known, &exploration.known_count);
    exploration.known = known;
    if (code != CLI_SUCCESS) {
        free(known);
        return code;
    }
    code = lab_open(&lab, task, &wish, &goal);
    if (code == CLI_SUCCESS)
        code = explore(&exploration);
    else
        code = without_tables(task, object_for("layers"), code);
    if (code == CLI_SUCCESS)
        code = conclude(&exploration, clock_seconds() - start);
    else if (cli_signal() != 0)
        tell_interrupted(&exploration, clock_seconds() - start);
    exploration_free(&exploration);
    lab_close(&lab);
    free(known);
    return code;
}
