/*
 * The metrics: what counts as one move. A new one is a row in metric.c and a number in tilepdb.h;
 * move sets, names of files, the reader of files and pdbinfo follow from the row.
 */
#ifndef TILEPDB_PUZZLE_METRIC_H
#define TILEPDB_PUZZLE_METRIC_H

#include "tilepdb.h"

struct metric {
    const char *name;   /* one word, for file names and reports */
    const char *title;  /* its moves in a sentence: "single-tile" moves */
    bool row_lines;     /* several tiles in a row may slide as one move; otherwise one tile */
    bool column_lines;  /* likewise in a column */
    uint8_t bound_step; /* the lengths of two ways between two boards differ by a multiple of it */
    bool tables;        /* tables of its distances can be made and used */
};

/* NULL: no metric has this number. Any thread may call it. */
const struct metric *metric_find(tilepdb_metric number);

#endif
