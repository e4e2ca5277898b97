/*
 * Proves the claims of a certificate, JSON that claims a proof (docs/output.md), from scratch.
 * Unknown fields are ignored.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"
#include "tables/table_text.h"
#include "tilepdb_text.h"

/* Zeroed if the certificate is accepted. */
struct refusal {
    int code;
    char reason[2 * REASON_TEXT]; /* empty after an interrupt, or if it was printed */
};

struct certificate {
    json_t *root;
    tilepdb_metric metric;
    tilepdb_board board, goal;
    int length;
    const char *moves;
    const json_t *proofs;
};

struct certificate_proof {
    const json_t *bounds;
    size_t count;
    /* with the claimed searcher of each bound */
    struct proof_history history;
    /* [candidate] owned; NULL if it is bidirectional */
    json_t *tables[TILEPDB_MAX_SEARCHERS];
    /* [bidirectional candidate] earlier candidates with its forward and backward tables */
    size_t unidirectional[TILEPDB_MAX_SEARCHERS][2];
};

CLI_PRINTF(3, 4)
static int refuse(struct refusal *refusal, int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refusal->reason, sizeof refusal->reason, format, arguments);
    va_end(arguments);
    return refusal->code = code;
}

/* ---- the schema ------------------------------------------------------------------------------ */

enum type { INTEGER, INTEGERS, WORD, TEXT, TRUTH, OBJECTS };

struct field {
    const char *name;
    enum type type;
    bool optional;
    json_int_t low, high;
    const char *const *words;
    const struct field *fields; /* of OBJECTS; the last has no name */
};

#define RANGE(least, most) .low = least, .high = most
#define SIDES              RANGE(TILEPDB_MIN_SIDE, TILEPDB_TABLE_MAX_SIDE)
#define TILES_OR_CELLS     RANGE(0, TILEPDB_TABLE_MAX_CELLS - 1)
#define LENGTHS            RANGE(0, TILEPDB_MAX_MOVES)
#define COUNTS             RANGE(0, INT64_MAX)
#define VIEWS              RANGE(0, 31)

static const char *const formats[] = {CERTIFICATE_FORMAT, NULL};
static const char *const encodings[] = {"bit", "nibble", "mod3", NULL};
static const char *const directions[] = {"forward", "backward", NULL};
static const char *const all_directions[] = {"forward", "backward", "both", NULL};

static const struct field table_fields[] = {
    {"width", INTEGER, SIDES},
    {"height", INTEGER, SIDES},
    {"goal_blank", INTEGER, TILES_OR_CELLS},
    {"tiles", INTEGERS, RANGE(1, TILEPDB_TABLE_MAX_CELLS - 1)},
    {"blank", WORD, .words = cli_blank_keywords},
    {"encoding", WORD, .words = encodings},
    {"content_hash", .type = TEXT},
    {"metric", WORD, .optional = true, .words = cli_metric_keywords},
    {"colouring", TEXT, .optional = true},
    {"partition", .type = TEXT},
    {"direction", WORD, .words = directions},
    {0}};

static const struct field bound_fields[] = {
    {"bound", INTEGER, LENGTHS},
    {"generated", INTEGER, COUNTS},
    {"expanded", INTEGER, COUNTS},
    {"resumed", INTEGER, .optional = true, COUNTS},
    {"partition", .type = TEXT},
    {"direction", WORD, .words = all_directions},
    {"pair", INTEGERS, .optional = true, VIEWS},
    {"limit", INTEGER, .optional = true, RANGE(-2 * TILEPDB_MAX_MOVES, 2 * TILEPDB_MAX_MOVES)},
    {"level", INTEGER, .optional = true, RANGE(0, 2 * TILEPDB_MAX_MOVES)},
    {"backward", INTEGER, .optional = true, COUNTS},
    {0}};

static const struct field proof_fields[] = {{"tables", OBJECTS, .fields = table_fields},
                                            {"root_h", INTEGER, LENGTHS},
                                            {"bounds", OBJECTS, .fields = bound_fields},
                                            {"pair", INTEGERS, .optional = true, VIEWS},
                                            {0}};

