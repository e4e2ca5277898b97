/*
 * Large memory: huge pages, sizes that cannot overflow, and how much is available.
 *
 * The folder platform implements it: linux.c, posix.c, windows.c and memory_web.c; plain.c has what
 * the last three have in common.
 *
 * Thread safety: every function may be called from any thread.
 */
#ifndef TILEPDB_BASE_MEMORY_H
#define TILEPDB_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Memory is mapped in whole units of this size, the size of a huge page. */
#define MEMORY_UNIT ((size_t)2 << 20)

/* Maps at least `bytes` of zeros, rounded up to MEMORY_UNIT (0 counts as 1). From one unit up the
 * address is aligned to the unit, and huge pages are requested. Pages take memory when they are
 * first touched. memory_pages_free with the same size releases them. NULL: no memory. */
void *memory_pages(size_t bytes);

/* memory_pages in small pages, and without reserving memory that is never touched: for sparse
 * contents. */
void *memory_reserve(size_t bytes);

/* Asks for huge pages in a mapping of memory_reserve of the same size, before it is filled. */
void memory_prefer_huge(void *pages, size_t bytes);

/* Moves whole units of a mapping into huge pages in place, while other threads may use them. False:
 * the system cannot do that, or has no free huge page. */
bool memory_gather_huge(void *pages, size_t bytes);

/* Whether the system gives huge pages on request. */
bool memory_has_huge(void);

/* Whether nearly all touched pages of the file mapping at this address are huge pages of the page
 * cache. Reads /proc/self/smaps; false if that is missing. */
bool memory_is_huge(const void *mapping);

/* Returns how many bytes of a fresh file mapping are in memory, and how many of the resident bytes
 * are in huge pages of the page cache. Touches one page of each unit that is in memory, and reads
 * no others. False, and nothing is written, if the system does not report it. Only for files that
 * file_map_cached asks about: of other files Linux reports that all is in memory. */
bool memory_cached(const void *mapping, size_t bytes, uint64_t *cached, uint64_t *huge);

/* Reserves addresses, aligned to MEMORY_UNIT, to map a file over them, so that its bytes can move
 * into huge pages later. NULL: the file may be mapped anywhere. */
void *memory_addresses(size_t bytes);

/* Asks for huge pages in the mapping of a file: with some file systems, pages that are read from
 * the disk are huge then. */
void memory_file_prefer_huge(void *mapping, size_t bytes);

/* Moves whole pages over others, in one step, and makes them read-only: a concurrent reader of `to`
 * sees the old pages or the new ones. False: the system cannot do that, and nothing has moved. */
bool memory_move(void *from, void *to, size_t bytes);

/* Returns the memory of whole units inside a mapping to the system, if it can take it before the
 * mapping is released. Their contents are lost, and they may only be freed afterwards. */
void memory_pages_forget(void *pages, size_t bytes);

/* Releases a mapping of memory_pages or memory_reserve. `pages` may be NULL. */
void memory_pages_free(void *pages, size_t bytes);

/* Memory at a multiple of `alignment`, a power of two that is at least that of a pointer; not
 * zeroed. Only memory_aligned_free releases it. NULL: no memory. */
void *memory_aligned(size_t alignment, size_t bytes);
void memory_aligned_free(void *memory);

/* Makes an array of the heap, which has `count` elements of `size` bytes, large enough for one
 * more. Returns the array, or one of twice the capacity in its place. NULL: no memory, and the
 * array is unchanged. */
static inline void *memory_grown(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return array;
    const size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(array, more * size);
    if (grown) *capacity = more;
    return grown;
}

/* *product = a * b. False, and *product unchanged, if that overflows. */
static inline bool size_multiply(size_t a, size_t b, size_t *product) {
    size_t result;
    if (__builtin_mul_overflow(a, b, &result)) return false;
    *product = result;
    return true;
}

/* *sum = a + b. False, and *sum unchanged, if that overflows. */
static inline bool size_add(size_t a, size_t b, size_t *sum) {
    size_t result;
    if (__builtin_add_overflow(a, b, &result)) return false;
    *sum = result;
    return true;
}

/* The bytes that this process can still take without swapping, being killed or being refused them:
 * the least of what the machine, the control groups (version 1 and 2) of the process, and its own
 * limits of addresses and data (`ulimit -v`, `ulimit -d`) leave. UINT64_MAX: unknown. Reads /proc
 * and /sys: for each task, not for each allocation. */
uint64_t memory_available(void);

/* memory_available for untouched pages of existing mappings, which no limit of addresses concerns.
 */
uint64_t memory_available_pages(void);

#endif
