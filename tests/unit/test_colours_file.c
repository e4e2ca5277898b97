/*
 * Unit tests of colour tables in files: saved tables can be opened; the bytes are the same for any
 * number of threads; damaged and forged files are refused with a sentence.
 */
#include "container_fixture.h"

#include "table/colour_table.h"
#include "tilepdb_tables.h"

#define MULTI tilepdb_kind_default(TILEPDB_METRIC_MULTI)

static tilepdb_table *colours_of(const char *text, int width, int height, int blank) {
    tilepdb_pattern colouring;
    tilepdb_table *colours = NULL;
    tilepdb_error error;
    if (tilepdb_colouring_parse(text, width, height, blank, &colouring, &error) ||
        tilepdb_table_generate(&colouring, MULTI, NULL, &colours, &error))
        fail_msg("%s", error.message);
    return colours;
}

static struct file file_of(const tilepdb_table *colours, int level, int threads) {
    const tilepdb_save_options options = {.level = level, .threads = threads};
    tilepdb_error error;
    if (tilepdb_table_save(colours, FILE_NAME, &options, &error)) fail_msg("%s", error.message);
    return file_load(FILE_NAME);
}

/* Compares all members except those that only files have. */
static void assert_same_info(const tilepdb_table_info *is, const tilepdb_table_info *was) {
    tilepdb_table_info info = *is;
    assert_true(tilepdb_pattern_equal(&is->pattern, &was->pattern));
    info.pattern = was->pattern; /* including padding */
    info.file_bytes = was->file_bytes;
    info.frame_count = was->frame_count;
    info.frame_rows = was->frame_rows;
    info.stored_frames = was->stored_frames;
    info.format_version = was->format_version;
    assert_memory_equal(&info, was, sizeof info);
}

static void assert_same(const tilepdb_table *is, const tilepdb_table *was) {
    tilepdb_table_info is_info, was_info;
    tilepdb_table_info_get(is, &is_info);
    tilepdb_table_info_get(was, &was_info);
    assert_same_info(&is_info, &was_info);
    for (unsigned order = 0; order < COLOUR_ORDERS; order++) {
        const struct colour_table *a = is->colours, *b = was->colours;
        assert_int_equal(a->goal[order], b->goal[order]);
        assert_int_equal(a->bytes[order], b->bytes[order]);
        assert_memory_equal(a->entries[order], b->entries[order], a->bytes[order]);
    }
}

static void assert_described(const tilepdb_table *colours) {
    tilepdb_table_info info, was;
    tilepdb_table_info_get(colours, &was);
    assert_int_equal(tilepdb_file_info(FILE_NAME, &info, NULL), TILEPDB_OK);
    assert_same_info(&info, &was);
    assert_int_equal(info.format_version, 2);
    assert_int_equal(info.kind.metric, TILEPDB_METRIC_MULTI);
    assert_int_equal(info.kind.encoding, TILEPDB_ENCODING_MOD3);
    assert_int_equal(info.entries, was.axis_entries[0] + was.axis_entries[1]);
    uint64_t counted = 0;
    for (int i = 0; i < info.levels; i++) {
        assert_int_equal(info.histogram[i], was.axis_histogram[0][i] + was.axis_histogram[1][i]);
        counted += info.histogram[i];
    }
    assert_int_equal(info.reachable, counted);
}

static const struct {
    const char *text;
    int width, height, blank;
} samples[] = {
    {"1.", 2, 2, 3},        {"12345678.", 3, 3, 8},        {"1223/311./2233", 4, 3, 7},
    {"1122/334.", 4, 2, 7}, {"112/233/344/44.", 3, 4, 11},
};

