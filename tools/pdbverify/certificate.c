/* pdbverify certificate: what another run claimed to have proven, again from scratch. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/tables.h"
#include "pdbverify/pdbverify.h"
#include "util/number.h"
#include "util/tiles.h"

/* A certificate, read and of the right form. */
struct claim {
    json_t *root;
    tilepdb_board board, goal;
    int length;
    const char *moves;
    const json_t *proofs;
};

/* The reason for a refusal. */
struct refusal {
    int code;
    char reason[2 * REASON_TEXT];
};

static int refuse(struct refusal *refusal, int code, const char *format, ...) CLI_PRINTF(3, 4);

static int refuse(struct refusal *refusal, int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refusal->reason, sizeof refusal->reason, format, arguments);
    va_end(arguments);
    return refusal->code = code;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A list of numbers as a board. An empty sentence: it is one. */
static bool board_of(const json_t *list, int width, int height, tilepdb_board *board,
                     tilepdb_error *error) {
    char text[TILEPDB_TABLE_MAX_CELLS * 12 + 1] = "";
    size_t used = 0, i;
    json_t *cell;
    error->message[0] = '\0';
    json_array_foreach(list, i, cell) {
        const json_int_t number = json_integer_value(cell);
        if (i >= TILEPDB_TABLE_MAX_CELLS || !json_is_integer(cell) || number < 0 || number > 99) {
            snprintf(error->message, sizeof error->message, "it has an invalid tile");
            return false;
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "%d ", (int)number);
    }
    return tilepdb_board_parse(text, used, width, height, board, error) == TILEPDB_OK;
}

static int claim_read(struct claim *claim, const char *path, struct refusal *refusal) {
    json_error_t fault;
    char reason[REASON_TEXT];
    claim->root = json_of_file(path, reason);
    if (!claim->root && cli_signal() != 0) return refusal->code = cli_exit_code(TILEPDB_CANCELLED);
    if (!claim->root) return refuse(refusal, CLI_FAILURE, "%s", reason);
    const char *format = NULL;
    json_t *board = NULL, *goal = NULL, *proofs = NULL;
    json_int_t version = 0, width = 0, height = 0, length = 0;
    if (json_unpack_ex(claim->root, &fault, 0, "{ss sI sI sI so so sI ss so}", "format", &format,
                       "version", &version, "width", &width, "height", &height, "board", &board,
                       "goal", &goal, "length", &length, "moves", &claim->moves, "proofs",
                       &proofs) != 0)
        return refuse(refusal, CLI_FAILURE, "it is not a certificate: %s", fault.text);
    if (strcmp(format, "tilepdb-certificate") != 0 || version != 1)
        return refuse(refusal, CLI_FAILURE, "it is not a certificate of version 1");
    if (width <= 0 || height <= 0 || width > TILEPDB_TABLE_MAX_SIDE ||
        height > TILEPDB_TABLE_MAX_SIDE || length < 0 || length > TILEPDB_MAX_MOVES ||
        !json_is_array(proofs))
        return refuse(refusal, CLI_FAILURE,
                      "it is not a certificate: sizes, length or proofs are wrong");
    claim->proofs = proofs;
    claim->length = (int)length;
    tilepdb_error error;
    if (!board_of(board, (int)width, (int)height, &claim->board, &error))
        return refuse(refusal, CLI_NO, "its board is invalid: %s", error.message);
    if (!board_of(goal, (int)width, (int)height, &claim->goal, &error))
        return refuse(refusal, CLI_NO, "its goal is invalid: %s", error.message);
    return CLI_SUCCESS;
}

/* ---- the upper bound ------------------------------------------------------------------------- */

static int check_solution(const struct claim *claim, struct refusal *refusal) {
    char reason[REASON_TEXT];
    size_t failed;
    tilepdb_error error;
    if (tilepdb_board_solvable(&claim->board, &claim->goal, &error))
        return refuse(refusal, CLI_NO, "wrong board: %s", error.message);
    if (!replay(&claim->board, &claim->goal, claim->moves, &failed, reason))
        return refuse(refusal, CLI_NO, "its solution is invalid: %s", reason);
    if (strlen(claim->moves) != (size_t)claim->length)
        return refuse(refusal, CLI_NO, "its solution has %zu move%s, not %d", strlen(claim->moves),
                      plural(strlen(claim->moves)), claim->length);
    return CLI_SUCCESS;
}

