/* The engine: one door for boards of all sizes, with limits, cancellation and events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "puzzle/board.h"
#include "tilepdb_engine.h"

/* Counts events by their code. */
struct told {
    unsigned count[TILEPDB_EVENT_FAILED_DIRECTORY + 1];
};

static void tell(const tilepdb_engine_event *event, void *user) {
    struct told *told = user;
    told->count[event->code]++;
}

static tilepdb_engine *engine_limited(uint64_t memory, const char *directory,
                                      tilepdb_missing missing, const char *partition,
                                      struct told *told) {
    tilepdb_engine_options options;
    tilepdb_engine *engine;
    tilepdb_engine_options_init(&options);
    options.directory = directory;
    options.missing = missing;
    options.partition = partition;
    options.memory_limit = memory;
    options.threads = 2;
    options.on_event = told ? tell : NULL;
    options.user = told;
    assert_int_equal(tilepdb_engine_create(&options, &engine, NULL), TILEPDB_OK);
    return engine;
}

static tilepdb_engine *engine_make(const char *directory, tilepdb_missing missing,
                                   const char *partition, struct told *told) {
    return engine_limited(0, directory, missing, partition, told);
}

static tilepdb_board board_read(const char *text) {
    tilepdb_board board;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &board, NULL), TILEPDB_OK);
    return board;
}

static tilepdb_engine_request request_make(const tilepdb_board *board) {
    tilepdb_engine_request request;
    tilepdb_engine_request_init(&request);
    request.board = board;
    return request;
}

static const char none[] = "test_engine_none";

/* Boards of different sizes and metrics share an engine. */
static void test_sizes(void **state) {
    (void)state;
    static const struct {
        const char *text;
        tilepdb_metric metric;
        int length;
    } boards[] = {
        {"8 6 7 2 5 4 3 0 1", TILEPDB_METRIC_SINGLE, 31},
        {"8 6 7 2 5 4 3 0 1", TILEPDB_METRIC_MULTI, 20},
        {"1 0 2 / 3 4 5", TILEPDB_METRIC_SINGLE, -1},
        {"5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12", TILEPDB_METRIC_SINGLE, 9},
        {"3 0 / 2 1", TILEPDB_METRIC_SINGLE, -2},
    };
    struct told told = {0};
    tilepdb_engine *engine = engine_make(none, TILEPDB_MISSING_BUILD, NULL, &told);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        const tilepdb_board board = board_read(boards[i].text);
        tilepdb_engine_request request = request_make(&board);
        tilepdb_answer *answer;
        tilepdb_error error;
        request.metric = boards[i].metric;
        const tilepdb_status status = tilepdb_engine_solve(engine, &request, &answer, &error);
        assert_int_equal(answer->status, status);
        if (status == TILEPDB_OK) {
            tilepdb_board goal;
            tilepdb_goal(board.width, board.height, board.width * board.height - 1, &goal, NULL);
            assert_true(board_solved_by(&board, answer->moves, &goal));
            assert_int_equal(answer->searched_by[0], 0);
            assert_non_null(answer->searchers[0].kernel);
        } else {
            assert_int_equal(status, TILEPDB_UNSOLVABLE);
        }
        if (boards[i].length >= 0) assert_int_equal(answer->result->length, boards[i].length);
        tilepdb_answer_free(answer);
    }
    assert_true(told.count[TILEPDB_EVENT_BUILD] >= 1);
    assert_true(told.count[TILEPDB_EVENT_TABLE] >= 3);
    tilepdb_engine_free(engine);
}

