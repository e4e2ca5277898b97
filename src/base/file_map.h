/*
 * A file, mapped into memory for reading.
 *
 * The mapping shows the file that had the name when it was opened: replacing the file later by
 * publication (base/publish.h) does not affect it.
 * Thread safety: an open map is immutable; any number of threads may read it.
 */
#ifndef TILEPDB_BASE_FILE_MAP_H
#define TILEPDB_BASE_FILE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/memory.h"
#include "tilepdb.h"

/* `size` bytes at `data`, page-aligned unless borrowed. All zero: nothing is open. */
struct file_map {
    const uint8_t *data;
    size_t size;
    bool borrowed; /* the bytes are the caller's, and no file is mapped */
};

/* A map of bytes that the caller keeps until after file_map_close. ERROR_FORMAT: no bytes. */
static inline tilepdb_status file_map_borrow(const void *data, size_t size, const char *path,
                                             struct file_map *map, tilepdb_error *error) {
    *map = (struct file_map){.data = data, .size = size, .borrowed = true};
    if (size != 0) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_FORMAT, "'%s' is empty", error_path(path));
}

/* Maps a whole regular file. The caller owns the map and releases it by file_map_close. On any
 * status but TILEPDB_OK the map is zeroed.
 * ERROR_NOT_FOUND: no such file; ERROR_IO: it cannot be opened, or is not a regular
 * file; ERROR_FORMAT: it is empty; ERROR_TOO_LARGE: beyond the address space; ERROR_MEMORY: no
 * address space is available. */
tilepdb_status file_map_open(const char *path, struct file_map *map, tilepdb_error *error);

/* Whether nearly all pages of the map that were touched are huge pages of the page cache. A file
 * that was written in whole units of memory has these on file systems with large folios. Such a map
 * needs no file_map_promote. See memory_is_huge. */
static inline bool file_map_is_huge(const struct file_map *map) {
    return !map->borrowed && memory_is_huge(map->data);
}

/* How many bytes of a map that was just opened from `path` are in memory, and how many of these in
 * huge pages of the page cache. Reads no more of the file. False, and nothing is written, if that
 * is unknown: the bytes are borrowed, the system does not say, or it says so only to those who own
 * the file or may write it. See memory_cached. */
bool file_map_cached(const struct file_map *map, const char *path, uint64_t *cached,
                     uint64_t *huge);

/* Moves the map's whole units of memory into huge pages, at the same addresses, unit by unit until
 * *stop (atomic) is set: random look-ups in small pages cost half as much again. Where the system
 * can, the page cache then has huge pages; otherwise the process gets copies of its own. Other
 * threads may read meanwhile, but no other thread may promote the map.
 * It begins at offset `from`, and returns where it stopped, to go on from there: at the last unit,
 * at a stop, or for lack of memory. Moved bytes may no longer be backed by the file, and must not
 * be moved again. Borrowed bytes stay where they are. */
size_t file_map_promote(const struct file_map *map, size_t from, const bool *stop);

/* Releases the map and zeroes it. A zeroed map is fine. */
void file_map_close(struct file_map *map);

#endif
