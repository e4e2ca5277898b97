/*
 * A build without CBC. See cbc.h.
 */
#include "reference/cbc.h"

bool cbc_available(void) {
    return false;
}

enum cbc_answer cbc_minimise(const struct program *program, double seconds, double *values,
                             uint64_t *nodes) {
    (void)program;
    (void)seconds;
    (void)values;
    *nodes = 0;
    return CBC_FAILED;
}
