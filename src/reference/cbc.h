/*
 * CBC, the solver for mixed integer programs of COIN-OR, behind one function. A build without the
 * library has cbc_none.c in place of cbc.c.
 *
 * CBC keeps its own idea of time limits, takes over signals and cannot be asked to stop. So it runs
 * in a process of its own, which is ended when the time is up.
 *
 * Thread safety: a call belongs to one thread.
 */
#ifndef TILEPDB_REFERENCE_CBC_H
#define TILEPDB_REFERENCE_CBC_H

#include <stdbool.h>
#include <stdint.h>

#include "reference/program.h"

enum cbc_answer {
    CBC_OPTIMAL,    /* the values are an optimal solution */
    CBC_INFEASIBLE, /* proven: there is no solution */
    CBC_STOPPED,    /* `check` said so */
    CBC_FAILED      /* no memory, no process, or numerical trouble */
};

bool cbc_available(void);

/* Whether to go on; asked every few hundredths of a second. */
typedef bool (*cbc_check_fn)(void *user);

/* Minimises the program. `values` has room for all columns and is filled for CBC_OPTIMAL. `*nodes`
 * receives the nodes of the branch-and-bound tree, 0 if it was stopped. */
enum cbc_answer cbc_minimise(const struct program *program, cbc_check_fn check, void *user,
                             double *values, uint64_t *nodes);

#endif
