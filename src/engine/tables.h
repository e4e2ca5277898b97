/* The open tables of one goal: finds their files, opens or makes the tables, and saves them if the
 * options say so. A table of several partitions is open once. One thread at a time. */
#ifndef TILEPDB_ENGINE_TABLES_H
#define TILEPDB_ENGINE_TABLES_H

#include "engine/call.h"

/* Which tables an engine uses, for all goals. */
struct tables_config {
    const char *directory; /* NULL: tilepdb_directory */
    tilepdb_missing missing;
    /* kinds of tables of single-tile moves, strongest first; none: all */
    tilepdb_kind kinds[TILEPDB_MAX_KINDS];
    size_t kind_count;
    uint64_t memory;      /* bytes; 0: no limit */
    bool both_directions; /* `memory` is for the tables of both directions */
    bool preload;
    int threads;
    tilepdb_variant variant;
    const struct tilepdb_node *node; /* may be NULL */
    int cell;                        /* preferred goal cell, counted from 1; 0: none */
    /* Speed of making the last large table, in entries per second; 0: none yet. Written while
     * tables are made. */
    double *rate;
};

/* Sets `*directory` to a copy of `given` or, if NULL, of the environment's directory; NULL: none is
 * known. The caller frees it. Returns false without memory. */
bool tables_directory(const char *given, char **directory);

struct tables_request {
    const struct tables_config *config;
    struct engine_call *call;
    tilepdb_metric metric;
    const char *names; /* NAME[+NAME...]; NULL: the best tables present, or small ones */
    bool defer;        /* do not build slow tables yet */
    bool limit_time;   /* do not build tables that take too long */
    bool larger;       /* an event says that the tables replace smaller ones */
};

struct open_table {
    char *path; /* owned */
    tilepdb_table *table;
    tilepdb_table_set *set; /* owned */
};

/* In the order of partitions; a table may be listed twice. Empty if zeroed. */
struct table_list {
    const tilepdb_table **tables; /* owned */
    size_t count, capacity;
};

/* Empty if zeroed. Other threads may read `first` and the names after tables_open. */
struct tables {
    struct table_list first; /* the tables of tables_open */
    struct open_table *open; /* owned */
    size_t open_count, open_capacity;
    char *name;       /* NAME or NAME+NAME; owned; may be NULL */
    char *strongest;  /* name of the strongest default tables; owned; may be NULL */
    bool deferred;    /* slow tables were not built */
    bool out_of_time; /* no time was left for the last tables */
    bool short_of_memory;
};

/* Opens the requested tables in an empty `tables`, or with `defer` may only set `deferred`. Returns
 * LIMIT if the time does not suffice (out_of_time), CANCELLED, ERROR_MEMORY, or any other error
 * after a FAILED event. Close the tables in any case. */
tilepdb_status tables_open(struct tables *tables, const struct tables_request *request,
                           const tilepdb_board *goal, tilepdb_error *error);

/* Also opens the tables of request->names, all with one goal cell, and lists them in `added`, which
 * is empty and stays so after an error. Makes missing tables in memory, unless the options refuse
 * it, without events about failures. Returns the statuses of tables_open. */
tilepdb_status tables_add(struct tables *tables, const struct tables_request *request,
                          const tilepdb_board *goal, struct table_list *added);

/* For multi-tile moves and default tables, the name of larger tables that repay their making in
 * `nodes` nodes of searches with the present ones, or NULL. The caller frees it. */
char *tables_upgrade(struct tables *tables, const struct tables_request *request,
                     const tilepdb_board *goal, double nodes);

/* The table whose file name is in `sentence`, or NULL. */
const struct open_table *tables_named_in(const struct tables *tables, const char *sentence);

uint64_t tables_bytes(const struct tables *tables);

void tables_close(struct tables *tables);

/* The tables stay open. */
void table_list_free(struct table_list *list);

/* A copy of one direction's part of FORWARD:BACKWARD, or of `names` without a colon. The caller
 * frees it; NULL without memory. */
char *partition_side(const char *names, bool backward);

/* Cuts off and returns the first of NAME+NAME. Sets `*names` to the rest, or to NULL after the
 * last. */
char *partition_next(char **names);

/* Half of the memory limit is for tables, 1 / MEMORY_PARTS for beams, and as much for the keys or
 * samples of a bidirectional search. */
#define MEMORY_PARTS 4

/* The memory that tables need: twice their bytes, since half of the limit is theirs, and at least
 * what making them takes. Counted for one thread, so that it is the same on every machine. */
struct memory_budget {
    uint64_t tables; /* bytes */
    uint64_t making; /* peak bytes while a table is made, with the tables before it */
};

/* Adds a table, which is made unless `there` is true. */
void memory_budget_add(struct memory_budget *budget, const tilepdb_pattern *pattern,
                       tilepdb_kind kind, bool there);

uint64_t memory_budget_total(const struct memory_budget *budget);

#endif
