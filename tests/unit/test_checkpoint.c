/*
 * Interrupted searches that go on: wherever a search is interrupted, with any number of threads,
 * the counts and the answer are those of an uninterrupted search. Also damaged and forged files.
 */
#include "search_fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "search/bidirectional.h"
#include "search/checkpoint.h"
#include "tilepdb_engine.h"

static char path[] = "test_checkpoint_XXXXXX";

/* 14 million nodes: 10 in the last bound, 3 in the bound before. */
static const char HARD[] = "4 3 9 10 / 5 7 2 12 / 8 15 14 11 / 0 1 6 13";
static const char OTHER[] = "14 1 9 11 / 2 12 7 8 / 10 13 0 3 / 5 4 15 6";

static tilepdb_board board_of(const char *text) {
    tilepdb_board board;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &board, NULL), TILEPDB_OK);
    return board;
}

static tilepdb_checkpoint *checkpoint_make(void) {
    tilepdb_checkpoint *checkpoint;
    tilepdb_error error = {.message = ""};
    if (tilepdb_checkpoint_open(path, &checkpoint, &error)) fail_msg("%s", error.message);
    return checkpoint;
}

static void checkpoint_end(tilepdb_checkpoint *checkpoint) {
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
    tilepdb_checkpoint_close(checkpoint);
}

static int file_make(void **state) {
    (void)state;
    const int fd = mkstemp(path);
    return fd < 0 || close(fd) || remove(path);
}

static int file_remove(void **state) {
    (void)state;
    remove(path);
    return 0;
}

/* ---- in pieces ------------------------------------------------------------------------------- */

/* Counts reports; each thread makes one per 60000 nodes, but of several threads only one
 * reports. */
static bool stop_later(const tilepdb_progress *progress, void *user) {
    int *left = user;
    (void)progress;
    return --*left >= 0;
}

struct search {
    bool backward, any, plain;
    tilepdb_solutions solutions;
    uint64_t max_nodes, memory_limit;
    const char *board; /* NULL for BOARD */
    bool sides;        /* bidirectional, with tables of three tiles each */
    int most_pieces;   /* limit on the number of pieces, each longer than the one before */
};

/* ---- from both sides ------------------------------------------------------------------------- */

struct tabled {
    tilepdb_table *tables[5];
    tilepdb_solver *solver;
};

static void tabled_make(struct tabled *tabled, const tilepdb_board *goal, bool backward) {
    tilepdb_partition partition;
    tilepdb_solver_options options;
    int blank = 0;
    while (goal->cells[blank]) blank++;
    assert_int_equal(
        tilepdb_partition_parse("1-3/4-6/7-9/10-12/13-15", 4, 4, blank, &partition, NULL),
        TILEPDB_OK);
    for (unsigned i = 0; i < 5; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        const tilepdb_kind kind = {.encoding = TILEPDB_ENCODING_BIT};
        assert_int_equal(tilepdb_table_generate(&pattern, kind, NULL, &tabled->tables[i], NULL),
                         TILEPDB_OK);
    }
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const *)tabled->tables;
    options.table_count = 5;
    options.backward = backward;
    assert_int_equal(tilepdb_solver_create(goal, &options, &tabled->solver, NULL), TILEPDB_OK);
}

