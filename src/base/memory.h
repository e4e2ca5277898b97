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

/* Maps at least `bytes` of zeros, rounded up to MEMORY_UNIT (0 counts as 1). From one unit up, the
 * address is aligned to the unit and huge pages are requested. Pages take memory when they are
 * first touched. The caller owns the mapping and releases it by memory_pages_free with the same
 * size. NULL: no memory, or the size overflows. */
void *memory_pages(size_t bytes);

/* As memory_pages, in small pages and without reserving memory that is never touched: for sparse
 * contents. Released by memory_pages_free. */
void *memory_reserve(size_t bytes);

/* Asks for huge pages in a mapping of memory_reserve of the same size, before it is filled. */
void memory_prefer_huge(void *pages, size_t bytes);

/* Moves whole units of a mapping into huge pages, where the system can do that in place; other
 * threads may use them meanwhile. False: it cannot, or there is no huge page. */
bool memory_gather_huge(void *pages, size_t bytes);

/* Whether the system gives huge pages to those who ask. */
bool memory_has_huge(void);

/* Whether nearly all pages of the file mapping at this address that were touched are huge pages of
 * the page cache. Reads /proc/self/smaps; false where that is missing. */
bool memory_is_huge(const void *mapping);

/* How much of a fresh file mapping is in memory at this moment, and how much of that in huge pages
 * of the page cache: bytes. Touches one page of each unit that is there, and reads no others.
 * False, and nothing is written, where the system does not say. Only for files that file_map_cached
 * asks about: of others, Linux says that all is there. */
bool memory_cached(const void *mapping, size_t bytes, uint64_t *cached, uint64_t *huge);

/* Addresses, aligned to MEMORY_UNIT, for the bytes of a file, which is to be mapped over
 * them: so its bytes can move into huge pages later. NULL: any address will do. */
void *memory_addresses(size_t bytes);

/* Asks for huge pages in the mapping of a file: what comes from the disk then comes in these, where
 * the file system has them. */
void memory_file_prefer_huge(void *mapping, size_t bytes);

/* Puts whole pages in the place of others, in one step, and makes them read-only: a concurrent
 * reader of `to` sees one or the other. False: the system cannot, and the pages are where they
 * were. */
bool memory_move(void *from, void *to, size_t bytes);

/* Returns the memory of whole units inside a mapping to the system. Their contents are lost, and
 * they may only be freed afterwards. Where the system cannot do this, they keep their memory until
 * then. */
void memory_pages_forget(void *pages, size_t bytes);

/* Releases a mapping of memory_pages or memory_reserve. `pages` may be NULL. */
void memory_pages_free(void *pages, size_t bytes);

/* Memory that begins at a multiple of `alignment`, a power of two from that of a pointer up; not
 * zeroed. Released by memory_aligned_free, and by nothing else. NULL: no memory. */
void *memory_aligned(size_t alignment, size_t bytes);
void memory_aligned_free(void *memory);

/* An array with capacity for one more element of `size` bytes behind `count` of them: the array
 * itself, or one of twice the capacity, with the same elements, in its place. From the heap. NULL:
 * no memory, and the array is as it was. */
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
 * what the machine has available, or if that is less, what the control groups (version 1 and 2) of
 * the process leave, or its own limits of addresses and data (`ulimit -v`, `ulimit -d`).
 * UINT64_MAX: unknown. Reads /proc and /sys, so call it once per task, not per allocation. */
uint64_t memory_available(void);

/* The same for pages that are mapped and were not touched so far: limits of addresses do not count.
 * UINT64_MAX: unknown. */
uint64_t memory_available_pages(void);

#endif
