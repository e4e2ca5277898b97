#ifndef TILEPDB_PDBSOLVE_TEXTBOOK_MODE_H
#define TILEPDB_PDBSOLVE_TEXTBOOK_MODE_H

#include "answers/solve_options.h"
#include "tilepdb.h"
#include "tilepdb_methods.h"

void textbook_options_fill(tilepdb_method_options *method, tilepdb_method number,
                           const struct solve_options *options);

/* Returns false and sets the error if an option is not allowed for boards too large for tables. */
bool large_options_check(const struct solve_options *options, tilepdb_error *error);

#endif
