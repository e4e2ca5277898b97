/* See certificate.h. */
#include "pdbverify/certificate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "tables/table_text.h"

int refuse(struct refusal *refusal, int code, const char *format, ...) {
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
    const struct field *fields; /* for OBJECTS; the last has no name */
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
    char *reason;   /* [REASON_TEXT] printed after "it is not a certificate: " */
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

/* The field `resumed` is in the root and in all bounds, or nowhere. The root has the sum of the
 * bounds. */
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

int certificate_read(struct certificate *certificate, const char *path, struct refusal *refusal) {
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

/* Returns the index of the bidirectional candidate, and adds it at its first use; `count` if it
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

/* Returns the index of the claimed searcher of `bound`, or `count`. Without a bound, the
 * estimate of the first candidate is the proof. */
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

int certificate_proof_read(struct certificate_proof *proof, const struct certificate *certificate,
                           const json_t *object, struct refusal *refusal) {
    *proof = (struct certificate_proof){.bounds = json_object_get(object, "bounds")};
    proof->history.metric = certificate->metric;
    if (json_array_size(proof->bounds) >= PROOF_BOUNDS ||
        !candidates_read(proof, json_object_get(object, "tables")))
        return refuse(refusal, CLI_FAILURE,
                      "it is not a certificate: a proof has no tables or bounds");
    return bounds_read(proof, object, refusal);
}

void certificate_proof_free(struct certificate_proof *proof) {
    for (size_t i = 0; i < proof->count; i++) json_decref(proof->tables[i]);
}
