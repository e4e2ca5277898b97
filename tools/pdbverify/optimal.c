/* pdbverify optimal: a solution, and every shorter bound exhausted. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/units.h"
#include "pdbverify/pdbverify.h"

#define NO_LENGTH (-1)

/* BOARD, or BOARD LENGTH; a board may come as several operands. */
static int read_operands(const struct task *task, tilepdb_board *board, tilepdb_board *goal,
                         int *length) {
    *length = NO_LENGTH;
    const char *last = task->operands[task->count - 1];
    int code = CLI_USAGE;
    if (*last != '\0' || task->count == 1)
        code = read_board(task, task->count, task->count > 1, board, goal);
    if (code == CLI_SUCCESS || task->count == 1) return code;
    code = read_board(task, task->count - 1, false, board, goal);
    if (code != CLI_SUCCESS) return code;
    if (*last == '\0' || last[strspn(last, "0123456789")] != '\0' || strlen(last) > 3) {
        cli_complain("'%.20s' is no length", last);
        return CLI_USAGE;
    }
    *length = atoi(last);
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
        char text[CLI_TILES_TEXT];
        fprintf(stream, "  table       tiles %s, %s %s, content hash %s\n", cli_tiles(tiles, text),
                json_string_value(json_object_get(table, "blank")),
                json_string_value(json_object_get(table, "encoding")),
                json_string_value(json_object_get(table, "content_hash")));
    }
}

static void print_proof(FILE *stream, const json_t *proof) {
    print_tables(stream, json_object_get(proof, "tables"));
    size_t i;
    json_t *bound;
    json_array_foreach(json_object_get(proof, "bounds"), i, bound) {
        char number[CLI_NUMBER_TEXT];
        fprintf(
            stream, "  bound %4d  %15s nodes, no solution\n",
            (int)json_integer_value(json_object_get(bound, "bound")),
            cli_number((uint64_t)json_integer_value(json_object_get(bound, "generated")), number));
    }
}

static void print_certificate(const struct task *task, const json_t *certificate,
                              const tilepdb_board *board, const tilepdb_board *goal) {
    FILE *stream = task->output->stream;
    char text[TILEPDB_BOARD_TEXT];
    tilepdb_board_format(board, true, text);
    fprintf(stream, "  board       %s\n", text);
    tilepdb_board_format(goal, true, text);
    fprintf(stream, "  goal        %s\n", text);
    fprintf(stream, "  solution    %s\n", json_string_value(json_object_get(certificate, "moves")));
    size_t i;
    json_t *proof;
    json_array_foreach(json_object_get(certificate, "proofs"), i, proof) {
        print_proof(stream, proof);
    }
    fprintf(stream, "  entries     %s\n",
            task->options->full ? "of all tables proven"
                                : "taken as true; --full proves them, too");
}

static void add_proof(json_t *certificate, const struct lab *lab, const tilepdb_result *result,
                      int length) {
    json_t *proof = json_object();
    json_object_set(proof, "tables", lab->tables);
    json_object_set_new(proof, "root_h", json_integer(result->root_h));
    json_object_set_new(proof, "bounds", bounds_json(result, length));
    json_array_append_new(json_object_get(certificate, "proofs"), proof);
}

static json_t *certificate_of(const tilepdb_board *board, const tilepdb_board *goal,
                              const tilepdb_result *result) {
    json_t *certificate = cli_allocated(json_object());
    json_object_set_new(certificate, "format", json_string("tilepdb-certificate"));
    json_object_set_new(certificate, "version", json_integer(1));
    json_object_set_new(certificate, "width", json_integer(board->width));
    json_object_set_new(certificate, "height", json_integer(board->height));
    json_object_set_new(certificate, "board", board_json(board));
    json_object_set_new(certificate, "goal", board_json(goal));
    json_object_set_new(certificate, "length", json_integer(result->length));
    json_object_set_new(certificate, "moves", json_string(result->moves));
    json_object_set_new(certificate, "proofs", json_array());
    return certificate;
}

/* The lower bound once more, with tables of their own. Adds its proof. CLI_NO with REFUTED and the
 * sentence in `error`: the tables contradict each other. */
