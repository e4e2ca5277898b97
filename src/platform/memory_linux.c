/*
 * Large memory on Linux. See memory.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "platform/memory_mapped.h"
#include "platform/proc_linux.h"

/* Newer than the C library's header, and refused by older systems. */
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

/* Advises about all units of a mapping. False: it has not a whole one, or the system refuses. */
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

void memory_pages_free(void *pages, size_t bytes) {
    units_free(pages, bytes);
}

void *memory_aligned(size_t alignment, size_t bytes) {
    void *memory;
    return posix_memalign(&memory, alignment, bytes) == 0 ? memory : NULL;
}

void memory_aligned_free(void *memory) {
    free(memory);
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

/* Finds the lines of the mapping that begins at the address; its fields follow. */
static bool smaps_find(FILE *smaps, char *line, int size, uintptr_t address) {
    uintptr_t begin;
    while (fgets(line, size, smaps))
        if (sscanf(line, "%" SCNxPTR "-", &begin) == 1 && begin == address) return true;
    return false;
}

/* What is mapped, and what of it by huge pages of the page cache: kibibytes. False, and zeros, if
 * unknown. */
static bool smaps_read(const void *mapping, uint64_t *present, uint64_t *huge) {
    uint64_t file = 0, shared = 0; /* the last: of tmpfs */
    *present = *huge = 0;
    FILE *smaps = fopen("/proc/self/smaps", "re");
    if (!smaps) return false;
    char line[512];
    const bool found = smaps_find(smaps, line, sizeof line, (uintptr_t)mapping);
    while (found && fgets(line, sizeof line, smaps)) {
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", line[0])) break; /* the next mapping */
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

/* Adds the bytes of up to one unit that are in memory; the first page of these is touched, and a
 * huge page is mapped with it. False: unknown. */
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
    /* A touch of what is there must not have the system read ahead. */
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

/* ---- what is available, by /proc and /sys ---------------------------------------------------- */

/* The names under which one version of control groups reports its limit. */
struct group_files {
    const char *limit;
    const char *usage;
    const char *cache; /* the field of memory.stat: file pages that are dropped before a kill */
};

static const struct group_files group_version1 = {
    .limit = "memory.limit_in_bytes",
    .usage = "memory.usage_in_bytes",
    .cache = "total_inactive_file ",
};

static const struct group_files group_version2 = {
    .limit = "memory.max",
    .usage = "memory.current",
    .cache = "inactive_file ",
};

/* What one group leaves; UINT64_MAX if it has no limit or does not exist. */
static uint64_t group_available(const char *folder, int version) {
    const struct group_files *files = version == 1 ? &group_version1 : &group_version2;
    char path[4608];
    uint64_t limit, usage, cache;
    if (!proc_number_in(folder, files->limit, &limit)) return UINT64_MAX;
    if (!proc_number_in(folder, files->usage, &usage)) usage = 0;
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    if (!proc_field(path, files->cache, &cache)) cache = 0;
    usage -= cache < usage ? cache : usage;
    return usage < limit ? limit - usage : 0;
}

/* What a limit of this process leaves; UINT64_MAX: there is none. */
static uint64_t limit_available(const struct rlimit *limit, const char *used_field) {
    uint64_t kibibytes;
    if (limit->rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    if (!proc_field("/proc/self/status", used_field, &kibibytes)) kibibytes = 0;
    const uint64_t most = limit->rlim_cur, used = kibibytes * 1024;
    return used < most ? most - used : 0;
}

/* By `ulimit -v` and `ulimit -d`. */
static uint64_t process_available(void) {
    struct rlimit addresses = {.rlim_cur = RLIM_INFINITY}, data = addresses;
    getrlimit(RLIMIT_AS, &addresses);
    getrlimit(RLIMIT_DATA, &data);
    const uint64_t a = limit_available(&addresses, "VmSize:"),
                   b = limit_available(&data, "VmData:");
    return a < b ? a : b;
}

static uint64_t machine_available(void) {
    uint64_t kibibytes;
    return proc_field("/proc/meminfo", "MemAvailable:", &kibibytes) &&
                   kibibytes <= UINT64_MAX / 1024
               ? kibibytes * 1024
               : UINT64_MAX;
}

uint64_t memory_available_pages(void) {
    const uint64_t machine = machine_available(),
                   groups = proc_groups_least("memory", group_available);
    return machine < groups ? machine : groups;
}

uint64_t memory_available(void) {
    const uint64_t pages = memory_available_pages(), process = process_available();
    return pages < process ? pages : process;
}
