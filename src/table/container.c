#include "table/container.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/message_text.h"
#include "base/progress.h"
#include "base/publish.h"
#include "base/threads.h"
#include "pattern/colour.h"
#include "pattern/goal_pattern.h"
#include "pattern/index.h"
#include "puzzle/move_set.h"
#include "table/container_layout.h"
#include "table/encoding.h"
#include "table/goal_table.h"

#define MALFORMED(error, ...)                                                                      \
    error_set_code(error, TILEPDB_ERROR_FORMAT,                                                    \
                   (struct error_code){.code = TILEPDB_MESSAGE_FILE_MALFORMED}, __VA_ARGS__)

/* A frame inflates at most 1024-fold, so no small file requests much memory. */
#define FRAME_RATIO_MAX 1024

static uint64_t round_up(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

static uint32_t header_bytes(uint32_t version, uint32_t levels) {
    return version == CONTAINER_VERSION_PATTERN   ? AT_HISTOGRAM + 8 * levels
           : version == CONTAINER_VERSION_COLOURS ? AT_COLOUR_HISTOGRAMS + 16 * levels
                                                  : AT_COLOUR_HISTOGRAMS + 8 * levels;
}

static uint64_t payload_begin(uint64_t head_bytes) {
    return round_up(head_bytes, PAYLOAD_ALIGNMENT);
}

static bool zstd_size_allowed(uint64_t size, uint64_t bytes) {
    return size < bytes && size >= round_up(bytes, FRAME_RATIO_MAX) / FRAME_RATIO_MAX;
}

/* ---- compression ----------------------------------------------------------------------------- */

#ifdef TILEPDB_WITH_ZSTD

#include <zstd.h>
#include <zstd_errors.h>

static bool compression_available(void) {
    return true;
}

struct compressor;

/* `level` is 1 .. 22. Returns NULL without memory or zstd. */
static struct compressor *compressor_create(int level) {
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (context) ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
    return (struct compressor *)context;
}

static void compressor_free(struct compressor *compressor) {
    ZSTD_freeCCtx((ZSTD_CCtx *)compressor);
}

/* Sets *size to 0 if the compressed size exceeds `capacity`. Returns ERROR_MEMORY or
 * ERROR_INTERNAL. */
static tilepdb_status compressor_run(struct compressor *compressor, const void *from, size_t bytes,
                                     void *to, size_t capacity, size_t *size) {
    *size = ZSTD_compress2((ZSTD_CCtx *)compressor, to, capacity, from, bytes);
    if (!ZSTD_isError(*size)) return TILEPDB_OK;
    const ZSTD_ErrorCode code = ZSTD_getErrorCode(*size);
    *size = 0;
    if (code == ZSTD_error_dstSize_tooSmall) return TILEPDB_OK;
    return code == ZSTD_error_memory_allocation ? TILEPDB_ERROR_MEMORY : TILEPDB_ERROR_INTERNAL;
}

struct inflater *inflater_create(void) {
    return (struct inflater *)ZSTD_createDCtx();
}

void inflater_free(struct inflater *inflater) {
    ZSTD_freeDCtx((ZSTD_DCtx *)inflater);
}

/* Sets *bytes to the inflated size. Returns NULL, or the reason of a failure. */
static const char *inflater_run(struct inflater *inflater, const void *from, size_t size, void *to,
                                size_t capacity, size_t *bytes) {
    *bytes = ZSTD_decompressDCtx((ZSTD_DCtx *)inflater, to, capacity, from, size);
    return ZSTD_isError(*bytes) ? ZSTD_getErrorName(*bytes) : NULL;
}

#else

static bool compression_available(void) {
    return false;
}

static struct compressor *compressor_create(int level) {
    (void)level;
    return NULL;
}

static void compressor_free(struct compressor *compressor) {
    (void)compressor;
}

static tilepdb_status compressor_run(struct compressor *compressor, const void *from, size_t bytes,
                                     void *to, size_t capacity, size_t *size) {
    (void)compressor, (void)from, (void)bytes, (void)to, (void)capacity;
    *size = 0;
    return TILEPDB_OK;
}

struct inflater *inflater_create(void) {
    return NULL;
}

void inflater_free(struct inflater *inflater) {
    (void)inflater;
}

static const char *inflater_run(struct inflater *inflater, const void *from, size_t size, void *to,
                                size_t capacity, size_t *bytes) {
    (void)inflater, (void)from, (void)size, (void)to, (void)capacity;
    *bytes = 0;
    return "this build reads stored frames only";
}

#endif

static tilepdb_status wrong_length(uint64_t is, uint64_t should, tilepdb_error *error) {
    return MALFORMED(error, "the file is %s byte%s long, should be %s: %s; copy it again",
                     GROUPED(is), plural(is), GROUPED(should),
                     is < should ? "the copy is incomplete" : "something was added at its end");
}

/* ---- before the checksum: fields are not trusted --------------------------------------------- */

static tilepdb_status magic_check(const struct file_map *map, tilepdb_error *error) {
    const uint8_t *data = map->data;
    const size_t length = map->size < MAGIC_BYTES ? map->size : MAGIC_BYTES;
    if (memcmp(data, MAGIC, length) == 0) {
        if (map->size >= AT_WIDTH) return TILEPDB_OK;
        return MALFORMED(error, "the file is %s byte%s long: the copy is incomplete; copy it again",
                         GROUPED(map->size), plural(map->size));
    }
    if (length >= 5 && ((data[0] ^ (uint8_t)MAGIC[0]) & 0x7F) == 0 &&
        memcmp(data + 1, "TPDB", 4) == 0)
        return MALFORMED(error,
                         "the table was copied as text and is damaged; copy it again as binary");
    return MALFORMED(error, "the file is not a tilepdb table");
}

static tilepdb_status version_check(const uint8_t *data, tilepdb_error *error) {
    const uint32_t version = load_le32(data + AT_VERSION);
    if (version > CONTAINER_VERSION)
        return error_set_code(
            error, TILEPDB_ERROR_VERSION,
            (struct error_code){.code = TILEPDB_MESSAGE_FILE_NEWER,
                                .number = {version, CONTAINER_VERSION}},
            "the file has format version %lu, this library reads versions up to %d; "
            "use a newer tilepdb",
            (unsigned long)version, CONTAINER_VERSION);
    if (version == 0) return MALFORMED(error, "format version 0 does not exist");
    return TILEPDB_OK;
}

static tilepdb_status head_outside(const struct file_map *map, tilepdb_error *error) {
    if (load_le64(map->data + AT_FILE_BYTES) > map->size)
        return wrong_length(map->size, load_le64(map->data + AT_FILE_BYTES), error);
    return MALFORMED(error, "the head does not fit into the %s bytes of the file; copy it again",
                     GROUPED(map->size));
}

static tilepdb_status head_find(const struct file_map *map, uint64_t *bytes, tilepdb_error *error) {
    if (map->size < AT_HISTOGRAM) return head_outside(map, error);
    const uint32_t version = load_le32(map->data + AT_VERSION);
    const uint32_t header = load_le32(map->data + AT_HEADER_BYTES);
    const uint32_t levels = load_le32(map->data + AT_LEVELS);
    const uint64_t frames = load_le64(map->data + AT_FRAME_COUNT);
    if (levels == 0 || levels > TILEPDB_MAX_LEVELS || header != header_bytes(version, levels))
        return MALFORMED(error, "a header of %lu bytes does not match %lu levels",
                         (unsigned long)header, (unsigned long)levels);
    if (map->size < header + CHECKSUM_BYTES) return head_outside(map, error);
    if (frames > (map->size - header - CHECKSUM_BYTES) / FRAME_ENTRY_BYTES)
        return head_outside(map, error);
    *bytes = header + frames * FRAME_ENTRY_BYTES;
    return TILEPDB_OK;
}

/* ---- tables of patterns: format version 1 ---------------------------------------------------- */

/* Returns false if the sum of the histogram, *counted, exceeds `entries`. */
static bool histogram_read(const uint8_t *at, int levels, uint64_t entries, uint64_t *histogram,
                           uint64_t *counted) {
    uint64_t left = entries;
    for (int i = 0; i < levels; i++) {
        histogram[i] = load_le64(at + 8 * i);
        if (histogram[i] > left) return false;
        left -= histogram[i];
    }
    *counted = entries - left;
    return true;
}

static tilepdb_status pattern_read(const uint8_t *data, tilepdb_table_info *info,
                                   tilepdb_error *error) {
    const tilepdb_pattern pattern = {.width = data[AT_WIDTH],
                                     .height = data[AT_HEIGHT],
                                     .goal_blank = data[AT_GOAL_BLANK],
                                     .tiles = load_le32(data + AT_TILES)};
    const unsigned width = pattern.width, height = pattern.height, cells = width * height;
    if (tilepdb_size_check((int)width, (int)height, NULL))
        return MALFORMED(error, "%ux%u is not a valid board size", width, height);
    if (pattern.goal_blank >= cells)
        return MALFORMED(error, "the goal's blank is on cell %u of %u", pattern.goal_blank, cells);
    if (pattern.tiles & 1 || pattern.tiles >> cells)
        return MALFORMED(error, "the pattern has tiles that are not on the board");
    const unsigned count = bits_count32(pattern.tiles);
    if (count == 0 || count > INDEX_MAX_TILES)
        return MALFORMED(error, "the pattern has %u tiles, not 1 to %d", count, INDEX_MAX_TILES);
    info->pattern = pattern;
    return TILEPDB_OK;
}

static tilepdb_status pattern_kind_read(const uint8_t *data, tilepdb_table_info *info,
                                        tilepdb_error *error) {
    const unsigned blank = data[AT_BLANK_POLICY], encoding = data[AT_ENCODING];
    const unsigned numbering = load_le16(data + AT_INDEX);
    if (blank > TILEPDB_BLANK_PROJECTED) return MALFORMED(error, "unknown blank policy %u", blank);
    const struct encoding *known = encoding_find(encoding);
    if (!known || known->metric != TILEPDB_METRIC_SINGLE)
        return MALFORMED(error, "unknown encoding %u", encoding);
    if (blank == TILEPDB_BLANK_PROJECTED && !known->projected)
        return MALFORMED(error, "a projected table cannot have the encoding %s", known->name);
    if (numbering != INDEX_PATTERN) return MALFORMED(error, "unknown index %u", numbering);
    if (data[AT_METRIC] != TILEPDB_METRIC_SINGLE)
        return MALFORMED(error, "reserved bytes are not zero");
    info->kind.blank = (tilepdb_blank_policy)blank;
    info->kind.encoding = (tilepdb_encoding)encoding;
    return TILEPDB_OK;
}

/* Products cannot overflow: fewer than 2^32 columns, at most 12! rows. */
static tilepdb_status pattern_sizes_read(const uint8_t *data, struct container_head *head,
                                         tilepdb_error *error) {
    tilepdb_table_info *info = &head->info;
    const uint64_t columns = load_le64(data + AT_COLUMNS);
    uint64_t factorial = 1;
    for (unsigned i = 2; i <= bits_count32(info->pattern.tiles); i++) factorial *= i;
    head->rows = load_le64(data + AT_ROWS);
    head->row_bytes = load_le64(data + AT_ROW_BYTES);
    info->entries = load_le64(data + AT_ENTRIES);
    if (head->rows != factorial)
        return MALFORMED(error, "the table has %s rows, its pattern %s", GROUPED(head->rows),
                         GROUPED(factorial));
    if (columns == 0 || columns > UINT32_MAX ||
        head->row_bytes != container_row_bytes(columns, info->kind.encoding))
        return MALFORMED(error, "rows of %s bytes do not match %s columns",
                         GROUPED(head->row_bytes), GROUPED(columns));
    if (info->entries != columns * head->rows)
        return MALFORMED(error, "%s entries are not %s columns by %s rows", GROUPED(info->entries),
                         GROUPED(columns), GROUPED(head->rows));
    return TILEPDB_OK;
}

static tilepdb_status histogram_check(const uint8_t *at, tilepdb_table_info *info,
                                      tilepdb_error *error) {
    uint64_t counted;
    if (!histogram_read(at, info->levels, info->entries, info->histogram, &counted) ||
        counted != info->reachable || info->histogram[info->levels - 1] == 0)
        return MALFORMED(error, "the histogram does not count the %s reachable of %s entries",
                         GROUPED(info->reachable), GROUPED(info->entries));
    return TILEPDB_OK;
}

static tilepdb_status pattern_table_read(const uint8_t *data, struct container_head *head,
                                         tilepdb_error *error) {
    tilepdb_status status = pattern_read(data, &head->info, error);
    if (!status) status = pattern_kind_read(data, &head->info, error);
    if (!status) status = pattern_sizes_read(data, head, error);
    if (!status) status = histogram_check(data + AT_HISTOGRAM, &head->info, error);
    return status;
}

/* ---- colour tables: format version 2 --------------------------------------------------------- */

static tilepdb_status colour_kind_read(const uint8_t *data, const char *name,
                                       tilepdb_encoding encoding, unsigned index,
                                       tilepdb_table_info *info, tilepdb_error *error) {
    const unsigned metric = data[AT_METRIC], numbering = load_le16(data + AT_INDEX);
    if (metric == TILEPDB_METRIC_SINGLE && encoding == TILEPDB_ENCODING_MOD3)
        return MALFORMED(error, "a table of single-tile moves has format version %d, not %d",
                         CONTAINER_VERSION_PATTERN, info->format_version);
    if (!metric_find((tilepdb_metric)metric)) return MALFORMED(error, "unknown metric %u", metric);
    if (data[AT_BLANK_POLICY] != TILEPDB_BLANK_AWARE)
        return MALFORMED(error, "unknown blank policy %u", data[AT_BLANK_POLICY]);
    if (data[AT_ENCODING] != encoding)
        return MALFORMED(error, "a %s table cannot have the encoding %u", name, data[AT_ENCODING]);
    if (numbering != index) return MALFORMED(error, "unknown index %u", numbering);
    info->kind = (tilepdb_kind){TILEPDB_BLANK_AWARE, encoding, (tilepdb_metric)metric};
    return TILEPDB_OK;
}

/* Byte 0 is the number of colours, byte i the colour of tile i; reserved bytes follow until
 * `end`. */
static tilepdb_status colouring_read(const uint8_t *data, unsigned end, tilepdb_pattern *pattern,
                                     tilepdb_error *error) {
    const uint8_t *at = data + AT_COLOURING;
    *pattern = (tilepdb_pattern){.width = data[AT_WIDTH],
                                 .height = data[AT_HEIGHT],
                                 .goal_blank = data[AT_GOAL_BLANK],
                                 .tiles = load_le32(data + AT_TILES),
                                 .colours = at[0]};
    for (unsigned tile = 1; tile < TILEPDB_TABLE_MAX_CELLS; tile++)
        pattern->colour[tile] = at[tile];
    for (unsigned i = (unsigned)pattern->width * pattern->height; AT_COLOURING + i < end; i++)
        if (at[i]) return MALFORMED(error, "reserved bytes are not zero");
    return TILEPDB_OK;
}

/* Checks the stored sizes. `head` has the sizes that the `source`, a colouring or goal, gives. */
static tilepdb_status colour_sizes_check(const uint8_t *data, const struct container_head *head,
                                         const char *source, unsigned columns,
                                         tilepdb_error *error) {
    const uint64_t entries = head->info.entries, rows = load_le64(data + AT_ROWS),
                   row_bytes = load_le64(data + AT_ROW_BYTES);
    if (load_le64(data + AT_ENTRIES) != entries)
        return MALFORMED(error, "the table has %s entries, its %s %s",
                         GROUPED(load_le64(data + AT_ENTRIES)), source, GROUPED(entries));
    if (rows != head->rows || row_bytes != head->row_bytes ||
        load_le64(data + AT_COLUMNS) != columns)
        return MALFORMED(error,
                         "%s entries have %s rows of %u columns and %s bytes, not %s of %s and %s",
                         GROUPED(entries), GROUPED(head->rows), columns, GROUPED(head->row_bytes),
                         GROUPED(rows), GROUPED(load_le64(data + AT_COLUMNS)), GROUPED(row_bytes));
    return TILEPDB_OK;
}

/* Products cannot overflow: fewer than 2^32 sequences, at most 12 lines per axis. */
static tilepdb_status colour_sizes_read(const uint8_t *data, struct container_head *head,
                                        const struct colour_size *size, tilepdb_error *error) {
    const tilepdb_pattern *pattern = &head->info.pattern;
    uint64_t *entries = head->info.axis_entries;
    entries[COLOUR_ROWS] = (uint64_t)size->sequences * pattern->height;
    entries[COLOUR_COLUMNS] = (uint64_t)size->sequences * pattern->width;
    head->info.entries = entries[COLOUR_ROWS] + entries[COLOUR_COLUMNS];
    head->rows = container_colour_rows(entries[COLOUR_ROWS]) +
                 container_colour_rows(entries[COLOUR_COLUMNS]);
    head->row_bytes = CONTAINER_COLOUR_ROW_BYTES;
    return colour_sizes_check(data, head, "colouring", CONTAINER_COLOUR_COLUMNS, error);
}

static tilepdb_status colour_histograms_read(const uint8_t *data, struct container_head *head,
                                             tilepdb_error *error) {
    tilepdb_table_info *info = &head->info;
    uint64_t counted[COLOUR_ORDERS] = {0};
    bool sound = true;
    for (unsigned order = 0; order < COLOUR_ORDERS && sound; order++)
        sound = histogram_read(data + AT_COLOUR_HISTOGRAMS + 8u * order * (unsigned)info->levels,
                               info->levels, info->axis_entries[order], info->axis_histogram[order],
                               &counted[order]);
    for (int i = 0; i < info->levels && sound; i++)
        info->histogram[i] =
            info->axis_histogram[COLOUR_ROWS][i] + info->axis_histogram[COLOUR_COLUMNS][i];
    if (!sound || counted[COLOUR_ROWS] + counted[COLOUR_COLUMNS] != info->reachable ||
        info->histogram[info->levels - 1] == 0)
        return MALFORMED(error, "the histograms do not count the %s reachable of %s entries",
                         GROUPED(info->reachable), GROUPED(info->entries));
    return TILEPDB_OK;
}

static tilepdb_status colour_table_read(const uint8_t *data, struct container_head *head,
                                        tilepdb_error *error) {
    struct colour_size size;
    tilepdb_error reason;
    tilepdb_status status = colour_kind_read(data, "colour", TILEPDB_ENCODING_MOD3,
                                             INDEX_LINE_STATES, &head->info, error);
    if (!status) status = colouring_read(data, AT_COLOUR_HISTOGRAMS, &head->info.pattern, error);
    if (!status && colouring_measure(&head->info.pattern, &size, &reason))
        status = MALFORMED(error, "%s", reason.message);
    if (!status) status = colour_sizes_read(data, head, &size, error);
    if (!status) status = colour_histograms_read(data, head, error);
    return status;
}

/* ---- goal tables: format version 3 ----------------------------------------------------------- */

static tilepdb_status goal_sizes_read(const uint8_t *data, struct container_head *head,
                                      tilepdb_error *error) {
    struct open_goal goal;
    tilepdb_error reason;
    head->info.pattern.open = data[AT_OPEN];
    if (goal_pattern_open(&head->info.pattern, &goal, &reason))
        return MALFORMED(error, "%s", reason.message);
    const struct goal_table_need need = goal_table_need(&goal);
    if (need.states == UINT64_MAX) return MALFORMED(error, "the goal has too many boards");
    head->info.entries = need.states;
    head->rows = need.table_bytes / GOAL_TABLE_ROW_BYTES;
    head->row_bytes = GOAL_TABLE_ROW_BYTES;
    return colour_sizes_check(data, head, "goal", goal_table_columns(goal.cells), error);
}

static tilepdb_status goal_table_read(const uint8_t *data, struct container_head *head,
                                      tilepdb_error *error) {
    tilepdb_status status =
        colour_kind_read(data, "goal", TILEPDB_ENCODING_GOAL, INDEX_SEQUENCES, &head->info, error);
    if (!status) status = colouring_read(data, AT_OPEN, &head->info.pattern, error);
    if (!status) status = goal_sizes_read(data, head, error);
    return status ? status : histogram_check(data + AT_COLOUR_HISTOGRAMS, &head->info, error);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static tilepdb_status framing_read(const uint8_t *data, struct container_head *head,
                                   tilepdb_error *error) {
    tilepdb_table_info *info = &head->info;
    info->frame_rows = load_le64(data + AT_FRAME_ROWS);
    info->frame_count = load_le64(data + AT_FRAME_COUNT);
    if (info->frame_rows == 0 || info->frame_rows > head->rows ||
        info->frame_count != (head->rows - 1) / info->frame_rows + 1)
        return MALFORMED(error, "%s frames of %s rows are not %s rows", GROUPED(info->frame_count),
                         GROUPED(info->frame_rows), GROUPED(head->rows));
    info->table_bytes = head->rows * head->row_bytes;
    return TILEPDB_OK;
}

/* The frame must begin at `begin`, which is not beyond the end of the file. */
static tilepdb_status frame_parse(const uint8_t *entry, const struct file_map *map, uint64_t begin,
                                  uint64_t bytes, struct container_frame *frame,
                                  tilepdb_error *error) {
    const uint32_t method = load_le32(entry + FRAME_AT_METHOD);
    *frame = (struct container_frame){.offset = load_le64(entry + FRAME_AT_OFFSET),
                                      .size = load_le64(entry + FRAME_AT_SIZE),
                                      .checksum = load_le64(entry + FRAME_AT_CHECKSUM),
                                      .payload_check = load_le32(entry + FRAME_AT_PAYLOAD_CHECK),
                                      .stored = method == METHOD_STORED};
    if (frame->offset != begin)
        return MALFORMED(error, "is at %s, not at %s", GROUPED(frame->offset), GROUPED(begin));
    if (frame->size > map->size - begin)
        return MALFORMED(error, "of %s bytes at %s ends beyond the file", GROUPED(frame->size),
                         GROUPED(begin));
    if (method > METHOD_ZSTD)
        return MALFORMED(error, "has the unknown method %lu", (unsigned long)method);
    if (!frame->stored && !compression_available())
        return error_set_code(
            error, TILEPDB_ERROR_FORMAT,
            (struct error_code){.code = TILEPDB_MESSAGE_FILE_COMPRESSED},
            "is compressed, and this build reads stored frames only: write the table with level 0");
    if (frame->stored ? frame->size != bytes : !zstd_size_allowed(frame->size, bytes))
        return MALFORMED(error, "%s %s bytes as %s", frame->stored ? "stores" : "compresses",
                         GROUPED(bytes), GROUPED(frame->size));
    if (frame->stored && frame->payload_check != (uint32_t)frame->checksum)
        return MALFORMED(error, "has checksums that contradict each other");
    return TILEPDB_OK;
}

static tilepdb_status frames_read(const struct file_map *map, uint64_t table_end,
                                  struct container_head *head, tilepdb_error *error) {
    tilepdb_table_info *info = &head->info;
    const uint8_t *entry = map->data + table_end - info->frame_count * FRAME_ENTRY_BYTES;
    const uint64_t head_end = table_end + CHECKSUM_BYTES;
    uint64_t next = payload_begin(head_end);
    if (next > map->size) return head_outside(map, error);
    for (uint64_t i = head_end; i < next; i++)
        if (map->data[i] != 0)
            return MALFORMED(error, "byte %s, before the frames, is not zero", GROUPED(i));
    head->frames = calloc(info->frame_count, sizeof *head->frames);
    if (!head->frames)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a table of %s frames",
                         GROUPED(info->frame_count));
    for (uint64_t i = 0; i < info->frame_count; i++, entry += FRAME_ENTRY_BYTES) {
        struct container_frame *frame = &head->frames[i];
        const uint64_t bytes = container_frame_bytes(head, i);
        const tilepdb_status status = frame_parse(entry, map, next, bytes, frame, error);
        if (status) {
            const struct error_code code = {.code = error ? error->code : TILEPDB_MESSAGE_OTHER};
            return error_set_code(error, status, code, "frame %s %s", GROUPED(i),
                                  error ? error->message : "");
        }
        next += frame->size;
        info->stored_frames += frame->stored;
    }
    if (next != map->size) return wrong_length(map->size, next, error);
    head->contiguous = info->stored_frames == info->frame_count;
    return TILEPDB_OK;
}

/* ---- the head -------------------------------------------------------------------------------- */

static tilepdb_status reserved_check(const uint8_t *data, tilepdb_error *error) {
    for (int i = AT_RESERVED; i < AT_HISTOGRAM; i++)
        if (data[i] != 0) return MALFORMED(error, "reserved bytes are not zero");
    return TILEPDB_OK;
}

static tilepdb_status head_read(const struct file_map *map, struct container_head *head,
                                tilepdb_error *error) {
    const uint8_t *data = map->data;
    uint64_t bytes = 0;
    tilepdb_status status = magic_check(map, error);
    if (!status) status = version_check(data, error);
    if (!status) status = head_find(map, &bytes, error);
    if (status) return status;
    if (hash_bytes(data, bytes) != load_le64(data + bytes))
        return error_set_code(
            error, TILEPDB_ERROR_CHECKSUM,
            (struct error_code){.code = TILEPDB_MESSAGE_FILE_ALTERED},
            "the head was altered after it was written; copy or generate it again");
    tilepdb_table_info *info = &head->info;
    info->format_version = (int)load_le32(data + AT_VERSION);
    info->file_bytes = load_le64(data + AT_FILE_BYTES);
    info->content_hash = load_le64(data + AT_CONTENT_HASH);
    info->levels = (int)load_le32(data + AT_LEVELS);
    info->reachable = load_le64(data + AT_REACHABLE);
    if (info->file_bytes != map->size) return wrong_length(map->size, info->file_bytes, error);
    status = reserved_check(data, error);
    if (!status)
        status = info->format_version == CONTAINER_VERSION_PATTERN
                     ? pattern_table_read(data, head, error)
                 : info->format_version == CONTAINER_VERSION_COLOURS
                     ? colour_table_read(data, head, error)
                     : goal_table_read(data, head, error);
    if (!status) status = framing_read(data, head, error);
    if (!status) status = frames_read(map, bytes, head, error);
    return status;
}

tilepdb_status container_read_head(const struct file_map *map, const char *path,
                                   struct container_head *head, tilepdb_error *error) {
    *head = (struct container_head){0};
    const tilepdb_status status = head_read(map, head, error);
    if (status) container_head_free(head);
    return error_in_file(error, status, path);
}

void container_head_free(struct container_head *head) {
    free(head->frames);
    *head = (struct container_head){0};
}

/* ---- storing --------------------------------------------------------------------------------- */

static void colouring_store(const tilepdb_pattern *pattern, uint8_t *to) {
    to[AT_COLOURING] = pattern->colours;
    const unsigned cells = (unsigned)pattern->width * pattern->height;
    for (unsigned tile = 1; tile < cells; tile++) to[AT_COLOURING + tile] = pattern->colour[tile];
}

static void colours_store(const struct container_head *head, uint8_t *to) {
    store_le16(to + AT_INDEX, INDEX_LINE_STATES);
    store_le64(to + AT_COLUMNS, CONTAINER_COLOUR_COLUMNS);
    colouring_store(&head->info.pattern, to);
    to += AT_COLOUR_HISTOGRAMS;
    for (unsigned order = 0; order < COLOUR_ORDERS; order++)
        for (int i = 0; i < head->info.levels; i++, to += 8)
            store_le64(to, head->info.axis_histogram[order][i]);
}

static void histogram_store(const tilepdb_table_info *info, uint8_t *to) {
    for (int i = 0; i < info->levels; i++) store_le64(to + 8 * i, info->histogram[i]);
}

static void pattern_store(const struct container_head *head, uint8_t *to) {
    store_le16(to + AT_INDEX, INDEX_PATTERN);
    store_le64(to + AT_COLUMNS, head->info.entries / head->rows);
    histogram_store(&head->info, to + AT_HISTOGRAM);
}

static void goal_store(const struct container_head *head, uint8_t *to) {
    const tilepdb_pattern *pattern = &head->info.pattern;
    store_le16(to + AT_INDEX, INDEX_SEQUENCES);
    store_le64(to + AT_COLUMNS, goal_table_columns((unsigned)pattern->width * pattern->height));
    colouring_store(pattern, to);
    to[AT_OPEN] = pattern->open;
    histogram_store(&head->info, to + AT_COLOUR_HISTOGRAMS);
}

static void header_store(const struct container_head *head, uint64_t file_bytes, uint8_t *to) {
    const tilepdb_table_info *info = &head->info;
    memcpy(to, MAGIC, MAGIC_BYTES);
    const uint32_t version = container_version(info->kind.encoding);
    store_le32(to + AT_VERSION, version);
    store_le32(to + AT_HEADER_BYTES, header_bytes(version, (uint32_t)info->levels));
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
    if (version == CONTAINER_VERSION_PATTERN)
        pattern_store(head, to);
    else if (version == CONTAINER_VERSION_COLOURS)
        colours_store(head, to);
    else
        goal_store(head, to);
}

static void frame_store(const struct container_frame *frame, uint8_t *to) {
    store_le64(to + FRAME_AT_OFFSET, frame->offset);
    store_le64(to + FRAME_AT_SIZE, frame->size);
    store_le64(to + FRAME_AT_CHECKSUM, frame->checksum);
    store_le32(to + FRAME_AT_METHOD, frame->stored ? METHOD_STORED : METHOD_ZSTD);
    store_le32(to + FRAME_AT_PAYLOAD_CHECK, frame->payload_check);
}

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

static tilepdb_status head_store(const struct container_head *head, const char *path,
                                 uint64_t file_bytes, uint8_t *begin, tilepdb_error *error) {
    header_store(head, file_bytes, begin);
    uint8_t *to = begin + load_le32(begin + AT_HEADER_BYTES);
    for (uint64_t i = 0; i < head->info.frame_count; i++, to += FRAME_ENTRY_BYTES)
        frame_store(&head->frames[i], to);
    store_le64(to, hash_bytes(begin, (size_t)(to - begin)));
    return head_accepted(begin, file_bytes, path, error);
}

/* ---- reading frames -------------------------------------------------------------------------- */

static tilepdb_status frame_altered(uint64_t frame, tilepdb_error *error) {
    return error_set_code(
        error, TILEPDB_ERROR_CHECKSUM, (struct error_code){.code = TILEPDB_MESSAGE_FILE_ALTERED},
        "frame %s was altered after it was written; copy or generate the file again",
        GROUPED(frame));
}

static tilepdb_status frame_inflate(const struct container_file *file, uint64_t frame,
                                    struct inflater *inflater, void *rows, tilepdb_error *error) {
    const struct container_frame *entry = &file->head->frames[frame];
    const uint8_t *payload = file->map->data + entry->offset;
    const uint64_t bytes = container_frame_bytes(file->head, frame);
    if ((uint32_t)hash_bytes(payload, entry->size) != entry->payload_check)
        return frame_altered(frame, error);
    size_t got;
    const char *reason = inflater_run(inflater, payload, entry->size, rows, bytes, &got);
    if (reason)
        return error_set(error, TILEPDB_ERROR_FORMAT, "frame %s does not inflate: %s",
                         GROUPED(frame), reason);
    if (got != bytes)
        return error_set(error, TILEPDB_ERROR_FORMAT, "frame %s inflates to %s bytes, not %s",
                         GROUPED(frame), GROUPED(got), GROUPED(bytes));
    return TILEPDB_OK;
}

tilepdb_status container_read_frame(const struct container_file *file, uint64_t frame,
                                    struct inflater *inflater, void *rows, tilepdb_error *error) {
    const struct container_frame *entry = &file->head->frames[frame];
    const uint8_t *payload = file->map->data + entry->offset;
    const uint64_t bytes = container_frame_bytes(file->head, frame);
    tilepdb_status status = TILEPDB_OK;
    if (!entry->stored)
        status = frame_inflate(file, frame, inflater, rows, error);
    else if (rows)
        memcpy(rows, payload, bytes);
    if (!status && hash_bytes(rows ? rows : payload, bytes) != entry->checksum)
        status = frame_altered(frame, error);
    return error_in_file(error, status, file->path);
}

/* ---- writing: constants ---------------------------------------------------------------------- */

/* Most bytes of a frame of several rows (docs/notes/tables.md). Constant, so that a file depends
 * only on table, level and zstd release. */
#define FRAME_TARGET ((uint64_t)1 << 15)

/* Frames of a wave for each thread. A wave is compressed in parallel, then written in order. */
#define WAVE_FRAMES 64

/* Bytes of a wave for each of several writers. */
#define WRITER_BYTES ((uint64_t)4 << 20)

#define NAME_BYTES 4096

/* Bytes that leave the page cache together, if the rows do not lie in memory. */
#define CACHED_MOST ((uint64_t)16 << 20)

#define LEVEL_MAX            22
#define LEVEL_DEFAULT_BITS   0
#define LEVEL_DEFAULT_NIBBLE 1

/* ---- one file, while it is written ----------------------------------------------------------- */

struct output {
    struct container_head head;
    const struct row_source *source;
    int level;
    int threads;
    uint8_t *begin; /* bytes before the first frame */
    uint64_t begin_bytes;
    uint64_t end;         /* offset of the next frame */
    uint64_t cached_from; /* earlier bytes are not in the page cache */
    uint64_t wave;
    uint64_t slot_bytes;
    uint64_t slot_first;             /* frame of the first buffer */
    uint8_t *slots;                  /* compressed frames; NULL at level 0 */
    uint8_t *buffers;                /* rows; NULL if all rows lie in memory */
    struct compressor **compressors; /* one per thread; NULL at level 0 */
    const uint8_t *pending;          /* unwritten bytes before `end` */
    uint64_t pending_bytes;
    _Atomic int failure;
    struct progress progress;
    struct publication publication;
};

static tilepdb_status level_resolve(const tilepdb_save_options *options, tilepdb_encoding encoding,
                                    int *level, tilepdb_error *error) {
    *level = options->level;
    if (*level < TILEPDB_LEVEL_DEFAULT || *level > LEVEL_MAX)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "unknown compression level %d; 0 stores, 1 to %d compress", *level,
                         LEVEL_MAX);
    if (*level == TILEPDB_LEVEL_DEFAULT)
        *level = !encoding_find(encoding)->compressed || !compression_available()
                     ? LEVEL_DEFAULT_BITS
                     : LEVEL_DEFAULT_NIBBLE;
    if (*level > 0 && !compression_available())
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "this build has no zstd and can only store tables: use level 0");
    return TILEPDB_OK;
}

