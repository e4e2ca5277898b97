/*
 * Large memory from the heap, where no pages can be mapped (WebAssembly); plain.c has the
 * rest. See memory.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define ALIGNMENT ((size_t)64) /* for vectors and cache lines */

void *memory_pages(size_t bytes) {
    size_t rounded;
    if (!size_add(bytes == 0 ? 1 : bytes, ALIGNMENT - 1, &rounded)) return NULL;
    rounded &= ~(ALIGNMENT - 1);
    void *memory = aligned_alloc(ALIGNMENT, rounded);
    if (memory) memset(memory, 0, rounded);
    return memory;
}

void memory_pages_forget(void *pages, size_t bytes) {
    (void)pages, (void)bytes;
}

void memory_pages_free(void *pages, size_t bytes) {
    (void)bytes;
    free(pages);
}

void *memory_aligned(size_t alignment, size_t bytes) {
    void *memory;
    return posix_memalign(&memory, alignment, bytes) == 0 ? memory : NULL;
}

void memory_aligned_free(void *memory) {
    free(memory);
}

/* Sizes beyond the address space are refused with a message; the heap refuses with NULL. */
uint64_t memory_available(void) {
    return SIZE_MAX;
}
