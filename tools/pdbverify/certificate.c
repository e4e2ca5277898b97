/* See certificate.h. */
#include "pdbverify/certificate.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbverify/certificate_schema.h"
#include "tables/candidates.h"
#include "tables/table_text.h"

int refuse(struct refusal *refusal, int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refusal->reason, sizeof refusal->reason, format, arguments);
    va_end(arguments);
    return refusal->code = code;
}

/* A list of numbers as a board. An empty sentence: it is one. */
static bool board_of(const json_t *list, int width, int height, tilepdb_board *board,
                     tilepdb_error *error) {
    char text[TILEPDB_TABLE_MAX_CELLS * 12 + 1] = "";
    size_t used = 0, i;
    json_t *cell;
    error->message[0] = '\0';
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
    certificate->root = json_of_file(path, reason);
    if (!certificate->root && cli_signal() != 0)
        return refusal->code = cli_exit_code(TILEPDB_CANCELLED);
    if (!certificate->root) return refuse(refusal, CLI_FAILURE, "%s", reason);
    if (!schema_is_known(certificate->root))
        return refuse(refusal, CLI_FAILURE, "it is not a certificate of version 1, 2, 3 or 4");
    if (!schema_check(certificate->root, reason, sizeof reason))
        return refuse(refusal, CLI_FAILURE, "it is not a certificate: %s", reason);
    json_t *board, *goal;
    int version, width, height;
    json_unpack(certificate->root, "{si si si so so si ss so}", "version", &version, "width",
                &width, "height", &height, "board", &board, "goal", &goal, "length",
                &certificate->length, "moves", &certificate->moves, "proofs", &certificate->proofs);
    const char *metric = json_string_value(json_object_get(certificate->root, "metric"));
    if (metric)
        certificate->metric = (tilepdb_metric)cli_keyword_index(metric, cli_metric_keywords);
    certificate->named = version >= 2;
    tilepdb_error error;
    if (!board_of(board, width, height, &certificate->board, &error))
        return refuse(refusal, CLI_NO, "its board is invalid: %s", error.message);
    if (!board_of(goal, width, height, &certificate->goal, &error))
        return refuse(refusal, CLI_NO, "its goal is invalid: %s", error.message);
    return CLI_SUCCESS;
}

/* ---- candidates ------------------------------------------------------------------------------ */

/* The candidate that an object names. False: none, or not as a partition can be written. */
static bool name_of(const json_t *object, struct proof_candidate *candidate) {
    const char *partition = json_string_value(json_object_get(object, "partition"));
    const char *direction = json_string_value(json_object_get(object, "direction"));
    *candidate = (struct proof_candidate){.partition = partition};
    if (strcmp(direction, cli_direction_keyword(TILEPDB_DIRECTION_BACKWARD)) == 0)
        candidate->direction = TILEPDB_DIRECTION_BACKWARD;
    return *partition &&
           partition[strspn(partition, "0123456789abcdefghijklmnopqrstuvwxyz-,/+.")] == '\0';
}

/* The number of the candidate that an object names, that of all if it is none of them. */
static size_t find(const struct certificate_proof *proof, const json_t *object) {
    size_t i = 0;
    while (i < proof->count && !proof_is_named(object, &proof->history.candidates[i])) i++;
    return i;
}

/* Each candidate's tables follow one another. */
static bool candidates_read(struct certificate_proof *proof, const json_t *tables) {
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        const size_t at = find(proof, table);
        if (at + 1 < proof->count || at == TILEPDB_MAX_CANDIDATES) return false;
        if (at == proof->count) {
            if (!name_of(table, &proof->history.candidates[at])) return false;
            proof->tables[proof->count++] = cli_allocated(json_array());
        }
        json_array_append(proof->tables[at], table);
    }
    return proof->count > 0;
}

/* ---- version 1 ------------------------------------------------------------------------------- */

/* Tables as --partition takes them: patterns by '/', and '+' where they cover the board. The caller
 * frees it. NULL: they are none. */
