/*
 * Unit tests of src/table/container: round trips, and the same bytes for any number of threads.
 * Damaged files are in tests/unit/test_container_hostile.c.
 */
#include "container_fixture.h"

#include <ctype.h>

/* ---- round trips ----------------------------------------------------------------------------- */

static void assert_same_info(const struct sample *sample, const struct container_head *head,
                             const struct file *file) {
    const tilepdb_table_info *is = &head->info, *was = &sample->info;
    assert_int_equal(is->pattern.width, was->pattern.width);
    assert_int_equal(is->pattern.height, was->pattern.height);
    assert_int_equal(is->pattern.goal_blank, was->pattern.goal_blank);
    assert_int_equal(is->pattern.tiles, was->pattern.tiles);
    assert_memory_equal(&is->kind, &was->kind, sizeof is->kind);
    assert_int_equal(is->entries, was->entries);
    assert_int_equal(is->reachable, was->reachable);
    assert_int_equal(is->levels, was->levels);
    assert_memory_equal(is->histogram, was->histogram, sizeof is->histogram);
    assert_int_equal(is->table_bytes, sample->bytes);
    assert_int_equal(is->file_bytes, file->size);
    assert_int_equal(is->format_version, 1);
    assert_int_equal(head->rows, sample->rows);
    assert_int_equal(head->row_bytes, sample->row_bytes);
}

static void assert_same_frames(const struct sample *sample, const struct container_head *head,
                               const struct file *file) {
    const struct file_map map = {.data = file->data, .size = file->size};
    const struct container_file opened = {&map, FILE_NAME, head};
    struct inflater *inflater = inflater_create();
    for (uint64_t i = head->info.frame_count; i-- > 0;) {
        const uint64_t bytes = container_frame_bytes(head, i);
        const bool stored = head->frames[i].stored;
        uint8_t *rows = malloc(bytes);
        assert_non_null(rows);
        assert_int_equal(container_read_frame(&opened, i, stored ? NULL : inflater, rows, NULL),
                         TILEPDB_OK);
        assert_memory_equal(rows, sample->entries + i * head->info.frame_rows * head->row_bytes,
                            bytes);
        free(rows);
    }
    inflater_free(inflater);
}

static void round_trip(tilepdb_kind kind, unsigned tiles, uint64_t columns, uint8_t noise,
                       int level) {
    struct sample sample = sample_make(kind, tiles, columns, noise);
    struct file file = sample_file(&sample, level);
    struct container_head head;
    assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
    assert_same_info(&sample, &head, &file);
    assert_same_frames(&sample, &head, &file);
    if (level == 0) assert_true(head.contiguous);
    if (head.contiguous) {
        assert_int_equal(head.frames[0].offset % PAYLOAD_ALIGNMENT, 0);
        assert_memory_equal(file.data + head.frames[0].offset, sample.entries, sample.bytes);
    }
    container_head_free(&head);
    tilepdb_error error;
    for (int threads = 0; threads <= 4; threads += 2)
        assert_int_equal(file_read(&file, sample.entries, threads, &error), TILEPDB_OK);
    file_free(&file);
    sample_free(&sample);
    assert_int_equal(directory_count(), 1);
}

static void test_round_trips(void **state) {
    (void)state;
    const int levels[] = {0, 1, 19};
    for (int i = 0; i < 3; i++) {
        round_trip(BITS, 1, 4, 0xFF, levels[i]);
        round_trip(BITS, 2, 9, 0x01, levels[i]);
        round_trip(BITS, 6, 9001, 0x11, levels[i]); /* 26 frames, rows of 1152 bytes */
        round_trip(NIBBLES, 1, 1, 0x01, levels[i]);
        round_trip(NIBBLES, 5, 8191, 0x11, levels[i]);      /* 15 frames, rows of whole lines */
        round_trip(PROJECTED, 6, 2045, 0x13, levels[i]);    /* 23 frames, rows below 1024 bytes */
        round_trip(PROJECTED, 2, 1 << 20, 0x01, levels[i]); /* rows above a frame's size */
    }
}

static void test_defaults(void **state) {
    (void)state;
    struct sample bits = sample_make(BITS, 5, 4000, 0x01);
    struct sample nibbles = sample_make(NIBBLES, 5, 4000, 0x01);
    const struct sample *samples[] = {&bits, &nibbles};
    for (int i = 0; i < 2; i++) {
        const struct row_source source = sample_source(samples[i]);
        assert_int_equal(container_write(FILE_NAME, &samples[i]->info, &source, NULL, NULL),
                         TILEPDB_OK);
        struct file file = file_load(FILE_NAME);
        struct container_head head;
        assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
        assert_int_equal(head.contiguous, i == 0);
        container_head_free(&head);
        file_free(&file);
    }
    sample_free(&bits);
    sample_free(&nibbles);
}

