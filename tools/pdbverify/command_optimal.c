/* optimal: finds a solution and exhausts every shorter bound. solution: replays a solution. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/board_text.h"
#include "cli/console.h"
#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"
#include "pdbverify/proof_search.h"
#include "tables/table_text.h"
#include "tilepdb_text.h"

#define NO_LENGTH (-1)
#define INDENT    14

#define CANDIDATE_TEXT 512

struct problem {
    tilepdb_item item;
    tilepdb_board goal;
    int length; /* claimed, or NO_LENGTH */
};

/* Reads BOARD or BOARD LENGTH; a board may take several operands. A number after a complete
 * board is the length, even if all numbers together are another board. */
static int read_operands(const struct task *task, struct problem *problem) {
    tilepdb_item *item = &problem->item;
    const size_t before = task->count - 1;
    const char *last = task->operands[before];
    const bool ends_in_length = before > 0 && *last != '\0' && strlen(last) <= 3 &&
                                last[strspn(last, "0123456789")] == '\0';
    problem->length = NO_LENGTH;
    if (ends_in_length && read_board(task, before, true, item) == CLI_SUCCESS) {
        problem->length = atoi(last);
        return CLI_SUCCESS;
    }
    /* With two operands, errors are about the first operand; otherwise about all. */
    if (before != 1 && (*last != '\0' || before == 0))
        return read_board(task, task->count, false, item);
    if (*last != '\0' && read_board(task, task->count, true, item) == CLI_SUCCESS)
        return CLI_SUCCESS;
    if (read_board(task, before, false, item) == CLI_SUCCESS)
        cli_complain("invalid length '%.20s'", last);
    return CLI_USAGE;
}

static const char *word_of(const json_t *object, const char *field) {
    return json_string_value(json_object_get(object, field));
}

static void candidate_text(const json_t *object, char *text, size_t size) {
    const char *partition = word_of(object, "partition"), *direction = word_of(object, "direction");
    const bool forward = strcmp(direction, cli_direction_keyword(TILEPDB_DIRECTION_FORWARD)) == 0;
    snprintf(text, size, "%s%s%s", partition, forward ? "" : " ", forward ? "" : direction);
}

static void print_tables(FILE *stream, const json_t *tables) {
    char before[CANDIDATE_TEXT] = "", text[CANDIDATE_TEXT];
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        candidate_text(table, text, sizeof text);
        const char *colouring = proof_colouring(table);
        if (strcmp(text, before) != 0)
            cli_print_line(stream, INDENT, "  %-10s  %s", colouring ? "colouring" : "partition",
                           text);
        memcpy(before, text, sizeof before);
        cli_print_line(stream, INDENT, "  table       %s%s, %s %s, content hash %s",
                       colouring ? "" : "tiles ", colouring ? colouring : TILES(proof_tiles(table)),
                       word_of(table, "blank"), word_of(table, "encoding"),
                       word_of(table, "content_hash"));
    }
}

static void print_proof(FILE *stream, const json_t *proof) {
    const json_t *tables = json_object_get(proof, "tables");
    char before[CANDIDATE_TEXT], text[CANDIDATE_TEXT];
    candidate_text(json_array_get(tables, 0), before, sizeof before);
    print_tables(stream, tables);
    size_t i;
    json_t *bound;
    json_array_foreach(json_object_get(proof, "bounds"), i, bound) {
        candidate_text(bound, text, sizeof text);
        const bool other = strcmp(text, before) != 0;
        const json_int_t resumed = json_integer_value(json_object_get(bound, "resumed"));
        const json_int_t backward = json_integer_value(json_object_get(bound, "backward"));
        fprintf(stream, "  bound %4d  %15s nodes%s%s, no solution%s%s%s%s\n",
                (int)json_integer_value(json_object_get(bound, "bound")),
                GROUPED((uint64_t)json_integer_value(json_object_get(bound, "generated"))),
                proof_is_bidirectional(bound) ? ", from the goal " : "",
                proof_is_bidirectional(bound) ? GROUPED((uint64_t)backward) : "",
                other ? ", with " : "", other ? text : "",
                resumed > 0 ? ", from the checkpoint " : "",
                resumed > 0 ? GROUPED((uint64_t)resumed) : "");
        memcpy(before, text, sizeof before);
    }
}

