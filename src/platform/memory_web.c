/* Large memory from the heap for WebAssembly, which cannot map pages; plain.c has the rest. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define ALIGNMENT ((size_t)64) /* suits vectors and cache lines */

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

/* Reports the whole address space: the heap returns NULL if memory is short. */
uint64_t memory_available(void) {
    return SIZE_MAX;
}
