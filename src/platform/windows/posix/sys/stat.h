#ifndef TILEPDB_POSIX_STAT_H
#define TILEPDB_POSIX_STAT_H

#include_next <sys/stat.h>

#include <stdint.h>
#include <sys/types.h>
#include <time.h>

typedef unsigned uid_t;
typedef unsigned gid_t;

struct windows_stat {
    uint64_t st_dev, st_ino;
    mode_t st_mode;
    uint32_t st_nlink;
    uid_t st_uid;
    gid_t st_gid;
    int64_t st_size;
    int64_t st_blocks; /* number of 512-byte blocks */
};
#undef stat
#undef fstat
#define stat windows_stat

#undef S_IFMT
#undef S_IFDIR
#undef S_IFCHR
#undef S_IFREG
#undef S_IFLNK
#undef S_IFIFO
#undef S_IFSOCK
#undef S_ISVTX
#undef S_IRWXG
#undef S_IRWXO
#undef S_ISDIR
#undef S_ISREG
#undef S_ISLNK
#undef S_ISFIFO
#undef S_ISSOCK
#define S_IFMT   0170000
#define S_IFDIR  0040000
#define S_IFCHR  0020000
#define S_IFREG  0100000
#define S_IFLNK  0120000
#define S_IFIFO  0010000
#define S_IFSOCK 0140000
#define S_ISVTX  01000
#define S_IRWXG  0070
#define S_IRWXO  0007

#define S_ISDIR(mode)  (((mode)&S_IFMT) == S_IFDIR)
#define S_ISREG(mode)  (((mode)&S_IFMT) == S_IFREG)
#define S_ISLNK(mode)  (((mode)&S_IFMT) == S_IFLNK)
#define S_ISFIFO(mode) (((mode)&S_IFMT) == S_IFIFO)
#define S_ISSOCK(mode) (((mode)&S_IFMT) == S_IFSOCK)

int windows_stat(const char *path, struct windows_stat *about);
int windows_lstat(const char *path, struct windows_stat *about);

/* Reports S_IFCHR for everything that is neither file nor directory, also pipes. */
int windows_fstat(int fd, struct windows_stat *about);
int windows_mkdir(const char *path, mode_t mode);
#define lstat windows_lstat
#define fstat windows_fstat
#define mkdir windows_mkdir

#endif
