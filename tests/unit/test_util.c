/* Unit tests of src/util: numbers, words, lists of tiles and temporary files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/message_text.h"

static void numbers_are_grouped(void **state) {
    (void)state;
    assert_string_equal(GROUPED(0), "0");
    assert_string_equal(GROUPED(999), "999");
    assert_string_equal(GROUPED(1000), "1,000");
    assert_string_equal(GROUPED(1425191040), "1,425,191,040");
    assert_string_equal(GROUPED(UINT64_MAX), "18,446,744,073,709,551,615");
    assert_string_equal(plural(0), "s");
    assert_string_equal(plural(1), "");
    assert_string_equal(plural(2), "s");
}

static void numbers_are_shortened(void **state) {
    (void)state;
    assert_string_equal(SHORTENED(0), "0");
    assert_string_equal(SHORTENED(999), "999");
    assert_string_equal(SHORTENED(1425), "1.4 k");
    assert_string_equal(SHORTENED(142500000), "142 M");
    assert_string_equal(IN_BYTES(1023), "1023 bytes");
    assert_string_equal(IN_BYTES(1536), "1.5 KiB");
    assert_string_equal(IN_BYTES(UINT64_MAX), "16777216.0 TiB");
    assert_string_equal(IN_TIME(0), "0 s");
    assert_string_equal(IN_TIME(99.4), "99 s");
    assert_string_equal(IN_TIME(99.6), "2 min");
    assert_string_equal(IN_TIME(5969), "99 min");
    assert_string_equal(IN_TIME(5971), "1.7 h");
    assert_string_equal(IN_TIME(172799), "48.0 h");
    assert_string_equal(IN_TIME(1e6), "12 days");
}

/* The definition, by recursion. */
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

static void a_temporary_is_locked_and_alike(void **state) {
    (void)state;
    char directory[] = P_tmpdir "/tilepdb-test-XXXXXX", *name, *second;
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory), 0);
    const int old = open("file", O_CREAT | O_RDWR, 0600);
    assert_int_equal(fchmod(old, 0640), 0);
    close(old);
    const int fd = temporary_create("file", &name), next = temporary_create("file", &second);
    assert_true(fd >= 0 && next >= 0);
    assert_memory_equal(name, "file" TEMPORARY_MARK, strlen("file" TEMPORARY_MARK));
    assert_string_not_equal(name, second);
    struct stat about;
    assert_int_equal(fstat(fd, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0640);
    assert_true(temporary_is_of("file", name) && temporary_is_of("a/file", second));
    assert_false(temporary_is_of("file", "file") || temporary_is_of("other", name));
    temporary_clean("file"); /* both writers live */
    assert_int_equal(access(name, F_OK) | access(second, F_OK), 0);
    const int other = open(name, O_RDONLY);
    assert_int_equal(flock(other, LOCK_EX | LOCK_NB), -1);
    close(fd);
    assert_int_equal(flock(other, LOCK_EX | LOCK_NB), 0);
    close(other);
    close(next);
    assert_int_equal(unlink(name) | unlink(second) | unlink("file"), 0);
    free(name);
    free(second);
    errno = 0;
    assert_int_equal(temporary_create("absent/file", &name), -1);
    assert_int_equal(errno, ENOENT);
    assert_null(name);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(directory), 0);
}

static void directories_of_paths(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"file", "."}, {"/file", "/"}, {"a/file", "a"}, {"/a/b/file", "/a/b"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *directory = directory_of(cases[i][0]);
        assert_string_equal(directory, cases[i][1]);
        free(directory);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_grouped),
        cmocka_unit_test(numbers_are_shortened),
        cmocka_unit_test(words_are_compared),
        cmocka_unit_test(tiles_are_listed_in_runs),
        cmocka_unit_test(a_temporary_is_locked_and_alike),
        cmocka_unit_test(directories_of_paths),
    };
    return cmocka_run_group_tests_name("util", tests, NULL, NULL);
}
