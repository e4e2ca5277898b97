/*
 * The textbook methods, part by part: the set of boards, limits and their messages, steps, grids,
 * and the integer program, whose rows are checked against played solutions. oracle_methods checks
 * that solutions are shortest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "reference/cbc.h"
#include "reference/mip.h"
#include "reference/state_set.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"

static const char *const HARDEST = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1";
static const char *const FIFTEEN = "3 0 7 4 2 6 11 8 1 5 10 12 9 13 14 15"; /* 15 moves */

static tilepdb_method_result result;
static tilepdb_error error;

static tilepdb_board board_from(const char *text) {
    tilepdb_board board;
    if (tilepdb_board_parse(text, strlen(text), 0, 0, &board, &error))
        fail_msg("%s", error.message);
    return board;
}

static tilepdb_board goal_last(int width, int height) {
    tilepdb_board goal;
    assert_int_equal(tilepdb_goal(width, height, width * height - 1, &goal, NULL), TILEPDB_OK);
    return goal;
}

/* ---- the set of boards ----------------------------------------------------------------------- */

static void scramble_into_set(int width, int height, int count) {
    struct state_set states;
    const tilepdb_board goal = goal_last(width, height);
    const unsigned cells = (unsigned)(width * height);
    tilepdb_random random;
    tilepdb_board board, back;
    uint32_t index;
    tilepdb_random_seed(&random, 3);
    assert_int_equal(state_set_init(&states, cells, UINT64_MAX), STATE_SET_ADDED);
    size_t added = 0;
    for (int i = 0; i < count; i++) {
        assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
        const struct packed packed = packed_from(&board);
        back = (tilepdb_board){.width = goal.width, .height = goal.height};
        packed_to(&packed, &back);
        assert_true(board_equal(&board, &back));
        assert_int_equal(packed_blank(&packed, cells), board_blank(&board));
        const enum state_set_answer answer =
            state_set_add(&states, &packed, state_set_hash(&packed), &index);
        if (answer == STATE_SET_ADDED)
            assert_int_equal(index, added++);
        else
            assert_int_equal(answer, STATE_SET_FOUND);
        *state_set_note(&states, index) = (uint16_t)index;
    }
    assert_int_equal(states.count, added);
    tilepdb_random_seed(&random, 3);
    for (int i = 0; i < count; i++) {
        tilepdb_board_scramble(&random, &goal, &board);
        const struct packed packed = packed_from(&board);
        assert_true(state_set_find(&states, &packed, &index));
        const struct packed kept = state_set_at(&states, index);
        assert_memory_equal(&kept, &packed, sizeof packed);
        assert_int_equal(*state_set_note(&states, index), (uint16_t)index);
    }
    tilepdb_board_scramble(&random, &goal, &board);
    const struct packed fresh = packed_from(&board);
    assert_int_equal(state_set_find(&states, &fresh, &index), cells < 8);
    state_set_free(&states);
}

static void test_state_set(void **state) {
    (void)state;
    scramble_into_set(2, 2, 100); /* 12 boards: most are already in the set */
    scramble_into_set(4, 3, 1000);
    scramble_into_set(4, 4, 900000); /* several chunks; the slots of several memory units grow */
    scramble_into_set(6, 3, 1000);
    scramble_into_set(6, 4, 1000);
    scramble_into_set(5, 5, 300000);
}

static uint64_t inverse(uint64_t factor) {
    uint64_t inverse = factor;
    for (int i = 0; i < 6; i++) inverse *= 2 - factor * inverse;
    return inverse;
}

/* Returns a packed board with a given hash, of no puzzle: the inverse of state_set_hash. */
static struct packed packed_of_hash(uint64_t hash) {
    uint64_t word = hash * inverse(UINT64_C(0xBF58476D1CE4E5B9));
    word ^= word >> 31 ^ word >> 62;
    return (struct packed){{word * inverse(UINT64_C(0x9E3779B97F4A7C15)), 0}};
}

/* Returns the i-th of many hashes that fall on few buckets: on the last ones, whose overflow
 * wraps around to the first, and on some in the middle. */
