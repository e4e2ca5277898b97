/*
 * A build without CBC. See cbc.h.
 */
#include "reference/cbc.h"

bool cbc_available(void) {
    return false;
}

enum cbc_answer cbc_minimise(const struct program *program, cbc_check_fn check, void *user,
                             double *values, uint64_t *nodes) {
    (void)program;
    (void)check;
    (void)user;
    (void)values;
    *nodes = 0;
    return CBC_FAILED;
}
