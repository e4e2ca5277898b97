/*
 * Proofs of lower bounds as JSON (docs/output.md): `optimal` writes proofs, `certificate` checks
 * them. A proof lists tables and bounds; each has a partition and a direction, which show what
 * tables exhausted a bound.
 */
#ifndef TILEPDB_PDBVERIFY_PROOF_H
#define TILEPDB_PDBVERIFY_PROOF_H

#include <jansson.h>

#include "tilepdb_engine.h"

#define CERTIFICATE_FORMAT  "tilepdb-certificate"
#define CERTIFICATE_VERSION 4

#define MOVES_WORDS 40

/* Writes "1 move" or "43 multi-tile moves". Returns `text`. */
const char *moves_words(int length, tilepdb_metric metric, char text[MOVES_WORDS]);

struct proof_candidate {
    const char *partition; /* value of --partition */
    tilepdb_direction direction;
    unsigned pair[2]; /* views of a bidirectional search */
};

const char *proof_direction(const struct proof_candidate *candidate);

#define PROOF_BOUNDS (TILEPDB_MAX_MOVES / 2 + 2)

struct proof_history {
    tilepdb_metric metric;
    bool resumes; /* with a checkpoint: bounds have the field `resumed` */
    struct proof_candidate candidates[TILEPDB_MAX_SEARCHERS];
    size_t searcher[PROOF_BOUNDS]; /* [iteration] its candidate; then the last candidate */
};

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Returns the exhausted bounds below `length`. Bounds that the estimate excludes have no nodes. */
json_t *proof_bounds(const tilepdb_result *result, const struct proof_history *history, int length);

void proof_name(json_t *object, const struct proof_candidate *candidate);

bool proof_is_named(const json_t *object, const struct proof_candidate *candidate);

/* `object` is a bound or a proof. */
bool proof_is_bidirectional(const json_t *object);

json_t *proof_pair(const struct proof_candidate *candidate);

/* Returns the max_length of a search that exhausts every bound below `length`; 0 if no bound is. */
int proof_limit(int length);

/* Returns what a search with the limit proof_limit(length) has proven: TILEPDB_OK if no solution is
 * shorter than `length`; TILEPDB_REFUTED if one is, with its moves in `error` unless the search was
 * backward; otherwise `status`. */
tilepdb_status proof_conclude(tilepdb_status status, int length, tilepdb_metric metric,
                              bool backward, const tilepdb_result *result, tilepdb_error *error);

/* ---- tables ---------------------------------------------------------------------------------- */

/* Returns a set of tiles; 0 if invalid. */
uint32_t proof_tiles(const json_t *table);

/* Returns the drawing of a colour table, or NULL. */
const char *proof_colouring(const json_t *table);

/* Returns the goal's blank cell; -1 if invalid. */
int proof_cell(const json_t *table);

/* Returns the goal's blank cell on the board, also if the table is of the transposed board; -1 if
 * invalid. */
int proof_board_cell(const json_t *table, const tilepdb_board *board);

/* Returns true if two lists share a table, which would repeat an error: tables with the same tiles
 * and the same goal cell or direction, with patterns that are reflections or rotations of each
 * other, or with equal or reflected colourings. */
bool proof_shares(const json_t *some, const json_t *others);

/* Returns a partition that shares no pattern, and no image of one, with `tables`: from the
 * catalogue, otherwise two parts. For colour tables returns a colouring: from the catalogue,
 * smaller ones first, then the default by rows or columns, then two parts. The caller frees it;
 * NULL if none is left. */
char *proof_second(const json_t *tables, const tilepdb_board *goal);

#endif
