/*
 * Unit tests of src/base: errors, texts, bytes, bits, memory, threads, random numbers and time.
 * Files are in test_publish.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/message_text.h"
#include "base/random.h"
#include "base/threads.h"
#include "tilepdb_methods.h"
#include "tilepdb_tables.h"

/* ---- errors ---------------------------------------------------------------------------------- */

static void error_holds_what_was_set(void **state) {
    (void)state;
    tilepdb_error error;
    memset(&error, 0xFF, sizeof error);
    assert_int_equal(error_set(&error, TILEPDB_ERROR_IO, "disk %d: %s", 7, "gone"),
                     TILEPDB_ERROR_IO);
    assert_int_equal(error.status, TILEPDB_ERROR_IO);
    assert_string_equal(error.message, "disk 7: gone");
    assert_int_equal(error.line, 0);
    assert_int_equal(error.column, 0);
    assert_int_equal(error_set_at(&error, TILEPDB_ERROR_PARSE, 3, 9, "%s", "odd"),
                     TILEPDB_ERROR_PARSE);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 9);
    assert_string_equal(error.message, "odd");
}

static void error_may_be_absent(void **state) {
    (void)state;
    assert_int_equal(error_set(NULL, TILEPDB_LIMIT, "%d", 1), TILEPDB_LIMIT);
    assert_int_equal(error_set_at(NULL, TILEPDB_OK, 1, 2, "x"), TILEPDB_OK);
}

static void error_cuts_and_wraps(void **state) {
    (void)state;
    tilepdb_error error;
    char text[2000];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    error_set(&error, TILEPDB_ERROR_IO, "%s", text);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    error_set(&error, TILEPDB_ERROR_IO, "inner");
    error_set(&error, TILEPDB_ERROR_IO, "outer (%s)", error.message);
    assert_string_equal(error.message, "outer (inner)");
    assert_int_equal(strlen(error_path(text)), 255);
    assert_string_equal(error_path("a/b"), "a/b");
    assert_string_equal(error_path(""), "");
    /* Of a long path whole characters are shown, here of two bytes. */
    for (size_t i = 0; i < 400; i += 2) memcpy(text + i, "\xC3\xA4", 3);
    assert_int_equal(strlen(error_path(text)), 254);
    /* A sentence that its path cuts ends with a whole character, too. */
    for (size_t i = 0; i < sizeof text - 2; i += 2) memcpy(text + i, "\xC3\xA4", 3);
    error_set(&error, TILEPDB_ERROR_IO, "%s", text);
    for (const char *path = "12"; *path != '\0'; path++) {
        error_in_file(&error, TILEPDB_ERROR_IO, path);
        assert_string_equal(error.message + strlen(error.message) - 2, "\xC3\xA4");
    }
}

static void statuses_have_sentences_of_their_own(void **state) {
    (void)state;
    for (int a = -1; a <= TILEPDB_REFUTED + 1; a++) {
        const char *sentence = tilepdb_status_message((tilepdb_status)a);
        assert_true(strlen(sentence) > 5);
        bool known = a >= 0 && a <= TILEPDB_REFUTED;
        assert_int_equal(strcmp(sentence, "unknown status") != 0, known);
        for (int b = 0; known && b < a; b++) {
            assert_string_not_equal(sentence, tilepdb_status_message((tilepdb_status)b));
        }
    }
}

static void coded(tilepdb_error *error, const char *text) {
    const struct error_code code = {
        .code = TILEPDB_MESSAGE_MEMORY, .number = {-1, INT64_MAX}, .text = text, .column = 7};
    assert_int_equal(error_set_code(error, TILEPDB_ERROR_IO, code, "it needs %d", 5),
                     TILEPDB_ERROR_IO);
}

