/*
 * tilepdb, open: creates a solver in one call, finds table files by the rules of the tools, and
 * builds missing tables. Experimental: may change.
 */
#ifndef TILEPDB_OPEN_H
#define TILEPDB_OPEN_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a solver in one call -------------------------------------------------------------------- */

/* What tilepdb_solver_open does about missing files. */
typedef enum tilepdb_missing {
    TILEPDB_MISSING_BUILD = 0, /* builds the tables, writes no file */
    TILEPDB_MISSING_KEEP = 1,  /* builds the tables, saves them in the directory */
    TILEPDB_MISSING_REFUSE = 2 /* returns ERROR_NOT_FOUND; the error sentence names a missing
                                * file */
} tilepdb_missing;

/* Options of tilepdb_solver_open. */
typedef struct tilepdb_solver_open_options {
    /* Directory of the table files, created if necessary; NULL: tilepdb_directory. */
    const char *directory;
    tilepdb_missing missing;
    tilepdb_metric metric;
    const tilepdb_kind *kind; /* kind of all tables; NULL: the strongest whose files exist */
    bool preload;
    tilepdb_variant variant;
    int threads;
    uint64_t memory_limit; /* for building; 0: all that the machine has */
    tilepdb_progress_fn progress;
    void *user;
} tilepdb_solver_open_options;

/* Sets the defaults: directory of the tools, MISSING_BUILD, single-tile moves, any kind, best
 * variant, all threads. */
TILEPDB_API void tilepdb_solver_open_options_init(tilepdb_solver_open_options *options);

/* Creates a solver for `goal`, with the tables of `partition`: a catalogue name such as "7-8" or
 * tiles (see tilepdb_partition_parse); in the metric MULTI a colouring (see
 * tilepdb_colouring_parse); or several joined by '+'. If `partition` is NULL, uses the strongest
 * tables whose files exist (tilepdb_default_requests_init), or else small tables, built in one
 * or two seconds and never saved.
 *
 * Tables serve all goals whose blank is on a cell symmetric to their goal cell, so files for the
 * last cell serve every corner. A file that is damaged, or does not hold what its name says, is
 * an error; it is neither replaced nor ignored. The solver owns its tables; tilepdb_solver_free
 * closes them. Thread-safe while no other thread changes the environment.
 *
 * Returns the statuses of tilepdb_table_open, tilepdb_table_generate, tilepdb_table_save and
 * tilepdb_solver_create, and:
 *
 *  - ERROR_PARSE if `partition` cannot be read
 *  - ERROR_ARGUMENT if `goal` is not a board for tables, an option is out of range, no table of
 *    the metric has the kind, KEEP has no directory, or there are more than 6 partitions
 *  - ERROR_NOT_FOUND if a file is missing, with MISSING_REFUSE
 *  - ERROR_IO if a file cannot be read or saved, or the directory cannot be created */
TILEPDB_API tilepdb_status tilepdb_solver_open(const tilepdb_board *goal, const char *partition,
                                               const tilepdb_solver_open_options *options,
                                               tilepdb_solver **solver, tilepdb_error *error);

/* Writes the directory where the tools keep tables, with a final NUL: $TILEPDB_DIR, else
 * $XDG_DATA_HOME/tilepdb, else $HOME/.local/share/tilepdb; empty variables are ignored. Returns
 * the length, which is `size` or more if the text was cut; 0 if no variable is set. `path` may
 * be NULL if `size` is 0. The library reads these variables only here and where a `directory` is
 * NULL, and otherwise only PATH. */
TILEPDB_API size_t tilepdb_directory(char *path, size_t size);

/* ---- which tables serve a goal --------------------------------------------------------------- */

/* Most partitions, or colour tables, of a solver. */
#define TILEPDB_MAX_PARTITIONS 6

/* Most goal cells, and most kinds, of a locator. */
#define TILEPDB_MAX_IMAGES 8
#define TILEPDB_MAX_KINDS  3

/* Which tables serve a goal, and where their files are. Programs may remove or reorder cells and
 * kinds. */