static void tabled_free(struct tabled *tabled) {
    tilepdb_solver_free(tabled->solver);
    for (unsigned i = 0; i < 5; i++) tilepdb_table_close(tabled->tables[i]);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static tilepdb_status piece_solve(const tilepdb_solver *solver, const tilepdb_board *board,
                                  tilepdb_solve_options options, int piece,
                                  tilepdb_result *result) {
    int left = 20 + 7 * piece;
    options.threads = 1 + piece % 3;
    options.progress = stop_later;
    options.user = &left;
    options.checkpoint = checkpoint_make();
    const tilepdb_status status = tilepdb_solve(solver, board, &options, result, NULL);
    checkpoint_end(options.checkpoint);
    return status;
}

static void search_in_pieces(const struct search *search) {
    static tilepdb_result whole, result;
    const tilepdb_board board = board_of(search->board ? search->board : BOARD);
    tilepdb_board goal = standard_goal(4, 4, 15);
    const tilepdb_board *from = search->backward ? &goal : &board;
    struct tabled tabled[2];
    tilepdb_solver *solver;
    if (search->sides) {
        tabled_make(&tabled[0], &goal, false);
        tabled_make(&tabled[1], &board, true);
        assert_int_equal(solver_create_bidirectional(tabled[0].solver, tabled[1].solver, 0, 1, 0,
                                                     NULL, NULL, &solver, NULL),
                         TILEPDB_OK);
    } else {
        solver = solver_make(search->backward ? &board : &goal, search->backward,
                             TILEPDB_HEURISTIC_MANHATTAN);
    }
    tilepdb_solve_options options = solve_defaults();
    options.any = search->any;
    options.plain = search->plain;
    options.solutions = search->solutions;
    options.max_nodes = search->max_nodes;
    options.memory_limit = search->memory_limit;
    const tilepdb_status expected = tilepdb_solve(solver, from, &options, &whole, NULL);
    assert_int_equal(expected, search->max_nodes ? TILEPDB_LIMIT : TILEPDB_OK);
    assert_int_equal(whole.resumed, 0);
    tilepdb_status status = TILEPDB_CANCELLED;
    int pieces = 0;
    for (; status == TILEPDB_CANCELLED; pieces++) {
        assert_true(pieces < search->most_pieces);
        status = piece_solve(solver, from, options, pieces, &result);
    }
    assert_true(pieces > 1);
    assert_int_equal(status, expected);
    assert_same(&result, &whole);
    assert_in_range(result.resumed, 1, result.generated);
    /* A recorded answer is not searched again. */
    status = piece_solve(solver, from, options, 0, &result);
    if (search->sides) {
        assert_solves(solver, from, &options, &result);
        assert_same(&result, &whole);
        options.checkpoint = checkpoint_make();
        assert_solves(solver, from, &options, &result);
        checkpoint_end(options.checkpoint);
        assert_same(&result, &whole);
        assert_in_range(result.resumed, 1, result.generated);
    }
    if (!search->max_nodes && search->solutions == TILEPDB_SOLUTIONS_FIRST && !search->backward &&
        !search->sides) {
        assert_int_equal(status, expected);
        assert_same(&result, &whole);
        assert_true(result.generated - result.resumed < 3000000);
    }
    tilepdb_solver_free(solver);
    for (int i = 0; search->sides && i < 2; i++) tabled_free(&tabled[i]);
    remove(path);
}

static void searches_from_both_sides_go_on(void **state) {
    (void)state;
    search_in_pieces(&(struct search){.sides = true, .board = HARD, .most_pieces = 60});
    search_in_pieces(
        &(struct search){.sides = true, .board = HARD, .any = true, .most_pieces = 60});
}

static void searches_go_on(void **state) {
    (void)state;
    search_in_pieces(&(struct search){.most_pieces = 40});
    search_in_pieces(&(struct search){.plain = true, .most_pieces = 40});
}

static void searches_backward_go_on(void **state) {
    (void)state;
    search_in_pieces(&(struct search){.backward = true, .most_pieces = 60});
}

/* The level rises, because few of the frontier keys are kept. */
static void searches_without_keys_go_on(void **state) {
    (void)state;
    search_in_pieces(&(struct search){
        .sides = true, .board = HARD, .memory_limit = 24 * 1000, .most_pieces = 60});
}

static void searches_for_any_go_on(void **state) {
    (void)state;
    search_in_pieces(&(struct search){.any = true, .most_pieces = 40});
    search_in_pieces(&(struct search){.any = true, .board = OTHER, .most_pieces = 40});
}

static void searches_for_all_go_on(void **state) {
    (void)state;
    search_in_pieces(&(struct search){.solutions = TILEPDB_SOLUTIONS_COUNT, .most_pieces = 60});
}

static void limits_of_nodes_hold(void **state) {
    (void)state;
    search_in_pieces(&(struct search){.max_nodes = 10000000, .most_pieces = 60});
}

/* ---- what is taken over, and what is not ----------------------------------------------------- */

static uint64_t resumed(const tilepdb_solver *solver, const tilepdb_board *board,
                        tilepdb_solve_options options) {
    static tilepdb_result result;
    options.checkpoint = checkpoint_make();
    assert_solves(solver, board, &options, &result);
    tilepdb_checkpoint_close(options.checkpoint);
    return result.resumed;
}

static void only_the_same_search_goes_on(void **state) {
    (void)state;
    const tilepdb_board board = board_of(BOARD);
    tilepdb_board goal, other = board;
    tilepdb_goal(4, 4, 15, &goal, NULL);
    assert_int_equal(tilepdb_board_play(&other, "R", NULL), TILEPDB_OK);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    tilepdb_solver *conflicts = solver_make(&goal, false, TILEPDB_HEURISTIC_LINEAR_CONFLICT);
    tilepdb_solve_options options = solve_defaults();
    options.checkpoint = checkpoint_make();
    static tilepdb_result result;
    assert_solves(solver, &board, &options, &result);
    assert_int_equal(result.resumed, 0);
    checkpoint_end(options.checkpoint);
    options.checkpoint = NULL;
    assert_true(resumed(solver, &board, options) > 0);
    assert_int_equal(resumed(solver, &other, options), 0);
    assert_int_equal(resumed(conflicts, &board, options), 0);
    options.any = true;
    assert_int_equal(resumed(solver, &board, options), 0);
    tilepdb_solver_free(solver);
    tilepdb_solver_free(conflicts);
    remove(path);
}

/* ---- files ----------------------------------------------------------------------------------- */

#define RECORD       32 /* offset of the first record */
#define RECORD_BYTES 88 /* a record without moves, units and keys */

static uint8_t *file_read(size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    uint8_t *bytes = malloc(1 << 24);
    *size = fread(bytes, 1, 1 << 24, file);
    fclose(file);
    return bytes;
}

static void file_write(const uint8_t *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static tilepdb_status file_try(const uint8_t *bytes, size_t size) {
    tilepdb_checkpoint *checkpoint = NULL;
    tilepdb_error error = {.message = ""};
    file_write(bytes, size);
    const tilepdb_status status = tilepdb_checkpoint_open(path, &checkpoint, &error);
    if (!status) tilepdb_checkpoint_close(checkpoint);
    if (status) assert_true(strlen(error.message) > 20);
    if (status == TILEPDB_ERROR_CHECKSUM || status == TILEPDB_ERROR_VERSION) {
        assert_int_equal(error.code, TILEPDB_MESSAGE_CHECKPOINT);
        assert_int_equal(error.number[0], status == TILEPDB_ERROR_VERSION
                                              ? TILEPDB_UNUSABLE_VERSION
                                              : TILEPDB_UNUSABLE_ALTERED);
    }
    size_t left;
    uint8_t *after = file_read(&left);
    assert_int_equal(left, size);
    assert_memory_equal(after, bytes, size);
    free(after);
    return status;
}

static tilepdb_status file_forge(uint8_t *bytes, size_t size) {
    store_le64(bytes + size - 8, hash_bytes(bytes, size - 8));
    return file_try(bytes, size);
}

/* A checkpoint with an open bound. Records of exhausted bounds have no units. */
static uint8_t *checkpoint_bytes(size_t *size) {
    static tilepdb_result result;
    const tilepdb_board board = board_of(BOARD);
    tilepdb_board goal = standard_goal(4, 4, 15);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    tilepdb_solve_options options = solve_defaults();
    assert_int_equal(piece_solve(solver, &board, options, 18, &result), TILEPDB_CANCELLED);
    tilepdb_solver_free(solver);
    return file_read(size);
}

static void altered_files_are_refused(void **state) {
    (void)state;
    size_t size;
    uint8_t *bytes = checkpoint_bytes(&size);
    tilepdb_checkpoint *checkpoint = checkpoint_make();
    tilepdb_checkpoint_info info;
    tilepdb_checkpoint_info_get(checkpoint, &info);
    assert_true(info.bounds > 0 && info.subtrees > 0 && info.nodes > 1000000);
    tilepdb_checkpoint_close(checkpoint);
    assert_int_equal(file_try(bytes, size), TILEPDB_OK);
    for (size_t length = 1; length < size; length += 1 + length / 16)
        assert_int_not_equal(file_try(bytes, length), TILEPDB_OK);
    for (size_t at = 0; at < size; at += 1 + at / 16) {
        bytes[at] ^= 0x10;
        assert_int_not_equal(file_try(bytes, size), TILEPDB_OK);
        bytes[at] ^= 0x10;
    }
    assert_int_equal(file_try((const uint8_t *)"1 2 3\n4 5 6\n", 12), TILEPDB_ERROR_FORMAT);
    free(bytes);
    remove(path);
}

/* Makes a small checkpoint with all parts of a file: an exhausted bound that keeps its units, an
 * open bound with a whole unit, a split unit and frontier keys, and a bound with a solution. */
static uint8_t *small_bytes(size_t *size) {
    tilepdb_checkpoint *checkpoint = checkpoint_make();
    struct checkpoint_record *records[3];
    uint64_t keys[] = {7, UINT64_MAX, 9};
    uint16_t left[] = {3, 8, 0};
    const struct frontier_keys emitted = {.keys = keys, .left = left, .count = 3, .capacity = 3};
    for (int i = 0; i < 3; i++) {
        const struct checkpoint_key key = {.search = {1, 2}, .bound = 8 + 2 * i};
        records[i] = checkpoint_take(checkpoint, &key, true);
        assert_true(checkpoint_units(checkpoint, records[i], 3, 0));
    }
    for (uint64_t unit = 0; unit < 3; unit++)
        checkpoint_keep(checkpoint, records[0],
                        &(struct checkpoint_note){.unit = unit, .total = {70 + unit, 30}});
    checkpoint_conclude(checkpoint, records[0],
                        &(struct checkpoint_end){.state = CHECKPOINT_EXHAUSTED, .total = {213, 90}},
                        true);
    checkpoint_keep(checkpoint, records[1],
                    &(struct checkpoint_note){.total = {80, 40}, .emitted = &emitted});
    checkpoint_keep(
        checkpoint, records[1],
        &(struct checkpoint_note){.unit = 2, .subunit = 1, .subunit_count = 4, .total = {20, 9}});
    checkpoint_conclude(checkpoint, records[2],
                        &(struct checkpoint_end){.state = CHECKPOINT_FOUND, .path = {1, 2, 3}},
                        true);
    for (int i = 0; i < 3; i++) checkpoint_give(checkpoint, records[i]);
    checkpoint_end(checkpoint);
    return file_read(size);
}

/* Reads all parts of the checkpoint in the file. With `save`, what is saved is read again, too. */
static void file_use(bool save) {
    tilepdb_checkpoint_info info[2];
    for (int i = 0; i <= save; i++) {
        tilepdb_checkpoint *checkpoint = checkpoint_make();
        tilepdb_checkpoint_info_get(checkpoint, &info[i]);
        for (struct checkpoint_record *each = checkpoint->records; each; each = each->next) {
            struct frontier_keys emitted = {0};
            struct checkpoint_end end;
            size_t count;
            struct checkpoint_record *record = checkpoint_take(checkpoint, &each->key, false);
            assert_non_null(record);
            free(checkpoint_notes(checkpoint, record, &count, &emitted));
            frontier_keys_free(&emitted);
            checkpoint_recall(checkpoint, record, &end);
            checkpoint_give(checkpoint, record);
        }
        if (save) assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
        tilepdb_checkpoint_close(checkpoint);
    }
    if (save) assert_memory_equal(&info[0], &info[1], sizeof info[0]);
}

/* No damage is overlooked. A false bit with a true checksum is refused, or the file can be used. */
static void every_bit_is_guarded(void **state) {
    (void)state;
    size_t size, used = 0;
    uint8_t *bytes = small_bytes(&size);
    assert_int_equal(file_try(bytes, size), TILEPDB_OK);
    for (size_t length = 1; length < size; length++)
        assert_int_not_equal(file_try(bytes, length), TILEPDB_OK);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_not_equal(file_try(bytes, size), TILEPDB_OK);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (size_t bit = 0; bit < 8 * (size - 8); bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (!file_forge(bytes, size)) file_use(used++ % 64 == 0);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_in_range(used, size, 8 * size);
    free(bytes);
    remove(path);
}

/* Returns the offset of the first record with units. */
static size_t units_find(const uint8_t *bytes, size_t size) {
    size_t at = RECORD;
    while (at < size && load_le32(bytes + at + 48) == 0) at += RECORD_BYTES;
    assert_true(at < size);
    return at;
}

static void false_numbers_are_refused(void **state) {
    (void)state;
    size_t size;
    uint8_t *bytes = checkpoint_bytes(&size);
    const size_t at = units_find(bytes, size);
    const uint32_t units = load_le32(bytes + at + 48);
    const uint64_t records = load_le64(bytes + 24);
    store_le32(bytes + at + 48, units + 1);
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_CHECKSUM);
    store_le32(bytes + at + 48, UINT32_MAX);
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_CHECKSUM);
    store_le32(bytes + at + 48, units);
    store_le64(bytes + 24, records + 1);
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_CHECKSUM);
    store_le64(bytes + 24, records - 1);
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_CHECKSUM);
    store_le64(bytes + 24, records);
    store_le64(bytes + at + 72, 1); /* emitted nodes */
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_CHECKSUM);
    store_le64(bytes + at + 72, UINT64_MAX / 8);
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_CHECKSUM);
    store_le64(bytes + at + 72, 0);
    store_le16(bytes + at + 80, TILEPDB_MAX_MOVES + 2); /* cut */
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_CHECKSUM);
    store_le16(bytes + at + 80, 0);
    bytes[at + 54] = 4; /* state */
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_CHECKSUM);
    bytes[at + 54] = 0;
    store_le16(bytes + at + 52, TILEPDB_MAX_MOVES + 1);
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_CHECKSUM);
    store_le16(bytes + at + 52, 40);
    const uint32_t version = load_le32(bytes + 12), oldest = 4 << 8; /* version 0.4.0 */
    for (uint32_t other = 0; other < 2; other++) {
        store_le32(bytes + 12, other ? version + 1 : oldest - 1);
        assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_VERSION);
        store_le32(bytes + 12, other ? version : oldest);
        assert_int_equal(file_forge(bytes, size), TILEPDB_OK);
    }
    store_le32(bytes + 8, 2); /* format */
    assert_int_equal(file_forge(bytes, size), TILEPDB_ERROR_VERSION);
    free(bytes);
    remove(path);
}

