/* pdbverify layers: all boards at the maximum distances, and their number. */
#include <stdlib.h>

#include "antipodes/antipodes.h"
#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/json.h"
#include "cli/signals.h"
#include "pdbverify/pdbverify.h"
#include "tables/table_text.h"

/* What is asked, and what was found. */
struct enumeration {
    const struct task *task;
    const struct antipodes_counts *exact;
    int last;
    struct antipodes *antipodes;
    double start;
};

/* ---- progress -------------------------------------------------------------------------------- */

static bool go_on(void *user) {
    (void)user;
    return cli_signal() == 0;
}

static bool show(const struct antipodes *antipodes, enum antipodes_work work,
                 const tilepdb_progress *progress, void *user) {
    static const char *const words[] = {[ANTIPODES_PROBES] = "looking",
                                        [ANTIPODES_DECIDES] = "trying",
                                        [ANTIPODES_DECIDES_KNOWN] = "trying what is known"};
    const struct enumeration *enumeration = user;
    char layers[80] = "";
    size_t used = 0;
    for (int distance = ANTIPODES_FARTHEST; distance >= enumeration->last; distance--)
        used += (size_t)snprintf(layers + used, sizeof layers - used, " %d: %llu", distance,
                                 (unsigned long long)antipodes_found(antipodes, distance));
    if (work == ANTIPODES_LISTS)
        cli_progress_title(enumeration->task->progress, "candidates");
    else
        cli_progress_title(enumeration->task->progress, "%s; boards at%s", words[work], layers);
    return cli_progress_report(progress, enumeration->task->progress);
}

static void report_skipped(const tilepdb_error *error, void *user) {
    (void)user;
    cli_complain("%s; the search continues without this list", error->message);
}

/* ---- an earlier report ----------------------------------------------------------------------- */

/* Reads the boards of all layers of a report. Returns CLI_SUCCESS, else the exit code after a
 * verdict. The caller frees `*boards`. */
static int read_report(const struct task *task, const tilepdb_board *goal, tilepdb_board **boards,
                       size_t *count) {
    const char *path = task->options->from;
    char reason[REASON_TEXT];
    tilepdb_error error = {.message = "it is not a report of layers"};
    json_t *root = json_of_file(path, reason), *layer, *text;
    if (!root && cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
    if (!root) return verdict(task, object_for("layers"), CLI_FAILURE, "%s: %s", path, reason);
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
                    !tilepdb_board_parse(json_string_value(text), json_string_length(text),
                                         ANTIPODES_SIDE, ANTIPODES_SIDE, board, &error) &&
                    !tilepdb_board_solvable(board, goal, &error);
        }
    }
    json_decref(root);
    if (reads) return CLI_SUCCESS;
    return verdict(task, object_for("layers"), CLI_FAILURE, "%s: %s", path, error.message);
}

/* ---- the verdict ----------------------------------------------------------------------------- */

static json_t *layer_json(const struct enumeration *enumeration, int distance) {
    json_t *list = json_array();
    tilepdb_board board;
    for (size_t at = 0; antipodes_next(enumeration->antipodes, distance, &at, &board);) {
        char text[TILEPDB_BOARD_TEXT];
        tilepdb_board_format(&board, false, text);
        json_array_append_new(list, json_string(text));
    }
    return json_pack("{si sI sI so}", "distance", distance, "found",
                     (json_int_t)antipodes_found(enumeration->antipodes, distance), "exact",
                     (json_int_t)enumeration->exact->boards[ANTIPODES_FARTHEST - distance],
                     "boards", list);
}

static json_t *report(const struct enumeration *enumeration) {
    const struct antipodes *antipodes = enumeration->antipodes;
    json_t *object = object_for("layers"), *layers = json_array();
    for (int distance = ANTIPODES_FARTHEST; distance >= enumeration->last; distance--) {
        if (!enumeration->task->options->json)
            fprintf(enumeration->task->output->stream, "  %d  %7llu of %7llu boards\n", distance,
                    (unsigned long long)antipodes_found(antipodes, distance),
                    (unsigned long long)enumeration->exact->boards[ANTIPODES_FARTHEST - distance]);
        json_array_append_new(layers, layer_json(enumeration, distance));
    }
    json_object_update_new(object, json_pack("{so sI si sf}", "layers", layers, "candidates",
                                             (json_int_t)antipodes_probed(antipodes), "stages",
                                             antipodes_phases(antipodes), "seconds",
                                             clock_seconds() - enumeration->start));
    return object;
}