/* A frame is stored if it does not shrink, or would shrink below 1/1024. */
static void test_frames_choose(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 6, 1024, 0xFF); /* 12 frames of 64 rows */
    const uint64_t frame = 64 * sample.row_bytes;
    for (uint64_t i = 0; i < frame; i++) {
        sample.entries[2 * frame + i] &= 0x33;
        sample.entries[5 * frame + i] = 0;
        sample.entries[6 * frame + i] &= 0x01;
    }
    struct file file = sample_file(&sample, 3);
    struct container_head head;
    assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
    assert_int_equal(head.info.frame_count, 12);
    assert_int_equal(head.info.stored_frames, 10);
    for (uint64_t i = 0; i < 12; i++) assert_int_equal(head.frames[i].stored, i != 2 && i != 6);
    assert_false(head.contiguous);
    assert_same_frames(&sample, &head, &file);
    container_head_free(&head);
    file_free(&file);
    sample_free(&sample);
}

static void test_threads_write_the_same(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 6, 9001, 0x31);
    const int levels[] = {0, 1, 7, 16};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(sample_write(&sample, levels[i], 1, NULL), TILEPDB_OK);
        struct file one = file_load(FILE_NAME);
        for (int threads = 2; threads <= 4; threads++) {
            assert_int_equal(sample_write(&sample, levels[i], threads, NULL), TILEPDB_OK);
            struct file more = file_load(FILE_NAME);
            assert_int_equal(more.size, one.size);
            assert_memory_equal(more.data, one.data, one.size);
            file_free(&more);
        }
        file_free(&one);
    }
    sample_free(&sample);
}

/* Rows that are copied from a sample by any thread, until one fails. */
struct remote {
    const struct sample *sample;
    uint64_t fails_at;
};

static tilepdb_status remote_get(void *user, uint64_t first, uint64_t count, uint8_t *buffer) {
    const struct remote *remote = user;
    const struct sample *sample = remote->sample;
    assert_true(count > 0 && first + count <= sample->rows);
    if (first <= remote->fails_at && remote->fails_at < first + count) return TILEPDB_ERROR_IO;
    memcpy(buffer, sample->entries + first * sample->row_bytes, count * sample->row_bytes);
    return TILEPDB_OK;
}

static void test_rows_from_elsewhere(void **state) {
    (void)state;
    struct sample samples[] = {
        sample_make(NIBBLES, 6, 9001, 0x31), /* several rows per frame, and blocks that cut rows */
        sample_make(BITS, 2, 1 << 22, 0x01), /* rows of two blocks */
        sample_make(BITS, 1, 3, 0xFF),
    };
    for (int i = 0; i < 9; i++) {
        struct sample *sample = &samples[i % 3];
        const int level = i / 3, threads = 1 + i % 2;
        struct file file = sample_file(sample, level);
        struct remote remote = {sample, UINT64_MAX};
        const struct row_source source = {.rows = sample->rows,
                                          .row_bytes = sample->row_bytes,
                                          .get = remote_get,
                                          .user = &remote};
        const tilepdb_save_options options = {.level = level, .threads = threads};
        assert_int_equal(container_write(FILE_NAME, &sample->info, &source, &options, NULL),
                         TILEPDB_OK);
        struct file other = file_load(FILE_NAME);
        assert_int_equal(other.size, file.size);
        assert_memory_equal(other.data, file.data, file.size);
        remote.fails_at = sample->rows - 1;
        tilepdb_error error;
        uint64_t hash;
        assert_int_equal(container_write(FILE_NAME, &sample->info, &source, &options, &error),
                         TILEPDB_ERROR_IO);
        assert_int_equal(container_content_hash(&source, threads, &hash, &error), TILEPDB_ERROR_IO);
        assert_int_equal(error.status, TILEPDB_ERROR_IO);
        assert_int_equal(directory_count(), 1);
        file_free(&other);
        file_free(&file);
    }
    for (int i = 0; i < 3; i++) sample_free(&samples[i]);
}

