/*
 * Systems of which only POSIX is known. See system.h.
 */
#include "base/system.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

int cores_count(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count < INT_MAX ? (int)count : INT_MAX;
}

int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written) {
    (void)fd, (void)offset, (void)bytes, (void)written;
    return 0;
}

int cache_bypass(void) {
    return 0;
}

bool file_is_mounted(const char *name) {
    (void)name;
    return false;
}

bool pipe_make(int ends[2]) {
    if (pipe(ends) != 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}
