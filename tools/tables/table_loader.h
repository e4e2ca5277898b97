/*
 * Finds the files of table sets, opens or generates the tables, and adds them to a database. Only
 * for database.c. Functions that return int return CLI_SUCCESS, or the exit code after an error
 * message.
 */
#ifndef TILEPDB_TABLES_TABLE_LOADER_H
#define TILEPDB_TABLES_TABLE_LOADER_H

#include "cli/progress_line.h"
#include "tables/table_set.h"

/* ---- what is loaded -------------------------------------------------------------------------- */

struct database_request {
    tilepdb_metric metric;
    const char *partition; /* NAME[+NAME...]; NULL for the best tables present */
    int blank, encoding;   /* CLI_UNSET if not given; ignored in multi */
    int cell;              /* preferred goal cell, counted from 1; 0 for none */
    bool no_generate;
    bool generate;        /* if `partition` is NULL, keep the strongest tables */
    bool transient;       /* generate missing named tables in memory */
    bool defer;           /* do not build slow tables yet */
    bool limit_time;      /* do not build tables that take too long */
    uint64_t memory;      /* bytes of --memory; 0 for no limit */
    bool both_directions; /* count tables twice, for both directions */
    bool show_tiles;      /* show tiles of unnamed partitions */
    const char *reason;   /* printed when a partition is built; may be NULL */
    bool preload;
    const struct tilepdb_node *node; /* processes that share inflated tables; may be NULL */
    const struct cli_common *common;
};

struct open_table {
    char *path;    /* owned */
    char *command; /* pdbgen command; owned */
    tilepdb_table *table;
};

/* Tables in the order of their partitions. A table of several partitions is listed several times
 * and open once. */
struct database {
    const tilepdb_table **tables;
    size_t count;
    struct open_table *open; /* owned */
    size_t open_count;
    char *name;      /* NAME or NAME+NAME; owned; may be NULL */
    char *strongest; /* name of the catalogue's strongest partition; owned; may be NULL */
    bool deferred;
    bool out_of_time; /* the last tables took too long */
    bool short_of_memory;
    char *question; /* prompt to generate stronger tables; owned; may be NULL */
};

/* ---- the loader ------------------------------------------------------------------------------ */

struct loader {
    struct database *database; /* the caller sets `database` and the next two members */
    const struct database_request *request;
    struct cli_progress *progress;
    const char *noun; /* "database" or "colour table" */
    char *directory;  /* owned; may be NULL */
    char *unusable;   /* why the directory is unusable; owned; may be NULL */
    tilepdb_locator locator;
    bool found;           /* all files of the last set exist */
    bool keep;            /* save generated tables, until saving fails */
    bool quiet;           /* do not report failures to generate */
    bool retries_smaller; /* do not report lack of memory */
    bool retry_noted;
    bool exceeds_memory; /* existing files are too large for --memory */
    tilepdb_error shortage;
};

/* Free the loader in any case. */
int loader_init(struct loader *loader, const tilepdb_board *goal);

void loader_free(struct loader *loader);

bool loader_is_multi(const struct loader *loader);

/* Finds the strongest kind whose files all exist, and sets loader->found; otherwise sets `set`
 * to the tables to generate. */
int loader_find(struct loader *loader, tilepdb_request request, struct table_set *set);

/* Fixes the goal cell with which most tables of NAME+NAME exist. */
void loader_choose_cell(struct loader *loader, const char *names);

/* Returns a text such as "no database 7-8 for this goal in DIR"; the caller frees it. `name` may
 * be NULL. Clears *keeps if tables cannot be kept in DIR; then the text has the reason. */
char *loader_missing_text(const struct loader *loader, const char *name, bool *keeps);

/* Reports missing tables. Returns CLI_FAILURE. */
int loader_refuse(const struct loader *loader, const struct table_set *set);

/* Notes that tables are generated, decides whether they are kept, and makes the directory. */
int loader_announce(struct loader *loader, const struct table_set *set);

/* Adds the set to the database. Returns CLI_NO if time or memory is short. Reports errors unless
 * the loader is quiet. */
int loader_load(struct loader *loader, const struct table_set *set);

/* Returns true if the time suffices to generate and use missing tables. */
bool loader_has_time(const struct loader *loader, const struct table_set *set);

/* Returns the bytes that a search needs. The set is generated unless `there` is true. */
uint64_t loader_memory(const struct loader *loader, const struct table_set *set, bool there);

/* ---- the memory of tables -------------------------------------------------------------------- */

/* Memory of tables within --memory: half is for tables, and generation must also fit. Counted
 * for one thread, so that it is the same on every machine. */
struct memory_budget {
    uint64_t tables;
    uint64_t making; /* peak bytes of a generation, with earlier tables */
};

/* Adds a table, which is generated unless `there` is true. */
void memory_budget_add(struct memory_budget *budget, const tilepdb_pattern *pattern,
                       tilepdb_kind kind, bool there);

uint64_t memory_budget_total(const struct memory_budget *budget);

#endif