static void what_is_saved_is_opened(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const char *text = i ? samples[i].text : "123.";
        tilepdb_table *made =
            colours_of(text, samples[i].width, samples[i].height, samples[i].blank);
        for (int level = 0; level <= 3; level += 3) {
            struct file first = file_of(made, level, 1), file = file_of(made, level, 3);
            assert_int_equal(file.size, first.size);
            assert_memory_equal(file.data, first.data, file.size);
            tilepdb_table *opened;
            assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &opened, NULL), TILEPDB_OK);
            assert_same(opened, made);
            tilepdb_table_close(opened);
            assert_int_equal(
                tilepdb_table_open_memory(file.data, file.size, "it", NULL, &opened, NULL),
                TILEPDB_OK);
            assert_same(opened, made);
            tilepdb_table_close(opened);
            assert_described(made);
            file_free(&first);
            file_free(&file);
        }
        tilepdb_table_close(made);
    }
}

/* Compares the bytes of a file with pdb/FORMAT.md: 3x3, all tiles different. */
static void bytes_are_as_specified(void **state) {
    (void)state;
    tilepdb_table *made = colours_of("12345678.", 3, 3, 8);
    struct file file = file_of(made, 0, 1);
    const uint64_t rows = (40320 * 3 + 16383) / 16384, levels = (uint64_t)made->info.levels;
    assert_int_equal(load_le32(file.data + 8), 2);
    assert_int_equal(load_le32(file.data + 12), 160 + 16 * levels);
    assert_int_equal(file.data[28], 2);
    assert_int_equal(file.data[29], 1);
    assert_int_equal(load_le16(file.data + 30), 2);
    assert_int_equal(load_le32(file.data + 32), 0x1FE);
    assert_int_equal(load_le64(file.data + 40), 16384);
    assert_int_equal(load_le64(file.data + 48), 4096);
    assert_int_equal(load_le64(file.data + 56), 2 * rows);
    assert_int_equal(load_le64(file.data + 64), 2 * 40320 * 3);
    assert_int_equal(file.data[128], 8);
    for (unsigned tile = 1; tile < 9; tile++) assert_int_equal(file.data[128 + tile], tile - 1);
    assert_int_equal(load_le64(file.data + 160), 1);
    assert_int_equal(load_le64(file.data + 160 + 8 * levels), 1);
    uint64_t counts[4] = {0};
    const uint8_t *entries = file.data + file.size - 2 * rows * 4096;
    for (uint64_t i = 0; i < 40320 * 3; i++) {
        const unsigned entry = (unsigned)entries[i / 4] >> i % 4 * 2 & 3u;
        assert_int_equal(entry, colour_table_entry(made->colours, COLOUR_ROWS, i));
        counts[entry]++;
    }
    assert_int_equal(counts[3], 40320 * 3 / 2); /* the other parity */
    uint64_t thirds[3] = {0};
    for (uint64_t i = 0; i < levels; i++) thirds[i % 3] += load_le64(file.data + 160 + 8 * i);
    assert_memory_equal(counts, thirds, sizeof thirds);
    assert_int_equal(entries[40320 * 3 / 4], 0xFF);
    file_free(&file);
    tilepdb_table_close(made);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void assert_refused(const struct file *file, tilepdb_status status, const char *words) {
    tilepdb_table *opened = NULL;
    tilepdb_error error = {0};
    const tilepdb_status is =
        tilepdb_table_open_memory(file->data, file->size, FILE_NAME, NULL, &opened, &error);
    if (!strstr(error.message, words)) assert_string_equal(error.message, words);
    assert_int_equal(is, status);
    assert_null(opened);
}

static void every_byte_is_checked(void **state) {
    (void)state;
    tilepdb_table *made = colours_of("12/34/5.", 2, 3, 5);
    for (int level = 0; level <= 3; level += 3) {
        struct file file = file_of(made, level, 1);
        for (size_t i = 0; i < file.size; i++) {
            tilepdb_table *opened = NULL;
            tilepdb_error error = {0};
            file.data[i] ^= (uint8_t)(1 << i % 8);
            assert_int_not_equal(
                tilepdb_table_open_memory(file.data, file.size, FILE_NAME, NULL, &opened, &error),
                TILEPDB_OK);
            assert_true(strlen(error.message) > strlen("'" FILE_NAME "': "));
            file.data[i] ^= (uint8_t)(1 << i % 8);
        }
        for (size_t size = 1; size < file.size; size += 97) {
            struct file cut = file_copy(&file, size);
            assert_refused(&cut, TILEPDB_ERROR_FORMAT, "the copy is incomplete");
            file_free(&cut);
        }
        file_free(&file);
    }
    tilepdb_table_close(made);
}

/* Fields that contradict each other, with a correct checksum. */
static void forgeries_are_refused(void **state) {
    (void)state;
    static const struct {
        size_t at;
        uint64_t value;
        unsigned bytes;
        const char *words;
    } forgeries[] = {
        {AT_METRIC, 0, 1, "a table of single-tile moves has format version 1, not 2"},
        {AT_METRIC, 200, 1, "unknown metric 200"},
        {AT_BLANK_POLICY, 1, 1, "unknown blank policy 1"},
        {AT_ENCODING, 0, 1, "cannot have the encoding 0"},
        {AT_INDEX, 1, 2, "unknown index 1"},
        {AT_RESERVED, 1, 8, "reserved bytes"},
        {AT_WIDTH, 13, 1, "13x3"},
        {AT_GOAL_BLANK, 9, 1, "cell 9"},
        {AT_COLOURING, 9, 1, "not a colouring"},
        {AT_COLOURING, 0, 1, "not a colouring"},
        {AT_COLOURING + 8, 9, 1, "not a colouring"},
        {AT_COLOURING + 9, 1, 1, "reserved bytes"},
        {AT_COLOURING + 31, 1, 1, "reserved bytes"},
        {AT_COLOURING + 3, 0, 1, "not a colouring"}, /* colour 2 then has no tile */
        {AT_TILES, 0xFE, 4, "has all tiles"},
        {AT_ENTRIES, 5, 8, "the table has 5 entries, its colouring"},
        {AT_ROWS, 7, 8, "not 7 of"},
        {AT_COLUMNS, 7, 8, "of 7"},
        {AT_ROW_BYTES, 64, 8, "and 64"},
        {AT_REACHABLE, 77, 8, "do not count the 77 reachable"},
        {AT_COLOUR_HISTOGRAMS, UINT64_MAX, 8, "do not count"},
        {AT_FRAME_ROWS, 0, 8, "frames of 0 rows"},
        {AT_VERSION, 1, 4, "a header of"},
        {AT_VERSION, 3, 4, "a header of"},
        {AT_VERSION, 4, 4, "newer tilepdb"},
    };
    tilepdb_table *made = colours_of("12345678.", 3, 3, 8);
    struct file file = file_of(made, 0, 1);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        struct file forged = file_copy(&file, file.size);
        for (unsigned byte = 0; byte < forgeries[i].bytes; byte++)
            forged.data[forgeries[i].at + byte] = (uint8_t)(forgeries[i].value >> 8 * byte);
        file_seal(&forged);
        assert_refused(&forged,
                       forgeries[i].value == 4 ? TILEPDB_ERROR_VERSION : TILEPDB_ERROR_FORMAT,
                       forgeries[i].words);
        file_free(&forged);
    }
    file_free(&file);
    tilepdb_table_close(made);
}

