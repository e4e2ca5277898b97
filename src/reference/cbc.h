/*
 * CBC, the solver for mixed integer programs of COIN-OR, behind one function. A build without the
 * library has cbc_none.c in place of cbc.c.
 *
 * Thread safety: a call belongs to one thread. CBC takes over SIGINT while it runs, and an
 * interrupt then ends the call.
 */
#ifndef TILEPDB_REFERENCE_CBC_H
#define TILEPDB_REFERENCE_CBC_H

#include <stdbool.h>
#include <stdint.h>

#include "reference/program.h"

enum cbc_answer {
    CBC_OPTIMAL,    /* the values are an optimal solution */
    CBC_INFEASIBLE, /* proven: there is no solution */
    CBC_TIMEOUT,
    CBC_INTERRUPTED,
    CBC_FAILED /* no memory, or numerical trouble */
};

bool cbc_available(void);

/* Minimises the program within `seconds` (0: no limit). `values` has room for all columns and is
 * filled for CBC_OPTIMAL. `*nodes` receives the nodes of the branch-and-bound tree. */
enum cbc_answer cbc_minimise(const struct program *program, double seconds, double *values,
                             uint64_t *nodes);

#endif
