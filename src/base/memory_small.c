/*
 * Large memory of systems that have no huge pages for it: what is reserved is counted at once. See
 * memory.h.
 */
#include "base/memory.h"

void *memory_reserve(size_t bytes) {
    return memory_pages(bytes);
}

void memory_prefer_huge(void *pages, size_t bytes) {
    (void)pages, (void)bytes;
}

bool memory_gather_huge(void *pages, size_t bytes) {
    (void)pages, (void)bytes;
    return false;
}