static uint64_t crowded_hash(uint64_t i) {
    const uint64_t hash = (i + 1) * UINT64_C(0x9E3779B97F4A7C15);
    if (i % 700 == 0) return hash | UINT64_C(0xFFFFF) << 44;
    if (i % 700 == 1) return hash >> 24 | UINT64_C(0x12345) << 44;
    return hash;
}

static void crowd(unsigned cells, uint64_t count) {
    struct state_set states;
    uint32_t index;
    assert_int_equal(state_set_init(&states, cells, UINT64_MAX), STATE_SET_ADDED);
    for (uint64_t i = 0; i < count; i++) {
        const struct packed packed = packed_of_hash(crowded_hash(i));
        assert_int_equal(state_set_hash(&packed), crowded_hash(i));
        assert_int_equal(state_set_add(&states, &packed, crowded_hash(i), &index), STATE_SET_ADDED);
        assert_int_equal(index, i);
        if ((i & (i - 1)) != 0) continue; /* also after growth */
        const struct packed other = packed_of_hash(crowded_hash(count + i));
        assert_false(state_set_find(&states, &other, &index));
    }
    for (uint64_t i = 0; i < count; i++) {
        const struct packed packed = packed_of_hash(crowded_hash(i));
        assert_true(state_set_find(&states, &packed, &index));
        assert_int_equal(index, i);
    }
    state_set_free(&states);
}

static void test_state_set_crowded(void **state) {
    (void)state;
    crowd(16, 900000);
    crowd(25, 120000);
}

static void test_state_set_limit(void **state) {
    (void)state;
    struct state_set states;
    const tilepdb_board goal = goal_last(4, 4);
    tilepdb_random random;
    tilepdb_board board;
    uint32_t index;
    tilepdb_random_seed(&random, 5);
    assert_int_equal(state_set_init(&states, 16, 1000), STATE_SET_LIMIT);
    state_set_free(&states);
    const uint64_t limit = 10u << 20;
    assert_int_equal(state_set_init(&states, 16, limit), STATE_SET_ADDED);
    for (;;) {
        tilepdb_board_scramble(&random, &goal, &board);
        const struct packed packed = packed_from(&board);
        const enum state_set_answer answer =
            state_set_add(&states, &packed, state_set_hash(&packed), &index);
        assert_true(states.memory <= limit);
        if (answer != STATE_SET_LIMIT) continue;
        assert_false(state_set_find(&states, &packed, &index)); /* unchanged */
        break;
    }
    assert_true(states.count > 300000);
    state_set_free(&states);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Numbers and names are unique. Only the layered method is not optimal. */
static void test_table(void **state) {
    (void)state;
    const size_t count = tilepdb_method_count();
    assert_true(count > TILEPDB_METHOD_ILP);
    assert_false(tilepdb_method_available((tilepdb_method)count));
    for (size_t i = 0; i < count; i++) {
        const tilepdb_method_info *info = tilepdb_method_at(i);
        assert_in_range(info->method, 0, count - 1);
        assert_true(strlen(info->name) > 0 && strlen(info->title) > 0 && strlen(info->summary) > 0);
        assert_int_equal(info->name[strspn(info->name, "abcdefghijklmnopqrstuvwxyz")], '\0');
        assert_int_equal(info->optimal, info->method != TILEPDB_METHOD_LAYERED);
        assert_int_equal(info->large, info->method == TILEPDB_METHOD_LAYERED);
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(tilepdb_method_at(j)->method, info->method);
            assert_string_not_equal(tilepdb_method_at(j)->name, info->name);
        }
    }
}

/* Returns whether a method counts nodes against a limit: all except the layered method and the
 * integer program. */
static bool counts_nodes(const tilepdb_method_info *info) {
    return info->limits && !info->form;
}

/* ---- limits ---------------------------------------------------------------------------------- */

static tilepdb_method_options options_of(tilepdb_method method) {
    tilepdb_method_options options;
    tilepdb_method_options_init(&options, method);
    return options;
}

static void expect(tilepdb_status status, const tilepdb_board *board, const tilepdb_board *goal,
                   const tilepdb_method_options *options) {
    error.message[0] = '\0';
    assert_int_equal(tilepdb_method_solve(board, goal, options, &result, &error), status);
}

