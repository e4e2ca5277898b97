/* See certificate_schema.h. */
#include "pdbverify/certificate_schema.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/console.h"
#include "tables/table_text.h"

#define VERSIONS 4
#define MAX_TILE (TILEPDB_TABLE_MAX_CELLS - 1)
#define SIDES    TILEPDB_MIN_SIDE, TILEPDB_TABLE_MAX_SIDE
#define LENGTHS  0, TILEPDB_MAX_MOVES
#define COUNTS   0, INT64_MAX
#define REACH    2 * TILEPDB_MAX_MOVES /* of limits and levels */
#define VIEWS    0, 31

/* What a field holds: an integer in a range, a list of such, one of some words, any text, true or
 * false, or a list of objects. */
enum type { INTEGER, INTEGERS, WORD, TEXT, TRUTH, OBJECTS };

/* The versions that have a field, as bits; and whether they may leave it out. */
#define ALL    2 | 4 | 8 | 16
#define NAMED  4 | 8 | 16
#define METRIC 8
#define BOTH   16
#define MAY    32

struct field {
    const char *name;
    enum type type;
    unsigned versions;
    json_int_t low, high;       /* of integers */
    const char *const *words;   /* of WORD, to NULL */
    const struct field *fields; /* of OBJECTS, to one without a name */
};

static const char *const formats[] = {"tilepdb-certificate", NULL};
static const char *const encodings[] = {"bit", "nibble", "mod3", NULL};
static const char *const directions[] = {"forward", "backward", NULL};
static const char *const all_directions[] = {"forward", "backward", "both", NULL};

static const struct field table_fields[] = {
    {"width", INTEGER, ALL, SIDES, NULL, NULL},
    {"height", INTEGER, ALL, SIDES, NULL, NULL},
    {"goal_blank", INTEGER, ALL, 0, MAX_TILE, NULL, NULL},
    {"tiles", INTEGERS, ALL, 1, MAX_TILE, NULL, NULL},
    {"blank", WORD, ALL, 0, 0, cli_blank_keywords, NULL},
    {"encoding", WORD, ALL, 0, 0, encodings, NULL},
    {"content_hash", TEXT, ALL, 0, 0, NULL, NULL},
    {"metric", WORD, METRIC | MAY, 0, 0, cli_metric_keywords, NULL},
    {"colouring", TEXT, METRIC | MAY, 0, 0, NULL, NULL},
    {"partition", TEXT, NAMED, 0, 0, NULL, NULL},
    {"direction", WORD, NAMED, 0, 0, directions, NULL},
    {0}};

static const struct field bound_fields[] = {
    {"bound", INTEGER, ALL, LENGTHS, NULL, NULL},
    {"generated", INTEGER, ALL, COUNTS, NULL, NULL},
    {"expanded", INTEGER, ALL, COUNTS, NULL, NULL},
    {"resumed", INTEGER, NAMED | MAY, COUNTS, NULL, NULL},
    {"partition", TEXT, NAMED, 0, 0, NULL, NULL},
    {"direction", WORD, NAMED, 0, 0, all_directions, NULL},
    {"pair", INTEGERS, BOTH | MAY, VIEWS, NULL, NULL},
    {"limit", INTEGER, BOTH | MAY, -REACH, REACH, NULL, NULL},
    {"level", INTEGER, BOTH | MAY, 0, REACH, NULL, NULL},
    {"backward", INTEGER, BOTH | MAY, COUNTS, NULL, NULL},
    {0}};

static const struct field proof_fields[] = {{"tables", OBJECTS, ALL, 0, 0, NULL, table_fields},
                                            {"root_h", INTEGER, ALL, LENGTHS, NULL, NULL},
                                            {"bounds", OBJECTS, ALL, 0, 0, NULL, bound_fields},
                                            {"pair", INTEGERS, BOTH | MAY, VIEWS, NULL, NULL},
                                            {0}};

static const struct field root_fields[] = {
    {"format", WORD, ALL, 0, 0, formats, NULL},
    {"version", INTEGER, ALL, 1, VERSIONS, NULL, NULL},
    {"width", INTEGER, ALL, SIDES, NULL, NULL},
    {"height", INTEGER, ALL, SIDES, NULL, NULL},
    {"board", INTEGERS, ALL, 0, MAX_TILE, NULL, NULL},
    {"goal", INTEGERS, ALL, 0, MAX_TILE, NULL, NULL},
    {"length", INTEGER, ALL, LENGTHS, NULL, NULL},
    {"moves", TEXT, ALL, 0, 0, NULL, NULL},
    {"metric", WORD, METRIC, 0, 0, cli_metric_keywords, NULL},
    {"proofs", OBJECTS, ALL, 0, 0, NULL, proof_fields},
    {"resumed", INTEGER, NAMED | MAY, COUNTS, NULL, NULL},
    {"tables_proven", TRUTH, ALL | MAY, 0, 0, NULL, NULL},
    {0}};

