/*
 * A file, mapped into memory for reading.
 *
 * A map shows the file that had the name when it was opened: a publication (base/publish.h) that
 * replaces the file does not affect it.
 * Thread safety: any number of threads may read an open map.
 */
#ifndef TILEPDB_BASE_FILE_MAP_H
#define TILEPDB_BASE_FILE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/memory.h"
#include "tilepdb.h"

/* All zero: no file is open. */
struct file_map {
    const uint8_t *data; /* page-aligned unless borrowed */
    size_t size;
    bool borrowed; /* the bytes are the caller's, and no file is mapped */
};

/* Makes a map of bytes that the caller keeps until after file_map_close. ERROR_FORMAT: no bytes. */
static inline tilepdb_status file_map_borrow(const void *data, size_t size, const char *path,
                                             struct file_map *map, tilepdb_error *error) {
    *map = (struct file_map){.data = data, .size = size, .borrowed = true};
    if (size != 0) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_FORMAT, "'%s' is empty", error_path(path));
}

/* Maps a regular file; file_map_close releases the map. On any status but TILEPDB_OK the map is
 * zeroed. ERROR_NOT_FOUND; ERROR_IO: the file cannot be opened, or is not regular; ERROR_FORMAT: it
 * is empty; ERROR_TOO_LARGE: it exceeds the address space; ERROR_MEMORY: no addresses are free. */
tilepdb_status file_map_open(const char *path, struct file_map *map, tilepdb_error *error);

/* Whether nearly all touched pages of the map are huge pages of the page cache (memory_is_huge), so
 * that it needs no file_map_promote. On file systems with large folios that is so for a file that
 * was written in whole units of memory. */
static inline bool file_map_is_huge(const struct file_map *map) {
    return !map->borrowed && memory_is_huge(map->data);
}

/* memory_cached for a map that was just opened from `path`. False also: the bytes are borrowed, or
 * this user neither owns the file nor may write it. */
bool file_map_cached(const struct file_map *map, const char *path, uint64_t *cached,
                     uint64_t *huge);

/* Moves the map's whole units of memory into huge pages, at the same addresses, unit by unit until
 * *stop (atomic) is set: random look-ups in small pages take half as long again. The huge pages are
 * those of the page cache if the system can do that, otherwise copies that belong to the process.
 * Other threads may read meanwhile, but no other thread may promote the map.
 * Begins at offset `from`, and returns the offset to continue from: it stops at the last unit, by
 * *stop, or without memory. Moved bytes must not be moved again. Borrowed bytes are not moved. */
size_t file_map_promote(const struct file_map *map, size_t from, const bool *stop);

/* Releases the map and zeroes it. A zeroed map is fine. */
void file_map_close(struct file_map *map);

#endif
