/*
 * 10,000 mutated files: bits flipped, bytes replaced, tails cut and added, frames swapped, lengths,
 * offsets and counts forged, with the head's checksum as it was and made right again. Each is
 * refused with a sentence, or everything that it answers is what the intact file answers. The same
 * mutations in every run.
 */
#include "container_fixture.h"

#define MUTATIONS 10000

static const tilepdb_kind BITS = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT};
static const tilepdb_kind NIBBLES = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE};

static uint64_t below(uint64_t *state, uint64_t limit) {
    return (((uint64_t)random_next(state) << 32) | random_next(state)) % limit;
}

static uint8_t *frame_entry(const struct file *file, uint64_t frame) {
    return file->data + load_le32(file->data + AT_HEADER_BYTES) + frame * FRAME_ENTRY_BYTES;
}

/* ---- mutations: each changes a copy ---------------------------------------------------------- */

static void bits_flip(struct file *file, uint64_t *state) {
    for (uint64_t i = 0, count = 1 + below(state, 8); i < count; i++)
        file->data[below(state, file->size)] ^= (uint8_t)(1u << below(state, 8));
}

/* Where most fields are. */
static void head_bits_flip(struct file *file, uint64_t *state) {
    const uint64_t end = file->size < 400 ? file->size : 400;
    file->data[below(state, end)] ^= (uint8_t)(1u << below(state, 8));
}

static void bytes_replace(struct file *file, uint64_t *state) {
    const uint64_t first = below(state, file->size);
    const uint64_t count = 1 + below(state, 64);
    for (uint64_t i = first; i < first + count && i < file->size; i++)
        file->data[i] = (uint8_t)random_next(state);
}

static void tail_cut(struct file *file, uint64_t *state) {
    file->size = below(state, file->size);
    file->data = realloc(file->data, file->size > 0 ? file->size : 1);
    assert_non_null(file->data);
}

static void tail_add(struct file *file, uint64_t *state) {
    const size_t more = 1 + (size_t)below(state, 5000);
    file->data = realloc(file->data, file->size + more);
    assert_non_null(file->data);
    memset(file->data + file->size, random_next(state) & 1 ? 0 : 0xA5, more);
    file->size += more;
}

/* Swaps two entries of the frame table, whole or one field of each; sealed, so that the frames
 * themselves have to tell. */
static void frames_swap(struct file *file, uint64_t *state) {
    static const struct {
        size_t at, bytes;
    } parts[] = {{0, FRAME_ENTRY_BYTES},
                 {FRAME_AT_OFFSET, 8},
                 {FRAME_AT_SIZE, 8},
                 {FRAME_AT_CHECKSUM, 8},
                 {FRAME_AT_METHOD, 4},
                 {FRAME_AT_PAYLOAD_CHECK, 4},
                 {FRAME_AT_OFFSET, 16 /* size too */}};
    const uint64_t frames = load_le64(file->data + AT_FRAME_COUNT);
    const size_t which = (size_t)below(state, sizeof parts / sizeof *parts);
    uint8_t *a = frame_entry(file, below(state, frames)) + parts[which].at;
    uint8_t *b = frame_entry(file, below(state, frames)) + parts[which].at;
    uint8_t held[FRAME_ENTRY_BYTES];
    memcpy(held, a, parts[which].bytes);
    memmove(a, b, parts[which].bytes);
    memcpy(b, held, parts[which].bytes);
    file_seal(file);
}

static uint64_t forged_value(uint64_t is, uint64_t *state) {
    static const uint64_t odd[] = {0,
                                   1,
                                   0x7FFFFFFF,
                                   0x80000000,
                                   0xFFFFFFFF,
                                   UINT64_C(1) << 32,
                                   UINT64_C(1) << 48,
                                   INT64_MAX,
                                   UINT64_MAX};
    switch (below(state, 4)) {
    case 0:
        return odd[below(state, sizeof odd / sizeof *odd)];
    case 1:
        return is + below(state, 9) - 4;
    case 2:
        return is << below(state, 40);
    default:
        return is ^ UINT64_C(1) << below(state, 64);
    }
}

