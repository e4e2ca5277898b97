/*
 * --bounds: the nodes of each bound as CSV, a row for each bound of each board.
 */
#ifndef TILEPDB_ANSWERS_BOUNDS_FILE_H
#define TILEPDB_ANSWERS_BOUNDS_FILE_H

#include <stdio.h>

#include "answers/report.h"

/* The line of column names. */
void bounds_head_print(FILE *stream);

/* The rows of an answer, whose record this is. */
void bounds_print(FILE *stream, const struct solve_options *options, const struct answer *answer,
                  const struct record *record);

#endif
