/* Memory and processors on Linux. Limits come from /proc, /sys and control groups. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/system.h"
#include "platform/memory_mapped.h"

/* older headers lack it */
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

static bool units_advise(void *pages, size_t bytes, int advice) {
    size_t rounded;
    return pages && bytes >= MEMORY_UNIT && units_round_up(bytes, &rounded) &&
           madvise(pages, rounded, advice) == 0;
}

void *memory_pages(size_t bytes) {
    void *pages = zeros_map(bytes, 0);
    units_advise(pages, bytes, MADV_HUGEPAGE);
    return pages;
}

void *memory_reserve(size_t bytes) {
    void *pages = zeros_map(bytes, MAP_NORESERVE);
    units_advise(pages, bytes, MADV_NOHUGEPAGE);
    return pages;
}

void memory_prefer_huge(void *pages, size_t bytes) {
    units_advise(pages, bytes, MADV_HUGEPAGE);
}

bool memory_gather_huge(void *pages, size_t bytes) {
    units_advise(pages, bytes, MADV_HUGEPAGE);
    return units_advise(pages, bytes, MADV_COLLAPSE);
}

void memory_pages_forget(void *pages, size_t bytes) {
    madvise(pages, bytes, MADV_DONTNEED);
}

/* ---- the pages of files ---------------------------------------------------------------------- */

void *memory_addresses(size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return bytes < MEMORY_UNIT || bytes > SIZE_MAX - page
               ? NULL
               : units_map((bytes + page - 1) / page * page, PROT_NONE, MAP_NORESERVE);
}

void memory_file_prefer_huge(void *mapping, size_t bytes) {
    if (bytes >= MEMORY_UNIT) madvise(mapping, bytes, MADV_HUGEPAGE);
}

bool memory_move(void *from, void *to, size_t bytes) {
    return mprotect(from, bytes, PROT_READ) == 0 &&
           mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to;
}

bool memory_has_huge(void) {
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "re");
    if (!file) return false;
    char line[256];
    const bool has = fgets(line, sizeof line, file) && !strstr(line, "[never]");
    fclose(file);
    return has;
}

static bool smaps_find(FILE *smaps, char *line, int size, uintptr_t address) {
    uintptr_t begin;
    while (fgets(line, size, smaps))
        if (sscanf(line, "%" SCNxPTR "-", &begin) == 1 && begin == address) return true;
    return false;
}

/* Reads the kibibytes of a mapping that are present, and in huge pages of the page cache. Returns
 * false if unknown. */
static bool smaps_read(const void *mapping, uint64_t *present, uint64_t *huge) {
    uint64_t file = 0, shared = 0; /* `shared` counts pages of tmpfs */
    *present = *huge = 0;
    FILE *smaps = fopen("/proc/self/smaps", "re");
    if (!smaps) return false;
    char line[512];
    const bool found = smaps_find(smaps, line, sizeof line, (uintptr_t)mapping);
    while (found && fgets(line, sizeof line, smaps)) {
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", line[0])) break;
        sscanf(line, "Rss: %" SCNu64, present);
        sscanf(line, "FilePmdMapped: %" SCNu64, &file);
        sscanf(line, "ShmemPmdMapped: %" SCNu64, &shared);
    }
    *huge = file + shared;
    fclose(smaps);
    return found;
}

bool memory_is_huge(const void *mapping) {
    uint64_t present, huge;
    return smaps_read(mapping, &present, &huge) && huge > present / 8 * 7;
}

/* Adds the resident bytes of up to one unit to `*sum`. Touches the first resident page, so that its
 * huge page, if any, is mapped. Returns false if unknown. */
static bool unit_cached(const uint8_t *unit, size_t bytes, uint64_t *sum) {
    unsigned char resident[MEMORY_UNIT / 4096];
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = (bytes + page - 1) / page;
    size_t cached = 0;
    if (pages > sizeof resident || mincore((void *)(uintptr_t)unit, bytes, resident) != 0)
        return false;
    for (size_t i = 0; i < pages; i++) {
        if (!(resident[i] & 1u)) continue;
        if (cached == 0) (void)*(const volatile uint8_t *)(unit + i * page);
        cached += i + 1 < pages ? page : bytes - i * page;
    }
    *sum += cached;
    return true;
}

bool memory_cached(const void *mapping, size_t bytes, uint64_t *cached, uint64_t *huge) {
    const uint8_t *at = mapping;
    uint64_t sum = 0, present, kibibytes;
    /* Touching a page must not cause read-ahead. */
    madvise((void *)(uintptr_t)mapping, bytes, MADV_RANDOM);
    for (size_t left = bytes; left > 0;) {
        const size_t unit = left < MEMORY_UNIT ? left : MEMORY_UNIT;
        if (!unit_cached(at, unit, &sum)) return false;
        at += unit;
        left -= unit;
    }
    if (!smaps_read(mapping, &present, &kibibytes)) return false;
    *cached = sum;
    *huge = kibibytes * 1024;
    return true;
}

/* ---- /proc, /sys and control groups ---------------------------------------------------------- */

#define LINE_TEXT   4352
#define FOLDER_TEXT 4480
#define PATH_TEXT   4608
#define GROUPS      "/sys/fs/cgroup"

static FILE *folder_open(const char *folder, const char *name) {
    char path[PATH_TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "re");
}

/* Returns false for "max" or a missing file. */
static bool number_read(const char *folder, const char *name, uint64_t *number) {
    FILE *file = folder_open(folder, name);
    if (!file) return false;
    const bool read = fscanf(file, "%" SCNu64, number) == 1;
    fclose(file);
    return read;
}

