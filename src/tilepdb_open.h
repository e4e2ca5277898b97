/*
 * tilepdb, open: a solver in one call, with tables by the rules of the tools: where the files are,
 * which of them serve a goal, and what is done about missing ones. The conventions are those of
 * tilepdb.h. Experimental: it may change.
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
    TILEPDB_MISSING_BUILD = 0, /* generates the tables in memory; no file is written */
    TILEPDB_MISSING_KEEP = 1,  /* generates the tables, and saves them in the directory */
    TILEPDB_MISSING_REFUSE = 2 /* ERROR_NOT_FOUND; the sentence names a missing file */
} tilepdb_missing;

/* How to open a solver. */
typedef struct tilepdb_solver_open_options {
    const char *directory; /* of the files, created if necessary; NULL: tilepdb_directory */
    tilepdb_missing missing;
    tilepdb_metric metric;
    const tilepdb_kind *kind; /* of all tables; NULL: the strongest whose files exist */
    bool preload;             /* check and inflate all files immediately */
    tilepdb_variant variant;  /* for generation and searches */
    int threads;              /* for generation, preloading and saving; 0: all that OpenMP offers */
    uint64_t memory_limit;    /* bytes for generation; 0: all that the machine has */
    tilepdb_progress_fn progress; /* of generation, saving and preloading */
    void *user;
} tilepdb_solver_open_options;

/* Sets the defaults: the tools' directory, missing tables in memory, single-tile moves, any kind,
 * the best variant, all threads, no progress reports. */
TILEPDB_API void tilepdb_solver_open_options_init(tilepdb_solver_open_options *options);

/* Makes a solver for `goal`, any board that tables hold, with the tables of a partition: a name of
 * the catalogue such as "7-8", or tiles as for tilepdb_partition_parse; in the metric MULTI a
 * colouring as for tilepdb_colouring_parse; or several with '+' between them. NULL: the strongest
 * of the catalogue whose files exist (tilepdb_default_requests_init has the order), otherwise a
 * small one that takes a second or two, which is never saved.
 *
 * Tables for one goal cell serve all goals whose blank is on a symmetric cell, so that the files
 * for the last cell serve every corner. A file must hold what its name says; a damaged one is an
 * error, and is neither replaced nor ignored. The solver owns its tables: tilepdb_solver_free
 * closes them. `options` may be NULL.
 *
 * ERROR_PARSE: not a partition; ERROR_ARGUMENT: the goal is not a board that tables hold, an option
 * is out of range, no table of the metric has the kind, no directory is known for KEEP, or more
 * than 6 partitions; ERROR_NOT_FOUND: REFUSE, and a file is missing; ERROR_IO: a file cannot be
 * read or, with KEEP, written, or the directory cannot be made; and those of tilepdb_table_open,
 * tilepdb_table_generate, tilepdb_table_save and tilepdb_solver_create. Thread-safe, as long as no
 * other thread changes the environment. */
TILEPDB_API tilepdb_status tilepdb_solver_open(const tilepdb_board *goal, const char *partition,
                                               const tilepdb_solver_open_options *options,
                                               tilepdb_solver **solver, tilepdb_error *error);

/* Writes the directory where the tools keep tables, with its final NUL: $TILEPDB_DIR, else
 * $XDG_DATA_HOME/tilepdb, else $HOME/.local/share/tilepdb; empty variables are ignored. Returns the
 * length, which is `size` or more if the text was cut; 0: no variable is set. `path` may be NULL if
 * `size` is 0. The library reads no other variables, except PATH to find the program cbc, and these
 * only here and for a `directory` that is NULL. */
TILEPDB_API size_t tilepdb_directory(char *path, size_t size);

/* ---- which tables serve a goal --------------------------------------------------------------- */

/* The greatest number of partitions, or colour tables, of a solver. */
#define TILEPDB_MAX_PARTITIONS 6

/* The greatest number of cells that the symmetries of a board map one cell to, and of kinds. */
#define TILEPDB_MAX_IMAGES 8
#define TILEPDB_MAX_KINDS  3

/* Which tables serve a goal, and where their files are. Plain value; a program may remove cells and
 * kinds, or change their order. */
