/*
 * Why cells are no board: the nearest reading, and what is missing or wrong in it.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_TEXT_EXPLAIN_H
#define TILEPDB_TEXT_EXPLAIN_H

#include "text/readings.h"

/* The rows of values. SHAPE_ROWS: as many of this width. SHAPE_UNEVEN: a row is of another width
 * than the first. SHAPE_FLAT: rows are not told apart. */
enum shape { SHAPE_FLAT, SHAPE_ROWS, SHAPE_UNEVEN };

struct reading_shape {
    size_t width, rows;
    size_t bad_row, in_row, bad_end; /* which one, from 1, its values, and the one after it */
};

enum shape reading_shape(const struct readings *readings, size_t first, size_t count,
                         struct reading_shape *shape);

/* Sets the error; ERROR_PARSE. */
tilepdb_status reading_explain(const struct readings *readings, tilepdb_error *error);

#endif
