/*
 * What makes a record stand alone: beside the board and its counts, which version found the answer,
 * with which tables and how. These are the last columns of CSV, and fields of JSON
 * (docs/output.md).
 */
#ifndef TILEPDB_ANSWERS_RECORD_H
#define TILEPDB_ANSWERS_RECORD_H

#include <jansson.h>
#include <stdio.h>

#include "answers/report.h"
#include "answers/solve_options.h"

/* Makes `record` the record of an answer. */
void record_fill(struct record *record, const struct solve_options *options,
                 const struct answer *answer);

/* The columns of the i-th bound of an answer, if bounds were searched by different candidates. The
 * caller frees them; NULL: those of the record hold for every bound. */
char *record_of_bound(const struct solve_options *options, const struct answer *answer, size_t i);

/* Releases what it holds: it is empty. */
void record_free(struct record *record);

#endif
