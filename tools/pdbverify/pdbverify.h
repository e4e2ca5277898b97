/*
 * pdbverify: proves tables, solutions and optima, or refutes them.
 *
 * Functions that return int return an exit code, after any error message; commands return
 * CLI_SUCCESS for proven, CLI_NO for false, CLI_FAILURE for broken, CLI_USAGE for wrong usage.
 */
#ifndef TILEPDB_PDBVERIFY_H
#define TILEPDB_PDBVERIFY_H

#include <jansson.h>

#include "cli/checkpoint_saver.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "tables/table_text.h"
#include "tilepdb_engine.h"
#include "tilepdb_text.h"

struct verify_options {
    struct cli_table_filter filter; /* without `goal`, see the next member */
    const char *goal;               /* NULL for blank-last */
    const char *blank_tile;         /* may be NULL */
    const char *partition;
    bool no_generate, generate;
    int direction;
    bool any;
    int moves;
    bool integrity, full;
    uint64_t memory;
    bool cross;
    const char *certificate;
    const char *checkpoint; /* may be NULL */
    double every;           /* seconds; 0 if not given */
    bool neighbours;
    int down_to;      /* 0 if not given */
    const char *from; /* earlier report of layers; may be NULL */
    bool json;
    struct cli_common common;
};

/* `operands` starts after the command. */
struct task {
    const struct verify_options *options;
    char **operands;
    size_t count;
    struct cli_output *output;
    struct cli_progress *progress;
    struct checkpoint_saver *saver;
    tilepdb_cancel *cancel; /* requested by interrupts */
};

int command_solution(const struct task *task);
int command_optimal(const struct task *task);
int command_certificate(const struct task *task);
int command_antipodes(const struct task *task);
int command_layers(const struct task *task);

/* ---- verdicts -------------------------------------------------------------------------------- */

/* Prints the verdict for `code`, "unproven" for an interrupt, with a sentence, as text or in
 * `object`. Like the next functions, frees `object` and returns the exit code. */
int verdict(const struct task *task, json_t *object, int code, const char *format, ...)
    CLI_PRINTF(4, 5);

/* Prints the verdict for `error`, after `subject`, which may be NULL: "unproven" for limits and
 * lack of memory. After an interrupt or for wrong usage, prints only a message. */
int verdict_of(const struct task *task, json_t *object, const char *subject,
               const tilepdb_error *error);

/* Ends a command whose tables are missing or false, as verdict_of does if `error` has a status.
 * Otherwise the reason has been printed; prints only the verdict, if `code` has one. */
int without_tables(const struct task *task, json_t *object, int code, const tilepdb_error *error);

json_t *object_for(const char *command);

tilepdb_verify_options check_options(const struct task *task);

#define REASON_TEXT 600

/* `path` may be "-". The caller owns the result; NULL with `reason` on failure. */
json_t *json_of_file(const char *path, char reason[REASON_TEXT]);

/* ---- verified solvers ------------------------------------------------------------------------ */

struct tables_wanted {
    tilepdb_metric metric;
    const char *partition; /* value of --partition, or NULL */
    int blank, encoding;   /* or CLI_UNSET */
    int cell;              /* preferred goal cell, from 1, or 0 */
    tilepdb_missing missing;
};

struct tables_wanted tables_wanted_of(const struct verify_options *options);

struct verified_solver {
    tilepdb_engine *engine; /* owned, with the tables */
    tilepdb_solver *solver; /* owned */
    json_t *tables;         /* description of each table, without its path */
    bool proven;
};

/* Opens the tables of a request for searches to `goal`; they are checked, and with --full proven.
 * With `backward`, in the metric single, `goal` is the board, and searches start at the goal.
 * Returns CLI_SUCCESS or an exit code; then `error` has the message, or TILEPDB_OK if the message
 * was printed. The caller closes the solver in any case. */
int verified_solver_open(struct verified_solver *verified, const struct task *task,
                         const struct tables_wanted *wanted, const tilepdb_board *goal,
                         bool backward, tilepdb_error *error);

void verified_solver_close(struct verified_solver *verified);

/* ---- boards and moves ------------------------------------------------------------------------ */

/* Returns true if `moves`, directions of tiles, lead to the goal. Otherwise fills `reason`, and
 * sets `*failed` to the number of the illegal move, from 1, or to 0. */
bool replay(const tilepdb_board *board, const tilepdb_board *goal, const char *moves,
            size_t *failed, char reason[REASON_TEXT]);

void add_metric(json_t *object, tilepdb_metric metric);

#endif
