/*
 * As `taskset` and control groups allow. See cores.h.
 */
#include "util/cores.h"

#include <sched.h>

int cores_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
    return 1;
}
