/*
 * The container: how a table is stored in a file. The format is specified in pdb/FORMAT.md.
 *
 * The entries are cut into frames of whole rows; a frame is stored as is or compressed with
 * zstd, whichever is smaller at the requested level. A frame table gives offset, size and checksum
 * of each. Header and frame table have a checksum of their own. Every field is checked before it
 * is used; nothing larger than the file justifies is allocated.
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

/* What the head of a file says. `frames` is owned. */
struct container_head {
    tilepdb_table_info info; /* table_bytes, file_bytes, frame_* and content_hash included */
    uint64_t row_bytes;
    uint64_t rows; /* k!, or those of both parts of a colour table */
    struct container_frame *frames;
    bool contiguous; /* all frames are stored, in order, without gaps: probe them in place */
};

/* Bytes of one row: the columns' bits or nibbles, rounded up to whole bytes, and to whole cache
 * lines (64 bytes) if that is 1024 bytes or more. */
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

/* Reads and checks the head of a mapped file: magic, version, geometry, pattern, kind, sizes, the
 * checksum, and that the frames fill the rest of the file. The caller, who has the index, checks
 * that the columns match it. Touches no frame. `path` is for messages. ERROR_FORMAT, ERROR_VERSION,
 * ERROR_CHECKSUM, ERROR_MEMORY. */
tilepdb_status container_read_head(const struct file_map *map, const char *path,
                                   struct container_head *head, tilepdb_error *error);

/* A zeroed head is fine. */
void container_head_free(struct container_head *head);

/* Whether it is the head of a colour table. */
static inline bool container_is_colours(const struct container_head *head) {
    return head->info.kind.metric == TILEPDB_METRIC_MULTI;
}

/* The opposite of container_read_head: stores a head that is complete as the first bytes of a file
 * of so many bytes. ERROR_INTERNAL: the reader would refuse what it says; ERROR_MEMORY. */
tilepdb_status container_store_head(const struct container_head *head, const char *path,
                                    uint64_t file_bytes, uint8_t *begin, tilepdb_error *error);

/* Inflates (or copies) one frame into `rows`, which has room for its rows, and verifies its
 * checksum. Stored frames with rows == NULL are verified in place. Thread safe: `inflater`
 * is the calling thread's, NULL for stored frames. ERROR_CHECKSUM, ERROR_FORMAT. */
tilepdb_status container_read_frame(const struct file_map *map, const char *path,
                                    const struct container_head *head, uint64_t frame,
                                    struct inflater *inflater, void *rows, tilepdb_error *error);

/* Visits one frame; called by any thread. */
typedef tilepdb_status (*container_frame_fn)(void *user, uint64_t frame, tilepdb_error *error);

/* Visits all frames in parallel and reports progress as TILEPDB_STAGE_READ. The error is that of
 * the first frame that failed, for any number of threads. `options` may be NULL. The statuses of
 * `visit`, and CANCELLED. */
tilepdb_status container_each_frame(const struct container_head *head, const char *path,
                                    const tilepdb_open_options *options, container_frame_fn visit,
                                    void *user, tilepdb_error *error);

/* The content hash of a table's rows: the same however the table is framed, and for any number of
 * threads (0: all). ERROR_MEMORY, and the statuses of the source. */
tilepdb_status container_content_hash(const struct row_source *source, int threads, uint64_t *hash,
                                      tilepdb_error *error);

/* Writes a table file atomically: see tilepdb_table_save. `info` gives pattern, kind, entries,
 * reachable, levels and histograms; the content hash and the frame fields are computed here. The
 * rows are got twice. Frames are compressed in parallel; the bytes do not depend on the number of
 * threads. Leftovers of killed writers of this path are removed. `options` may be NULL. As
 * tilepdb_table_save, the statuses of the source, and ERROR_INTERNAL: the reader would refuse what
 * `info` says. */
tilepdb_status container_write(const char *path, const tilepdb_table_info *info,
                               const struct row_source *source, const tilepdb_save_options *options,
                               tilepdb_error *error);

#endif
