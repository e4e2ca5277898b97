/*
 * Linux. See system.h.
 */
#include "util/system.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

int cores_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
    return 1;
}

int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written) {
    const unsigned how =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    int result = 0;
    if (written) {
        do result = sync_file_range(fd, (off_t)offset, (off_t)bytes, how);
        while (result != 0 && errno == EINTR);
    }
    if (result == 0)
        posix_fadvise(fd, (off_t)offset, (off_t)bytes, POSIX_FADV_DONTNEED);
    else if (errno != ENOSYS && errno != EINVAL && errno != ESPIPE && errno != EOPNOTSUPP)
        return errno;
    return 0;
}

int cache_bypass(void) {
    return O_DIRECT;
}

bool file_is_mounted(const char *name) {
    struct statx about;
    return statx(AT_FDCWD, name, 0, 0, &about) == 0 &&
           (about.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

bool pipe_make(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0;
}