static void test_content_hash(void **state) {
    (void)state;
    struct sample sample = sample_make(BITS, 6, 9001, 0x11);
    const struct row_source source = sample_source(&sample);
    uint8_t hashes[8 * 8];
    size_t count = 0;
    for (uint64_t begin = 0; begin < sample.bytes; begin += 1 << 18, count++) {
        const uint64_t left = sample.bytes - begin;
        store_le64(hashes + 8 * count,
                   XXH3_64bits(sample.entries + begin, left < 1 << 18 ? left : 1 << 18));
    }
    assert_int_equal(count, 4);
    const uint64_t expected = XXH3_64bits(hashes, 8 * count);
    for (int threads = 0; threads <= 3; threads++) {
        uint64_t hash;
        assert_int_equal(container_content_hash(&source, threads, &hash, NULL), TILEPDB_OK);
        assert_int_equal(hash, expected);
    }
    for (int level = 0; level <= 1; level++) {
        struct file file = sample_file(&sample, level);
        assert_int_equal(load_le64(file.data + AT_CONTENT_HASH), expected);
        file_free(&file);
    }
    sample_free(&sample);
}

static void test_arguments(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 2, 9, 0x11);
    tilepdb_error error = {0};
    assert_int_equal(sample_write(&sample, 23, 1, &error), TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "level 23"));
    assert_int_equal(sample_write(&sample, -2, 1, &error), TILEPDB_ERROR_ARGUMENT);
    sample.info.entries++;
    assert_int_equal(sample_write(&sample, 1, 1, &error), TILEPDB_ERROR_INTERNAL);
    sample.info.entries--;
    sample.info.histogram[1]++;
    assert_int_equal(sample_write(&sample, 1, 1, NULL), TILEPDB_ERROR_INTERNAL);
    sample.info.levels = 0;
    assert_int_equal(sample_write(&sample, 1, 1, &error), TILEPDB_ERROR_INTERNAL);
    assert_int_equal(directory_count(), 0);
    sample_free(&sample);
}

/* ---- progress and cancellation --------------------------------------------------------------- */

struct listener {
    tilepdb_stage stage;
    uint64_t total;
    int calls_allowed;
    int calls;
    uint64_t done;
};

static bool listen(const tilepdb_progress *progress, void *user) {
    struct listener *listener = user;
    assert_int_equal(progress->stage, listener->stage);
    assert_int_equal(progress->total, listener->total);
    assert_in_range(progress->done, listener->done, listener->total);
    listener->done = progress->done;
    return ++listener->calls <= listener->calls_allowed;
}

static void test_write_progress(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 6, 8192, 0x13);
    const struct row_source source = sample_source(&sample);
    struct listener listener = {TILEPDB_STAGE_WRITE, sample.bytes, 1000, 0, 0};
    const tilepdb_save_options options = {1, 2, listen, &listener};
    assert_int_equal(container_write(FILE_NAME, &sample.info, &source, &options, NULL), TILEPDB_OK);
    assert_int_equal(listener.done, sample.bytes);
    assert_in_range(listener.calls, 2, 1000);
    /* Cancelled in the first and in the second call, the existing file stays. */
    struct file file = file_load(FILE_NAME);
    for (int level = 0; level <= 19; level += 19) {
        for (int calls = 0; calls < 2; calls++) {
            const tilepdb_save_options cancels = {level, 2, listen, &listener};
            tilepdb_error error;
            listener = (struct listener){TILEPDB_STAGE_WRITE, sample.bytes, calls, 0, 0};
            assert_int_equal(container_write(FILE_NAME, &sample.info, &source, &cancels, &error),
                             TILEPDB_CANCELLED);
            assert_int_equal(listener.calls, calls + 1);
            assert_int_equal(error.status, TILEPDB_CANCELLED);
            struct file now = file_load(FILE_NAME);
            assert_int_equal(now.size, file.size);
            assert_memory_equal(now.data, file.data, file.size);
            file_free(&now);
            assert_int_equal(directory_count(), 1);
        }
    }
    file_free(&file);
    sample_free(&sample);
}

static void test_cancelled_write_leaves_nothing(void **state) {
    (void)state;
    struct sample sample = sample_make(BITS, 4, 100, 0xFF);
    const struct row_source source = sample_source(&sample);
    for (int calls = 0; calls < 2; calls++) {
        struct listener listener = {TILEPDB_STAGE_WRITE, sample.bytes, calls, 0, 0};
        const tilepdb_save_options options = {0, 1, listen, &listener};
        assert_int_equal(container_write(FILE_NAME, &sample.info, &source, &options, NULL),
                         TILEPDB_CANCELLED);
        assert_int_equal(directory_count(), 0);
    }
    sample_free(&sample);
}