static void codes_are_kept_and_forgotten(void **state) {
    (void)state;
    tilepdb_error error;
    coded(&error, "text");
    assert_string_equal(error.message, "it needs 5");
    assert_int_equal(error.code, TILEPDB_MESSAGE_MEMORY);
    assert_true(error.number[0] == -1 && error.number[1] == INT64_MAX && error.number[3] == 0);
    assert_string_equal(error.text, "text");
    assert_int_equal(error.column, 7);
    /* A file's name goes before the sentence. */
    assert_int_equal(error_in_file(&error, TILEPDB_ERROR_IO, "a/b"), TILEPDB_ERROR_IO);
    assert_string_equal(error.message, "'a/b': it needs 5");
    assert_int_equal(error.code, TILEPDB_MESSAGE_MEMORY);
    assert_true(error.number[1] == INT64_MAX);
    assert_string_equal(error.text, "text");
    error_set(&error, TILEPDB_ERROR_PARSE, "other words");
    assert_int_equal(error.code, TILEPDB_MESSAGE_OTHER);
    assert_true(error.number[0] == 0 && error.text[0] == '\0' && error.column == 0);
    char longer[2 * TILEPDB_ERROR_TEXT];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    coded(&error, longer);
    assert_int_equal(strlen(error.text), TILEPDB_ERROR_TEXT - 1);
    coded(NULL, NULL);
    /* A character is not cut, neither in the text nor in the sentence. */
    memset(longer, 'x', sizeof longer);
    memcpy(longer + TILEPDB_ERROR_TEXT - 3, "\xF0\x9F\xA7\xA9", 5);
    coded(&error, longer);
    assert_int_equal(strlen(error.text), TILEPDB_ERROR_TEXT - 3);
    error_set(&error, TILEPDB_ERROR_PARSE, "%0*d\xF0\x9F\xA7\xA9", (int)sizeof error.message - 3,
              0);
    assert_int_equal(strlen(error.message), sizeof error.message - 3);
    error_set(&error, TILEPDB_ERROR_PARSE, "\xC3\xA9");
    assert_string_equal(error.message, "\xC3\xA9");
    /* A longer sentence keeps the code and the place of its cause. */
    coded(&error, "text");
    assert_int_equal(error_set_from(&error, TILEPDB_ERROR_PARSE, &error, "so %s", error.message),
                     TILEPDB_ERROR_PARSE);
    assert_string_equal(error.message, "so it needs 5");
    assert_int_equal(error.code, TILEPDB_MESSAGE_MEMORY);
    assert_true(error.number[0] == -1 && error.column == 7);
    assert_string_equal(error.text, "text");
}

static void each_code_has_a_name(void **state) {
    (void)state;
    /* Numbers and names never change. */
    static const struct {
        int code;
        const char *name;
    } known[] = {{1, "board size"},
                 {2, "sizes differ"},
                 {3, "unsolvable"},
                 {4, "move unknown"},
                 {5, "move impossible"},
                 {16, "partition unknown"},
                 {17, "partition no tile"},
                 {18, "partition twice"},
                 {19, "partition missing"},
                 {20, "colouring unknown"},
                 {21, "colouring cell"},
                 {22, "colouring size"},
                 {32, "tables size"},
                 {33, "tables cell"},
                 {34, "tables differ"},
                 {35, "tables overlap"},
                 {36, "tables lack"},
                 {37, "tables none"},
                 {38, "tables absent"},
                 {39, "table false"},
                 {48, "file altered"},
                 {49, "file malformed"},
                 {50, "file newer"},
                 {51, "file compressed"},
                 {52, "file open"},
                 {53, "file read"},
                 {54, "file write"},
                 {55, "checkpoint"},
                 {56, "scratch"},
                 {57, "space"},
                 {64, "bound"},
                 {65, "anytime"},
                 {66, "memory"},
                 {67, "threads"},
                 {68, "length"},
                 {69, "first"},
                 {70, "timeout"},
                 {71, "ranks differ"},
                 {80, "text none"},
                 {81, "text sign"},
                 {82, "text bracket"},
                 {83, "text row"},
                 {84, "text size"},
                 {85, "text shape"},
                 {86, "text tile"},
                 {87, "text twice"},
                 {88, "text blank"},
                 {89, "text ambiguous"},
                 {90, "text several"},
                 {91, "text goal"},
                 {92, "text answer"},
                 {93, "text count"},
                 {94, "text notation"},
                 {95, "text length"},
                 {96, "text long"}};
    const size_t count = sizeof known / sizeof *known;
    size_t named = 0;
    for (size_t i = 0; i < count; i++)
        assert_string_equal(tilepdb_message_name((tilepdb_message)known[i].code), known[i].name);
    for (int code = 0; code < 200; code++) {
        const char *name = tilepdb_message_name((tilepdb_message)code);
        if (strcmp(name, "other") == 0) continue;
        named++;
        for (int other = 0; other < code; other++)
            assert_string_not_equal(tilepdb_message_name((tilepdb_message)other), name);
    }
    assert_int_equal(named, count);
    assert_string_equal(tilepdb_message_name(TILEPDB_MESSAGE_TABLE_FALSE), "table false");
    assert_string_equal(tilepdb_message_name((tilepdb_message)-1), "other");
}

