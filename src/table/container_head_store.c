/*
 * The head of a file, as bytes. See container.h.
 */
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "table/container.h"
#include "table/container_layout.h"

/* What the header of a pattern's table has of its own. */
static void pattern_store(const struct container_head *head, uint8_t *to) {
    const tilepdb_table_info *info = &head->info;
    store_le16(to + AT_INDEX, INDEX_PATTERN);
    store_le64(to + AT_COLUMNS, info->entries / head->rows);
    for (int i = 0; i < info->levels; i++)
        store_le64(to + AT_HISTOGRAM + 8 * i, info->histogram[i]);
}

static void header_store(const struct container_head *head, uint64_t file_bytes, uint8_t *to) {
    const tilepdb_table_info *info = &head->info;
    memcpy(to, MAGIC, MAGIC_BYTES);
    const bool colours = container_is_colours(head);
    store_le32(to + AT_VERSION, colours ? CONTAINER_VERSION : CONTAINER_VERSION_SINGLE);
    store_le32(to + AT_HEADER_BYTES, header_bytes(colours, (uint32_t)info->levels));
    store_le64(to + AT_FILE_BYTES, file_bytes);
    to[AT_WIDTH] = info->pattern.width;
    to[AT_HEIGHT] = info->pattern.height;
    to[AT_GOAL_BLANK] = info->pattern.goal_blank;
    to[AT_BLANK_POLICY] = (uint8_t)info->kind.blank;
    to[AT_ENCODING] = (uint8_t)info->kind.encoding;
    to[AT_METRIC] = (uint8_t)info->kind.metric;
    store_le32(to + AT_TILES, info->pattern.tiles);
    store_le32(to + AT_LEVELS, (uint32_t)info->levels);
    store_le64(to + AT_ROW_BYTES, head->row_bytes);
    store_le64(to + AT_ROWS, head->rows);
    store_le64(to + AT_ENTRIES, info->entries);
    store_le64(to + AT_REACHABLE, info->reachable);
    store_le64(to + AT_FRAME_ROWS, info->frame_rows);
    store_le64(to + AT_FRAME_COUNT, info->frame_count);
    store_le64(to + AT_CONTENT_HASH, info->content_hash);
    if (colours)
        container_colours_store(head, to);
    else
        pattern_store(head, to);
}

static void frame_store(const struct container_frame *frame, uint8_t *to) {
    store_le64(to + FRAME_AT_OFFSET, frame->offset);
    store_le64(to + FRAME_AT_SIZE, frame->size);
    store_le64(to + FRAME_AT_CHECKSUM, frame->checksum);
    store_le32(to + FRAME_AT_METHOD, frame->stored ? METHOD_STORED : METHOD_ZSTD);
    store_le32(to + FRAME_AT_PAYLOAD_CHECK, frame->payload_check);
}

/* Checks that the reader accepts what is about to be written. It reads only the head. */
static tilepdb_status head_accepted(const uint8_t *begin, uint64_t file_bytes, const char *path,
                                    tilepdb_error *error) {
    const struct file_map map = {.data = begin, .size = file_bytes};
    struct container_head head;
    const tilepdb_status status = container_read_head(&map, path, &head, error);
    container_head_free(&head);
    if (!status || status == TILEPDB_ERROR_MEMORY) return status;
    return error_set(error, TILEPDB_ERROR_INTERNAL, "no reader would accept the table: %s",
                     error ? error->message : "");
}

tilepdb_status container_store_head(const struct container_head *head, const char *path,
                                    uint64_t file_bytes, uint8_t *begin, tilepdb_error *error) {
    header_store(head, file_bytes, begin);
    uint8_t *to = begin + header_bytes(container_is_colours(head), (uint32_t)head->info.levels);
    for (uint64_t i = 0; i < head->info.frame_count; i++, to += FRAME_ENTRY_BYTES)
        frame_store(&head->frames[i], to);
    store_le64(to, hash_bytes(begin, (size_t)(to - begin)));
    return head_accepted(begin, file_bytes, path, error);
}
