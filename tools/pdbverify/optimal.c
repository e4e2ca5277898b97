/* pdbverify optimal: a solution, and every shorter bound exhausted. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/boards.h"
#include "cli/console.h"
#include "cli/screen.h"
#include "pdbverify/pdbverify.h"
#include "util/number.h"
#include "util/tiles.h"

#define NO_LENGTH (-1)
#define INDENT    14 /* of a line that a terminal breaks: below its value */

/* What is to be proven. */
struct question {
    tilepdb_board board, goal;
    int length; /* that is claimed, or NO_LENGTH */
};

/* BOARD, or BOARD LENGTH; a board may come as several operands. */
static int read_operands(const struct task *task, struct question *question) {
    tilepdb_board *board = &question->board, *goal = &question->goal;
    question->length = NO_LENGTH;
    const char *last = task->operands[task->count - 1];
    int code = CLI_USAGE;
    if (*last != '\0' || task->count == 1)
        code = read_board(task, task->count, task->count > 1, board, goal);
    if (code == CLI_SUCCESS || task->count == 1) return code;
    code = read_board(task, task->count - 1, false, board, goal);
    if (code != CLI_SUCCESS) return code;
    if (*last == '\0' || last[strspn(last, "0123456789")] != '\0' || strlen(last) > 3) {
        cli_complain("invalid length '%.20s'", last);
        return CLI_USAGE;
    }
    question->length = atoi(last);
    return CLI_SUCCESS;
}

static void print_tables(FILE *stream, const json_t *tables) {
    size_t i;
    json_t *table;
    if (json_array_size(tables) == 0) fputs("  heuristic   Manhattan distance\n", stream);
    json_array_foreach(tables, i, table) {
        uint32_t tiles = 0;
        size_t j;
        json_t *tile;
        json_array_foreach(json_object_get(table, "tiles"), j, tile) {
            tiles |= UINT32_C(1) << json_integer_value(tile);
        }
        cli_print_line(stream, INDENT, "  table       tiles %s, %s %s, content hash %s",
                       TILES(tiles), json_string_value(json_object_get(table, "blank")),
                       json_string_value(json_object_get(table, "encoding")),
                       json_string_value(json_object_get(table, "content_hash")));
    }
}

static void print_proof(FILE *stream, const json_t *proof) {
    print_tables(stream, json_object_get(proof, "tables"));
    size_t i;
    json_t *bound;
    json_array_foreach(json_object_get(proof, "bounds"), i, bound) {
        fprintf(stream, "  bound %4d  %15s nodes, no solution\n",
                (int)json_integer_value(json_object_get(bound, "bound")),
                GROUPED((uint64_t)json_integer_value(json_object_get(bound, "generated"))));
    }
}

static void print_certificate(const struct task *task, const json_t *certificate,
                              const tilepdb_board *board, const tilepdb_board *goal) {
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
            task->options->full ? "of all tables proven"
                                : "taken as true; --full proves them as well");
}

static void add_proof(json_t *certificate, const struct lab *lab, const tilepdb_result *result,
                      int length) {
    json_array_append_new(json_object_get(certificate, "proofs"),
                          json_pack("{sO si so}", "tables", lab->tables, "root_h", result->root_h,
                                    "bounds", bounds_json(result, length)));
}

static json_t *certificate_of(const tilepdb_board *board, const tilepdb_board *goal,
                              const tilepdb_result *result) {
    return cli_allocated(json_pack(
        "{ss si si si so so si ss s[]}", "format", "tilepdb-certificate", "version", 1, "width",
        (int)board->width, "height", (int)board->height, "board", cli_json_board(board), "goal",
        cli_json_board(goal), "length", result->length, "moves", result->moves, "proofs"));
}

/* The lower bound once more, with tables of their own. Adds its proof. Else the exit code, with the
 * sentence in `error` unless it was reported; REFUTED: the tables contradict each other. */
static int cross(const struct task *task, const struct lab *lab, const struct question *question,
                 int length, json_t *certificate, tilepdb_error *error) {
    char *name = second_partition(lab, &question->goal);
    if (!name) {
        cli_complain("no second partition exists for boards of this size");
        return CLI_USAGE;
    }
    struct database_wish wish = wish_of(task->options);
    wish.partition = name;
    struct lab second;
    int code = lab_open(&second, task, &wish, &question->goal);
    tilepdb_result result;
    cli_progress_title(task->progress, "lower bound with %s", name);
    if (code == CLI_SUCCESS) {
        code = cli_exit_code(lab_exhaust(&second, task, &question->board, length, &result, error));
        if (code == CLI_SUCCESS) add_proof(certificate, &second, &result, length);
    }
    lab_close(&second);
    free(name);
    return code;
}