static void calls_give_codes(void **state) {
    (void)state;
    tilepdb_error error;
    tilepdb_board board, goal, roots;
    tilepdb_partition partition;
    assert_int_equal(tilepdb_goal(4, 4, 15, &goal, NULL), TILEPDB_OK);
    tilepdb_size_check(9, 8, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_BOARD_SIZE);
    assert_true(error.number[0] == 9 && error.number[1] == 8);
    board = goal;
    tilepdb_board_play(&board, "DR\xF0\x9F\xA7\xA9", &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_MOVE_UNKNOWN);
    assert_true(error.number[0] == 3 && error.column == 3);
    assert_string_equal(error.text, "\xF0\x9F\xA7\xA9");
    board = goal;
    tilepdb_board_play(&board, "RU", &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_MOVE_IMPOSSIBLE);
    assert_true(error.number[0] == 2 && error.number[1] == 4 && error.number[2] == 3);
    assert_string_equal(error.text, "U");
    board = goal;
    board.cells[13] = 15, board.cells[14] = 14;
    tilepdb_board_solvable(&board, &goal, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_UNSOLVABLE);
    assert_true(error.number[0] == 1 && error.number[1] + error.number[2] == 29);
    tilepdb_goal(5, 3, 14, &roots, NULL);
    tilepdb_board_solvable(&roots, &goal, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_SIZES_DIFFER);
    assert_true(error.number[0] == 5 && error.number[3] == 4);
    tilepdb_partition_parse("7-9", 4, 4, 15, &partition, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_PARTITION_UNKNOWN);
    assert_string_equal(error.text, "7-8");
    tilepdb_partition_parse("1-4,4/5-15", 4, 4, 15, &partition, &error);
    assert_int_equal(error.code, TILEPDB_MESSAGE_PARTITION_TWICE);
    assert_true(error.number[0] == 4 && error.column > 0);
}

/* ---- what the library is --------------------------------------------------------------------- */

static void version_is_that_of_the_header(void **state) {
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", TILEPDB_VERSION_MAJOR, TILEPDB_VERSION_MINOR,
             TILEPDB_VERSION_PATCH);
    assert_string_equal(tilepdb_version(), version);
}