static void false_solutions_are_searched(void **state) {
    (void)state;
    static tilepdb_result whole, result;
    const tilepdb_board board = board_of(BOARD);
    tilepdb_board goal = standard_goal(4, 4, 15);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    tilepdb_solve_options options = solve_defaults();
    options.checkpoint = checkpoint_make();
    assert_solves(solver, &board, &options, &whole);
    checkpoint_end(options.checkpoint);
    size_t size, at = RECORD;
    uint8_t *bytes = file_read(&size);
    while (at < size && bytes[at + 54] != 2) at += RECORD_BYTES; /* state FOUND */
    assert_true(at + RECORD_BYTES + (size_t)whole.length < size);
    static const uint8_t numbers[] = {0, 3, 4, 31, 74, 255};
    for (size_t i = 0; i < sizeof numbers; i++) {
        memset(bytes + at + RECORD_BYTES, numbers[i], (size_t)whole.length);
        assert_int_equal(file_forge(bytes, size), TILEPDB_OK);
        options.checkpoint = checkpoint_make();
        assert_solves(solver, &board, &options, &result);
        tilepdb_checkpoint_close(options.checkpoint);
        assert_same(&result, &whole);
        assert_in_range(result.resumed, 1, result.generated - 1000000);
    }
    free(bytes);
    tilepdb_solver_free(solver);
    remove(path);
}

