/* Proves the farthest boards of 4x4, and counts layers. */
#include "antipodes/antipodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbverify/pdbverify.h"
#include "tables/table_text.h"
#include "tilepdb_tables.h"

/* ---- antipodes ------------------------------------------------------------------------------- */

#define ANTIPODES 17

/* All boards at distance 80 from the goal 1 2 3 ... 15 0: the exact depth distribution has 17
 * (sources in docs/verification.md). */
static const char *const antipodes[ANTIPODES] = {
    "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", "0 12 10 13 15 11 14 9 3 7 2 5 4 8 6 1",
    "0 11 9 13 12 15 10 14 3 7 6 2 4 8 5 1", "0 15 9 13 11 12 10 14 3 7 6 2 4 8 5 1",
    "0 12 9 13 15 11 10 14 3 7 6 2 4 8 5 1", "0 12 14 13 15 11 9 10 3 7 6 2 4 8 5 1",
    "0 12 10 13 15 11 14 9 3 7 6 2 4 8 5 1", "0 12 11 13 15 14 10 9 3 7 6 2 4 8 5 1",
    "0 12 10 13 15 11 9 14 7 3 6 2 4 8 5 1", "0 12 9 13 15 11 14 10 3 8 6 2 4 7 5 1",
    "0 12 9 13 15 11 10 14 8 3 6 2 4 7 5 1", "0 12 14 13 15 11 9 10 8 3 6 2 4 7 5 1",
    "0 12 9 13 15 11 10 14 7 8 6 2 4 3 5 1", "0 12 10 13 15 11 14 9 7 8 6 2 4 3 5 1",
    "0 12 9 13 15 8 10 14 11 7 6 2 4 3 5 1", "0 12 9 13 15 11 10 14 3 7 5 6 4 8 2 1",
    "0 12 9 13 15 11 10 14 7 8 5 6 4 3 2 1",
};

struct proving {
    const struct task *task;
    tilepdb_task *solved; /* [count] the antipodes first */
    size_t count;
    double seconds;
};

static bool is_known(const struct proving *proving, const tilepdb_board *board) {
    for (size_t i = 0; i < proving->count; i++)
        if (cli_same_board(&proving->solved[i].board, board)) return true;
    return false;
}

static void add_neighbours(struct proving *proving) {
    for (size_t i = 0; i < ANTIPODES; i++) {
        for (const char *way = "UDLR"; *way != '\0'; way++) {
            tilepdb_board board = proving->solved[i].board;
            if (!tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) &&
                !is_known(proving, &board))
                proving->solved[proving->count++].board = board;
        }
    }
}

static void boards_fill(struct proving *proving) {
    proving->solved = cli_allocated(calloc((size_t)5 * ANTIPODES, sizeof *proving->solved));
    for (size_t i = 0; i < ANTIPODES; i++)
        tilepdb_board_parse(antipodes[i], strlen(antipodes[i]), ANTIPODES_SIDE, ANTIPODES_SIDE,
                            &proving->solved[i].board, NULL);
    proving->count = ANTIPODES;
    if (proving->task->options->neighbours) add_neighbours(proving);
    for (size_t i = 0; i < proving->count; i++) proving->solved[i].status = TILEPDB_CANCELLED;
}

static bool is_solved(tilepdb_task *solved, void *user) {
    (void)user;
    return solved->status == TILEPDB_OK;
}

static int solve_all(struct proving *proving, const tilepdb_solver *solver) {
    tilepdb_queue *queue;
    tilepdb_error error;
    const tilepdb_queue_options options = {.threads = cli_jobs(&proving->task->options->common),
                                           .capacity = proving->count,
                                           .answer = is_solved};
    const double start = clock_seconds();
    if (tilepdb_queue_create(&options, &queue, &error)) return cli_fail(NULL, &error);
    for (size_t i = 0; i < proving->count; i++) {
        tilepdb_task *solved = &proving->solved[i];
        solved->solver = solver;
        tilepdb_solve_options_init(&solved->options);
        solved->options.progress = cli_progress_silent;
        tilepdb_queue_put(queue, solved);
    }
    tilepdb_queue_free(queue);
    proving->seconds = clock_seconds() - start;
    for (size_t i = 0; i < proving->count; i++)
        if (proving->solved[i].status) return cli_fail(NULL, &proving->solved[i].error);
    return CLI_SUCCESS;
}

