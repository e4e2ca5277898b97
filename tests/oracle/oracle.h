/*
 * Shared by the oracle tests: reading tests/data, opening tables, counting failures. An oracle test
 * is a plain program that prints what it measured and exits with 1 if anything differs.
 */
#ifndef TILEPDB_TESTS_ORACLE_H
#define TILEPDB_TESTS_ORACLE_H

#include <stdio.h>

#include "tilepdb_tables.h"

/* Prints a line and counts a failure unless `holds`. */
void expect(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns the number of failures; a test exits with `failures() != 0`. */
int failures(void);

/* Opens tests/data/NAME, or ends the program. */
FILE *data_open(const char *name);

/* Reads the numbers of the next line that is not a comment. Returns their count; 0 at the end. */
int data_numbers(FILE *file, long long *numbers, int most);

tilepdb_board board_of(const long long *numbers);

/* The tables and the solver of a partition. */
struct solving {
    tilepdb_board goal;
    tilepdb_partition partition;
    tilepdb_table *tables[TILEPDB_TABLE_MAX_CELLS];
    tilepdb_solver *solver;
};

extern const tilepdb_kind AWARE_BIT, AWARE_NIBBLE, PROJECTED_NIBBLE;

/* Opens tables whose goal has its blank on `table_blank`: the blank's cell in `goal`, or a
 * symmetric one. `dir` holds the files; NULL generates in memory. Ends the program on failure. */
void solving_open(struct solving *solving, const char *dir, const char *partition,
                  tilepdb_kind kind, const tilepdb_board *goal, int table_blank, bool reflection);

/* Like solving_open, but generates tables of another size in memory. */
void solving_open_shape(struct solving *solving, const char *partition, int width, int height,
                        tilepdb_kind kind, const tilepdb_board *goal, int table_blank,
                        bool reflection);

/* Opens the 4x4 tables in `dir`, for a goal with its blank on the corner `goal_blank`. */
void solving_open_4x4(struct solving *solving, const char *dir, const char *partition,
                      tilepdb_kind kind, int goal_blank, bool reflection);

void solving_close(struct solving *solving);

/* Returns seconds of a steady clock. */
double seconds_now(void);

#endif
