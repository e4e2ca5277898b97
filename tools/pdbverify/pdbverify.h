/*
 * pdbverify: tables, solutions and optima, each proven or refuted.
 *
 * Each command is a file of its own. It prints what it found, then one line with the verdict, and
 * returns the exit code: CLI_SUCCESS proven, CLI_NO false, CLI_USAGE, CLI_FAILURE broken.
 */
#ifndef TILEPDB_PDBVERIFY_H
#define TILEPDB_PDBVERIFY_H

#include <jansson.h>

#include "cli/checkpoint_saver.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "tables/table_loader.h"
#include "tables/table_arguments.h"
#include "tilepdb.h"

struct verify_options {
    struct cli_table_filter filter; /* `goal` gives its goal */
    const char *goal;               /* as given; NULL: blank-last */
    const char *blank_tile;         /* NULL: 0, or what proves to be */
    const char *partition;
    bool no_generate, generate;
    int direction; /* enum cli_direction, or CLI_UNSET */
    bool any;
    int moves; /* tilepdb_notation */
    bool integrity, full;
    uint64_t memory;
    bool cross;
    const char *certificate;
    const char *checkpoint; /* a file; NULL: none */
    double every;           /* seconds; 0: not given */
    bool neighbours;
    int down_to;      /* 0: not given */
    const char *from; /* an earlier report of layers */
    bool json;
    struct cli_common common;
};

/* What all commands get: the operands after the command's name, and where results go. */
struct task {
    const struct verify_options *options;
    char **operands;
    size_t count;
    struct cli_output *output;
    struct cli_progress *progress;
    struct checkpoint_saver *saver; /* of --checkpoint */
};

int command_table(const struct task *task);
int command_solution(const struct task *task);
int command_optimal(const struct task *task);
int command_certificate(const struct task *task);
int command_antipodes(const struct task *task);
int command_layers(const struct task *task);

/* ---- verdicts -------------------------------------------------------------------------------- */

/* Prints the verdict that the exit code means, with its sentence: one line of text, or the object
 * with `verdict` and `sentence` added. Frees the object, which text does not need. Returns `code`.
 */
int verdict(const struct task *task, json_t *object, int code, const char *format, ...)
    CLI_PRINTF(4, 5);

/* The same for a status and its sentence, after `subject` unless that is NULL. If a limit prevented
 * an answer, it is "unproven". */
int verdict_of(const struct task *task, json_t *object, const char *subject,
               const tilepdb_error *error);

/* The end of a command without its tables, which are not available or false: verdict_of if there is
 * a status; else it was reported, and this is the verdict that the exit code means, if it means
 * one. Frees the object. Returns the exit code. */
int without_tables(const struct task *task, json_t *object, int code, const tilepdb_error *error);

/* After an interrupt: "unproven", and what is proven so far. Frees the object. Returns the exit
 * code. */
int interrupted(const struct task *task, json_t *object, const char *format, ...) CLI_PRINTF(3, 4);

/* {"command": name} */
json_t *object_for(const char *command);

#define REASON_TEXT 600

/* Reads a file of JSON, or standard input if it is "-". NULL, and why in `reason`, if it cannot be
 * read or is not JSON. The caller owns it. */
json_t *json_of_file(const char *path, char reason[REASON_TEXT]);

/* ---- boards and moves ------------------------------------------------------------------------ */

/* Reads a board from operands that are joined. Returns CLI_SUCCESS, otherwise the exit code; it
 * reports errors unless `quiet`. */
int read_board(const struct task *task, size_t operands, bool quiet, tilepdb_board *board);

/* Reads the goal of a board by --goal. Returns CLI_SUCCESS, otherwise the exit code after an error
 * message. */
int read_goal(const struct task *task, const tilepdb_board *board, tilepdb_board *goal);

/* Plays moves (the way the tile moves) and returns whether they end in the goal; if not, why, in
 * `reason`, and in `*failed` the move from 1, 0 if all are legal. */
bool replay(const tilepdb_board *board, const tilepdb_board *goal, const char *moves,
            size_t *failed, char reason[REASON_TEXT]);

/* Adds the metric to an object, unless it is the usual one. */
void add_metric(json_t *object, tilepdb_metric metric);

/* ---- solving --------------------------------------------------------------------------------- */

/* What --partition, --blank, --encoding, --generate and --no-generate ask for. */
struct database_request request_of(const struct verify_options *options);

/* Checks all frames of tables, and with --full proves all entries, of colour tables also without it
 * if that takes a second at most; else `*proven` becomes false.
 * Adds to a list which tables they are, wherever they are stored, with their content hashes. The
 * statuses of the check and the proof; the sentence names the file. */
tilepdb_status tables_identify(json_t *list, const struct task *task,
                               const struct database *database, const tilepdb_table *const *tables,
                               size_t count, bool *proven, tilepdb_error *error);

/* A solver with its tables, identified. */
struct verified_solver {
    struct database database;
    tilepdb_solver *solver;
    json_t *tables; /* a list: which they are */
    bool proven;    /* their entries were */
};

/* Opens what a request names, for searches to the goal, or backward, in the metric single: from the
 * goal, which is the board then, to the board. CLI_SUCCESS, otherwise the exit code, with the
 * sentence in `error` unless it was reported, and then the status there is OK. To be closed in any
 * case. */
int verified_solver_open(struct verified_solver *verified, const struct task *task,
                         const struct database_request *request, const tilepdb_board *goal,
                         bool backward, tilepdb_error *error);

void verified_solver_close(struct verified_solver *verified);

#endif
