/*
 * Unit tests of src/table/container_rows and of open tables that are not loaded yet. Touching a row
 * loads its frame, and only that, once for all threads, and for all processes of a machine that
 * share rows.
 */
#include "container_fixture.h"

#include "base/clock.h"

#include <pthread.h>

#include "base/file_map.h"
#include "table/table.h"

/* ---- rows of one file ------------------------------------------------------------------------ */

/* A file with its map and its rows, as in one process. */
struct opened {
    const struct sample *sample;
    struct file file;
    struct file_map map;
    struct container_rows *rows;
    uint64_t frame_rows;
    uint64_t frame_count;
};

static void opened_make(struct opened *opened, const struct sample *sample, int level) {
    struct container_head head;
    *opened = (struct opened){.sample = sample, .file = sample_file(sample, level)};
    opened->map = (struct file_map){.data = opened->file.data, .size = opened->file.size};
    assert_int_equal(head_of(&opened->file, &head, NULL), TILEPDB_OK);
    opened->frame_rows = head.info.frame_rows;
    opened->frame_count = head.info.frame_count;
    assert_int_equal(container_rows_create(&opened->rows, &opened->map, FILE_NAME, &head, NULL),
                     TILEPDB_OK);
    assert_null(head.frames);
}

static void opened_free(struct opened *opened) {
    container_rows_free(opened->rows);
    file_free(&opened->file);
}

static void frame_alter(struct opened *opened, uint64_t frame) {
    struct container_head head;
    assert_int_equal(head_of(&opened->file, &head, NULL), TILEPDB_OK);
    opened->file.data[head.frames[frame].offset + 9] ^= 1;
    container_head_free(&head);
}

static bool is_ready(const struct opened *opened, uint64_t code) {
    return container_rows_ready(opened->rows)[code / 32] >> code % 32 & 1u;
}

static void assert_row(const struct opened *opened, uint64_t code) {
    const uint64_t bytes = opened->sample->row_bytes;
    assert_memory_equal(container_rows_entries(opened->rows) + code * bytes,
                        opened->sample->entries + code * bytes, bytes);
}

/* Loads frames in a scattered order. After each, exactly the rows of the frames so far are
 * ready. */
static void frames_one_by_one(struct sample sample, int level) {
    struct opened opened;
    opened_make(&opened, &sample, level);
    bool *loaded = calloc(opened.frame_count, sizeof *loaded);
    assert_non_null(loaded);
    for (uint64_t i = 0; i < opened.frame_count; i++) {
        const uint64_t frame = (i * 7 + 3) % opened.frame_count;
        const uint64_t code = frame * opened.frame_rows;
        assert_true(is_ready(&opened, code) == loaded[frame]);
        assert_true(container_rows_load(opened.rows, (uint32_t)code));
        assert_true(container_rows_load(opened.rows, (uint32_t)code));
        loaded[frame] = true;
        assert_true(container_rows_all_ready(opened.rows) == (i + 1 == opened.frame_count));
        for (uint64_t row = 0; row < sample.rows; row++) {
            assert_true(is_ready(&opened, row) == loaded[row / opened.frame_rows]);
            if (is_ready(&opened, row)) assert_row(&opened, row);
        }
    }
    assert_int_equal(container_rows_failure(opened.rows, NULL), TILEPDB_OK);
    free(loaded);
    opened_free(&opened);
    sample_free(&sample);
}

static void test_frames_one_by_one(void **state) {
    (void)state;
    for (int level = 0; level <= 1; level++) {
        frames_one_by_one(sample_make(BITS, 6, 9001, 0x11), level);     /* 26 frames of 28 rows */
        frames_one_by_one(sample_make(NIBBLES, 5, 8191, 0x11), level);  /* 15 frames of 8 rows */
        frames_one_by_one(sample_make(PROJECTED, 6, 300, 0x13), level); /* 4 frames of 218 rows */
        frames_one_by_one(sample_make(PROJECTED, 3, 1 << 17, 0x13), level); /* one row per frame */
    }
}

