/*
 * The table of the textbook methods, and solving a board with one of them: behind the public
 * tilepdb_method_* functions.
 *
 * A new method is a file of its own (run.h says what it holds), its name in the table of methods.c,
 * a line in CMakeLists.txt, and a number in tilepdb.h.
 */
#ifndef TILEPDB_REFERENCE_METHODS_H
#define TILEPDB_REFERENCE_METHODS_H

#include "reference/run.h"

/* NULL: no method has this number. */
const struct method *method_find(tilepdb_method method);

#endif
