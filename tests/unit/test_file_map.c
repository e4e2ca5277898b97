/*
 * file_map_promote while other threads read the map and allocate and free memory: no bytes change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file_map.h"
#include "base/memory.h"
#include "tilepdb_tables.h"

#define BYTES  ((size_t)9 << 20)
#define ROUNDS 40

struct shared {
    struct file_map map;
    bool stop;
    long wrong; /* number of wrong bytes; atomic */
};

static uint8_t byte_at(size_t at) {
    return (uint8_t)(at * 2654435761u >> 13);
}

static bool stops(const struct shared *shared) {
    return __atomic_load_n(&shared->stop, __ATOMIC_RELAXED);
}

static void *look_up(void *user) {
    struct shared *shared = user;
    const volatile uint8_t *data = shared->map.data;
    uint64_t state = (uintptr_t)&state;
    while (!stops(shared))
        for (int i = 0; i < 1000; i++) {
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
            const size_t at = (size_t)(state >> 20) % BYTES;
            if (data[at] != byte_at(at)) __atomic_add_fetch(&shared->wrong, 1, __ATOMIC_RELAXED);
        }
    return NULL;
}

static void *use_memory(void *user) {
    struct shared *shared = user;
    enum { BLOCKS = 24 };
    for (uint8_t mark = 1; !stops(shared); mark++) {
        uint8_t *blocks[BLOCKS];
        const size_t size = (size_t)200 << 10;
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] =
                mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (blocks[i] != MAP_FAILED) memset(blocks[i], mark, 8192);
        }
        for (int i = 0; i < BLOCKS; i++) {
            if (blocks[i] == MAP_FAILED) continue;
            for (size_t at = 0; at < 8192; at++)
                if (blocks[i][at] != mark) __atomic_add_fetch(&shared->wrong, 1, __ATOMIC_RELAXED);
            munmap(blocks[i], size);
        }
    }
    return NULL;
}

/* Stops before the first unit, then runs to the end, then once more: no unit moves twice. */
static bool promoted_in_parts(const struct file_map *map) {
    const bool stop = true, go_on = false;
    const size_t whole = map->size / MEMORY_UNIT * MEMORY_UNIT;
    return file_map_promote(map, 0, &stop) == 0 && file_map_promote(map, 0, &go_on) == whole &&
           file_map_promote(map, whole, &go_on) == whole;
}

static void bytes_stay_while_they_move(void **state) {
    (void)state;
    char path[] = P_tmpdir "/tilepdb-map-XXXXXX";
    const int fd = mkstemp(path);
    uint8_t *bytes = malloc(BYTES);
    assert_true(fd >= 0 && bytes != NULL);
    for (size_t at = 0; at < BYTES; at++) bytes[at] = byte_at(at);
    assert_int_equal(write(fd, bytes, BYTES), BYTES);
    close(fd);
    struct shared shared = {0};
    int promoted = 0;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t threads[4];
        assert_int_equal(file_map_open(path, &shared.map, NULL), TILEPDB_OK);
        shared.stop = false;
        for (int i = 0; i < 4; i++)
            assert_int_equal(
                pthread_create(&threads[i], NULL, i < 2 ? look_up : use_memory, &shared), 0);
        clock_sleep(0.002);
        promoted += promoted_in_parts(&shared.map);
        clock_sleep(0.002);
        __atomic_store_n(&shared.stop, true, __ATOMIC_RELAXED);
        for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
        assert_memory_equal(shared.map.data, bytes, BYTES);
        file_map_close(&shared.map);
        assert_int_equal(shared.wrong, 0);
    }
    assert_int_equal(promoted, ROUNDS);
    unlink(path);
    free(bytes);
}

static void write_pieces(const char *path, size_t piece) {
    uint8_t *bytes = calloc(1, piece);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0 && bytes != NULL);
    for (size_t at = 0; at < 2 * MEMORY_UNIT; at += piece)
        assert_int_equal(pwrite(fd, bytes, piece, (off_t)at), piece);
    close(fd);
    free(bytes);
}

/* A file that was just written is in memory. */
static void cached_is_told(const char *path, bool huge) {
    uint64_t cached, in_huge;
    assert_int_equal(tilepdb_file_memory(path, &cached, &in_huge, NULL), TILEPDB_OK);
    assert_int_equal(cached, 2 * MEMORY_UNIT);
    assert_int_equal(in_huge, huge ? 2 * MEMORY_UNIT : 0);
}

/* Whether whole units get huge pages depends on the file system; only files in small pieces
 * certainly have none. */
static void small_pages_are_told_from_huge_ones(void **state) {
    (void)state;
    char path[] = P_tmpdir "/tilepdb-map-XXXXXX";
    close(mkstemp(path));
    struct file_map map;
    for (size_t piece = 4096; piece <= MEMORY_UNIT; piece *= MEMORY_UNIT / 4096) {
        write_pieces(path, piece);
        assert_int_equal(file_map_open(path, &map, NULL), TILEPDB_OK);
        assert_false(file_map_is_huge(&map)); /* nothing was touched */
        unsigned sum = 0;
        for (size_t at = 0; at < map.size; at += 4096) sum += map.data[at];
        assert_int_equal(sum, 0);
        const bool huge = file_map_is_huge(&map);
        cached_is_told(path, huge);
        print_message("pieces of %zu bytes: %s\n", piece, huge ? "huge pages" : "small pages");
        if (piece == 4096) assert_false(huge);
        file_map_close(&map);
    }
    assert_int_equal(file_map_borrow("bytes", 5, "memory", &map, NULL), TILEPDB_OK);
    assert_false(file_map_is_huge(&map));
    unlink(path);
}

/* Asking about a file of which only the beginning was read must not read more. Some file systems
 * keep all pages anyway. */
static void asking_reads_nothing(void **state) {
    (void)state;
    char path[] = P_tmpdir "/tilepdb-map-XXXXXX";
    const int fd = mkstemp(path);
    uint8_t *bytes = calloc(1, 16 * MEMORY_UNIT);
    assert_true(fd >= 0 && bytes != NULL);
    assert_int_equal(write(fd, bytes, 16 * MEMORY_UNIT), 16 * MEMORY_UNIT);
    free(bytes);
    fsync(fd);
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    close(fd);
    struct file_map map;
    assert_int_equal(file_map_open(path, &map, NULL), TILEPDB_OK);
    assert_int_equal(*(const volatile uint8_t *)map.data, 0);
    file_map_close(&map);
    uint64_t first = 0, again, huge;
    int alike = 0;
    for (int times = 0; alike < 3 && times < 1000; times++) { /* read-ahead finishes */
        assert_int_equal(tilepdb_file_memory(path, &again, &huge, NULL), TILEPDB_OK);
        alike = again > 0 && again <= first ? alike + 1 : 0;
        first = again;
        clock_sleep(0.02);
    }
    assert_int_equal(alike, 3);
    print_message("%" PRIu64 " bytes of %zu\n", first, 16 * MEMORY_UNIT);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_pages_are_told_from_huge_ones),
        cmocka_unit_test(asking_reads_nothing),
        cmocka_unit_test(bytes_stay_while_they_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