static void build_tells_what_is_there(void **state) {
    (void)state;
    tilepdb_build build;
    memset(&build, 0xFF, sizeof build);
    tilepdb_build_info(&build);
    assert_string_equal(build.version, tilepdb_version());
    assert_non_null(strchr(build.compiler, '.'));
    assert_true(strcmp(build.zstd, "none") == 0 || strchr(build.zstd, '.') != NULL);
    assert_memory_equal(build.variants, "portable", 8);
    char names[128] = "", best[32] = "";
    for (size_t i = 0; i < tilepdb_variant_count(); i++) {
        const tilepdb_variant variant = tilepdb_variant_at(i);
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? " " : "",
                 tilepdb_variant_name(variant));
        if (tilepdb_variant_available(variant))
            snprintf(best, sizeof best, "%s", tilepdb_variant_name(variant));
    }
    assert_string_equal(build.variants, names);
    assert_string_equal(build.variant, best);
    assert_int_equal(build.cbc, tilepdb_method_available(TILEPDB_METHOD_ILP));
    assert_int_equal(build.openmp, threads_resolve(2) == 2);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void numbers_are_short(void **state) {
    (void)state;
    const char *const cases[][2] = {
        {GROUPED(0), "0"},
        {GROUPED(999), "999"},
        {GROUPED(1000), "1,000"},
        {GROUPED(1425191040), "1,425,191,040"},
        {GROUPED(UINT64_MAX), "18,446,744,073,709,551,615"},
        {plural(0), "s"},
        {plural(1), ""},
        {plural(2), "s"},
        {SHORTENED(0), "0"},
        {SHORTENED(999), "999"},
        {SHORTENED(1425), "1.4 k"},
        {SHORTENED(142500000), "142 M"},
        {IN_BYTES(1023), "1023 bytes"},
        {IN_BYTES(1536), "1.5 KiB"},
        {IN_BYTES(UINT64_MAX), "16777216.0 TiB"},
        {IN_TIME(0), "0 s"},
        {IN_TIME(99.4), "99 s"},
        {IN_TIME(99.6), "2 min"},
        {IN_TIME(5969), "99 min"},
        {IN_TIME(5971), "1.7 h"},
        {IN_TIME(172799), "48.0 h"},
        {IN_TIME(1e6), "12 days"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(cases[i][0], cases[i][1]);
}

/* Computes the edit distance by its definition, recursively. */
static size_t plain_distance(const char *a, const char *b) {
    if (*a == '\0') return strlen(b);
    if (*b == '\0') return strlen(a);
    size_t best = plain_distance(a + 1, b + 1) + (*a != *b);
    const size_t without_a = plain_distance(a + 1, b) + 1, without_b = plain_distance(a, b + 1) + 1;
    if (without_a < best) best = without_a;
    return without_b < best ? without_b : best;
}

static void words_are_compared(void **state) {
    (void)state;
    static const char *const words[] = {"",      "a",     "6-6-3", "6-3",
                                        "solve", "slove", "salve", "silver"};
    enum { WORDS = sizeof words / sizeof *words };
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < WORDS; j++)
            assert_int_equal(edit_distance(words[i], words[j]), plain_distance(words[i], words[j]));
    assert_int_equal(edit_distance("SOLVE", "solve"), 0);
    assert_string_equal(nearest_word("solved", words, WORDS), "solve");
    assert_string_equal(nearest_word("5-3", words, WORDS), "6-3");
    assert_null(nearest_word("verify", words, WORDS));
    assert_null(nearest_word("a", words, 0));
    static const char *const methods[] = {"ida", "astar", "iddfs", "anytime", "any"};
    assert_string_equal(nearest_word("idastar", methods, 5), "ida");
    assert_string_equal(nearest_word("IDA*", methods, 5), "ida");
    assert_string_equal(nearest_word("astra", methods, 5), "astar");
    assert_string_equal(nearest_word("anytimes", methods, 5), "anytime");
    assert_string_equal(nearest_word("anyone", methods, 5), "any");
    char longest[100];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(edit_distance(longest, ""), 31);
    assert_int_equal(edit_distance("", longest), 31);
}

static void tiles_are_listed_in_runs(void **state) {
    (void)state;
    char text[TILES_TEXT];
    assert_string_equal(tiles_text(0, ',', text), "");
    assert_string_equal(tiles_text(0x1FE, ',', text), "1-8");
    assert_string_equal(tiles_text(0x8E, '.', text), "1-3.7");
    assert_string_equal(tiles_text(0x46, ',', text), "1-2,6");
    assert_string_equal(tiles_text(UINT32_C(1) << 31, ',', text), "31");
    assert_string_equal(tiles_text(UINT32_MAX, ',', text), "0-31");
    for (uint32_t longest = 0x55555555; longest < 0xB6DB6DB7; longest += 0x61861862)
        assert_true(strlen(tiles_text(longest, ',', text)) < TILES_TEXT - 1);
}

static void characters_are_shown(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"a", "a"},
        {"~b", "~"},
        {"\n", "\\x0A"},
        {"\x7F", "\\x7F"},
        {"\xC3\xA9x", "\xC3\xA9"},
        {"\xF0\x9F\xA7\xA9", "\xF0\x9F\xA7\xA9"},
        {"\xC2\x9B", "\\xC2\\x9B"},          /* a control character */
        {"\xE2\x80\xAE", "\\xE2\\x80\\xAE"}, /* reverses the text */
        {"\xC0\xAF", "\\xC0\\xAF"},          /* overlong */
        {"\xED\xA0\x80", "\\xED\\xA0\\x80"}, /* a surrogate */
        {"\xE2\x88", "\\xE2\\x88"},          /* incomplete */
        {"\xFFz", "\\xFF"},
        {"\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"} /* beyond the last character */
    };
    char shown[CHARACTER_SHOWN];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        character_show(cases[i][0], strlen(cases[i][0]), shown);
        assert_string_equal(shown, cases[i][1]);
    }
}

