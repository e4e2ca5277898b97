/*
 * A page cache of which nothing is known. See cache.h.
 */
#include "util/cache.h"

int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written) {
    (void)fd, (void)offset, (void)bytes, (void)written;
    return 0;
}

int cache_bypass(void) {
    return 0;
}
