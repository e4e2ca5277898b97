/*
 * What makes a record stand alone: beside the board and its counts, which version found the answer,
 * with which tables and how. These are the last columns of CSV, and fields of JSON
 * (docs/output.md).
 */
#ifndef TILEPDB_PDBSOLVE_RECORD_H
#define TILEPDB_PDBSOLVE_RECORD_H

#include <jansson.h>
#include <stdio.h>

#include "pdbsolve/options.h"
#include "pdbsolve/report.h"

/* The names of the columns, in their order: to follow other columns, separated by commas. */
#define RECORD_COLUMNS                                                                             \
    "metric,version,file,method,heuristic,partitions,direction,plain,reflection,kernel,threads,goal"

/* Made once for all answers in a row that share it: the boards of a batch mostly do. Zeroed it is
 * empty. */
struct record {
    json_t *fields; /* owned; NULL: it is empty */
    char *columns;  /* the same for CSV, each after a comma; owned */
    /* What it was made for. */
    const tilepdb_solver *solver;
    const char *file;
    int width, height;
};

/* Makes `record` the record of an answer. */
void record_fill(struct record *record, const struct solve_options *options,
                 const struct answer *answer);

/* The columns of the i-th bound of an answer, if bounds were searched by different candidates. The
 * caller frees them; NULL: those of the record hold for every bound. */
char *record_of_bound(const struct solve_options *options, const struct answer *answer, size_t i);

/* Releases what it holds: it is empty. */
void record_free(struct record *record);

#endif
