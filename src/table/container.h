/*
 * The container: how a file stores a table. pdb/FORMAT.md specifies the format.
 *
 * A frame holds whole rows, stored or compressed with zstd, whichever is smaller. The head is the
 * header and the frame table; it has its own checksum. Readers check every field before use.
 */
#ifndef TILEPDB_TABLE_CONTAINER_H
#define TILEPDB_TABLE_CONTAINER_H

#include "base/file_map.h"
#include "table/compression.h"
#include "table/encoding.h"
#include "table/rows.h"
#include "tilepdb_tables.h"

/* Each kind of table has a version. */
enum {
    CONTAINER_VERSION_PATTERN = 1,
    CONTAINER_VERSION_COLOURS = 2,
    CONTAINER_VERSION_GOAL = 3,
    CONTAINER_VERSION = CONTAINER_VERSION_GOAL /* the newest */
};

/* Frame i has the rows [i * frame_rows, (i + 1) * frame_rows); the last frame may have fewer.
 * Its payload has `size` bytes at `offset` in the file. */
struct container_frame {
    uint64_t offset;
    uint64_t size;
    uint64_t checksum;      /* XXH3-64 of the uncompressed rows */
    uint32_t payload_check; /* low half of XXH3-64 of the payload, checked before inflating */
    bool stored;            /* false: one zstd frame */
};

struct container_head {
    tilepdb_table_info info;
    uint64_t row_bytes;
    uint64_t rows; /* k!; in a colour table the rows of both orders; in a goal table of sequences */
    struct container_frame *frames;
    bool contiguous; /* all frames are stored without gaps, so rows can be used in place */
};

/* Returns the bytes of a row, rounded up to whole bytes; from 1024 bytes on, to whole cache
 * lines. */
static inline uint64_t container_row_bytes(uint64_t columns, tilepdb_encoding encoding) {
    const unsigned per_byte = 8 / encoding_find(encoding)->bits;
    const uint64_t bytes = columns / per_byte + (columns % per_byte != 0);
    return bytes < 1024 ? bytes : (bytes + 63) / 64 * 64;
}

#define CONTAINER_COLOUR_COLUMNS   16384
#define CONTAINER_COLOUR_ROW_BYTES 4096

static inline uint64_t container_colour_rows(uint64_t states) {
    return (states + CONTAINER_COLOUR_COLUMNS - 1) / CONTAINER_COLOUR_COLUMNS;
}

/* Returns the bytes of a frame before compression. */
static inline uint64_t container_frame_bytes(const struct container_head *head, uint64_t frame) {
    const uint64_t first = frame * head->info.frame_rows, left = head->rows - first;
    return (left < head->info.frame_rows ? left : head->info.frame_rows) * head->row_bytes;
}

/* Reads the head of a file. Checks that frames fill the rest of the file, and checks all fields
 * except the number of columns, which needs the index. `path` is for messages. Returns
 * ERROR_FORMAT, ERROR_VERSION, ERROR_CHECKSUM or ERROR_MEMORY. */
tilepdb_status container_read_head(const struct file_map *map, const char *path,
                                   struct container_head *head, tilepdb_error *error);

void container_head_free(struct container_head *head);

static inline uint32_t container_version(tilepdb_encoding encoding) {
    return encoding == TILEPDB_ENCODING_GOAL   ? CONTAINER_VERSION_GOAL
           : encoding == TILEPDB_ENCODING_MOD3 ? CONTAINER_VERSION_COLOURS
                                               : CONTAINER_VERSION_PATTERN;
}

/* Stores a head at `begin`, for a file of `file_bytes` bytes. Returns ERROR_INTERNAL if
 * container_read_head would refuse the head, or ERROR_MEMORY. */
tilepdb_status container_store_head(const struct container_head *head, const char *path,
                                    uint64_t file_bytes, uint8_t *begin, tilepdb_error *error);

/* All members are borrowed. */
struct container_file {
    const struct file_map *map;
    const char *path;
    const struct container_head *head;
};

/* Inflates or copies a frame to `rows` and verifies its checksum. If `rows` is NULL, verifies a
 * stored frame in place. Stored frames need no `inflater`. Returns ERROR_CHECKSUM or
 * ERROR_FORMAT. */
tilepdb_status container_read_frame(const struct container_file *file, uint64_t frame,
                                    struct inflater *inflater, void *rows, tilepdb_error *error);

/* Any thread may call this. */
typedef tilepdb_status (*container_frame_fn)(void *user, uint64_t frame, tilepdb_error *error);

/* Visits all frames in parallel and reports progress as TILEPDB_STAGE_READ. Returns the error of
 * the first frame that fails, for any number of threads, or CANCELLED. `options` may be NULL. */
tilepdb_status container_each_frame(const struct container_head *head, const char *path,
                                    const tilepdb_open_options *options, container_frame_fn visit,
                                    void *user, tilepdb_error *error);

/* Computes a hash that depends neither on frames nor on `threads` (0: all processors). Returns
 * ERROR_MEMORY, and the statuses of the source. */
tilepdb_status container_content_hash(const struct row_source *source, int threads, uint64_t *hash,
                                      tilepdb_error *error);

/* Writes a table file atomically; see tilepdb_table_save. `info` gives pattern, kind, entries,
 * reachable, levels and histograms. Gets all rows twice. Removes temporary files of killed
 * writers. `options` may be NULL. Returns the statuses of tilepdb_table_save and of the source,
 * and ERROR_INTERNAL if container_read_head would refuse `info`. */
tilepdb_status container_write(const char *path, const tilepdb_table_info *info,
                               const struct row_source *source, const tilepdb_save_options *options,
                               tilepdb_error *error);

#endif
