/*
 * Searches for proofs. Tables are checked, and with --full proven, before they are used.
 *
 * A verified solver has the tables of one request. A proof search searches one board with the
 * tables and directions of --partition and --direction, or as they are chosen between bounds
 * (tables/candidates.h); bidirectionally only on request.
 *
 * Functions that can fail return CLI_SUCCESS or the exit code, with the sentence in `error` unless
 * it was reported, and then the status of `error` is OK.
 */
#ifndef TILEPDB_PDBVERIFY_PROOF_SEARCH_H
#define TILEPDB_PDBVERIFY_PROOF_SEARCH_H

#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"
#include "tables/candidates.h"

/* What --partition, --blank, --encoding, --generate and --no-generate ask for. */
struct database_request request_of(const struct verify_options *options);

struct verified_solver {
    struct database database;
    tilepdb_solver *solver;
    json_t *tables; /* a list: what each table is, with its content hash, but not its path */
    bool proven;    /* the entries of all tables were proven */
};

/* Opens the tables of a request for searches to the goal; backward, in the metric single, for
 * searches from the goal, which is then the board. To be closed in any case. */
int verified_solver_open(struct verified_solver *verified, const struct task *task,
                         const struct database_request *request, const tilepdb_board *goal,
                         bool backward, tilepdb_error *error);

void verified_solver_close(struct verified_solver *verified);

struct proof_search {
    const struct task *task;
    const char *title; /* of progress */
    tilepdb_board board, goal;
    struct solver_config config;
    struct solver_tier tier;
    struct backward_tables *backward; /* owned */
    struct candidates *candidates;    /* owned; NULL: nothing to choose, only the tier's tables */
    json_t *tables[TILEPDB_MAX_CANDIDATES]; /* [candidate]: its tables; NULL: it did not search */
    json_t *backward_tables[TILEPDB_MAX_CANDIDATES]; /* of a bidirectional candidate: backward */
    struct proof_history history;                    /* of the last search */
    bool proven; /* the entries of all tables that searched were proven */
};

/* Opens the first tables. `partition`: NULL for that of --partition. Reports errors. To be closed
 * in any case. */
int proof_search_open(struct proof_search *search, const struct task *task, const char *partition,
                      const tilepdb_board *board, const tilepdb_board *goal);

/* Checks and lists the tables of the first candidate before it searches. */
int proof_search_admit(struct proof_search *search, tilepdb_error *error);

/* Finds a solution. */
int proof_search_run(struct proof_search *search, tilepdb_result *result, tilepdb_error *error);

/* Exhausts every bound below the length of a solution that other tables proved optimal. REFUTED:
 * there is a shorter one, so the tables contradict each other, or a table is false. */
int proof_search_exhaust(struct proof_search *search, int length, tilepdb_result *result,
                         tilepdb_error *error);

/* What the last search proved of the bounds below `length`: tables, root_h and bounds. */
json_t *proof_search_json(const struct proof_search *search, const tilepdb_result *result,
                          int length);

void proof_search_close(struct proof_search *search);

#endif
