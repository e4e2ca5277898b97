/*
 * Proofs of lower bounds as JSON (docs/output.md). The command `optimal` writes proofs, and
 * `certificate` checks them. A proof lists tables and bounds. Each table and each bound names a
 * partition and a direction, which connect a bound with the tables that exhausted it.
 */
#ifndef TILEPDB_PDBVERIFY_PROOF_H
#define TILEPDB_PDBVERIFY_PROOF_H

#include <jansson.h>

#include "tilepdb_choice.h"

#define MOVES_WORDS 40

/* Writes a length such as "1 move" or "43 multi-tile moves". Returns `text`. */
const char *moves_words(int length, tilepdb_metric metric, char text[MOVES_WORDS]);

/* A candidate as in tilepdb_choice.h. */
struct proof_candidate {
    const char *partition; /* as --partition takes it */
    tilepdb_direction direction;
    unsigned pair[2]; /* of a bidirectional candidate: tilepdb_solver_view_pair */
};

const char *proof_direction(const struct proof_candidate *candidate);

/* More bounds than any search has. */
#define PROOF_BOUNDS (TILEPDB_MAX_MOVES / 2 + 2)

/* The candidates, and which of them searched each bound. */
struct proof_history {
    tilepdb_metric metric;
    bool resumes; /* there is a checkpoint, so bounds have a field `resumed` */
    struct proof_candidate candidates[TILEPDB_MAX_CANDIDATES];
    size_t searcher[PROOF_BOUNDS]; /* [iteration]: its candidate; after the last iteration, the
                                    * last candidate */
};

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Returns the bounds below `length` that a search exhausted. A bound that the candidate's
 * estimate alone rules out has no nodes. */
json_t *proof_bounds(const tilepdb_result *result, const struct proof_history *history, int length);

/* Adds the fields `partition` and `direction` to an object. */
void proof_name(json_t *object, const struct proof_candidate *candidate);

/* Returns whether an object names the partition and direction of `candidate`. */
bool proof_is_named(const json_t *object, const struct proof_candidate *candidate);

/* Returns whether `object`, a bound or a proof, comes from a bidirectional search. */
bool proof_is_bidirectional(const json_t *object);

/* Returns the field `pair` of a bidirectional bound. */
json_t *proof_pair(const struct proof_candidate *candidate);

/* Returns the max_length of a search that exhausts every bound below `length`; 0 if there is no
 * such bound. */
int proof_limit(int length);

/* Returns what a search with proof_limit has shown. TILEPDB_OK: no solution is shorter than
 * `length`. TILEPDB_REFUTED: a shorter solution exists; `error` has its moves unless the search
 * was backward. Otherwise `status`. */
tilepdb_status proof_conclude(tilepdb_status status, int length, tilepdb_metric metric,
                              bool backward, const tilepdb_result *result, tilepdb_error *error);

/* ---- tables ---------------------------------------------------------------------------------- */

/* Returns the tiles of a table as a set; 0 if they are invalid. */
uint32_t proof_tiles(const json_t *table);

/* Returns the colouring's drawing of a colour table; NULL for other tables. */
const char *proof_colouring(const json_t *table);

/* Returns the goal's blank cell of a table; -1 if it is invalid. */
int proof_cell(const json_t *table);

/* Returns whether two lists of tables share a table. Tables count as shared if they have the
 * same direction and tiles, or if their patterns or colourings are reflections or rotations of
 * each other, because then they hold the same distances. */
bool proof_shares(const json_t *some, const json_t *others);

/* Returns a partition that shares no pattern, and no image of a pattern, with `tables`: from the
 * catalogue, otherwise two parts. For colour tables returns a colouring: from the catalogue,
 * smaller ones first, then the default by rows and by columns, then two parts of various sizes.
 * The caller frees it. Returns NULL if none is left. */
char *proof_second(const json_t *tables, const tilepdb_board *goal);

#endif
