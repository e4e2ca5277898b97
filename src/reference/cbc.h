/*
 * CBC, the solver for mixed integer programs of COIN-OR, behind one function: the program `cbc` is
 * found on PATH, run as a child (base/process.h) on the integer program in CPLEX LP format, and its
 * file with the solution is read (solution_read). Nothing of it is linked. A build for systems
 * without processes, or without the option TILEPDB_CBC, has cbc_none.c in place of cbc.c.
 *
 * The files are in a separate directory below $TMPDIR or /tmp, which only the user may read and
 * which is gone when the call returns.
 *
 * What CBC reports is distrusted as far as it can be: solutions are replayed by the caller. That
 * a program has no solution is CBC's word.
 *
 * Thread safety: a call belongs to one thread.
 */
#ifndef TILEPDB_REFERENCE_CBC_H
#define TILEPDB_REFERENCE_CBC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "reference/mip.h"

enum cbc_answer {
    CBC_OPTIMAL,    /* the values are an optimal solution */
    CBC_INFEASIBLE, /* there is no solution */
    CBC_STOPPED,    /* `check` said so */
    CBC_GAVE_UP     /* a limit of its own, numerical trouble, or a signal ended it */
};

struct cbc_call {
    const struct mip *mip;
    double timeout;            /* seconds, for CBC itself if the caller is gone; 0: none */
    uint64_t max_nodes;        /* of its tree; 0: no limit */
    bool (*check)(void *user); /* whether to continue; asked every few hundredths of a second */
    void *user;
    double *values; /* room for all columns; filled for CBC_OPTIMAL */
    uint64_t nodes; /* receives the nodes of its tree, 0 if it was stopped */
};

/* Why ILP is not available, in words; NULL: it is. */
const char *cbc_missing(void);

/* Minimises the program.
 * ERROR_NOT_FOUND: the program cbc is missing; ERROR_IO: it cannot be run, a file cannot be
 * written, or its answer cannot be read. */
tilepdb_status cbc_minimise(struct cbc_call *call, enum cbc_answer *answer, tilepdb_error *error);

/* ---- the file with the solution -------------------------------------------------------------- */

/* What CBC writes with -solution: a line with how it ended, then a line for each column that is not
 * 0:
 *
 *     Optimal - objective value 9.00000000
 *           1 m_6_5_1                  1                       1
 *
 * number, name, value and reduced cost; `**` before the number says that the value breaks a bound.
 * The first words differ a little between versions: "Infeasible", "Integer infeasible", "Stopped on
 * time", "Stopped on iterations". The file is distrusted: each line must be of this form, each name
 * that of a column, and each binary value 0 or 1. */
enum solution_end {
    SOLUTION_OPTIMAL,    /* the values are complete */
    SOLUTION_INFEASIBLE, /* proven: there is none */
    SOLUTION_STOPPED,    /* by a limit, or by numerical trouble */
    SOLUTION_UNREADABLE
};

/* Reads the file from its beginning to its end. `values` has room for all columns, which are set
 * for SOLUTION_OPTIMAL. */
enum solution_end solution_read(FILE *file, const struct mip *mip, double *values);

#endif