/* More boards than there are. */
static bool has_too_many(const struct enumeration *enumeration) {
    for (int distance = ANTIPODES_FARTHEST; distance >= enumeration->last; distance--)
        if (antipodes_found(enumeration->antipodes, distance) >
            enumeration->exact->boards[ANTIPODES_FARTHEST - distance])
            return true;
    return false;
}

static int conclude(const struct enumeration *enumeration) {
    json_t *object = report(enumeration);
    const char *candidates = GROUPED(antipodes_probed(enumeration->antipodes));
    const double seconds = json_real_value(json_object_get(object, "seconds"));
    if (has_too_many(enumeration))
        return verdict(enumeration->task, object, CLI_NO, "more boards were found than exist");
    tilepdb_error error = {.status = TILEPDB_LIMIT};
    snprintf(error.message, sizeof error.message,
             "not every board was found down to distance %d; %s candidates, %.0f s",
             enumeration->last, candidates, seconds);
    if (!antipodes_is_complete(enumeration->antipodes))
        return verdict_of(enumeration->task, object, NULL, &error);
    return verdict(enumeration->task, object, CLI_SUCCESS,
                   "every board down to distance %d; %s candidates, %d of %d stages, %.0f s",
                   enumeration->last, candidates, antipodes_phases(enumeration->antipodes),
                   ANTIPODES_PHASES, seconds);
}

/* What was proven until an interrupt came. */
static void report_interrupted(const struct enumeration *enumeration) {
    json_t *object = report(enumeration);
    if (enumeration->task->options->json)
        cli_json_print(enumeration->task->output->stream, object);
    else
        json_decref(object);
}

/* ---- the command ----------------------------------------------------------------------------- */

static int enumerate(const struct enumeration *enumeration, const tilepdb_board *goal) {
    const struct database_request request = request_of(enumeration->task->options);
    tilepdb_error error;
    struct verified_solver verified;
    int code = verified_solver_open(&verified, enumeration->task, &request, goal, false, &error);
    if (code != CLI_SUCCESS)
        code = without_tables(enumeration->task, object_for("layers"), code, &error);
    else if (antipodes_run(enumeration->antipodes, verified.solver, &error))
        code = cli_fail(NULL, &error);
    verified_solver_close(&verified);
    return code;
}

/* The last layer, in `*last`. CLI_SUCCESS, else the exit code after an error message. */
static int last_layer(const struct task *task, const struct antipodes_counts *exact, int *last) {
    *last = task->options->down_to;
    if (*last == 0) *last = exact->layers > 1 ? ANTIPODES_FARTHEST - 1 : ANTIPODES_FARTHEST;
    if (*last > ANTIPODES_FARTHEST - exact->layers) return CLI_SUCCESS;
    cli_complain("--down-to %d: for this goal the number of boards is known only down to %d", *last,
                 ANTIPODES_FARTHEST + 1 - exact->layers);
    return CLI_USAGE;
}

int command_layers(const struct task *task) {
    const int blank = task->options->filter.goal_blank;
    struct antipodes_options options = {.goal_blank =
                                            blank != CLI_UNSET ? blank : ANTIPODES_CELLS - 1};
    if (options.goal_blank >= ANTIPODES_CELLS) {
        cli_complain("--goal-blank: the cells of 4x4 are 0 to 15");
        return CLI_USAGE;
    }
    struct enumeration enumeration = {
        .task = task, .exact = antipodes_counts(options.goal_blank), .start = clock_seconds()};
    options.threads = cli_jobs(&task->options->common);
    options.go_on = go_on;
    options.report = show;
    options.skipped = report_skipped;
    options.user = &enumeration;
    int code = last_layer(task, enumeration.exact, &enumeration.last);
    if (code != CLI_SUCCESS) return code;
    tilepdb_board goal, *known = NULL;
    tilepdb_goal(ANTIPODES_SIDE, ANTIPODES_SIDE, options.goal_blank, &goal, NULL);
    if (task->options->from) code = read_report(task, &goal, &known, &options.known_count);
    options.known = known;
    options.last = enumeration.last;
    tilepdb_error error;
    if (code == CLI_SUCCESS && antipodes_open(&options, &enumeration.antipodes, &error))
        code = cli_fail(NULL, &error);
    if (code == CLI_SUCCESS) {
        code = enumerate(&enumeration, &goal);
        if (code == CLI_SUCCESS)
            code = conclude(&enumeration);
        else if (cli_signal() != 0)
            report_interrupted(&enumeration);
    }
    antipodes_close(enumeration.antipodes);
    free(known);
    return code;
}
