/*
 * How much memory is available, by /proc and /sys. See memory.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/memory.h"

#define LINE_TEXT 4352
#define PATH_TEXT 4608

/* The number in a file that holds one number. False for "max", anything else, or a missing file. */
static bool file_number(const char *path, uint64_t *number) {
    FILE *file = fopen(path, "re");
    if (!file) return false;
    bool read = fscanf(file, "%" SCNu64, number) == 1;
    fclose(file);
    return read;
}

/* The number that follows `name` at the start of a line, such as "MemAvailable:". */
static bool file_field(const char *path, const char *name, uint64_t *number) {
    FILE *file = fopen(path, "re");
    if (!file) return false;
    char line[256];
    size_t length = strlen(name);
    bool found = false;
    while (!found && fgets(line, sizeof line, file))
        found = strncmp(line, name, length) == 0 && sscanf(line + length, " %" SCNu64, number) == 1;
    fclose(file);
    return found;
}

/* The names under which one version of control groups reports its limit. */
struct group_files {
    const char *mount;
    const char *limit;
    const char *usage;
    const char *cache; /* the field of memory.stat: file pages that are dropped before a kill */
};

static const struct group_files group_version1 = {
    .mount = "/sys/fs/cgroup/memory",
    .limit = "memory.limit_in_bytes",
    .usage = "memory.usage_in_bytes",
    .cache = "total_inactive_file ",
};

static const struct group_files group_version2 = {
    .mount = "/sys/fs/cgroup",
    .limit = "memory.max",
    .usage = "memory.current",
    .cache = "inactive_file ",
};

/* What one group leaves; UINT64_MAX if it has no limit or does not exist. */
static uint64_t group_room(const struct group_files *files, const char *group) {
    char path[PATH_TEXT];
    uint64_t limit, usage, cache;
    snprintf(path, sizeof path, "%s%s/%s", files->mount, group, files->limit);
    if (!file_number(path, &limit)) return UINT64_MAX;
    snprintf(path, sizeof path, "%s%s/%s", files->mount, group, files->usage);
    if (!file_number(path, &usage)) usage = 0;
    snprintf(path, sizeof path, "%s%s/memory.stat", files->mount, group);
    if (!file_field(path, files->cache, &cache)) cache = 0;
    usage -= cache < usage ? cache : usage;
    return usage < limit ? limit - usage : 0;
}

/* The minimum that a group or one above it leaves. A container may see its own group mounted as the
 * root while the kernel names it by its full path; then only the root exists, and is enough. */
static uint64_t group_chain_room(const struct group_files *files, char *group) {
    uint64_t least = UINT64_MAX;
    for (;;) {
        uint64_t room = group_room(files, group);
        if (room < least) least = room;
        char *last = strrchr(group, '/');
        if (!last) return least;
        *last = '\0';
    }
}

/* Whether a list such as "cpu,memory" names the memory controller. */
static bool controllers_name_memory(const char *list) {
    const char *found = strstr(list, "memory");
    return found && (found == list || found[-1] == ',') && (found[6] == '\0' || found[6] == ',');
}

static uint64_t groups_room(void) {
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file) return UINT64_MAX;
    uint64_t least = UINT64_MAX;
    char line[LINE_TEXT];
    while (fgets(line, sizeof line, file)) {
        /* hierarchy:controllers:group, where version 2 lists no controllers */
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group) continue;
        *group++ = '\0';
        controllers++;
        uint64_t room = UINT64_MAX;
        if (controllers[0] == '\0') room = group_chain_room(&group_version2, group);
        if (controllers_name_memory(controllers)) room = group_chain_room(&group_version1, group);
        if (room < least) least = room;
    }
    fclose(file);
    return least;
}

/* What a limit of this process leaves; UINT64_MAX: there is none. */
static uint64_t limit_room(const struct rlimit *limit, const char *used_field) {
    uint64_t kibibytes;
    if (limit->rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    if (!file_field("/proc/self/status", used_field, &kibibytes)) kibibytes = 0;
    const uint64_t most = limit->rlim_cur, used = kibibytes * 1024;
    return used < most ? most - used : 0;
}

/* By `ulimit -v` and `ulimit -d`. */
static uint64_t process_room(void) {
    struct rlimit addresses = {.rlim_cur = RLIM_INFINITY}, data = addresses;
    getrlimit(RLIMIT_AS, &addresses);
    getrlimit(RLIMIT_DATA, &data);
    const uint64_t a = limit_room(&addresses, "VmSize:"), b = limit_room(&data, "VmData:");
    return a < b ? a : b;
}

static uint64_t machine_room(void) {
    uint64_t kibibytes;
    return file_field("/proc/meminfo", "MemAvailable:", &kibibytes) &&
                   kibibytes <= UINT64_MAX / 1024
               ? kibibytes * 1024
               : UINT64_MAX;
}

uint64_t memory_available(void) {
    const uint64_t rooms[] = {machine_room(), groups_room(), process_room()};
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (rooms[i] < least) least = rooms[i];
    return least;
}