/* At a limit, boards of every size have a proven bound and a solution. */
static void test_limits(void **state) {
    (void)state;
    static const char *const boards[] = {
        "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1",
        "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13",
        "35 33 34 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 "
        "3 2 "
        "1 0",
    };
    tilepdb_engine *engine = engine_make(none, TILEPDB_MISSING_BUILD, NULL, NULL);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        const tilepdb_board board = board_read(boards[i]);
        tilepdb_board goal;
        tilepdb_engine_request request = request_make(&board);
        tilepdb_answer *answer;
        tilepdb_goal(board.width, board.height, i == 1 ? 0 : board.width * board.height - 1, &goal,
                     NULL);
        request.goal = &goal;
        request.search.max_nodes = 1000;
        assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_LIMIT);
        assert_true(answer->result->lower_bound > 0);
        if (i == 2) { /* too large for tables: beams, whatever is wanted */
            tilepdb_answer *other;
            request.best = false;
            assert_int_equal(tilepdb_engine_solve(engine, &request, &other, NULL), TILEPDB_LIMIT);
            assert_string_equal(other->moves, answer->moves);
            tilepdb_answer_free(other);
            request.search.solutions = TILEPDB_SOLUTIONS_COUNT;
            assert_int_equal(tilepdb_engine_solve(engine, &request, &other, NULL), TILEPDB_LIMIT);
            tilepdb_answer_free(other);
        }
        if (i > 0) {
            assert_true(board_solved_by(&board, answer->moves, &goal));
            assert_true(answer->result->upper_bound >= answer->result->lower_bound);
        }
        tilepdb_answer_free(answer);
    }
    tilepdb_engine_free(engine);
}

struct heard {
    int length, lower_bound;
    unsigned count;
};

static bool hear(const tilepdb_anytime_event *event, void *user) {
    struct heard *heard = user;
    if (event->shorter) assert_true(heard->length == 0 || event->length < heard->length);
    heard->length = event->length;
    heard->lower_bound = event->lower_bound;
    heard->count++;
    return true;
}

/* A solution comes at once, and improves until it is near enough to a proven bound. */
static void test_improve(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double share;
        bool optimal;
    } cases[] = {
        {"8 6 7 2 5 4 3 0 1", 0, true},
        {"0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", 0.3, false},
        {"6 1 3 4 5 / 0 2 8 9 10 / 11 7 12 14 15 / 16 17 13 18 20 / 21 22 23 19 24", 0, true},
        {"34 35 33 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 "
         "4 3 2 "
         "1 0",
         0.8, false},
    };
    tilepdb_engine *engine = engine_make(none, TILEPDB_MISSING_BUILD, NULL, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tilepdb_board board = board_read(cases[i].text);
        tilepdb_engine_request request = request_make(&board);
        tilepdb_board goal;
        tilepdb_answer *answer;
        struct heard heard = {.length = 0};
        tilepdb_goal(board.width, board.height, board.width * board.height - 1, &goal, NULL);
        request.improve = true;
        request.within_share = cases[i].share;
        request.on_solution = hear;
        request.user = &heard;
        assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_OK);
        assert_true(board_solved_by(&board, answer->moves, &goal));
        assert_int_equal(strlen(answer->moves), answer->result->upper_bound);
        assert_true(answer->result->upper_bound <=
                    (1 + cases[i].share) * answer->result->lower_bound);
        if (cases[i].optimal) assert_true(answer->result->optimal);
        if (!answer->result->optimal) assert_int_equal(heard.length, answer->result->upper_bound);
        assert_int_equal(answer->failure.status, TILEPDB_OK);
        tilepdb_answer_free(answer);
    }
    tilepdb_engine_free(engine);
}

