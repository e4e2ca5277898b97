/*
 * The processors, the page cache and pipes of a system. The folder platform implements it: linux.c,
 * posix.c and windows.c; plain.c has what the last two have in common.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_BASE_SYSTEM_H
#define TILEPDB_BASE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/* How many processors this process may use, as `taskset` and control groups allow where the system
 * says that, the quotas of containers rounded up; 1 or more. Reads files on Linux, so call it once
 * per task. */
int cores_count(void);

/* Takes a range of a file out of the page cache, after it was written to the disk if it was
 * `written`: for files larger than memory. Where the system cannot do that, it stays there. 0, or
 * the errno of a failed write: the descriptor tells it once, so fsync may succeed after it. */
int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written);

/* The flag of open for transfers that bypass the page cache, 0 where the system has none. It is
 * refused with EINVAL by file systems that cannot do that. */
int cache_bypass(void);

/* Whether something is mounted on the file alone, as containers do: it cannot be replaced. False
 * where the system does not say. */
bool file_is_mounted(const char *name);

/* Opens a pipe that programs which are started do not inherit: what is written to ends[1] is read
 * from ends[0]. False: errno says why. With posix.c a program that another thread starts at this
 * moment may inherit the ends; Windows has its own (tools/cli/subprocess.h). */
bool pipe_make(int ends[2]);

#endif
