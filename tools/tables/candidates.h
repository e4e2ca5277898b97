/*
 * Solvers, and the candidates of a board: the sets of tables, and directions, among which
 * tilepdb_choice.h chooses.
 *
 * The first candidate has the tables that every board of its size begins with. If these were not
 * named, the strongest partition of the catalogue follows, and those with patterns of the same
 * sizes. After each partition of the catalogue comes the same one backward, with tables for the
 * board's blank cell; after the strongest one, and the strongest two, these from both sides; and at
 * the end all of them from both sides. What is not on disk is generated in memory once it is
 * chosen. Tables are shared between partitions, boards and symmetric cells.
 *
 * One thread at a time may call these functions.
 */
#ifndef TILEPDB_TABLES_CANDIDATES_H
#define TILEPDB_TABLES_CANDIDATES_H

#include <jansson.h>

#include "tables/table_loader.h"
#include "tilepdb_choice.h"

/* The keywords of --direction, and their indices. */
enum cli_direction { CLI_AUTO, CLI_FORWARD, CLI_BACKWARD, CLI_BOTH };
extern const char *const cli_direction_keywords[];

/* The keyword of a direction: "forward", "backward" or "both". */
const char *cli_direction_keyword(tilepdb_direction direction);

/* ---- solvers and their tables ---------------------------------------------------------------- */

/* What solvers are made with. */
struct solver_config {
    struct database_request request; /* as the command line has it */
    int direction;                   /* enum cli_direction, or CLI_UNSET */
    bool no_reflection;
    bool one_side; /* nothing is searched from both sides */
    struct cli_progress *progress;
};

/* A solver, and its tables, which stay open in their database. */
struct loaded_solver {
    tilepdb_solver *solver; /* owned; NULL: its tables cannot be had */
    const tilepdb_table **tables;
    size_t count;
};

/* A database, its solver, and solvers of further candidates, whose tables are added to it. */
struct solver_tier {
    struct database database;
    tilepdb_solver *solver;
    struct loaded_solver others[TILEPDB_MAX_CANDIDATES]; /* by the number of the candidate */
    bool failed[TILEPDB_MAX_CANDIDATES];                 /* candidates without tables */
    uint64_t entries[TILEPDB_TABLE_MAX_CELLS + 1];       /* of a table, by the number of its tiles;
                                                            0: not counted yet */
};

/* A solver with all tables of a database; without any the heuristic must not be PDB. Statuses of
 * tilepdb_solver_create. */
tilepdb_status solver_of_database(const struct solver_config *config, const tilepdb_board *goal,
                                  const struct database *database, tilepdb_heuristic heuristic,
                                  tilepdb_solver **solver, tilepdb_error *error);

void solver_tier_free(struct solver_tier *tier);

/* ---- the candidates of a board --------------------------------------------------------------- */

/* Their names, directions and costs, and which must be tried before which. */
struct candidate_list {
    const struct solver_config *config;
    struct solver_tier *tier; /* with the tables of the first */
    tilepdb_board board, goal;
    size_t count;
    tilepdb_candidate candidates[TILEPDB_MAX_CANDIDATES];
    uint32_t excluded; /* bits of the candidates whose tables take too much memory */
    char *name[TILEPDB_MAX_CANDIDATES]; /* of the partition, or NAME+NAME; owned */
};

/* Fills in the list of a board; the arguments must outlive it. False: there is nothing to choose.
 * To be released by candidate_list_release in any case. */
bool candidate_list_fill(struct candidate_list *list, const struct solver_config *config,
                         struct solver_tier *tier, const tilepdb_board *board,
                         const tilepdb_board *goal);

void candidate_list_release(struct candidate_list *list);

/* A list of tables for searches backward, which boards share. */
struct backward_tables;

/* Releases all of them, when no candidates are left. */
void backward_tables_free_all(struct backward_tables **list);

struct candidates;

/* NULL: there is nothing to choose. To be freed by candidates_free, before the tier and the list.
 */
struct candidates *candidates_create(const struct solver_config *config,
                                     struct backward_tables **backward_list,
                                     struct solver_tier *tier, const tilepdb_board *board,
                                     const tilepdb_board *goal);

const tilepdb_candidate *candidates_list(const struct candidates *candidates, size_t *count);

/* The name of the i-th candidate's partition, and its direction. */
const char *candidates_name(const struct candidates *candidates, size_t i);
tilepdb_direction candidates_direction(const struct candidates *candidates, size_t i);

/* The partitions of the i-th as cli_json_partitions has them, which the caller releases, and its
 * kernel. They outlast candidates_release. NULL: it never had a solver. */
json_t *candidates_partitions(const struct candidates *candidates, size_t i);
const char *candidates_kernel(const struct candidates *candidates, size_t i);

/* The next search of a choice, and its solver, which lives until candidates_release. Drops
 * candidates whose tables cannot be had, which was reported if a file is at fault, or for which
 * there is too little time. NULL: the answer is known, or an interrupt or the limit of time came.
 */
const tilepdb_solver *candidates_next(struct candidates *candidates, tilepdb_choice *choice,
                                      tilepdb_choice_search *search);

/* The solver of the i-th; one for both sides is made for this bound. NULL: its tables cannot be
 * had. */
const tilepdb_solver *candidates_solver(struct candidates *candidates, size_t i, int bound);

/* The bound for which the bidirectional solver of the i-th was made. */
int candidates_bound(const struct candidates *candidates, size_t i);

/* Frees the bidirectional solver of the i-th, if there is one: it can be made for another bound. */
void candidates_drop_bidirectional(struct candidates *candidates, size_t i);

struct candidate_tables {
    const struct database *database; /* where they are open */
    const tilepdb_table *const *tables;
    size_t count;
};

/* The tables of the i-th, while it has a solver: those forward or backward. */
struct candidate_tables candidates_tables(const struct candidates *candidates, size_t i,
                                          bool backward);

/* Whether tables or solvers are missing for lack of memory; before the release. */
bool candidates_short_of_memory(const struct candidates *candidates);

/* Releases the solvers, and leaves their tables to other boards; names and directions stay. */
void candidates_release(struct candidates *candidates);

/* Accepts NULL. */
void candidates_free(struct candidates *candidates);

#endif
