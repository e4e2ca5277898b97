/*
 * The file of a checkpoint, little-endian.
 *
 * The head has magic, format, library version, file size and number of records. Each record has a
 * head, the moves of a solution, units, split units (number of the unit, number of subunits, counts
 * of each subunit), frontier keys, and the moves left of each key. The file ends with XXH3-64 of
 * all preceding bytes. Only a hash identifies a search.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file_map.h"
#include "base/publish.h"
#include "search/checkpoint.h"

#define MAGIC       "\xF5TPCK\r\n\x1A"
#define MAGIC_BYTES 8
#define FORMAT      4

enum { AT_FORMAT = 8, AT_VERSION = 12, AT_BYTES = 16, AT_RECORDS = 24, HEAD_BYTES = 32 };

enum {
    RECORD_AT_SEARCH = 0,
    RECORD_AT_LIMIT = 16,
    RECORD_AT_DONE = 24,
    RECORD_AT_GENERATED = 32,
    RECORD_AT_EXPANDED = 40,
    RECORD_AT_UNITS = 48,
    RECORD_AT_BOUND = 52,
    RECORD_AT_STATE = 54,
    RECORD_AT_ORDER = 56,
    RECORD_AT_SPLITS = 64,
    RECORD_AT_EMITTED = 72,
    RECORD_AT_CUT = 80,
    RECORD_HEAD_BYTES = 88,
    KEY_BYTES = 8,
    LEFT_BYTES = 2,
    SPLIT_HEAD_BYTES = 16,
    UNIT_BYTES = 16
};

#define CHECKSUM_BYTES 8
#define LIBRARY_VERSION                                                                            \
    (TILEPDB_VERSION_MAJOR << 16 | TILEPDB_VERSION_MINOR << 8 | TILEPDB_VERSION_PATCH)
#define OLDEST_VERSION (0 << 16 | 4 << 8) /* oldest version with the same counts and units */

/* Padding to 8 bytes keeps all numbers aligned. */
static size_t path_bytes(const struct checkpoint_record *record) {
    return record->end.state == CHECKPOINT_FOUND ? ((size_t)record->key.bound + 7) / 8 * 8 : 0;
}

static size_t emitted_bytes(size_t count) {
    return count * KEY_BYTES + (count * LEFT_BYTES + 7) / 8 * 8;
}

/* ---- reading --------------------------------------------------------------------------------- */

static tilepdb_status altered(tilepdb_error *error) {
    return error_set_code(
        error, TILEPDB_ERROR_CHECKSUM,
        error_code_unusable(TILEPDB_MESSAGE_CHECKPOINT, TILEPDB_UNUSABLE_ALTERED),
        "the checkpoint was altered after it was written; remove it to begin anew");
}

static tilepdb_status incomplete(tilepdb_error *error) {
    return error_set_code(
        error, TILEPDB_ERROR_FORMAT,
        error_code_unusable(TILEPDB_MESSAGE_CHECKPOINT, TILEPDB_UNUSABLE_INCOMPLETE),
        "the checkpoint is incomplete; remove it to begin anew");
}

static tilepdb_status version_check(const uint8_t *data, tilepdb_error *error) {
    const uint32_t format = load_le32(data + AT_FORMAT), version = load_le32(data + AT_VERSION);
    if (format == FORMAT && version >= OLDEST_VERSION && version <= LIBRARY_VERSION)
        return TILEPDB_OK;
    return error_set_code(error, TILEPDB_ERROR_VERSION,
                          error_code_unusable(TILEPDB_MESSAGE_CHECKPOINT, TILEPDB_UNUSABLE_VERSION),
                          "the checkpoint is of tilepdb %" PRIu32 ".%" PRIu32 ".%" PRIu32
                          " (format %" PRIu32 "), and its counts may be others than those of this "
                          "version: go on with that one, or remove it to begin anew",
                          version >> 16, version >> 8 & 0xFF, version & 0xFF, format);
}

static tilepdb_status head_check(const struct file_map *map, tilepdb_error *error) {
    const uint8_t *data = map->data;
    const size_t length = map->size < MAGIC_BYTES ? map->size : MAGIC_BYTES;
    if (memcmp(data, MAGIC, length) != 0)
        return error_set_code(
            error, TILEPDB_ERROR_FORMAT,
            error_code_unusable(TILEPDB_MESSAGE_CHECKPOINT, TILEPDB_UNUSABLE_KIND),
            "the file is not a checkpoint, and is left as it is");
    if (map->size < HEAD_BYTES + CHECKSUM_BYTES) return incomplete(error);
    const tilepdb_status status = version_check(data, error);
    if (status) return status;
    if (map->size != load_le64(data + AT_BYTES)) return incomplete(error);
    if (hash_bytes(data, map->size - CHECKSUM_BYTES) !=
        load_le64(data + map->size - CHECKSUM_BYTES))
        return altered(error);
    return TILEPDB_OK;
}

