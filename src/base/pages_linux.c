/*
 * Pages on Linux. See pages.h.
 */
#include "base/pages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/memory.h"

/* Newer than the C library's header, and refused by older systems. */
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

void *pages_map(size_t bytes, bool sparse) {
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | (sparse ? MAP_NORESERVE : 0), -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

void *pages_room(size_t bytes) {
    size_t padded;
    if (bytes < MEMORY_UNIT || !size_add(bytes, MEMORY_UNIT, &padded)) return NULL;
    uint8_t *room =
        mmap(NULL, padded, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return NULL;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t before = (MEMORY_UNIT - ((uintptr_t)room & (MEMORY_UNIT - 1))) & (MEMORY_UNIT - 1);
    const size_t end = before + (bytes + page - 1) / page * page;
    if (before != 0) munmap(room, before);
    if (end < padded) munmap(room + end, padded - end);
    return room + before;
}

void pages_advise(void *pages, size_t bytes, bool huge) {
    madvise(pages, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

bool pages_gather(void *pages, size_t bytes) {
    return madvise(pages, bytes, MADV_COLLAPSE) == 0;
}

bool pages_move(void *from, void *to, size_t bytes) {
    return mprotect(from, bytes, PROT_READ) == 0 &&
           mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to;
}

void pages_forget(void *pages, size_t bytes) {
    madvise(pages, bytes, MADV_DONTNEED);
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
static bool smaps_find(FILE *smaps, char *line, int room, uintptr_t address) {
    uintptr_t begin;
    while (fgets(line, room, smaps))
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