static void test_read_progress(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 6, 8192, 0x13);
    struct file file = sample_file(&sample, 1);
    struct container_head head;
    for (int calls = 0; calls < 3; calls++) {
        struct listener listener = {TILEPDB_STAGE_READ, sample.bytes, calls < 2 ? calls : 1000, 0,
                                    0};
        const tilepdb_open_options options = {.threads = 2, .progress = listen, .user = &listener};
        tilepdb_error error;
        assert_int_equal(head_of(&file, &head, NULL), TILEPDB_OK);
        assert_int_equal(rows_read(&file, &head, sample.entries, &options, &error),
                         calls < 2 ? TILEPDB_CANCELLED : TILEPDB_OK);
        if (calls == 2) assert_int_equal(listener.done, sample.bytes);
    }
    file_free(&file);
    sample_free(&sample);
}

/* ---- the example of pdb/FORMAT.md ------------------------------------------------------------ */

/* Reads the lines between "```hex" and "```", in the format of hexdump -C. */
static struct file example_parse(void) {
    FILE *page = fopen(TILEPDB_SOURCE_DIR "/pdb/FORMAT.md", "r");
    assert_non_null(page);
    char line[512];
    do assert_non_null(fgets(line, sizeof line, page));
    while (strcmp(line, "```hex\n") != 0);
    struct file file = {calloc(1, 1 << 16), 0};
    assert_non_null(file.data);
    while (fgets(line, sizeof line, page) != NULL && strcmp(line, "```\n") != 0) {
        if (line[0] == '*') continue; /* zeros up to the next line */
        char *at;
        file.size = strtoul(line, &at, 16);
        assert_in_range(file.size, 0, (1 << 16) - 16);
        while (*at == ' ') at++;
        for (; isxdigit((unsigned char)*at); at += strspn(at, " "))
            file.data[file.size++] = (uint8_t)strtoul(at, &at, 16);
    }
    fclose(page);
    return file;
}

/* Tiles 1 and 2 of 2x2, blank-aware bits: the distances of FORMAT.md by row and column. */
static struct sample example_sample(void) {
    static const int8_t distance[2][8] = {{0, -1, -1, 3, 1, -1, 2, -1},
                                          {-1, 2, 1, -1, -1, 3, -1, 4}};
    struct sample sample = sample_make(BITS, 2, 8, 0);
    sample.info.pattern =
        (tilepdb_pattern){.width = 2, .height = 2, .goal_blank = 3, .tiles = 1 << 1 | 1 << 2};
    sample.info.levels = 5;
    sample.info.reachable = 0;
    memset(sample.info.histogram, 0, sizeof sample.info.histogram);
    for (int row = 0; row < 2; row++) {
        for (int column = 0; column < 8; column++) {
            if (distance[row][column] < 0) continue;
            sample.info.histogram[distance[row][column]]++;
            sample.info.reachable++;
            sample.entries[row] |= (uint8_t)((distance[row][column] >> 1 & 1) << column);
        }
    }
    return sample;
}

static void test_example(void **state) {
    (void)state;
    struct sample sample = example_sample();
    struct file written = sample_file(&sample, 0), example = example_parse();
    assert_int_equal(example.size, 4098);
    assert_int_equal(written.size, example.size);
    assert_memory_equal(written.data, example.data, example.size);
    assert_int_equal(example.data[4096], 0x48);
    assert_int_equal(example.data[4097], 0x22);
    tilepdb_error error;
    assert_int_equal(file_read(&example, sample.entries, 1, &error), TILEPDB_OK);
    struct container_head head;
    assert_int_equal(head_of(&example, &head, NULL), TILEPDB_OK);
    assert_same_info(&sample, &head, &example);
    assert_int_equal(head.info.reachable, 8);
    container_head_free(&head);
    file_free(&written);
    file_free(&example);
    sample_free(&sample);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_round_trips),
        TEST(test_defaults),
        TEST(test_frames_choose),
        TEST(test_threads_write_the_same),
        TEST(test_content_hash),
        TEST(test_rows_from_elsewhere),
        TEST(test_arguments),
        TEST(test_write_progress),
        TEST(test_cancelled_write_leaves_nothing),
        TEST(test_read_progress),
        TEST(test_example),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
