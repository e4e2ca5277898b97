#ifndef TILEPDB_POSIX_STATVFS_H
#define TILEPDB_POSIX_STATVFS_H

#include <stdint.h>

struct statvfs {
    uint64_t f_bavail, f_frsize;
};

int statvfs(const char *path, struct statvfs *about);

#endif
