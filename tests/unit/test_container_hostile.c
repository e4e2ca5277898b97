/*
 * Unit tests of src/table/container with damaged and forged files. Each is refused with a sentence,
 * and with the status of damage or of forgery.
 */
#include "container_fixture.h"

static void assert_refused(const struct file *file, tilepdb_status status, const char *words) {
    struct container_head head;
    tilepdb_error error = {0};
    const tilepdb_status is = head_of(file, &head, &error);
    assert_null(head.frames);
    if (strstr(error.message, words) == NULL) assert_string_equal(error.message, words);
    assert_int_equal(is, status);
    assert_int_equal(error.status, status);
    assert_int_equal(head_of(file, &head, NULL), status);
}

static size_t payload_offset(const struct file *file) {
    struct container_head head;
    assert_int_equal(head_of(file, &head, NULL), TILEPDB_OK);
    const size_t offset = head.frames[0].offset;
    container_head_free(&head);
    return offset;
}

static void swap_bytes(uint8_t *a, uint8_t *b, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; i++) {
        const uint8_t other = a[i];
        a[i] = b[i];
        b[i] = other;
    }
}

/* ---- damage ---------------------------------------------------------------------------------- */

/* Flips every bit of the head and of the zeros after it. */
static void test_flips_in_head(void **state) {
    (void)state;
    struct file file = sample_file_of(sample_make(NIBBLES, 5, 1023, 0x11), 1);
    const size_t end = payload_offset(&file);
    for (size_t i = 0; i < end; i++) {
        for (int bit = 0; bit < 9; bit++) {
            const uint8_t flip = (uint8_t)(bit < 8 ? 1 << bit : 0xFF);
            file.data[i] ^= flip;
            struct container_head head;
            tilepdb_error error = {0};
            assert_int_not_equal(head_of(&file, &head, &error), TILEPDB_OK);
            assert_true(strlen(error.message) > strlen("'" FILE_NAME "': "));
            file.data[i] ^= flip;
        }
    }
    assert_int_equal(payload_offset(&file), end);
    file_free(&file);
}

/* Flips every bit of the frames, stored and compressed; the head stays valid. */
static void test_flips_in_frames(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 4, 90, 0x11);
    for (int level = 0; level <= 19; level += 19) {
        struct file file = sample_file(&sample, level);
        for (size_t i = payload_offset(&file); i < file.size; i++) {
            for (int bit = 0; bit < 8; bit++) {
                file.data[i] ^= (uint8_t)(1 << bit);
                tilepdb_error error;
                assert_int_equal(file_read(&file, NULL, 1, &error), TILEPDB_ERROR_CHECKSUM);
                assert_non_null(strstr(error.message, "'" FILE_NAME "': frame 0 was altered"));
                file.data[i] ^= (uint8_t)(1 << bit);
            }
        }
        file_free(&file);
    }
    sample_free(&sample);
}

static void test_truncations(void **state) {
    (void)state;
    struct file file = sample_file_of(sample_make(BITS, 3, 70, 0xFF), 0);
    for (size_t size = 0; size < file.size; size++) {
        struct file cut = file_copy(&file, size);
        assert_refused(&cut, TILEPDB_ERROR_FORMAT, size == 0 ? "" : "the copy is incomplete");
        file_free(&cut);
    }
    struct file cut = file_copy(&file, 1234);
    assert_refused(&cut, TILEPDB_ERROR_FORMAT, "1,234 bytes long, should be 4,150");
    file_free(&cut);
    struct file longer = file_copy(&file, file.size + 1);
    longer.data[file.size] = 0;
    assert_refused(&longer, TILEPDB_ERROR_FORMAT, "4,151 bytes long, should be 4,150");
    file_free(&longer);
    file_free(&file);
}

static void test_no_table(void **state) {
    (void)state;
    struct file file = sample_file_of(sample_make(BITS, 3, 70, 0xFF), 0);
    file.data[0] &= 0x7F; /* a transfer with seven bits */
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "copied as text");
    file.data[0] |= 0x80;
    memmove(file.data + 5, file.data + 6, file.size - 6); /* CR LF becomes LF */
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "copied as text");
    memset(file.data, 0, file.size);
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "not a tilepdb table");
    file_free(&file);
}

