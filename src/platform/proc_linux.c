/*
 * /proc and /sys of Linux. See proc_linux.h.
 */
#include "platform/proc_linux.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LINE_TEXT   4352
#define FOLDER_TEXT 4480
#define PATH_TEXT   4608
#define GROUPS      "/sys/fs/cgroup"

bool proc_number(const char *path, uint64_t *number) {
    FILE *file = fopen(path, "re");
    if (!file) return false;
    const bool read = fscanf(file, "%" SCNu64, number) == 1;
    fclose(file);
    return read;
}

bool proc_number_in(const char *folder, const char *name, uint64_t *number) {
    char path[PATH_TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return proc_number(path, number);
}

bool proc_field(const char *path, const char *name, uint64_t *number) {
    FILE *file = fopen(path, "re");
    if (!file) return false;
    char line[256];
    const size_t length = strlen(name);
    bool found = false;
    while (!found && fgets(line, sizeof line, file))
        found = strncmp(line, name, length) == 0 && sscanf(line + length, " %" SCNu64, number) == 1;
    fclose(file);
    return found;
}

/* ---- control groups -------------------------------------------------------------------------- */

/* A container may see its own group mounted as the root while the kernel names it by its full path;
 * then only the root exists, and is enough. */
static uint64_t chain_least(const char *mount, char *group, int version, proc_group_limit *limit) {
    uint64_t least = UINT64_MAX;
    for (;;) {
        char folder[FOLDER_TEXT];
        snprintf(folder, sizeof folder, "%s%s", mount, group);
        const uint64_t allowed = limit(folder, version);
        if (allowed < least) least = allowed;
        char *last = strrchr(group, '/');
        if (!last) return least;
        *last = '\0';
    }
}

/* Whether a list such as "cpu,memory" has the word. */
static bool list_has(const char *list, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = list; *at; at += strcspn(at, ",")) {
        at += *at == ',';
        if (strncmp(at, word, length) == 0 && (at[length] == '\0' || at[length] == ','))
            return true;
    }
    return false;
}

uint64_t proc_groups_least(const char *controller, proc_group_limit *limit) {
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file) return UINT64_MAX;
    uint64_t least = UINT64_MAX;
    char line[LINE_TEXT], mount[64];
    while (fgets(line, sizeof line, file)) {
        /* hierarchy:controllers:group, where version 2 lists no controllers */
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group) continue;
        *group++ = '\0';
        controllers++;
        const bool second = controllers[0] == '\0';
        if (!second && !list_has(controllers, controller)) continue;
        snprintf(mount, sizeof mount, second ? GROUPS : GROUPS "/%s", controller);
        const uint64_t allowed = chain_least(mount, group, second ? 2 : 1, limit);
        if (allowed < least) least = allowed;
    }
    fclose(file);
    return least;
}
