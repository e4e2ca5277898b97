/*
 * How much memory is available where only its whole size is known: three quarters of that, or what
 * the process's own limits allow. See memory.h.
 */
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"

static uint64_t machine_room(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page / 4 * 3 : UINT64_MAX;
}

static uint64_t limit_room(int resource) {
    struct rlimit limit;
    const bool limited = getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return limited ? limit.rlim_cur : UINT64_MAX;
}

uint64_t memory_available(void) {
    const uint64_t rooms[] = {machine_room(), limit_room(RLIMIT_AS), limit_room(RLIMIT_DATA)};
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (rooms[i] < least) least = rooms[i];
    return least;
}
