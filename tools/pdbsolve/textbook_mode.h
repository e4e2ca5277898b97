/*
 * The textbook methods of --method. The library says which there are, and which options have an
 * effect on them (tilepdb_method_at).
 */
#ifndef TILEPDB_PDBSOLVE_TEXTBOOK_MODE_H
#define TILEPDB_PDBSOLVE_TEXTBOOK_MODE_H

#include "answers/solve_options.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"

/* Sets the limits and choices of the command line. */
void textbook_options_fill(tilepdb_method_options *method, tilepdb_method number,
                           const struct solve_options *options);

/* Whether no option is given that is refused with boards that are too large for tables; the error
 * names it. */
bool large_options_check(const struct solve_options *options, tilepdb_error *error);

#endif
