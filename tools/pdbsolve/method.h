/*
 * The textbook methods of --method: options, steps, and answers.
 */
#ifndef TILEPDB_PDBSOLVE_METHOD_H
#define TILEPDB_PDBSOLVE_METHOD_H

#include <jansson.h>

#include "cli/output.h"
#include "cli/progress.h"
#include "pdbsolve/options.h"
#include "pdbsolve/report.h"
#include "tilepdb.h"

/* The section of the command line, for solve_options_read. */
extern const struct cli_option method_options[];
extern const size_t method_option_count;

/* The library's number of a choice, which is not METHOD_IDA. */
tilepdb_method method_of(enum method_choice choice);

/* The limits and choices of the command line as the library takes them. */
void method_options_fill(tilepdb_method_options *method, const struct solve_options *options);

/* The part of a method's result that all answers have. */
void method_result_common(const tilepdb_method_result *from, tilepdb_result *to);

/* ---- the steps of one board ------------------------------------------------------------------ */

struct step_list {
    const struct solve_options *options;
    tilepdb_board at; /* where the next step starts */
    const char *name; /* what messages call the board */
    bool keep;
    bool live;     /* also print each step on stderr, as progress */
    json_t *steps; /* objects with text, bound, nodes, ...; owned */
};

/* The list keeps `options` and `name`. */
void step_list_init(struct step_list *list, const struct solve_options *options,
                    const tilepdb_board *board, const char *name,
                    const struct cli_progress *progress);

/* A tilepdb_method_step_fn whose `user` is a struct step_list. */
void step_list_add(const tilepdb_method_step *step, void *user);

void step_list_free(struct step_list *list);

/* ---- the integer program --------------------------------------------------------------------- */

/* Writes the program for `horizon` moves to the document of --write-lp, and ends it. Returns the
 * exit code. */
int program_file_write(const struct solve_options *options, struct cli_output *file,
                       const tilepdb_board *board, const tilepdb_board *goal, int horizon);

/* ---- boards that only LAYERED takes ---------------------------------------------------------- */

/* Whether no option is given that such boards do not take; if one is, the error names it. */
bool large_options_check(const struct solve_options *options, tilepdb_error *error);

#endif
