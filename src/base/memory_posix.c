/*
 * Large memory on POSIX systems. See memory.h.
 */
#include <sys/mman.h>

#include "base/memory.h"
#include "base/pages.h"

static bool units_round_up(size_t bytes, size_t *rounded) {
    size_t raised;
    if (!size_add(bytes == 0 ? 1 : bytes, MEMORY_UNIT - 1, &raised)) return false;
    *rounded = raised & ~(MEMORY_UNIT - 1);
    return true;
}

/* Zeros in whole units, aligned to the unit from one unit up. */
static void *map_units(size_t bytes, bool sparse) {
    size_t rounded, padded;
    if (!units_round_up(bytes, &rounded) || !size_add(rounded, MEMORY_UNIT, &padded)) return NULL;
    if (bytes < MEMORY_UNIT) return pages_map(rounded, sparse);
    uint8_t *pages = pages_map(padded, sparse);
    if (!pages) return NULL;
    /* The system aligns to small pages only: map one unit more and unmap the excess. */
    size_t before = (MEMORY_UNIT - ((uintptr_t)pages & (MEMORY_UNIT - 1))) & (MEMORY_UNIT - 1);
    size_t after = MEMORY_UNIT - before;
    if (before != 0) munmap(pages, before);
    if (after != 0) munmap(pages + before + rounded, after);
    pages += before;
    pages_advise(pages, rounded, !sparse);
    return pages;
}

void *memory_pages(size_t bytes) {
    return map_units(bytes, false);
}

void *memory_reserve(size_t bytes) {
    return map_units(bytes, true);
}

void memory_prefer_huge(void *pages, size_t bytes) {
    size_t rounded;
    if (bytes >= MEMORY_UNIT && units_round_up(bytes, &rounded)) pages_advise(pages, rounded, true);
}

bool memory_gather_huge(void *pages, size_t bytes) {
    size_t rounded;
    if (bytes < MEMORY_UNIT || !units_round_up(bytes, &rounded)) return false;
    pages_advise(pages, rounded, true);
    return pages_gather(pages, rounded);
}

void memory_pages_forget(void *pages, size_t bytes) {
    pages_forget(pages, bytes);
}

void memory_pages_free(void *pages, size_t bytes) {
    size_t rounded;
    if (pages && units_round_up(bytes, &rounded)) munmap(pages, rounded);
}
