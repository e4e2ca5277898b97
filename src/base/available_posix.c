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

/* What getrlimit answered; the type of its first argument differs between systems. */
static uint64_t limit_room(int failed, const struct rlimit *limit) {
    return failed || limit->rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit->rlim_cur;
}

uint64_t memory_available(void) {
    struct rlimit addresses, data;
    const int no_addresses = getrlimit(RLIMIT_AS, &addresses);
    const int no_data = getrlimit(RLIMIT_DATA, &data);
    const uint64_t rooms[] = {machine_room(), limit_room(no_addresses, &addresses),
                              limit_room(no_data, &data)};
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (rooms[i] < least) least = rooms[i];
    return least;
}