static void print_board(const struct task *task, const tilepdb_task *solved) {
    const tilepdb_result *result = &solved->result;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(&solved->board, false, text);
    cli_print_line(task->output->stream, 4, "  %2d  %12s nodes  %6.3f s  %s", result->length,
                   GROUPED(result->generated), result->seconds, text);
}

static json_t *board_json(const tilepdb_task *solved) {
    const tilepdb_result *result = &solved->result;
    return json_pack("{si sI sf ss so}", "length", result->length, "generated",
                     (json_int_t)result->generated, "seconds", result->seconds, "moves",
                     result->moves, "board", cli_json_board(&solved->board));
}

static int report_antipodes(const struct proving *proving, int code) {
    const struct task *task = proving->task;
    json_t *boards = cli_allocated(json_array());
    size_t right = 0, near_right = 0;
    uint64_t nodes = 0;
    for (size_t i = 0; i < proving->count; i++) {
        const tilepdb_task *solved = &proving->solved[i];
        if (solved->status) continue;
        if (!task->options->json) print_board(task, solved);
        json_array_append_new(boards, board_json(solved));
        nodes += solved->result.generated;
        right += i < ANTIPODES && solved->result.length == ANTIPODES_FARTHEST;
        near_right += i >= ANTIPODES && solved->result.length == ANTIPODES_FARTHEST - 1;
    }
    json_t *object = json_pack("{ss so sI sf}", "command", "antipodes", "boards", boards,
                               "generated", (json_int_t)nodes, "seconds", proving->seconds);
    if (code != CLI_SUCCESS) {
        json_decref(object);
        return code;
    }
    code = right + near_right == proving->count ? CLI_SUCCESS : CLI_NO;
    if (!task->options->neighbours)
        return verdict(task, object, code,
                       "%zu of %d boards need exactly %d moves; %s nodes, %.2f s", right, ANTIPODES,
                       ANTIPODES_FARTHEST, GROUPED(nodes), proving->seconds);
    return verdict(task, object, code,
                   "%zu of %d boards need exactly %d moves, and %zu of the %zu one move from them "
                   "exactly %d; %s nodes, %.2f s",
                   right, ANTIPODES, ANTIPODES_FARTHEST, near_right, proving->count - ANTIPODES,
                   ANTIPODES_FARTHEST - 1, GROUPED(nodes), proving->seconds);
}

int command_antipodes(const struct task *task) {
    tilepdb_board goal;
    tilepdb_goal(ANTIPODES_SIDE, ANTIPODES_SIDE, ANTIPODES_CELLS - 1, &goal, NULL);
    const struct tables_wanted wanted = tables_wanted_of(task->options);
    struct verified_solver verified;
    struct proving proving = {.task = task};
    tilepdb_error error;
    int code = verified_solver_open(&verified, task, &wanted, &goal, false, &error);
    if (code == CLI_SUCCESS) {
        boards_fill(&proving);
        code = report_antipodes(&proving, solve_all(&proving, verified.solver));
    } else {
        code = without_tables(task, object_for("antipodes"), code, &error);
    }
    free(proving.solved);
    verified_solver_close(&verified);
    return code;
}

/* ---- layers: progress ------------------------------------------------------------------------ */

struct enumeration {
    const struct task *task;
    const struct antipodes_counts *exact;
    int last;
    struct antipodes *search;
    double start;
};

static bool go_on(void *user) {
    (void)user;
    return cli_signal() == 0;
}