/* Bounds of samples are not proven: a bidirectional solver samples bounds that are far beyond. */
static void test_improve_from_both_sides(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int length;
    } boards[] = {{"8 11 5 10 / 15 0 7 6 / 13 12 14 4 / 1 3 2 9", 62},
                  {"10 0 15 12 / 3 6 14 9 / 7 11 5 8 / 1 4 2 13", 0},
                  {"1 2 7 17 13 / 4 0 16 3 10 / 15 5 11 8 18 / 9 14 19 12 6", 75}};
    tilepdb_engine_options options;
    tilepdb_engine *engine;
    tilepdb_engine_options_init(&options);
    options.directory = none;
    options.directions = TILEPDB_DIRECTIONS_BOTH;
    options.threads = 2;
    assert_int_equal(tilepdb_engine_create(&options, &engine, NULL), TILEPDB_OK);
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        const tilepdb_board board = board_read(boards[i].text);
        tilepdb_engine_request request = request_make(&board);
        tilepdb_answer *plain, *improved;
        assert_int_equal(tilepdb_engine_solve(engine, &request, &plain, NULL), TILEPDB_OK);
        if (boards[i].length) assert_int_equal(plain->result->length, boards[i].length);
        request.improve = true;
        assert_int_equal(tilepdb_engine_solve(engine, &request, &improved, NULL), TILEPDB_OK);
        assert_int_equal(improved->result->length, plain->result->length);
        assert_int_equal(improved->failure.status, TILEPDB_OK);
        tilepdb_answer_free(plain);
        tilepdb_answer_free(improved);
    }
    tilepdb_engine_free(engine);
}

struct bounds {
    int last, wanted;
    size_t count;
};

static bool bound_hear(const tilepdb_result *so_far, void *user) {
    struct bounds *bounds = user;
    const int bound = so_far->iterations[so_far->iteration_count - 1].bound;
    assert_true(bound > bounds->last);
    bounds->last = bound;
    return (int)++bounds->count != bounds->wanted;
}

/* Every exhausted bound is told once, also of boards with several searches. */
static void test_bounds(void **state) {
    (void)state;
    static const char *const boards[] = {"8 6 7 2 5 4 3 0 1",
                                         "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1",
                                         "1 2 7 17 13 / 4 0 16 3 10 / 15 5 11 8 18 / 9 14 19 12 6"};
    tilepdb_engine *engine = engine_make(none, TILEPDB_MISSING_BUILD, NULL, NULL);
    for (size_t i = 0; i < 2 * sizeof boards / sizeof *boards; i++) {
        const tilepdb_board board = board_read(boards[i / 2]);
        const int wanted = i % 2 ? 2 : 0;
        struct bounds bounds = {.last = -1, .wanted = wanted};
        tilepdb_engine_request request = request_make(&board);
        tilepdb_answer *answer;
        request.search.on_bound = bound_hear;
        request.search.bound_user = &bounds;
        const tilepdb_status status = tilepdb_engine_solve(engine, &request, &answer, NULL);
        if (i / 2 == 0 && !bounds.count) { /* one table of all tiles needs no bounds */
            assert_int_equal(status, TILEPDB_OK);
        } else if (wanted) {
            assert_int_equal(status, TILEPDB_CANCELLED);
            assert_int_equal(bounds.count, 2);
            assert_true(answer->result->lower_bound > bounds.last);
        } else {
            assert_int_equal(status, TILEPDB_OK);
            assert_int_equal(bounds.last, answer->result->length - 2);
        }
        tilepdb_answer_free(answer);
    }
    tilepdb_engine_free(engine);
}

/* With a first bound there is a solution of at most this length, without the bounds before it. */
static void test_first_bound(void **state) {
    (void)state;
    const tilepdb_board board = board_read("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1");
    tilepdb_engine *engine = engine_make(none, TILEPDB_MISSING_BUILD, NULL, NULL);
    tilepdb_engine_request request = request_make(&board);
    tilepdb_answer *answer;
    request.search.first_bound = 82;
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_OK);
    assert_int_equal(answer->result->iteration_count, 1);
    assert_int_equal(answer->searchers[0].direction, TILEPDB_DIRECTION_FORWARD);
    assert_true(answer->result->length == 80 || answer->result->length == 82);
    tilepdb_answer_free(answer);
    tilepdb_engine_free(engine);
}

static void *cancel_soon(void *user) {
    clock_sleep(0.02);
    tilepdb_cancel_request(user);
    return NULL;
}

