/*
 * What maps are on every system; file_map_posix.c and file_map_windows.c open them. See file_map.h.
 */
#include "base/file_map.h"

#include "base/error.h"
#include "base/memory.h"

tilepdb_status file_map_borrow(const void *data, size_t size, const char *path,
                               struct file_map *map, tilepdb_error *error) {
    *map = (struct file_map){.data = data, .size = size, .borrowed = true};
    if (size != 0) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_FORMAT, "'%s' is empty", error_path(path));
}

bool file_map_is_huge(const struct file_map *map) {
    return !map->borrowed && memory_is_huge(map->data);
}