struct task {
    const tilepdb_solver *solver;
    const tilepdb_board *board;
    const tilepdb_solve_options *options;
    tilepdb_result *result;
    tilepdb_status status;
};

static void *task_run(void *user) {
    struct task *task = user;
    task->status = tilepdb_solve(task->solver, task->board, task->options, task->result, NULL);
    return NULL;
}

static void equal_searches_share(void **state) {
    (void)state;
    static tilepdb_result results[2], whole;
    const tilepdb_board board = board_of(BOARD);
    tilepdb_board goal = standard_goal(4, 4, 15);
    tilepdb_solver *solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    tilepdb_solve_options options = solve_defaults();
    assert_solves(solver, &board, &options, &whole);
    options.checkpoint = checkpoint_make();
    pthread_t thread;
    struct task tasks[2];
    for (int i = 0; i < 2; i++)
        tasks[i] = (struct task){solver, &board, &options, &results[i], TILEPDB_CANCELLED};
    assert_int_equal(pthread_create(&thread, NULL, task_run, &tasks[1]), 0);
    task_run(&tasks[0]);
    pthread_join(thread, NULL);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(tasks[i].status, TILEPDB_OK);
        assert_same(&results[i], &whole);
    }
    tilepdb_checkpoint_close(options.checkpoint);
    tilepdb_solver_free(solver);
}