static void test_mixed_frames(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 5, 8191, 0xFF);
    for (uint64_t i = 0; i < sample.bytes; i++)
        if (i / (8 * sample.row_bytes) % 3 == 0) sample.entries[i] &= 0x11;
    frames_one_by_one(sample, 1);
}

static void test_load_all_after_some(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 6, 8191, 0x11);
    struct opened opened;
    opened_make(&opened, &sample, 1);
    assert_true(container_rows_load(opened.rows, 100));
    assert_true(container_rows_load(opened.rows, 719));
    for (int again = 0; again < 2; again++)
        assert_int_equal(container_rows_load_all(opened.rows, NULL, NULL), TILEPDB_OK);
    for (uint64_t row = 0; row < opened.sample->rows; row++) {
        assert_true(is_ready(&opened, row));
        assert_row(&opened, row);
    }
    opened_free(&opened);
    sample_free(&sample);
}

/* Each thread walks all rows from another start; every row that is ready is right. */
struct walker {
    struct opened *opened;
    uint64_t start;
    uint64_t wrong;
};

static void *walk(void *user) {
    struct walker *walker = user;
    const struct opened *opened = walker->opened;
    const uint64_t rows = opened->sample->rows, bytes = opened->sample->row_bytes;
    const uint32_t *ready = container_rows_ready(opened->rows);
    for (uint64_t i = 0; i < rows; i++) {
        const uint32_t code = (uint32_t)((walker->start + i * 7) % rows);
        const uint32_t word = __atomic_load_n(&ready[code >> 5], __ATOMIC_ACQUIRE);
        if (!(word >> (code & 31) & 1u) && !container_rows_load(opened->rows, code))
            walker->wrong++;
        else if (memcmp(container_rows_entries(opened->rows) + code * bytes,
                        opened->sample->entries + code * bytes, bytes) != 0)
            walker->wrong++;
    }
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    enum { THREADS = 6 };
    struct sample sample = sample_make(NIBBLES, 6, 2047, 0x11);
    for (int level = 0; level <= 1; level++) {
        struct opened opened;
        opened_make(&opened, &sample, level);
        struct walker walkers[THREADS];
        pthread_t threads[THREADS];
        for (uint64_t i = 0; i < THREADS; i++) {
            walkers[i] = (struct walker){&opened, i / 2 * 240, 0};
            assert_int_equal(pthread_create(&threads[i], NULL, walk, &walkers[i]), 0);
        }
        assert_int_equal(container_rows_load_all(opened.rows, NULL, NULL), TILEPDB_OK);
        for (int i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            assert_int_equal(walkers[i].wrong, 0);
        }
        opened_free(&opened);
    }
    sample_free(&sample);
}

/* After a failure, ready rows stay; all others fail with the first message. */
static void test_failure_sticks(void **state) {
    (void)state;
    struct sample sample = sample_make(NIBBLES, 5, 8191, 0x11);
    for (int level = 0; level <= 1; level++) {
        struct opened opened;
        tilepdb_error error;
        opened_make(&opened, &sample, level);
        frame_alter(&opened, 2);
        frame_alter(&opened, 7);
        assert_true(container_rows_load(opened.rows, 0));
        assert_int_equal(container_rows_failure(opened.rows, NULL), TILEPDB_OK);
        assert_false(container_rows_load(opened.rows, 7 * 8 + 3));
        assert_false(container_rows_load(opened.rows, 2 * 8));
        assert_false(container_rows_load(opened.rows, 1 * 8));
        assert_true(is_ready(&opened, 7));
        assert_false(is_ready(&opened, 8) || is_ready(&opened, 16) || is_ready(&opened, 59));
        assert_row(&opened, 7);
        assert_int_equal(container_rows_failure(opened.rows, &error), TILEPDB_ERROR_CHECKSUM);
        assert_int_equal(error.status, TILEPDB_ERROR_CHECKSUM);
        assert_non_null(strstr(error.message, "'" FILE_NAME "': frame 7 was altered"));
        assert_non_null(strstr(error.message, "copy or generate the file again"));
        opened_free(&opened);
    }
    sample_free(&sample);
}