static bool record_head_read(const uint8_t *from, struct checkpoint_record *record) {
    for (int i = 0; i < 2; i++) record->key.search[i] = load_le64(from + RECORD_AT_SEARCH + 8 * i);
    record->key.limit = load_le64(from + RECORD_AT_LIMIT);
    record->key.done = load_le64(from + RECORD_AT_DONE);
    record->key.bound = load_le16(from + RECORD_AT_BOUND);
    record->emitted.cut = load_le16(from + RECORD_AT_CUT);
    record->end.total.generated = load_le64(from + RECORD_AT_GENERATED);
    record->end.total.expanded = load_le64(from + RECORD_AT_EXPANDED);
    record->end.order = load_le64(from + RECORD_AT_ORDER);
    record->unit_count = load_le32(from + RECORD_AT_UNITS);
    record->end.state = (enum checkpoint_state)from[RECORD_AT_STATE];
    record->spent = record->end.state != CHECKPOINT_OPEN && record->unit_count == 0;
    return record->key.bound <= TILEPDB_MAX_MOVES && from[RECORD_AT_STATE] <= CHECKPOINT_LIMITED &&
           record->emitted.cut <= TILEPDB_MAX_MOVES + 1;
}

static void tallies_read(const uint8_t *from, struct tally *tallies, size_t count) {
    for (size_t i = 0; i < count; i++, from += UNIT_BYTES)
        tallies[i] = (struct tally){.generated = load_le64(from), .expanded = load_le64(from + 8)};
}

static tilepdb_status no_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the checkpoint");
}

static tilepdb_status units_read(const uint8_t *from, struct checkpoint_record *record,
                                 tilepdb_error *error) {
    if (!record->unit_count) return TILEPDB_OK;
    record->units = malloc(record->unit_count * sizeof *record->units);
    if (!record->units) return no_memory(error);
    tallies_read(from, record->units, record->unit_count);
    return TILEPDB_OK;
}

static tilepdb_status split_read(const uint8_t **at, const uint8_t *end, size_t unit_count,
                                 struct checkpoint_split *split, tilepdb_error *error) {
    if ((size_t)(end - *at) < SPLIT_HEAD_BYTES) return altered(error);
    split->unit = load_le64(*at);
    split->subunit_count = load_le64(*at + 8);
    *at += SPLIT_HEAD_BYTES;
    if (split->unit >= unit_count || split->subunit_count == 0 ||
        split->subunit_count > (size_t)(end - *at) / UNIT_BYTES)
        return altered(error);
    split->subunits = malloc((size_t)split->subunit_count * sizeof *split->subunits);
    if (!split->subunits) return no_memory(error);
    tallies_read(*at, split->subunits, (size_t)split->subunit_count);
    for (uint64_t i = 0; i < split->subunit_count; i++)
        split->known += split->subunits[i].generated != CHECKPOINT_NOT_DONE;
    *at += split->subunit_count * UNIT_BYTES;
    return split->known < split->subunit_count ? TILEPDB_OK : altered(error);
}

static bool is_known(const struct checkpoint_record *record, uint64_t unit) {
    return record->units[unit].generated != CHECKPOINT_NOT_DONE;
}

static tilepdb_status splits_read(const uint8_t **at, const uint8_t *end, uint64_t count,
                                  struct checkpoint_record *record, tilepdb_error *error) {
    tilepdb_status status = TILEPDB_OK;
    if (count > (size_t)(end - *at) / SPLIT_HEAD_BYTES) return altered(error);
    if (!count) return TILEPDB_OK;
    record->splits = calloc((size_t)count, sizeof *record->splits);
    if (!record->splits) return no_memory(error);
    bool *seen = calloc(record->unit_count + (size_t)1, sizeof *seen);
    if (!seen) return no_memory(error);
    for (; record->split_count < count && !status; record->split_count++) {
        struct checkpoint_split *split = &record->splits[record->split_count];
        status = split_read(at, end, record->unit_count, split, error);
        if (!status && (seen[split->unit] || is_known(record, split->unit)))
            status = altered(error);
        if (!status) seen[split->unit] = true;
    }
    free(seen);
    return status;
}

