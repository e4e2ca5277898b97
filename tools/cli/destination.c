/* See output.h. */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/system.h"
#include "cli/console.h"
#include "cli/paths.h"

#define MOST_LINKS 40 /* as in Linux */

/* ---- descriptors ----------------------------------------------------------------------------- */

static int number_of(const char *name) {
    if (*name == '\0' || strlen(name) > 9 || name[strspn(name, "0123456789")] != '\0') return -1;
    return atoi(name);
}

static bool is_descriptors(const char *directory) {
    static const char *const names[] = {"/proc/self/fd", "/proc/thread-self/fd"};
    bool same = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !same; i++) {
        char *own = realpath(names[i], NULL);
        same = own && strcmp(own, directory) == 0;
        free(own);
    }
    return same;
}

/* Descriptors of the caller lack close-on-exec, which the tools set on all files. */
int cli_destination_descriptor(struct cli_destination *destination, int descriptor) {
    *destination =
        (struct cli_destination){.kind = CLI_DESTINATION_DESCRIPTOR, .descriptor = descriptor};
    const int flags = fcntl(descriptor, F_GETFD);
    const int mode = fcntl(descriptor, F_GETFL);
    const bool passed_on = flags >= 0 && (flags & FD_CLOEXEC) == 0;
    return passed_on && mode >= 0 && (mode & O_ACCMODE) != O_RDONLY ? 0 : EBADF;
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Sets the descriptor or the identity to which `path` leads. Returns an errno. */
static int follow(struct cli_destination *destination, const char *path, int links) {
    const char *slash = strrchr(path, '/'), *name = !slash ? path : slash + 1;
    char target[PATH_MAX];
    char *before = cli_allocated(directory_of(path)), *directory = realpath(before, NULL);
    int error = directory ? 0 : errno;
    free(before);
    if (error != 0) return error;
    const int number = is_descriptors(directory) ? number_of(name) : -1;
    char *here = number < 0 ? cli_path_join(directory, name) : NULL;
    const ssize_t length = here ? readlink(here, target, sizeof target - 1) : 0;
    if (number >= 0) {
        error = cli_destination_descriptor(destination, number);
    } else if (length < 0) {
        destination->identity = here;
        here = NULL;
    } else {
        target[length] = '\0';
        char *next = *target == '/' ? cli_text("%s", target) : cli_path_join(directory, target);
        error = links < MOST_LINKS ? follow(destination, next, links + 1) : ELOOP;
        free(next);
    }
    free(here);
    free(directory);
    return error;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* In directories such as /tmp, only root and the owners of directory and file may replace a
 * file. */
static bool is_sticky(const struct cli_destination *destination, const struct stat *file) {
    char *name = cli_allocated(directory_of(destination->identity));
    struct stat directory;
    const uid_t user = geteuid();
    const bool sticky = stat(name, &directory) == 0 && (directory.st_mode & S_ISVTX) != 0;
    free(name);
    return sticky && directory.st_uid != user && file->st_uid != user && user != 0;
}

static int existing_check(struct cli_destination *destination, const char *name) {
    struct stat about;
    if (stat(name, &about) != 0) return errno == ENOENT ? 0 : errno;
    if (S_ISDIR(about.st_mode)) return EISDIR;
    if (!S_ISREG(about.st_mode) || file_is_mounted(name))
        destination->kind = CLI_DESTINATION_SPECIAL;
    if (faccessat(AT_FDCWD, name, W_OK, AT_EACCESS) != 0) return errno;
    return destination->kind == CLI_DESTINATION_FILE && is_sticky(destination, &about) ? EPERM : 0;
}

int cli_destination_find(struct cli_destination *destination, const char *name) {
    *destination = (struct cli_destination){.kind = CLI_DESTINATION_FILE};
    int error = follow(destination, name, 1);
    if (error != 0 || destination->kind == CLI_DESTINATION_DESCRIPTOR) return error;
    error = existing_check(destination, name);
    char byte;
    const bool linked =
        destination->kind == CLI_DESTINATION_FILE && readlink(name, &byte, sizeof byte) >= 0;
    destination->path = cli_text("%s", linked ? destination->identity : name);
    return error;
}

bool cli_destination_same(const struct cli_destination *one, const struct cli_destination *other) {
    if (one->kind != other->kind) return false;
    if (one->kind == CLI_DESTINATION_DESCRIPTOR) return one->descriptor == other->descriptor;
    return one->kind == CLI_DESTINATION_FILE && strcmp(one->identity, other->identity) == 0;
}

void cli_destination_free(struct cli_destination *destination) {
    free(destination->path);
    free(destination->identity);
    destination->path = destination->identity = NULL;
}

/* ---- files that replace others --------------------------------------------------------------- */

static struct cli_replacement *under_way;

/* ---- in handlers, too: only async-signal-safe functions -------------------------------------- */

/* Returns the name of a kept part, or NULL. A part that cannot be renamed keeps its temporary
 * name, since it may be the work of hours. */
static const char *set_aside(const struct cli_replacement *replacement) {
    const off_t whole = __atomic_load_n(&replacement->whole, __ATOMIC_RELAXED);
    if (!replacement->partial || whole == 0) {
        unlink(replacement->temporary);
        return NULL;
    }
    const bool named = rename(replacement->temporary, replacement->partial) == 0;
    if (!named && errno == ENOENT) return NULL;
    /* If truncation fails, the last line shows that it is incomplete. */
    const bool cut = ftruncate(replacement->descriptor, whole) == 0;
    (void)cut;
    return named ? replacement->partial : replacement->temporary;
}

void cli_replacements_rescue(void (*kept)(const char *path)) {
    const struct cli_replacement *replacement = under_way;
    under_way = NULL;
    for (; replacement; replacement = replacement->next) {
        const char *left = set_aside(replacement);
        close(replacement->descriptor);
        if (left) kept(left);
    }
}

/* ---- beginning ------------------------------------------------------------------------------- */

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
    replacement->descriptor = temporary_create(path, &replacement->temporary);
    if (replacement->descriptor < 0) {
        const int error = errno;
        replacement_free(replacement);
        return error;
    }
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
    while (*place && *place != replacement) place = &(*place)->next;
    if (*place) *place = replacement->next;
    replacement_free(replacement);
}

int cli_replacement_commit(struct cli_replacement *replacement) {
    if (file_sync(replacement->descriptor) != 0 && errno != EINVAL && errno != EROFS) return errno;
    if (temporary_rename(replacement->temporary, replacement->path) != 0) return errno;
    directory_sync(replacement->path);
    temporary_clean(replacement->path);
    if (replacement->goes_on && replacement->partial) unlink(replacement->partial);
    forget(replacement);
    return 0;
}

char *cli_replacement_abandon(struct cli_replacement *replacement) {
    file_sync(replacement->descriptor);
    const char *left = set_aside(replacement);
    char *name = left ? cli_text("%s", left) : NULL;
    forget(replacement);
    return name;
}
