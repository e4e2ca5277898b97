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

/* The number of processors that this process may use, at least 1: on Linux as `taskset` and the
 * quotas of control groups allow, rounded up. Reads files there: for each task, not more often. */
int cores_count(void);

/* Drops a range of a file from the page cache, if the system can do that; if it was `written`, it
 * is written to the disk before. For files larger than memory. Returns 0, or the errno of a failed
 * write, which the descriptor reports once, so that a later fsync may succeed. */
int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written);

/* The flag of open for transfers that bypass the page cache; 0: the system has none. File systems
 * that cannot do that refuse it with EINVAL. */
int cache_bypass(void);

/* Whether the file itself is a mount point, as in containers, and so cannot be replaced. False if
 * the system does not report it. */
bool file_is_mounted(const char *name);

/* Opens a pipe from ends[1] to ends[0] that child processes do not inherit; in posix.c, one that
 * another thread starts at the same moment may. False, with errno. Not on Windows, which has its
 * own (tools/cli/subprocess.h), and not on the web page. */
bool pipe_make(int ends[2]);

#endif
