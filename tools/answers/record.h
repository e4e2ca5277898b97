/* Version, tables and method of an answer, for CSV and JSON (docs/output.md). */
#ifndef TILEPDB_ANSWERS_RECORD_H
#define TILEPDB_ANSWERS_RECORD_H

#include <stdio.h>

#include "answers/report.h"
#include "answers/solve_options.h"

void record_fill(struct record *record, const struct solve_options *options,
                 const struct answer *answer);

void record_free(struct record *record);

void bounds_print_head(FILE *stream);

void bounds_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record);

#endif