/* Where a check is, and what it found. */
struct check {
    unsigned version; /* its bit */
    char place[64];   /* of the objects that are looked at, such as "proofs[0].bounds[3]." */
    char *reason;
    size_t size;
};

static bool wrong(const struct check *check, const char *name, const char *what) {
    snprintf(check->reason, check->size, "its field '%s%s' %s", check->place, name, what);
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
        return integer_fits(field, value) ||
               wrong(check, field->name, "is not a number that it may be");
    case INTEGERS:
        return integers_fit(field, value) ||
               wrong(check, field->name, "is not a list of numbers that it may have");
    case WORD:
        return (text && cli_keyword_index(text, field->words) >= 0) ||
               wrong(check, field->name, "is not a word that it may be");
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
        const bool has = field->versions & check->version;
        if (value && !has) return wrong(check, field->name, "is of another version");
        if (!value && (!has || field->versions & MAY)) continue;
        if (!value) return wrong(check, field->name, "is missing");
        if (!field_check(check, field, value)) return false;
    }
    return true;
}

/* All bounds say what was taken over from a checkpoint, or none does; and the whole says how much
 * that is. */
static bool resumed_check(const json_t *root, struct check *check) {
    const json_t *whole = json_object_get(root, "resumed");
    json_int_t left = json_integer_value(whole);
    size_t i, j;
    json_t *proof, *bound;
    json_array_foreach(json_object_get(root, "proofs"), i, proof) {
        json_array_foreach(json_object_get(proof, "bounds"), j, bound) {
            const json_t *part = json_object_get(bound, "resumed");
            const json_int_t nodes = json_integer_value(part);
            snprintf(check->place, sizeof check->place, "proofs[%zu].bounds[%zu].", i, j);
            if (!whole != !part || nodes > left ||
                nodes > json_integer_value(json_object_get(bound, "generated")))
                return wrong(check, "resumed", "contradicts the others");
            left -= nodes;
        }
    }
    check->place[0] = '\0';
    return left == 0 || wrong(check, "resumed", "is not the sum of its bounds'");
}

/* Two views, if there is a pair. */
static bool pair_check(const json_t *object, struct check *check) {
    const json_t *pair = json_object_get(object, "pair");
    return !pair || json_array_size(pair) == 2 || wrong(check, "pair", "is not one of two views");
}

/* A bound of a bidirectional search has all that says how, and any other nothing of it. */
static bool bound_bidirectional_check(const json_t *bound, struct check *check) {
    static const char *const fields[] = {"pair", "limit", "level", "backward"};
    const char *direction = json_string_value(json_object_get(bound, "direction"));
    const bool bidirectional = direction && strcmp(direction, "both") == 0;
    if (bidirectional && check->version != (BOTH))
        return wrong(check, "direction", "is of another version");
    for (size_t i = 0; i < CLI_LENGTH(fields); i++)
        if (!json_object_get(bound, fields[i]) == bidirectional)
            return wrong(check, fields[i], bidirectional ? "is missing" : "is for both sides");
    if (bidirectional && json_integer_value(json_object_get(bound, "backward")) >
                             json_integer_value(json_object_get(bound, "generated")))
        return wrong(check, "backward", "is more than all");
    return pair_check(bound, check);
}

static bool bidirectional_check(const json_t *root, struct check *check) {
    size_t i, j;
    json_t *proof, *bound;
    json_array_foreach(json_object_get(root, "proofs"), i, proof) {
        snprintf(check->place, sizeof check->place, "proofs[%zu].", i);
        if (!pair_check(proof, check)) return false;
        json_array_foreach(json_object_get(proof, "bounds"), j, bound) {
            snprintf(check->place, sizeof check->place, "proofs[%zu].bounds[%zu].", i, j);
            if (!bound_bidirectional_check(bound, check)) return false;
        }
    }
    check->place[0] = '\0';
    return true;
}

bool schema_is_known(const json_t *root) {
    const char *format = json_string_value(json_object_get(root, "format"));
    const json_int_t version = json_integer_value(json_object_get(root, "version"));
    return format && cli_keyword_index(format, formats) == 0 && version >= 1 && version <= VERSIONS;
}

bool schema_check(const json_t *root, char *reason, size_t size) {
    struct check check = {.reason = reason, .size = size};
    check.version = 1u << json_integer_value(json_object_get(root, "version"));
    return fields_check(&check, root_fields, root) && bidirectional_check(root, &check) &&
           resumed_check(root, &check);
}
