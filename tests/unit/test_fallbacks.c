/*
 * The replacements for Linux functions: this program uses platform/posix.c and plain.c instead of
 * linux.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_map.h"
#include "base/memory.h"
#include "base/publish.h"
#include "base/system.h"
#include "tilepdb.h"

#define UNITS 3

static void pages_are_aligned_zeros(void **state) {
    (void)state;
    const size_t bytes = UNITS * MEMORY_UNIT - 1;
    void *(*const allocate[])(size_t) = {memory_pages, memory_reserve};
    for (size_t i = 0; i < sizeof allocate / sizeof *allocate; i++) {
        uint8_t *pages = allocate[i](bytes);
        assert_non_null(pages);
        assert_int_equal((uintptr_t)pages % MEMORY_UNIT, 0);
        for (size_t at = 0; at < bytes; at += 1021) assert_int_equal(pages[at], 0);
        memset(pages, 7, bytes);
        memory_prefer_huge(pages, bytes);
        assert_false(memory_gather_huge(pages, MEMORY_UNIT));
        assert_int_equal(pages[MEMORY_UNIT - 1], 7);
        memory_pages_forget(pages, MEMORY_UNIT);
        memory_pages_free(pages, bytes);
    }
    assert_false(memory_has_huge());
    assert_null(memory_pages(SIZE_MAX / 2));
}

static void what_is_available_is_plausible(void **state) {
    (void)state;
    const uint64_t available = memory_available();
    const uint64_t whole = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    assert_true(available >= (uint64_t)64 << 20 && available < whole);
    assert_true(cores_count() >= 1);
    assert_int_equal(cache_bypass(), 0);
    assert_int_equal(file_uncache(-1, 0, 1, true), 0);
}

static void maps_stay_where_they_are(void **state) {
    (void)state;
    char path[] = P_tmpdir "/tilepdb-fallback-XXXXXX";
    const int fd = mkstemp(path);
    uint8_t *bytes = malloc(UNITS * MEMORY_UNIT);
    assert_true(fd >= 0 && bytes != NULL);
    close(fd);
    for (size_t i = 0; i < UNITS * MEMORY_UNIT; i++) bytes[i] = (uint8_t)(i * 2654435761u >> 13);
    struct publication publication;
    assert_int_equal(publish_begin(&publication, path, NULL), TILEPDB_OK);
    assert_int_equal(publish_write(&publication, bytes, UNITS * MEMORY_UNIT, 0, NULL), TILEPDB_OK);
    assert_int_equal(publish_uncache(&publication, 0, MEMORY_UNIT, NULL), TILEPDB_OK);
    assert_int_equal(publish_commit(&publication, NULL), TILEPDB_OK);
    struct file_map map;
    const bool stop = false;
    uint64_t cached, huge;
    assert_int_equal(file_map_open(path, &map, NULL), TILEPDB_OK);
    assert_int_equal(map.size, UNITS * MEMORY_UNIT);
    assert_int_equal(file_map_promote(&map, 0, &stop), 0);
    assert_false(file_map_is_huge(&map));
    assert_false(file_map_cached(&map, path, &cached, &huge));
    assert_memory_equal(map.data, bytes, map.size);
    file_map_close(&map);
    assert_int_equal(unlink(path), 0);
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_aligned_zeros),
        cmocka_unit_test(what_is_available_is_plausible),
        cmocka_unit_test(maps_stay_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