static tilepdb_status emitted_read(const uint8_t **at, const uint8_t *end, uint64_t count,
                                   struct checkpoint_record *record, tilepdb_error *error) {
    const size_t bytes = (size_t)(end - *at);
    if (count > bytes / KEY_BYTES || emitted_bytes((size_t)count) > bytes) return altered(error);
    const uint8_t *lefts = *at + count * KEY_BYTES;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t key = load_le64(*at + i * KEY_BYTES);
        const uint16_t left = load_le16(lefts + i * LEFT_BYTES);
        const int cut = record->emitted.cut;
        if (left > TILEPDB_MAX_MOVES || (cut && left >= cut)) return altered(error);
        if (!frontier_keys_add(&record->emitted, &key, &left, 1)) return no_memory(error);
    }
    *at += emitted_bytes((size_t)count);
    return TILEPDB_OK;
}

static tilepdb_status record_read(const uint8_t **at, const uint8_t *end,
                                  struct checkpoint_record *record, tilepdb_error *error) {
    const uint8_t *from = *at;
    if ((size_t)(end - from) < RECORD_HEAD_BYTES || !record_head_read(from, record))
        return altered(error);
    const uint64_t splits = load_le64(from + RECORD_AT_SPLITS);
    const uint64_t emitted = load_le64(from + RECORD_AT_EMITTED);
    from += RECORD_HEAD_BYTES;
    const size_t left = (size_t)(end - from), path = path_bytes(record);
    if (path > left || record->unit_count > (left - path) / UNIT_BYTES) return altered(error);
    if (path) memcpy(record->end.path, from, (size_t)record->key.bound);
    from += path;
    tilepdb_status status = units_read(from, record, error);
    if (status) return status;
    *at = from + record->unit_count * UNIT_BYTES;
    status = splits_read(at, end, splits, record, error);
    return status ? status : emitted_read(at, end, emitted, record, error);
}

static tilepdb_status records_read(tilepdb_checkpoint *checkpoint, const struct file_map *map,
                                   tilepdb_error *error) {
    tilepdb_status status = head_check(map, error);
    if (status) return status;
    const uint8_t *at = map->data + HEAD_BYTES;
    const uint8_t *end = map->data + map->size - CHECKSUM_BYTES;
    const uint64_t count = load_le64(map->data + AT_RECORDS);
    for (uint64_t i = 0; i < count && !status; i++) {
        struct checkpoint_record *record = calloc(1, sizeof *record);
        if (!record) return no_memory(error);
        checkpoint_add(checkpoint, record);
        status = record_read(&at, end, record, error);
    }
    if (!status && at != end) status = altered(error);
    return status;
}

/* Accepts a missing or empty file. `changed` makes the first save show whether the file can be
 * written. */
static tilepdb_status file_read(tilepdb_checkpoint *checkpoint, tilepdb_error *error) {
    struct file_map map;
    checkpoint->changed = true;
    tilepdb_status status = file_map_open(checkpoint->path, &map, error);
    if (status == TILEPDB_ERROR_NOT_FOUND || status == TILEPDB_ERROR_FORMAT) return TILEPDB_OK;
    if (!status) status = records_read(checkpoint, &map, error);
    file_map_close(&map);
    return error_in_file(error, status, checkpoint->path);
}

tilepdb_status tilepdb_checkpoint_open(const char *path, tilepdb_checkpoint **checkpoint,
                                       tilepdb_error *error) {
    tilepdb_checkpoint *made = calloc(1, sizeof *made);
    if (made) made->path = malloc(strlen(path) + 1);
    if (!made || !made->path || pthread_mutex_init(&made->lock, NULL) != 0) {
        if (made) free(made->path);
        free(made);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a checkpoint");
    }
    memcpy(made->path, path, strlen(path) + 1);
    made->saved = clock_seconds();
    const tilepdb_status status = file_read(made, error);
    if (status)
        tilepdb_checkpoint_close(made);
    else
        *checkpoint = made;
    return status;
}

/* ---- publishing ------------------------------------------------------------------------------ */

static bool is_worth(const struct checkpoint_record *record) {
    return record->end.state != CHECKPOINT_OPEN || record->units;
}

static size_t record_bytes(const struct checkpoint_record *record) {
    size_t bytes = RECORD_HEAD_BYTES + path_bytes(record) + record->unit_count * UNIT_BYTES;
    for (size_t i = 0; i < record->split_count; i++)
        bytes += SPLIT_HEAD_BYTES + (size_t)record->splits[i].subunit_count * UNIT_BYTES;
    return bytes + emitted_bytes(record->emitted.count);
}

static uint8_t *tallies_write(uint8_t *to, const struct tally *tallies, size_t count) {
    for (size_t i = 0; i < count; i++, to += UNIT_BYTES) {
        store_le64(to, tallies[i].generated);
        store_le64(to + 8, tallies[i].expanded);
    }
    return to;
}

