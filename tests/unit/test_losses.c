/* Moves that a solution loses: distances along it, parts, and a search that begins with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <string.h>

#include "puzzle/board.h"
#include "puzzle/geometry.h"
#include "tilepdb_engine.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"

#define MOVES 400

static tilepdb_engine *engine;

static tilepdb_board board_read(const char *text) {
    tilepdb_board board;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &board, NULL), TILEPDB_OK);
    return board;
}

static tilepdb_board goal_for(const tilepdb_board *board) {
    tilepdb_board goal;
    tilepdb_goal(board->width, board->height, board->width * board->height - 1, &goal, NULL);
    return goal;
}

static int optimum(const tilepdb_board *board, tilepdb_metric metric) {
    tilepdb_engine_request request;
    tilepdb_answer *answer;
    tilepdb_engine_request_init(&request);
    request.board = board;
    request.metric = metric;
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_OK);
    const int length = answer->result->length;
    tilepdb_answer_free(answer);
    return length;
}

/* Writes `count` random moves from the goal, and the board they lead to backward: the moves solve
 * it. */
static tilepdb_board wander(int width, int height, unsigned count, uint64_t *random, char *moves) {
    tilepdb_board board;
    tilepdb_goal(width, height, width * height - 1, &board, NULL);
    unsigned blank = board_blank(&board);
    moves[count] = '\0';
    for (unsigned i = count; i > 0;) {
        *random = *random * 6364136223846793005U + 1442695040888963407U;
        const enum direction direction = (enum direction)(*random >> 33 & 3);
        if (!board_move(&board, &blank, direction)) continue;
        moves[--i] = direction_letter(direction_opposite(direction));
    }
    return board;
}

/* Returns the end of the first move. */
static const char *step_end(const char *moves, tilepdb_metric metric) {
    const char *end = moves + 1;
    while (metric == TILEPDB_METRIC_MULTI && *end == *moves) end++;
    return end;
}

static void step_play(tilepdb_board *board, const char *moves, const char *end) {
    char letters[MOVES];
    memcpy(letters, moves, (size_t)(end - moves));
    letters[end - moves] = '\0';
    assert_int_equal(tilepdb_board_play(board, letters, NULL), TILEPDB_OK);
}

/* Each distance is that of a search of its board alone. */
static void test_distances(void **state) {
    (void)state;
    static const int sizes[][2] = {{3, 3}, {2, 3}, {4, 2}, {4, 4}};
    uint64_t random = 7;
    for (unsigned i = 0; i < 24; i++)
        for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++) {
            char moves[MOVES];
            int distances[MOVES];
            size_t known;
            tilepdb_board board = wander(sizes[i % 4][0], sizes[i % 4][1], 20 + i, &random, moves);
            tilepdb_engine_request request;
            tilepdb_engine_request_init(&request);
            request.board = &board;
            request.metric = (tilepdb_metric)metric;
            assert_int_equal(
                tilepdb_engine_distances(engine, &request, moves, distances, &known, NULL),
                TILEPDB_OK);
            assert_int_equal(known, tilepdb_moves_length(moves, request.metric) + 1);
            const char *at = moves;
            for (size_t k = 0; k < known; k++) {
                assert_int_equal(distances[k], optimum(&board, request.metric));
                if (!*at) continue;
                const char *end = step_end(at, request.metric);
                step_play(&board, at, end);
                at = end;
            }
        }
}