/* ---- the lower bound ------------------------------------------------------------------------- */

/* The tables that a proof names, as --partition takes them: patterns by '/', and '+' where they
 * cover the board. The caller frees it. NULL: they are none. */
static char *partition_of(const json_t *tables, const tilepdb_board *goal) {
    const uint32_t all = (UINT32_C(1) << goal->width * goal->height) - 2;
    char *text = cli_text("%s", "");
    uint32_t covered = 0;
    size_t i, j;
    json_t *table, *tile;
    json_array_foreach(tables, i, table) {
        uint32_t tiles = 0;
        json_array_foreach(json_object_get(table, "tiles"), j, tile) {
            const json_int_t number = json_integer_value(tile);
            if (number > 0 && number < TILEPDB_TABLE_MAX_CELLS) tiles |= UINT32_C(1) << number;
        }
        char *longer = cli_text("%s%s%s", text,
                                covered != 0 ? "/"
                                : i > 0      ? "+"
                                             : "",
                                TILES(tiles));
        free(text);
        text = longer;
        const bool fits = tiles != 0 && (tiles & (covered | ~all)) == 0;
        covered = (covered | tiles) == all ? 0 : covered | tiles;
        if (!fits || (i + 1 == json_array_size(tables) && covered != 0)) {
            free(text);
            return NULL;
        }
    }
    return text;
}

static int word_of(const json_t *tables, const char *field, const char *const *words) {
    const char *word = json_string_value(json_object_get(json_array_get(tables, 0), field));
    const int index = word ? cli_word_index(word, words) : -1;
    return index >= 0 ? index : CLI_UNSET;
}

static int check_tables(const struct lab *lab, const json_t *tables, struct refusal *refusal) {
    size_t i;
    json_t *mine;
    if (json_array_size(lab->tables) != json_array_size(tables))
        return refuse(refusal, CLI_NO, "other table: it names %zu tables, but %zu are used here",
                      json_array_size(tables), json_array_size(lab->tables));
    json_array_foreach(lab->tables, i, mine) {
        const json_t *named = json_array_get(tables, i);
        const char *field;
        json_t *value;
        json_object_foreach(mine, field, value) {
            if (json_equal(value, json_object_get(named, field))) continue;
            return refuse(refusal, CLI_NO,
                          "other table: the %s of table %zu differs from that of the table here",
                          field, i + 1);
        }
    }
    return CLI_SUCCESS;
}

/* Bound by bound, what the certificate says and what the search did. */
static int check_bounds(const json_t *claimed, const json_t *done, struct refusal *refusal) {
    size_t i;
    json_t *mine;
    json_array_foreach(done, i, mine) {
        const json_t *theirs = json_array_get(claimed, i);
        const int bound = (int)json_integer_value(json_object_get(mine, "bound"));
        const json_t *named = json_object_get(theirs, "bound");
        if (!named || json_integer_value(named) != bound)
            return refuse(refusal, CLI_NO, "missing bound: it does not exhaust bound %d", bound);
        const char *field;
        json_t *value;
        json_object_foreach(mine, field, value) {
            const json_t *other = json_object_get(theirs, field);
            if (json_equal(value, other)) continue;
            return refuse(
                refusal, CLI_NO, "bound %d: it has %lld %s nodes, but the search has %lld", bound,
                (long long)json_integer_value(other), field, (long long)json_integer_value(value));
        }
    }
    if (json_array_size(claimed) != json_array_size(done))
        return refuse(refusal, CLI_NO, "it has bounds that the search does not have");
    return CLI_SUCCESS;
}

static int search_again(const struct task *task, const struct claim *claim, const struct lab *lab,
                        const json_t *proof, struct refusal *refusal) {
    tilepdb_result result;
    tilepdb_error error;
    const tilepdb_status status =
        lab_exhaust(lab, task, &claim->board, claim->length, &result, &error);
    const int code = cli_exit_code(status);
    if (code == CLI_NO || code == CLI_FAILURE) return refuse(refusal, code, "%s", error.message);
    if (status) return refusal->code = cli_fail(NULL, &error);
    const json_t *root_h = json_object_get(proof, "root_h");
    if (!json_is_integer(root_h) || json_integer_value(root_h) != result.root_h)
        return refuse(refusal, CLI_NO, "the estimate of the board is %d, not its root_h",
                      result.root_h);
    json_t *done = bounds_json(&result, claim->length);
    check_bounds(json_object_get(proof, "bounds"), done, refusal);
    json_decref(done);
    return refusal->code;
}

