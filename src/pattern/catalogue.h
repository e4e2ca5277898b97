/*
 * The catalogue: the built-in partitions, drawn in pdb/partitions/ and compiled in.
 *
 * A drawing has a row of letters for each row of the board: tiles whose goal cells have the same
 * letter form a pattern, and '.' is the blank. Patterns are in the order of their letters. A name
 * may have several drawings, for goals with the blank on different cells.
 * Constant data; any thread may read it.
 */
#ifndef TILEPDB_PATTERN_CATALOGUE_H
#define TILEPDB_PATTERN_CATALOGUE_H

#include "tilepdb.h"

struct catalogue_drawing {
    tilepdb_catalogue_entry entry;
    const char *rows; /* the letters, row by row and drawing by drawing, without separators */
};

/* Generated at configure time from the drawings. */
extern const struct catalogue_drawing catalogue_drawings[];
extern const size_t catalogue_drawing_count;

#endif
