/*
 * Large memory and processors on Windows, without huge pages, for which users need a privilege;
 * plain.c has the rest.
 */
#include <malloc.h>
#include <windows.h>

#include "base/memory.h"
#include "base/system.h"

#define ATTEMPTS 16

/* Finds an aligned address, then maps it. Retries if another thread took the address in between. */
static void *map_aligned(size_t bytes, size_t padded) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        uint8_t *range = VirtualAlloc(NULL, padded, MEM_RESERVE, PAGE_NOACCESS);
        if (!range) return NULL;
        const uintptr_t at = ((uintptr_t)range + MEMORY_UNIT - 1) & ~(MEMORY_UNIT - 1);
        VirtualFree(range, 0, MEM_RELEASE);
        void *pages = VirtualAlloc((void *)at, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
        if (pages) return pages;
    }
    return NULL;
}

void *memory_pages(size_t bytes) {
    size_t rounded, padded;
    if (!size_add(bytes == 0 ? 1 : bytes, MEMORY_UNIT - 1, &rounded)) return NULL;
    rounded &= ~(MEMORY_UNIT - 1);
    if (!size_add(rounded, MEMORY_UNIT, &padded)) return NULL;
    if (bytes < MEMORY_UNIT)
        return VirtualAlloc(NULL, rounded, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    return map_aligned(rounded, padded);
}

void *memory_aligned(size_t alignment, size_t bytes) {
    return _aligned_malloc(bytes, alignment);
}

void memory_aligned_free(void *memory) {
    _aligned_free(memory);
}

void memory_pages_forget(void *pages, size_t bytes) {
    VirtualFree(pages, bytes, MEM_DECOMMIT);
}

void memory_pages_free(void *pages, size_t bytes) {
    (void)bytes;
    if (pages) VirtualFree(pages, 0, MEM_RELEASE);
}

uint64_t memory_available(void) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (!GlobalMemoryStatusEx(&status)) return UINT64_MAX;
    const uint64_t here = status.ullAvailPhys, promised = status.ullAvailPageFile;
    return here < promised ? here : promised;
}

int cores_count(void) {
    DWORD_PTR own, all;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all) || own == 0) return 1;
    return __builtin_popcountll(own);
}
