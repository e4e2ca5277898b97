/*
 * What the oracle tests share: reading tests/data, opening tables, counting failures. An oracle
 * test is a plain program: it prints what it measured and exits with 1 if anything differs.
 */
#ifndef TILEPDB_TESTS_ORACLE_H
#define TILEPDB_TESTS_ORACLE_H

#include <stdio.h>

#include "tilepdb.h"

/* Prints a line and counts a failure unless `holds`. */
void expect(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How many expectations failed; the exit code of a test is `failures() != 0`. */
int failures(void);

/* Opens tests/data/NAME; ends the program if that fails. */
FILE *data_open(const char *name);

/* Reads the next line that is no comment into numbers; returns how many there are, 0 at the end. */
int data_numbers(FILE *file, long long *numbers, int most);

/* A 4x4 board from 16 numbers. */
tilepdb_board board_of(const long long *numbers);

/* Tables and a solver for a partition; ends the program on any failure. */
struct solving {
    tilepdb_board goal;
    tilepdb_partition partition;
    tilepdb_table *tables[TILEPDB_TABLE_MAX_CELLS];
    tilepdb_solver *solver;
};

extern const tilepdb_kind AWARE_BIT, AWARE_NIBBLE, PROJECTED_NIBBLE;

/* Tables of the goal's size whose own goal has its blank on `table_blank`: a cell that is the
 * blank's in `goal`, or symmetric to it. `dir` holds the files; NULL generates in memory. */
void solving_open(struct solving *solving, const char *dir, const char *partition,
                  tilepdb_kind kind, const tilepdb_board *goal, int table_blank, bool reflection);

/* The same with tables of a size of their own, in memory. */
void solving_open_shape(struct solving *solving, const char *partition, int width, int height,
                        tilepdb_kind kind, const tilepdb_board *goal, int table_blank,
                        bool reflection);

/* The standard tables of 4x4 in `dir`, for the goal with its blank on `goal_blank`, a corner. */
void solving_open_4x4(struct solving *solving, const char *dir, const char *partition,
                      tilepdb_kind kind, int goal_blank, bool reflection);

void solving_close(struct solving *solving);

/* Seconds of a steady clock. */
double seconds_now(void);

#endif