static void test_distances_are_refused(void **state) {
    (void)state;
    const tilepdb_board board = board_read("1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12");
    int distances[MOVES];
    size_t known;
    tilepdb_error error;
    tilepdb_engine_request request;
    tilepdb_engine_request_init(&request);
    assert_int_equal(tilepdb_engine_distances(engine, &request, "DLU", distances, &known, &error),
                     TILEPDB_ERROR_ARGUMENT);
    request.board = &board;
    static const char *const wrong[] = {"", "DL", "DLUU", "DLX", "UUUUU"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(
            tilepdb_engine_distances(engine, &request, wrong[i], distances, &known, &error),
            TILEPDB_ERROR_ARGUMENT);
        assert_int_equal(known, 0);
    }
    request.search.timeout = 1e-9;
    const tilepdb_board hard = board_read("0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1");
    tilepdb_anytime_result *found = malloc(sizeof *found);
    tilepdb_anytime_options options;
    const tilepdb_board goal = goal_for(&hard);
    tilepdb_anytime_options_init(&options);
    options.timeout = 1e-9;
    tilepdb_anytime_solve(&hard, &goal, &options, found, NULL);
    int *all = malloc((strlen(found->moves) + 1) * sizeof *all);
    request.board = &hard;
    assert_int_equal(tilepdb_engine_distances(engine, &request, found->moves, all, &known, &error),
                     TILEPDB_LIMIT);
    assert_int_equal(known, 0);
    free(all);
    free(found);
}

/* Where the blank may end in several cells, a move may leave the distance as it is. Limits that the
 * request has for other calls do not count. */
static void test_distances_to_an_open_goal(void **state) {
    (void)state;
    static const char goal_text[] = "1 2 3 / * * * / * * *";
    tilepdb_board goal, board = board_read("4 7 2 6 1 5 3 8 0");
    const char *moves = "DDRRLURULDRDLULDRU";
    int distances[MOVES];
    size_t known;
    assert_int_equal(tilepdb_goal_parse(goal_text, strlen(goal_text), 0, 0, &goal, NULL),
                     TILEPDB_OK);
    tilepdb_engine_request request;
    tilepdb_engine_request_init(&request);
    request.board = &board;
    request.goal = &goal;
    request.improve = true;
    request.within = 99;
    request.search.max_length = 1;
    assert_int_equal(tilepdb_engine_distances(engine, &request, moves, distances, &known, NULL),
                     TILEPDB_OK);
    assert_int_equal(known, strlen(moves) + 1);
    assert_int_equal(distances[1], distances[0]);
    for (size_t i = 0; i < known; i++) {
        tilepdb_engine_request one;
        tilepdb_answer *answer;
        tilepdb_engine_request_init(&one);
        one.board = &board;
        one.goal = &goal;
        assert_int_equal(tilepdb_engine_solve(engine, &one, &answer, NULL), TILEPDB_OK);
        assert_int_equal(distances[i], answer->result->length);
        tilepdb_answer_free(answer);
        if (i + 1 < known) step_play(&board, moves + i, moves + i + 1);
    }
}

/* The limit of nodes is for all boards together: some distances are known before it. */
static void test_distances_until_a_limit(void **state) {
    (void)state;
    uint64_t random = 21;
    char moves[MOVES];
    int distances[MOVES];
    size_t known;
    const tilepdb_board board = wander(4, 4, 120, &random, moves);
    tilepdb_engine_request request;
    tilepdb_engine_request_init(&request);
    request.board = &board;
    request.search.threads = 1;
    size_t before = 0, limits = 0;
    for (uint64_t nodes = 16; nodes <= UINT64_C(1) << 32; nodes *= 4) {
        request.search.max_nodes = nodes;
        const tilepdb_status status =
            tilepdb_engine_distances(engine, &request, moves, distances, &known, NULL);
        assert_true(status == TILEPDB_OK || status == TILEPDB_LIMIT);
        assert_true(known >= before);
        assert_int_equal(status == TILEPDB_OK, known == 121);
        limits += known > 0 && status == TILEPDB_LIMIT;
        before = known;
    }
    assert_int_equal(before, 121);
    assert_true(limits > 0);
}

/* ---- losses ---------------------------------------------------------------------------------- */

