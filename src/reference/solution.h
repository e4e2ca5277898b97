/*
 * The file that CBC writes with -solution: a line with how it ended, then a line for each column
 * that is not 0:
 *
 *     Optimal - objective value 9.00000000
 *           1 m_6_5_1                  1                       1
 *
 * number, name, value and reduced cost; `**` before the number says that the value breaks a bound.
 * The first words differ a little between versions: "Infeasible", "Integer infeasible", "Stopped on
 * time", "Stopped on iterations". The file is distrusted: each line must be of this form, each name
 * that of a column, and each binary value 0 or 1.
 *
 * Thread safety: a call belongs to one thread.
 */
#ifndef TILEPDB_REFERENCE_SOLUTION_H
#define TILEPDB_REFERENCE_SOLUTION_H

#include <stdio.h>

#include "reference/program.h"

enum solution_end {
    SOLUTION_OPTIMAL,    /* the values are complete */
    SOLUTION_INFEASIBLE, /* proven: there is none */
    SOLUTION_STOPPED,    /* by a limit, or by numerical trouble */
    SOLUTION_UNREADABLE
};

/* Reads the file from its beginning to its end. `values` has room for all columns, which are set
 * for SOLUTION_OPTIMAL. */
enum solution_end solution_read(FILE *file, const struct program *program, double *values);

#endif