/* ---- rows that processes share --------------------------------------------------------------- */

#define PLACES 4

struct machine {
    uint64_t keys[PLACES];
    void *memory[PLACES];
    size_t sizes[PLACES];
    size_t count;
    bool full;
};

static void *machine_share(uint64_t key, size_t bytes, void *user) {
    struct machine *machine = user;
    if (machine->full) return NULL;
    for (size_t i = 0; i < machine->count; i++)
        if (machine->keys[i] == key && machine->sizes[i] == bytes) return machine->memory[i];
    const size_t place = machine->count++;
    assert_true(place < PLACES);
    machine->keys[place] = key;
    machine->sizes[place] = bytes;
    return machine->memory[place] = calloc(1, bytes);
}

static void machine_free(struct machine *machine) {
    for (size_t i = 0; i < machine->count; i++) free(machine->memory[i]);
}

static void opened_share(struct opened *opened, const struct sample *sample, int level,
                         struct machine *machine, int rank) {
    const tilepdb_node node = {.rank = rank, .ranks = 2, .share = machine_share, .user = machine};
    opened_make(opened, sample, level);
    container_rows_share(opened->rows, &node);
}

static bool load_frame(const struct opened *opened, uint64_t frame) {
    return container_rows_load(opened->rows, (uint32_t)(frame * opened->frame_rows));
}

static struct sample sample_of(void) {
    return sample_make(NIBBLES, 5, 8191, 0x11); /* 15 frames of 8 rows */
}

static void what_one_inflates_others_have(void **state) {
    (void)state;
    struct machine machine = {0};
    struct sample sample = sample_of();
    struct opened one, other;
    opened_share(&one, &sample, 1, &machine, 0);
    opened_share(&other, &sample, 1, &machine, 1);
    assert_int_equal(machine.count, 1);
    assert_ptr_equal(container_rows_entries(one.rows), container_rows_entries(other.rows));
    for (uint64_t frame = 0; frame < one.frame_count; frame++) {
        const struct opened *reader = frame % 3 ? &one : &other;
        frame_alter(frame % 3 ? &other : &one, frame); /* this process does not read it */
        assert_true(load_frame(reader, frame));
        assert_true(load_frame(&one, frame) && load_frame(&other, frame));
        assert_true(is_ready(&one, frame * one.frame_rows));
        assert_true(is_ready(&other, frame * one.frame_rows));
        assert_true(container_rows_all_ready(one.rows) == (frame + 1 == one.frame_count));
        assert_true(container_rows_all_ready(other.rows) == (frame + 1 == one.frame_count));
    }
    assert_memory_equal(container_rows_entries(other.rows), sample.entries, sample.bytes);
    opened_free(&one);
    assert_memory_equal(container_rows_entries(other.rows), sample.entries, sample.bytes);
    opened_free(&other);
    machine_free(&machine);
    sample_free(&sample);
}

static void a_damaged_frame_is_left_to_others(void **state) {
    (void)state;
    struct machine machine = {0};
    struct sample sample = sample_of();
    struct opened one, other;
    opened_share(&one, &sample, 1, &machine, 0);
    opened_share(&other, &sample, 1, &machine, 1);
    frame_alter(&one, 3);
    assert_false(load_frame(&one, 3));
    assert_false(is_ready(&one, 3 * one.frame_rows));
    assert_true(load_frame(&other, 3));
    bool stop = false;
    container_rows_load_rest(other.rows, &stop);
    assert_true(container_rows_all_ready(other.rows));
    assert_memory_equal(container_rows_entries(other.rows), sample.entries, sample.bytes);
    opened_free(&one);
    opened_free(&other);
    machine_free(&machine);
    sample_free(&sample);
}

