/*
 * Pages of POSIX systems: what Linux does with them (pages_linux.c), and what stands in for it
 * elsewhere (pages_posix.c). For memory_posix.c and file_map_posix.c alone. memory_has_huge,
 * memory_is_huge and memory_cached of memory.h are in pages_linux.c, elsewhere in huge_none.c.
 *
 * Addresses and sizes are those of whole pages. Thread safety: every function may be called from
 * any thread.
 */
#ifndef TILEPDB_BASE_PAGES_H
#define TILEPDB_BASE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* Maps zeros; if they are `sparse`, without reserving memory for what is never touched, where the
 * system can do that. NULL: no memory. Released by munmap. */
void *pages_map(size_t bytes, bool sparse);

/* Addresses, aligned to MEMORY_UNIT, with room for the bytes of a file, which is to be mapped over
 * them: so its bytes can move into huge pages later. NULL: any address will do. */
void *pages_room(size_t bytes);

/* Advises to use huge pages, or not to. */
void pages_advise(void *pages, size_t bytes, bool huge);

/* Moves whole units into huge pages, in place. False: the system cannot. */
bool pages_gather(void *pages, size_t bytes);

/* Puts pages in the place of others, in one step, and makes them read-only: a concurrent reader of
 * `to` sees one or the other. False: the system cannot, and the pages are where they were. */
bool pages_move(void *from, void *to, size_t bytes);

/* Returns the memory of pages to the system; their contents are lost. */
void pages_forget(void *pages, size_t bytes);

#endif