static void expect_of(tilepdb_status status, const char *text,
                      const tilepdb_method_options *options) {
    const tilepdb_board board = board_from(text), goal = goal_last(board.width, board.height);
    expect(status, &board, &goal, options);
}

static void expect_error(const char *part) {
    if (strstr(error.message, part) == NULL) fail_msg("'%s' lacks '%s'", error.message, part);
}

static void test_limits(void **state) {
    (void)state;
    tilepdb_method_options options = options_of(TILEPDB_METHOD_BFS);
    options.memory_limit = 32u << 20;
    expect_of(TILEPDB_LIMIT, HARDEST, &options);
    expect_error("the memory of 32 MiB is used up: depth 18 is complete");
    expect_error("the board needs at least 20 moves");
    assert_int_equal(result.depth, 18);
    assert_int_equal(result.lower_bound, 20);
    assert_true(result.memory <= options.memory_limit && result.states > 1000000);
    assert_int_equal(result.length, -1);

    for (size_t m = 0; m < tilepdb_method_count(); m++) {
        const tilepdb_method_info *info = tilepdb_method_at(m);
        if (!counts_nodes(info)) continue;
        options = options_of(info->method);
        options.max_nodes = 100000;
        expect_of(TILEPDB_LIMIT, HARDEST, &options);
        expect_error("the limit of 100,000 nodes is reached");
        assert_true(result.lower_bound > 10 && result.lower_bound % 2 == 0);
        options = options_of(info->method);
        options.timeout = 0.02;
        expect_of(TILEPDB_LIMIT, HARDEST, &options);
        expect_error("the time limit of 0.02 s is reached");
        options = options_of(info->method);
        options.max_length = 13;
        expect_of(TILEPDB_LIMIT, FIFTEEN, &options);
        expect_error("the limit on moves is reached");
        assert_int_equal(result.lower_bound, 15);
        options.max_length = 15;
        expect_of(TILEPDB_OK, FIFTEEN, &options);
        assert_int_equal(result.length, 15);
    }
    options = options_of(TILEPDB_METHOD_ASTAR);
    options.memory_limit = 8u << 20;
    expect_of(TILEPDB_LIMIT, HARDEST, &options);
    expect_error("the memory of 8 MiB is used up: f = ");
    options = options_of(TILEPDB_METHOD_LAYERED);
    options.max_length = 20;
    expect_of(TILEPDB_LIMIT, HARDEST, &options);
    assert_true(result.upper_bound > 80);
}

/* A node limit is exceeded by at most the children of one node; the lower bound so far is
 * returned. */
static void test_max_nodes(void **state) {
    (void)state;
    tilepdb_method_options options;
    const uint64_t limits[] = {1, 2, 3, 5, 17, 100, 255, 1000, 12345, 70000};
    for (size_t m = 0; m < tilepdb_method_count(); m++) {
        const tilepdb_method_info *info = tilepdb_method_at(m);
        if (!counts_nodes(info)) continue;
        int before = 0;
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            options = options_of(info->method);
            options.max_nodes = limits[i];
            expect_of(TILEPDB_LIMIT, HARDEST, &options);
            if (result.generated < limits[i] || result.generated > limits[i] + 3)
                fail_msg("%s: %llu nodes of %llu", info->name, (unsigned long long)result.generated,
                         (unsigned long long)limits[i]);
            assert_true(result.lower_bound >= before && result.lower_bound > result.depth);
            before = result.lower_bound;
        }
        /* If a limit is reached at the end of a depth, that depth is complete. */
        options = options_of(info->method);
        options.max_length = 12;
        expect_of(TILEPDB_LIMIT, FIFTEEN, &options);
        const int proven = result.lower_bound;
        options.max_length = 0;
        options.max_nodes = result.generated;
        expect_of(TILEPDB_LIMIT, FIFTEEN, &options);
        assert_int_equal(result.lower_bound, proven);
    }
}

static bool refuse(const tilepdb_progress *progress, void *user) {
    (void)user;
    return progress->done < 1000;
}

