/* Mapped memory, aligned to MEMORY_UNIT, of systems with mmap. */
#ifndef TILEPDB_PLATFORM_MEMORY_MAPPED_H
#define TILEPDB_PLATFORM_MEMORY_MAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

/* Rounds `bytes` up to whole units, at least one. Returns false on overflow. */
bool units_round_up(size_t bytes, size_t *rounded);

/* Maps `bytes`, a multiple of small pages, at a multiple of MEMORY_UNIT. `protection` and `flags`
 * go to mmap. Returns NULL on failure. */
void *units_map(size_t bytes, int protection, int flags);

/* Maps zeros, aligned to MEMORY_UNIT if `bytes` is at least one unit. memory_pages_free frees them.
 * Returns NULL on failure. */
void *zeros_map(size_t bytes, int flags);

#endif
