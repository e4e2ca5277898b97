/* Processors, page cache and pipes. Thread-safe; implemented in src/platform. */
#ifndef TILEPDB_BASE_SYSTEM_H
#define TILEPDB_BASE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

/* Processors that this process may use, at least 1: on Linux within `taskset` and quotas of control
 * groups, rounded up; on other POSIX systems all. Reads files: call it once per task. */
int cores_count(void);

/* Removes a range of a file from the page cache, if the system can; with `written`, first writes it
 * to the disk. Returns 0, or the errno of a failed write, which the system reports only once, so
 * that a later fsync may succeed. */
int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written);

/* The flag of open that bypasses the page cache, or 0. Some file systems refuse it with EINVAL. */
int cache_bypass(void);

/* Returns true if `name` is a mount point, which no rename can replace; false if unknown. */
bool file_is_mounted(const char *name);

/* Opens a pipe from ends[1] to ends[0] that child processes do not inherit; except on Linux, a
 * child that another thread starts meanwhile may inherit it. Returns false with errno. Not
 * available on Windows (see tools/cli/signals.h) and in WebAssembly. */
bool pipe_make(int ends[2]);

#endif
