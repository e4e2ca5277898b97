/*
 * Shared by the tests of the container: an empty directory for each test, tables of made-up
 * entries, and files in memory of their exact size, so that a sanitizer finds every read beyond the
 * end. The container does not use the index, so a table may have any number of columns.
 */
#ifndef TILEPDB_TESTS_CONTAINER_FIXTURE_H
#define TILEPDB_TESTS_CONTAINER_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>
#include <zstd.h>

#include "base/bytes.h"
#include "table/container.h"
#include "table/container_layout.h"
#include "table/container_rows.h"

#define FILE_NAME "table.tpdb"

/* A test in an empty directory. */
#define TEST(function) cmocka_unit_test_setup_teardown(function, directory_enter, directory_leave)

static const tilepdb_kind BITS = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
static const tilepdb_kind NIBBLES = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE,
                                     TILEPDB_METRIC_SINGLE};
static const tilepdb_kind PROJECTED = {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE,
                                       TILEPDB_METRIC_SINGLE};

static inline int directory_enter(void **state) {
    char *name = strdup(P_tmpdir "/tilepdb-test-XXXXXX");
    if (name == NULL || mkdtemp(name) == NULL || chdir(name) != 0) return -1;
    *state = name;
    return 0;
}

static inline int directory_leave(void **state) {
    remove(FILE_NAME);
    const int status = chdir("..") == 0 ? rmdir(*state) : -1;
    free(*state);
    return status;
}

static inline int directory_count(void) {
    DIR *entries = opendir(".");
    assert_non_null(entries);
    int count = -2; /* not "." and ".." */
    while (readdir(entries) != NULL) count++;
    closedir(entries);
    return count;
}

/* ---- tables ---------------------------------------------------------------------------------- */

struct sample {
    tilepdb_table_info info;
    uint64_t rows;
    uint64_t row_bytes;
    uint64_t bytes;
    uint8_t *entries;
};