static void kinds_are_told_apart(void **state) {
    (void)state;
    static const tilepdb_kind odd = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT,
                                     TILEPDB_METRIC_MULTI};
    tilepdb_error error;
    tilepdb_table *colours = colours_of("12345678.", 3, 3, 8), *opened = NULL;
    const tilepdb_pattern tiles = {.width = 3, .height = 3, .goal_blank = 8, .tiles = 0x1E};
    const tilepdb_pattern *pattern = &colours->info.pattern;
    struct file file = file_of(colours, 0, 1);
    assert_int_equal(
        tilepdb_table_open_memory(file.data + 1, file.size - 1, "it", NULL, &opened, &error),
        TILEPDB_ERROR_FORMAT);
    uint8_t *odd_place = malloc(file.size + 1);
    assert_non_null(odd_place);
    memcpy(odd_place + 1, file.data, file.size);
    assert_int_equal(
        tilepdb_table_open_memory(odd_place + 1, file.size, "it", NULL, &opened, &error),
        TILEPDB_ERROR_ARGUMENT);
    free(odd_place);
    assert_non_null(strstr(error.message, "a multiple of 8"));
    assert_int_equal(tilepdb_table_generate(pattern, BITS, NULL, &opened, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "of multi-tile moves, not of single-tile ones"));
    assert_int_equal(tilepdb_table_generate(pattern, odd, NULL, &opened, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "mod3"));
    assert_int_equal(tilepdb_table_generate(&tiles, MULTI, NULL, &opened, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "has no colours"));
    tilepdb_table_close(colours);
    file_free(&file);
    tilepdb_table_close(table_of(tiles, BITS, 0));
    assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &opened, &error), TILEPDB_OK);
    assert_null(opened->colours);
    tilepdb_table_close(opened);
    assert_int_equal(tilepdb_table_open("nothing", NULL, &opened, NULL), TILEPDB_ERROR_NOT_FOUND);
    const tilepdb_open_options options = {.threads = -1};
    assert_int_equal(tilepdb_table_open(FILE_NAME, &options, &opened, NULL),
                     TILEPDB_ERROR_ARGUMENT);
}

