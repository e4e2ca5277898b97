/*
 * XXH3-64 of the xxHash library: what files are checked by.
 *
 * Thread safety: every function may be called from any thread.
 */
#ifndef TILEPDB_BASE_HASH_H
#define TILEPDB_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* XXH3-64 of `size` bytes without a seed, by the widest instructions that the library has for this
 * processor. */
uint64_t hash_bytes(const void *bytes, size_t size);

#endif
