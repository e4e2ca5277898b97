/* See lock_file.h. */
#include "base/lock_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/strings.h"

/* A file without links is no lock, since the owner removes the file before unlocking it. */
static enum lock_state lock_try(struct lock_file *lock) {
    struct stat about;
    lock->fd = open(lock->name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock->fd < 0) return LOCK_IMPOSSIBLE;
    enum lock_state state = LOCK_TAKEN;
    if (flock(lock->fd, LOCK_EX | LOCK_NB) != 0)
        state = errno == EWOULDBLOCK || errno == EINTR ? LOCK_BUSY : LOCK_IMPOSSIBLE;
    else if (fstat(lock->fd, &about) != 0 || about.st_nlink == 0)
        state = LOCK_BUSY;
    if (state == LOCK_IMPOSSIBLE) unlink(lock->name);
    if (state != LOCK_TAKEN) close(lock->fd);
    return state;
}

enum lock_state lock_file_take(struct lock_file *lock, const char *path) {
    *lock = (struct lock_file){.name = string_format("%s" TEMPORARY_MARK "0-0", path)};
    if (!lock->name) return LOCK_IMPOSSIBLE;
    const enum lock_state state = lock_try(lock);
    if (state == LOCK_TAKEN) return state;
    free(lock->name);
    lock->name = NULL;
    return state;
}

void lock_file_release(struct lock_file *lock) {
    if (!lock->name) return;
    unlink(lock->name);
    close(lock->fd);
    free(lock->name);
    lock->name = NULL;
}
