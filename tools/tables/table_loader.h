/*
 * The table loader: finds the files of table sets, opens them or generates the tables, and adds
 * them to a database. It says what is missing, and where tables are kept. What to load is decided
 * in database.c, which alone calls it.
 */
#ifndef TILEPDB_TABLES_TABLE_LOADER_H
#define TILEPDB_TABLES_TABLE_LOADER_H

#include "cli/progress_line.h"
#include "tables/table_set.h"

/* ---- what is loaded -------------------------------------------------------------------------- */

struct database_request {
    tilepdb_metric metric;
    const char *partition; /* NAME[+NAME...], of multi colourings; NULL: the best tables present */
    int blank, encoding;   /* or CLI_UNSET; ignored in multi */
    int cell; /* goal cell of the tables, counted from 1, if it serves the goal; 0: any that does */
    bool no_generate;
    bool generate;        /* without `partition`: keep the strongest in the directory */
    bool transient;       /* named tables that are missing are generated in memory, not kept */
    bool defer;           /* do not build in memory what takes long; see database.deferred */
    bool limit_time;      /* do not start to build what needs too much of the remaining time */
    uint64_t memory;      /* limit of a memory_budget; 0: none */
    bool both_directions; /* a search has as many tables again, of the other direction */
    bool show_tiles;      /* messages name partitions by their tiles where they have no name */
    const char *reason;   /* noted when a further partition is built; NULL: nothing is said */
    bool preload;
    const struct tilepdb_node *node; /* whose processes share inflated tables; NULL: none */
    const struct cli_common *common;
};

struct open_table {
    char *path;    /* file that it was read from, or would be saved in; owned */
    char *command; /* pdbgen command that generates it; owned */
    tilepdb_table *table;
};

/* Tables in the order of their partitions. One that serves several partitions is listed several
 * times and open once. */
struct database {
    const tilepdb_table **tables;
    size_t count;
    struct open_table *open; /* owned */
    size_t open_count;
    char *name;           /* NAME or NAME+NAME; owned, NULL: there are no tables */
    char *strongest;      /* partition of the catalogue; owned, NULL: tables were named */
    bool deferred;        /* no tables yet, since the request defers building them */
    bool out_of_time;     /* the deadline of the progress left no time for the last tables */
    bool short_of_memory; /* tables are missing for lack of memory */
    char *question;       /* whether to generate stronger tables than those in memory, which takes
                             seconds; owned, NULL: there are none, or they cannot be kept */
};

/* ---- the loader ------------------------------------------------------------------------------ */

struct loader {
    struct database *database; /* the first three are set by the caller */
    const struct database_request *request;
    struct cli_progress *progress;
    const char *noun;        /* of messages: "database" or "colour table" */
    char *directory;         /* owned; NULL: none is known */
    char *unusable;          /* why the directory cannot be searched; NULL: it can; owned */
    tilepdb_locator locator; /* without the directory if that is unusable */
    bool found;              /* the last set's files existed when they were looked for */
    bool keep;               /* generated tables are saved, until one cannot be */
    bool quiet;              /* failures to generate are not reported: the caller does without */
    bool retries_smaller;    /* lack of memory is not reported: smaller tables follow */
    bool retry_noted;        /* a note has said so */
    bool exceeds_memory;     /* existing files were left out: too large for --memory */
    tilepdb_error shortage;  /* the last failure for lack of memory */
};

/* Returns CLI_SUCCESS, or the exit code after an error message about the kinds, the goal, or a
 * --dir that is not a directory. To be freed in any case. */
int loader_init(struct loader *loader, const tilepdb_board *goal);

void loader_free(struct loader *loader);

bool loader_is_multi(const struct loader *loader);

/* Finds the strongest kind of which all files exist (`found`); otherwise `set` is what should be
 * generated. Returns CLI_SUCCESS, or the exit code after an error message about the name. */
int loader_find(struct loader *loader, tilepdb_request request, struct table_set *set);

/* Fixes the goal cell with which most tables of NAME+NAME exist: a solver needs the same one for
 * all its tables. */
void loader_choose_cell(struct loader *loader, const char *names);

/* "no database 7-8 for this goal in DIR", or why none can be looked for. `name` NULL: none at all.
 * `*keeps`: one could be kept there, as far as is known before it is written; if not, the text says
 * why. The caller frees it. */
char *loader_missing_text(const struct loader *loader, const char *name, bool *keeps);

/* Reports that the tables are missing and not generated. Returns CLI_FAILURE. */
int loader_refuse(const struct loader *loader, const struct table_set *set);

/* Says that the tables are generated, and decides whether they are kept: makes the directory.
 * Returns CLI_SUCCESS, or the exit code after an error message about what is in their way. */
int loader_announce(struct loader *loader, const struct table_set *set);

/* Adds the set to the database. Returns CLI_SUCCESS, CLI_NO if time or memory is short, or an exit
 * code, after an error message unless the loader is quiet. */
int loader_load(struct loader *loader, const struct table_set *set);

/* Whether the time that is left is enough to make what is missing, and to use it. */
bool loader_has_time(const struct loader *loader, const struct table_set *set);

/* The memory of a search with the set beside the open tables; `there`: it is read, not made. */
uint64_t loader_memory(const struct loader *loader, const struct table_set *set, bool there);

/* ---- the memory of tables -------------------------------------------------------------------- */

/* What tables take of the limit --memory of pdbsolve: half of it is for tables, and generating one
 * must fit as well. Counted with one thread, so that it is the same on every machine. */
struct memory_budget {
    uint64_t tables; /* bytes of all tables */
    uint64_t making; /* peak bytes, earlier tables included, while one is generated */
};

/* Adds a table; `there`: it is read, not generated. */
void memory_budget_add(struct memory_budget *budget, const tilepdb_pattern *pattern,
                       tilepdb_kind kind, bool there);

/* The smallest limit that the tables fit into. */
uint64_t memory_budget_total(const struct memory_budget *budget);

#endif