/* The claim of a dead process is not waited for forever, and does not block other frames. */
static void a_claim_is_no_lock(void **state) {
    (void)state;
    struct machine machine = {0};
    struct sample sample = sample_of();
    struct container_head head;
    struct opened one;
    opened_share(&one, &sample, 1, &machine, 0);
    assert_int_equal(head_of(&one.file, &head, NULL), TILEPDB_OK);
    /* The bitmap of claimed frames is at the end of the shared memory. */
    uint32_t *claimed = (uint32_t *)((uint8_t *)machine.memory[0] + machine.sizes[0]) -
                        (head.info.frame_count / 32 + 1);
    assert_int_equal(*claimed, 0);
    *claimed = 1u << 2;
    bool stop = false;
    container_rows_load_rest(one.rows, &stop);
    assert_false(is_ready(&one, 2 * one.frame_rows));
    assert_true(is_ready(&one, 3 * one.frame_rows));
    assert_true(load_frame(&one, 2));
    assert_true(container_rows_all_ready(one.rows));
    assert_memory_equal(container_rows_entries(one.rows), sample.entries, sample.bytes);
    container_head_free(&head);
    opened_free(&one);
    machine_free(&machine);
    sample_free(&sample);
}

/* Other files have other memory; a stored file needs none; without shared memory each process
 * has its own. */
static void what_differs_is_not_shared(void **state) {
    (void)state;
    struct machine machine = {0}, full = {.full = true};
    struct sample sample = sample_of(), changed = sample_of();
    changed.entries[sample.bytes - 1] ^= 0x10;
    struct opened one, other, stored, alone;
    opened_share(&one, &sample, 1, &machine, 0);
    opened_share(&other, &changed, 1, &machine, 1);
    assert_int_equal(machine.count, 2);
    opened_share(&stored, &sample, 0, &machine, 1);
    assert_int_equal(machine.count, 2);
    opened_share(&alone, &sample, 1, &full, 1);
    const struct opened *all[] = {&one, &other, &stored, &alone};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(container_rows_load_all(all[i]->rows, NULL, NULL), TILEPDB_OK);
        assert_memory_equal(container_rows_entries(all[i]->rows),
                            i == 1 ? changed.entries : sample.entries, sample.bytes);
        assert_true(container_rows_promote_seconds(all[i]->rows) == 0 || i == 0);
    }
    opened_free(&one);
    opened_free(&other);
    opened_free(&stored);
    opened_free(&alone);
    machine_free(&machine);
    sample_free(&sample);
    sample_free(&changed);
}

static void *load_all(void *user) {
    const struct opened *process = user;
    assert_int_equal(container_rows_load_all(process->rows, NULL, NULL), TILEPDB_OK);
    return NULL;
}

static void at_the_same_time(void **state) {
    (void)state;
    struct machine machine = {0};
    struct sample sample = sample_of();
    struct opened processes[4];
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) opened_share(&processes[i], &sample, 1, &machine, i);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, load_all, &processes[i]), 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++) assert_true(container_rows_all_ready(processes[i].rows));
    assert_memory_equal(container_rows_entries(processes[3].rows), sample.entries, sample.bytes);
    for (int i = 0; i < 4; i++) opened_free(&processes[i]);
    machine_free(&machine);
    sample_free(&sample);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static unsigned rows_ready(const tilepdb_table *table) {
    unsigned count = 0;
    for (uint32_t code = 0; code < table->index->code_count; code++)
        count += table_row_ready(table, code);
    return count;
}

