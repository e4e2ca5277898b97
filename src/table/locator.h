/* Finds the tables that serve a goal, and their files. */
#ifndef TILEPDB_TABLE_LOCATOR_H
#define TILEPDB_TABLE_LOCATOR_H

#include "tilepdb_tables.h"

/* Most partitions, or colour tables, of a solver. */
#define LOCATOR_MAX_PARTITIONS 6

/* Most goal cells: one for each symmetry of a square. */
#define LOCATOR_MAX_CELLS 8

/* Callers may remove or reorder cells and kinds. */
struct locator {
    const char *directory; /* borrowed; NULL: no file exists */
    tilepdb_metric metric;
    int width;
    int height;
    int cells[LOCATOR_MAX_CELLS]; /* goal cells of tables on the goal's board, best first */
    size_t cell_count;
    tilepdb_kind kinds[TILEPDB_MAX_KINDS]; /* strongest first */
    size_t kind_count;
};

/* The goal cells are the images of the goal's blank cell under symmetries of the board: first the
 * board's last cell, where pdbgen puts the blank, if it is an image; then the goal's blank cell;
 * then the others. The metric MULTI keeps only the first. The kinds are aware bits, aware nibbles
 * and projected nibbles, or the kind of colour tables. `directory` may be NULL. Returns
 * ERROR_ARGUMENT if `goal` is no board for tables or the metric is unknown. */
tilepdb_status locator_init(struct locator *locator, const tilepdb_board *goal,
                            tilepdb_metric metric, const char *directory, tilepdb_error *error);

void locator_fix_cell(struct locator *locator, int cell);

/* A partition or colouring, by name, tiles or drawing. If `text` is NULL, the result of
 * tilepdb_partition_suggest for `entries`, or of tilepdb_colouring_default. */
struct table_request {
    const char *text; /* borrowed */
    uint64_t entries; /* limit, for `text` NULL */
};

/* Finds the first kind, and for it the first goal cell, with files for all requested tables;
 * otherwise `set` has the first kind and cell. A request without a text uses only the first cell.
 * Returns ERROR_MEMORY and the statuses of tilepdb_partition_parse, tilepdb_partition_suggest,
 * tilepdb_colouring_parse and tilepdb_colouring_default. */
tilepdb_status locator_find(const struct locator *locator, struct table_request request,
                            tilepdb_table_set *set, bool *found, tilepdb_error *error);

/* Sums up entries and table_bytes; memory_bytes is 0. Returns the statuses of
 * tilepdb_table_need. */
tilepdb_status table_set_need(const tilepdb_table_set *set, tilepdb_generate_need *sum,
                              tilepdb_error *error);

/* Keeps only the goal cell for which most partitions of `names`, NAME+NAME, have files, since a
 * solver needs one cell for all tables. A single name, or no files, keeps all cells. Returns the
 * statuses of locator_find. */
tilepdb_status locator_choose_cell(struct locator *locator, const char *names,
                                   tilepdb_error *error);

/* ---- default tables -------------------------------------------------------------------------- */

#define DEFAULT_REQUESTS_MAX 64

/* Tables for a board size when the user names none. They depend only on the catalogue and counts of
 * table entries, so they are equal on every machine. */
struct default_requests {
    /* strongest first */
    struct table_request requests[DEFAULT_REQUESTS_MAX];
    size_t count;
    struct table_request quick; /* to build in memory if no files exist */
    bool decided;               /* default_requests_quick has set `quick` and `slow` */
    bool slow; /* building takes longer than solving an easy board without tables */
};

/* The partitions of the catalogue from large to small, or else a suggested partition; on 4x4 first
 * 7-8, since most users have it. In the metric MULTI, the colourings, then the default. */
void default_requests_init(struct default_requests *defaults, const struct locator *locator);

/* Sets `quick` and `slow`, by counting entries for a millisecond, when no request has files.
 * Returns true if it appended `quick` to the requests, whose files may exist. Does nothing in later
 * calls and in the metric MULTI. */
bool default_requests_quick(struct default_requests *defaults, const struct locator *locator);

/* A pattern without colours on the transposed board, whose rows are the board's columns. */
tilepdb_pattern pattern_transposed(const tilepdb_pattern *pattern);

/* The caller frees the path. NULL without memory. */
char *locator_path(const char *directory, const tilepdb_pattern *pattern, tilepdb_kind kind);

#endif
