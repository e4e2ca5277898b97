/*
 * The candidates of a board: the sets of tables, and directions, among which tilepdb_choice.h
 * chooses.
 *
 * The first has the tables that every board of this size begins with. If these were not named,
 * what follows are the strongest partition of the catalogue and those with patterns of the same
 * sizes; and after each partition of the catalogue the same one backward, with tables for the
 * board's blank cell. After the strongest one, and the strongest two, come these from both sides,
 * and at the end the best pair of all from both sides. What is not on disk is
 * generated in memory once it is wanted. Tables are shared between partitions, boards and symmetric
 * cells.
 *
 * One thread at a time may call these functions.
 */
#ifndef TILEPDB_TABLES_CANDIDATES_H
#define TILEPDB_TABLES_CANDIDATES_H

#include <jansson.h>

#include "tables/candidate_list.h"

/* Tables for searches backward, which boards share; a list. */
struct backward_tables;

/* Releases all of them, when no candidates are left. */
void backward_tables_free_all(struct backward_tables **list);

struct candidates;

/* The candidates for a board, the first with the tables of the tier. NULL: there is nothing to
 * choose. To be freed by candidates_free, before the tier and the list. */
struct candidates *candidates_create(const struct solver_config *config,
                                     struct backward_tables **backward_list,
                                     struct solver_tier *tier, const tilepdb_board *board,
                                     const tilepdb_board *goal);

/* All of them. */
const tilepdb_candidate *candidates_list(const struct candidates *candidates, size_t *count);

/* The name of the i-th partition, and its direction. */
const char *candidates_name(const struct candidates *candidates, size_t i);
tilepdb_direction candidates_direction(const struct candidates *candidates, size_t i);

/* The partitions of the i-th as cli_json_partitions has them, which the caller releases, and its
 * kernel, also after candidates_release; NULL: it never had a solver. */
json_t *candidates_partitions(const struct candidates *candidates, size_t i);
const char *candidates_kernel(const struct candidates *candidates, size_t i);

/* The next search of a choice between them, and the solver for it, made if it is not there; it
 * stays until candidates_release. Those whose tables cannot be had are left out, which was reported
 * if a file is at fault; so are, for now, those for which there is too little time. NULL: the
 * answer is known, also since an interrupt or the limit of time came meanwhile. */
const tilepdb_solver *candidates_next(struct candidates *candidates, tilepdb_choice *choice,
                                      tilepdb_choice_search *search);

/* The solver of the i-th, as candidates_next gives it: if it is for both sides, and there is none
 * yet, for this bound (tilepdb_solver_create_bidirectional). NULL: its tables cannot be had. */
const tilepdb_solver *candidates_solver(struct candidates *candidates, size_t i, int bound);

/* The bound for which the solver of the i-th was made. */
int candidates_bound(const struct candidates *candidates, size_t i);

/* Undoes what joins the i-th, if it is for both sides: it can be joined for another bound. */
void candidates_drop_bidirectional(struct candidates *candidates, size_t i);

/* The tables of a solver. */
struct candidate_tables {
    const struct database *database; /* where they are open */
    const tilepdb_table *const *tables;
    size_t count;
};

/* Those of the i-th, while it has a solver; of one for both sides, which has some for each
 * direction, those of one. */
struct candidate_tables candidates_tables(const struct candidates *candidates, size_t i,
                                          bool backward);

/* Whether tables, or what joins them, are missing for lack of memory; before the release. */
bool candidates_short_of_memory(const struct candidates *candidates);

/* Releases the solvers, and leaves their tables to other boards; names and directions stay. */
void candidates_release(struct candidates *candidates);

/* Accepts NULL. */
void candidates_free(struct candidates *candidates);

#endif
