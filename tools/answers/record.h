/*
 * The record of an answer: the version, tables and method that found the answer, for CSV and JSON
 * (docs/output.md).
 */
#ifndef TILEPDB_ANSWERS_RECORD_H
#define TILEPDB_ANSWERS_RECORD_H

#include <stdio.h>

#include "answers/report.h"
#include "answers/solve_options.h"

void record_fill(struct record *record, const struct solve_options *options,
                 const struct answer *answer);

void record_free(struct record *record);

void bounds_print_head(FILE *stream);

/* Prints a row of --bounds for each bound of an answer. */
void bounds_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record);

#endif