static void test_versions(void **state) {
    (void)state;
    struct file file = sample_file_of(sample_make(BITS, 3, 70, 0xFF), 0);
    store_le32(file.data + AT_VERSION, 4);
    /* A newer version may have any other contents. */
    memset(file.data + AT_HEADER_BYTES, 0xEE, file.size - AT_HEADER_BYTES);
    assert_refused(&file, TILEPDB_ERROR_VERSION,
                   "format version 4, this library reads versions up to 3");
    store_le32(file.data + AT_VERSION, 0);
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "format version 0");
    file_free(&file);
}

/* The first bad frame is reported, whichever thread finds a bad one. */
static void test_first_bad_frame(void **state) {
    (void)state;
    struct file file = sample_file_of(sample_make(NIBBLES, 6, 8192, 0x11), 1);
    struct container_head head;
    assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
    for (uint64_t i = 3; i < head.info.frame_count; i += 2) file.data[head.frames[i].offset] ^= 1;
    for (int threads = 1; threads <= 4; threads++) {
        tilepdb_error error;
        assert_int_equal(file_read(&file, NULL, threads, &error), TILEPDB_ERROR_CHECKSUM);
        assert_non_null(strstr(error.message, "frame 3 "));
    }
    container_head_free(&head);
    file_free(&file);
}

static void test_swapped_frames(void **state) {
    (void)state;
    struct file file =
        sample_file_of(sample_make(BITS, 6, 8192, 0xFF), 0); /* stored, 23 frames of 32 rows */
    struct container_head head;
    assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
    uint8_t *one = file.data + head.frames[0].offset, *two = file.data + head.frames[1].offset;
    swap_bytes(one, two, head.frames[0].size);
    tilepdb_error error;
    assert_int_equal(file_read(&file, NULL, 2, &error), TILEPDB_ERROR_CHECKSUM);
    /* With swapped entries of the frame table, offsets are out of order. */
    uint8_t *table = file.data + load_le32(file.data + AT_HEADER_BYTES);
    swap_bytes(table, table + FRAME_ENTRY_BYTES, FRAME_ENTRY_BYTES);
    file_seal(&file);
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "frame 0 is at");
    container_head_free(&head);
    file_free(&file);
}

/* ---- forgery: the checksum of the head is right ---------------------------------------------- */

struct forgery {
    size_t at;
    int bytes;
    uint64_t value;
    const char *words;
};

static void number_store(uint8_t *to, int bytes, uint64_t value) {
    for (int i = 0; i < bytes; i++) to[i] = (uint8_t)(value >> 8 * i);
}

static void forgeries_refused(const struct file *file, const struct forgery *forgeries,
                              size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct file forged = file_copy(file, file->size);
        number_store(forged.data + forgeries[i].at, forgeries[i].bytes, forgeries[i].value);
        file_seal(&forged);
        assert_refused(&forged, TILEPDB_ERROR_FORMAT, forgeries[i].words);
        file_free(&forged);
    }
}

