/* Large memory and processors on systems with only POSIX; plain.c has the rest. */
#include <fcntl.h>
#include <limits.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/system.h"
#include "platform/memory_mapped.h"

void *memory_pages(size_t bytes) {
    return zeros_map(bytes, 0);
}

void memory_pages_forget(void *pages, size_t bytes) {
    posix_madvise(pages, bytes, POSIX_MADV_DONTNEED);
}

/* ---- what is available ----------------------------------------------------------------------- */

/* Returns three quarters of all memory, since POSIX does not report free memory. */
static uint64_t machine_available(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page / 4 * 3 : UINT64_MAX;
}

/* Takes the result of getrlimit, whose first parameter has different types on different systems. */
static uint64_t limit_available(int failed, const struct rlimit *limit) {
    return failed || limit->rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit->rlim_cur;
}

uint64_t memory_available(void) {
    struct rlimit addresses, data;
    const int no_addresses = getrlimit(RLIMIT_AS, &addresses);
    const int no_data = getrlimit(RLIMIT_DATA, &data);
    const uint64_t limits[] = {machine_available(), limit_available(no_addresses, &addresses),
                               limit_available(no_data, &data)};
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i] < least) least = limits[i];
    return least;
}

/* ---- processors, pipes ----------------------------------------------------------------------- */

int cores_count(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count < INT_MAX ? (int)count : INT_MAX;
}

bool pipe_make(int ends[2]) {
    if (pipe(ends) != 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}
