/*
 * Calls of the system that fail by count: the linker replaces the functions below (--wrap, in
 * tests/CMakeLists.txt), and the n-th call of a kind fails, or all from the n-th on. Also counts
 * what is not released. --wrap replaces the calls of the library and of the test; these are left
 * out:
 *
 * - memory inside of libgomp, which ends the process, and of zstd, except its contexts
 * - fstat, since a temporary file that cannot be identified stays; fgets and fscanf, which read
 * /proc and the answer of cbc; fcntl, which fails as pipe2 does; lstat and access, which only look
 * - mutexes and conditions, which need no memory on Linux; mprotect and mremap, which move tables
 * of 2 MB and more into huge pages, and the thread of a solver that does it
 */
#ifndef TILEPDB_TESTS_FAILING_CALLS_H
#define TILEPDB_TESTS_FAILING_CALLS_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <zstd.h>

enum kind {
    MEMORY,     /* no memory */
    FILES,      /* a file cannot be opened, read, written, synced or renamed */
    THREADS,    /* no thread can be started */
    INTERRUPTS, /* a signal interrupts a call */
    PIECES,     /* a transfer moves half of the bytes */
    KINDS
};

static struct {
    bool armed;
    enum kind kind;
    bool onwards; /* all calls from `at` on fail */
    long at;      /* number of the call that fails, from 1 */
    long calls, failed;
} plan;

static long live;                 /* allocations, streams and contexts that are not yet released */
static long mapped;               /* bytes */
static _Thread_local bool exempt; /* calls of the test itself do not fail */

static bool fails(enum kind kind, int reason) {
    if (!plan.armed || kind != plan.kind || exempt) return false;
    const long call = __atomic_add_fetch(&plan.calls, 1, __ATOMIC_RELAXED);
    if (plan.onwards ? call < plan.at : call != plan.at) return false;
    __atomic_add_fetch(&plan.failed, 1, __ATOMIC_RELAXED);
    errno = reason;
    return true;
}

static bool no_memory(void) {
    return fails(MEMORY, ENOMEM);
}

static bool fails_slowly(int reason) {
    return fails(FILES, reason) || fails(INTERRUPTS, EINTR);
}

/* Transfers of whole blocks may bypass the page cache, and then stay whole. */
static size_t piece_of(size_t size) {
    return size > 1 && size % 512 && fails(PIECES, 0) ? size / 2 : size;
}

static void *own(void *made) {
    if (made) __atomic_add_fetch(&live, 1, __ATOMIC_RELAXED);
    return made;
}

static void disown(const void *owned) {
    if (owned) __atomic_sub_fetch(&live, 1, __ATOMIC_RELAXED);
}

static void *map_count(void *made, size_t bytes, long sign) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = (bytes + page - 1) / page * page;
    if (made != MAP_FAILED) __atomic_add_fetch(&mapped, sign * (long)pages, __ATOMIC_RELAXED);
    return made;
}

/* Replaces a function by the value of an expression. */
#define WRAP(type, name, parameters, ...)                                                          \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        return __VA_ARGS__;                                                                        \
    }

/* ---- memory and threads ---------------------------------------------------------------------- */

WRAP(void *, malloc, (size_t size), no_memory() ? NULL : own(__real_malloc(size)))
WRAP(void *, calloc, (size_t n, size_t size), no_memory() ? NULL : own(__real_calloc(n, size)))
WRAP(void *, realloc, (void *old, size_t size),
     no_memory() ? NULL
     : old       ? __real_realloc(old, size)
                 : own(__real_realloc(old, size)))
WRAP(int, posix_memalign, (void **to, size_t alignment, size_t size),
     no_memory() || __real_posix_memalign(to, alignment, size) ? ENOMEM : (own(*to), 0))
WRAP(char *, strdup, (const char *text), no_memory() ? NULL : own(__real_strdup(text)))
WRAP(char *, strndup, (const char *text, size_t most),
     no_memory() ? NULL : own(__real_strndup(text, most)))
WRAP(char *, realpath, (const char *path, char *to),
     no_memory() ? NULL : own(__real_realpath(path, to)))
WRAP(ZSTD_CCtx *, ZSTD_createCCtx, (void), no_memory() ? NULL : own(__real_ZSTD_createCCtx()))
WRAP(ZSTD_DCtx *, ZSTD_createDCtx, (void), no_memory() ? NULL : own(__real_ZSTD_createDCtx()))
WRAP(size_t, ZSTD_freeCCtx, (ZSTD_CCtx * old), disown(old), __real_ZSTD_freeCCtx(old))
WRAP(size_t, ZSTD_freeDCtx, (ZSTD_DCtx * old), disown(old), __real_ZSTD_freeDCtx(old))
WRAP(void *, mmap, (void *at, size_t size, int protection, int flags, int fd, off_t offset),
     no_memory() || (fd >= 0 && fails(FILES, EIO))
         ? MAP_FAILED
         : map_count(__real_mmap(at, size, protection, flags, fd, offset), size,
                     (flags & MAP_FIXED) == 0))
