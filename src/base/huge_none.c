/*
 * Where no page is huge, and nobody tells which ones are cached. See memory.h.
 */
#include "base/memory.h"

bool memory_has_huge(void) {
    return false;
}

bool memory_is_huge(const void *mapping) {
    (void)mapping;
    return false;
}

bool memory_cached(const void *mapping, size_t bytes, uint64_t *cached, uint64_t *huge) {
    (void)mapping, (void)bytes, (void)cached, (void)huge;
    return false;
}
