/*
 * Names and free space. See disk.h.
 */
#include "scratch/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/error.h"
#include "base/publish.h"
#include "table/table.h"

static char *name_make(const char *directory, const char *table, const char *end) {
    const size_t size = strlen(directory) + strlen(table) + strlen(end) + 2;
    char *name = malloc(size);
    if (name) snprintf(name, size, "%s/%s%s", directory, table, end);
    return name;
}

tilepdb_status scratch_names_make(struct scratch_names *names, const tilepdb_pattern *pattern,
                                  tilepdb_kind kind, const char *directory, tilepdb_error *error) {
    struct stat about;
    *names = (struct scratch_names){0};
    if (!directory || stat(directory, &about) != 0 || !S_ISDIR(about.st_mode))
        return error_set(error, TILEPDB_ERROR_IO, "the scratch directory '%s' %s",
                         directory ? error_path(directory) : "",
                         directory && stat(directory, &about) == 0 ? "is not a directory"
                                                                   : "does not exist");
    char table[TILEPDB_FILE_NAME];
    const tilepdb_status status = table_kind_check(pattern, kind, error);
    if (status) return status;
    tilepdb_table_file_name(pattern, kind, table);
    names->directory = strdup(directory);
    names->sets = name_make(directory, table, ".scratch-sets");
    names->rows = name_make(directory, table, ".scratch-rows");
    names->state = name_make(directory, table, ".scratch-state");
    if (names->directory && names->sets && names->rows && names->state) return TILEPDB_OK;
    scratch_names_free(names);
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for names");
}

void scratch_names_free(struct scratch_names *names) {
    free(names->directory);
    free(names->sets);
    free(names->rows);
    free(names->state);
    *names = (struct scratch_names){0};
}

void scratch_names_remove(const struct scratch_names *names) {
    publish_clean(names->state);
    unlink(names->state);
    unlink(names->sets);
    unlink(names->rows);
}

/* Locks a file that nobody has open; for writing, without which NFS gives no lock. *fd: its
 * descriptor; -1: it is not there. False: somebody has it open, or it cannot be told. */
static bool lock_take(const char *path, int *fd) {
    *fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
    if (*fd < 0) return errno == ENOENT;
    return flock(*fd, LOCK_EX | LOCK_NB) == 0;
}

/* Locked until they are removed, so that nobody begins to use them meanwhile. */
void scratch_names_clean(const struct scratch_names *names) {
    int sets, rows = -1;
    if (lock_take(names->sets, &sets) && lock_take(names->rows, &rows)) scratch_names_remove(names);
    if (sets >= 0) close(sets);
    if (rows >= 0) close(rows);
}

bool scratch_names_begun(const struct scratch_names *names) {
    return access(names->state, F_OK) == 0;
}

/* ---- space ----------------------------------------------------------------------------------- */

static uint64_t bytes_on_disk(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 ? (uint64_t)about.st_blocks * 512 : 0;
}

static uint64_t bytes_free(const char *directory) {
    struct statvfs about;
    if (statvfs(directory, &about) != 0) return UINT64_MAX;
    return (uint64_t)about.f_bavail * about.f_frsize;
}

static bool same_disk(const char *a, const char *b) {
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev;
}

static tilepdb_status too_small(const char *directory, uint64_t need, uint64_t space,
                                tilepdb_error *error) {
    const double mebi = 1 << 20;
    return error_set(error, TILEPDB_ERROR_IO,
                     "generation needs %.0f MiB on the disk of '%s', and %.0f MiB are free there: "
                     "make room, or choose another directory",
                     (double)need / mebi + 1, error_path(directory), (double)space / mebi);
}

tilepdb_status scratch_space_check(const struct scratch_names *names,
                                   const struct scratch_space *space, tilepdb_error *error) {
    char *target = publish_directory(space->path);
    if (!target) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
    const bool shared = same_disk(names->directory, target);
    const uint64_t there = bytes_on_disk(names->sets) + bytes_on_disk(names->rows);
    const uint64_t scratch = space->search + space->rows + (shared ? space->table : 0);
    const uint64_t left = bytes_free(names->directory), target_left = bytes_free(target);
    tilepdb_status status = TILEPDB_OK;
    if (left < scratch && left + there < scratch)
        status = too_small(names->directory, scratch, left + there, error);
    else if (!shared && target_left < space->table)
        status = too_small(target, space->table, target_left, error);
    free(target);
    return status;
}