static void test_tables_on_demand(void **state) {
    (void)state;
    const tilepdb_kind kinds[] = {BITS, NIBBLES, PROJECTED};
    for (int k = 0; k < 3; k++)
        for (int level = 0; level <= 1; level++) {
            tilepdb_table *table = table_of(
                (tilepdb_pattern){.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x7E},
                kinds[k], level);
            tilepdb_table *opened;
            assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &opened, NULL), TILEPDB_OK);
            assert_int_equal(rows_ready(table), 720);
            assert_int_equal(rows_ready(opened), 0);
            assert_false(table_all_ready(opened));
            const struct index *index = table->index;
            for (uint32_t i = 0; i < index->mask_count; i += 97) {
                const uint32_t mask = index->mask_of_rank[i], code = i * 31 % 720;
                const unsigned blank = bits_lowest32(~mask);
                assert_int_equal(table_distance(opened, mask, code, blank),
                                 table_distance(table, mask, code, blank));
                assert_true(table_row_ready(opened, code));
            }
            assert_int_equal(tilepdb_table_preload(opened, NULL, NULL), TILEPDB_OK);
            assert_int_equal(rows_ready(opened), 720);
            assert_true(table_all_ready(table) && table_all_ready(opened));
            assert_memory_equal(opened->entries, table->entries, table->info.table_bytes);
            tilepdb_table_close(opened);
            tilepdb_table_close(table);
        }
}

/* Saves a copy of a table of which nothing was read. */
static void test_save_what_was_opened(void **state) {
    (void)state;
    tilepdb_table *table = table_of(
                      (tilepdb_pattern){.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x7E},
                      PROJECTED, 1),
                  *opened;
    const struct file before = file_load(FILE_NAME);
    assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &opened, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_table_save(opened, FILE_NAME, NULL, NULL), TILEPDB_OK);
    struct file after = file_load(FILE_NAME);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    tilepdb_table_close(opened);
    tilepdb_table_close(table);
    free(before.data);
    file_free(&after);
}

/* Valid heads whose columns do not fit the pattern. */
static void test_foreign_sizes(void **state) {
    (void)state;
    const uint64_t columns[] = {1, 559, 561, 1000, 1 << 20};
    for (int i = 0; i < 10; i++) {
        struct sample sample = sample_make(i < 5 ? PROJECTED : BITS, 3, columns[i % 5], 0x11);
        struct file file = sample_file(&sample, 1);
        tilepdb_table *table;
        tilepdb_error error;
        assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &table, &error), TILEPDB_ERROR_FORMAT);
        assert_non_null(strstr(error.message, "do not match its pattern"));
        file_free(&file);
        sample_free(&sample);
    }
}

/* ---- solving --------------------------------------------------------------------------------- */

static tilepdb_status solve(const tilepdb_table *table, const tilepdb_board *goal,
                            const tilepdb_board *board, tilepdb_result *result,
                            tilepdb_error *error) {
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = &table;
    options.table_count = 1;
    assert_int_equal(tilepdb_solver_create(goal, &options, &solver, NULL), TILEPDB_OK);
    const tilepdb_status status = tilepdb_solve(solver, board, NULL, result, error);
    tilepdb_solver_free(solver);
    return status;
}

/* Solves with the freshly opened file. Returns whether there was an answer, which must be right. */
static bool answered(const tilepdb_table *sound, const tilepdb_board *goal,
                     const tilepdb_board *board) {
    static tilepdb_result result, expected;
    tilepdb_table *opened;
    tilepdb_error error;
    assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &opened, NULL), TILEPDB_OK);
    assert_int_equal(solve(sound, goal, board, &expected, NULL), TILEPDB_OK);
    const tilepdb_status status = solve(opened, goal, board, &result, &error);
    tilepdb_table_close(opened);
    if (status == TILEPDB_OK) {
        assert_string_equal(result.moves, expected.moves);
        return true;
    }
    assert_int_equal(status, TILEPDB_ERROR_CHECKSUM);
    assert_non_null(strstr(error.message, "'" FILE_NAME "': frame 0 was altered"));
    return false;
}

