/*
 * Proofs of lower bounds, as JSON: what `optimal` writes and `certificate` checks.
 *
 * A proof has a list of tables and a list of bounds. Each says for which partition and direction it
 * is: so each bound names the tables that exhausted it. docs/output.md has the fields.
 */
#ifndef TILEPDB_PDBVERIFY_PROOF_H
#define TILEPDB_PDBVERIFY_PROOF_H

#include <jansson.h>

#include "tilepdb_choice.h"

/* Large enough for a number of moves, with the final NUL. */
#define MOVES_WORDS 40

/* "1 move", "43 multi-tile moves". Returns `text`. */
const char *moves_words(int length, tilepdb_metric metric, char text[MOVES_WORDS]);

/* A candidate (tilepdb_choice.h), as proofs name it. */
struct proof_candidate {
    const char *partition; /* as --partition takes it */
    tilepdb_direction direction;
    unsigned pair[2]; /* of a bidirectional search: of tilepdb_solver_view_pair */
};

/* The word of its direction. */
const char *proof_direction(const struct proof_candidate *candidate);

/* Room for as many as a search can have iterations, and one more. */
#define PROOF_BOUNDS (TILEPDB_MAX_MOVES / 2 + 2)

/* Who searched what, as numbers of candidates: by[i] the i-th iteration of a result, and after
 * these who searched last. */
struct proof_history {
    tilepdb_metric metric;
    bool resumes; /* there is a checkpoint: bounds say what was taken over from it */
    struct proof_candidate candidates[TILEPDB_MAX_CANDIDATES];
    size_t searcher[PROOF_BOUNDS];
};

/* The bounds below `length` that a search exhausted. A candidate whose estimate alone rules out
 * bounds that nobody searched has them with no nodes. */
json_t *proof_bounds(const tilepdb_result *result, const struct proof_history *history, int length);

/* Adds the fields `partition` and `direction` to an object. */
void proof_name(json_t *object, const struct proof_candidate *candidate);

/* Whether an object is named like this. */
bool proof_is_named(const json_t *object, const struct proof_candidate *candidate);

/* The most moves to look for, so that every bound below `length` is exhausted; 0: any number, since
 * there is no bound. */
int proof_limit(int length);

/* What such a search has shown. OK: no solution is shorter than `length`. REFUTED: one is, with its
 * moves in the sentence unless they lead from the goal to the board. Else its own status. */
tilepdb_status proof_conclude(tilepdb_status status, int length, tilepdb_metric metric,
                              bool backward, const tilepdb_result *result, tilepdb_error *error);

/* The tiles of a table, a set; 0 if they are none. */
uint32_t proof_tiles(const json_t *table);

/* The colouring of a colour table, as it is drawn; NULL: it is another table. */
const char *proof_colouring(const json_t *table);

/* The goal cell of a table; -1 if it is none. */
int proof_cell(const json_t *table);

/* Whether a bound, or a proof by its estimate, is of a bidirectional search. */
bool proof_is_bidirectional(const json_t *object);

/* The pair of such a one: a list of two numbers. */
json_t *proof_pair(const struct proof_candidate *candidate);

/* Whether two lists of tables share one: of one direction with the same tiles, or of patterns or
 * colourings that are images of each other, reflected or turned, so that their tables hold the same
 * distances. */
bool proof_shares(const json_t *some, const json_t *others);

/* A partition that shares no pattern, nor the image of one, with the tables: from the catalogue,
 * otherwise halves; or a colouring, if they are colour tables: that of the catalogue next to
 * theirs, rather a smaller one, otherwise the default, by rows or by columns, otherwise halves, or
 * parts of other sizes. The caller frees it. NULL: none of these is left. */
char *proof_second(const json_t *tables, const tilepdb_board *goal);

#endif