/* Returns about 32 good bits. */
static inline uint32_t random_next(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* Makes a table of the first `tiles` tiles of 4x4 with `columns` columns. Entries are random,
 * but only bits of `noise` are set: 0xFF does not compress, and 0 compresses to almost nothing. */
static inline struct sample sample_make(tilepdb_kind kind, unsigned tiles, uint64_t columns,
                                        uint8_t noise) {
    struct sample sample = {.rows = 1};
    for (unsigned i = 2; i <= tiles; i++) sample.rows *= i;
    sample.row_bytes =
        kind.encoding == TILEPDB_ENCODING_BIT ? (columns + 7) / 8 : (columns + 1) / 2;
    if (sample.row_bytes >= 1024) sample.row_bytes = (sample.row_bytes + 63) / 64 * 64;
    sample.bytes = sample.rows * sample.row_bytes;
    tilepdb_table_info *info = &sample.info;
    info->pattern = (tilepdb_pattern){
        .width = 4, .height = 4, .goal_blank = 15, .tiles = ((1u << tiles) - 1u) << 1};
    info->kind = kind;
    info->entries = columns * sample.rows;
    info->reachable = info->entries - info->entries / 4;
    info->levels = 3;
    info->histogram[0] = info->entries / 4;
    info->histogram[2] = info->reachable - info->entries / 4;
    sample.entries = malloc(sample.bytes);
    assert_non_null(sample.entries);
    uint64_t state = tiles + columns;
    for (uint64_t i = 0; i < sample.bytes; i++)
        sample.entries[i] = (uint8_t)(random_next(&state) & noise);
    return sample;
}

static inline void sample_free(struct sample *sample) {
    free(sample->entries);
}

static inline struct row_source sample_source(const struct sample *sample) {
    return row_memory_source(sample->entries, sample->rows, sample->row_bytes);
}

static inline tilepdb_status sample_write(const struct sample *sample, int level, int threads,
                                          tilepdb_error *error) {
    const tilepdb_save_options options = {.level = level, .threads = threads};
    const struct row_source source = sample_source(sample);
    return container_write(FILE_NAME, &sample->info, &source, &options, error);
}

/* ---- files in memory ------------------------------------------------------------------------- */

struct file {
    uint8_t *data;
    size_t size;
};

static inline struct file file_load(const char *path) {
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    fseek(stream, 0, SEEK_END);
    struct file file = {.size = (size_t)ftell(stream)};
    rewind(stream);
    file.data = malloc(file.size + 1);
    assert_non_null(file.data);
    assert_int_equal(fread(file.data, 1, file.size, stream), file.size);
    fclose(stream);
    file.data = realloc(file.data, file.size > 0 ? file.size : 1);
    return file;
}

static inline struct file file_copy(const struct file *file, size_t size) {
    struct file copy = {.data = malloc(size > 0 ? size : 1), .size = size};
    assert_non_null(copy.data);
    memcpy(copy.data, file->data, size < file->size ? size : file->size);
    return copy;
}

static inline void file_free(struct file *file) {
    free(file->data);
}

/* Returns the file that container_write makes of a sample. */
static inline struct file sample_file(const struct sample *sample, int level) {
    tilepdb_error error = {0};
    const tilepdb_status status = sample_write(sample, level, 2, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, TILEPDB_OK);
    return file_load(FILE_NAME);
}

/* Like sample_file, and frees the sample. */
static inline struct file sample_file_of(struct sample sample, int level) {
    const struct file file = sample_file(&sample, level);
    sample_free(&sample);
    return file;
}

/* Corrects the head's checksum after fields were forged. Does nothing if the forged size puts
 * the checksum outside the file. */
static inline void file_seal(struct file *file) {
    const uint64_t header = load_le32(file->data + AT_HEADER_BYTES);
    const uint64_t frames = load_le64(file->data + AT_FRAME_COUNT);
    if (frames > file->size / FRAME_ENTRY_BYTES) return;
    const uint64_t end = header + frames * FRAME_ENTRY_BYTES;
    if (end + CHECKSUM_BYTES > file->size) return;
    store_le64(file->data + end, XXH3_64bits(file->data, end));
}

static inline tilepdb_status head_of(const struct file *file, struct container_head *head,
                                     tilepdb_error *error) {
    const struct file_map map = {.data = file->data, .size = file->size};
    return container_read_head(&map, FILE_NAME, head, error);
}

/* Loads all rows and compares them with `entries` unless that is NULL. Frees the head. */
static inline tilepdb_status rows_read(const struct file *file, struct container_head *head,
                                       const uint8_t *entries, const tilepdb_open_options *options,
                                       tilepdb_error *error) {
    const struct file_map map = {.data = file->data, .size = file->size};
    const uint64_t bytes = head->info.table_bytes;
    struct container_rows *rows;
    tilepdb_status status = container_rows_create(&rows, &map, FILE_NAME, head, error);
    if (status != TILEPDB_OK) return status;
    status = container_rows_load_all(rows, options, error);
    if (status == TILEPDB_OK && entries != NULL)
        assert_memory_equal(container_rows_entries(rows), entries, bytes);
    container_rows_free(rows);
    return status;
}

/* Reads the head, then all rows. `error` must not be NULL. */
static inline tilepdb_status file_read(const struct file *file, const uint8_t *entries, int threads,
                                       tilepdb_error *error) {
    const tilepdb_open_options options = {.threads = threads};
    struct container_head head;
    const tilepdb_status status = head_of(file, &head, error);
    if (status == TILEPDB_OK) return rows_read(file, &head, entries, &options, error);
    assert_null(head.frames);
    return status;
}

static inline tilepdb_table *table_of(tilepdb_pattern pattern, tilepdb_kind kind, int level) {
    tilepdb_error error;
    tilepdb_table *table;
    tilepdb_save_options save;
    tilepdb_save_options_init(&save);
    save.level = level;
    if (tilepdb_table_generate(&pattern, kind, NULL, &table, &error) ||
        tilepdb_table_save(table, FILE_NAME, &save, &error))
        fail_msg("%s", error.message);
    return table;
}

/* Flips a bit of the first frame, which is far from the goal, since the goal's code is the last. */
static inline void first_frame_spoil(void) {
    struct file file = file_load(FILE_NAME);
    struct container_head head;
    assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
    assert_in_range(head.info.frame_count, 3, 1000);
    file.data[head.frames[0].offset + 5] ^= 4;
    FILE *spoilt = fopen(FILE_NAME, "wb");
    assert_non_null(spoilt);
    assert_int_equal(fwrite(file.data, 1, file.size, spoilt), file.size);
    assert_int_equal(fclose(spoilt), 0);
    container_head_free(&head);
    file_free(&file);
}

#endif