static uint8_t *record_write(uint8_t *to, const struct checkpoint_record *record) {
    for (int i = 0; i < 2; i++) store_le64(to + RECORD_AT_SEARCH + 8 * i, record->key.search[i]);
    store_le64(to + RECORD_AT_LIMIT, record->key.limit);
    store_le64(to + RECORD_AT_DONE, record->key.done);
    store_le64(to + RECORD_AT_GENERATED, record->end.total.generated);
    store_le64(to + RECORD_AT_EXPANDED, record->end.total.expanded);
    store_le64(to + RECORD_AT_ORDER, record->end.order);
    store_le32(to + RECORD_AT_UNITS, (uint32_t)record->unit_count);
    store_le64(to + RECORD_AT_SPLITS, record->split_count);
    store_le64(to + RECORD_AT_EMITTED, record->emitted.count);
    store_le16(to + RECORD_AT_BOUND, (uint16_t)record->key.bound);
    store_le16(to + RECORD_AT_CUT, (uint16_t)record->emitted.cut);
    to[RECORD_AT_STATE] = (uint8_t)record->end.state;
    to += RECORD_HEAD_BYTES;
    memcpy(to, record->end.path, path_bytes(record));
    to += path_bytes(record);
    to = tallies_write(to, record->units, record->unit_count);
    for (size_t i = 0; i < record->split_count; i++) {
        const struct checkpoint_split *split = &record->splits[i];
        store_le64(to, split->unit);
        store_le64(to + 8, split->subunit_count);
        to = tallies_write(to + SPLIT_HEAD_BYTES, split->subunits, (size_t)split->subunit_count);
    }
    const struct frontier_keys *emitted = &record->emitted;
    uint8_t *lefts = to + emitted->count * KEY_BYTES;
    for (size_t i = 0; i < emitted->count; i++) {
        store_le64(to + i * KEY_BYTES, emitted->keys[i]);
        store_le16(lefts + i * LEFT_BYTES, emitted->left[i]);
    }
    return to + emitted_bytes(emitted->count);
}

/* Called under the lock; the caller frees the image. */
static uint8_t *image_make(const tilepdb_checkpoint *checkpoint, size_t *size) {
    uint64_t count = 0;
    *size = HEAD_BYTES + CHECKSUM_BYTES;
    for (const struct checkpoint_record *each = checkpoint->records; each; each = each->next) {
        if (!is_worth(each)) continue;
        *size += record_bytes(each);
        count++;
    }
    uint8_t *image = calloc(1, *size), *to = image;
    if (!image) return NULL;
    memcpy(to, MAGIC, MAGIC_BYTES);
    store_le32(to + AT_FORMAT, FORMAT);
    store_le32(to + AT_VERSION, LIBRARY_VERSION);
    store_le64(to + AT_BYTES, *size);
    store_le64(to + AT_RECORDS, count);
    to += HEAD_BYTES;
    for (const struct checkpoint_record *each = checkpoint->records; each; each = each->next)
        if (is_worth(each)) to = record_write(to, each);
    store_le64(to, hash_bytes(image, *size - CHECKSUM_BYTES));
    return image;
}

static bool saving_begin(tilepdb_checkpoint *checkpoint, double seconds, uint8_t **image,
                         size_t *size, tilepdb_error *last) {
    pthread_mutex_lock(&checkpoint->lock);
    *last = checkpoint->failure;
    if (seconds > 0) checkpoint->every = seconds;
    const bool due = checkpoint->changed && !checkpoint->saving &&
                     clock_seconds() - checkpoint->saved >= seconds;
    if (due) {
        *image = image_make(checkpoint, size);
        checkpoint->saving = true;
        checkpoint->changed = false;
    }
    pthread_mutex_unlock(&checkpoint->lock);
    return due;
}

static void saving_end(tilepdb_checkpoint *checkpoint, const tilepdb_error *end) {
    pthread_mutex_lock(&checkpoint->lock);
    checkpoint->saving = false;
    checkpoint->changed = checkpoint->changed || end->status;
    checkpoint->failure = *end;
    checkpoint->saved = clock_seconds();
    pthread_mutex_unlock(&checkpoint->lock);
}

tilepdb_status tilepdb_checkpoint_save(tilepdb_checkpoint *checkpoint, double seconds,
                                       tilepdb_error *error) {
    uint8_t *image = NULL;
    size_t size = 0;
    tilepdb_error end;
    if (saving_begin(checkpoint, seconds, &image, &size, &end)) {
        end = (tilepdb_error){.status = TILEPDB_OK};
        if (image)
            end.status = publish_bytes(checkpoint->path, image, size, &end);
        else
            error_set(&end, TILEPDB_ERROR_MEMORY, "not enough memory to save the checkpoint");
        free(image);
        saving_end(checkpoint, &end);
    }
    if (error && end.status) *error = end;
    return end.status;
}
