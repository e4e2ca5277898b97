/*
 * Unit tests of src/base: errors, bytes, bits, memory, threads, random numbers and time.
 * Files are tested in test_publish.c.
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
#include "base/random.h"
#include "base/threads.h"
#include "tilepdb_methods.h"

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
        /* Shifted, so that small and sparse sets come up too. */
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

/* The authors' reference implementation, from the state 1, 2, 3, 4. */
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
        /* Six standard deviations of a binomial count of mean 1000. */
        for (uint32_t i = 0; i < n; i++) assert_in_range(count[i], 1000 - 190, 1000 + 190);
    }
}

/* With n = 3 * 2^30 a quarter of the draws is rejected; without rejection one value in three of
 * the result would come up twice as often. */
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
        cmocka_unit_test(version_is_that_of_the_header),
        cmocka_unit_test(build_tells_what_is_there),
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
