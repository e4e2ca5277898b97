/* Which tables serve a goal, and where their files are. */
#ifndef TILEPDB_TABLE_LOCATOR_H
#define TILEPDB_TABLE_LOCATOR_H

#include "tilepdb_tables.h"

/* Most partitions, or colour tables, of a solver. */
#define LOCATOR_MAX_PARTITIONS 6

/* Most goal cells of a locator. */
#define LOCATOR_MAX_CELLS 8

/* Callers may remove or reorder cells and kinds. */
struct locator {
    const char *directory; /* owned by the caller; NULL: no file exists */
    tilepdb_metric metric;
    int width;
    int height;
    int cells[LOCATOR_MAX_CELLS]; /* goal cells of tables on the goal's board, best first */
    size_t cell_count;
    tilepdb_kind kinds[TILEPDB_MAX_KINDS]; /* strongest first */
    size_t kind_count;
};

/* Initialises a locator; `directory` may be NULL. Its goal cells are the images of the goal's
 * blank cell under symmetries of the board: first the last cell of the board, where pdbgen puts
 * the blank, if it is an image, then the goal's own cell; in the metric MULTI there is only one
 * goal cell. Its kinds are aware bits, aware nibbles and projected nibbles, or the kind of colour
 * tables. Returns ERROR_ARGUMENT if `goal` is not a board for tables or the metric is unknown. */
tilepdb_status locator_init(struct locator *locator, const tilepdb_board *goal,
                            tilepdb_metric metric, const char *directory, tilepdb_error *error);

/* Makes `cell` the only goal cell. */
void locator_fix_cell(struct locator *locator, int cell);

/* Requested tables: a partition or colouring, by name, tiles or drawing. If `text` is NULL,
 * requests the result of tilepdb_partition_suggest for `entries`, or of
 * tilepdb_colouring_default. */
struct table_request {
    const char *text;
    uint64_t entries;
};

/* Finds the first kind, and for it the first goal cell, whose files all exist. If no files
 * exist, `*found` is false, and `set` has the first kind and cell. A request without a text uses
 * only the first cell. Returns the statuses of tilepdb_partition_parse,
 * tilepdb_partition_suggest, tilepdb_colouring_parse and tilepdb_colouring_default, or
 * ERROR_MEMORY. */
tilepdb_status locator_find(const struct locator *locator, struct table_request request,
                            tilepdb_table_set *set, bool *found, tilepdb_error *error);

/* Sums up the entries and table_bytes of the tables. Returns the statuses of tilepdb_table_need. */
tilepdb_status table_set_need(const tilepdb_table_set *set, tilepdb_generate_need *sum,
                              tilepdb_error *error);

/* Fixes the goal cell for which most partitions of NAME+NAME have files, since a solver needs
 * one cell for all tables. With a single name, or without files, all cells stay. Returns the
 * statuses of locator_find. */
tilepdb_status locator_choose_cell(struct locator *locator, const char *names,
                                   tilepdb_error *error);

/* ---- default tables -------------------------------------------------------------------------- */

/* Capacity for requests of default tables. */
#define DEFAULT_REQUESTS_MAX 64

/* Tables for a board size when the user names none. The choice depends on the catalogue and on
 * counts of table entries, never on timings, so it is the same on every machine. */
struct default_requests {
    /* strongest first; look for files in this order */
    struct table_request requests[DEFAULT_REQUESTS_MAX];
    size_t count;
    struct table_request quick; /* tables to build in memory if no files exist */
    bool decided;               /* `quick` and `slow` are set */
    bool slow; /* building takes longer than solving an easy board without tables */
};

/* Lists the partitions of the catalogue from large to small, or in the metric MULTI the
 * colourings. On 4x4, 7-8 comes first, since most users have it. */
void default_requests_init(struct default_requests *defaults, const struct locator *locator);

/* Sets `quick` and `slow`, by counting entries for about a millisecond. Call it when no request
 * has files. Returns true if it has appended `quick` to the requests, since its files may exist.
 * Later calls do nothing and return false. */
bool default_requests_quick(struct default_requests *defaults, const struct locator *locator);

/* Returns the same pattern on the transposed board, whose rows are the board's columns. For
 * patterns without colours. */
tilepdb_pattern pattern_transposed(const tilepdb_pattern *pattern);

/* The caller frees the path. Returns NULL without memory. */
char *locator_path(const char *directory, const tilepdb_pattern *pattern, tilepdb_kind kind);

#endif
