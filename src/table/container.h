/*
 * The container: how a table is stored in a file. The format is specified in pdb/FORMAT.md.
 *
 * The entries are cut into frames of whole rows. A frame is stored as is or compressed with zstd,
 * whichever is smaller at the requested level. The frame table has offset, size and checksum of
 * each frame. The head, which is header and frame table, has a checksum of its own. Every field is
 * checked before it is used, and nothing larger than the file justifies is allocated.
 */
#ifndef TILEPDB_TABLE_CONTAINER_H
#define TILEPDB_TABLE_CONTAINER_H

#include "base/file_map.h"
#include "table/compression.h"
#include "table/encoding.h"
#include "table/rows.h"
#include "tilepdb.h"

/* The versions that are read and written: 1 for patterns and single-tile moves, 2 for colour tables
 * and multi-tile moves. */
#define CONTAINER_VERSION_SINGLE 1
#define CONTAINER_VERSION        2

/* Frame i: rows [i * frame_rows, (i + 1) * frame_rows) of the table, fewer in the last frame. */
struct container_frame {
    uint64_t offset;        /* of the payload in the file */
    uint64_t size;          /* of the payload in the file */
    uint64_t checksum;      /* XXH3-64 of the uncompressed rows */
    uint32_t payload_check; /* low half of XXH3-64 of the payload: checked before it is inflated */
    bool stored;            /* else one zstd frame */
};

/* The head of a file. `frames` is owned. */
struct container_head {
    tilepdb_table_info info; /* table_bytes, file_bytes, frame_* and content_hash included */
    uint64_t row_bytes;
    uint64_t rows; /* k!; of a colour table, of both parts */
    struct container_frame *frames;
    bool contiguous; /* all frames are stored, in order, without gaps: they can be used in place */
};

/* Bytes of one row: rounded up to whole bytes, and from 1024 bytes on to whole cache lines (64
 * bytes). */
static inline uint64_t container_row_bytes(uint64_t columns, tilepdb_encoding encoding) {
    const unsigned per_byte = 8 / encoding_find(encoding)->bits;
    const uint64_t bytes = columns / per_byte + (columns % per_byte != 0);
    return bytes < 1024 ? bytes : (bytes + 63) / 64 * 64;
}

/* Colour tables have rows of 2^14 entries. */
#define CONTAINER_COLOUR_COLUMNS   16384
#define CONTAINER_COLOUR_ROW_BYTES 4096

/* The rows of one kind of line states. */
static inline uint64_t container_colour_rows(uint64_t states) {
    return (states + CONTAINER_COLOUR_COLUMNS - 1) / CONTAINER_COLOUR_COLUMNS;
}

/* Bytes of the rows of a frame before compression. */
static inline uint64_t container_frame_bytes(const struct container_head *head, uint64_t frame) {
    const uint64_t first = frame * head->info.frame_rows, left = head->rows - first;
    return (left < head->info.frame_rows ? left : head->info.frame_rows) * head->row_bytes;
}

/* Reads the head of a mapped file, checks all its fields, and that the frames fill the rest of the
 * file. Only the number of columns is left to the caller, who has the index. Reads no frame. `path`
 * is for messages. ERROR_FORMAT, ERROR_VERSION, ERROR_CHECKSUM, ERROR_MEMORY. */
tilepdb_status container_read_head(const struct file_map *map, const char *path,
                                   struct container_head *head, tilepdb_error *error);

/* Accepts a zeroed head. */
void container_head_free(struct container_head *head);

static inline bool container_is_colours(const struct container_head *head) {
    return head->info.kind.metric == TILEPDB_METRIC_MULTI;
}

/* Stores a complete head at `begin`, as the first bytes of a file of `file_bytes` bytes.
 * ERROR_INTERNAL: container_read_head would refuse it; ERROR_MEMORY. */
tilepdb_status container_store_head(const struct container_head *head, const char *path,
                                    uint64_t file_bytes, uint8_t *begin, tilepdb_error *error);

/* A mapped file and its head. All are borrowed; `path` is for messages. */
struct container_file {
    const struct file_map *map;
    const char *path;
    const struct container_head *head;
};

/* Inflates or copies one frame into `rows` and verifies its checksum. `rows` NULL: verifies a
 * stored frame in place. `inflater` belongs to the calling thread; NULL for stored frames.
 * ERROR_CHECKSUM, ERROR_FORMAT. */
tilepdb_status container_read_frame(const struct container_file *file, uint64_t frame,
                                    struct inflater *inflater, void *rows, tilepdb_error *error);

/* Visits one frame; called by any thread. */
typedef tilepdb_status (*container_frame_fn)(void *user, uint64_t frame, tilepdb_error *error);

/* Visits all frames in parallel and reports progress as TILEPDB_STAGE_READ. The error is that of
 * the first frame that fails, for any number of threads. `options` may be NULL. The statuses of
 * `visit`, and CANCELLED. */
tilepdb_status container_each_frame(const struct container_head *head, const char *path,
                                    const tilepdb_open_options *options, container_frame_fn visit,
                                    void *user, tilepdb_error *error);

/* The content hash of a table's rows, which depends neither on frames nor on `threads` (0: all).
 * ERROR_MEMORY, and the statuses of the source. */
tilepdb_status container_content_hash(const struct row_source *source, int threads, uint64_t *hash,
                                      tilepdb_error *error);

/* Writes a table file atomically: see tilepdb_table_save. `info` gives pattern, kind, entries,
 * reachable, levels and histograms. All rows are got twice. The bytes do not depend on the number
 * of threads. Temporary files that killed writers of `path` left are removed. `options` may be
 * NULL. The statuses of tilepdb_table_save and of the source; ERROR_INTERNAL: container_read_head
 * would refuse `info`. */
tilepdb_status container_write(const char *path, const tilepdb_table_info *info,
                               const struct row_source *source, const tilepdb_save_options *options,
                               tilepdb_error *error);

#endif
