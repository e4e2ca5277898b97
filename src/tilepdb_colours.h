/*
 * tilepdb, the multi-tile metric: tables of colour patterns, which are its heuristic. A slide of a
 * line of tiles towards the blank is one move. The conventions are those of tilepdb.h.
 *
 *   tilepdb_colouring_default   which tiles are alike
 *   tilepdb_colours_generate    the least moves of every arrangement of the colours
 *   tilepdb_colours_save        into a file, and tilepdb_colours_open from it
 *   tilepdb_solver_create       with `metric` and `colours` in its options
 *   tilepdb_solve               as in the single-tile metric
 */
#ifndef TILEPDB_COLOURS_H
#define TILEPDB_COLOURS_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which tiles are alike: tile t of the goal tilepdb_goal(width, height, goal_blank) has colour
 * colour[t], 0 .. colours-1, and each colour has a tile. Colours are numbered as they appear: that
 * of tile 1 is 0, the next new one 1, and so on; so tables of the same tiles alike have one name.
 * Plain value. */
typedef struct tilepdb_colouring {
    uint8_t width;
    uint8_t height;
    uint8_t goal_blank;
    uint8_t colours;
    uint8_t colour[TILEPDB_TABLE_MAX_CELLS];
} tilepdb_colouring;

/* Reads a colouring: a name of the catalogue such as "large", or a drawing of the goal: a letter or
 * digit for the colour of each cell, row by row, and '.', '0' or '_' for the blank; spaces and '/'
 * are skipped. Colours are numbered as they appear. The named ones have the blank on the last cell,
 * and their tables serve goals with the blank in any corner.
 * ERROR_PARSE: no such name, another character, or not as many as the board has cells, or the blank
 * elsewhere; ERROR_ARGUMENT: invalid board size or cell. */
TILEPDB_API tilepdb_status tilepdb_colouring_parse(const char *text, int width, int height,
                                                   int goal_blank, tilepdb_colouring *colouring,
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

/* The colouring whose table is built in a second or two: for boards of any size that solvers take
 * the most colours that such a table has room for. On small boards all tiles differ, and the table
 * has their exact distances. ERROR_ARGUMENT: invalid board size or cell, or width and height are
 * together more than 8. */
TILEPDB_API tilepdb_status tilepdb_colouring_default(int width, int height, int goal_blank,
                                                     tilepdb_colouring *colouring,
                                                     tilepdb_error *error);

/* Large enough for any drawing of a colouring, with the final NUL. */
#define TILEPDB_COLOURING_TEXT 40

/* Draws a colouring on one line, as tilepdb_colouring_parse reads it: "1122 3322 5344 544.".
 * Returns the length; 0 and an empty text if it is not a colouring. */
TILEPDB_API size_t tilepdb_colouring_draw(const tilepdb_colouring *colouring,
                                          char text[TILEPDB_COLOURING_TEXT]);

/* The colouring whose table has the same entries for the board's mirror image: reflected in the
 * diagonal that keeps the goal's blank, the main one if both do. A search sees the board both ways.
 * ERROR_ARGUMENT: not a colouring, not of a square, or the blank is on neither diagonal. */
TILEPDB_API tilepdb_status tilepdb_colouring_reflect(const tilepdb_colouring *colouring,
                                                     tilepdb_colouring *reflected,
                                                     tilepdb_error *error);

/* A table of the least moves in the multi-tile metric, in memory or in a file. It knows the axis of
 * the next slide: one part for slides along rows, one for slides along columns. Immutable; any
 * number of threads may use it. tilepdb_colours_free releases it. */
typedef struct tilepdb_colours tilepdb_colours;

/* What a table holds: an entry says how many slides follow the next one, which is along a row or a
 * column. */
typedef struct tilepdb_colours_info {
    tilepdb_colouring colouring;
    uint64_t entries[2]; /* slides along rows, along columns */
    uint64_t table_bytes;
    int levels; /* the largest number of slides + 1 */
    uint64_t histogram[2][TILEPDB_MAX_LEVELS];
    uint64_t content_hash; /* XXH3-64 of the entries */
} tilepdb_colours_info;

/* What generation needs at most: `entries` and `table_bytes` of the table, and memory while it is
 * made. ERROR_ARGUMENT: not a colouring. ERROR_TOO_LARGE: beyond 2^32 arrangements, or too many
 * colours for the size of the board. */
TILEPDB_API tilepdb_status tilepdb_colours_need(const tilepdb_colouring *colouring,
                                                tilepdb_generate_need *need, tilepdb_error *error);

/* Generates a table by breadth-first search from the goal. The bytes are the same for any number of
 * threads. `options` may be NULL; its variant has no effect.
 * Errors as tilepdb_colours_need, and ERROR_ARGUMENT: threads out of range; ERROR_TOO_LARGE: the
 * need exceeds the limit; CANCELLED; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_colours_generate(const tilepdb_colouring *colouring,
                                                    const tilepdb_generate_options *options,
                                                    tilepdb_colours **colours,
                                                    tilepdb_error *error);

/* Writes the table to `path`, as tilepdb_table_save does, with the same statuses. The default level
 * stores: such a file is searched where the page cache has it. */
TILEPDB_API tilepdb_status tilepdb_colours_save(const tilepdb_colours *colours, const char *path,
                                                const tilepdb_save_options *options,
                                                tilepdb_error *error);

/* Opens a file. All of it is read and checked at once, in parallel; of the options `preload` has no
 * effect. NULL: the defaults. What tilepdb_table_maps says about truncated files applies.
 * ERROR_NOT_FOUND, ERROR_IO, ERROR_FORMAT, ERROR_CHECKSUM, ERROR_VERSION, ERROR_MEMORY, CANCELLED,
 * ERROR_ARGUMENT: a table of a pattern, which tilepdb_table_open opens; threads out of range. */
TILEPDB_API tilepdb_status tilepdb_colours_open(const char *path,
                                                const tilepdb_open_options *options,
                                                tilepdb_colours **colours, tilepdb_error *error);

/* As tilepdb_colours_open, for the bytes of a file in memory, at an address that is a multiple of
 * 8, which the caller must keep unchanged until the table is freed. Messages use `name` as the
 * path. ERROR_ARGUMENT also: the address is not. */
TILEPDB_API tilepdb_status tilepdb_colours_open_memory(const void *data, size_t size,
                                                       const char *name,
                                                       const tilepdb_open_options *options,
                                                       tilepdb_colours **colours,
                                                       tilepdb_error *error);

/* What the header of a file says; tilepdb_file_info has what all tables have. Errors as
 * tilepdb_colours_open. */
TILEPDB_API tilepdb_status tilepdb_colours_file_info(const char *path, tilepdb_colours_info *info,
                                                     tilepdb_error *error);

/* The name of a table's file, such as "4x4_blank15_multi_112233225344544.tpdb": the colours of
 * tiles 1, 2, 3 and so on. Returns the length; 0 and an empty text if it is not a colouring. */
TILEPDB_API size_t tilepdb_colours_file_name(const tilepdb_colouring *colouring,
                                             char name[TILEPDB_FILE_NAME]);

/* Describes a table. */
TILEPDB_API void tilepdb_colours_info_get(const tilepdb_colours *colours,
                                          tilepdb_colours_info *info);

/* Releases a table, which no solver may use any more. Accepts NULL. */
TILEPDB_API void tilepdb_colours_free(tilepdb_colours *colours);

#ifdef __cplusplus
}
#endif

#endif
