/*
 * The state file has a head, a histogram of TILEPDB_MAX_LEVELS numbers, slot and checksum of each
 * page, `missing` and then `fresh` of each cohort, and XXH3-64 of all bytes before. Numbers are
 * little-endian, except the mark for the byte order of the sets.
 */
#include "scratch/scratch_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/file_map.h"
#include "base/publish.h"

#define MAGIC       "\xF5TPSC\r\n\x1A"
#define MAGIC_BYTES 8
#define FORMAT      2

enum {
    AT_FORMAT = 8,
    AT_VERSION = 12,
    AT_WIDTH = 16,
    AT_HEIGHT = 17,
    AT_GOAL_BLANK = 18,
    AT_TILES = 20,
    AT_BLANK = 24,
    AT_ENCODING = 25,
    AT_METRIC = 26,
    AT_LEVEL = 28,
    AT_LEVELS = 32,
    AT_ORDER = 36,
    AT_PAGES = 40,
    AT_COHORTS = 44,
    AT_REACHED = 48,
    AT_HISTOGRAM = 56
};

#define AT_PARTS        (AT_HISTOGRAM + 8 * (size_t)TILEPDB_MAX_LEVELS)
#define PAGE_BYTES      12
#define COHORT_BYTES    5
#define CHECKSUM_BYTES  8
#define BYTE_ORDER_MARK ((uint32_t)0x01020304)
#define LIBRARY_VERSION                                                                            \
    (TILEPDB_VERSION_MAJOR << 16 | TILEPDB_VERSION_MINOR << 8 | TILEPDB_VERSION_PATCH)
#define OLDEST_VERSION (0 << 16 | 2 << 8) /* oldest version that can be resumed */

static size_t file_bytes(uint32_t pages, uint32_t cohorts) {
    return AT_PARTS + pages * (size_t)PAGE_BYTES + cohorts * (size_t)COHORT_BYTES + CHECKSUM_BYTES;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void head_store(const struct scratch_state *state, uint8_t *to) {
    const uint32_t order = BYTE_ORDER_MARK;
    memcpy(to, MAGIC, MAGIC_BYTES);
    store_le32(to + AT_FORMAT, FORMAT);
    store_le32(to + AT_VERSION, LIBRARY_VERSION);
    to[AT_WIDTH] = state->pattern.width;
    to[AT_HEIGHT] = state->pattern.height;
    to[AT_GOAL_BLANK] = state->pattern.goal_blank;
    store_le32(to + AT_TILES, state->pattern.tiles);
    to[AT_BLANK] = (uint8_t)state->kind.blank;
    to[AT_ENCODING] = (uint8_t)state->kind.encoding;
    to[AT_METRIC] = (uint8_t)state->kind.metric;
    store_le32(to + AT_LEVEL, (uint32_t)state->level);
    store_le32(to + AT_LEVELS, (uint32_t)state->distances.levels);
    memcpy(to + AT_ORDER, &order, sizeof order);
    store_le64(to + AT_REACHED, state->reached);
    for (size_t i = 0; i < TILEPDB_MAX_LEVELS; i++)
        store_le64(to + AT_HISTOGRAM + 8 * i, state->distances.histogram[i]);
}

static void parts_store(const struct scratch_parts *parts, uint8_t *to) {
    for (uint32_t i = 0; i < parts->count; i++, to += PAGE_BYTES) {
        store_le32(to, parts->page[i].slot);
        store_le64(to + 4, parts->page[i].request.checksum);
    }
    for (uint32_t i = 0; i < parts->cohort_count; i++, to += 4) store_le32(to, parts->missing[i]);
    memcpy(to, parts->fresh, parts->cohort_count);
}

tilepdb_status scratch_state_write(const char *path, const struct scratch_state *state,
                                   const struct scratch_parts *parts, tilepdb_error *error) {
    const size_t bytes = file_bytes(parts->count, parts->cohort_count);
    uint8_t *file = calloc(1, bytes);
    if (!file) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for the state");
    head_store(state, file);
    store_le32(file + AT_PAGES, parts->count);
    store_le32(file + AT_COHORTS, parts->cohort_count);
    parts_store(parts, file + AT_PARTS);
    store_le64(file + bytes - CHECKSUM_BYTES, hash_bytes(file, bytes - CHECKSUM_BYTES));
    const tilepdb_status status = publish_bytes(path, file, bytes, error);
    free(file);
    return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static tilepdb_status file_check(const struct file_map *map, const char *path,
                                 tilepdb_error *error) {
    const uint8_t *data = map->data;
    const uint32_t order = BYTE_ORDER_MARK;
    if (map->size < AT_PARTS + CHECKSUM_BYTES || memcmp(data, MAGIC, MAGIC_BYTES) != 0)
        return error_set_code(error, TILEPDB_ERROR_FORMAT,
                              error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_KIND),
                              "'%s' is not the state of a generation, and is left as it is",
                              error_path(path));
    const uint32_t version = load_le32(data + AT_VERSION);
    if (load_le32(data + AT_FORMAT) != FORMAT || version < OLDEST_VERSION ||
        version > LIBRARY_VERSION)
        return error_set_code(
            error, TILEPDB_ERROR_VERSION,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_VERSION),
            "'%s' is of another version of tilepdb: go on with that one, or remove it "
            "to begin anew",
            error_path(path));
    const bool sized =
        map->size == file_bytes(load_le32(data + AT_PAGES), load_le32(data + AT_COHORTS));
    if (!sized || hash_bytes(data, map->size - CHECKSUM_BYTES) !=
                      load_le64(data + map->size - CHECKSUM_BYTES))
        return error_set_code(
            error, TILEPDB_ERROR_CHECKSUM,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_ALTERED),
            "'%s' was altered after it was written; remove it to begin anew", error_path(path));
    if (memcmp(data + AT_ORDER, &order, sizeof order) != 0)
        return error_set_code(
            error, TILEPDB_ERROR_VERSION,
            error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_VERSION),
            "'%s' is of a machine with another byte order: go on there, or remove it "
            "to begin anew",
            error_path(path));
    return TILEPDB_OK;
}