/* ---- bytes and bits -------------------------------------------------------------------------- */

static void bytes_are_little_endian_at_any_address(void **state) {
    (void)state;
    static const uint8_t expected[8] = {0xF8, 0xE7, 0xD6, 0xC5, 0xB4, 0xA3, 0x92, 0x81};
    for (size_t at = 0; at < 8; at++) {
        uint8_t buffer[24] = {0};
        store_le64(buffer + at, UINT64_C(0x8192A3B4C5D6E7F8));
        assert_memory_equal(buffer + at, expected, 8);
        assert_int_equal(buffer[at + 8], 0);
        assert_true(load_le64(buffer + at) == UINT64_C(0x8192A3B4C5D6E7F8));
        assert_true(load_le32(buffer + at) == UINT32_C(0xC5D6E7F8));
        assert_true(load_le16(buffer + at) == 0xE7F8);
        memset(buffer, 0, sizeof buffer);
        store_le32(buffer + at, UINT32_C(0xC5D6E7F8));
        assert_memory_equal(buffer + at, expected, 4);
        assert_int_equal(buffer[at + 4], 0);
        memset(buffer, 0, sizeof buffer);
        store_le16(buffer + at, 0xE7F8);
        assert_memory_equal(buffer + at, expected, 2);
        assert_int_equal(buffer[at + 2], 0);
    }
}