static void test_refusals(void **state) {
    (void)state;
    tilepdb_method_options options;
    for (size_t m = 0; m < tilepdb_method_count(); m++) {
        const tilepdb_method method = tilepdb_method_at(m)->method;
        if (!tilepdb_method_available(method)) continue;
        options = options_of(method);
        expect_of(TILEPDB_UNSOLVABLE, "2 1 3 4 5 6 7 8 0", &options);
        expect_error("unsolvable");
        assert_false(result.solvable);
        assert_int_equal(result.generated, 0); /* refused before any search */
        expect_of(TILEPDB_OK, "1 2 3 4 5 6 7 8 0", &options);
        assert_int_equal(result.length, 0);
        assert_true(result.optimal);
        const tilepdb_board board = board_from("1 2 3 0"), goal = goal_last(3, 3);
        expect(TILEPDB_ERROR_ARGUMENT, &board, &goal, &options);
    }
    options = options_of(TILEPDB_METHOD_IDDFS);
    options.progress = refuse;
    expect_of(TILEPDB_CANCELLED, HARDEST, &options);
    expect_error("interrupted");
    options = options_of((tilepdb_method)9);
    expect_of(TILEPDB_ERROR_ARGUMENT, HARDEST, &options);
    options = options_of(TILEPDB_METHOD_ASTAR);
    options.heuristic = TILEPDB_HEURISTIC_PDB;
    expect_of(TILEPDB_ERROR_ARGUMENT, HARDEST, &options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    options.first_bound = TILEPDB_METHOD_ITERATIONS;
    expect_of(TILEPDB_ERROR_ARGUMENT, HARDEST, &options);
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    assert_false(tilepdb_method_available(TILEPDB_METHOD_ILP));
    options = options_of(TILEPDB_METHOD_ILP);
    expect_of(TILEPDB_ERROR_NOT_FOUND, FIFTEEN, &options);
    expect_error(cbc_missing());
    setenv("PATH", path, 1);
    free(path);
}

static void test_first_bound(void **state) {
    (void)state;
    tilepdb_method_options options = options_of(TILEPDB_METHOD_IDDFS);
    expect_of(TILEPDB_OK, FIFTEEN, &options);
    assert_int_equal(result.iteration_count, 15);
    const uint64_t all = result.generated;
    uint64_t sum = 0;
    for (size_t i = 0; i < result.iteration_count; i++) {
        assert_int_equal(result.iterations[i].bound, i + 1);
        sum += result.iterations[i].generated;
    }
    assert_int_equal(sum, all);
    options.first_bound = 14;
    expect_of(TILEPDB_OK, FIFTEEN, &options);
    assert_int_equal(result.length, 15);
    assert_true(result.optimal && result.generated < all);
    assert_int_equal(result.iterations[0].bound, 14);
    /* The longer way around the lower right block comes first in move order. */
    options.first_bound = 12;
    expect_of(TILEPDB_OK, "1 2 3/4 5 6/7 0 8", &options);
    assert_string_equal(result.moves, "DLURDLURDLU");
    assert_true(!result.optimal && result.lower_bound == 1 && result.upper_bound == 11);
}

/* ---- steps ----------------------------------------------------------------------------------- */

struct told {
    int count;
    char moves[TILEPDB_METHOD_MAX_MOVES + 1];
    char last[256];
};

static void note_step(const tilepdb_method_step *step, void *user) {
    struct told *told = user;
    told->count++;
    if (step->moves != NULL) strncat(told->moves, step->moves, step->move_count);
    snprintf(told->last, sizeof told->last, "%s", step->text);
}

static void test_steps(void **state) {
    (void)state;
    static struct told told;
    tilepdb_method_options options;
    const struct {
        tilepdb_method method;
        const char *last;
    } cases[] = {{TILEPDB_METHOD_BFS, "depth 15: "},
                 {TILEPDB_METHOD_IDDFS, "trying at most 15 moves: "},
                 {TILEPDB_METHOD_ASTAR, "f = 15: "},
                 {TILEPDB_METHOD_LAYERED, "the last 2x2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memset(&told, 0, sizeof told);
        options = options_of(cases[i].method);
        options.step = note_step;
        options.step_user = &told;
        expect_of(TILEPDB_OK, FIFTEEN, &options);
        if (strncmp(told.last, cases[i].last, strlen(cases[i].last)) != 0)
            fail_msg("'%s', not '%s'", told.last, cases[i].last);
        if (cases[i].method == TILEPDB_METHOD_LAYERED)
            assert_string_equal(told.moves, result.moves); /* all moves, in order */
        else
            assert_int_equal(told.count, result.iteration_count);
    }
}

/* ---- metrics --------------------------------------------------------------------------------- */

#define DEPTHS 32

struct depths {
    uint64_t boards[DEPTHS]; /* number of boards at each depth */
    uint64_t stored;
};

static void note_depth(const tilepdb_method_step *step, void *user) {
    struct depths *depths = user;
    assert_in_range(step->bound, 1, DEPTHS - 1);
    depths->boards[step->bound] = step->states - depths->stored;
    depths->stored = step->states;
}

/* Reads the numbers of 8-puzzle boards at each depth, in multi-tile moves. */
static void published_depths(uint64_t boards[DEPTHS]) {
    char line[256];
    FILE *file = fopen(TILEPDB_DATA_DIR "/mtm_depth_3x3.txt", "r");
    assert_non_null(file);
    memset(boards, 0, DEPTHS * sizeof *boards);
    while (fgets(line, sizeof line, file)) {
        unsigned depth;
        unsigned long long count;
        if (sscanf(line, "%u %llu", &depth, &count) != 2) continue;
        assert_in_range(depth, 0, DEPTHS - 1);
        boards[depth] = count;
    }
    fclose(file);
}

/* From the goal to the one farthest board, BFS meets all boards and reports the new boards of
 * each depth. */
static void test_multi_bfs(void **state) {
    (void)state;
    struct depths depths = {.boards = {1}, .stored = 1};
    uint64_t published[DEPTHS];
    published_depths(published);
    tilepdb_method_options options = options_of(TILEPDB_METHOD_BFS);
    options.metric = TILEPDB_METRIC_MULTI;
    options.step = note_depth;
    options.step_user = &depths;
    const tilepdb_board goal = goal_last(3, 3), farthest = board_from("1 4 7 2 0 8 3 6 5");
    expect(TILEPDB_OK, &goal, &farthest, &options);
    assert_int_equal(result.length, 24);
    assert_true(result.optimal && strlen(result.moves) > 24);
    assert_int_equal(depths.stored, 181440);
    for (unsigned depth = 0; depth < DEPTHS; depth++)
        assert_int_equal(depths.boards[depth], published[depth]);
}

/* IDDFS finds the depth of every board within nine slides. */
static void test_multi_iddfs(void **state) {
    (void)state;
    enum { NEAR = 9, ROOM = 2048 };
    static tilepdb_board queue[ROOM];
    uint64_t published[DEPTHS], boards[DEPTHS] = {0};
    struct move_set moves;
    size_t first = 0, last = 1;
    published_depths(published);
    tilepdb_method_options options = options_of(TILEPDB_METHOD_IDDFS);
    options.metric = TILEPDB_METRIC_MULTI;
    assert_int_equal(move_set_init(&moves, 3, 3, TILEPDB_METRIC_MULTI, NULL), TILEPDB_OK);
    const tilepdb_board goal = queue[0] = goal_last(3, 3);
    for (; first < last; first++) {
        expect(TILEPDB_OK, &queue[first], &goal, &options);
        assert_true(result.optimal);
        boards[result.length]++;
        const int depth = result.length;
        for (unsigned move = 0; move < moves.count && depth < NEAR; move++) {
            tilepdb_board next = queue[first];
            uint8_t blank = (uint8_t)board_blank(&next);
            if (!move_set_play(&moves, &next, &blank, move)) continue;
            size_t same = 0;
            while (same < last && !board_equal(&queue[same], &next)) same++;
            assert_in_range(same, 0, ROOM - 1);
            queue[same] = next;
            if (same == last) last++;
        }
    }
    for (unsigned depth = 0; depth <= NEAR; depth++)
        assert_int_equal(boards[depth], published[depth]);
    /* On farther boards, both methods find identical solutions. */
    const char *const texts[] = {"8 6 7 2 5 4 3 0 1", "0 8 7 6 5 4 3 2 1", "6 4 7 8 5 0 3 2 1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char letters[TILEPDB_METHOD_MAX_MOVES + 1];
        const tilepdb_board board = board_from(texts[i]);
        expect(TILEPDB_OK, &board, &goal, &options);
        snprintf(letters, sizeof letters, "%s", result.moves);
        options.method = TILEPDB_METHOD_BFS;
        expect(TILEPDB_OK, &board, &goal, &options);
        options.method = TILEPDB_METHOD_IDDFS;
        assert_string_equal(result.moves, letters);
    }
}

static void test_single_only(void **state) {
    (void)state;
    const tilepdb_board goal = goal_last(3, 3);
    for (int m = TILEPDB_METHOD_ASTAR; m <= TILEPDB_METHOD_ILP; m++) {
        tilepdb_method_options options;
        options = options_of((tilepdb_method)m);
        options.metric = TILEPDB_METRIC_MULTI;
        expect(TILEPDB_ERROR_ARGUMENT, &goal, &goal, &options);
        expect_error("is for single-tile moves");
    }
}

/* ---- large boards ---------------------------------------------------------------------------- */

static tilepdb_status large_parse(const char *text, int width, int height, tilepdb_board *board) {
    const tilepdb_reader_options options = {.width = width, .height = height, .large = true};
    tilepdb_reader *reader;
    tilepdb_item item;
    const tilepdb_status status = tilepdb_reader_create(&options, &reader, NULL);
    if (status) return status;
    tilepdb_reader_feed(reader, text, strlen(text));
    tilepdb_reader_end(reader);
    const bool found = tilepdb_reader_next(reader, &item);
    tilepdb_reader_free(reader);
    if (!found) return TILEPDB_ERROR_PARSE;
    *board = item.board;
    return item.kind == TILEPDB_ITEM_BOARD ? TILEPDB_OK : item.error.status;
}

static void test_large_boards(void **state) {
    (void)state;
    tilepdb_board board, goal;
    const struct {
        const char *text;
        int width, height;
        tilepdb_status status;
    } cases[] = {
        {"1 2 3 0", 0, 0, TILEPDB_OK},
        {"1,2/3,_", 0, 0, TILEPDB_OK},
        {"1 2 3 4 5 0", 3, 2, TILEPDB_OK},
        {"1 2 3/4 5 .", 3, 2, TILEPDB_OK},
        {"1 2 3 4 5 0", 0, 0, TILEPDB_ERROR_PARSE},
        {"1 2 3/4 5", 0, 0, TILEPDB_ERROR_PARSE},
        {"1 2 3/4 5 0/", 3, 2, TILEPDB_OK},
        {"1 2 3/4 5 0", 2, 3, TILEPDB_ERROR_PARSE},
        {"1 2 3 3", 0, 0, TILEPDB_ERROR_PARSE},
        {"1 2 3 4", 0, 0, TILEPDB_ERROR_PARSE},
        {"1 2 x 0", 0, 0, TILEPDB_ERROR_PARSE},
        {"1 2 3 99999999999999999999", 0, 0, TILEPDB_ERROR_PARSE},
        {"", 0, 0, TILEPDB_ERROR_PARSE},
        {"1 0", 2, 1, TILEPDB_ERROR_ARGUMENT},
        {"1 0", TILEPDB_MAX_SIDE + 1, 2, TILEPDB_ERROR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tilepdb_status status =
            large_parse(cases[i].text, cases[i].width, cases[i].height, &board);
        if (status != cases[i].status) fail_msg("'%s' gave %d", cases[i].text, (int)status);
    }
    assert_int_equal(tilepdb_goal(TILEPDB_MAX_SIDE + 1, 4, 0, &goal, NULL), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_goal(4, 4, 16, &goal, NULL), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_goal(20, 20, 399, &goal, NULL), TILEPDB_OK);
    tilepdb_method_options options = options_of(TILEPDB_METHOD_LAYERED);
    board = goal;
    board.cells[0] = 2;
    board.cells[1] = 1;
    expect(TILEPDB_UNSOLVABLE, &board, &goal, &options);
    board.cells[1] = 2;
    expect(TILEPDB_ERROR_ARGUMENT, &board, &goal, &options);
    expect(TILEPDB_OK, &goal, &goal, &options);
    assert_int_equal(result.length, 0);
    assert_string_equal(result.moves, "");
    board = goal;
    assert_int_equal(tilepdb_board_play(&board, "L", &error), TILEPDB_ERROR_PARSE);
    assert_int_equal(tilepdb_board_play(&board, "R", &error), TILEPDB_OK);
    assert_int_equal(board.cells[398], 0);
    tilepdb_random random;
    tilepdb_random_seed(&random, 20);
    assert_int_equal(tilepdb_board_scramble(&random, &goal, &board), TILEPDB_OK);
    expect(TILEPDB_OK, &board, &goal, &options);
    assert_int_equal(result.length, strlen(result.moves));
    assert_int_equal(tilepdb_board_play(&board, result.moves, NULL), TILEPDB_OK);
    assert_true(board_equal(&board, &goal));
}

static void test_walk(void **state) {
    (void)state;
    tilepdb_random random = {{0}};
    tilepdb_board board = goal_last(4, 4), same = board;
    const tilepdb_board goal = board;
    assert_int_equal(tilepdb_board_walk(&random, 5, &board), TILEPDB_ERROR_ARGUMENT);
    tilepdb_random_seed(&random, 8);
    assert_int_equal(tilepdb_board_walk(&random, 7, &board), TILEPDB_OK);
    const int h = manhattan_distance(&board, &goal);
    assert_true(h > 0 && h <= 7 && h % 2 == 1);
    tilepdb_random_seed(&random, 8);
    assert_int_equal(tilepdb_board_walk(&random, 7, &same), TILEPDB_OK);
    assert_true(board_equal(&board, &same));
}

/* ---- the integer program --------------------------------------------------------------------- */

/* Sets the value of each column if `moves` are played and the rest of the horizon is idle. */
static void play_into(const struct mip *mip, const tilepdb_board *board, const tilepdb_board *goal,
                      const char *moves, double *values) {
    tilepdb_board before = *board, after = *board;
    struct geometry geometry;
    geometry_init(&geometry, board->width, board->height, NULL);
    memset(values, 0, mip->column_count * sizeof *values);
    for (int step = 0; step <= mip->horizon; step++) {
        if (step > 0 && *moves != '\0')
            assert_int_equal(tilepdb_board_play(&after, (char[]){*moves++, '\0'}, NULL),
                             TILEPDB_OK);
        for (size_t c = 0; c < mip->column_count; c++) {
            const struct mip_column *column = &mip->columns[c];
            const bool now = after.cells[column->cell] == column->tile;
            if (!mip_is_binary(column) || column->step != step) continue;
            values[c] = now && (column->kind == 'x' || before.cells[column->cell] != column->tile);
        }
        before = after;
    }
    for (size_t c = 0; c < mip->column_count; c++) {
        const struct mip_column *column = &mip->columns[c];
        if (mip_is_binary(column)) continue;
        int at = 0, home = 0;
        while (after.cells[at] != column->tile) at++;
        while (goal->cells[home] != column->tile) home++;
        values[c] = column->kind == 'v' ? abs(at / geometry.width - home / geometry.width)
                                        : abs(at % geometry.width - home % geometry.width);
    }
}

static bool rows_hold(const struct mip *mip, const double *values) {
    for (size_t r = 0; r < mip->row_count; r++) {
        const struct mip_row *row = &mip->rows[r];
        double sum = 0;
        for (size_t e = row->first; e < mip_row_end(mip, r); e++)
            sum += mip->entries[e].value * values[mip->entries[e].column];
        if (row->sense != MIP_AT_LEAST && sum > row->rhs + 1e-9) return false;
        if (row->sense != MIP_AT_MOST && sum < row->rhs - 1e-9) return false;
    }
    return true;
}

static double cost_of(const struct mip *mip, const double *values) {
    double cost = 0;
    for (size_t c = 0; c < mip->column_count; c++) cost += mip->columns[c].cost * values[c];
    return cost;
}

/* Shortest solutions satisfy the program; with any single column changed they do not. */
static void program_of(const char *text, tilepdb_program_form form, int longer) {
    struct mip mip;
    const tilepdb_board board = board_from(text), goal = goal_last(board.width, board.height);
    tilepdb_method_options options = options_of(TILEPDB_METHOD_ASTAR);
    expect_of(TILEPDB_OK, text, &options);
    assert_int_equal(mip_create(&mip, &board, &goal, form, result.length + longer, &error),
                     TILEPDB_OK);
    double *values = malloc(mip.column_count * sizeof *values);
    play_into(&mip, &board, &goal, result.moves, values);
    assert_true(rows_hold(&mip, values));
    assert_true(cost_of(&mip, values) == result.length);
    for (size_t c = 0; c < mip.column_count; c++) {
        if (!mip_is_binary(&mip.columns[c])) continue;
        values[c] = 1 - values[c];
        if (rows_hold(&mip, values)) {
            char name[MIP_NAME];
            fail_msg("%s, horizon %d, form %d: %s may be %g", text, mip.horizon, (int)form,
                     mip_column_name(&mip.columns[c], name), values[c]);
        }
        values[c] = 1 - values[c];
    }
    free(values);
    mip_free(&mip);
}

static void test_program(void **state) {
    (void)state;
    const char *const texts[] = {"1 2 3/4 5 6/7 0 8", "1 3 6/5 2 0/4 7 8", "5 1 3/4 2 6/0 7 8",
                                 "4 1 2/5 0 3", FIFTEEN};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        program_of(texts[i], TILEPDB_PROGRAM_FIXED, 0);
        program_of(texts[i], TILEPDB_PROGRAM_PENALTY, 0);
        program_of(texts[i], TILEPDB_PROGRAM_PENALTY, 3);
    }
}

struct text {
    char *text;
    size_t length, room;
};

static bool keep_text(const char *text, size_t length, void *user) {
    struct text *kept = user;
    if (kept->length + length + 1 > kept->room) return false;
    memcpy(kept->text + kept->length, text, length);
    kept->length += length;
    kept->text[kept->length] = '\0';
    return true;
}

static void test_lp(void **state) {
    (void)state;
    const tilepdb_board board = board_from("1 2 3/4 5 6/0 7 8"), goal = goal_last(3, 3);
    struct text text = {.text = malloc(1 << 20), .room = 1 << 20};
    assert_int_equal(
        tilepdb_program_write(&board, &goal, TILEPDB_PROGRAM_PENALTY, 2, keep_text, &text, &error),
        TILEPDB_OK);
    const char *const parts[] = {"\nMinimize\n", "\nSubject To\n", "\nBinary\n", "\nEnd\n",
                                 " + 3 v_8",     "x_7_6_1",        " down_7:",   " rest_1:"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(text.text, parts[i]) == NULL) fail_msg("no '%s'", parts[i]);
    for (char *line = strtok(text.text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        assert_true(strlen(line) < 255); /* the format's limit */
    text.length = 0;
    text.room = 1000;
    assert_int_equal(
        tilepdb_program_write(&board, &goal, TILEPDB_PROGRAM_FIXED, 2, keep_text, &text, &error),
        TILEPDB_CANCELLED);
    assert_int_equal(
        tilepdb_program_write(&board, &goal, TILEPDB_PROGRAM_FIXED, 1, keep_text, &text, &error),
        TILEPDB_ERROR_ARGUMENT);
    expect_error("Manhattan distance of 2");
    for (int horizon = 0; horizon <= 256; horizon += 256)
        assert_int_equal(tilepdb_program_write(&board, &goal, TILEPDB_PROGRAM_PENALTY, horizon,
                                               keep_text, &text, &error),
                         TILEPDB_ERROR_ARGUMENT);
    free(text.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_state_set),
        cmocka_unit_test(test_state_set_limit),
        cmocka_unit_test(test_state_set_crowded),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_max_nodes),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_first_bound),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_multi_bfs),
        cmocka_unit_test(test_multi_iddfs),
        cmocka_unit_test(test_single_only),
        cmocka_unit_test(test_large_boards),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_program),
        cmocka_unit_test(test_lp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