static void test_losses_of_distances(void **state) {
    (void)state;
    /* Lost: moves 2 and 4, which are near each other, and 9; with slides, a move may lose one. */
    static const int distances[] = {6, 5, 6, 5, 6, 5, 4, 3, 2, 2, 1, 0};
    tilepdb_loss losses[2];
    assert_int_equal(tilepdb_losses_of_distances(distances, 12, losses, 2), 2);
    assert_int_equal(losses[0].first, 2);
    assert_int_equal(losses[0].last, 4);
    assert_int_equal(losses[0].moves, 4);
    assert_int_equal(losses[1].first, 9);
    assert_int_equal(losses[1].last, 9);
    assert_int_equal(losses[1].moves, 1);
    losses[1].first = 77;
    assert_int_equal(tilepdb_losses_of_distances(distances, 12, losses, 1), 2);
    assert_int_equal(losses[1].first, 77);
    assert_int_equal(tilepdb_losses_of_distances(distances, 1, losses, 2), 0);
    assert_int_equal(tilepdb_losses_of_distances(distances, 0, losses, 2), 0);
}

/* A solution that goes there and back first. */
static void test_losses_between(void **state) {
    (void)state;
    const tilepdb_board board = board_read("1 2 3 4 / 5 6 7 8 / 9 10 15 11 / 13 14 0 12");
    tilepdb_loss losses[4];
    size_t count;
    tilepdb_error error;
    assert_int_equal(tilepdb_losses_between(&board, "RLDLU", "DLU", TILEPDB_METRIC_SINGLE, losses,
                                            4, &count, &error),
                     TILEPDB_OK);
    assert_int_equal(count, 1);
    assert_int_equal(losses[0].first, 1);
    assert_int_equal(losses[0].last, 2);
    assert_int_equal(losses[0].moves, 2);
    assert_int_equal(tilepdb_losses_between(&board, "DLU", "DLU", TILEPDB_METRIC_SINGLE, losses, 4,
                                            &count, &error),
                     TILEPDB_OK);
    assert_int_equal(count, 0);
    /* Solutions to an open goal may end in two boards. */
    assert_int_equal(tilepdb_losses_between(&board, "RDL", "D", TILEPDB_METRIC_SINGLE, losses, 4,
                                            &count, &error),
                     TILEPDB_OK);
    assert_int_equal(count, 1);
    assert_true(losses[0].first == 1 && losses[0].last == 3 && losses[0].moves == 2);
    assert_int_equal(tilepdb_losses_between(&board, "DLU", "RLDLU", TILEPDB_METRIC_SINGLE, losses,
                                            4, &count, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_losses_between(&board, "DLX", "DLU", TILEPDB_METRIC_SINGLE, losses, 4,
                                            &count, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(tilepdb_losses_between(&board, "DLU", "UUU", TILEPDB_METRIC_SINGLE, losses, 4,
                                            &count, NULL),
                     TILEPDB_ERROR_ARGUMENT);
}

/* Losses are in order, apart, and together the difference; also against an optimal solution, which
 * may pass few of the same boards. */
static void test_losses_are_the_difference(void **state) {
    (void)state;
    uint64_t random = 3;
    for (unsigned i = 0; i < 200; i++)
        for (int metric = TILEPDB_METRIC_SINGLE; metric <= TILEPDB_METRIC_MULTI; metric++) {
            char moves[MOVES];
            tilepdb_loss losses[MOVES];
            size_t count, end = 0;
            const tilepdb_board board = wander(3, 2 + (int)i % 2, 10 + i, &random, moves);
            tilepdb_engine_request request;
            tilepdb_answer *answer;
            tilepdb_engine_request_init(&request);
            request.board = &board;
            request.metric = (tilepdb_metric)metric;
            assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, NULL), TILEPDB_OK);
            assert_int_equal(tilepdb_losses_between(&board, moves, answer->moves, request.metric,
                                                    losses, MOVES, &count, NULL),
                             TILEPDB_OK);
            int lost = 0;
            for (size_t k = 0; k < count; k++) {
                assert_true(losses[k].first > end && losses[k].last >= losses[k].first);
                assert_true(losses[k].moves > 0);
                assert_true(losses[k].moves <= (int)(losses[k].last - losses[k].first) + 1);
                end = losses[k].last;
                lost += losses[k].moves;
            }
            const int length = (int)tilepdb_moves_length(moves, request.metric);
            assert_true(end <= (size_t)length);
            assert_int_equal(lost, length - answer->result->length);
            tilepdb_answer_free(answer);
        }
}

/* ---- a search that begins with a solution ---------------------------------------------------- */

struct first {
    int length; /* of the first solution that was reported */
};

static bool hear(const tilepdb_anytime_event *event, void *user) {
    struct first *first = user;
    if (first->length == 0) first->length = event->length;
    return true;
}

/* The solution of the layered method with a detour: the answer is never longer, and on a large
 * board the detour is found at once. */
static void test_begin_with_a_solution(void **state) {
    (void)state;
    static const int sizes[][2] = {{4, 4}, {5, 5}, {8, 8}, {20, 3}};
    uint64_t random = 11;
    for (unsigned i = 0; i < 4; i++) {
        char wandered[MOVES];
        const tilepdb_board board = wander(sizes[i][0], sizes[i][1], MOVES - 2, &random, wandered);
        const tilepdb_board goal = goal_for(&board);
        tilepdb_anytime_result *result = malloc(sizeof *result);
        tilepdb_anytime_options options;
        struct first first = {0};
        tilepdb_anytime_options_init(&options);
        options.solution = wandered;
        options.max_width = 64;
        options.on_event = hear;
        options.user = &first;
        const tilepdb_status status = tilepdb_anytime_solve(&board, &goal, &options, result, NULL);
        assert_true(status == TILEPDB_OK || status == TILEPDB_LIMIT);
        assert_int_equal(first.length, MOVES - 2);
        assert_true(result->length < MOVES - 2);
        assert_true(board_solved_by(&board, result->moves, &goal));
        /* Without time, the answer is the given solution. */
        options.timeout = 1e-9;
        options.on_event = NULL;
        assert_int_equal(tilepdb_anytime_solve(&board, &goal, &options, result, NULL),
                         TILEPDB_LIMIT);
        assert_true(result->length <= MOVES - 2);
        wandered[1] = '\0';
        assert_int_equal(tilepdb_anytime_solve(&board, &goal, &options, result, NULL),
                         TILEPDB_ERROR_ARGUMENT);
        assert_int_equal(result->length, -1);
        free(result);
    }
}

static void test_engine_begins_with_a_solution(void **state) {
    (void)state;
    uint64_t random = 5;
    char moves[MOVES];
    tilepdb_error error;
    const tilepdb_board board = wander(6, 6, 300, &random, moves);
    tilepdb_engine_request request;
    tilepdb_answer *answer;
    struct first first = {0};
    tilepdb_engine_request_init(&request);
    request.board = &board;
    request.solution = moves;
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, &error),
                     TILEPDB_ERROR_ARGUMENT);
    request.improve = true;
    request.within_share = 0.5;
    request.on_solution = hear;
    request.user = &first;
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, &error), TILEPDB_OK);
    assert_int_equal(first.length, 300);
    assert_true(answer->result->length < 300);
    tilepdb_answer_free(answer);
    moves[0] = '\0';
    assert_int_equal(tilepdb_engine_solve(engine, &request, &answer, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_null(answer);
}

static int setup(void **state) {
    tilepdb_engine_options options;
    (void)state;
    tilepdb_engine_options_init(&options);
    options.directory = "/nonexistent";
    return tilepdb_engine_create(&options, &engine, NULL) != TILEPDB_OK;
}

static int teardown(void **state) {
    (void)state;
    tilepdb_engine_free(engine);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_distances_are_refused),
        cmocka_unit_test(test_distances_to_an_open_goal),
        cmocka_unit_test(test_distances_until_a_limit),
        cmocka_unit_test(test_losses_of_distances),
        cmocka_unit_test(test_losses_between),
        cmocka_unit_test(test_losses_are_the_difference),
        cmocka_unit_test(test_begin_with_a_solution),
        cmocka_unit_test(test_engine_begins_with_a_solution),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
