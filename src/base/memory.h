/*
 * Large memory and huge pages, checked sizes, and available memory. Thread-safe. Functions that
 * allocate return NULL without memory.
 */
#ifndef TILEPDB_BASE_MEMORY_H
#define TILEPDB_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* bytes of a huge page */
#define MEMORY_UNIT ((size_t)2 << 20)

/* At least `bytes` of zeros, aligned to MEMORY_UNIT from one unit up on systems with mapped pages;
 * Linux requests huge pages. Pages take memory when first touched. Free with memory_pages_free and
 * the same size. */
void *memory_pages(size_t bytes);

/* Like memory_pages, for sparse contents: on Linux with small pages that reserve no memory. */
void *memory_reserve(size_t bytes);

/* Requests huge pages for a whole mapping of memory_reserve that is not filled yet. */
void memory_prefer_huge(void *pages, size_t bytes);

/* Moves whole units into huge pages at the same addresses, while other threads may use them.
 * Returns false if the system cannot, or has no free huge page. */
bool memory_gather_huge(void *pages, size_t bytes);

bool memory_has_huge(void);

/* True if nearly all touched pages of a file mapping are huge pages of the page cache; false
 * if unknown. */
bool memory_is_huge(const void *mapping);

/* Bytes of a fresh file mapping that are resident, and in huge pages of the page cache. Touches one
 * page per resident unit. Returns false if the system does not report pages. file_map_cached also
 * excludes false reports. */
bool memory_cached(const void *mapping, size_t bytes, uint64_t *cached, uint64_t *huge);

/* Addresses, aligned to MEMORY_UNIT, for a file mapping whose bytes can later move into huge pages.
 * NULL: the file may be mapped anywhere. */
void *memory_addresses(size_t bytes);

/* Some file systems give huge pages. */
void memory_file_prefer_huge(void *mapping, size_t bytes);

/* Moves whole pages from `from` to `to` in one step and makes them read-only. Concurrent readers of
 * `to` see old or new pages. If the system cannot, returns false with nothing moved, but the pages
 * at `from` may be read-only. */
bool memory_move(void *from, void *to, size_t bytes);

/* Gives whole units back to the system. Afterwards they may only be freed. */
void memory_pages_forget(void *pages, size_t bytes);

/* `pages` may be NULL. */
void memory_pages_free(void *pages, size_t bytes);

/* Not zeroed. `alignment` is a power of two of at least sizeof(void *). Free with
 * memory_aligned_free. */
void *memory_aligned(size_t alignment, size_t bytes);
void memory_aligned_free(void *memory);

/* Makes room for one more element in a malloc'ed array of `count` elements of `size` bytes. Returns
 * the array; NULL without memory, with the array unchanged. */
static inline void *memory_grown(void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return array;
    const size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(array, more * size);
    if (grown) *capacity = more;
    return grown;
}

/* Return false on overflow and leave the result unchanged. */
static inline bool size_multiply(size_t a, size_t b, size_t *product) {
    size_t result;
    if (__builtin_mul_overflow(a, b, &result)) return false;
    *product = result;
    return true;
}

static inline bool size_add(size_t a, size_t b, size_t *sum) {
    size_t result;
    if (__builtin_add_overflow(a, b, &result)) return false;
    *sum = result;
    return true;
}

/* How many bytes this process can still allocate without swapping or being killed; UINT64_MAX if
 * unknown (in WebAssembly SIZE_MAX). Linux: the least that the machine, control groups (versions 1
 * and 2) and `ulimit -v` and `-d` leave, read from /proc and /sys: call it once per task. Other
 * POSIX systems: three quarters of the machine, and the limits. */
uint64_t memory_available(void);

/* Like memory_available, for untouched pages of existing mappings: ignores limits of addresses. */
uint64_t memory_available_pages(void);

#endif
