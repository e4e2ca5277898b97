/*
 * The record of an answer: what it needs to stand alone, beside the board and the counts. Which
 * version found it, with which tables and how: the last columns of CSV, and fields of JSON
 * (docs/output.md).
 */
#ifndef TILEPDB_ANSWERS_RECORD_H
#define TILEPDB_ANSWERS_RECORD_H

#include <stdio.h>

#include "answers/report.h"
#include "answers/solve_options.h"

/* Makes `record` the record of an answer. */
void record_fill(struct record *record, const struct solve_options *options,
                 const struct answer *answer);

/* Empties it. */
void record_free(struct record *record);

/* --bounds: prints the names of the columns. */
void bounds_print_head(FILE *stream);

/* --bounds: prints a row for each bound of an answer, with its record. */
void bounds_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record);

#endif
