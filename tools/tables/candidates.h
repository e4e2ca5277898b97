/*
 * Solvers, and the candidates of a board: sets of tables and directions, among which
 * tilepdb_choice.h chooses.
 *
 * The first candidate has the tables that every board of its size begins with. If the user named no
 * tables, the strongest partition of the catalogue follows, then partitions with patterns of the
 * same sizes. Each partition of the catalogue is followed by its backward candidate, with tables
 * for the board's blank cell. Bidirectional candidates have the strongest partition, the strongest
 * two, and at the end up to six partitions. The strongest bidirectional candidate is followed by
 * partitions that are made for the board (tilepdb_instance_tables_make), which replace all untried
 * candidates after them. Missing tables are generated in memory once a candidate
 * is chosen. One thread at a time.
 */
#ifndef TILEPDB_TABLES_CANDIDATES_H
#define TILEPDB_TABLES_CANDIDATES_H

#include <jansson.h>

#include "tables/table_loader.h"
#include "tilepdb_choice.h"

enum cli_direction { CLI_AUTO, CLI_FORWARD, CLI_BACKWARD, CLI_BOTH };
extern const char *const cli_direction_keywords[];

const char *cli_direction_keyword(tilepdb_direction direction);

/* ---- solvers and their tables ---------------------------------------------------------------- */

struct solver_config {
    struct database_request request;
    int direction; /* enum cli_direction, or CLI_UNSET */
    bool no_reflection;
    bool one_side;
    struct cli_progress *progress;
};

/* A solver and its tables, which stay open in their database. */
struct loaded_solver {
    tilepdb_solver *solver; /* owned; may be NULL */
    const tilepdb_table **tables;
    size_t count;
};

struct solver_tier {
    struct database database;
    tilepdb_solver *solver;
    struct loaded_solver others[TILEPDB_MAX_CANDIDATES]; /* [candidate] */
    bool failed[TILEPDB_MAX_CANDIDATES];                 /* [candidate] has no tables */
    uint64_t entries[TILEPDB_TABLE_MAX_CELLS + 1];       /* [number of tiles] entries of a table;
                                                          * 0 until counted */
};

/* Makes a solver with all tables of a database. Without tables, `heuristic` must not be PDB.
 * Returns a status of tilepdb_solver_create. */
tilepdb_status solver_of_database(const struct solver_config *config, const tilepdb_board *goal,
                                  const struct database *database, tilepdb_heuristic heuristic,
                                  tilepdb_solver **solver, tilepdb_error *error);

void solver_tier_free(struct solver_tier *tier);

/* ---- the candidates of a board --------------------------------------------------------------- */

struct candidate_list {
    const struct solver_config *config;
    struct solver_tier *tier; /* has the tables of the first candidate */
    tilepdb_board board, goal;
    size_t count;
    tilepdb_candidate candidates[TILEPDB_MAX_CANDIDATES];
    uint32_t excluded;                  /* bitmask of candidates that need too much memory */
    size_t instance;                    /* candidate whose partitions are made for the board;
                                         * TILEPDB_MAX_CANDIDATES without one */
    size_t instance_base;               /* bidirectional candidate from which they are made */
    char *name[TILEPDB_MAX_CANDIDATES]; /* NAME or NAME+NAME; owned */
};

/* Returns false if there is nothing to choose. The arguments must outlive the list. Release it
 * in any case. */
bool candidate_list_fill(struct candidate_list *list, const struct solver_config *config,
                         struct solver_tier *tier, const tilepdb_board *board,
                         const tilepdb_board *goal);

/* Divides the costs of forward candidates by `boards`, the number of boards that share tables. */
void candidate_list_share(struct candidate_list *list, size_t boards);

void candidate_list_release(struct candidate_list *list);

struct backward_tables;

/* Called after the release of all candidates. */
void backward_tables_free_all(struct backward_tables **list);

struct candidates;

/* Returns NULL if there is nothing to choose. Free the candidates before `tier` and
 * `backward_list`. */
struct candidates *candidates_create(const struct solver_config *config,
                                     struct backward_tables **backward_list,
                                     struct solver_tier *tier, const tilepdb_board *board,
                                     const tilepdb_board *goal);

/* See candidate_list_share. */
void candidates_share(struct candidates *candidates, size_t boards);

/* Lets candidates_next pause each time before it would make partitions for the board, until they
 * are made. The caller may then submit a solution to the choice. */
void candidates_enable_pauses(struct candidates *candidates);

const tilepdb_candidate *candidates_list(const struct candidates *candidates, size_t *count);

const char *candidates_name(const struct candidates *candidates, size_t i);
tilepdb_direction candidates_direction(const struct candidates *candidates, size_t i);

/* Partitions and kernel of candidate i, or NULL if it never had a solver. The caller releases
 * the partitions. Both outlast candidates_release. */
json_t *candidates_partitions(const struct candidates *candidates, size_t i);
const char *candidates_kernel(const struct candidates *candidates, size_t i);

/* Returns the solver for the next search, valid until candidates_release. Drops candidates whose
 * tables are missing or take too long. Returns NULL if the answer is known, after an interrupt or
 * time limit, or if it pauses. */
const tilepdb_solver *candidates_next(struct candidates *candidates, tilepdb_choice *choice,
                                      tilepdb_choice_search *search);

/* Returns true if the last candidates_next has paused; the next one goes on. */
bool candidates_paused(const struct candidates *candidates);

/* Returns NULL if tables are missing. A bidirectional solver is made for `bound`. */
const tilepdb_solver *candidates_solver(struct candidates *candidates, size_t i, int bound);

int candidates_bound(const struct candidates *candidates, size_t i);

/* Frees the bidirectional solver, so that it can be made for another bound. */
void candidates_drop_bidirectional(struct candidates *candidates, size_t i);

struct candidate_tables {
    const struct database *database;
    const tilepdb_table *const *tables;
    size_t count;
};

/* Candidate i must have a solver. */
struct candidate_tables candidates_tables(const struct candidates *candidates, size_t i,
                                          bool backward);

/* Call before candidates_release. */
bool candidates_short_of_memory(const struct candidates *candidates);

/* The tables stay for other boards. */
void candidates_release(struct candidates *candidates);

void candidates_free(struct candidates *candidates);

#endif