/* One search may exhaust a unit that another search of the same board has split. */
static void a_unit_is_whole_or_in_parts(void **state) {
    (void)state;
    tilepdb_checkpoint *checkpoint;
    assert_int_equal(tilepdb_checkpoint_open("unit", &checkpoint, NULL), TILEPDB_OK);
    const struct checkpoint_key key = {.bound = 40};
    struct checkpoint_record *record = checkpoint_take(checkpoint, &key, true);
    assert_true(checkpoint_units(checkpoint, record, 4, 0));
    const struct checkpoint_note subunit = {
        .unit = 1, .subunit_count = 3, .total = {.generated = 5}};
    const struct checkpoint_note whole[] = {{.unit = 1, .total = {.generated = 60}},
                                            {.unit = 2, .total = {.generated = 70}}};
    checkpoint_keep(checkpoint, record, &subunit);
    checkpoint_keep(checkpoint, record, &whole[0]);
    checkpoint_keep(checkpoint, record, &whole[1]);
    checkpoint_keep(checkpoint, record,
                    &(struct checkpoint_note){.unit = 2, .subunit = 1, .subunit_count = 3});
    size_t count;
    struct checkpoint_note *notes = checkpoint_notes(checkpoint, record, &count, NULL);
    assert_int_equal(count, 2);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(notes[i].unit, whole[i].unit);
        assert_int_equal(notes[i].subunit_count, 0);
        assert_int_equal(notes[i].total.generated, whole[i].total.generated);
    }
    free(notes);
    checkpoint_give(checkpoint, record);
    tilepdb_checkpoint_close(checkpoint);
}

