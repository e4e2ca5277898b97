/*
 * The textbook methods of --method: options, steps, and answers.
 *
 * Which methods there are, what they are called, and which options have an effect on them is the
 * library's to say (tilepdb_method_at).
 */
#ifndef TILEPDB_PDBSOLVE_TEXTBOOK_H
#define TILEPDB_PDBSOLVE_TEXTBOOK_H

#include <jansson.h>

#include "answers/report.h"
#include "answers/solve_options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"

#define METHOD_HELP 512

/* The words and the help of --method. */
struct method_keywords {
    const char *keywords[METHODS_MOST + 2];
    char help[METHOD_HELP];
};

void method_keywords_make(struct method_keywords *made);

/* A method with the limits and choices of the command line, as the library takes them. */
void textbook_options_fill(tilepdb_method_options *method, tilepdb_method number,
                           const struct solve_options *options);

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

/* ---- large boards, which some methods take --------------------------------------------------- */

/* Whether the method of the command line takes them. */
bool textbook_takes_large(const struct solve_options *options);

/* Whether no option is given that such boards do not take; if one is, the error names it. */
bool large_options_check(const struct solve_options *options, tilepdb_error *error);

#endif