static const struct field root_fields[] = {
    {"format", WORD, .words = formats},
    {"version", INTEGER, RANGE(CERTIFICATE_VERSION, CERTIFICATE_VERSION)},
    {"width", INTEGER, SIDES},
    {"height", INTEGER, SIDES},
    {"board", INTEGERS, TILES_OR_CELLS},
    {"goal", INTEGERS, TILES_OR_CELLS},
    {"length", INTEGER, LENGTHS},
    {"moves", .type = TEXT},
    {"metric", WORD, .optional = true, .words = cli_metric_keywords},
    {"proofs", OBJECTS, .fields = proof_fields},
    {"resumed", INTEGER, .optional = true, COUNTS},
    {"tables_proven", TRUTH, .optional = true},
    {0}};

struct check {
    char place[64]; /* such as "proofs[0].bounds[3]." */
    char *reason;   /* [REASON_TEXT] after "it is not a certificate: " */
};

static bool wrong(const struct check *check, const char *name, const char *what) {
    snprintf(check->reason, REASON_TEXT, "its field '%s%s' %s", check->place, name, what);
    return false;
}

static bool integer_fits(const struct field *field, const json_t *value) {
    const json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= field->low && number <= field->high;
}

static bool integers_fit(const struct field *field, const json_t *list) {
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value) {
        if (!integer_fits(field, value)) return false;
    }
    return json_is_array(list);
}

static bool fields_check(struct check *check, const struct field *fields, const json_t *object);

static bool objects_check(struct check *check, const struct field *field, const json_t *list) {
    const size_t used = strlen(check->place);
    size_t i;
    json_t *object;
    if (!json_is_array(list)) return wrong(check, field->name, "is not a list");
    json_array_foreach(list, i, object) {
        snprintf(check->place + used, sizeof check->place - used, "%s[%zu].", field->name, i);
        if (!fields_check(check, field->fields, object)) return false;
    }
    check->place[used] = '\0';
    return true;
}

static bool field_check(struct check *check, const struct field *field, const json_t *value) {
    const char *text = json_string_value(value);
    switch (field->type) {
    case INTEGER:
        return integer_fits(field, value) || wrong(check, field->name, "is not an allowed number");
    case INTEGERS:
        return integers_fit(field, value) ||
               wrong(check, field->name, "is not an allowed list of numbers");
    case WORD:
        return (text && cli_keyword_index(text, field->words) >= 0) ||
               wrong(check, field->name, "is not one of the allowed words");
    case TEXT:
        return text || wrong(check, field->name, "is not a text");
    case TRUTH:
        return json_is_boolean(value) || wrong(check, field->name, "is neither true nor false");
    case OBJECTS:
        break;
    }
    return objects_check(check, field, value);
}

static bool fields_check(struct check *check, const struct field *fields, const json_t *object) {
    for (const struct field *field = fields; field->name; field++) {
        const json_t *value = json_object_get(object, field->name);
        if (!value && !field->optional) return wrong(check, field->name, "is missing");
        if (value && !field_check(check, field, value)) return false;
    }
    return true;
}

static bool pair_check(const json_t *object, struct check *check) {
    const json_t *pair = json_object_get(object, "pair");
    return !pair || json_array_size(pair) == 2 ||
           wrong(check, "pair", "is not one of the two views");
}

/* A bound has all fields of bidirectional searches or none. */
static bool bound_check(const json_t *bound, struct check *check) {
    static const char *const fields[] = {"pair", "limit", "level", "backward"};
    const bool bidirectional =
        strcmp(json_string_value(json_object_get(bound, "direction")), "both") == 0;
    for (size_t i = 0; i < CLI_LENGTH(fields); i++)
        if (!json_object_get(bound, fields[i]) == bidirectional)
            return wrong(check, fields[i],
                         bidirectional ? "is missing" : "is for a search from both sides");
    if (bidirectional && json_integer_value(json_object_get(bound, "backward")) >
                             json_integer_value(json_object_get(bound, "generated")))
        return wrong(check, "backward", "exceeds the total");
    return pair_check(bound, check);
}