static void test_forged_header(void **state) {
    (void)state;
    const struct forgery forgeries[] = {
        {AT_HEADER_BYTES, 4, 0, "a header of 0 bytes"},
        {AT_HEADER_BYTES, 4, UINT32_MAX, "a header of 4294967295 bytes"},
        {AT_FILE_BYTES, 8, 4096, "something was added"},
        {AT_FILE_BYTES, 8, UINT64_MAX, "should be 18,446,744,073,709,551,615"},
        {AT_WIDTH, 1, 1, "1x4 is not a valid board size"},
        {AT_WIDTH, 1, 13, "13x4 is not a valid board size"},
        {AT_HEIGHT, 1, 7, "4x7 is not a valid board size"},
        {AT_HEIGHT, 1, 255, "4x255 is not a valid board size"},
        {AT_GOAL_BLANK, 1, 16, "cell 16 of 16"},
        {AT_BLANK_POLICY, 1, 2, "unknown blank policy 2"},
        {AT_ENCODING, 1, 2, "unknown encoding 2"},
        {AT_METRIC, 1, 1, "reserved bytes"},
        {AT_INDEX, 2, 0, "unknown index 0"},
        {AT_INDEX, 2, 257, "unknown index 257"},
        {AT_TILES, 4, 0, "0 tiles"},
        {AT_TILES, 4, 0x3F, "not on the board"},
        {AT_TILES, 4, 0x1001E, "not on the board"},
        {AT_TILES, 4, 0xFFFE, "15 tiles"},
        {AT_TILES, 4, 0x1E, "its pattern 24"},
        {AT_LEVELS, 4, 0, "0 levels"},
        {AT_LEVELS, 4, 2, "2 levels"},
        {AT_LEVELS, 4, 257, "257 levels"},
        {AT_LEVELS, 4, 3u | 1u << 29, "levels"}, /* 8 times that is 24 in 32 bits */
        {AT_COLUMNS, 8, 0, "0 columns"},
        {AT_COLUMNS, 8, UINT64_MAX, "columns"},
        {AT_COLUMNS, 8, 1023 + (UINT64_C(1) << 61), "columns"},
        {AT_COLUMNS, 8, 1024, "122,760 entries are not 1,024 columns"},
        {AT_ROW_BYTES, 8, 511, "rows of 511 bytes"},
        {AT_ROW_BYTES, 8, 0, "rows of 0 bytes"},
        {AT_ROW_BYTES, 8, UINT64_MAX, "rows of"},
        {AT_ROWS, 8, 0, "0 rows"},
        {AT_ROWS, 8, UINT64_C(1) << 63, "rows, its pattern 120"},
        {AT_ENTRIES, 8, 0, "0 entries"},
        {AT_ENTRIES, 8, UINT64_MAX, "entries"},
        {AT_REACHABLE, 8, UINT64_MAX, "histogram"},
        {AT_REACHABLE, 8, 0, "histogram"},
        {AT_FRAME_ROWS, 8, 0, "frames of 0 rows"},
        {AT_FRAME_ROWS, 8, 121, "frames of 121 rows"},
        {AT_FRAME_ROWS, 8, 59, "frames of 59 rows"},
        {AT_FRAME_COUNT, 8, 0, "0 frames"},
        {AT_FRAME_COUNT, 8, 1, "1 frames"},
        {AT_FRAME_COUNT, 8, 3, "3 frames"},
        {AT_FRAME_COUNT, 8, UINT64_MAX, "does not fit"},
        {AT_FRAME_COUNT, 8, 2 + (UINT64_C(1) << 59), "does not fit"}, /* 32 times that is 64 */
        {AT_RESERVED, 8, 1, "reserved bytes"},
        {AT_HISTOGRAM - 1, 1, 128, "reserved bytes"},
        {AT_HISTOGRAM, 8, 0, "histogram"},
        {AT_HISTOGRAM + 8, 8, UINT64_MAX, "histogram"},
        {AT_HISTOGRAM + 16, 8, 0, "histogram"},
    };
    struct file file = sample_file_of(sample_make(NIBBLES, 5, 1023, 0x11), 1);
    forgeries_refused(&file, forgeries, sizeof forgeries / sizeof *forgeries);
    file.data[AT_BLANK_POLICY] = TILEPDB_BLANK_PROJECTED;
    file.data[AT_ENCODING] = TILEPDB_ENCODING_BIT;
    file_seal(&file);
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "cannot have the encoding bit");
    file_free(&file);
}