static uint64_t wave_frames(const struct output *output, uint64_t fit) {
    const struct row_writers *writers = output->source->writers;
    const uint64_t count = output->head.info.frame_count;
    /* If fit is 0, a frame is one long row. */
    uint64_t wave = (uint64_t)output->threads * (fit < 1 ? 1 : WAVE_FRAMES);
    if (writers) wave = (WRITER_BYTES / output->slot_bytes + 1) * writers->count;
    return wave < count ? wave : count;
}

static bool wave_prepare(struct output *output) {
    const struct row_writers *writers = output->source->writers;
    const uint64_t frames = writers ? output->wave / writers->count + 1 : output->wave;
    size_t bytes;
    if (!size_multiply(frames, output->slot_bytes, &bytes)) return false;
    if (!output->source->memory && !(output->buffers = malloc(bytes))) return false;
    if (output->level == 0) return true;
    output->slots = malloc(bytes);
    output->compressors = calloc((size_t)output->threads, sizeof *output->compressors);
    if (!output->slots || !output->compressors) return false;
    for (int i = 0; i < output->threads; i++) {
        output->compressors[i] = compressor_create(output->level);
        if (output->compressors[i] == NULL) return false;
    }
    return true;
}

/* output_end must follow, also on failure. */
static tilepdb_status output_begin(struct output *output, tilepdb_error *error) {
    struct container_head *head = &output->head;
    tilepdb_table_info *info = &head->info;
    if (head->rows == 0 || head->row_bytes == 0 || info->levels < 1 ||
        info->levels > TILEPDB_MAX_LEVELS)
        return error_set(error, TILEPDB_ERROR_INTERNAL, "there is no table to write");
    const uint64_t fit = FRAME_TARGET / head->row_bytes;
    info->frame_rows = fit < 1 ? 1 : fit > head->rows ? head->rows : fit;
    info->frame_count = (head->rows - 1) / info->frame_rows + 1;
    info->stored_frames = 0;
    info->table_bytes = head->rows * head->row_bytes;
    output->begin_bytes = payload_begin(
        (uint64_t)header_bytes(container_version(info->kind.encoding), (uint32_t)info->levels) +
        info->frame_count * FRAME_ENTRY_BYTES + CHECKSUM_BYTES);
    output->end = output->begin_bytes;
    output->slot_bytes = container_frame_bytes(head, 0);
    output->wave = wave_frames(output, fit);
    output->begin = calloc(1, output->begin_bytes);
    head->frames = calloc(info->frame_count, sizeof *head->frames);
    if (!output->begin || !head->frames || !wave_prepare(output))
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory to write a table of %s bytes",
                         GROUPED(info->table_bytes));
    return TILEPDB_OK;
}

