/*
 * All that the machine has. See cores.h.
 */
#include "util/cores.h"

#include <limits.h>
#include <unistd.h>

int cores_count(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count < INT_MAX ? (int)count : INT_MAX;
}
