#include "cli/replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/console.h"

#define ATTEMPTS 1000

static struct cli_replacement *under_way; /* the list of them */

/* ---- also in handlers: only what POSIX calls async-signal-safe ------------------------------- */

/* Returns the name of the part that is left, or NULL. A part that cannot get its name keeps the
 * temporary's: answers of hours are not thrown away. */
static const char *set_aside(const struct cli_replacement *replacement) {
    const off_t whole = __atomic_load_n(&replacement->whole, __ATOMIC_RELAXED);
    if (replacement->partial == NULL || whole == 0) {
        unlink(replacement->temporary);
        return NULL;
    }
    const bool named = rename(replacement->temporary, replacement->partial) == 0;
    if (!named && errno == ENOENT) return NULL; /* it has its name: the end was interrupted */
    /* A truncated answer is not one. If truncating fails, its last line shows it. */
    const bool cut = ftruncate(replacement->descriptor, whole) == 0;
    (void)cut;
    return named ? replacement->partial : replacement->temporary;
}

void cli_replacements_rescue(void (*kept)(const char *path)) {
    const struct cli_replacement *replacement = under_way;
    under_way = NULL;
    for (; replacement != NULL; replacement = replacement->next) {
        const char *left = set_aside(replacement);
        close(replacement->descriptor); /* what is printed but not passed on is not an answer yet */
        if (left != NULL) kept(left);
    }
}

/* ---- beginning ------------------------------------------------------------------------------- */

/* As the file that is replaced, if any. If the owner or the group cannot be kept, the set-id bits
 * go, and the new group gets the permissions of all others. File systems without owners and modes
 * have nothing to keep. */
static void take_over_mode(int descriptor, const char *path) {
    struct stat before;
    if (stat(path, &before) != 0) return;
    mode_t mode = before.st_mode & 07777;
    const bool group = fchown(descriptor, (uid_t)-1, before.st_gid) == 0;
    const bool owner = fchown(descriptor, before.st_uid, (gid_t)-1) == 0;
    if (!owner || !group) mode &= 01777;
    if (!group) mode = (mode & ~(mode_t)S_IRWXG) | (mode & S_IRWXO) << 3;
    if (fchmod(descriptor, mode) != 0) errno = 0;
}

/* A file that gets the mode of another is private until then. */
static int temporary_create(struct cli_replacement *replacement) {
    struct stat before;
    const mode_t mode = stat(replacement->path, &before) == 0 ? 0600 : 0666;
    int descriptor = -1;
    errno = EEXIST;
    for (int attempt = 0; descriptor < 0 && errno == EEXIST && attempt < ATTEMPTS; attempt++) {
        free(replacement->temporary);
        replacement->temporary =
            cli_text("%s.tmp-%ld-%d", replacement->path, (long)getpid(), attempt);
        descriptor = open(replacement->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    }
    return descriptor;
}

static void say_kept(const char *path) {
    cli_complain(CLI_KEPT "%s", path);
}

static void rescue_at_exit(void) {
    cli_replacements_rescue(say_kept);
}

static void replacement_free(struct cli_replacement *replacement) {
    free(replacement->path);
    free(replacement->temporary);
    free(replacement->partial);
    *replacement = (struct cli_replacement){.descriptor = -1};
}

int cli_replacement_begin(struct cli_replacement *replacement, const char *path, bool has_parts) {
    static bool registered;
    if (!registered) atexit(rescue_at_exit);
    registered = true;
    *replacement = (struct cli_replacement){.path = cli_text("%s", path)};
    if (has_parts) replacement->partial = cli_text("%s.partial", path);
    replacement->descriptor = temporary_create(replacement);
    if (replacement->descriptor < 0) {
        const int error = errno;
        replacement_free(replacement);
        return error;
    }
    take_over_mode(replacement->descriptor, path);
    replacement->next = under_way;
    under_way = replacement;
    return 0;
}

bool cli_replacement_is_under_way(const struct cli_replacement *replacement) {
    return replacement->temporary != NULL;
}

void cli_replacement_mark(struct cli_replacement *replacement, off_t bytes) {
    __atomic_store_n(&replacement->whole, bytes, __ATOMIC_RELAXED);
}

/* ---- ending ---------------------------------------------------------------------------------- */

static void forget(struct cli_replacement *replacement) {
    struct cli_replacement **place = &under_way;
    while (*place != NULL && *place != replacement) place = &(*place)->next;
    if (*place != NULL) *place = replacement->next;
    replacement_free(replacement);
}

static int sync_descriptor(int descriptor) {
    int result;
    do {
        result = fsync(descriptor);
    } while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

/* Makes the new name durable, as far as the directory lets. */
static void sync_directory_of(const char *path) {
    const char *slash = strrchr(path, '/');
    char *directory = slash != NULL ? cli_text("%.*s/", (int)(slash - path), path) : cli_text(".");
    const int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(directory);
    if (descriptor < 0) return;
    sync_descriptor(descriptor);
    close(descriptor);
}

int cli_replacement_commit(struct cli_replacement *replacement) {
    const int error = sync_descriptor(replacement->descriptor);
    if (error != 0) return error;
    if (rename(replacement->temporary, replacement->path) != 0) return errno;
    sync_directory_of(replacement->path);
    forget(replacement);
    return 0;
}

char *cli_replacement_abandon(struct cli_replacement *replacement) {
    sync_descriptor(replacement->descriptor);
    const char *left = set_aside(replacement);
    char *name = left != NULL ? cli_text("%s", left) : NULL;
    forget(replacement);
    return name;
}