static void what_cannot_be_saved_is_said(void **state) {
    (void)state;
    tilepdb_checkpoint *checkpoint;
    tilepdb_error error;
    assert_int_equal(tilepdb_checkpoint_open("no such folder/file", &checkpoint, &error),
                     TILEPDB_OK);
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, 3600, &error), TILEPDB_OK);
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, &error), TILEPDB_ERROR_IO);
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, &error), TILEPDB_ERROR_IO);
    tilepdb_checkpoint_close(checkpoint);
    assert_int_equal(tilepdb_checkpoint_open(".", &checkpoint, &error), TILEPDB_ERROR_IO);
    tilepdb_checkpoint_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_go_on),
        cmocka_unit_test(searches_from_both_sides_go_on),
        cmocka_unit_test(searches_without_keys_go_on),
        cmocka_unit_test(searches_backward_go_on),
        cmocka_unit_test(searches_for_any_go_on),
        cmocka_unit_test(searches_for_all_go_on),
        cmocka_unit_test(limits_of_nodes_hold),
        cmocka_unit_test(only_the_same_search_goes_on),
        cmocka_unit_test(altered_files_are_refused),
        cmocka_unit_test(every_bit_is_guarded),
        cmocka_unit_test(false_numbers_are_refused),
        cmocka_unit_test(false_solutions_are_searched),
        cmocka_unit_test(equal_searches_share),
        cmocka_unit_test(a_unit_is_whole_or_in_parts),
        cmocka_unit_test(what_cannot_be_saved_is_said),
    };
    return cmocka_run_group_tests(tests, file_make, file_remove);
}