static bool head_load(const uint8_t *from, struct scratch_state *state) {
    const struct scratch_state wanted = *state;
    const bool same = from[AT_WIDTH] == wanted.pattern.width &&
                      from[AT_HEIGHT] == wanted.pattern.height &&
                      from[AT_GOAL_BLANK] == wanted.pattern.goal_blank &&
                      load_le32(from + AT_TILES) == wanted.pattern.tiles &&
                      from[AT_BLANK] == (uint8_t)wanted.kind.blank &&
                      from[AT_ENCODING] == (uint8_t)wanted.kind.encoding &&
                      from[AT_METRIC] == (uint8_t)wanted.kind.metric;
    state->level = (int)load_le32(from + AT_LEVEL);
    state->distances.levels = (int)load_le32(from + AT_LEVELS);
    state->reached = load_le64(from + AT_REACHED);
    for (size_t i = 0; i < TILEPDB_MAX_LEVELS; i++)
        state->distances.histogram[i] = load_le64(from + AT_HISTOGRAM + 8 * i);
    return same && state->level >= 0 && state->level < TILEPDB_MAX_LEVELS &&
           state->distances.levels >= 1 && state->distances.levels <= state->level + 1;
}

/* Checks slots, which determine allocations. */
static bool parts_load(const uint8_t *from, const struct scratch_parts *parts) {
    for (uint32_t i = 0; i < parts->count; i++, from += PAGE_BYTES) {
        parts->page[i].slot = load_le32(from);
        parts->page[i].request.checksum = load_le64(from + 4);
        if (parts->page[i].slot != SCRATCH_NONE && parts->page[i].slot >= 2 * parts->count)
            return false;
    }
    for (uint32_t i = 0; i < parts->cohort_count; i++, from += 4)
        parts->missing[i] = load_le32(from);
    for (uint32_t i = 0; i < parts->cohort_count; i++) parts->fresh[i] = from[i] != 0;
    return true;
}

static tilepdb_status state_load(const struct file_map *map, const char *path,
                                 struct scratch_state *state, const struct scratch_parts *parts,
                                 tilepdb_error *error) {
    const tilepdb_status status = file_check(map, path, error);
    if (status) return status;
    const bool fits = !parts || (load_le32(map->data + AT_PAGES) == parts->count &&
                                 load_le32(map->data + AT_COHORTS) == parts->cohort_count);
    if (fits && head_load(map->data, state) && (!parts || parts_load(map->data + AT_PARTS, parts)))
        return TILEPDB_OK;
    return error_set_code(error, TILEPDB_ERROR_FORMAT,
                          error_code_unusable(TILEPDB_MESSAGE_SCRATCH, TILEPDB_UNUSABLE_TASK),
                          "'%s' is the state of another table; remove it to begin anew",
                          error_path(path));
}

tilepdb_status scratch_state_read(const char *path, struct scratch_state *state,
                                  const struct scratch_parts *parts, tilepdb_error *error) {
    struct file_map map;
    tilepdb_status status = file_map_open(path, &map, error);
    if (status) return status;
    status = state_load(&map, path, state, parts, error);
    file_map_close(&map);
    return status;
}
