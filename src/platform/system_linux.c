/*
 * Linux. See system.h.
 */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/proc_linux.h"

/* The processor time that a group has, in whole processors, rounded up. */
static uint64_t group_cores(const char *folder, int version) {
    uint64_t quota, period;
    if (version == 1) {
        /* -1: none */
        if (!proc_number_in(folder, "cpu.cfs_quota_us", &quota) || quota > INT64_MAX ||
            !proc_number_in(folder, "cpu.cfs_period_us", &period))
            return UINT64_MAX;
    } else {
        char path[4608];
        snprintf(path, sizeof path, "%s/cpu.max", folder);
        FILE *file = fopen(path, "re");
        const int read = file ? fscanf(file, "%" SCNu64 " %" SCNu64, &quota, &period) : 0;
        if (file) fclose(file);
        if (read != 2) return UINT64_MAX;
    }
    return quota == 0 || period == 0 ? UINT64_MAX : (quota - 1) / period + 1;
}

int cores_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 1) return 1;
    const uint64_t cores = proc_groups_least("cpu", group_cores);
    return cores < (uint64_t)CPU_COUNT(&set) ? (int)cores : CPU_COUNT(&set);
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