/* Another thread ends a search that would take minutes; the engine is then as good as before. */
static void test_cancel(void **state) {
    (void)state;
    const tilepdb_board hard =
        board_read("0 24 23 22 21 / 20 19 18 17 16 / 15 14 13 12 11 / 10 9 8 7 6 / 5 4 3 2 1");
    const tilepdb_board easy =
        board_read("1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / "
                   "21 22 0 23 24");
    tilepdb_engine *engine = engine_make(none, TILEPDB_MISSING_BUILD, NULL, NULL);
    tilepdb_cancel *cancel = tilepdb_cancel_create();
    tilepdb_engine_request request = request_make(&hard);
    tilepdb_answer *answer;
    pthread_t thread;
    request.cancel = cancel;
    request.best = false;
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, cancel), 0);
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_CANCELLED);
    pthread_join(thread, NULL);
    assert_true(answer->result->lower_bound > 0);
    tilepdb_answer_free(answer);
    request = request_make(&easy);
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_OK);
    assert_int_equal(answer->result->length, 2);
    tilepdb_answer_free(answer);
    tilepdb_engine_free(engine);
    tilepdb_cancel_free(cancel);
}

struct crew {
    tilepdb_engine *engine;
    tilepdb_board board;
    uint64_t generated;
};

static void *solve_one(void *user) {
    struct crew *crew = user;
    const tilepdb_engine_request request = request_make(&crew->board);
    tilepdb_answer *answer;
    if (!tilepdb_engine_solve(crew->engine, &request, &answer, NULL))
        crew->generated = answer->result->generated;
    tilepdb_answer_free(answer);
    return NULL;
}

/* Threads that need the same tables make these tables once, and count the same nodes. */
static void test_threads(void **state) {
    (void)state;
    struct told told = {0};
    tilepdb_engine *engine = engine_make(none, TILEPDB_MISSING_BUILD, NULL, &told);
    struct crew crew[4];
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++) {
        crew[i] = (struct crew){engine, board_read("8 6 7 2 5 4 3 0 1"), 0};
        assert_int_equal(pthread_create(&threads[i], NULL, solve_one, &crew[i]), 0);
    }
    for (size_t i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    for (size_t i = 0; i < 4; i++) assert_int_equal(crew[i].generated, 42);
    assert_int_equal(told.count[TILEPDB_EVENT_BUILD], 1);
    tilepdb_engine_free(engine);
}

/* What cannot be used is an event and an error, never a crash. */
static void test_refused(void **state) {
    (void)state;
    static const struct {
        const char *directory, *partition;
        tilepdb_missing missing;
        tilepdb_status status;
        tilepdb_engine_event_code code;
    } cases[] = {
        {none, "nosuch", TILEPDB_MISSING_BUILD, TILEPDB_ERROR_PARSE, TILEPDB_EVENT_FAILED_NAME},
        {none, NULL, TILEPDB_MISSING_REFUSE, TILEPDB_ERROR_NOT_FOUND, TILEPDB_EVENT_FAILED_ABSENT},
        {"/dev/null", NULL, TILEPDB_MISSING_BUILD, TILEPDB_ERROR_IO,
         TILEPDB_EVENT_FAILED_DIRECTORY},
    };
    const tilepdb_board board = board_read("8 6 7 2 5 4 3 0 1");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct told told = {0};
        tilepdb_engine *engine =
            engine_make(cases[i].directory, cases[i].missing, cases[i].partition, &told);
        const tilepdb_engine_request request = request_make(&board);
        for (int again = 0; again < 2; again++) {
            tilepdb_answer *answer;
            tilepdb_error error;
            assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, &error),
                             cases[i].status);
            assert_true(answer->no_tables);
            assert_true(strlen(error.message) > 0);
            tilepdb_answer_free(answer);
        }
        assert_int_equal(told.count[cases[i].code], 1);
        tilepdb_engine_free(engine);
    }
    tilepdb_engine_options options;
    tilepdb_engine *engine;
    tilepdb_engine_options_init(&options);
    options.threads = -1;
    assert_int_equal(tilepdb_engine_create(&options, &engine, NULL), TILEPDB_ERROR_ARGUMENT);
    engine = engine_make(none, TILEPDB_MISSING_BUILD, NULL, NULL);
    tilepdb_engine_request request = request_make(&board);
    tilepdb_answer *answer;
    request.search.timeout = -1;
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_ERROR_ARGUMENT);
    assert_null(answer);
    request = request_make(&board);
    request.within = -1;
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_ERROR_ARGUMENT);
    request = request_make(&board);
    request.within_share = -0.5;
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_ERROR_ARGUMENT);
    request = request_make(NULL);
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_ERROR_ARGUMENT);
    tilepdb_engine_free(engine);
    tilepdb_engine_free(NULL);
    tilepdb_answer_free(NULL);
}

