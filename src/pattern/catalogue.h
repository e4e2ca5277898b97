/*
 * The catalogue: the built-in partitions, drawn in pdb/partitions/ and compiled in.
 *
 * Tiles whose goal cells have the same letter form a pattern; '.' is the blank. A name may have
 * several drawings, for goals with the blank on different cells.
 */
#ifndef TILEPDB_PATTERN_CATALOGUE_H
#define TILEPDB_PATTERN_CATALOGUE_H

#include "tilepdb_tables.h"

struct catalogue_drawing {
    tilepdb_catalogue_entry entry;
    const char *rows; /* letters of all drawings, row by row, without separators */
};

extern const struct catalogue_drawing catalogue_drawings[];
extern const size_t catalogue_drawing_count;

#endif