/* The field `resumed` is in the root, where it is the sum, and in all bounds, or nowhere. */
static bool proofs_check(const json_t *root, struct check *check) {
    const json_t *whole = json_object_get(root, "resumed");
    json_int_t left = json_integer_value(whole);
    size_t i, j;
    json_t *proof, *bound;
    json_array_foreach(json_object_get(root, "proofs"), i, proof) {
        snprintf(check->place, sizeof check->place, "proofs[%zu].", i);
        if (!pair_check(proof, check)) return false;
        json_array_foreach(json_object_get(proof, "bounds"), j, bound) {
            const json_t *part = json_object_get(bound, "resumed");
            const json_int_t nodes = json_integer_value(part);
            snprintf(check->place, sizeof check->place, "proofs[%zu].bounds[%zu].", i, j);
            if (!bound_check(bound, check)) return false;
            if (!whole != !part || nodes > left ||
                nodes > json_integer_value(json_object_get(bound, "generated")))
                return wrong(check, "resumed", "contradicts the others");
            left -= nodes;
        }
    }
    check->place[0] = '\0';
    return left == 0 || wrong(check, "resumed", "is not the sum over its bounds");
}

static int schema_check(const json_t *root, struct refusal *refusal) {
    char reason[REASON_TEXT];
    struct check check = {.reason = reason};
    const char *format = json_string_value(json_object_get(root, "format"));
    const json_t *version = json_object_get(root, "version");
    if (!format || strcmp(format, CERTIFICATE_FORMAT) != 0)
        return refuse(refusal, CLI_FAILURE, "it is not a certificate");
    if (json_is_integer(version) && json_integer_value(version) != CERTIFICATE_VERSION)
        return refuse(refusal, CLI_FAILURE,
                      "it is not a certificate of version %d but of version %lld: write it again "
                      "with 'pdbverify optimal --certificate'",
                      CERTIFICATE_VERSION, (long long)json_integer_value(version));
    if (fields_check(&check, root_fields, root) && proofs_check(root, &check)) return CLI_SUCCESS;
    return refuse(refusal, CLI_FAILURE, "it is not a certificate: %s", reason);
}

/* ---- the root -------------------------------------------------------------------------------- */

static bool board_of(const json_t *list, int width, int height, tilepdb_board *board,
                     tilepdb_error *error) {
    char text[TILEPDB_TABLE_MAX_CELLS * 12 + 1] = "";
    size_t used = 0, i;
    json_t *cell;
    json_array_foreach(list, i, cell) {
        if (i >= TILEPDB_TABLE_MAX_CELLS) {
            snprintf(error->message, sizeof error->message, "it has too many tiles");
            return false;
        }
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%d ", (int)json_integer_value(cell));
    }
    return tilepdb_board_parse(text, used, width, height, board, error) == TILEPDB_OK;
}

/* `path` may be "-". The caller releases `root` in any case. Like certificate_proof_read, returns
 * CLI_SUCCESS or the code of `refusal`. */
static int certificate_read(struct certificate *certificate, const char *path,
                            struct refusal *refusal) {
    char reason[REASON_TEXT];
    json_t *root = certificate->root = json_of_file(path, reason);
    if (!root && cli_signal() != 0) return refusal->code = cli_exit_code(TILEPDB_CANCELLED);
    if (!root) return refuse(refusal, CLI_FAILURE, "%s", reason);
    if (schema_check(root, refusal) != CLI_SUCCESS) return refusal->code;
    json_t *board, *goal;
    int width, height;
    json_unpack(root, "{si si so so si ss so}", "width", &width, "height", &height, "board", &board,
                "goal", &goal, "length", &certificate->length, "moves", &certificate->moves,
                "proofs", &certificate->proofs);
    const char *metric = json_string_value(json_object_get(root, "metric"));
    if (metric)
        certificate->metric = (tilepdb_metric)cli_keyword_index(metric, cli_metric_keywords);
    tilepdb_error error;
    if (!board_of(board, width, height, &certificate->board, &error))
        return refuse(refusal, CLI_NO, "its board is invalid: %s", error.message);
    if (!board_of(goal, width, height, &certificate->goal, &error))
        return refuse(refusal, CLI_NO, "its goal is invalid: %s", error.message);
    return CLI_SUCCESS;
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* Returns false if no partition has such a name. */
static bool name_of(const json_t *object, struct proof_candidate *candidate) {
    const char *partition = json_string_value(json_object_get(object, "partition"));
    const char *direction = json_string_value(json_object_get(object, "direction"));
    *candidate = (struct proof_candidate){.partition = partition};
    if (strcmp(direction, cli_direction_keyword(TILEPDB_DIRECTION_BACKWARD)) == 0)
        candidate->direction = TILEPDB_DIRECTION_BACKWARD;
    return *partition &&
           partition[strspn(partition, "0123456789abcdefghijklmnopqrstuvwxyz-,/+.:")] == '\0';
}

static size_t find(const struct certificate_proof *proof, const json_t *object) {
    size_t i = 0;
    while (i < proof->count && !proof_is_named(object, &proof->history.candidates[i])) i++;
    return i;
}

/* The tables of each candidate must be adjacent. */
static bool candidates_read(struct certificate_proof *proof, const json_t *tables) {
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        const size_t at = find(proof, table);
        if (at + 1 < proof->count || at == TILEPDB_MAX_SEARCHERS) return false;
        if (at == proof->count) {
            if (!name_of(table, &proof->history.candidates[at])) return false;
            proof->tables[proof->count++] = cli_allocated(json_array());
        }
        json_array_append(proof->tables[at], table);
    }
    return proof->count > 0;
}

