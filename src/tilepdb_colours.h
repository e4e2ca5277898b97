/*
 * tilepdb, colour patterns: which tiles are alike. The conventions are those of tilepdb.h.
 *
 * Their tables are the heuristic of the multi-tile metric, in which a slide of a line of tiles
 * towards the blank is one move. They are generated, saved, opened and used as other tables are:
 *
 *   tilepdb_colouring_default   a pattern for boards of this size
 *   tilepdb_table_generate      with tilepdb_kind_default(TILEPDB_METRIC_MULTI)
 *   tilepdb_solver_create       with `metric` and the table in its options
 *
 * A colouring is the text of such a pattern: a name, or a drawing.
 */
#ifndef TILEPDB_COLOURS_H
#define TILEPDB_COLOURS_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a colouring: a name of the catalogue such as "large", or a drawing of the goal: a letter or
 * digit for the colour of each cell, row by row, and '.', '0' or '_' for the blank; spaces and '/'
 * are skipped. Colours are numbered as they appear. The named ones have the blank on the last cell,
 * and their tables serve goals with the blank in any corner.
 * ERROR_PARSE: no such name, another character, or not as many as the board has cells, or the blank
 * elsewhere; ERROR_ARGUMENT: invalid board size or cell. */
TILEPDB_API tilepdb_status tilepdb_colouring_parse(const char *text, int width, int height,
                                                   int goal_blank, tilepdb_pattern *pattern,
                                                   tilepdb_error *error);

/* A built-in named colouring. Static storage. */
typedef struct tilepdb_colouring_entry {
    const char *name;
    const char *summary;
    int width;
    int height;
    const char *drawing; /* the goal's rows, between '/', with the blank on the last cell */
} tilepdb_colouring_entry;

/* The number of named colourings. */
TILEPDB_API size_t tilepdb_colouring_count(void);

/* The i-th entry, i < tilepdb_colouring_count(); ordered by board size, then from small to large
 * tables. */
TILEPDB_API const tilepdb_colouring_entry *tilepdb_colouring_at(size_t i);

/* The pattern with the most colours whose table is built in a second or two, for boards of any size
 * that solvers take. On small boards all tiles differ, and the table has exact distances.
 * ERROR_ARGUMENT: invalid board size or cell, or width and height are together more than 8. */
TILEPDB_API tilepdb_status tilepdb_colouring_default(int width, int height, int goal_blank,
                                                     tilepdb_pattern *pattern,
                                                     tilepdb_error *error);

/* Large enough for any drawing of a colouring, with the final NUL. */
#define TILEPDB_COLOURING_TEXT 40

/* Draws a colour pattern on one line, as tilepdb_colouring_parse reads it: "1122 3322 5344 544.".
 * Returns the length; 0 and an empty text if it is not a colour pattern. */
TILEPDB_API size_t tilepdb_colouring_draw(const tilepdb_pattern *pattern,
                                          char text[TILEPDB_COLOURING_TEXT]);

/* The pattern whose table has the same entries for the board's mirror image, in the diagonal that
 * keeps the goal's blank; in the main one if both do. A search looks up both images.
 * ERROR_ARGUMENT: not a colour pattern, not of a square, or the blank is on neither diagonal. */
TILEPDB_API tilepdb_status tilepdb_colouring_reflect(const tilepdb_pattern *pattern,
                                                     tilepdb_pattern *reflected,
                                                     tilepdb_error *error);

#ifdef __cplusplus
}
#endif

#endif