static void bits_agree_with_counting(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 1);
    for (int round = 0; round < 10000; round++) {
        /* The shift also gives small and sparse sets. */
        uint64_t bits = random_next(&random) >> random_below(&random, 64);
        uint32_t low = (uint32_t)bits;
        unsigned count64 = 0;
        unsigned count32 = 0;
        for (unsigned i = 0; i < 64; i++) count64 += (unsigned)(bits >> i & 1);
        for (unsigned i = 0; i < 32; i++) count32 += low >> i & 1;
        assert_int_equal(bits_count64(bits), count64);
        assert_int_equal(bits_count32(low), count32);
        unsigned lowest = 0;
        while (bits != 0 && !(bits >> lowest & 1)) lowest++;
        if (bits != 0) assert_int_equal(bits_lowest64(bits), lowest);
        if (low != 0) assert_int_equal(bits_lowest32(low), lowest);
    }
    assert_int_equal(bits_count64(0), 0);
    assert_int_equal(bits_count64(UINT64_MAX), 64);
    assert_int_equal(bits_count32(UINT32_MAX), 32);
    assert_int_equal(bits_lowest64(UINT64_C(1) << 63), 63);
    assert_int_equal(bits_lowest32(UINT32_C(1) << 31), 31);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void pages_are_zeros_and_aligned(void **state) {
    (void)state;
    static const size_t sizes[] = {
        0,
        1,
        4096,
        MEMORY_UNIT - 1,
        MEMORY_UNIT,
        MEMORY_UNIT + 1,
        3 * MEMORY_UNIT,
        5 * MEMORY_UNIT + 17,
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *pages = memory_pages(sizes[i]);
        assert_non_null(pages);
        if (sizes[i] >= MEMORY_UNIT) assert_int_equal((uintptr_t)pages % MEMORY_UNIT, 0);
        size_t rounded = (sizes[i] + MEMORY_UNIT - 1) / MEMORY_UNIT * MEMORY_UNIT;
        for (size_t at = 0; at < rounded; at += 1024) assert_int_equal(pages[at], 0);
        memset(pages, 0xA5, rounded);
        memory_pages_free(pages, sizes[i]);
    }
    memory_pages_free(NULL, 0);
    memory_pages_free(NULL, 12345);
}

static void pages_beyond_all_memory_are_null(void **state) {
    (void)state;
    assert_null(memory_pages(SIZE_MAX));
    assert_null(memory_pages(SIZE_MAX - MEMORY_UNIT));
    assert_null(memory_pages(SIZE_MAX / 2));
}

static void sizes_do_not_overflow(void **state) {
    (void)state;
    size_t result = 42;
    assert_true(size_multiply(6, 7, &result));
    assert_int_equal(result, 42);
    assert_true(size_multiply(0, SIZE_MAX, &result));
    assert_int_equal(result, 0);
    assert_true(size_multiply(1, SIZE_MAX, &result));
    assert_true(result == SIZE_MAX);
    assert_false(size_multiply(2, SIZE_MAX / 2 + 1, &result));
    assert_false(size_multiply(SIZE_MAX, SIZE_MAX, &result));
    assert_true(result == SIZE_MAX);
    assert_true(size_add(SIZE_MAX - 1, 1, &result));
    assert_true(result == SIZE_MAX);
    assert_false(size_add(SIZE_MAX, 1, &result));
    assert_true(result == SIZE_MAX);
}

static void available_memory_is_plausible(void **state) {
    (void)state;
    uint64_t available = memory_available();
    assert_true(available > UINT64_C(1) << 20);
    assert_true(available == UINT64_MAX || available < UINT64_C(1) << 50);
}

/* ---- threads, time --------------------------------------------------------------------------- */

static void threads_are_clamped(void **state) {
    (void)state;
    assert_in_range((uintmax_t)threads_resolve(0), 1, THREADS_MAX);
    assert_int_equal(threads_resolve(-5), threads_resolve(0));
    assert_int_equal(threads_resolve(1), 1);
    assert_int_equal(threads_index(), 0);
#ifdef _OPENMP
    assert_int_equal(threads_resolve(7), 7);
    assert_int_equal(threads_resolve(1 << 20), THREADS_MAX);
    unsigned seen = 0;
#pragma omp parallel num_threads(3) reduction(| : seen)
    seen |= 1u << threads_index();
    assert_int_equal(seen & 1, 1);
#else
    assert_int_equal(threads_resolve(7), 1);
#endif
}

static void clock_goes_forward(void **state) {
    (void)state;
    double begin = clock_seconds();
    double last = begin;
    while (last - begin < 0.002) {
        double now = clock_seconds();
        assert_true(now >= last);
        last = now;
    }
}