static bool field_read(const char *folder, const char *name, const char *field, uint64_t *number) {
    FILE *file = folder_open(folder, name);
    if (!file) return false;
    char line[256];
    const size_t length = strlen(field);
    bool found = false;
    while (!found && fgets(line, sizeof line, file))
        found =
            strncmp(line, field, length) == 0 && sscanf(line + length, " %" SCNu64, number) == 1;
    fclose(file);
    return found;
}

typedef uint64_t group_limit(const char *folder, int version);

/* Returns the least limit of `group` and its ancestors; cuts `group`. A container may see its group
 * mounted as the root; then only the root is readable, and its limit suffices. */
static uint64_t chain_least(const char *mount, char *group, int version, group_limit *limit) {
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

static bool list_has(const char *list, const char *item) {
    const size_t length = strlen(item);
    for (const char *at = list; *at; at += strcspn(at, ",")) {
        at += *at == ',';
        if (strncmp(at, item, length) == 0 && (at[length] == '\0' || at[length] == ','))
            return true;
    }
    return false;
}

/* Returns the least limit of this process's groups with `controller`; UINT64_MAX without limit. */
static uint64_t groups_least(const char *controller, group_limit *limit) {
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file) return UINT64_MAX;
    uint64_t least = UINT64_MAX;
    char line[LINE_TEXT], mount[64];
    while (fgets(line, sizeof line, file)) {
        /* format: hierarchy:controllers:group; version 2 lists no controllers */
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

/* ---- available memory ------------------------------------------------------------------------ */

/* Returns the bytes left in a group. Inactive file pages do not count as used: the kernel drops
 * them before it kills a process. */
static uint64_t group_available(const char *folder, int version) {
    static const struct {
        const char *limit, *usage, *cache;
    } names[] = {
        {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "},
        {"memory.max", "memory.current", "inactive_file "},
    };
    uint64_t limit, usage, cache;
    if (!number_read(folder, names[version - 1].limit, &limit)) return UINT64_MAX;
    if (!number_read(folder, names[version - 1].usage, &usage)) usage = 0;
    if (!field_read(folder, "memory.stat", names[version - 1].cache, &cache)) cache = 0;
    usage -= cache < usage ? cache : usage;
    return usage < limit ? limit - usage : 0;
}

static uint64_t limit_available(const struct rlimit *limit, const char *used_field) {
    uint64_t kibibytes;
    if (limit->rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    if (!field_read("/proc/self", "status", used_field, &kibibytes)) kibibytes = 0;
    const uint64_t most = limit->rlim_cur, used = kibibytes * 1024;
    return used < most ? most - used : 0;
}

static uint64_t process_available(void) {
    struct rlimit addresses = {.rlim_cur = RLIM_INFINITY}, data = addresses;
    getrlimit(RLIMIT_AS, &addresses);
    getrlimit(RLIMIT_DATA, &data);
    const uint64_t a = limit_available(&addresses, "VmSize:");
    const uint64_t b = limit_available(&data, "VmData:");
    return a < b ? a : b;
}

uint64_t memory_available_pages(void) {
    uint64_t kibibytes, machine = UINT64_MAX;
    if (field_read("/proc", "meminfo", "MemAvailable:", &kibibytes) &&
        kibibytes <= UINT64_MAX / 1024)
        machine = kibibytes * 1024;
    const uint64_t groups = groups_least("memory", group_available);
    return machine < groups ? machine : groups;
}

uint64_t memory_available(void) {
    const uint64_t pages = memory_available_pages(), process = process_available();
    return pages < process ? pages : process;
}

/* ---- processors, the page cache, pipes ------------------------------------------------------- */

static uint64_t group_cores(const char *folder, int version) {
    uint64_t quota, period;
    if (version == 1) {
        /* -1 means no limit */
        if (!number_read(folder, "cpu.cfs_quota_us", &quota) || quota > INT64_MAX ||
            !number_read(folder, "cpu.cfs_period_us", &period))
            return UINT64_MAX;
    } else {
        FILE *file = folder_open(folder, "cpu.max");
        const int read = file ? fscanf(file, "%" SCNu64 " %" SCNu64, &quota, &period) : 0;
        if (file) fclose(file);
        if (read != 2) return UINT64_MAX;
    }
    return quota == 0 || period == 0 ? UINT64_MAX : (quota - 1) / period + 1;
}

int cores_count(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 1) return 1;
    const uint64_t cores = groups_least("cpu", group_cores);
    return cores < (uint64_t)CPU_COUNT(&set) ? (int)cores : CPU_COUNT(&set);
}

int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written) {
    const unsigned how =
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
    int result = 0;
    if (written) {
        do result = sync_file_range(fd, (off_t)offset, (off_t)bytes, how);
        while (result != 0 && errno == EINTR);
    }
    if (result == 0)
        posix_fadvise(fd, (off_t)offset, (off_t)bytes, POSIX_FADV_DONTNEED);
    else if (errno != ENOSYS && errno != EINVAL && errno != ESPIPE && errno != EOPNOTSUPP)
        return errno;
    return 0;
}

int cache_bypass(void) {
    return O_DIRECT;
}

bool file_is_mounted(const char *name) {
    struct statx about;
    return statx(AT_FDCWD, name, 0, 0, &about) == 0 &&
           (about.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

bool pipe_make(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0;
}