static size_t find_direction(const struct certificate_proof *proof, const char *partition,
                             tilepdb_direction direction) {
    const struct proof_candidate *all = proof->history.candidates;
    size_t i = 0;
    while (i < proof->count &&
           (all[i].direction != direction || strcmp(all[i].partition, partition) != 0))
        i++;
    return i;
}

/* Returns the index of the bidirectional candidate, which is added at its first use; `count` if it
 * has no tables or another pair. */
static size_t find_bidirectional(struct certificate_proof *proof, const char *partition,
                                 const json_t *object) {
    const json_t *pair = json_object_get(object, "pair");
    const struct proof_candidate candidate = {
        .partition = partition,
        .direction = TILEPDB_DIRECTION_BOTH,
        .pair = {(unsigned)json_integer_value(json_array_get(pair, 0)),
                 (unsigned)json_integer_value(json_array_get(pair, 1))}};
    struct proof_candidate *all = proof->history.candidates;
    const size_t count = proof->count;
    const size_t at = find_direction(proof, partition, TILEPDB_DIRECTION_BOTH);
    if (at < count)
        return memcmp(all[at].pair, candidate.pair, sizeof candidate.pair) == 0 ? at : count;
    const size_t forward = find_direction(proof, partition, TILEPDB_DIRECTION_FORWARD);
    const size_t backward = find_direction(proof, partition, TILEPDB_DIRECTION_BACKWARD);
    if (forward == count || backward == count || count == TILEPDB_MAX_SEARCHERS) return count;
    proof->unidirectional[count][0] = forward;
    proof->unidirectional[count][1] = backward;
    all[count] = candidate;
    proof->count++;
    return count;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Returns the index of the claimed searcher of `bound`, or `count`. Without a bound, the estimate
 * of the first candidate is the proof. */
static size_t searcher_of(struct certificate_proof *proof, const json_t *object,
                          const json_t *bound) {
    if (!bound && !proof_is_bidirectional(object)) return 0;
    if (!bound) return find_bidirectional(proof, proof->history.candidates[0].partition, object);
    if (!proof_is_bidirectional(bound)) return find(proof, bound);
    return find_bidirectional(proof, json_string_value(json_object_get(bound, "partition")), bound);
}

static int bounds_read(struct certificate_proof *proof, const json_t *object,
                       struct refusal *refusal) {
    bool used[TILEPDB_MAX_SEARCHERS] = {false};
    const size_t count = json_array_size(proof->bounds);
    const json_t *pair = json_object_get(object, "pair");
    const json_t *first = json_object_get(json_array_get(proof->bounds, 0), "pair");
    if (count > 0 && (pair || first) && !json_equal(pair, first))
        return refuse(refusal, CLI_NO,
                      "its pair of tables differs from the pair of its first bound");
    for (size_t i = 0; i < count || i == 0; i++) {
        const json_t *bound = json_array_get(proof->bounds, i);
        const size_t searcher = searcher_of(proof, object, bound);
        if (searcher == proof->count)
            return refuse(refusal, CLI_NO,
                          "bound %d: the proof has no tables of its partition and direction",
                          (int)json_integer_value(json_object_get(bound, "bound")));
        used[searcher] = true;
        if (!proof->tables[searcher])
            for (int side = 0; side < 2; side++) used[proof->unidirectional[searcher][side]] = true;
        proof->history.searcher[i] = searcher;
    }
    for (size_t i = 0; i < proof->count; i++)
        if (!used[i])
            return refuse(refusal, CLI_NO, "it names tables of %s %s, which exhausted no bound",
                          proof->history.candidates[i].partition,
                          proof_direction(&proof->history.candidates[i]));
    return CLI_SUCCESS;
}

/* certificate_proof_free must follow, also after a failure. */
static int certificate_proof_read(struct certificate_proof *proof,
                                  const struct certificate *certificate, const json_t *object,
                                  struct refusal *refusal) {
    *proof = (struct certificate_proof){.bounds = json_object_get(object, "bounds")};
    proof->history.metric = certificate->metric;
    if (json_array_size(proof->bounds) >= PROOF_BOUNDS ||
        !candidates_read(proof, json_object_get(object, "tables")))
        return refuse(refusal, CLI_FAILURE,
                      "it is not a certificate: a proof has no tables or bounds");
    return bounds_read(proof, object, refusal);
}

static void certificate_proof_free(struct certificate_proof *proof) {
    for (size_t i = 0; i < proof->count; i++) json_decref(proof->tables[i]);
}

/* ---- the upper bound ------------------------------------------------------------------------- */

static int check_solution(const struct certificate *certificate, struct refusal *refusal) {
    char reason[REASON_TEXT];
    size_t failed;
    tilepdb_error error;
    if (tilepdb_board_solvable(&certificate->board, &certificate->goal, &error))
        return refuse(refusal, CLI_NO, "wrong board: %s", error.message);
    if (!replay(&certificate->board, &certificate->goal, certificate->moves, &failed, reason))
        return refuse(refusal, CLI_NO, "its solution is invalid: %s", reason);
    const int length = (int)tilepdb_moves_length(certificate->moves, certificate->metric);
    char words[MOVES_WORDS];
    if (length != certificate->length)
        return refuse(refusal, CLI_NO, "its solution has %s, not %d",
                      moves_words(length, certificate->metric, words), certificate->length);
    return CLI_SUCCESS;
}

/* ---- the lower bound ------------------------------------------------------------------------- */

static int word_of(const json_t *tables, const char *field, const char *const *words) {
    const char *word = json_string_value(json_object_get(json_array_get(tables, 0), field));
    const int index = word ? cli_keyword_index(word, words) : -1;
    return index >= 0 ? index : CLI_UNSET;
}

static int check_tables(const struct verified_solver *verified, const json_t *tables,
                        struct refusal *refusal) {
    size_t i;
    json_t *mine;
    if (json_array_size(verified->tables) != json_array_size(tables))
        return refuse(refusal, CLI_NO, "other table: it names %zu tables, but %zu are used here",
                      json_array_size(tables), json_array_size(verified->tables));
    json_array_foreach(verified->tables, i, mine) {
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

/* Only bidirectional bounds have the last three. */
static const struct {
    const char *field, *noun;
} compared[] = {{"generated", "generated nodes"},
                {"expanded", "expanded nodes"},
                {"backward", "nodes from the goal"},
                {"limit", "as its limit"},
                {"level", "as its level"}};

static int check_bounds(const json_t *claimed, const json_t *done, struct refusal *refusal) {
    size_t i;
    json_t *mine;
    json_array_foreach(done, i, mine) {
        const json_t *theirs = json_array_get(claimed, i);
        const int bound = (int)json_integer_value(json_object_get(mine, "bound"));
        const json_t *named = json_object_get(theirs, "bound");
        if (!named || json_integer_value(named) != bound)
            return refuse(refusal, CLI_NO, "missing bound: it does not exhaust bound %d", bound);
        for (size_t j = 0; j < CLI_LENGTH(compared); j++) {
            const json_t *value = json_object_get(mine, compared[j].field);
            const json_t *other = json_object_get(theirs, compared[j].field);
            if (!value || json_equal(value, other)) continue;
            return refuse(refusal, CLI_NO, "bound %d: it has %lld %s, but the search has %lld",
                          bound, (long long)json_integer_value(other), compared[j].noun,
                          (long long)json_integer_value(value));
        }
    }
    if (json_array_size(claimed) != json_array_size(done))
        return refuse(refusal, CLI_NO, "it has bounds that the search does not have");
    return CLI_SUCCESS;
}

struct rerun {
    const struct task *task;
    const struct certificate *certificate;
    const struct certificate_proof *proof;
    struct verified_solver solvers[TILEPDB_MAX_SEARCHERS];
    struct proof_history history;
    tilepdb_result result;
    int root_h; /* estimate of the first candidate */
};

static int limit_of(const struct rerun *rerun, size_t last) {
    const int most = proof_limit(rerun->certificate->length);
    if (last + 1 >= json_array_size(rerun->proof->bounds)) return most;
    const json_t *bound = json_array_get(rerun->proof->bounds, last);
    const json_int_t claimed = json_integer_value(json_object_get(bound, "bound"));
    return claimed < 1 ? 1 : claimed < most ? (int)claimed : most;
}

/* Searches bounds `first` to `last`, which one candidate is claimed to have searched. */
static tilepdb_status search_on(struct rerun *rerun, size_t first, size_t last,
                                tilepdb_error *error) {
    const struct certificate *certificate = rerun->certificate;
    const size_t searcher = rerun->proof->history.searcher[first];
    const bool backward =
        rerun->proof->history.candidates[searcher].direction == TILEPDB_DIRECTION_BACKWARD;
    const tilepdb_result earlier = rerun->result;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.threads = rerun->task->options->common.jobs;
    options.max_length = limit_of(rerun, last);
    options.earlier = first > 0 ? &earlier : NULL;
    options.progress = cli_progress_report;
    options.user = rerun->task->progress;
    tilepdb_status status = tilepdb_solve(rerun->solvers[searcher].solver,
                                          backward ? &certificate->goal : &certificate->board,
                                          &options, &rerun->result, error);
    if (first == 0) rerun->root_h = rerun->result.root_h;
    const size_t searched = first > 0 ? tilepdb_result_exhausted(&earlier) : 0;
    for (size_t i = searched; i < PROOF_BOUNDS; i++) rerun->history.searcher[i] = searcher;
    const bool done = last + 1 >= json_array_size(rerun->proof->bounds);
    if (done || status != TILEPDB_LIMIT)
        status = proof_conclude(status, certificate->length, certificate->metric, backward,
                                &rerun->result, error);
    return status;
}

/* Searches with one candidate after another, as claimed, but continues only from bounds that are
 * exhausted here. */
static tilepdb_status search_all(struct rerun *rerun, tilepdb_error *error) {
    const size_t count = json_array_size(rerun->proof->bounds);
    const size_t *searcher = rerun->proof->history.searcher;
    tilepdb_status status = TILEPDB_LIMIT;
    size_t first = 0;
    do {
        size_t last = first;
        while (last + 1 < count && searcher[last + 1] == searcher[first]) last++;
        status = search_on(rerun, first, last, error);
        first = last + 1;
    } while (status == TILEPDB_LIMIT && first < count);
    return status;
}

static int unanswered(struct refusal *refusal, const tilepdb_error *error) {
    if (error->status != TILEPDB_CANCELLED) return refusal->code = cli_fail(NULL, error);
    cli_complain("interrupted");
    return refusal->code = cli_exit_code(error->status);
}

static int search_again(struct rerun *rerun, const json_t *object, struct refusal *refusal) {
    tilepdb_error error;
    rerun->history.metric = rerun->certificate->metric;
    memcpy(rerun->history.candidates, rerun->proof->history.candidates,
           sizeof rerun->history.candidates);
    const tilepdb_status status = search_all(rerun, &error);
    const int code = cli_exit_code(status);
    if (code == CLI_NO || code == CLI_FAILURE) return refuse(refusal, code, "%s", error.message);
    if (status) return unanswered(refusal, &error);
    const json_t *root_h = json_object_get(object, "root_h");
    if (!json_is_integer(root_h) || json_integer_value(root_h) != rerun->root_h)
        return refuse(refusal, CLI_NO, "the estimate of the board is %d, not its root_h",
                      rerun->root_h);
    rerun->result.root_h = rerun->root_h;
    json_t *done = proof_bounds(&rerun->result, &rerun->history, rerun->certificate->length);
    check_bounds(rerun->proof->bounds, done, refusal);
    json_decref(done);
    return refusal->code;
}

/* Creates the bidirectional solver of candidate `i` with the claimed pair, limits and levels. */
static int create_bidirectional(struct rerun *rerun, size_t i, struct refusal *refusal) {
    const struct certificate_proof *proof = rerun->proof;
    const struct proof_candidate *candidate = &proof->history.candidates[i];
    const struct verified_solver *solvers = rerun->solvers;
    static tilepdb_iteration bounds[PROOF_BOUNDS];
    tilepdb_bidirectional_plan sides = {.pair = {candidate->pair[0], candidate->pair[1]},
                                        .bounds = bounds};
    tilepdb_error error;
    size_t k;
    json_t *bound;
    json_array_foreach(proof->bounds, k, bound) {
        if (proof->history.searcher[k] != i) continue;
        bounds[sides.bound_count++] =
            (tilepdb_iteration){.bound = (int)json_integer_value(json_object_get(bound, "bound")),
                                .limit = (int)json_integer_value(json_object_get(bound, "limit")),
                                .level = (int)json_integer_value(json_object_get(bound, "level"))};
    }
    rerun->solvers[i].proven = true; /* the two unidirectional solvers proved the tables */
    const tilepdb_status status = tilepdb_solver_create_from_plan(
        solvers[proof->unidirectional[i][0]].solver, solvers[proof->unidirectional[i][1]].solver,
        &sides, &rerun->solvers[i].solver, &error);
    if (status == TILEPDB_ERROR_ARGUMENT)
        return refuse(refusal, CLI_FAILURE, "it is not a certificate: %s", error.message);
    return status ? unanswered(refusal, &error) : CLI_SUCCESS;
}

/* The tables of candidate `i` must match the certificate. */
static int open_tables(struct rerun *rerun, size_t i, struct refusal *refusal) {
    const struct certificate *certificate = rerun->certificate;
    const struct proof_candidate *candidate = &rerun->proof->history.candidates[i];
    const bool backward = candidate->direction == TILEPDB_DIRECTION_BACKWARD;
    const json_t *tables = rerun->proof->tables[i];
    struct tables_wanted wanted = tables_wanted_of(rerun->task->options);
    if (candidate->direction == TILEPDB_DIRECTION_BOTH)
        return create_bidirectional(rerun, i, refusal);
    if (certificate->metric == TILEPDB_METRIC_MULTI && backward)
        return refuse(refusal, CLI_FAILURE,
                      "it is not a certificate: multi-tile moves are searched forward");
    wanted.metric = certificate->metric;
    wanted.partition = candidate->partition;
    wanted.blank = word_of(tables, "blank", cli_blank_keywords);
    wanted.encoding = word_of(tables, "encoding", cli_encoding_keywords);
    wanted.cell = proof_board_cell(json_array_get(tables, 0), &certificate->board) + 1;
    /* a foreign certificate must not create files */
    if (wanted.missing != TILEPDB_MISSING_KEEP) wanted.missing = TILEPDB_MISSING_REFUSE;
    tilepdb_error error;
    refusal->code =
        verified_solver_open(&rerun->solvers[i], rerun->task, &wanted,
                             backward ? &certificate->board : &certificate->goal, backward, &error);
    if (error.status && (refusal->code == CLI_NO || refusal->code == CLI_FAILURE))
        return refuse(refusal, refusal->code, "%s", error.message);
    if (error.status) return unanswered(refusal, &error);
    if (refusal->code == CLI_USAGE) /* the certificate is wrong, not the command line */
        refuse(refusal, CLI_FAILURE, "it is not a certificate: its tables do not exist");
    return refusal->code == CLI_SUCCESS ? check_tables(&rerun->solvers[i], tables, refusal)
                                        : refusal->code;
}

static int check_proof(const struct task *task, const struct certificate *certificate,
                       const json_t *object, const char *title, bool *proven,
                       struct refusal *refusal) {
    struct certificate_proof proof;
    static struct rerun rerun;
    certificate_proof_read(&proof, certificate, object, refusal);
    rerun = (struct rerun){.task = task, .certificate = certificate, .proof = &proof};
    size_t opened = 0;
    for (; opened < proof.count && refusal->code == CLI_SUCCESS; opened++) {
        open_tables(&rerun, opened, refusal);
        *proven = *proven && rerun.solvers[opened].proven;
    }
    cli_progress_title(task->progress, "%s", title);
    if (refusal->code == CLI_SUCCESS) search_again(&rerun, object, refusal);
    while (opened > 0) verified_solver_close(&rerun.solvers[--opened]);
    certificate_proof_free(&proof);
    return refusal->code;
}

static int check_difference(const struct certificate *certificate, size_t number,
                            struct refusal *refusal) {
    const json_t *tables = json_object_get(json_array_get(certificate->proofs, number), "tables");
    for (size_t i = 0; i < number; i++) {
        const json_t *others = json_object_get(json_array_get(certificate->proofs, i), "tables");
        if (proof_shares(tables, others))
            return refuse(refusal, CLI_NO,
                          "proof %zu shares a table with proof %zu, or the mirror image of one",
                          number + 1, i + 1);
    }
    return CLI_SUCCESS;
}

static int check_metric(const struct task *task, const struct certificate *certificate,
                        struct refusal *refusal) {
    const int metric = task->options->filter.metric;
    if (metric == CLI_UNSET || metric == (int)certificate->metric) return CLI_SUCCESS;
    cli_complain("%s: its metric is %s, not %s; leave out --metric", task->operands[0],
                 tilepdb_metric_name(certificate->metric), cli_metric_keywords[metric]);
    return refusal->code = CLI_USAGE;
}

static void check(const struct task *task, struct certificate *certificate, bool *proven,
                  struct refusal *refusal) {
    if (certificate_read(certificate, task->operands[0], refusal) != CLI_SUCCESS ||
        check_metric(task, certificate, refusal) != CLI_SUCCESS ||
        check_solution(certificate, refusal) != CLI_SUCCESS)
        return;
    if (json_array_size(certificate->proofs) == 0) {
        refuse(refusal, CLI_NO, "it proves no lower bound");
        return;
    }
    size_t i;
    json_t *proof;
    json_array_foreach(certificate->proofs, i, proof) {
        char title[64];
        snprintf(title, sizeof title, "proof %zu of %zu", i + 1,
                 json_array_size(certificate->proofs));
        if (check_proof(task, certificate, proof, title, proven, refusal) != CLI_SUCCESS ||
            check_difference(certificate, i, refusal) != CLI_SUCCESS)
            return;
    }
}

int command_certificate(const struct task *task) {
    struct certificate certificate = {0};
    struct refusal refusal = {0};
    bool proven = true;
    check(task, &certificate, &proven, &refusal);
    json_t *object = object_for("certificate");
    json_object_update_new(
        object, json_pack("{so so sb}", "file", cli_json_text(task->operands[0]), "length",
                          certificate.moves ? json_integer(certificate.length) : json_null(),
                          "tables_proven", proven && refusal.code == CLI_SUCCESS));
    add_metric(object, certificate.metric);
    char words[MOVES_WORDS];
    int code = refusal.code;
    if (code == CLI_SUCCESS)
        verdict(task, object, code, "%s: %s, and no solution is shorter%s; %zu lower bound%s",
                task->operands[0], moves_words(certificate.length, certificate.metric, words),
                proven ? "" : ", if the tables are true (--full)",
                json_array_size(certificate.proofs),
                json_array_size(certificate.proofs) > 1 ? "s" : "");
    else if (refusal.reason[0] != '\0')
        verdict(task, object, code, "%s: %s", task->operands[0], refusal.reason);
    else
        code = without_tables(task, object, code, &(tilepdb_error){.status = TILEPDB_OK});
    json_decref(certificate.root);
    return code;
}