/* All that is to be proven of a solution, and the proofs. As cross. */
static int prove(const struct task *task, const struct lab *lab, const struct question *question,
                 const tilepdb_result *result, json_t *certificate, tilepdb_error *error) {
    size_t failed;
    char reason[REASON_TEXT];
    add_proof(certificate, lab, result, result->length);
    if (!replay(&question->board, &question->goal, result->moves, &failed, reason)) {
        error->status = TILEPDB_ERROR_INTERNAL;
        snprintf(error->message, sizeof error->message, "the solver's solution is invalid: %.400s",
                 reason);
        return CLI_FAILURE;
    }
    if (question->length != NO_LENGTH && question->length != result->length) {
        error->status = TILEPDB_REFUTED;
        snprintf(error->message, sizeof error->message, "the board needs %d move%s, not %d",
                 result->length, plural((uint64_t)result->length), question->length);
        return CLI_NO;
    }
    return task->options->cross ? cross(task, lab, question, result->length, certificate, error)
                                : CLI_SUCCESS;
}

static int write_certificate(struct cli_output *file, const json_t *certificate) {
    if (!file->stream) return CLI_SUCCESS; /* not asked for */
    json_dumpf(certificate, file->stream, JSON_INDENT(1));
    fputc('\n', file->stream);
    return cli_output_end(file, CLI_SUCCESS);
}

static int conclude(const struct task *task, const struct lab *lab, const struct question *question,
                    const tilepdb_result *result, struct cli_output *file) {
    json_t *certificate = certificate_of(&question->board, &question->goal, result);
    json_t *object = object_for("optimal");
    json_object_set_new(object, "tables_proven", json_boolean(task->options->full));
    tilepdb_error error = {0};
    const int code = prove(task, lab, question, result, certificate, &error);
    const int written = code == CLI_SUCCESS ? write_certificate(file, certificate) : code;
    if (code == CLI_SUCCESS && !task->options->json)
        print_certificate(task, certificate, &question->board, &question->goal);
    json_object_update(object, certificate);
    const size_t proofs = json_array_size(json_object_get(certificate, "proofs"));
    json_decref(certificate);
    if (code != CLI_SUCCESS)
        return error.status ? verdict_of(task, object, NULL, &error)
                            : without_tables(task, object, code);
    return verdict(
        task, object, written, "%s%d move%s, and no solution is shorter%s",
        written == CLI_SUCCESS ? "" : "the certificate cannot be written, but the proof holds: ",
        result->length, plural((uint64_t)result->length),
        proofs > 1 ? ", with two partitions that share no table" : "");
}

/* With the file of the certificate open, if one is asked for. */
static int answer(const struct task *task, const struct question *question,
                  struct cli_output *file) {
    const struct database_wish wish = wish_of(task->options);
    struct lab lab;
    tilepdb_result result;
    tilepdb_error error;
    int code = lab_open(&lab, task, &wish, &question->goal);
    cli_progress_title(task->progress, "optimum");
    if (code != CLI_SUCCESS)
        code = without_tables(task, object_for("optimal"), code);
    else if (!lab_solve(&lab, task, &question->board, &result, &error))
        code = conclude(task, &lab, question, &result, file);
    else
        code = verdict_of(task, object_for("optimal"), NULL, &error);
    lab_close(&lab);
    return code;
}

int command_optimal(const struct task *task) {
    struct question question;
    const char *path = task->options->certificate;
    int code = read_operands(task, &question);
    if (code != CLI_SUCCESS) return code;
    tilepdb_error error;
    if (tilepdb_board_solvable(&question.board, &question.goal, &error))
        return verdict_of(task, object_for("optimal"), NULL, &error);
    struct cli_output file = {0};
    if (path) code = cli_document_open(&file, path);
    if (code == CLI_FAILURE)
        return verdict(task, object_for("optimal"), code, "the certificate cannot be written to %s",
                       path);
    if (code != CLI_SUCCESS) return code;
    code = answer(task, &question, &file);
    cli_output_end(&file, CLI_NO); /* unless it was written, the file is unchanged */
    return code;
}