static bool stop(const tilepdb_progress *progress, void *user) {
    (void)progress, (void)user;
    return false;
}

static void files_are_whole_or_absent(void **state) {
    (void)state;
    tilepdb_table *made = colours_of("12345678.", 3, 3, 8), *opened = NULL;
    const tilepdb_save_options save = {.progress = stop};
    const tilepdb_open_options open = {.progress = stop};
    assert_int_equal(tilepdb_table_save(made, FILE_NAME, &save, NULL), TILEPDB_CANCELLED);
    assert_int_equal(directory_count(), 0);
    assert_int_equal(tilepdb_table_save(made, "no/such", NULL, NULL), TILEPDB_ERROR_IO);
    assert_int_equal(tilepdb_table_save(made, FILE_NAME, NULL, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_open(FILE_NAME, &open, &opened, NULL), TILEPDB_CANCELLED);
    assert_null(opened);
    tilepdb_table_close(made);
}

static void names_and_drawings(void **state) {
    (void)state;
    char name[TILEPDB_FILE_NAME], drawing[TILEPDB_COLOURING_TEXT];
    tilepdb_pattern colouring, again;
    for (size_t i = 1; i < sizeof samples / sizeof *samples; i++) {
        assert_int_equal(tilepdb_colouring_parse(samples[i].text, samples[i].width,
                                                 samples[i].height, samples[i].blank, &colouring,
                                                 NULL),
                         TILEPDB_OK);
        const size_t length = tilepdb_colouring_draw(&colouring, drawing);
        assert_int_equal(length, strlen(drawing));
        assert_int_equal(tilepdb_colouring_parse(drawing, samples[i].width, samples[i].height,
                                                 samples[i].blank, &again, NULL),
                         TILEPDB_OK);
        assert_true(tilepdb_pattern_equal(&again, &colouring));
    }
    tilepdb_colouring_parse("abca/.dba/aaaa", 4, 3, 4, &colouring, NULL);
    tilepdb_colouring_draw(&colouring, drawing);
    assert_string_equal(drawing, "1231 .421 1111");
    const size_t length = tilepdb_table_file_name(&colouring, MULTI, name);
    assert_int_equal(length, strlen(name));
    assert_string_equal(name, "4x3_blank4_multi_12314211111.tpdb");
    tilepdb_colouring_parse("12345/6789a/bcdef/ghijk/lmno.", 5, 5, 24, &colouring, NULL);
    tilepdb_colouring_draw(&colouring, drawing);
    assert_string_equal(drawing, "12345 6789a bcdef ghijk lmno.");
    colouring.colours = 0;
    assert_int_equal(tilepdb_colouring_draw(&colouring, drawing), 0);
    assert_int_equal(tilepdb_table_file_name(&colouring, MULTI, name), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_saved_is_opened), TEST(bytes_are_as_specified),
        TEST(every_byte_is_checked),   TEST(forgeries_are_refused),
        TEST(kinds_are_told_apart),    TEST(files_are_whole_or_absent),
        TEST(names_and_drawings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