static int cross(const struct task *task, const struct lab *lab, const tilepdb_board *board,
                 const tilepdb_board *goal, int length, json_t *certificate, tilepdb_error *error) {
    char *name = second_partition(lab, goal);
    if (name == NULL) {
        cli_complain("there is no second partition for boards of this size");
        return CLI_USAGE;
    }
    struct database_wish wish = wish_of(task->options);
    wish.partition = name;
    struct lab second;
    int code = lab_open(&second, task, &wish, goal);
    tilepdb_result result;
    cli_progress_title(task->progress, "lower bound by %s", name);
    if (code == CLI_SUCCESS) {
        const tilepdb_status status = lab_exhaust(&second, task, board, length, &result, error);
        if (status == TILEPDB_OK)
            add_proof(certificate, &second, &result, length);
        else
            code = status == TILEPDB_REFUTED ? CLI_NO : cli_fail(NULL, error);
    }
    lab_close(&second);
    free(name);
    return code;
}

static int write_certificate(const char *path, const json_t *certificate) {
    struct cli_output file;
    int code = cli_output_open(&file, path);
    if (code != CLI_SUCCESS) return code;
    json_dumpf(certificate, file.stream, JSON_INDENT(1));
    fputc('\n', file.stream);
    return cli_output_end(&file, true);
}

static int conclude(const struct task *task, const struct lab *lab, const tilepdb_board *board,
                    const tilepdb_board *goal, int wanted, const tilepdb_result *result) {
    json_t *certificate = certificate_of(board, goal, result);
    add_proof(certificate, lab, result, result->length);
    json_t *object = object_for("optimal");
    json_object_set_new(object, "tables_proven", json_boolean(task->options->full));
    size_t failed;
    char reason[REASON_TEXT];
    tilepdb_error error = {0};
    int code = CLI_SUCCESS;
    if (!replay(board, goal, result->moves, &failed, reason)) {
        code = CLI_FAILURE;
        cli_complain("the solver's solution is none: %s", reason);
    } else if (wanted != NO_LENGTH && wanted != result->length) {
        code = CLI_NO;
        error.status = TILEPDB_REFUTED;
        snprintf(error.message, sizeof error.message, "the board needs %d moves, not %d",
                 result->length, wanted);
    } else if (task->options->cross) {
        code = cross(task, lab, board, goal, result->length, certificate, &error);
    }
    if (code == CLI_SUCCESS && task->options->certificate != NULL)
        code = write_certificate(task->options->certificate, certificate);
    if (code == CLI_SUCCESS && !task->options->json)
        print_certificate(task, certificate, board, goal);
    json_object_update(object, certificate);
    const size_t proofs = json_array_size(json_object_get(certificate, "proofs"));
    json_decref(certificate);
    if (code == CLI_SUCCESS)
        return verdict(task, object, code, "%d moves, and no solution is shorter%s", result->length,
                       proofs > 1 ? ", by two partitions that share no table" : "");
    if (error.status == TILEPDB_REFUTED) return verdict(task, object, code, "%s", error.message);
    return without_tables(task, object, code);
}

int command_optimal(const struct task *task) {
    tilepdb_board board, goal;
    int wanted;
    int code = read_operands(task, &board, &goal, &wanted);
    if (code != CLI_SUCCESS) return code;
    tilepdb_error error;
    if (tilepdb_board_solvable(&board, &goal, &error) != TILEPDB_OK)
        return verdict_of(task, object_for("optimal"), NULL, &error);
    const struct database_wish wish = wish_of(task->options);
    struct lab lab;
    code = lab_open(&lab, task, &wish, &goal);
    tilepdb_result result;
    cli_progress_title(task->progress, "optimum");
    if (code != CLI_SUCCESS)
        code = without_tables(task, object_for("optimal"), code);
    else if (lab_solve(&lab, task, &board, &result, &error) == TILEPDB_OK)
        code = conclude(task, &lab, &board, &goal, wanted, &result);
    else
        code = cli_fail(NULL, &error);
    lab_close(&lab);
    return code;
}
