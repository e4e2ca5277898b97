/*
 * Tables of boards in CSV: a header of names, and a board in each line below it. Thread-safe.
 */
#ifndef TILEPDB_TEXT_CSV_H
#define TILEPDB_TEXT_CSV_H

#include <stdbool.h>
#include <stddef.h>

struct span {
    size_t start, length;
};

/* The header of a table. */
struct csv {
    bool header; /* the last line may be a header */
    bool table;  /* the lines belong to a table */
    char separator;
    int fields;
    int board, goal, id; /* numbers of the fields, from 0; -1 if absent */
};

/* Returns true, and sets `header`, if a line may be the header of a table: two or more names,
 * including the name of a board. */
bool csv_header(const char *text, size_t length, struct csv *header);

/* Returns true if a line has the number of fields that the header has. */
bool csv_fits(const struct csv *csv, const char *text, size_t length);

/* Finds the field that begins at `*at`, without its quotes, and moves `*at` behind it. Returns
 * false at the end of the line. */
bool csv_field(const char *text, size_t length, char separator, size_t *at, struct span *field);

#endif