WRAP(int, munmap, (void *at, size_t size), map_count(at, size, -1), __real_munmap(at, size))
WRAP(int, madvise, (void *at, size_t size, int advice),
     no_memory() ? -1 : __real_madvise(at, size, advice))
WRAP(int, posix_spawn_file_actions_init, (posix_spawn_file_actions_t * actions),
     no_memory() ? ENOMEM : __real_posix_spawn_file_actions_init(actions))
WRAP(int, posix_spawn_file_actions_addopen,
     (posix_spawn_file_actions_t * actions, int fd, const char *path, int flags, mode_t mode),
     no_memory() ? ENOMEM : __real_posix_spawn_file_actions_addopen(actions, fd, path, flags, mode))
WRAP(int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *), void *user),
     fails(THREADS, EAGAIN) ? EAGAIN : __real_pthread_create(thread, attributes, run, user))

void __real_free(void *memory);
void __wrap_free(void *memory);
void __wrap_free(void *memory) {
    disown(memory);
    __real_free(memory);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Without O_CREAT, `mode` has no meaning. */
WRAP(int, open, (const char *path, int flags, mode_t mode),
     fails(FILES, EMFILE) ? -1 : __real_open(path, flags, mode))
WRAP(int, openat, (int fd, const char *path, int flags, mode_t mode),
     fails(FILES, EMFILE) ? -1 : __real_openat(fd, path, flags, mode))
WRAP(FILE *, fopen, (const char *path, const char *mode),
     fails(FILES, EMFILE) ? NULL : own(__real_fopen(path, mode)))
WRAP(FILE *, fdopen, (int fd, const char *mode),
     fails(FILES, EMFILE) ? NULL : own(__real_fdopen(fd, mode)))
WRAP(int, fclose, (FILE * file), disown(file), __real_fclose(file) || fails(FILES, EIO) ? EOF : 0)
WRAP(DIR *, opendir, (const char *path), fails(FILES, EMFILE) ? NULL : own(__real_opendir(path)))
WRAP(int, closedir, (DIR * entries), disown(entries), __real_closedir(entries))
WRAP(int, pipe2, (int ends[2], int flags), fails(FILES, EMFILE) ? -1 : __real_pipe2(ends, flags))
WRAP(char *, mkdtemp, (char *path), fails(FILES, EACCES) ? NULL : __real_mkdtemp(path))
WRAP(int, mkdir, (const char *path, mode_t mode),
     fails(FILES, EACCES) ? -1 : __real_mkdir(path, mode))
WRAP(int, stat, (const char *path, struct stat *to), fails(FILES, EIO) ? -1 : __real_stat(path, to))
WRAP(int, statvfs, (const char *path, struct statvfs *to),
     fails(FILES, EIO) ? -1 : __real_statvfs(path, to))
WRAP(int, rename, (const char *from, const char *to),
     fails(FILES, EIO) ? -1 : __real_rename(from, to))
WRAP(int, mincore, (void *at, size_t size, unsigned char *resident),
     fails(FILES, EIO) ? -1 : __real_mincore(at, size, resident))
WRAP(size_t, fwrite, (const void *bytes, size_t size, size_t count, FILE *file),
     fails(FILES, ENOSPC) ? 0 : __real_fwrite(bytes, size, count, file))
WRAP(ssize_t, read, (int fd, void *bytes, size_t size),
     fails_slowly(EIO) ? -1 : __real_read(fd, bytes, piece_of(size)))
WRAP(ssize_t, pread, (int fd, void *bytes, size_t size, off_t offset),
     fails_slowly(EIO) ? -1 : __real_pread(fd, bytes, piece_of(size), offset))
WRAP(ssize_t, pwrite, (int fd, const void *bytes, size_t size, off_t offset),
     fails_slowly(ENOSPC) ? -1 : __real_pwrite(fd, bytes, piece_of(size), offset))
WRAP(int, ftruncate, (int fd, off_t size), fails_slowly(ENOSPC) ? -1 : __real_ftruncate(fd, size))
WRAP(int, flock, (int fd, int how), fails_slowly(ENOLCK) ? -1 : __real_flock(fd, how))
/* Nothing is synced, which takes minutes on a busy disk. */
WRAP(int, fsync, (int fd), (void)fd, fails_slowly(EIO) ? -1 : 0)
WRAP(int, sync_file_range, (int fd, off_t offset, off_t bytes, unsigned flags), (void)fd,
     (void)offset, (void)bytes, (void)flags, fails_slowly(EIO) ? -1 : 0)
WRAP(int, posix_spawn,
     (pid_t * child, const char *path, const posix_spawn_file_actions_t *actions,
      const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]),
     fails(FILES, EAGAIN)
         ? EAGAIN
         : __real_posix_spawn(child, path, actions, attributes, arguments, environment))

#endif