static char *partition_of(const json_t *tables, const tilepdb_board *goal) {
    const uint32_t all = (UINT32_C(1) << goal->width * goal->height) - 2;
    char *text = cli_text("%s", "");
    uint32_t covered = 0;
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        const uint32_t tiles = proof_tiles(table);
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

static bool tables_read(struct certificate_proof *proof, json_t *tables,
                        const tilepdb_board *goal) {
    proof->partition = partition_of(tables, goal);
    if (!proof->partition || json_array_size(tables) == 0) return false;
    proof->history.candidates[0] = (struct proof_candidate){.partition = proof->partition};
    proof->tables[0] = json_incref(tables);
    proof->count = 1;
    return true;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* The candidate of a partition and direction that has tables; the number of all: there is none. */
static size_t find_unidirectional(const struct certificate_proof *proof, const char *partition,
                                  tilepdb_direction direction) {
    const struct proof_candidate *all = proof->history.candidates;
    size_t i = 0;
    while (i < proof->count &&
           (all[i].direction != direction || strcmp(all[i].partition, partition) != 0))
        i++;
    return i;
}

/* The bidirectional candidate with a partition and the pair of an object, which is new if it is
 * not there. The number of all: it lacks tables, or the same partition has another pair. */
static size_t find_bidirectional(struct certificate_proof *proof, const char *partition,
                                 const json_t *object) {
    const json_t *pair = json_object_get(object, "pair");
    const struct proof_candidate candidate = {
        .partition = partition,
        .direction = TILEPDB_DIRECTION_BOTH,
        .pair = {(unsigned)json_integer_value(json_array_get(pair, 0)),
                 (unsigned)json_integer_value(json_array_get(pair, 1))}};
    const size_t count = proof->count;
    const size_t at = find_unidirectional(proof, partition, TILEPDB_DIRECTION_BOTH);
    if (at < count)
        return memcmp(proof->history.candidates[at].pair, candidate.pair, sizeof candidate.pair) ==
                       0
                   ? at
                   : count;
    const size_t unidirectional[2] = {
        find_unidirectional(proof, partition, TILEPDB_DIRECTION_FORWARD),
        find_unidirectional(proof, partition, TILEPDB_DIRECTION_BACKWARD)};
    if (unidirectional[0] == count || unidirectional[1] == count || count == TILEPDB_MAX_CANDIDATES)
        return count;
    memcpy(proof->unidirectional[count], unidirectional, sizeof unidirectional);
    proof->history.candidates[count] = candidate;
    proof->count++;
    return count;
}

/* Who is said to have exhausted a bound; the number of all: nobody that there is. */
static size_t searcher_of(struct certificate_proof *proof, bool named, const json_t *bound) {
    if (!named) return 0;
    if (!proof_is_bidirectional(bound)) return find(proof, bound);
    return find_bidirectional(proof, json_string_value(json_object_get(bound, "partition")), bound);
}

/* Without bounds, the estimate of the only one is the proof. */
static size_t estimator_of(struct certificate_proof *proof, const json_t *object) {
    if (!proof_is_bidirectional(object)) return 0;
    return find_bidirectional(proof, proof->history.candidates[0].partition, object);
}

static void use(const struct certificate_proof *proof, bool *used, size_t searcher) {
    used[searcher] = true;
    if (proof->history.candidates[searcher].direction != TILEPDB_DIRECTION_BOTH) return;
    used[proof->unidirectional[searcher][0]] = used[proof->unidirectional[searcher][1]] = true;
}

/* By whom each is said to be exhausted, and that each candidate has one. */
static int bounds_read(struct certificate_proof *proof, const json_t *object, bool named,
                       struct refusal *refusal) {
    bool used[TILEPDB_MAX_CANDIDATES] = {false};
    const size_t count = json_array_size(proof->bounds);
    const json_t *pair = json_object_get(object, "pair");
    const json_t *first = json_object_get(json_array_get(proof->bounds, 0), "pair");
    if (count > 0 && (pair || first) && !json_equal(pair, first))
        return refuse(refusal, CLI_NO, "its pair is not that of its first bound");
    for (size_t i = 0; i < count || i == 0; i++) {
        const json_t *bound = json_array_get(proof->bounds, i);
        const size_t searcher =
            bound ? searcher_of(proof, named, bound) : estimator_of(proof, object);
        if (searcher == proof->count)
            return refuse(refusal, CLI_NO,
                          "bound %d: the proof has no tables of its partition and direction",
                          (int)json_integer_value(json_object_get(bound, "bound")));
        use(proof, used, searcher);
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
    json_t *tables = json_object_get(object, "tables");
    proof->history.metric = certificate->metric;
    const bool reads = json_array_size(proof->bounds) < PROOF_BOUNDS &&
                       (certificate->named ? candidates_read(proof, tables)
                                           : tables_read(proof, tables, &certificate->goal));
    if (!reads)
        return refuse(refusal, CLI_FAILURE,
                      "it is not a certificate: a proof has no tables or bounds");
    return bounds_read(proof, object, certificate->named, refusal);
}

void certificate_proof_free(struct certificate_proof *proof) {
    for (size_t i = 0; i < proof->count; i++) json_decref(proof->tables[i]);
    free(proof->partition);
}
