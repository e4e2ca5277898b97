/* Values of options: only plain decimal numbers are accepted, although strtod accepts more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cli/console.h"
#include "cli/options.h"

struct values {
    int number;
    uint64_t count;
    uint64_t bytes;
    double seconds;
    double rate;
    struct cli_board_size board;
};

#define OPTION(kind, member, least, most)                                                          \
    {                                                                                              \
        0, #member, "VALUE", kind, offsetof(struct values, member), "", least, most,               \
            .keywords = NULL                                                                       \
    }

static const struct cli_option options[] = {
    OPTION(CLI_NUMBER, number, 0, 1000), OPTION(CLI_COUNT, count, 0, UINT64_MAX),
    OPTION(CLI_BYTES, bytes, 0, 0),      OPTION(CLI_SECONDS, seconds, 0, 0),
    OPTION(CLI_RATE, rate, 0, 1000),     OPTION(CLI_BOARD, board, 0, 0),
};

static bool is_taken(enum cli_type type, const char *text, struct values *values) {
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (options[i].type == type) return cli_value_set(&options[i], text, values);
    }
    fail();
    return false;
}

static void test_refused(void **state) {
    static const char *const texts[] = {
        "",    " 5",       "5 ",  "+5",    "-5",    "0x10",   "1e3",   "1E3",
        "inf", "infinity", "nan", "5,0",   "1_0",   "0b1",    "5.5.5", "\t5",
        "5\n", "five",     ".",   "1'000", "0x1p3", "NAN(1)", "5-",    "5+1",
    };
    struct values values;
    (void)state;
    for (size_t t = 0; t < sizeof options / sizeof *options; t++) {
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            if (is_taken(options[t].type, texts[i], &values))
                fail_msg("--%s takes '%s'", options[t].name, texts[i]);
        }
    }
}

static void test_fractions(void **state) {
    static const char *const whole[] = {"0.5", "5.", ".5", "5s"};
    struct values values;
    (void)state;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        assert_false(is_taken(CLI_NUMBER, whole[i], &values));
        assert_false(is_taken(CLI_COUNT, whole[i], &values));
        assert_false(is_taken(CLI_BYTES, whole[i], &values));
        assert_true(is_taken(CLI_SECONDS, whole[i], &values));
    }
    assert_true(is_taken(CLI_RATE, ".5", &values));
    assert_true(values.rate == 0.5);
    assert_false(is_taken(CLI_RATE, "5s", &values));
    assert_false(is_taken(CLI_SECONDS, "5ss", &values));
    assert_false(is_taken(CLI_SECONDS, "5m", &values));
}

static void test_limits(void **state) {
    char *long_number = cli_text("1%0400d", 0);
    struct values values;
    (void)state;
    assert_true(is_taken(CLI_NUMBER, "0010", &values));
    assert_int_equal(values.number, 10);
    assert_false(is_taken(CLI_NUMBER, "1001", &values));
    assert_true(is_taken(CLI_COUNT, "18446744073709551615", &values));
    assert_true(values.count == UINT64_MAX);
    assert_false(is_taken(CLI_COUNT, "18446744073709551616", &values));
    assert_true(is_taken(CLI_BYTES, "2GiB", &values));
    assert_true(values.bytes == UINT64_C(2) << 30);
    assert_false(is_taken(CLI_BYTES, "0", &values));
    assert_false(is_taken(CLI_SECONDS, "0", &values));
    assert_false(is_taken(CLI_SECONDS, "0.000", &values));
    assert_false(is_taken(CLI_RATE, "1000.5", &values));
    assert_false(is_taken(CLI_SECONDS, long_number, &values));
    assert_false(is_taken(CLI_COUNT, long_number, &values));
    assert_true(is_taken(CLI_BOARD, "4x3", &values));
    free(long_number);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_fractions),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
