/*
 * Proofs of lower bounds, as JSON: `optimal` writes them and `certificate` checks them.
 * docs/output.md has the fields. A proof has a list of tables and a list of bounds; each table and
 * each bound has a partition and a direction, which say what tables exhausted a bound.
 */
#ifndef TILEPDB_PDBVERIFY_PROOF_H
#define TILEPDB_PDBVERIFY_PROOF_H

#include <jansson.h>

#include "tilepdb_choice.h"

#define MOVES_WORDS 40

/* "1 move", "43 multi-tile moves". Returns `text`. */
const char *moves_words(int length, tilepdb_metric metric, char text[MOVES_WORDS]);

/* A candidate (tilepdb_choice.h). */
struct proof_candidate {
    const char *partition; /* as --partition takes it */
    tilepdb_direction direction;
    unsigned pair[2]; /* of a bidirectional candidate: see tilepdb_solver_view_pair */
};

/* The word for the direction of a candidate. */
const char *proof_direction(const struct proof_candidate *candidate);

/* One more than the most iterations of a search. */
#define PROOF_BOUNDS (TILEPDB_MAX_MOVES / 2 + 2)

/* Which candidate searched what. */
struct proof_history {
    tilepdb_metric metric;
    bool resumes; /* there is a checkpoint: bounds have the nodes taken over from it */
    struct proof_candidate candidates[TILEPDB_MAX_CANDIDATES];
    size_t searcher[PROOF_BOUNDS]; /* [iteration]: its candidate; then the one that searched last */
};

/* ---- bounds ---------------------------------------------------------------------------------- */

/* The bounds below `length` that a search exhausted. Bounds that the estimate of a candidate alone
 * rules out have no nodes. */
json_t *proof_bounds(const tilepdb_result *result, const struct proof_history *history, int length);

/* Adds the fields `partition` and `direction` to an object. */
void proof_name(json_t *object, const struct proof_candidate *candidate);

/* Whether an object has the partition and direction of a candidate. */
bool proof_is_named(const json_t *object, const struct proof_candidate *candidate);

/* Whether a bound, or a proof by its estimate, is of a bidirectional search. */
bool proof_is_bidirectional(const json_t *object);

/* The field `pair` of a bidirectional bound. */
json_t *proof_pair(const struct proof_candidate *candidate);

/* The max_length of a search that exhausts every bound below `length`; 0: there is no such bound.
 */
int proof_limit(int length);

/* What such a search has shown. OK: no solution is shorter than `length`. REFUTED: one is, and the
 * sentence has its moves unless the search was backward. Otherwise `status`. */
tilepdb_status proof_conclude(tilepdb_status status, int length, tilepdb_metric metric,
                              bool backward, const tilepdb_result *result, tilepdb_error *error);

/* ---- tables ---------------------------------------------------------------------------------- */

/* The tiles of a table, as a set; 0 if they are invalid. */
uint32_t proof_tiles(const json_t *table);

/* The drawing of a colour table's colouring; NULL for another table. */
const char *proof_colouring(const json_t *table);

/* The goal cell of a table; -1 if it is invalid. */
int proof_cell(const json_t *table);

/* Whether two lists of tables share one: two tables of one direction with the same tiles, or whose
 * patterns or colourings are images of each other, reflected or turned, so that they hold the same
 * distances. */
bool proof_shares(const json_t *some, const json_t *others);

/* A partition that shares no pattern, nor an image of one, with the tables: from the catalogue, or
 * else two halves. For colour tables a colouring: the next of the catalogue, smaller ones first,
 * then the default by rows and by columns, then two parts of various sizes. The caller frees it.
 * NULL: none is left. */
char *proof_second(const json_t *tables, const tilepdb_board *goal);

#endif