static int check_proof(const struct task *task, const struct claim *claim, const json_t *proof,
                       struct refusal *refusal) {
    const json_t *tables = json_object_get(proof, "tables");
    char *partition = json_array_size(tables) > 0 ? partition_of(tables, &claim->goal) : NULL;
    if (!json_is_array(tables) || !json_is_array(json_object_get(proof, "bounds")) ||
        (json_array_size(tables) > 0 && !partition)) {
        free(partition);
        return refuse(refusal, CLI_FAILURE,
                      "it is not a certificate: a proof has no tables or bounds");
    }
    struct database_wish wish = wish_of(task->options);
    wish.partition = partition;
    wish.blank = word_of(tables, "blank", cli_blank_words);
    wish.encoding = word_of(tables, "encoding", cli_encoding_words);
    wish.no_generate = true; /* a stranger's file creates no files here */
    struct lab lab;
    refusal->code = lab_open(&lab, task, &wish, &claim->goal);
    if (refusal->code == CLI_USAGE) /* the certificate's, not the user's */
        refuse(refusal, CLI_FAILURE, "it is not a certificate: its tables do not exist");
    if (refusal->code == CLI_SUCCESS) check_tables(&lab, tables, refusal);
    if (refusal->code == CLI_SUCCESS) search_again(task, claim, &lab, proof, refusal);
    lab_close(&lab);
    free(partition);
    return refusal->code;
}

static bool shares_table(const json_t *one, const json_t *other) {
    size_t i, j;
    json_t *a, *b;
    json_array_foreach(json_object_get(one, "tables"), i, a) {
        json_array_foreach(json_object_get(other, "tables"), j, b) {
            if (json_equal(json_object_get(a, "tiles"), json_object_get(b, "tiles"))) return true;
        }
    }
    return false;
}

/* Proofs count as several if they share no table. */
static int check_difference(const struct claim *claim, size_t number, struct refusal *refusal) {
    const json_t *proof = json_array_get(claim->proofs, number);
    for (size_t i = 0; i < number; i++) {
        const json_t *other = json_array_get(claim->proofs, i);
        const bool same = json_array_size(json_object_get(proof, "tables")) == 0 &&
                          json_array_size(json_object_get(other, "tables")) == 0;
        if (same || shares_table(proof, other))
            return refuse(refusal, CLI_NO, "proof %zu shares a table with proof %zu", number + 1,
                          i + 1);
    }
    return CLI_SUCCESS;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void check(const struct task *task, struct claim *claim, struct refusal *refusal) {
    if (claim_read(claim, task->operands[0], refusal) != CLI_SUCCESS ||
        check_solution(claim, refusal) != CLI_SUCCESS)
        return;
    if (json_array_size(claim->proofs) == 0) {
        refuse(refusal, CLI_NO, "it proves no lower bound");
        return;
    }
    size_t i;
    json_t *proof;
    json_array_foreach(claim->proofs, i, proof) {
        cli_progress_title(task->progress, "proof %zu of %zu", i + 1,
                           json_array_size(claim->proofs));
        if (check_proof(task, claim, proof, refusal) != CLI_SUCCESS ||
            check_difference(claim, i, refusal) != CLI_SUCCESS)
            return;
    }
}

int command_certificate(const struct task *task) {
    struct claim claim = {0};
    struct refusal refusal = {0};
    check(task, &claim, &refusal);
    json_t *object = object_for("certificate");
    json_object_update_new(object, json_pack("{so so sb}", "file", cli_json_text(task->operands[0]),
                                             "length",
                                             claim.moves ? json_integer(claim.length) : json_null(),
                                             "tables_proven", task->options->full));
    int code = refusal.code;
    if (code == CLI_SUCCESS)
        verdict(task, object, code, "%s: %d moves, and no solution is shorter%s; %zu lower bound%s",
                task->operands[0], claim.length,
                task->options->full ? "" : ", if the tables are true (--full)",
                json_array_size(claim.proofs), json_array_size(claim.proofs) > 1 ? "s" : "");
    else if (refusal.reason[0] != '\0')
        verdict(task, object, code, "%s: %s", task->operands[0], refusal.reason);
    else
        code = without_tables(task, object, code);
    json_decref(claim.root);
    return code;
}