static void test_forged_frame_table(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 5, 1023, 0x11);
    struct file file = sample_file(&sample, 1);
    const size_t one = load_le32(file.data + AT_HEADER_BYTES), two = one + FRAME_ENTRY_BYTES;
    const uint64_t first = load_le64(file.data + one), second = load_le64(file.data + two);
    const uint64_t bytes = 64 * sample.row_bytes;
    const struct forgery forgeries[] = {
        {one, 8, 0, "frame 0 is at 0"},
        {one, 8, first + 4096, "frame 0 is at"},
        {one, 8, UINT64_MAX, "frame 0 is at"},
        {two, 8, first, "frame 1 is at"},
        {two, 8, second - 1, "frame 1 is at"},
        {one + FRAME_AT_SIZE, 8, UINT64_MAX, "ends beyond the file"},
        {one + FRAME_AT_SIZE, 8, file.size - first + 1, "ends beyond the file"},
        {one + FRAME_AT_SIZE, 8, second - first - 1, "frame 1 is at"},
        {one + FRAME_AT_SIZE, 8, 0, "compresses 32,768 bytes as 0"},
        {one + FRAME_AT_SIZE, 8, bytes / 1024 - 1, "compresses 32,768 bytes as 31"},
        {two + FRAME_AT_SIZE, 8, file.size - second - 1, "should be"},
        {one + FRAME_AT_METHOD, 4, METHOD_STORED, "stores 32,768 bytes as"},
        {one + FRAME_AT_METHOD, 4, 2, "unknown method 2"},
        {two + FRAME_AT_METHOD, 4, UINT32_MAX, "unknown method"},
        {two + FRAME_ENTRY_BYTES + CHECKSUM_BYTES, 1, 1, "is not zero"},
        {first - 1, 1, 1, "byte 4,095, before the frames, is not zero"},
    };
    forgeries_refused(&file, forgeries, sizeof forgeries / sizeof *forgeries);
    file_free(&file);
    file = sample_file(&sample, 0);
    const struct forgery stored[] = {
        {one + FRAME_AT_PAYLOAD_CHECK, 4, 0, "contradict each other"},
        {one + FRAME_AT_METHOD, 4, METHOD_ZSTD, "compresses 32,768 bytes as 32,768"},
    };
    forgeries_refused(&file, stored, 2);
    file_free(&file);
    sample_free(&sample);
}

/* Version 2 is only for colour tables, whose files are in tests/unit/test_colours_file.c. */
static void test_forged_metric(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 5, 1023, 0x11);
    struct file file = sample_file(&sample, 1);
    const struct forgery forgeries[] = {
        {AT_METRIC, 1, 1, "reserved bytes"},       {AT_METRIC, 1, 200, "reserved bytes"},
        {AT_RESERVED, 8, 1, "reserved bytes"},     {AT_HISTOGRAM - 1, 1, 128, "reserved bytes"},
        {AT_ENCODING, 1, 2, "unknown encoding 2"},
    };
    forgeries_refused(&file, forgeries, sizeof forgeries / sizeof *forgeries);
    assert_int_equal(load_le32(file.data + AT_VERSION), 1);
    store_le32(file.data + AT_VERSION, 2);
    file_seal(&file);
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "a header of");
    file_free(&file);
    sample.info.kind.metric = TILEPDB_METRIC_MULTI;
    assert_int_equal(sample_write(&sample, 0, 1, NULL), TILEPDB_ERROR_INTERNAL);
    sample_free(&sample);
}

/* A consistent head that needs 2^60 bytes. */
static void test_forged_giant(void **state) {
    (void)state;
    struct file file = sample_file_of(sample_make(NIBBLES, 1, 1000, 0x11), 1);
    const uint64_t columns = UINT32_MAX, rows = 479001600;
    store_le32(file.data + AT_TILES, 0x1FFE);
    store_le64(file.data + AT_COLUMNS, columns);
    store_le64(file.data + AT_ROW_BYTES, UINT64_C(1) << 31);
    store_le64(file.data + AT_ROWS, rows);
    store_le64(file.data + AT_ENTRIES, columns * rows);
    store_le64(file.data + AT_FRAME_ROWS, rows);
    file_seal(&file);
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "frame 0 compresses");
    store_le64(file.data + AT_FRAME_ROWS, 1);
    file_seal(&file);
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "1 frames of 1 rows are not");
    store_le64(file.data + AT_FRAME_COUNT, rows);
    assert_refused(&file, TILEPDB_ERROR_FORMAT, "the head does not fit");
    file_free(&file);
}

static struct file payload_forge(const struct file *file, const void *payload, size_t size) {
    const size_t begin = payload_offset(file);
    struct file forged = file_copy(file, begin);
    forged.data = realloc(forged.data, begin + size);
    assert_non_null(forged.data);
    forged.size = begin + size;
    memcpy(forged.data + begin, payload, size);
    uint8_t *entry = forged.data + load_le32(forged.data + AT_HEADER_BYTES);
    store_le64(forged.data + AT_FILE_BYTES, forged.size);
    store_le64(entry + FRAME_AT_SIZE, size);
    store_le32(entry + FRAME_AT_PAYLOAD_CHECK, (uint32_t)XXH3_64bits(payload, size));
    file_seal(&forged);
    return forged;
}

