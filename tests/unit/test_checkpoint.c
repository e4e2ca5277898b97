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
#include "base/log.h"
#include "search/bidirectional.h"
#include "search/checkpoint.h"
#include "tilepdb_engine.h"

static char path[] = "test_checkpoint_XXXXXX";

/* 14 million nodes: 10 in the last bound, 3 in the bound before. */
static const char HARD[] = "4 3 9 10 / 5 7 2 12 / 8 15 14 11 / 0 1 6 13";
/* 5 million nodes from both sides, and 31 million with 1000 frontier keys. */
static const char LONG_SIDES[] = "10 11 1 15 / 0 6 9 8 / 7 4 5 14 / 13 12 3 2";
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
        .sides = true, .board = LONG_SIDES, .memory_limit = 24 * 1000, .most_pieces = 60});
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

/* Offsets in the payload of a bound's log record. */
enum {
    AT_NOTES = 56,
    AT_KEYS = 64,
    AT_UNITS = 72,
    AT_BOUND = 76,
    AT_CUT = 78,
    AT_STATE = 80,
    AT_ANEW = 81,
    AT_PATH = 88
};

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

static tilepdb_checkpoint_info tried; /* of the last file that file_try could open */

static tilepdb_status file_try(const uint8_t *bytes, size_t size) {
    tilepdb_checkpoint *checkpoint = NULL;
    tilepdb_error error = {.message = ""};
    file_write(bytes, size);
    const tilepdb_status status = tilepdb_checkpoint_open(path, &checkpoint, &error);
    if (!status) tilepdb_checkpoint_info_get(checkpoint, &tried);
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

/* Returns the offset behind the log record at `at`. */
static size_t record_end(const uint8_t *bytes, size_t at) {
    return at + LOG_RECORD_BYTES + (size_t)load_le64(bytes + at + 8);
}

/* Returns the offset of the log record with byte `at`; `size` behind the last record. */
static size_t record_with(const uint8_t *bytes, size_t size, size_t at) {
    size_t begin = LOG_HEAD_BYTES;
    while (begin < size && record_end(bytes, begin) <= at) begin = record_end(bytes, begin);
    return begin;
}

/* Returns the first payload with byte `number` at `offset`. */
static uint8_t *payload_find(uint8_t *bytes, size_t size, size_t offset, uint8_t number) {
    size_t at = LOG_HEAD_BYTES;
    while (at < size && bytes[at + LOG_RECORD_BYTES + offset] != number) at = record_end(bytes, at);
    assert_true(at < size);
    return bytes + at + LOG_RECORD_BYTES;
}

/* Gives the log record of a payload a true checksum. */
static void record_seal(uint8_t *payload) {
    uint8_t *record = payload - LOG_RECORD_BYTES;
    log_seal(record, load_le64(record + 16), (size_t)load_le64(record + 8));
}

static tilepdb_status file_forge(uint8_t *bytes, size_t size, uint8_t *payload) {
    record_seal(payload);
    return file_try(bytes, size);
}

/* A file that was cut off or damaged in the log record at `from` has the records before it. */
static void file_try_ends(const uint8_t *bytes, size_t size, size_t from) {
    static tilepdb_checkpoint_info whole;
    static size_t whole_from;
    if (whole_from != from) assert_int_equal(file_try(bytes, from), TILEPDB_OK);
    if (whole_from != from) whole = tried;
    whole_from = from;
    assert_int_equal(file_try(bytes, size), TILEPDB_OK);
    assert_int_equal(tried.dropped, size - from);
    tried.dropped = 0;
    assert_memory_equal(&tried, &whole, sizeof tried);
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

static void altered_files_end_early(void **state) {
    (void)state;
    size_t size;
    uint8_t *bytes = checkpoint_bytes(&size);
    tilepdb_checkpoint *checkpoint = checkpoint_make();
    tilepdb_checkpoint_info info;
    tilepdb_checkpoint_info_get(checkpoint, &info);
    assert_true(info.bounds > 0 && info.subtrees > 0 && info.nodes > 1000000);
    tilepdb_checkpoint_close(checkpoint);
    assert_int_equal(file_try(bytes, size), TILEPDB_OK);
    for (size_t length = 1; length < size; length += 1 + length / 16) {
        if (length < LOG_HEAD_BYTES)
            assert_int_equal(file_try(bytes, length), TILEPDB_ERROR_FORMAT);
        else
            file_try_ends(bytes, length, record_with(bytes, size, length));
    }
    for (size_t at = 0; at < size; at += 1 + at / 16) {
        const size_t record = record_with(bytes, size, at);
        bytes[at] ^= 0x10;
        if (at < LOG_HEAD_BYTES)
            assert_int_not_equal(file_try(bytes, size), TILEPDB_OK);
        else
            file_try_ends(bytes, size, record);
        bytes[at] ^= 0x10;
    }
    assert_int_equal(file_try((const uint8_t *)"1 2 3\n4 5 6\n", 12), TILEPDB_ERROR_FORMAT);
    free(bytes);
    remove(path);
}

/* Makes a small checkpoint with all parts of a file: an exhausted bound that keeps its units, an
 * open bound with a whole unit, a split unit and frontier keys, a bound with a solution, changes of
 * these bounds, and an entry. */
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
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_checkpoint_put(checkpoint, "key", "value", 5, NULL), TILEPDB_OK);
    checkpoint_keep(checkpoint, records[1],
                    &(struct checkpoint_note){.unit = 1, .total = {60, 20}, .emitted = &emitted});
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

/* A damaged log record ends the file. A false bit with a true checksum is refused, or the file can
 * be used. */
static void every_bit_is_guarded(void **state) {
    (void)state;
    size_t size, used = 0;
    uint8_t *bytes = small_bytes(&size);
    assert_int_equal(file_try(bytes, size), TILEPDB_OK);
    for (size_t length = 1; length < size; length++) {
        if (length < LOG_HEAD_BYTES)
            assert_int_equal(file_try(bytes, length), TILEPDB_ERROR_FORMAT);
        else
            file_try_ends(bytes, length, record_with(bytes, size, length));
    }
    for (size_t bit = 0; bit < 8 * size; bit++) {
        const size_t record = record_with(bytes, size, bit / 8);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (bit / 8 < LOG_HEAD_BYTES)
            assert_int_not_equal(file_try(bytes, size), TILEPDB_OK);
        else
            file_try_ends(bytes, size, record);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (size_t bit = 8 * (size_t)LOG_HEAD_BYTES; bit < 8 * size; bit++) {
        uint8_t *payload = bytes + record_with(bytes, size, bit / 8) + LOG_RECORD_BYTES;
        if (bytes + bit / 8 < payload - 8) continue; /* checksum and size */
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (!file_forge(bytes, size, payload)) file_use(used++ % 64 == 0);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        record_seal(payload);
    }
    assert_in_range(used, size, 8 * size);
    free(bytes);
    remove(path);
}

static void false_numbers_are_refused(void **state) {
    (void)state;
    size_t size;
    uint8_t *bytes = checkpoint_bytes(&size);
    uint8_t *open = payload_find(bytes, size, AT_STATE, CHECKPOINT_OPEN);
    const uint32_t units = load_le32(open + AT_UNITS), version = load_le32(bytes + 12);
    const uint64_t notes = load_le64(open + AT_NOTES);
    const uint16_t bound = load_le16(open + AT_BOUND);
    assert_true(units > 0 && notes > 0);
    const uint32_t false_units[] = {0, UINT32_MAX};
    for (int i = 0; i < 2; i++) {
        store_le32(open + AT_UNITS, false_units[i]);
        assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    }
    store_le32(open + AT_UNITS, units);
    const uint64_t false_notes[] = {notes - 1, notes + 1, UINT64_MAX / 40 + 1 + notes};
    for (int i = 0; i < 3; i++) {
        store_le64(open + AT_NOTES, false_notes[i]);
        assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    }
    store_le64(open + AT_NOTES, notes);
    const uint64_t false_keys[] = {1, UINT64_MAX / 10 + 1, UINT64_MAX};
    for (int i = 0; i < 3; i++) {
        store_le64(open + AT_KEYS, false_keys[i]);
        assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    }
    store_le64(open + AT_KEYS, 0);
    uint8_t *note = open + AT_PATH;
    const uint64_t unit = load_le64(note);
    store_le64(note, units);
    assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    store_le64(note, unit);
    store_le64(note + 16, UINT64_MAX / 16 + 2); /* subunits */
    assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    store_le64(note + 8, 2);
    store_le64(note + 16, 2);
    assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    store_le64(note + 8, 0);
    store_le64(note + 16, 0);
    store_le16(open + AT_CUT, TILEPDB_MAX_MOVES + 2);
    assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    store_le16(open + AT_CUT, 0);
    open[AT_STATE] = 4;
    assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    open[AT_STATE] = CHECKPOINT_OPEN;
    open[AT_ANEW] = 0; /* changes of a bound that the log does not have */
    assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    open[AT_ANEW] = 1;
    store_le16(open + AT_BOUND, TILEPDB_MAX_MOVES + 1);
    assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    store_le16(open + AT_BOUND, bound);
    store_le64(open - 8, 3); /* kind */
    assert_int_equal(file_forge(bytes, size, open), TILEPDB_ERROR_CHECKSUM);
    store_le64(open - 8, 1);
    assert_int_equal(file_forge(bytes, size, open), TILEPDB_OK);
    const uint32_t oldest = 5 << 8; /* version 0.5.0 */
    for (uint32_t other = 0; other < 2; other++) {
        store_le32(bytes + 12, other ? version + 1 : oldest - 1);
        assert_int_equal(file_try(bytes, size), TILEPDB_ERROR_VERSION);
        store_le32(bytes + 12, other ? version : oldest);
        assert_int_equal(file_try(bytes, size), TILEPDB_OK);
    }
    store_le32(bytes + 8, 4); /* format of version 0.4.0 */
    assert_int_equal(file_try(bytes, size), TILEPDB_ERROR_VERSION);
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
    size_t size;
    uint8_t *bytes = file_read(&size);
    uint8_t *found = payload_find(bytes, size, AT_STATE, CHECKPOINT_FOUND);
    static const uint8_t numbers[] = {0, 3, 4, 31, 74, 255};
    for (size_t i = 0; i < sizeof numbers; i++) {
        memset(found + AT_PATH, numbers[i], (size_t)whole.length);
        assert_int_equal(file_forge(bytes, size, found), TILEPDB_OK);
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

/* One search may end a bound while another search of the same board exhausts units of it. */
static void units_may_follow_the_end(void **state) {
    (void)state;
    tilepdb_checkpoint *checkpoint = checkpoint_make();
    const struct checkpoint_key key = {.bound = 40};
    struct checkpoint_record *first = checkpoint_take(checkpoint, &key, true);
    assert_true(checkpoint_units(checkpoint, first, 4, 0));
    struct checkpoint_record *second = checkpoint_take(checkpoint, &key, true);
    const struct checkpoint_end end = {.state = CHECKPOINT_EXHAUSTED, .total = {.generated = 100}};
    checkpoint_conclude(checkpoint, first, &end, false);
    checkpoint_give(checkpoint, first);
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
    checkpoint_keep(checkpoint, second, &(struct checkpoint_note){.unit = 2});
    assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
    checkpoint_give(checkpoint, second);
    tilepdb_checkpoint_close(checkpoint);
    assert_int_equal(tilepdb_checkpoint_open(path, &checkpoint, NULL), TILEPDB_OK);
    tilepdb_checkpoint_close(checkpoint);
    remove(path);
}

static size_t entry_get(tilepdb_checkpoint *checkpoint, const char *key, const char *expected) {
    char value[32] = "";
    const size_t size = tilepdb_checkpoint_get(checkpoint, key, value, sizeof value - 1);
    assert_string_equal(value, expected);
    return size;
}

static size_t file_size(void) {
    size_t size;
    free(file_read(&size));
    return size;
}

/* Entries are found by the next process, also behind bounds that a new log does not copy. */
static void entries_stay(void **state) {
    (void)state;
    tilepdb_checkpoint_info info;
    tilepdb_checkpoint *checkpoint = checkpoint_make();
    const struct checkpoint_key bound = {.bound = 40};
    char key[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "%d", i);
        assert_int_equal(tilepdb_checkpoint_put(checkpoint, key, key, strlen(key), NULL), 0);
        if (i % 100 != 50) continue;
        struct checkpoint_record *record = checkpoint_take(checkpoint, &bound, true);
        checkpoint_units(checkpoint, record, 3 + (size_t)i, 0);
        checkpoint_keep(checkpoint, record, &(struct checkpoint_note){.unit = 1});
        checkpoint_give(checkpoint, record);
        assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
    }
    assert_int_equal(tilepdb_checkpoint_put(checkpoint, "7", "other", 5, NULL), TILEPDB_OK);
    assert_int_equal(entry_get(checkpoint, "7", ""), 0);
    const size_t before = file_size();
    tilepdb_checkpoint_close(checkpoint); /* as a kill does, without saving */
    for (int times = 0; times < 3; times++) {
        checkpoint = checkpoint_make();
        tilepdb_checkpoint_info_get(checkpoint, &info);
        assert_int_equal(info.entries, 1000);
        if (times > 0) assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
        for (int i = 0; i < 2000; i++) {
            snprintf(key, sizeof key, "%d", i);
            assert_int_equal(entry_get(checkpoint, key, i < 1000 ? key : ""),
                             i < 1000 ? strlen(key) : 0);
        }
        tilepdb_checkpoint_info_get(checkpoint, &info);
        assert_int_equal(info.entries, 0);
        tilepdb_checkpoint_close(checkpoint);
    }
    assert_true(file_size() < before);
    checkpoint = checkpoint_make();
    assert_int_equal(tilepdb_checkpoint_forget(checkpoint, NULL), TILEPDB_OK);
    assert_int_equal(entry_get(checkpoint, "7", ""), 0);
    tilepdb_checkpoint_close(checkpoint);
    checkpoint = checkpoint_make();
    tilepdb_checkpoint_info_get(checkpoint, &info);
    assert_true(info.entries == 0 && info.bounds == 1);
    assert_int_equal(entry_get(checkpoint, "7", ""), 0);
    tilepdb_checkpoint_close(checkpoint);
    remove(path);
}

/* The log of a bound that changes again and again is written anew, and a file that was removed is
 * written again. */
static void a_log_stays_short(void **state) {
    (void)state;
    tilepdb_checkpoint *checkpoint = checkpoint_make();
    const struct checkpoint_key bound = {.bound = 40};
    struct checkpoint_record *record = checkpoint_take(checkpoint, &bound, true);
    for (size_t times = 0; times < 40; times++) {
        assert_true(checkpoint_units(checkpoint, record, 5000 + times, 0));
        for (uint64_t unit = 0; unit < 5000; unit++)
            checkpoint_keep(checkpoint, record,
                            &(struct checkpoint_note){.unit = unit, .total = {unit + 1, unit}});
        assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
        assert_in_range(file_size(), 5000 * 40, 3 * 5000 * 40 + (1 << 20) + 1000);
        if (times % 8 == 5) remove(path);
    }
    checkpoint_give(checkpoint, record);
    tilepdb_checkpoint_close(checkpoint);
    tilepdb_checkpoint_info info;
    checkpoint = checkpoint_make();
    tilepdb_checkpoint_info_get(checkpoint, &info);
    assert_int_equal(info.subtrees, 5000);
    assert_int_equal(info.nodes, 5000 * 5001 / 2);
    tilepdb_checkpoint_close(checkpoint);
    remove(path);
}

static void one_file_has_one_owner(void **state) {
    (void)state;
    tilepdb_checkpoint *checkpoint = checkpoint_make(), *other;
    tilepdb_error error;
    for (int saved = 0; saved < 2; saved++) {
        if (saved) assert_int_equal(tilepdb_checkpoint_save(checkpoint, 0, NULL), TILEPDB_OK);
        assert_int_equal(tilepdb_checkpoint_open(path, &other, &error), TILEPDB_ERROR_IO);
        assert_non_null(strstr(error.message, "has not ended"));
        tilepdb_checkpoint_close(checkpoint);
        checkpoint = checkpoint_make();
    }
    tilepdb_checkpoint_close(checkpoint);
    remove(path);
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
    assert_int_equal(tilepdb_checkpoint_put(checkpoint, "a", "b", 1, &error), TILEPDB_ERROR_IO);
    assert_int_equal(tilepdb_checkpoint_forget(checkpoint, &error), TILEPDB_ERROR_IO);
    tilepdb_checkpoint_close(checkpoint);
    assert_int_equal(tilepdb_checkpoint_open(".", &checkpoint, &error), TILEPDB_ERROR_IO);
    tilepdb_checkpoint_close(NULL);
}

/* Runs the tests whose names match the pattern that is given, or all. */
int main(int count, char **arguments) {
    if (count > 1) cmocka_set_test_filter(arguments[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_go_on),
        cmocka_unit_test(searches_from_both_sides_go_on),
        cmocka_unit_test(searches_without_keys_go_on),
        cmocka_unit_test(searches_backward_go_on),
        cmocka_unit_test(searches_for_any_go_on),
        cmocka_unit_test(searches_for_all_go_on),
        cmocka_unit_test(limits_of_nodes_hold),
        cmocka_unit_test(only_the_same_search_goes_on),
        cmocka_unit_test(altered_files_end_early),
        cmocka_unit_test(every_bit_is_guarded),
        cmocka_unit_test(false_numbers_are_refused),
        cmocka_unit_test(false_solutions_are_searched),
        cmocka_unit_test(equal_searches_share),
        cmocka_unit_test(a_unit_is_whole_or_in_parts),
        cmocka_unit_test(units_may_follow_the_end),
        cmocka_unit_test(entries_stay),
        cmocka_unit_test(a_log_stays_short),
        cmocka_unit_test(one_file_has_one_owner),
        cmocka_unit_test(what_cannot_be_saved_is_said),
    };
    return cmocka_run_group_tests(tests, file_make, file_remove);
}