static void print_certificate(const struct task *task, const json_t *certificate,
                              const tilepdb_board *board, const tilepdb_board *goal, bool proven) {
    FILE *stream = task->output->stream;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(board, true, text);
    cli_print_line(stream, INDENT, "  board       %s", text);
    tilepdb_board_format(goal, true, text);
    cli_print_line(stream, INDENT, "  goal        %s", text);
    fprintf(stream, "  solution    %s\n", json_string_value(json_object_get(certificate, "moves")));
    size_t i;
    json_t *proof;
    json_array_foreach(json_object_get(certificate, "proofs"), i, proof) {
        print_proof(stream, proof);
    }
    fprintf(stream, "  entries     %s\n",
            proven ? "of all tables proven" : "taken as true; --full proves them as well");
}

static json_t *certificate_of(const tilepdb_board *board, const tilepdb_board *goal,
                              const tilepdb_result *result, tilepdb_metric metric) {
    json_t *certificate = cli_allocated(
        json_pack("{ss si si si so so si ss s[]}", "format", CERTIFICATE_FORMAT, "version",
                  CERTIFICATE_VERSION, "width", (int)board->width, "height", (int)board->height,
                  "board", cli_json_board(board), "goal", cli_json_board(goal), "length",
                  result->length, "moves", result->moves, "proofs"));
    add_metric(certificate, metric);
    return certificate;
}

static json_int_t resumed_in(const json_t *certificate) {
    json_int_t sum = 0;
    size_t i, j;
    json_t *proof, *bound;
    json_array_foreach(json_object_get(certificate, "proofs"), i, proof) {
        json_array_foreach(json_object_get(proof, "bounds"), j, bound) {
            sum += json_integer_value(json_object_get(bound, "resumed"));
        }
    }
    return sum;
}

static const char *sets_word(const struct task *task) {
    return cli_table_filter_metric(&task->options->filter) == TILEPDB_METRIC_SINGLE ? "partition"
                                                                                    : "colouring";
}

static int no_second(const struct task *task) {
    cli_complain("--cross: no %s is left to propose that shares no table with the first; name "
                 "fewer with -p",
                 sets_word(task));
    return CLI_USAGE;
}

/* In the metric multi, a second colouring must exist before the first search. */
static int check_cross(struct proof_search *search, tilepdb_error *error) {
    if (!search->task->options->cross || search->history.metric == TILEPDB_METRIC_SINGLE)
        return CLI_SUCCESS;
    const int code = proof_search_admit(search, error);
    if (code != CLI_SUCCESS) return code;
    char *name = proof_second(search->tables[0], &search->goal);
    const bool found = name;
    free(name);
    return found ? CLI_SUCCESS : no_second(search->task);
}

/* Proves the lower bound again with other tables, and adds the proof. Clears `*proven` unless all
 * their entries are proven. */
static int cross(const struct task *task, const struct problem *problem, int length,
                 json_t *certificate, bool *proven, tilepdb_error *error) {
    json_t *proofs = json_object_get(certificate, "proofs");
    char *name = proof_second(json_object_get(json_array_get(proofs, 0), "tables"), &problem->goal);
    if (!name) return no_second(task);
    struct proof_search second;
    static tilepdb_result result;
    result = (tilepdb_result){0};
    int code = proof_search_open(&second, task, name, &problem->item.board, &problem->goal);
    if (code == CLI_SUCCESS) code = proof_search_exhaust(&second, length, &result, error);
    if (code == CLI_SUCCESS)
        json_array_append_new(proofs, proof_search_json(&second, &result, length));
    *proven = *proven && second.proven;
    proof_search_close(&second);
    free(name);
    return code;
}

