/*
 * Files mapped for reading. A map keeps the file that it opened, even if a publication
 * (base/publish.h) replaces it. Any number of threads may read an open map.
 */
#ifndef TILEPDB_BASE_FILE_MAP_H
#define TILEPDB_BASE_FILE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/memory.h"
#include "tilepdb.h"

/* Zeroed while closed. */
struct file_map {
    const uint8_t *data; /* aligned to pages, except borrowed bytes and in WebAssembly */
    size_t size;
    bool borrowed; /* the caller owns `data` */
};

/* The caller keeps the bytes until file_map_close. Returns ERROR_FORMAT if `size` is 0. */
static inline tilepdb_status file_map_borrow(const void *data, size_t size, const char *path,
                                             struct file_map *map, tilepdb_error *error) {
    *map = (struct file_map){.data = data, .size = size, .borrowed = true};
    if (size != 0) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_FORMAT, "'%s' is empty", error_path(path));
}

/* Zeroes the map on failure. Returns ERROR_NOT_FOUND; ERROR_IO, also if the file is not regular;
 * ERROR_FORMAT if it is empty; ERROR_TOO_LARGE beyond the address space; ERROR_MEMORY. */
tilepdb_status file_map_open(const char *path, struct file_map *map, tilepdb_error *error);

/* True if nearly all touched pages are huge pages of the page cache, so file_map_promote is
 * needless. */
static inline bool file_map_is_huge(const struct file_map *map) {
    return !map->borrowed && memory_is_huge(map->data);
}

/* Like memory_cached, for a map just opened from `path`. Returns false also for borrowed bytes, and
 * if this user neither owns the file nor may write it. */
bool file_map_cached(const struct file_map *map, const char *path, uint64_t *cached,
                     uint64_t *huge);

/* Moves whole MEMORY_UNITs, from offset `from` on, into huge pages at the same addresses: random
 * look-ups in small pages take 1.5 times as long. Uses huge pages of the page cache if possible,
 * else private copies. Stops once `*stop` (atomic) is true, or without memory. Returns the offset
 * for the next call; `from` for borrowed bytes. Other threads may read meanwhile; one thread at a
 * time may promote a map. */
size_t file_map_promote(const struct file_map *map, size_t from, const bool *stop);

/* The map may be zeroed. */
void file_map_close(struct file_map *map);

#endif
