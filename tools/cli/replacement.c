/* See replacement.h. */
#include "cli/replacement.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/console.h"
#include "util/temporary.h"

static struct cli_replacement *under_way; /* the list of them */

/* ---- also in handlers: only what POSIX calls async-signal-safe ------------------------------- */

/* Returns the name of the part that is left, or NULL. A part that cannot get its name keeps the
 * temporary's: answers of hours are not thrown away. */
static const char *set_aside(const struct cli_replacement *replacement) {
    const off_t whole = __atomic_load_n(&replacement->whole, __ATOMIC_RELAXED);
    if (!replacement->partial || whole == 0) {
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
    for (; replacement; replacement = replacement->next) {
        const char *left = set_aside(replacement);
        close(replacement->descriptor); /* what is printed but not passed on is not an answer yet */
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
