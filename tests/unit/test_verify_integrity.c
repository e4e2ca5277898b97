/* Integrity: the hash of the whole content detects what the checksums of single frames cannot. */
#include "container_fixture.h"

#include "tilepdb_tables.h"

static void swap(uint8_t *a, uint8_t *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint8_t kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

/* Swaps two stored frames with their checksums and corrects the head's checksum. */
static void swap_frames(struct file *file) {
    uint8_t *one = file->data + load_le32(file->data + AT_HEADER_BYTES) + FRAME_ENTRY_BYTES;
    uint8_t *other = one + FRAME_ENTRY_BYTES;
    const uint64_t bytes = load_le64(one + 8);
    assert_int_equal(bytes, load_le64(other + 8));
    swap(file->data + load_le64(one), file->data + load_le64(other), bytes);
    swap(one + 16, other + 16, FRAME_ENTRY_BYTES - 16);
    file_seal(file);
}

static void file_store(const struct file *file) {
    FILE *stream = fopen(FILE_NAME, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(file->data, 1, file->size, stream), file->size);
    assert_int_equal(fclose(stream), 0);
}

static tilepdb_status checked(uint64_t *hash, tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_open_options_init(&options);
    options.preload = true; /* every frame passes its own check */
    tilepdb_table *table;
    assert_int_equal(tilepdb_table_open(FILE_NAME, &options, &table, error), TILEPDB_OK);
    const tilepdb_status status = tilepdb_table_check(table, NULL, hash, error);
    tilepdb_table_close(table);
    return status;
}

static void swapped_frames_are_found(void **state) {
    (void)state;
    const tilepdb_pattern pattern = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0xF8};
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE};
    tilepdb_save_options options;
    tilepdb_save_options_init(&options);
    options.level = 0;
    tilepdb_table *table;
    tilepdb_table_info info;
    tilepdb_error error = {0};
    assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &table, &error), TILEPDB_OK);
    assert_int_equal(tilepdb_table_save(table, FILE_NAME, &options, &error), TILEPDB_OK);
    tilepdb_table_close(table);
    assert_int_equal(tilepdb_file_info(FILE_NAME, &info, &error), TILEPDB_OK);
    uint64_t hash = 0;
    assert_int_equal(checked(&hash, &error), TILEPDB_OK);
    assert_int_equal(hash, info.content_hash);
    struct file file = file_load(FILE_NAME);
    assert_true(info.frame_count > 3);
    swap_frames(&file);
    file_store(&file);
    assert_int_equal(checked(&hash, &error), TILEPDB_ERROR_CHECKSUM);
    assert_non_null(strstr(error.message, "content hash"));
    swap_frames(&file);
    file_store(&file);
    assert_int_equal(checked(&hash, &error), TILEPDB_OK);
    file_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(swapped_frames_are_found, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests_name("verify_integrity", tests, NULL, NULL);
}
