#include "cli/lock_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "cli/console.h"
#include "cli/signals.h"

#define PAUSE 50 /* milliseconds between attempts */

enum attempt { LOCKED, OTHERS_HAVE_IT, IMPOSSIBLE };

/* A file without links is no lock, since the owner removes the file before unlocking it. */
static enum attempt lock_try(struct cli_lock_file *lock) {
    struct stat about;
    lock->fd = open(lock->name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock->fd < 0) return IMPOSSIBLE;
    enum attempt attempt = LOCKED;
    if (flock(lock->fd, LOCK_EX | LOCK_NB) != 0)
        attempt = errno == EWOULDBLOCK || errno == EINTR ? OTHERS_HAVE_IT : IMPOSSIBLE;
    else if (fstat(lock->fd, &about) != 0 || about.st_nlink == 0)
        attempt = OTHERS_HAVE_IT;
    if (attempt == IMPOSSIBLE) unlink(lock->name);
    if (attempt != LOCKED) close(lock->fd);
    return attempt;
}

static void lock_forget(struct cli_lock_file *lock) {
    free(lock->name);
    lock->name = NULL;
}

bool cli_lock_file_acquire(struct cli_lock_file *lock, const char *path, double seconds) {
    const double deadline = clock_seconds() + seconds;
    *lock = (struct cli_lock_file){.name = cli_text("%s" TEMPORARY_MARK "0-0", path)};
    enum attempt attempt;
    while ((attempt = lock_try(lock)) == OTHERS_HAVE_IT) {
        if (!lock->waited) cli_note("%s: waiting for another process, which generates it", path);
        lock->waited = true;
        if (cli_signal() || clock_seconds() >= deadline) break;
        poll(NULL, 0, PAUSE);
    }
    if (attempt != LOCKED) lock_forget(lock);
    return attempt != OTHERS_HAVE_IT;
}

void cli_lock_file_release(struct cli_lock_file *lock) {
    if (!lock->name) return;
    unlink(lock->name);
    close(lock->fd);
    lock_forget(lock);
}
