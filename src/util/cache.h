/*
 * The page cache, and how to do without it: for files larger than memory. cache_linux.c, and
 * cache_none.c for systems of which nothing is known.
 */
#ifndef TILEPDB_UTIL_CACHE_H
#define TILEPDB_UTIL_CACHE_H

#include <stdbool.h>
#include <stdint.h>

/* Takes a range out of the page cache, after it was written to the disk if it was `written`. Where
 * the system cannot do that, it stays there. 0, or the errno of a failed write: the descriptor
 * tells it once, so fsync may succeed after it. */
int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written);

/* The flag of open for transfers that bypass the cache, 0 where the system has none. It is refused
 * with EINVAL by file systems that cannot do that. */
int cache_bypass(void);

#endif
