/*
 * 10,000 mutated files, the same in every run: bits flipped, files cut or lengthened, frames
 * swapped, fields of header and frame table forged, half of these under a checksum made right
 * again. Each is refused with a sentence, or what it answers is what the sound file answers.
 * test_container_hostile.c flips every bit of a head and of frames.
 */
#include "container_fixture.h"

#define MUTANTS 10000

static uint64_t state;

static uint64_t below(uint64_t bound) {
    return random_next(&state) % bound;
}

static void flip_bits(struct file *file, uint64_t first, uint64_t end) {
    for (uint64_t n = 1 + below(4); n > 0; n--)
        file->data[first + below(end - first)] ^= (uint8_t)(1u << below(8));
}

/* Shorter, or longer by bytes that are or are not 0. */
static void resize(struct file *file) {
    const size_t size = below(3) > 0 ? below(file->size) : file->size + 1 + below(5000);
    struct file other = file_copy(file, size);
    if (size > file->size) memset(other.data + file->size, (int)below(2) * 0xA5, size - file->size);
    file_free(file);
    *file = other;
}

static void swap_bytes(uint8_t *a, uint8_t *b, uint64_t bytes) {
    for (uint64_t i = 0; i < bytes; i++) {
        const uint8_t other = a[i];
        a[i] = b[i];
        b[i] = other;
    }
}

/* The payloads of two frames, as much as both have, or their entries in the frame table. */
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

/* A number where the format has a length, a count or an offset: an extreme, or near what it was. */
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
        store_le32(at + 4 * below(2), random_next(&state));
        break;
    }
}

/* Returns whether the checksum of the head was made right again. */
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

/* Reads the mutant, all of it. Returns whether it answered, which it must do as the sound one. */
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

/* Of one table, stored and compressed. Returns how many mutants answered. */
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

static void test_mutants(void **unused) {
    (void)unused;
    const tilepdb_kind kinds[] = {
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE}};
    const uint64_t columns[] = {30000, 8191, 7000};
    int answered = 0;
    state = 4;
    for (int i = 0; i < 6; i++) {
        const int count = MUTANTS * (i + 1) / 6 - MUTANTS * i / 6;
        answered += mutants_of(sample_make(kinds[i / 2], 4, columns[i / 2], 0x11), i % 2, count);
    }
    /* Those in which nothing changed, and sealed ones whose change is of no account to the rows. */
    assert_in_range(answered, 1, MUTANTS / 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_mutants, directory_enter, directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
