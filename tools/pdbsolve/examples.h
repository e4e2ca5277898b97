/*
 * Boards with names.
 */
#ifndef TILEPDB_PDBSOLVE_EXAMPLES_H
#define TILEPDB_PDBSOLVE_EXAMPLES_H

#include <stddef.h>
#include <stdio.h>

#include "answers/solve_options.h"

struct example {
    const char *name;
    const char *board;
    const char *goal; /* as --goal takes it */
    int length;       /* of a shortest solution; -1: unsolvable */
    const char *summary;
};

extern const struct example examples[];
extern const size_t example_count;

/* NULL after an error message that names the nearest: the name is unknown. */
const struct example *example_find(const char *name);

/* One line for each, in the format; a terminal that is too narrow gets two. */
void examples_print(FILE *stream, const struct solve_options *options);

/* The same with numbers from 1, for people to choose from. */
void examples_print_numbered(FILE *stream);

/* The boards of --compare, 5 to 80 moves: ends with NULL. */
extern const char *const example_ladder[];

#endif
