/*
 * The page cache of Linux. See cache.h.
 */
#include "util/cache.h"

#include <errno.h>
#include <fcntl.h>

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