static void output_end(struct output *output) {
    for (int i = 0; output->compressors != NULL && i < output->threads; i++)
        compressor_free(output->compressors[i]);
    free(output->compressors);
    free(output->slots);
    free(output->buffers);
    free(output->begin);
    container_head_free(&output->head);
    publish_abort(&output->publication);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static uint8_t *frame_buffer(const struct output *output, uint8_t *buffers, uint64_t frame) {
    return buffers ? buffers + (frame - output->slot_first) * output->slot_bytes : NULL;
}

static const uint8_t *frame_rows_at(const struct output *output, uint64_t frame) {
    const struct container_head *head = &output->head;
    const uint8_t *memory = output->source->memory;
    if (memory) return memory + frame * head->info.frame_rows * head->row_bytes;
    return frame_buffer(output, output->buffers, frame);
}

static void frame_compress(struct output *output, uint64_t frame, const uint8_t *rows,
                           uint64_t bytes) {
    struct container_frame *entry = &output->head.frames[frame];
    uint8_t *slot = frame_buffer(output, output->slots, frame);
    size_t size;
    const tilepdb_status status =
        compressor_run(output->compressors[threads_index()], rows, bytes, slot, bytes - 1, &size);
    if (status) {
        atomic_store(&output->failure, (int)status);
    } else if (size != 0 && zstd_size_allowed(size, bytes)) {
        entry->stored = false;
        entry->size = size;
        entry->payload_check = (uint32_t)hash_bytes(slot, size);
    }
}

static void frame_prepare(struct output *output, uint64_t frame) {
    if (progress_cancelled(&output->progress) || atomic_load(&output->failure) != TILEPDB_OK)
        return;
    const struct container_head *head = &output->head;
    const uint64_t bytes = container_frame_bytes(head, frame);
    tilepdb_status status = TILEPDB_OK;
    const uint8_t *rows =
        rows_get(output->source, frame * head->info.frame_rows, bytes / head->row_bytes,
                 frame_buffer(output, output->buffers, frame), &status);
    if (!rows) {
        atomic_store(&output->failure, (int)status);
        return;
    }
    const uint64_t checksum = hash_bytes(rows, bytes);
    output->head.frames[frame] = (struct container_frame){
        .size = bytes, .checksum = checksum, .payload_check = (uint32_t)checksum, .stored = true};
    if (output->level > 0) frame_compress(output, frame, rows, bytes);
    progress_add(&output->progress, bytes);
}

static tilepdb_status pending_write(struct output *output, uint64_t to, tilepdb_error *error) {
    const uint64_t begin = output->end - output->pending_bytes;
    if (to <= begin) return TILEPDB_OK;
    const uint8_t *bytes = output->pending;
    output->pending += to - begin;
    output->pending_bytes -= to - begin;
    return publish_write(&output->publication, bytes, to - begin, begin, error);
}

/* Writes in units of huge pages: file systems with large folios then cache the file in huge pages,
 * which processes map without a copy. */
static tilepdb_status payload_append(struct output *output, const uint8_t *payload, uint64_t size,
                                     tilepdb_error *error) {
    if (!output->pending || output->pending + output->pending_bytes != payload) {
        const tilepdb_status status = pending_write(output, output->end, error);
        if (status) return status;
        output->pending = payload;
    }
    output->pending_bytes += size;
    output->end += size;
    return pending_write(output, output->end / MEMORY_UNIT * MEMORY_UNIT, error);
}

/* This process makes and writes frames begin .. end - 1. */
struct wave {
    uint64_t first, last, begin, end;
};

static uint64_t wave_place(struct output *output, const struct wave *wave) {
    uint64_t at = output->end;
    for (uint64_t i = wave->first; i < wave->last; i++) {
        struct container_frame *frame = &output->head.frames[i];
        frame->offset = at;
        at += frame->size;
        output->head.info.stored_frames += frame->stored;
    }
    return at;
}

static tilepdb_status wave_write(struct output *output, const struct wave *wave,
                                 tilepdb_error *error) {
    tilepdb_status status = TILEPDB_OK;
    const uint64_t next = wave_place(output, wave);
    if (wave->begin < wave->end) output->end = output->head.frames[wave->begin].offset;
    for (uint64_t i = wave->begin; i < wave->end && !status; i++) {
        const struct container_frame *frame = &output->head.frames[i];
        status = payload_append(output,
                                frame->stored ? frame_rows_at(output, i)
                                              : frame_buffer(output, output->slots, i),
                                frame->size, error);
    }
    /* The next wave reuses the buffers. */
    if (!status && (output->slots || output->buffers))
        status = pending_write(output, output->end, error);
    output->end = next;
    return status;
}

/* If the rows are not in memory, the table is larger than memory, and its file would only displace
 * other pages: removes written bytes from the page cache. */
static tilepdb_status cache_empty(struct output *output, tilepdb_error *error) {
    if (output->source->memory || output->end - output->cached_from < CACHED_MOST)
        return TILEPDB_OK;
    const uint64_t begin = output->cached_from;
    output->cached_from = output->end;
    return publish_uncache(&output->publication, begin, output->end, error);
}

static tilepdb_status cancelled(tilepdb_error *error) {
    return error_set(error, TILEPDB_CANCELLED, "writing was cancelled; no file was written");
}

static tilepdb_status wave_make(struct output *output, const struct wave *wave,
                                tilepdb_error *error) {
    const struct row_writers *writers = output->source->writers;
    struct container_head *head = &output->head;
    const uint64_t row = wave->begin * head->info.frame_rows, left = head->rows - row;
    const uint64_t rows = (wave->end - wave->begin) * head->info.frame_rows;
    output->slot_first = wave->begin;
    if (writers) {
        const tilepdb_status status = writers->ready(writers->user, row, rows < left ? rows : left);
        if (status) atomic_store(&output->failure, (int)status);
    }
#pragma omp parallel for num_threads(output->threads) schedule(dynamic)
    for (uint64_t frame = wave->begin; frame < wave->end; frame++) frame_prepare(output, frame);
    if (writers)
        writers->gather(writers->user, head->frames + wave->first, sizeof *head->frames,
                        wave->last - wave->first);
    if (progress_cancelled(&output->progress)) return cancelled(error);
    const int failure = atomic_load(&output->failure);
    if (!failure) return TILEPDB_OK;
    return error_set(error, (tilepdb_status)failure, "the frames could not be made: %s",
                     tilepdb_status_message((tilepdb_status)failure));
}

static void others_add(struct output *output, const struct wave *wave) {
    const struct container_head *head = &output->head;
    uint64_t others = 0;
    for (uint64_t i = wave->first; i < wave->last; i++)
        if (i < wave->begin || i >= wave->end) others += container_frame_bytes(head, i);
    progress_add(&output->progress, others);
}

static tilepdb_status frames_write(struct output *output, tilepdb_error *error) {
    const struct row_writers *writers = output->source->writers;
    const uint64_t count = output->head.info.frame_count;
    struct wave wave = {0};
    for (; wave.first < count; wave.first = wave.last) {
        wave.last = count - wave.first < output->wave ? count : wave.first + output->wave;
        row_part(writers, wave.last - wave.first, &wave.begin, &wave.end);
        wave.begin += wave.first;
        wave.end += wave.first;
        tilepdb_status status = wave_make(output, &wave, error);
        if (!status) status = wave_write(output, &wave, error);
        if (!status && !writers) status = cache_empty(output, error);
        status = row_agree(writers, status, error);
        if (status) return status;
        if (writers) others_add(output, &wave);
    }
    if (!progress_report(&output->progress)) return row_agree(writers, cancelled(error), error);
    return row_agree(writers, pending_write(output, output->end, error), error);
}

/* ---- the content hash ------------------------------------------------------------------------ */

/* Blocks of a wave for each of several writers. */
#define WRITER_BLOCKS 16

struct hasher {
    const struct row_source *source;
    uint64_t bytes, blocks;
    int threads;
    uint8_t *hashes;  /* [block][8] */
    uint8_t *buffers; /* one for each thread; NULL if rows lie in memory */
    _Atomic int failure;
};

#define HASH_BUFFER_BYTES(source) (CONTENT_BLOCK + 2 * (source)->row_bytes)

/* Returns the number of rows that a block overlaps; sets the first row, and the block's bytes. */
static uint64_t block_rows(const struct hasher *hasher, uint64_t block, uint64_t *first,
                           uint64_t *size) {
    const uint64_t begin = block * CONTENT_BLOCK, left = hasher->bytes - begin;
    const uint64_t row_bytes = hasher->source->row_bytes;
    *size = left < CONTENT_BLOCK ? left : CONTENT_BLOCK;
    *first = begin / row_bytes;
    return (begin + *size - 1) / row_bytes - *first + 1;
}

static void block_hash(struct hasher *hasher, uint64_t block) {
    const struct row_source *source = hasher->source;
    uint8_t *buffer = hasher->buffers
                          ? hasher->buffers + (size_t)threads_index() * HASH_BUFFER_BYTES(source)
                          : NULL;
    tilepdb_status status = TILEPDB_OK;
    uint64_t first, size;
    const uint64_t count = block_rows(hasher, block, &first, &size);
    const uint8_t *rows = rows_get(source, first, count, buffer, &status);
    if (rows)
        store_le64(hasher->hashes + 8 * block,
                   hash_bytes(rows + (block * CONTENT_BLOCK - first * source->row_bytes), size));
    else
        atomic_store(&hasher->failure, (int)status);
}

static void blocks_hash(struct hasher *hasher, uint64_t first, uint64_t last) {
    const struct row_writers *writers = hasher->source->writers;
    uint64_t begin, end;
    row_part(writers, last - first, &begin, &end);
    if (writers) {
        uint64_t row = 0, last_row = 0, size, rows = 0;
        if (begin < end) {
            block_rows(hasher, first + begin, &row, &size);
            rows = block_rows(hasher, first + end - 1, &last_row, &size);
        }
        const tilepdb_status status = writers->ready(writers->user, row, last_row + rows - row);
        if (status) atomic_store(&hasher->failure, (int)status);
    }
#pragma omp parallel for num_threads(hasher->threads)
    for (uint64_t block = first + begin; block < first + end; block++)
        if (!atomic_load(&hasher->failure)) block_hash(hasher, block);
    if (writers) writers->gather(writers->user, hasher->hashes + 8 * first, 8, last - first);
}

tilepdb_status container_content_hash(const struct row_source *source, int threads, uint64_t *hash,
                                      tilepdb_error *error) {
    const struct row_writers *writers = source->writers;
    const uint64_t bytes = source->rows * source->row_bytes;
    struct hasher hasher = {.source = source,
                            .bytes = bytes,
                            .blocks = (bytes + CONTENT_BLOCK - 1) / CONTENT_BLOCK,
                            .threads = threads_prepare(threads)};
    hasher.hashes = malloc(8 * hasher.blocks + 1);
    if (!source->memory)
        hasher.buffers = malloc(HASH_BUFFER_BYTES(source) * (size_t)hasher.threads);
    tilepdb_status status =
        hasher.hashes && (source->memory || hasher.buffers) ? TILEPDB_OK : TILEPDB_ERROR_MEMORY;
    status = row_agree(writers, status, NULL);
    const uint64_t wave = writers ? (uint64_t)WRITER_BLOCKS * writers->count : hasher.blocks;
    for (uint64_t first = 0, last; first < hasher.blocks && !status; first = last) {
        last = hasher.blocks - first < wave ? hasher.blocks : first + wave;
        blocks_hash(&hasher, first, last);
        status = row_agree(writers, (tilepdb_status)atomic_load(&hasher.failure), NULL);
    }
    if (!status) *hash = hash_bytes(hasher.hashes, 8 * hasher.blocks);
    free(hasher.hashes);
    free(hasher.buffers);
    if (!status) return TILEPDB_OK;
    return error_set(error, status, "the table's rows could not be hashed: %s",
                     tilepdb_status_message(status));
}

/* ---- the head -------------------------------------------------------------------------------- */

static tilepdb_status head_write(struct output *output, const char *path, tilepdb_error *error) {
    struct container_head *head = &output->head;
    const tilepdb_status status =
        container_content_hash(output->source, output->threads, &head->info.content_hash, error);
    if (status) return status;
    const tilepdb_status stored = head_store(head, path, output->end, output->begin, error);
    const struct row_writers *writers = output->source->writers;
    if (stored || (writers && writers->index)) return stored;
    return publish_write(&output->publication, output->begin, output->begin_bytes, 0, error);
}

/* ---- the file -------------------------------------------------------------------------------- */

static tilepdb_status file_begin(struct output *output, const char *path, tilepdb_error *error) {
    const struct row_writers *writers = output->source->writers;
    const bool first = !writers || writers->index == 0;
    char name[NAME_BYTES] = "";
    tilepdb_status status = TILEPDB_OK;
    if (first) status = publish_begin(&output->publication, path, error);
    if (!writers) return status;
    if (!status && first) snprintf(name, sizeof name, "%s", output->publication.temporary);
    status = row_agree(writers, status, error);
    if (status) return status;
    writers->broadcast(writers->user, name, sizeof name);
    if (!first) status = publish_part_begin(&output->publication, path, name, error);
    return row_agree(writers, status, error);
}

/* All writers make bytes durable before writer 0 names the file. */
static tilepdb_status file_end(struct output *output, tilepdb_error *error) {
    const struct row_writers *writers = output->source->writers;
    tilepdb_status status = TILEPDB_OK;
    if (writers && writers->index) status = publish_part_end(&output->publication, error);
    status = row_agree(writers, status, error);
    if (!status && (!writers || !writers->index))
        status = publish_commit(&output->publication, error);
    return row_agree(writers, status, error);
}

tilepdb_status container_write(const char *path, const tilepdb_table_info *info,
                               const struct row_source *source, const tilepdb_save_options *options,
                               tilepdb_error *error) {
    const tilepdb_save_options chosen =
        options ? *options : (tilepdb_save_options){.level = TILEPDB_LEVEL_DEFAULT};
    struct output output = {.source = source, .threads = threads_prepare(chosen.threads)};
    tilepdb_status status = level_resolve(&chosen, info->kind.encoding, &output.level, error);
    if (status) return status;
    output.head = (struct container_head){
        .info = *info, .rows = source->rows, .row_bytes = source->row_bytes};
    status = row_agree(source->writers, output_begin(&output, error), error);
    if (!status) status = file_begin(&output, path, error);
    if (!status) {
        progress_begin(&output.progress, chosen.progress, chosen.user, TILEPDB_STAGE_WRITE,
                       output.head.info.table_bytes);
        status = frames_write(&output, error);
    }
    if (!status) status = row_agree(source->writers, head_write(&output, path, error), error);
    if (!status) status = file_end(&output, error);
    output_end(&output);
    return status;
}