static bool show(const struct antipodes *search, enum antipodes_work work,
                 const tilepdb_progress *progress, void *user) {
    static const char *const words[] = {[ANTIPODES_PROBES] = "looking",
                                        [ANTIPODES_DECIDES] = "trying",
                                        [ANTIPODES_DECIDES_KNOWN] = "trying what is known"};
    const struct enumeration *enumeration = user;
    char layers[80] = "";
    size_t used = 0;
    for (int distance = ANTIPODES_FARTHEST; distance >= enumeration->last; distance--)
        used += (size_t)snprintf(layers + used, sizeof layers - used, " %d: %llu", distance,
                                 (unsigned long long)antipodes_found(search, distance));
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

/* ---- layers: an earlier report --------------------------------------------------------------- */

/* Reads the boards of all layers. The caller frees `*boards`. */
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
    size_t most = 0, i, j;
    json_array_foreach(layers, i, layer) most += json_array_size(json_object_get(layer, "boards"));
    *boards = cli_allocated(calloc(most + 1, sizeof **boards));
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

/* ---- layers: the verdict --------------------------------------------------------------------- */

static json_t *layer_json(const struct enumeration *enumeration, int distance) {
    json_t *list = json_array();
    tilepdb_board board;
    for (size_t at = 0; antipodes_next(enumeration->search, distance, &at, &board);) {
        char text[TILEPDB_BOARD_TEXT];
        tilepdb_board_format(&board, false, text);
        json_array_append_new(list, json_string(text));
    }
    return json_pack("{si sI sI so}", "distance", distance, "found",
                     (json_int_t)antipodes_found(enumeration->search, distance), "exact",
                     (json_int_t)enumeration->exact->boards[ANTIPODES_FARTHEST - distance],
                     "boards", list);
}

static json_t *report(const struct enumeration *enumeration) {
    const struct antipodes *search = enumeration->search;
    json_t *object = object_for("layers"), *layers = json_array();
    for (int distance = ANTIPODES_FARTHEST; distance >= enumeration->last; distance--) {
        if (!enumeration->task->options->json)
            fprintf(enumeration->task->output->stream, "  %d  %7llu of %7llu boards\n", distance,
                    (unsigned long long)antipodes_found(search, distance),
                    (unsigned long long)enumeration->exact->boards[ANTIPODES_FARTHEST - distance]);
        json_array_append_new(layers, layer_json(enumeration, distance));
    }
    json_object_update_new(object, json_pack("{so sI si sf}", "layers", layers, "candidates",
                                             (json_int_t)antipodes_probed(search), "stages",
                                             antipodes_phases(search), "seconds",
                                             clock_seconds() - enumeration->start));
    return object;
}

static bool has_too_many(const struct enumeration *enumeration) {
    for (int distance = ANTIPODES_FARTHEST; distance >= enumeration->last; distance--)
        if (antipodes_found(enumeration->search, distance) >
            enumeration->exact->boards[ANTIPODES_FARTHEST - distance])
            return true;
    return false;
}

static int conclude(const struct enumeration *enumeration) {
    json_t *object = report(enumeration);
    const char *candidates = GROUPED(antipodes_probed(enumeration->search));
    const double seconds = json_real_value(json_object_get(object, "seconds"));
    if (has_too_many(enumeration))
        return verdict(enumeration->task, object, CLI_NO, "more boards were found than exist");
    tilepdb_error error = {.status = TILEPDB_LIMIT};
    snprintf(error.message, sizeof error.message,
             "not every board was found down to distance %d; %s candidates, %.0f s",
             enumeration->last, candidates, seconds);
    if (!antipodes_is_complete(enumeration->search))
        return verdict_of(enumeration->task, object, NULL, &error);
    return verdict(enumeration->task, object, CLI_SUCCESS,
                   "every board down to distance %d; %s candidates, %d of %d stages, %.0f s",
                   enumeration->last, candidates, antipodes_phases(enumeration->search),
                   ANTIPODES_PHASES, seconds);
}

static void report_interrupted(const struct enumeration *enumeration) {
    json_t *object = report(enumeration);
    if (enumeration->task->options->json)
        cli_json_print(enumeration->task->output->stream, object);
    else
        json_decref(object);
}

/* ---- layers: the command --------------------------------------------------------------------- */

static int enumerate(const struct enumeration *enumeration, const tilepdb_board *goal) {
    const struct tables_wanted wanted = tables_wanted_of(enumeration->task->options);
    tilepdb_error error;
    struct verified_solver verified;
    int code = verified_solver_open(&verified, enumeration->task, &wanted, goal, false, &error);
    if (code != CLI_SUCCESS)
        code = without_tables(enumeration->task, object_for("layers"), code, &error);
    else if (antipodes_run(enumeration->search, verified.solver, &error))
        code = cli_fail(NULL, &error);
    verified_solver_close(&verified);
    return code;
}

/* Prints an error if the number of the last distance's boards is unknown. */
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
    if (code == CLI_SUCCESS && antipodes_open(&options, &enumeration.search, &error))
        code = cli_fail(NULL, &error);
    if (code == CLI_SUCCESS) {
        code = enumerate(&enumeration, &goal);
        if (code == CLI_SUCCESS)
            code = conclude(&enumeration);
        else if (cli_signal() != 0)
            report_interrupted(&enumeration);
    }
    antipodes_close(enumeration.search);
    free(known);
    return code;
}
