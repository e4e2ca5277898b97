#ifndef TILEPDB_POSIX_UNISTD_H
#define TILEPDB_POSIX_UNISTD_H

#include_next <unistd.h>

#include <stdint.h>
#include <sys/types.h>

ssize_t pread(int fd, void *bytes, size_t length, int64_t offset);
ssize_t pwrite(int fd, const void *bytes, size_t length, int64_t offset);
int fsync(int fd);
int windows_unlink(const char *path); /* frees the name even if the file is open */
int windows_access(const char *path, int mode);
int faccessat(int directory, const char *path, int mode, int flags); /* supports AT_FDCWD only */
ssize_t readlink(const char *path, char *target, size_t size);       /* always fails */
int windows_isatty(int fd);                                          /* true for consoles only */
ssize_t windows_read(int fd, void *bytes, size_t length);
ssize_t windows_write(int fd, const void *bytes, size_t length);
#define read(fd, bytes, length)  windows_read(fd, bytes, length)
#define write(fd, bytes, length) windows_write(fd, bytes, length)
#define unlink                   windows_unlink
#define access                   windows_access
#define isatty                   windows_isatty

/* Files have no owner, and a process is always in the foreground. */
static inline unsigned geteuid(void) {
    return 0;
}
static inline int tcgetpgrp(int fd) {
    (void)fd;
    return 0;
}
static inline int getpgrp(void) {
    return 0;
}

#endif
