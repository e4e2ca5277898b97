/*
 * Functions of base/memory.h and base/system.h for systems without huge pages, cache information or
 * a cache bypass.
 */
#include "base/memory.h"
#include "base/system.h"

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

void *memory_addresses(size_t bytes) {
    (void)bytes;
    return NULL;
}

void memory_file_prefer_huge(void *mapping, size_t bytes) {
    (void)mapping, (void)bytes;
}

bool memory_move(void *from, void *to, size_t bytes) {
    (void)from, (void)to, (void)bytes;
    return false;
}

uint64_t memory_available_pages(void) {
    return UINT64_MAX;
}

int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written) {
    (void)fd, (void)offset, (void)bytes, (void)written;
    return 0;
}

int cache_bypass(void) {
    return 0;
}

bool file_is_mounted(const char *name) {
    (void)name;
    return false;
}