static int prove(const struct proof_search *search, const struct problem *problem,
                 const tilepdb_result *result, json_t *certificate, bool *proven,
                 tilepdb_error *error) {
    size_t failed;
    char reason[REASON_TEXT];
    json_array_append_new(json_object_get(certificate, "proofs"),
                          proof_search_json(search, result, result->length));
    if (!replay(&problem->item.board, &problem->goal, result->moves, &failed, reason)) {
        error->status = TILEPDB_ERROR_INTERNAL;
        snprintf(error->message, sizeof error->message, "the solver's solution is invalid: %.400s",
                 reason);
        return CLI_FAILURE;
    }
    if (problem->length != NO_LENGTH && problem->length != result->length) {
        error->status = TILEPDB_REFUTED;
        char words[MOVES_WORDS];
        snprintf(error->message, sizeof error->message, "the board needs %s, not %d",
                 moves_words(result->length, search->history.metric, words), problem->length);
        return CLI_NO;
    }
    return search->task->options->cross
               ? cross(search->task, problem, result->length, certificate, proven, error)
               : CLI_SUCCESS;
}

static int write_certificate(struct cli_output *file, const json_t *certificate) {
    if (!file->stream) return CLI_SUCCESS;
    json_dumpf(certificate, file->stream, JSON_INDENT(1));
    fputc('\n', file->stream);
    return cli_output_end(file, CLI_SUCCESS);
}

static const char *conditions(bool proven, bool resumed) {
    if (!proven && resumed) return ", if the tables (--full) and the checkpoint are true";
    if (!proven) return ", if the tables are true (--full)";
    return resumed ? ", if the checkpoint is true" : "";
}

static int report_proven(const struct proof_search *search, json_t *object, int length, bool proven,
                         int written) {
    const bool two = json_array_size(json_object_get(object, "proofs")) > 1;
    char words[MOVES_WORDS];
    return verdict(
        search->task, object, written, "%s%s, and no solution is shorter%s%s%s%s",
        written == CLI_SUCCESS ? "" : "the certificate cannot be written, but the proof holds: ",
        moves_words(length, search->history.metric, words), two ? ", with two " : "",
        two ? sets_word(search->task) : "", two ? "s that share no table" : "",
        conditions(proven, resumed_in(object) > 0));
}

static int conclude(const struct proof_search *search, const struct problem *problem,
                    const tilepdb_result *result, struct cli_output *file) {
    const struct task *task = search->task;
    char words[MOVES_WORDS];
    json_t *certificate =
        certificate_of(&problem->item.board, &problem->goal, result, search->history.metric);
    json_t *object = object_for("optimal");
    tilepdb_error error = {0};
    bool proven = search->proven;
    const int code = prove(search, problem, result, certificate, &proven, &error);
    if (search->history.resumes)
        json_object_set_new(certificate, "resumed", json_integer(resumed_in(certificate)));
    const int written = code == CLI_SUCCESS ? write_certificate(file, certificate) : code;
    if (code == CLI_SUCCESS && !task->options->json)
        print_certificate(task, certificate, &problem->item.board, &problem->goal, proven);
    json_object_set_new(object, "tables_proven", json_boolean(proven));
    json_object_update(object, certificate);
    json_decref(certificate);
    if (code == CLI_SUCCESS) return report_proven(search, object, result->length, proven, written);
    if (code == cli_exit_code(TILEPDB_CANCELLED)) /* also while tables are generated */
        return verdict(task, object, code,
                       "%s, and no solution is shorter%s; the second proof was interrupted",
                       moves_words(result->length, search->history.metric, words),
                       conditions(search->proven, resumed_in(object) > 0));
    return without_tables(task, object, code, &error);
}

static int report_interrupted(const struct proof_search *search, int lower_bound) {
    json_t *object = object_for("optimal");
    char words[MOVES_WORDS];
    json_object_set_new(object, "lower_bound", json_integer(lower_bound));
    add_metric(object, search->history.metric);
    return verdict(search->task, object, cli_exit_code(TILEPDB_CANCELLED),
                   "the board needs at least %s, interrupted",
                   moves_words(lower_bound, search->history.metric, words));
}

