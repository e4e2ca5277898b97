/*
 * CBC, the solver of COIN-OR for mixed integer programs. The executable `cbc` is found on PATH and
 * run as a child (base/process.h) on a file in CPLEX LP format, and its solution file is read. No
 * part of CBC is linked. A build for systems without processes, or without the option TILEPDB_CBC,
 * has cbc_none.c in place of cbc.c.
 *
 * The files are in a separate directory below $TMPDIR or /tmp, which only the user may read, and
 * which is removed when the call returns.
 *
 * The caller replays solutions. That a program has no solution is CBC's word.
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
    CBC_STOPPED,    /* `check` stopped the call */
    CBC_GAVE_UP,    /* a limit of CBC, numerical trouble, or a signal ended it */
    CBC_UNREADABLE  /* of cbc_read: not a solution file */
};

struct cbc_call {
    const struct mip *mip;
    double timeout;            /* seconds; CBC observes it if the caller is killed; 0: none */
    uint64_t max_nodes;        /* of CBC's tree; 0: no limit */
    bool (*check)(void *user); /* false stops; called every few hundredths of a second */
    void *user;
    double *values; /* [column_count]; set for CBC_OPTIMAL */
    uint64_t nodes; /* set to the nodes of CBC's tree; 0 if it was stopped */
};

/* Why ILP is not available, in words. NULL: it is. */
const char *cbc_missing(void);

/* Minimises the program. ERROR_NOT_FOUND: the executable cbc is missing; ERROR_IO: it cannot be
 * run, a file cannot be written, or the answer cannot be read. */
tilepdb_status cbc_minimise(struct cbc_call *call, enum cbc_answer *answer, tilepdb_error *error);

/* Reads a solution file, which CBC writes with -solution, from its beginning to its end. The first
 * line says how CBC ended; a line for each column that is not 0 has number, name, value and reduced
 * cost:
 *
 *     Optimal - objective value 9.00000000
 *           1 m_6_5_1                  1                       1
 *
 * A `**` before the number says that the value breaks a bound. The first words differ a little
 * between versions: "Infeasible", "Integer infeasible", "Stopped on time", "Stopped on iterations".
 * The file is distrusted: each line must be of this form, each name that of a column, and each
 * binary value 0 or 1. `values` has room for all columns, which are set for CBC_OPTIMAL. */
enum cbc_answer cbc_read(FILE *file, const struct mip *mip, double *values);

#endif