/* Forges a length, offset or count, and makes the checksum of the head right. */
static void field_forge(struct file *file, uint64_t *state) {
    static const size_t fields[] = {AT_FILE_BYTES,  AT_COLUMNS,   AT_ROW_BYTES,
                                    AT_ROWS,        AT_ENTRIES,   AT_FRAME_ROWS,
                                    AT_FRAME_COUNT, AT_REACHABLE, AT_CONTENT_HASH};
    const uint64_t frames = load_le64(file->data + AT_FRAME_COUNT);
    uint8_t *field = file->data + fields[below(state, sizeof fields / sizeof *fields)];
    if (below(state, 2)) field = frame_entry(file, below(state, frames)) + 8 * below(state, 4);
    store_le64(field, forged_value(load_le64(field), state));
    file_seal(file);
}

static void header_length_forge(struct file *file, uint64_t *state) {
    uint8_t *field = file->data + AT_HEADER_BYTES;
    store_le32(field, (uint32_t)forged_value(load_le32(field), state));
    if (load_le32(field) < file->size) file_seal(file);
}

/* The bytes of two frames change places. */
static void payloads_swap(struct file *file, uint64_t *state) {
    const uint64_t frames = load_le64(file->data + AT_FRAME_COUNT);
    const uint8_t *a = frame_entry(file, below(state, frames));
    const uint8_t *b = frame_entry(file, below(state, frames));
    uint64_t bytes = load_le64(a + FRAME_AT_SIZE);
    if (load_le64(b + FRAME_AT_SIZE) < bytes) bytes = load_le64(b + FRAME_AT_SIZE);
    uint8_t *from = file->data + load_le64(a + FRAME_AT_OFFSET);
    uint8_t *to = file->data + load_le64(b + FRAME_AT_OFFSET);
    for (uint64_t i = 0; i < bytes; i++) {
        const uint8_t held = from[i];
        from[i] = to[i];
        to[i] = held;
    }
}

static void (*const mutations[])(struct file *, uint64_t *) = {
    bits_flip,   head_bits_flip, bytes_replace,       tail_cut,     tail_add, frames_swap,
    field_forge, field_forge,    header_length_forge, payloads_swap};
#define KINDS (sizeof mutations / sizeof *mutations)

/* ---- the test -------------------------------------------------------------------------------- */

/* Whether the file is refused; if not, its rows were those of the sample. */
static bool refused(const struct file *file, const struct sample *sample) {
    struct container_head head;
    tilepdb_error error = {0};
    tilepdb_status status = head_of(file, &head, &error);
    if (status == TILEPDB_OK) {
        /* whoever opens a table compares these with the index of its pattern */
        const bool fits = head.rows == sample->rows && head.row_bytes == sample->row_bytes &&
                          head.info.entries == sample->info.entries &&
                          head.info.reachable == sample->info.reachable;
        if (!fits) {
            container_head_free(&head);
            return true;
        }
        assert_memory_equal(&head.info.pattern, &sample->info.pattern, sizeof head.info.pattern);
        assert_memory_equal(&head.info.kind, &sample->info.kind, sizeof head.info.kind);
        status = rows_read(file, &head, sample->entries, NULL, &error);
    }
    if (status == TILEPDB_OK) return false;
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.message, FILE_NAME));
    assert_true(strlen(error.message) > 30);
    return true;
}

static void files_are_refused_or_intact(void **state) {
    (void)state;
    struct sample samples[] = {sample_make(BITS, 5, 9000, 0xFF), sample_make(NIBBLES, 6, 700, 0x11),
                               sample_make(NIBBLES, 5, 5000, 0x33)};
    struct file files[] = {sample_file(&samples[0], 0), sample_file(&samples[1], 1),
                           sample_file(&samples[2], 9)};
    uint64_t random = 2026;
    int refusals[KINDS] = {0}, tries[KINDS] = {0};
    for (int i = 0; i < MUTATIONS; i++) {
        const size_t which = (size_t)below(&random, 3), kind = (size_t)below(&random, KINDS);
        struct file mutant = file_copy(&files[which], files[which].size);
        mutations[kind](&mutant, &random);
        tries[kind]++;
        refusals[kind] += refused(&mutant, &samples[which]);
        file_free(&mutant);
    }
    int all = 0;
    for (size_t kind = 0; kind < KINDS; kind++) {
        all += refusals[kind];
        assert_in_range(refusals[kind], tries[kind] / 3, tries[kind]);
    }
    print_message("%d of %d refused, the others intact\n", all, MUTATIONS);
    assert_in_range(all, MUTATIONS * 8 / 10, MUTATIONS - 1);
    for (int i = 0; i < 3; i++) {
        assert_false(refused(&files[i], &samples[i]));
        file_free(&files[i]);
        sample_free(&samples[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_are_refused_or_intact, directory_enter,
                                        directory_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