/* Named tables are kept if that is wanted, and then another engine opens them. A damaged file is an
 * event. */
static void test_kept(void **state) {
    (void)state;
    char directory[] = "test_engine_XXXXXX";
    assert_non_null(mkdtemp(directory));
    const tilepdb_board board = board_read("8 6 7 2 5 4 3 0 1");
    const tilepdb_engine_request request = request_make(&board);
    tilepdb_answer *answer;
    for (int again = 0; again < 3; again++) {
        const tilepdb_missing missing = again == 0 ? TILEPDB_MISSING_BUILD : TILEPDB_MISSING_KEEP;
        struct told told = {0};
        tilepdb_engine *engine = engine_make(directory, missing, "8", &told);
        assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_OK);
        assert_string_equal(answer->searchers[0].partition, "8");
        assert_int_equal(told.count[TILEPDB_EVENT_MAKE], again == 2 ? 0 : 1);
        tilepdb_answer_free(answer);
        tilepdb_engine_free(engine);
    }
    char path[128];
    snprintf(path, sizeof path, "%s/3x3_blank8_tiles1-8_aware_bit.tpdb", directory);
    struct told told = {0};
    tilepdb_engine *engine = engine_make(directory, TILEPDB_MISSING_BUILD, NULL, &told);
    assert_int_equal(truncate(path, 100), 0);
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_ERROR_FORMAT);
    assert_int_equal(told.count[TILEPDB_EVENT_FAILED_FILE], 1);
    tilepdb_answer_free(answer);
    tilepdb_engine_free(engine);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(directory), 0);
}

/* With a memory limit, tables of an earlier goal are closed, unless an answer points to them. */
static void test_other_goals(void **state) {
    (void)state;
    static const uint64_t megabytes[] = {0, 32, 32};
    const tilepdb_board boards[] = {board_read("2 9 5 11 / 8 3 4 14 / 7 10 1 12 / 0 15 6 13"),
                                    board_read("8 6 7 2 5 4 3 0 1")};
    for (int i = 0; i < 3; i++) {
        const bool held = i == 2;
        struct told told = {0};
        tilepdb_engine *engine =
            engine_limited(megabytes[i] << 20, none, TILEPDB_MISSING_BUILD, NULL, &told);
        tilepdb_answer *answers[3];
        for (int n = 0; n < 3; n++) {
            const tilepdb_engine_request request = request_make(&boards[n % 2]);
            assert_int_equal(tilepdb_engine_solve(engine, &request, &answers[n], NULL), TILEPDB_OK);
            if (!held) tilepdb_answer_free(answers[n]);
        }
        assert_int_equal(told.count[TILEPDB_EVENT_BUILD], i == 1 ? 3 : 2);
        if (held) {
            assert_true(answers[0]->table_bytes > 2 << 20);
            assert_int_equal(answers[2]->result->generated, answers[0]->result->generated);
            for (int n = 0; n < 3; n++) tilepdb_answer_free(answers[n]);
        }
        tilepdb_engine_free(engine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),       cmocka_unit_test(test_limits),
        cmocka_unit_test(test_improve),     cmocka_unit_test(test_improve_from_both_sides),
        cmocka_unit_test(test_bounds),      cmocka_unit_test(test_first_bound),
        cmocka_unit_test(test_cancel),      cmocka_unit_test(test_threads),
        cmocka_unit_test(test_refused),     cmocka_unit_test(test_kept),
        cmocka_unit_test(test_other_goals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
