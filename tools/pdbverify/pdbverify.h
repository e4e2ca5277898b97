/*
 * pdbverify: proves tables, solutions and optima, or refutes them. A command prints what it found
 * and a line with the verdict, and returns the exit code: CLI_SUCCESS proven, CLI_NO false,
 * CLI_USAGE, CLI_FAILURE broken.
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
#include "tilepdb_verify.h"

struct verify_options {
    struct cli_table_filter filter; /* without its goal, which is text here */
    const char *goal;               /* NULL: blank-last */
    const char *blank_tile;         /* NULL: 0, or what the board shows */
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

/* What a command gets. The operands follow the command's name. */
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

/* Prints the verdict of an exit code with a sentence: a line of text, or the object with `verdict`
 * and `sentence` added. Frees the object. Returns `code`. */
int verdict(const struct task *task, json_t *object, int code, const char *format, ...)
    CLI_PRINTF(4, 5);

/* Prints the verdict of a status with its sentence, after `subject` unless that is NULL. After a
 * limit it is "unproven". Frees the object. Returns the exit code. */
int verdict_of(const struct task *task, json_t *object, const char *subject,
               const tilepdb_error *error);

/* Ends a command whose tables are missing or false: verdict_of if `error` has a status. Otherwise
 * the reason was reported, and the verdict is that of the exit code, if it has one. Frees the
 * object. Returns the exit code. */
int without_tables(const struct task *task, json_t *object, int code, const tilepdb_error *error);

/* Prints "unproven" after an interrupt, and a sentence with what is proven so far. Frees the
 * object. Returns the exit code. */
int interrupted(const struct task *task, json_t *object, const char *format, ...) CLI_PRINTF(3, 4);

/* {"command": name} */
json_t *object_for(const char *command);

/* How --jobs and --memory have tables checked and proven. */
tilepdb_verify_options check_options(const struct task *task);

#define REASON_TEXT 600

/* Reads a JSON file, or standard input if the path is "-". Returns NULL, with the reason, if it
 * cannot be read or is not JSON. The caller owns it. */
json_t *json_of_file(const char *path, char reason[REASON_TEXT]);

/* ---- boards and moves ------------------------------------------------------------------------ */

/* Reads a board from the first operands, joined. Returns CLI_SUCCESS or the exit code; reports
 * errors unless `quiet`. */
int read_board(const struct task *task, size_t operands, bool quiet, tilepdb_board *board);

/* Reads the goal of a board from --goal. Returns CLI_SUCCESS, or the exit code after an error
 * message. */
int read_goal(const struct task *task, const tilepdb_board *board, tilepdb_board *goal);

/* Plays moves, letters for the way the tile moves. Returns whether they end in the goal; if not,
 * `reason` says why, and `*failed` is the illegal move, counted from 1, or 0. */
bool replay(const tilepdb_board *board, const tilepdb_board *goal, const char *moves,
            size_t *failed, char reason[REASON_TEXT]);

/* Adds the metric to an object unless it is single. */
void add_metric(json_t *object, tilepdb_metric metric);

#endif
