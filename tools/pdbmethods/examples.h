#ifndef TILEPDB_PDBMETHODS_EXAMPLES_H
#define TILEPDB_PDBMETHODS_EXAMPLES_H

#include <stddef.h>
#include <stdio.h>

#include "answers/solve_options.h"

struct example {
    const char *name;
    const char *board;
    const char *goal; /* value of --goal */
    int length;       /* optimal length; -1 if unsolvable */
    const char *summary;
};

extern const struct example examples[];
extern const size_t example_count;

/* Returns NULL after an error message for an unknown name. */
const struct example *example_find(const char *name);

void examples_print(FILE *stream, const struct solve_options *options);

void examples_print_numbered(FILE *stream);

/* boards of pdbmethods compare, 5 to 80 moves; ends with NULL */
extern const char *const example_ladder[];

#endif