/* A bad frame does not affect boards that do not touch it; others fail. No answer is wrong. */
static void test_solving_with_a_bad_frame(void **state) {
    (void)state;
    const tilepdb_kind kinds[] = {BITS, NIBBLES, PROJECTED};
    tilepdb_board goal;
    assert_int_equal(tilepdb_goal(3, 3, 8, &goal, NULL), TILEPDB_OK);
    for (int i = 0; i < 6; i++) {
        tilepdb_table *sound =
            table_of((tilepdb_pattern){.width = 3, .height = 3, .goal_blank = 8, .tiles = 0x1FE},
                     kinds[i / 2], i % 2);
        first_frame_spoil();
        int answers = 0;
        tilepdb_random random;
        tilepdb_random_seed(&random, 1);
        for (int n = 0; n < 20; n++) {
            tilepdb_board board;
            assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
            answers += answered(sound, &goal, &board);
        }
        assert_in_range(answers, 0, 19);
        tilepdb_board near = goal;
        assert_int_equal(tilepdb_board_play(&near, "RDL", NULL), TILEPDB_OK);
        assert_true(answered(sound, &goal, &near));
        tilepdb_table_close(sound);
    }
}

/* ---- huge pages ------------------------------------------------------------------------------ */

struct promotion {
    const tilepdb_table *sound, *opened;
    bool stop; /* atomic */
    long wrong;
};

static void *compare_entries(void *user) {
    struct promotion *promotion = user;
    const struct index *index = promotion->sound->index;
    uint64_t state = (uintptr_t)&state;
    while (!__atomic_load_n(&promotion->stop, __ATOMIC_RELAXED))
        for (int i = 0; i < 500; i++) {
            const uint32_t code = random_next(&state) % index->code_count;
            const uint32_t column = random_next(&state) % index->cohort_count;
            if (table_bit(promotion->opened, code, column) !=
                table_bit(promotion->sound, code, column))
                __atomic_add_fetch(&promotion->wrong, 1, __ATOMIC_RELAXED);
        }
    return NULL;
}

/* A long search asks for promotion, even several solvers of one table. */
static void test_settling_again_and_again(void **state) {
    (void)state;
    tilepdb_table *sound, *opened;
    const tilepdb_pattern pattern = {.width = 4, .height = 4, .goal_blank = 15, .tiles = 0x7E};
    assert_int_equal(tilepdb_table_generate(&pattern, BITS, NULL, &sound, NULL), TILEPDB_OK);
    for (int level = 0; level < 2; level++) {
        const tilepdb_save_options options = {.level = level};
        assert_int_equal(tilepdb_table_save(sound, FILE_NAME, &options, NULL), TILEPDB_OK);
        for (int round = 0; round < 10; round++) {
            assert_int_equal(tilepdb_table_open(FILE_NAME, NULL, &opened, NULL), TILEPDB_OK);
            struct promotion promotion = {.sound = sound, .opened = opened};
            pthread_t threads[2];
            for (int i = 0; i < 2; i++)
                assert_int_equal(pthread_create(&threads[i], NULL, compare_entries, &promotion), 0);
            for (int i = 0; i < 8; i++) {
                const bool stop = i % 2 == 0; /* every other call goes on */
                table_promote(opened, &stop);
                clock_sleep(0.001);
            }
            __atomic_store_n(&promotion.stop, true, __ATOMIC_RELAXED);
            for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
            assert_int_equal(promotion.wrong, 0);
            assert_int_equal(table_failure(opened, NULL), TILEPDB_OK);
            tilepdb_table_close(opened);
        }
    }
    tilepdb_table_close(sound);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_frames_one_by_one),
        TEST(test_mixed_frames),
        TEST(test_load_all_after_some),
        TEST(test_threads),
        TEST(test_failure_sticks),
        TEST(test_tables_on_demand),
        TEST(test_save_what_was_opened),
        TEST(test_foreign_sizes),
        TEST(test_solving_with_a_bad_frame),
        TEST(test_settling_again_and_again),
        TEST(what_one_inflates_others_have),
        TEST(a_damaged_frame_is_left_to_others),
        TEST(a_claim_is_no_lock),
        TEST(what_differs_is_not_shared),
        TEST(at_the_same_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
