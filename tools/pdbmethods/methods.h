/*
 * Functions that return int return the exit code. Sessions are open, with their outputs and their
 * engine.
 */
#ifndef TILEPDB_PDBMETHODS_METHODS_H
#define TILEPDB_PDBMETHODS_METHODS_H

#include "answers/session.h"
#include "tilepdb_methods.h"

#define METHODS_MOST 24

/* Solves boards one after the other, by the engine, as pdbsolve does. */
int ida_run(struct session *session);

int compare_run(struct session *session);

/* Reads from the terminal what to solve. Each board has a session of its own. */
int menu_run(const struct solve_options *options, struct cli_output *output);

struct example {
    const char *name;
    const char *board;
    const char *goal; /* value of --goal */
    int length;       /* optimal; -1 if unsolvable */
    const char *summary;
};

/* Returns NULL after an error message for an unknown name. */
const struct example *example_find(const char *name);

void examples_print(FILE *stream, const struct solve_options *options);

/* names of the boards of compare, 5 to 80 moves; ends with NULL */
extern const char *const example_ladder[];

void textbook_options_fill(tilepdb_method_options *method, tilepdb_method number,
                           const struct solve_options *options);

#endif
