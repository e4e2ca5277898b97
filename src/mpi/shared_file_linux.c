#include "mpi/shared_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

static bool is_safe(size_t bytes) {
    struct rlimit most;
    int promises = 0;
    if (getrlimit(RLIMIT_FSIZE, &most) != 0 || most.rlim_cur < bytes) return false;
    FILE *file = fopen("/proc/sys/vm/overcommit_memory", "re");
    const bool read = file && fscanf(file, "%d", &promises) == 1;
    if (file) fclose(file);
    return read && promises != 2;
}

bool shared_file_make(size_t bytes, struct shared_file *file) {
    struct stat about;
    const int fd = is_safe(bytes) ? memfd_create("tilepdb", MFD_CLOEXEC) : -1;
    if (fd < 0) return false;
    if (ftruncate(fd, (off_t)bytes) != 0 || fstat(fd, &about) != 0) {
        close(fd);
        return false;
    }
    *file = (struct shared_file){(int32_t)getpid(), fd, bytes, about.st_dev, about.st_ino};
    return true;
}

/* A process in another namespace may have the same number, so the opened file is compared with
 * `file`. */
int shared_file_open(const struct shared_file *file) {
    char path[64];
    struct stat about;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)file->process, (int)file->fd);
    const int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return -1;
    if (fstat(fd, &about) == 0 && (uint64_t)about.st_dev == file->device &&
        (uint64_t)about.st_ino == file->inode && (uint64_t)about.st_size == file->bytes)
        return fd;
    close(fd);
    return -1;
}

void *shared_file_map(int fd, size_t bytes) {
    void *addresses = memory_reserve(bytes);
    if (!addresses) return NULL;
    if (mmap(addresses, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == addresses)
        return addresses;
    memory_pages_free(addresses, bytes);
    return NULL;
}
