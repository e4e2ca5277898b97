/*
 * tilepdb, open: a solver in one call, with tables by the rules of the tools. Where the files of
 * tables are, which of them serve a goal, and what happens where some are missing. The conventions
 * are those of tilepdb.h. Experimental: it is new, and may change.
 */
#ifndef TILEPDB_OPEN_H
#define TILEPDB_OPEN_H

#include "tilepdb.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a solver in one call -------------------------------------------------------------------- */

/* What tilepdb_solver_open does where files are missing. */
typedef enum tilepdb_missing {
    TILEPDB_MISSING_BUILD = 0, /* generates the tables in memory; no file is written */
    TILEPDB_MISSING_KEEP = 1,  /* generates them, and saves them in the directory, which is made */
    TILEPDB_MISSING_REFUSE = 2 /* ERROR_NOT_FOUND; the sentence names a missing file */
} tilepdb_missing;

/* How to open a solver. */
typedef struct tilepdb_solver_open_options {
    const char *directory; /* with the files; NULL: tilepdb_directory */
    tilepdb_missing missing;
    tilepdb_metric metric;
    const tilepdb_kind *kind; /* that the tables must have; NULL: the strongest whose files exist */
    bool preload;             /* check and inflate all files at once */
    tilepdb_variant variant;  /* of generation and searches */
    int threads;              /* that generate, preload and save; 0: all that OpenMP offers */
    uint64_t memory_limit;    /* bytes, while a table is generated; 0: all that the machine has */
    tilepdb_progress_fn progress; /* of tables that are generated, saved or preloaded */
    void *user;
} tilepdb_solver_open_options;

/* Sets the defaults: the tools' directory, missing tables in memory, single-tile moves, any kind,
 * the best variant, all threads, no progress reports. */
TILEPDB_API void tilepdb_solver_open_options_init(tilepdb_solver_open_options *options);

/* Makes a solver for `goal`, any board that tables hold, with the tables of a partition: a name of
 * the catalogue such as "7-8", or tiles as tilepdb_partition_parse takes them; in the metric MULTI
 * a colouring, as tilepdb_colouring_parse takes it; or several with '+' between them. NULL: the
 * strongest of the catalogue whose files exist, otherwise a small one that takes a second or two
 * (tilepdb_default_requests_init has the order); that one is built in memory also with KEEP.
 *
 * Tables of one goal cell serve the goals whose blank is on a symmetric cell, so that the files for
 * the last cell serve every corner. A file must hold what its name says; one that is damaged is an
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
 * $XDG_DATA_HOME/tilepdb, else $HOME/.local/share/tilepdb; a variable that is empty is not set.
 * Returns the length, which is `size` or more if the text was cut; 0: none of them is set. `path`
 * may be NULL if `size` is 0. Apart from PATH, to find the program cbc, these are the only
 * variables that the library reads, and only here: a program that names its directory depends on
 * none. */
TILEPDB_API size_t tilepdb_directory(char *path, size_t size);

/* ---- which tables serve a goal --------------------------------------------------------------- */

/* The most partitions, or colour tables, of a solver. */
#define TILEPDB_MAX_PARTITIONS 6

/* The most cells that the symmetries of a board carry one cell to, and the most kinds of tables. */
#define TILEPDB_MAX_IMAGES 8
#define TILEPDB_MAX_KINDS  3

/* Which tables serve a goal, and where their files are. Plain value; a program may leave out cells
 * and kinds, or change their order. */
typedef struct tilepdb_locator {
    const char *directory; /* stays the caller's; NULL: no file exists */
    tilepdb_metric metric;
    int width;
    int height;
    int cells[TILEPDB_MAX_IMAGES]; /* goal cells of tables, best first */
    size_t cell_count;
    tilepdb_kind kinds[TILEPDB_MAX_KINDS]; /* strongest first */
    size_t kind_count;
} tilepdb_locator;

/* The goal cells are those that a symmetry of the board carries the goal's blank to, the last cell
 * first if it is one of them, since pdbgen puts the blank there, then the goal's own. In the metric
 * MULTI there is one cell. The kinds are aware bits, aware nibbles and projected nibbles, or the
 * one of colour tables. ERROR_ARGUMENT: the goal is not a board that tables hold, or an unknown
 * metric. */
TILEPDB_API tilepdb_status tilepdb_locator_init(tilepdb_locator *locator, const tilepdb_board *goal,
                                                tilepdb_metric metric, const char *directory,
                                                tilepdb_error *error);

/* Looks for tables with that goal cell alone from now on. */
TILEPDB_API void tilepdb_locator_fix_cell(tilepdb_locator *locator, int cell);

/* Which tables are meant: a partition, or a colouring, by its name, tiles or drawing; or, if `text`
 * is NULL, what tilepdb_partition_suggest returns for so many entries, or
 * tilepdb_colouring_default. */
typedef struct tilepdb_request {
    const char *text;
    uint64_t entries;
} tilepdb_request;

/* The tables of a partition, or that of a colouring. Plain value. */
typedef struct tilepdb_table_set {
    char name[24]; /* the catalogue's, of a partition; otherwise "" */
    tilepdb_kind kind;
    unsigned count;
    tilepdb_pattern patterns[TILEPDB_TABLE_MAX_CELLS];
} tilepdb_table_set;

/* Finds the first kind, and of it the first goal cell, of which all files exist. If there is none,
 * `*found` is false, and the set is that of the first kind and cell. What is suggested is looked
 * for with the first cell alone. Statuses of tilepdb_partition_parse, tilepdb_colouring_parse,
 * tilepdb_partition_suggest and tilepdb_colouring_default. */
TILEPDB_API tilepdb_status tilepdb_locator_find(const tilepdb_locator *locator,
                                                tilepdb_request request, tilepdb_table_set *set,
                                                bool *found, tilepdb_error *error);

/* A solver needs the same goal cell for all its tables. Fixes, before the partitions of NAME+NAME
 * are looked for one by one, the cell with which most of them exist. With one name, or if none
 * exists, all cells stay. Statuses as tilepdb_locator_find; ERROR_MEMORY. */
TILEPDB_API tilepdb_status tilepdb_locator_choose_cell(tilepdb_locator *locator, const char *names,
                                                       tilepdb_error *error);

/* ---- when no tables are named ---------------------------------------------------------------- */

/* The most default requests. */
#define TILEPDB_MAX_REQUESTS 64

/* Which tables boards of a size use when none are named. Counts of entries decide, so the list is
 * the same on every machine. */
typedef struct tilepdb_default_requests {
    tilepdb_request requests[TILEPDB_MAX_REQUESTS]; /* in the order in which files are looked for;
                                                       the first is the strongest */
    size_t count;
    tilepdb_request quick; /* what is built in memory where no files exist */
    bool decided;          /* tilepdb_default_requests_quick has decided that, and the next */
    bool slow;             /* building takes longer than an easy board without tables */
} tilepdb_default_requests;

/* The partitions of the catalogue from large to small, on 4x4 after 7-8, which most people have; or
 * the colourings. */
TILEPDB_API void tilepdb_default_requests_init(tilepdb_default_requests *defaults,
                                               const tilepdb_locator *locator);

/* Decides what is built in memory, and returns whether that is one more request, at the end, whose
 * files may exist. It counts entries, which takes a millisecond: so call it when none of the others
 * has files. After the first call it returns false. */
TILEPDB_API bool tilepdb_default_requests_quick(tilepdb_default_requests *defaults,
                                                const tilepdb_locator *locator);

#ifdef __cplusplus
}
#endif

#endif
