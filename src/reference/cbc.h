/*
 * Runs CBC, the mixed integer solver of COIN-OR: the executable `cbc` on PATH reads a file in CPLEX
 * LP format and writes a solution file. Builds without processes or TILEPDB_CBC have cbc_none.c.
 *
 * The files are in a new private directory below $TMPDIR or /tmp, and are removed at the end. The
 * caller replays solutions. Nothing checks that a program is infeasible. A call belongs to one
 * thread.
 */
#ifndef TILEPDB_REFERENCE_CBC_H
#define TILEPDB_REFERENCE_CBC_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "reference/mip.h"

enum cbc_answer {
    CBC_OPTIMAL,
    CBC_INFEASIBLE,
    CBC_STOPPED,
    CBC_GAVE_UP,   /* CBC reached a limit, had a numerical error, or was killed */
    CBC_UNREADABLE /* not a solution file; from cbc_read only */
};

struct cbc_call {
    const struct mip *mip;
    double timeout;     /* seconds until `check` stops CBC, or 0; CBC ends itself 2 s later */
    uint64_t max_nodes; /* most nodes of CBC's tree; 0 for no limit */
    bool (*check)(void *user); /* called every few hundredths of a second; false stops CBC */
    void *user;
    double *values; /* column_count values, valid if CBC_OPTIMAL */
    uint64_t nodes; /* nodes of CBC's tree; 0 if CBC was stopped */
};

/* Returns why ILP is unavailable, or NULL. */
const char *cbc_missing(void);

/* Returns OK, ERROR_NOT_FOUND if cbc is missing, or ERROR_IO if cbc or a file cannot be used.
 * `answer` is set after OK. */
tilepdb_status cbc_minimise(struct cbc_call *call, enum cbc_answer *answer, tilepdb_error *error);

/* Reads a solution file. The first line says how CBC ended. Each column that is not 0 has a line
 * with number, name, value and reduced cost:
 *
 *     Optimal - objective value 9.00000000
 *           1 m_6_5_1                  1                       1
 *
 * A `**` before the number marks a broken bound. The first line depends on the version:
 * "Infeasible" or "Integer infeasible", "Stopped on time" or "Stopped on iterations". The file
 * is distrusted: each line must have this form and name a column; binary values must be 0 or 1. */
enum cbc_answer cbc_read(FILE *file, const struct mip *mip, double *values);

#endif