typedef struct tilepdb_locator {
    const char *directory; /* owned by the caller; NULL: no file exists */
    tilepdb_metric metric;
    int width;
    int height;
    int cells[TILEPDB_MAX_IMAGES]; /* goal cells of tables, best first */
    size_t cell_count;
    tilepdb_kind kinds[TILEPDB_MAX_KINDS]; /* strongest first */
    size_t kind_count;
} tilepdb_locator;

/* Initialises a locator; `directory` may be NULL. Its goal cells are the images of the goal's
 * blank cell under symmetries of the board: first the last cell of the board, where pdbgen puts
 * the blank, if it is an image, then the goal's own cell; in the metric MULTI there is only one
 * goal cell. Its kinds are aware bits, aware nibbles and projected nibbles, or the kind of colour
 * tables. Returns ERROR_ARGUMENT if `goal` is not a board for tables or the metric is unknown. */
TILEPDB_API tilepdb_status tilepdb_locator_init(tilepdb_locator *locator, const tilepdb_board *goal,
                                                tilepdb_metric metric, const char *directory,
                                                tilepdb_error *error);

/* Makes `cell` the only goal cell. */
TILEPDB_API void tilepdb_locator_fix_cell(tilepdb_locator *locator, int cell);

/* Requested tables: a partition or colouring, by name, tiles or drawing. If `text` is NULL,
 * requests the result of tilepdb_partition_suggest for `entries`, or of
 * tilepdb_colouring_default. */
typedef struct tilepdb_request {
    const char *text;
    uint64_t entries;
} tilepdb_request;

/* The tables of a partition or colouring. */
typedef struct tilepdb_table_set {
    char name[24]; /* name in the catalogue, or "" */
    tilepdb_kind kind;
    unsigned count;
    tilepdb_pattern patterns[TILEPDB_TABLE_MAX_CELLS];
} tilepdb_table_set;

/* Finds the first kind, and for it the first goal cell, whose files all exist. If no files
 * exist, `*found` is false, and `set` has the first kind and cell. A request without a text uses
 * only the first cell. Returns the statuses of tilepdb_partition_parse,
 * tilepdb_partition_suggest, tilepdb_colouring_parse and tilepdb_colouring_default, or
 * ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_locator_find(const tilepdb_locator *locator,
                                                tilepdb_request request, tilepdb_table_set *set,
                                                bool *found, tilepdb_error *error);

/* Fixes the goal cell for which most partitions of NAME+NAME have files, since a solver needs
 * one cell for all tables. With a single name, or without files, all cells stay. Returns the
 * statuses of tilepdb_locator_find. */
TILEPDB_API tilepdb_status tilepdb_locator_choose_cell(tilepdb_locator *locator, const char *names,
                                                       tilepdb_error *error);

/* ---- default tables -------------------------------------------------------------------------- */

/* Capacity for requests of default tables. */
#define TILEPDB_MAX_REQUESTS 64

/* Tables for a board size when the user names none. The choice depends on the catalogue and on
 * counts of table entries, never on timings, so it is the same on every machine. */
typedef struct tilepdb_default_requests {
    /* strongest first; look for files in this order */
    tilepdb_request requests[TILEPDB_MAX_REQUESTS];
    size_t count;
    tilepdb_request quick; /* tables to build in memory if no files exist */
    bool decided;          /* `quick` and `slow` are set */
    bool slow;             /* building takes longer than solving an easy board without tables */
} tilepdb_default_requests;

/* Lists the partitions of the catalogue from large to small, or in the metric MULTI the
 * colourings. On 4x4, 7-8 comes first, since most users have it. */
TILEPDB_API void tilepdb_default_requests_init(tilepdb_default_requests *defaults,
                                               const tilepdb_locator *locator);

/* Sets `quick` and `slow`, by counting entries for about a millisecond. Call it when no request
 * has files. Returns true if it has appended `quick` to the requests, since its files may exist.
 * Later calls do nothing and return false. */
TILEPDB_API bool tilepdb_default_requests_quick(tilepdb_default_requests *defaults,
                                                const tilepdb_locator *locator);

#ifdef __cplusplus
}
#endif

#endif