static int answer(const struct task *task, const struct problem *problem, struct cli_output *file) {
    struct proof_search search;
    static tilepdb_result result;
    tilepdb_error error = {.status = TILEPDB_OK};
    result = (tilepdb_result){.lower_bound = -1};
    int code = proof_search_open(&search, task, NULL, &problem->item.board, &problem->goal);
    if (code == CLI_SUCCESS) code = check_cross(&search, &error);
    if (code == CLI_SUCCESS) code = proof_search_run(&search, &result, &error);
    if (code == CLI_SUCCESS)
        code = conclude(&search, problem, &result, file);
    else if (error.status == TILEPDB_CANCELLED && result.lower_bound >= 0)
        code = report_interrupted(&search, result.lower_bound);
    else
        code = without_tables(task, object_for("optimal"), code, &error);
    proof_search_close(&search);
    return code;
}

int command_optimal(const struct task *task) {
    struct problem problem;
    const char *path = task->options->certificate;
    int code = read_operands(task, &problem);
    if (code == CLI_SUCCESS) code = read_goal(task, &problem.item, &problem.goal);
    if (code == CLI_SUCCESS && tilepdb_goal_is_open(&problem.goal)) {
        cli_complain(
            "--goal: a proof needs a goal that names every tile once; 'pdbverify solution' "
            "replays solutions to other goals, and 'pdbsolve --judge' compares them with "
            "the optimum");
        code = CLI_USAGE;
    }
    if (code != CLI_SUCCESS) return code;
    tilepdb_error error;
    if (tilepdb_board_solvable(&problem.item.board, &problem.goal, &error))
        return verdict_of(task, object_for("optimal"), NULL, &error);
    struct cli_output file = {0};
    if (path) code = cli_document_open(&file, path);
    if (code == CLI_FAILURE)
        return verdict(task, object_for("optimal"), code, "the certificate cannot be written to %s",
                       path);
    if (code != CLI_SUCCESS) return code;
    code = answer(task, &problem, &file);
    cli_output_end(&file, CLI_NO); /* without a certificate, the old file stays */
    return code;
}

/* ---- solution -------------------------------------------------------------------------------- */

int command_solution(const struct task *task) {
    tilepdb_item item;
    tilepdb_board goal;
    const char *text = task->operands[task->count - 1];
    int code = read_board(task, task->count - 1, false, &item);
    if (code == CLI_SUCCESS) code = read_goal(task, &item, &goal);
    if (code != CLI_SUCCESS) return code;
    char *letters;
    char reason[REASON_TEXT] = "";
    size_t failed = 0;
    tilepdb_error error;
    tilepdb_board position = item.board;
    const tilepdb_status status =
        cli_moves_read(text, strlen(text), cli_moves_notation(task->options->moves, item.letters),
                       &goal, &position, &letters, &error);
    if (!letters) {
        error.status = TILEPDB_ERROR_PARSE; /* an answer without a solution counts as unreadable */
        return cli_fail(NULL, &error);
    }
    if (status) {
        failed = strlen(letters) + 1;
        snprintf(reason, sizeof reason, "%s", error.message);
    }
    const bool holds = !status && replay(&item.board, &goal, letters, &failed, reason);
    const tilepdb_metric metric = cli_table_filter_metric(&task->options->filter);
    const int length = (int)tilepdb_moves_length(letters, metric);
    char words[MOVES_WORDS];
    json_t *object = object_for("solution");
    json_object_update_new(object,
                           json_pack("{so so so so}", "board", cli_json_board(&item.board), "goal",
                                     cli_json_board(&goal), "length",
                                     holds ? json_integer(length) : json_null(), "failed_move",
                                     failed != 0 ? json_integer((json_int_t)failed) : json_null()));
    add_metric(object, metric);
    code = holds ? verdict(task, object, CLI_SUCCESS, "%s lead%s from the board to the goal",
                           moves_words(length, metric, words), length == 1 ? "s" : "")
                 : verdict(task, object, CLI_NO, "%s", reason);
    free(letters);
    return code;
}
