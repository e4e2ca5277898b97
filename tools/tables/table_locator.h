/*
 * Finding the tables for a goal: which partitions or colourings serve it, in which kinds, and which
 * of their files exist. A look-up, in this tree, is the probe of a table; this is what comes
 * before.
 */
#ifndef TILEPDB_TABLES_TABLE_LOCATOR_H
#define TILEPDB_TABLES_TABLE_LOCATOR_H

#include "cli/options.h"
#include "tables/table_set.h"
#include "tables/table_text.h"
#include "tilepdb_open.h"

/* What will do for a goal, and the directory to look in. */
struct table_locator {
    const struct cli_common *common;
    tilepdb_metric metric;
    const char *noun; /* what messages call tables: "database", "colour table" */
    struct cli_board_size size;
    char *directory;      /* owned; NULL: none is known */
    char *unusable;       /* owned; why databases cannot be looked for; NULL: they can */
    tilepdb_locator base; /* with the directory, unless it is unusable */
};

/* For kinds of the metric that agree with `blank` and `encoding` (or CLI_UNSET). Returns
 * CLI_SUCCESS, otherwise the exit code after an error message about the kinds, or about a --dir
 * that is not a directory. To be freed in any case. */
int table_locator_init(struct table_locator *locator, const struct cli_common *common,
                       tilepdb_metric metric, int blank, int encoding, const tilepdb_board *goal);

void table_locator_free(struct table_locator *locator);

/* The strongest kind of which all files exist. If there is none, `*found` is false and `set` is
 * what should be generated. Returns CLI_SUCCESS, otherwise the exit code after an error message
 * about the name. */
int table_locator_find(const struct table_locator *locator, tilepdb_request request,
                       struct table_set *set, bool *found);

/* From now on looks for tables with that goal cell only: a solver needs the same for all its
 * tables. */
void table_locator_fix_cell(struct table_locator *locator, int cell);

/* Does so, before the tables of NAME+NAME are looked for, with the cell for which most of them
 * exist. With one name, or if none exists, all cells stay. Returns CLI_SUCCESS, otherwise the exit
 * code after an error message about a name. */
int table_locator_choose_cell(struct table_locator *locator, const char *names);

/* The file of the i-th table; the caller frees it. */
char *table_locator_path(const struct table_locator *locator, const struct table_set *set,
                         unsigned i);

/* "no database 7-8 for this goal in DIR", or why none can be looked for; `name` may be
 * NULL: none at all. `*keeps`: whether one could be kept there, as far as is known before it is
 * written; if not, the words say why. The caller frees them. */
char *table_locator_missing_text(const struct table_locator *locator, const char *name,
                                 bool *keeps);

/* What is said of tables that are missing. */

/* That they are not generated. Returns CLI_FAILURE. */
int table_locator_report_missing(const struct table_locator *locator, const struct table_set *set);

/* That they are generated now. Returns whether they can be kept in the directory, which it makes;
 * what is `transient` is not to be kept. */
bool table_locator_announce(const struct table_locator *locator, const struct table_set *set,
                            bool transient);

/* How it went to keep one that was generated. What cannot be kept serves this run all the same, and
 * `*kept` becomes false. CLI_SUCCESS, otherwise the exit code of an interrupt. */
int table_locator_report_saved(const struct table_locator *locator, const char *path,
                               const tilepdb_error *error, bool *kept);

#endif