static void test_forged_payload(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 3, 900, 0x11);
    struct file file = sample_file(&sample, 1);
    uint8_t payload[4096];
    const struct {
        uint64_t bytes; /* inflated size; 0 if it is not a zstd frame */
        tilepdb_status status;
        const char *words;
    } forgeries[] = {
        {0, TILEPDB_ERROR_FORMAT, "frame 0 does not inflate"},
        {sample.bytes - 1, TILEPDB_ERROR_FORMAT, "frame 0 inflates to 2,699 bytes, not 2,700"},
        {sample.bytes, TILEPDB_ERROR_CHECKSUM, "frame 0 was altered"},
    };
    sample.entries[7] ^= 1;
    for (int i = 0; i < 3; i++) {
        size_t size = 100;
        memset(payload, 0x5A, size);
        if (forgeries[i].bytes > 0)
            size = ZSTD_compress(payload, sizeof payload, sample.entries, forgeries[i].bytes, 1);
        struct file forged = payload_forge(&file, payload, size);
        tilepdb_error error;
        assert_int_equal(file_read(&forged, NULL, 1, &error), forgeries[i].status);
        assert_non_null(strstr(error.message, forgeries[i].words));
        file_free(&forged);
    }
    file_free(&file);
    sample_free(&sample);
}

/* Random bytes in header and frame table, with a correct checksum. Rows that can be read are
 * right. */
static void test_random_forgeries(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 5, 1023, 0x11);
    struct file file = sample_file(&sample, 1);
    const uint32_t end = load_le32(file.data + AT_HEADER_BYTES) + 2 * FRAME_ENTRY_BYTES;
    uint64_t random = 1;
    int refused = 0;
    for (int i = 0; i < 10000; i++) {
        struct file forged = file_copy(&file, file.size);
        for (uint32_t changes = 1 + random_next(&random) % 3; changes > 0; changes--) {
            uint8_t *byte = forged.data + AT_HEADER_BYTES;
            byte += random_next(&random) % (end - AT_HEADER_BYTES);
            *byte = (uint8_t)(random_next(&random) % 4 ? random_next(&random) : 0);
        }
        file_seal(&forged);
        tilepdb_error error;
        refused += file_read(&forged, sample.entries, 1, &error) != TILEPDB_OK;
        file_free(&forged);
    }
    assert_in_range(refused, 8000, 9999);
    file_free(&file);
    sample_free(&sample);
}

/* ---- mutants --------------------------------------------------------------------------------- */

/* 10,000 mutated files, the same in every run: flipped bits, files cut or lengthened, swapped
 * frames, forged fields of header and frame table, half of these with a correct checksum. Each
 * file is refused with a sentence, or answers as the sound file does. */
#define MUTANTS 10000

static uint64_t mutation_state;

static uint64_t below(uint64_t bound) {
    return random_next(&mutation_state) % bound;
}

static void flip_bits(struct file *file, uint64_t first, uint64_t end) {
    for (uint64_t n = 1 + below(4); n > 0; n--)
        file->data[first + below(end - first)] ^= (uint8_t)(1u << below(8));
}

static void resize(struct file *file) {
    const size_t size = below(3) > 0 ? below(file->size) : file->size + 1 + below(5000);
    struct file other = file_copy(file, size);
    if (size > file->size) memset(other.data + file->size, (int)below(2) * 0xA5, size - file->size);
    file_free(file);
    *file = other;
}

/* Swaps the payloads of two frames, up to the shorter length, or their entries in the frame
 * table. */
static void swap_frames(struct file *file, const struct container_head *head) {
    const uint64_t a = below(head->info.frame_count), b = below(head->info.frame_count);
    const struct container_frame *one = &head->frames[a], *other = &head->frames[b];
    const uint64_t bytes = one->size < other->size ? one->size : other->size;
    uint8_t *table = file->data + load_le32(file->data + AT_HEADER_BYTES);
    if (below(2) == 0)
        swap_bytes(file->data + one->offset, file->data + other->offset, bytes);
    else
        swap_bytes(table + a * FRAME_ENTRY_BYTES, table + b * FRAME_ENTRY_BYTES, FRAME_ENTRY_BYTES);
}