typedef struct tilepdb_locator {
    const char *directory; /* the caller keeps it; NULL: no file exists */
    tilepdb_metric metric;
    int width;
    int height;
    int cells[TILEPDB_MAX_IMAGES]; /* goal cells of tables, best first */
    size_t cell_count;
    tilepdb_kind kinds[TILEPDB_MAX_KINDS]; /* strongest first */
    size_t kind_count;
} tilepdb_locator;

/* Fills a locator. The goal cells are the cells that symmetries of the board map the goal's blank
 * to: first the last cell of the board if it is one of them, since pdbgen puts the blank there,
 * then the goal's own. In the metric MULTI there is one cell. The kinds are aware bits, aware
 * nibbles and projected nibbles, or that of colour tables. ERROR_ARGUMENT: the goal is not a board
 * that tables hold, or the metric is unknown. */
TILEPDB_API tilepdb_status tilepdb_locator_init(tilepdb_locator *locator, const tilepdb_board *goal,
                                                tilepdb_metric metric, const char *directory,
                                                tilepdb_error *error);

/* Makes `cell` the only goal cell. */
TILEPDB_API void tilepdb_locator_fix_cell(tilepdb_locator *locator, int cell);

/* A request for tables: a partition, or a colouring, by its name, tiles or drawing; or if `text` is
 * NULL, the result of tilepdb_partition_suggest for `entries`, or of tilepdb_colouring_default. */
typedef struct tilepdb_request {
    const char *text;
    uint64_t entries;
} tilepdb_request;

/* The tables of a partition, or that of a colouring. Plain value. */
typedef struct tilepdb_table_set {
    char name[24]; /* of a partition of the catalogue; otherwise "" */
    tilepdb_kind kind;
    unsigned count;
    tilepdb_pattern patterns[TILEPDB_TABLE_MAX_CELLS];
} tilepdb_table_set;

/* Finds the first kind, and for it the first goal cell, whose files all exist. If there is none,
 * `*found` is false, and the set has the first kind and cell. A request without a text is looked
 * for with the first cell only. Statuses of tilepdb_partition_parse, tilepdb_colouring_parse,
 * tilepdb_partition_suggest and tilepdb_colouring_default. */
TILEPDB_API tilepdb_status tilepdb_locator_find(const tilepdb_locator *locator,
                                                tilepdb_request request, tilepdb_table_set *set,
                                                bool *found, tilepdb_error *error);

/* Fixes the goal cell with which most of the partitions of NAME+NAME exist, since a solver needs
 * one cell for all its tables; then each can be found by itself. With one name, or if no partition
 * exists, all cells stay. Statuses of tilepdb_locator_find; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_locator_choose_cell(tilepdb_locator *locator, const char *names,
                                                       tilepdb_error *error);

/* ---- default tables -------------------------------------------------------------------------- */

/* The greatest number of default requests. */
#define TILEPDB_MAX_REQUESTS 64

/* Which tables boards of a size use when none are named. Counts of entries decide, so the list is
 * the same on every machine. */
typedef struct tilepdb_default_requests {
    tilepdb_request requests[TILEPDB_MAX_REQUESTS]; /* to be looked for in this order, the
                                                       strongest first */
    size_t count;
    tilepdb_request quick; /* the tables to build in memory if no files exist */
    bool decided;          /* tilepdb_default_requests_quick has set `quick` and `slow` */
    bool slow;             /* building takes longer than an easy board without tables */
} tilepdb_default_requests;

/* Lists the partitions of the catalogue from large to small, on 4x4 after 7-8, which most people
 * have; or the colourings. */
TILEPDB_API void tilepdb_default_requests_init(tilepdb_default_requests *defaults,
                                               const tilepdb_locator *locator);

/* Sets `quick` and `slow`. Returns true if it has added `quick` to the requests, whose files may
 * exist. It counts entries, which takes a millisecond, so call it when no other request has files.
 * Later calls do nothing and return false. */
TILEPDB_API bool tilepdb_default_requests_quick(tilepdb_default_requests *defaults,
                                                const tilepdb_locator *locator);

#ifdef __cplusplus
}
#endif

#endif
