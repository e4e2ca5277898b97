/*
 * Searches for proofs. Tables are checked, and with --full proven, before use.
 *
 * A verified solver has the tables of one request. A proof search solves one board with the tables
 * and directions of --partition and --direction, or with those chosen between bounds
 * (tilepdb_engine.h); it is bidirectional only with --direction both.
 *
 * Functions that return int return CLI_SUCCESS or an exit code. Then `error` has the message, or
 * TILEPDB_OK if the message was printed. The caller closes solvers and searches in any case.
 */
#ifndef TILEPDB_PDBVERIFY_PROOF_SEARCH_H
#define TILEPDB_PDBVERIFY_PROOF_SEARCH_H

#include "pdbverify/pdbverify.h"
#include "pdbverify/proof.h"

/* Tables for a search. */
struct tables_wanted {
    tilepdb_metric metric;
    const char *partition; /* value of --partition, or NULL */
    int blank, encoding;   /* CLI_UNSET if not given */
    int cell;              /* preferred goal cell, from 1; 0 for none */
    tilepdb_missing missing;
};

struct tables_wanted tables_wanted_of(const struct verify_options *options);

struct verified_solver {
    tilepdb_engine *engine; /* owns the tables; owned */
    tilepdb_solver *solver; /* owned */
    json_t *tables;         /* description of each table, without its path */
    bool proven;
};

/* Opens the tables of a request for searches to `goal`. With `backward`, in the metric single,
 * `goal` is the board, and searches start at the goal. */
int verified_solver_open(struct verified_solver *verified, const struct task *task,
                         const struct tables_wanted *wanted, const tilepdb_board *goal,
                         bool backward, tilepdb_error *error);

void verified_solver_close(struct verified_solver *verified);

struct proof_search {
    const struct task *task;
    const char *title;
    tilepdb_board board, goal;
    tilepdb_engine *engine;            /* owned */
    tilepdb_answer *answer;            /* of the last search; owned; NULL before it */
    size_t last;                       /* candidate of the last search */
    const tilepdb_table *const *first; /* the first tables, owned by the engine */
    size_t first_count;
    /* [candidate] descriptions of its tables; NULL before its first search */
    json_t *tables[TILEPDB_MAX_SEARCHERS];
    /* [bidirectional candidate] its backward tables */
    json_t *backward_tables[TILEPDB_MAX_SEARCHERS];
    struct proof_history history;
    bool proven; /* all entries of the used tables were proven */
};

/* Opens the tables of the first candidate; prints errors. `partition` replaces --partition, unless
 * it is NULL. */
int proof_search_open(struct proof_search *search, const struct task *task, const char *partition,
                      const tilepdb_board *board, const tilepdb_board *goal);

/* Checks and lists the tables of the first candidate without a search. */
int proof_search_admit(struct proof_search *search, tilepdb_error *error);

int proof_search_run(struct proof_search *search, tilepdb_result *result, tilepdb_error *error);

/* Exhausts every bound below `length`, which other tables proved optimal. After a shorter solution
 * a table is false: the status is TILEPDB_REFUTED. */
int proof_search_exhaust(struct proof_search *search, int length, tilepdb_result *result,
                         tilepdb_error *error);

/* Returns the last search's proof of the bounds below `length`. */
json_t *proof_search_json(const struct proof_search *search, const tilepdb_result *result,
                          int length);

void proof_search_close(struct proof_search *search);

#endif