/* Forges a length, a count or an offset: an extreme value, or one near the original. */
static void forge(struct file *file, uint64_t first, uint64_t end) {
    static const uint64_t extremes[] = {0,          1,          0x7FFFFFFF, 0xFFFFFFFF,
                                        1ull << 32, 1ull << 63, UINT64_MAX, UINT64_MAX - 4095};
    uint8_t *at = file->data + first + below((end - first) / 8) * 8;
    const uint64_t was = load_le64(at);
    switch (below(4)) {
    case 0:
        store_le64(at, extremes[below(8)]);
        break;
    case 1:
        store_le64(at, was + below(9) - 4);
        break;
    case 2:
        store_le64(at, was * (2 + below(3)));
        break;
    default:
        store_le32(at + 4 * below(2), random_next(&mutation_state));
        break;
    }
}

static bool mutate(struct file *file, const struct container_head *head) {
    const uint64_t table = load_le32(file->data + AT_HEADER_BYTES);
    const uint64_t frames = head->frames[0].offset;
    const uint64_t table_end = table + head->info.frame_count * FRAME_ENTRY_BYTES;
    switch (below(6)) {
    case 0:
        flip_bits(file, 0, frames);
        return false;
    case 1:
        flip_bits(file, frames, file->size);
        return false;
    case 2:
        resize(file);
        return false;
    case 3:
        swap_frames(file, head);
        break;
    case 4:
        forge(file, 8, table);
        break;
    default:
        forge(file, table, table_end);
        break;
    }
    const bool sealed = below(2) == 0;
    if (sealed) file_seal(file);
    return sealed;
}

/* Reads the whole mutant. Returns whether it answered; its answers must be those of the sound
 * file. */
static bool answers(const struct file *mutant, const struct sample *sample, uint64_t bytes) {
    const tilepdb_open_options options = {.threads = 1};
    struct container_head head;
    tilepdb_error error = {0};
    tilepdb_status status = head_of(mutant, &head, &error);
    if (status == TILEPDB_OK) {
        assert_int_equal(head.info.table_bytes, bytes);
        status = rows_read(mutant, &head, sample->entries, &options, &error);
    }
    if (status == TILEPDB_OK) return true;
    assert_true(status == TILEPDB_ERROR_CHECKSUM || status == TILEPDB_ERROR_FORMAT ||
                status == TILEPDB_ERROR_VERSION);
    assert_int_equal(error.status, status);
    assert_true(strlen(error.message) > strlen("'" FILE_NAME "': "));
    return false;
}

/* Mutates one table, stored or compressed. Returns the number of mutants that answered. */
static int mutants_of(struct sample sample, int level, int count) {
    struct file file = sample_file(&sample, level);
    struct container_head head;
    assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
    assert_true(head.info.frame_count >= 3);
    int answered = 0;
    for (int i = 0; i < count; i++) {
        struct file mutant = file_copy(&file, file.size);
        const bool sealed = mutate(&mutant, &head);
        const bool same =
            mutant.size == file.size && memcmp(mutant.data, file.data, file.size) == 0;
        const bool answer = answers(&mutant, &sample, sample.bytes);
        if (same) assert_true(answer);
        if (!same && !sealed) assert_false(answer);
        answered += answer;
        file_free(&mutant);
    }
    container_head_free(&head);
    file_free(&file);
    sample_free(&sample);
    return answered;
}

static void test_mutants(void **state) {
    (void)state;
    const tilepdb_kind kinds[] = {BITS, NIBBLES, PROJECTED};
    const uint64_t columns[] = {30000, 8191, 7000};
    int answered = 0;
    mutation_state = 4;
    for (int i = 0; i < 6; i++) {
        const int count = MUTANTS * (i + 1) / 6 - MUTANTS * i / 6;
        answered += mutants_of(sample_make(kinds[i / 2], 4, columns[i / 2], 0x11), i % 2, count);
    }
    /* Mutants without a change, or with a correct checksum and a change that rows do not depend
     * on. */
    assert_in_range(answered, 1, MUTANTS / 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_flips_in_head),    TEST(test_flips_in_frames), TEST(test_truncations),
        TEST(test_no_table),         TEST(test_versions),        TEST(test_first_bad_frame),
        TEST(test_swapped_frames),   TEST(test_forged_header),   TEST(test_forged_frame_table),
        TEST(test_forged_metric),    TEST(test_forged_giant),    TEST(test_forged_payload),
        TEST(test_random_forgeries), TEST(test_mutants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
