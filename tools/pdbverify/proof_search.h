/*
 * The searches of one board for a proof: with the tables and directions that --partition and
 * --direction ask for, or as they are chosen between bounds (tables/candidates.h), bidirectional
 * only if that is asked for. Tables are checked, and with --full proven, before they search.
 */
#ifndef TILEPDB_PDBVERIFY_PROOF_SEARCH_H
#define TILEPDB_PDBVERIFY_PROOF_SEARCH_H

#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"
#include "tables/candidates.h"

struct proof_search {
    const struct task *task;
    const char *title; /* for progress */
    tilepdb_board board, goal;
    struct solver_config config;
    struct solver_tier tier;
    struct backward_tables *backward; /* owned, as is the next */
    struct candidates *candidates;    /* NULL: nothing to choose. Forward, with the tier's tables */
    json_t *tables[TILEPDB_MAX_CANDIDATES]; /* of each candidate that searched; NULL: it did not */
    json_t *backward_tables[TILEPDB_MAX_CANDIDATES]; /* of a bidirectional search, those of the
                                                        backward side */
    struct proof_history history;                    /* of the last search */
    bool proven;                                     /* the entries of all tables that searched */
};

/* Opens what is needed at first. `partition`: NULL for what --partition says. CLI_SUCCESS,
 * otherwise the exit code after an error message. To be closed in any case. */
int proof_search_open(struct proof_search *search, const struct task *task, const char *partition,
                      const tilepdb_board *board, const tilepdb_board *goal);

/* Checks the tables of the first candidate, with --full proves them, and lists them, before it
 * searches. Else the exit code, with the sentence in `error`. */
int proof_search_admit(struct proof_search *search, tilepdb_error *error);

/* Finds a solution. Else the exit code, with the sentence in `error` unless it was reported, and
 * then the status there is OK. */
int proof_search_run(struct proof_search *search, tilepdb_result *result, tilepdb_error *error);

/* Exhausts every bound below the length of a solution that others proved optimal. As before;
 * REFUTED: there is a shorter one, so that their tables contradict these, or a table is false. */
int proof_search_exhaust(struct proof_search *search, int length, tilepdb_result *result,
                         tilepdb_error *error);

/* What the last search proved of the bounds below `length`: tables, root_h and bounds. */
json_t *proof_search_json(const struct proof_search *search, const tilepdb_result *result,
                          int length);

void proof_search_close(struct proof_search *search);

#endif
