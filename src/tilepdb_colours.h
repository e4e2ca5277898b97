/*
 * tilepdb, colour patterns: which tiles are alike.
 *
 * Tables of colour patterns are the heuristic of the metric MULTI, in which a slide of a line of
 * tiles towards the blank is one move. They are used like other tables:
 *
 *   tilepdb_colouring_default   gives a pattern for a board size
 *   tilepdb_table_generate      takes it with tilepdb_kind_default(TILEPDB_METRIC_MULTI)
 *   tilepdb_solver_create       takes `metric` and the table in its options
 *
 * A colouring is a colour pattern as text: a name or a drawing.
 */
#ifndef TILEPDB_COLOURS_H
#define TILEPDB_COLOURS_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a colouring: a catalogue name such as "large", or a drawing of the goal with a letter or
 * digit for the colour of each cell, row by row, and '.', '0' or '_' for the blank; spaces and
 * '/' are ignored. Colours are numbered as they appear. Named colourings have the blank on the
 * last cell; their tables serve goals with the blank in any corner. Returns ERROR_PARSE for an
 * unknown name, another character, a wrong number of cells or a blank that is not on
 * `goal_blank`. */
TILEPDB_API tilepdb_status tilepdb_colouring_parse(const char *text, int width, int height,
                                                   int goal_blank, tilepdb_pattern *pattern,
                                                   tilepdb_error *error);

/* A built-in named colouring. */
typedef struct tilepdb_colouring_entry {
    const char *name;
    const char *summary;
    int width;
    int height;
    const char *drawing; /* rows of the goal with '/' between them; blank on the last cell */
} tilepdb_colouring_entry;

/* Returns the number of colourings in the catalogue. */
TILEPDB_API size_t tilepdb_colouring_count(void);

/* Returns entry `i` < tilepdb_colouring_count(), ordered by board size, then by table size. */
TILEPDB_API const tilepdb_colouring_entry *tilepdb_colouring_at(size_t i);

/* Writes the pattern with the most colours whose table is built in one or two seconds. On small
 * boards all tiles differ, and the table has exact distances. Returns ERROR_ARGUMENT also if
 * width + height exceeds 8. */
TILEPDB_API tilepdb_status tilepdb_colouring_default(int width, int height, int goal_blank,
                                                     tilepdb_pattern *pattern,
                                                     tilepdb_error *error);

/* Bytes for any drawing. */
#define TILEPDB_COLOURING_TEXT 40

/* Draws a colour pattern as tilepdb_colouring_parse reads it, on one line: "1122 3322 5344
 * 544.". Returns the length; 0 and an empty text for any other pattern. */
TILEPDB_API size_t tilepdb_colouring_draw(const tilepdb_pattern *pattern,
                                          char text[TILEPDB_COLOURING_TEXT]);

/* Writes the pattern whose table has the same entries for the mirror image of the board, so that
 * a search looks up both. The mirror is the diagonal that keeps the blank of the goal; the main
 * diagonal if both do. Returns ERROR_ARGUMENT if `pattern` is no colour pattern or not square,
 * or if its blank is on neither diagonal. */
TILEPDB_API tilepdb_status tilepdb_colouring_reflect(const tilepdb_pattern *pattern,
                                                     tilepdb_pattern *reflected,
                                                     tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