/* ---- random numbers -------------------------------------------------------------------------- */

/* The expected numbers are from the authors' reference implementation, with the state 1, 2, 3,
 * 4. */
static void random_agrees_with_the_reference(void **state) {
    (void)state;
    static const uint64_t expected[] = {
        UINT64_C(11520),
        UINT64_C(0),
        UINT64_C(1509978240),
        UINT64_C(1215971899390074240),
        UINT64_C(1216172134540287360),
        UINT64_C(607988272756665600),
        UINT64_C(16172922978634559625),
        UINT64_C(8476171486693032832),
        UINT64_C(10595114339597558777),
        UINT64_C(2904607092377533576),
    };
    tilepdb_random random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_true(random_next(&random) == expected[i]);
    }
}

static void random_seed_fills_the_state_by_splitmix(void **state) {
    (void)state;
    static const uint64_t expected[4] = {
        UINT64_C(0xE220A8397B1DCDAF),
        UINT64_C(0x6E789E6AA1B965F4),
        UINT64_C(0x06C45D188009454F),
        UINT64_C(0xF88BB8A8724C81EC),
    };
    tilepdb_random random;
    tilepdb_random_seed(&random, 0);
    assert_memory_equal(random.state, expected, sizeof expected);
    assert_true(random_next(&random) == UINT64_C(0x99EC5F36CB75F2B4));
    assert_true(random_next(&random) == UINT64_C(0xBF6E1F784956452A));
}

static void random_below_is_in_range_and_even(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 2);
    for (uint32_t n = 1; n <= 40; n++) {
        enum { DRAWS = 1000 };
        unsigned count[40] = {0};
        for (uint32_t i = 0; i < DRAWS * n; i++) {
            uint32_t drawn = random_below(&random, n);
            assert_true(drawn < n);
            count[drawn]++;
        }
        /* Six standard deviations of a binomial count with mean 1000. */
        for (uint32_t i = 0; i < n; i++) assert_in_range(count[i], 1000 - 190, 1000 + 190);
    }
}

/* With n = 3 * 2^30 a quarter of the draws is rejected. Without rejection, one result in three
 * would be twice as frequent. */
static void random_below_rejects(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 3);
    unsigned count[3] = {0};
    for (int i = 0; i < 300000; i++) count[random_below(&random, UINT32_C(3) << 30) % 3]++;
    for (int i = 0; i < 3; i++) assert_in_range(count[i], 98500, 101500);
    for (int i = 0; i < 1000; i++) assert_true(random_below(&random, UINT32_MAX) < UINT32_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_holds_what_was_set),
        cmocka_unit_test(error_may_be_absent),
        cmocka_unit_test(error_cuts_and_wraps),
        cmocka_unit_test(statuses_have_sentences_of_their_own),
        cmocka_unit_test(codes_are_kept_and_forgotten),
        cmocka_unit_test(each_code_has_a_name),
        cmocka_unit_test(calls_give_codes),
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(build_tells_what_is_there),
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(words_are_compared),
        cmocka_unit_test(tiles_are_listed_in_runs),
        cmocka_unit_test(characters_are_shown),
        cmocka_unit_test(bytes_are_little_endian_at_any_address),
        cmocka_unit_test(bits_agree_with_counting),
        cmocka_unit_test(pages_are_zeros_and_aligned),
        cmocka_unit_test(pages_beyond_all_memory_are_null),
        cmocka_unit_test(sizes_do_not_overflow),
        cmocka_unit_test(available_memory_is_plausible),
        cmocka_unit_test(threads_are_clamped),
        cmocka_unit_test(clock_goes_forward),
        cmocka_unit_test(random_agrees_with_the_reference),
        cmocka_unit_test(random_seed_fills_the_state_by_splitmix),
        cmocka_unit_test(random_below_is_in_range_and_even),
        cmocka_unit_test(random_below_rejects),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
