/* Aligned memory of base/memory.h on systems with posix_memalign. */
#include <stdlib.h>

#include "base/memory.h"

void *memory_aligned(size_t alignment, size_t bytes) {
    void *memory;
    return posix_memalign(&memory, alignment, bytes) == 0 ? memory : NULL;
}

void memory_aligned_free(void *memory) {
    free(memory);
}
