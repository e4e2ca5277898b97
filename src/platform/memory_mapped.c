/* Implements memory_mapped.h, and functions of base/memory.h for systems with mmap. */
#include "platform/memory_mapped.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"

bool units_round_up(size_t bytes, size_t *rounded) {
    size_t raised;
    if (!size_add(bytes == 0 ? 1 : bytes, MEMORY_UNIT - 1, &raised)) return false;
    *rounded = raised & ~(MEMORY_UNIT - 1);
    return true;
}

static uint8_t *pages_map(size_t bytes, int protection, int flags) {
    void *pages = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

/* Maps one unit more and unmaps the excess. */
void *units_map(size_t bytes, int protection, int flags) {
    size_t padded;
    if (!size_add(bytes, MEMORY_UNIT, &padded)) return NULL;
    uint8_t *pages = pages_map(padded, protection, flags);
    if (!pages) return NULL;
    const size_t before = -(uintptr_t)pages & (MEMORY_UNIT - 1), after = MEMORY_UNIT - before;
    if (before != 0) munmap(pages, before);
    if (after != 0) munmap(pages + before + bytes, after);
    return pages + before;
}

void *zeros_map(size_t bytes, int flags) {
    const int protection = PROT_READ | PROT_WRITE;
    size_t rounded;
    if (!units_round_up(bytes, &rounded)) return NULL;
    return bytes < MEMORY_UNIT ? pages_map(rounded, protection, flags)
                               : units_map(rounded, protection, flags);
}

void memory_pages_free(void *pages, size_t bytes) {
    size_t rounded;
    if (pages && units_round_up(bytes, &rounded)) munmap(pages, rounded);
}

void *memory_aligned(size_t alignment, size_t bytes) {
    void *memory;
    return posix_memalign(&memory, alignment, bytes) == 0 ? memory : NULL;
}

void memory_aligned_free(void *memory) {
    free(memory);
}
