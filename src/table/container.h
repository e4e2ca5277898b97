/*
 * The container: how a file stores a table, specified in pdb/FORMAT.md. A build without zstd
 * handles stored frames only. The head is the header, the frame table and their checksum. Readers
 * check every field before use.
 */
#ifndef TILEPDB_TABLE_CONTAINER_H
#define TILEPDB_TABLE_CONTAINER_H

#include "base/file_map.h"
#include "table/encoding.h"
#include "table/rows.h"
#include "tilepdb_tables.h"

/* Format version of each kind of table. */
enum {
    CONTAINER_VERSION_PATTERN = 1,
    CONTAINER_VERSION_COLOURS = 2,
    CONTAINER_VERSION_GOAL = 3,
    CONTAINER_VERSION = CONTAINER_VERSION_GOAL
};

/* Frame i has the rows from i * frame_rows on; the last frame may have fewer than frame_rows. */
struct container_frame {
    uint64_t offset;        /* of the payload in the file */
    uint64_t size;          /* of the payload */
    uint64_t checksum;      /* XXH3-64 of the uncompressed rows */
    uint32_t payload_check; /* low half of XXH3-64 of the payload, checked before inflation */
    bool stored;            /* false: one zstd frame */
};

struct container_head {
    tilepdb_table_info info;
    uint64_t row_bytes;
    uint64_t rows;                  /* of the file: k! for a pattern of k tiles */
    struct container_frame *frames; /* [info.frame_count] owned */
    bool contiguous;                /* all frames are stored, so rows can be used in place */
};

/* Bytes of a row, rounded up: to a multiple of 64 from 1024 bytes on. */
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

static inline uint64_t container_frame_bytes(const struct container_head *head, uint64_t frame) {
    const uint64_t first = frame * head->info.frame_rows, left = head->rows - first;
    return (left < head->info.frame_rows ? left : head->info.frame_rows) * head->row_bytes;
}

/* Checks all but the content hash, and columns and `reachable` of pattern tables, which need the
 * index. `path` is for messages. container_head_free must follow OK; a failure zeroes the head.
 * Returns ERROR_FORMAT, ERROR_VERSION, ERROR_CHECKSUM or ERROR_MEMORY. */
tilepdb_status container_read_head(const struct file_map *map, const char *path,
                                   struct container_head *head, tilepdb_error *error);

void container_head_free(struct container_head *head);

static inline uint32_t container_version(tilepdb_encoding encoding) {
    return encoding == TILEPDB_ENCODING_GOAL   ? CONTAINER_VERSION_GOAL
           : encoding == TILEPDB_ENCODING_MOD3 ? CONTAINER_VERSION_COLOURS
                                               : CONTAINER_VERSION_PATTERN;
}

/* Members are borrowed. */
struct container_file {
    const struct file_map *map;
    const char *path;
    const struct container_head *head;
};

/* For one thread at a time. */
struct inflater;

/* Returns NULL without memory or zstd. */
struct inflater *inflater_create(void);

void inflater_free(struct inflater *inflater);

/* Copies or inflates a frame to `rows` (a stored frame needs no `inflater`) and verifies its
 * checksum. If `rows` is NULL, verifies a stored frame in place. Returns ERROR_CHECKSUM or
 * ERROR_FORMAT. */
tilepdb_status container_read_frame(const struct container_file *file, uint64_t frame,
                                    struct inflater *inflater, void *rows, tilepdb_error *error);

/* `threads`: 0 for all. Returns ERROR_MEMORY, and the statuses of the source. */
tilepdb_status container_content_hash(const struct row_source *source, int threads, uint64_t *hash,
                                      tilepdb_error *error);

/* Writes a table file atomically, from pattern, kind, entries, reachable, levels and histograms of
 * `info`. Gets all rows twice, the second time for the content hash. `options` may be NULL. Returns
 * the statuses of tilepdb_table_save and of the source, and ERROR_INTERNAL if container_read_head
 * would refuse the file or zstd fails. */
tilepdb_status container_write(const char *path, const tilepdb_table_info *info,
                               const struct row_source *source, const tilepdb_save_options *options,
                               tilepdb_error *error);

#endif
