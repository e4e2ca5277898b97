/*
 * Many boards at once: the answers are those of one board at a time, in order, for any number of
 * threads; callbacks stop a batch. A queue takes boards one after another, may search a board
 * several times, and answers each task once.
 */
#include "search_fixture.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "tilepdb_tables.h"

#define BOARDS 300

struct listener {
    const tilepdb_solver *solver;
    const tilepdb_board *boards;
    size_t heard;
    size_t stop_at;
    size_t wrong;
    int inside; /* callbacks that are running */
};

static tilepdb_solver *small_solver(void) {
    const tilepdb_board goal = standard_goal(3, 3, 8);
    return solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
}

/* Random boards; the fifth is unsolvable, the ninth invalid. */
static void boards_make(tilepdb_board boards[BOARDS]) {
    tilepdb_board goal = standard_goal(3, 3, 8);
    tilepdb_random random = random_of(17);
    for (size_t i = 0; i < BOARDS; i++)
        assert_int_equal(tilepdb_board_scramble(&random, &goal, &boards[i]), TILEPDB_OK);
    boards[5] = goal;
    boards[5].cells[0] = 2;
    boards[5].cells[1] = 1;
    boards[9].cells[0] = boards[9].cells[1];
}

static bool answer_hear(size_t i, tilepdb_status status, const tilepdb_result *result,
                        const tilepdb_error *error, void *user) {
    struct listener *listener = user;
    static tilepdb_result alone; /* callbacks come one at a time */
    tilepdb_error alone_error = {0};
    listener->wrong += listener->inside++ != 0 || i != listener->heard;
    const tilepdb_status alone_status =
        tilepdb_solve(listener->solver, &listener->boards[i], NULL, &alone, &alone_error);
    listener->wrong += status != alone_status || strcmp(error->message, alone_error.message) != 0;
    listener->wrong += status == TILEPDB_OK && (strcmp(result->moves, alone.moves) != 0 ||
                                                result->generated != alone.generated);
    listener->inside--;
    return ++listener->heard != listener->stop_at;
}

static bool progress_refuse(const tilepdb_progress *progress, void *user) {
    (void)progress;
    (*(int *)user)++;
    return false;
}

static void answers_come_in_order(void **state) {
    (void)state;
    static tilepdb_board boards[BOARDS];
    tilepdb_solver *solver = small_solver();
    tilepdb_solve_options options = solve_defaults();
    boards_make(boards);
    for (int threads = 0; threads <= 7; threads++) {
        struct listener listener = {.solver = solver, .boards = boards};
        options.threads = threads;
        assert_int_equal(
            tilepdb_solve_many(solver, boards, BOARDS, &options, answer_hear, &listener, NULL),
            TILEPDB_OK);
        assert_int_equal(listener.heard, BOARDS);
        assert_int_equal(listener.wrong, 0);
    }
    struct listener none = {0};
    assert_int_equal(tilepdb_solve_many(solver, boards, 0, NULL, answer_hear, &none, NULL),
                     TILEPDB_OK);
    assert_int_equal(none.heard, 0);
    tilepdb_solver_free(solver);
}

static void callbacks_stop_a_batch(void **state) {
    (void)state;
    static tilepdb_board boards[BOARDS];
    tilepdb_solver *solver = small_solver();
    tilepdb_solve_options options = solve_defaults();
    tilepdb_error error;
    boards_make(boards);
    for (options.threads = 1; options.threads <= 4; options.threads++) {
        struct listener listener = {.solver = solver, .boards = boards, .stop_at = 50};
        assert_int_equal(
            tilepdb_solve_many(solver, boards, BOARDS, &options, answer_hear, &listener, &error),
            TILEPDB_CANCELLED);
        assert_string_equal(error.message, "the batch was stopped after 50 of 300 boards");
        assert_int_equal(listener.heard, 50);
        assert_int_equal(listener.wrong, 0);
    }
    tilepdb_solver_free(solver);
}

static void progress_stops_a_batch(void **state) {
    (void)state;
    static const char *text = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"; /* 80 moves */
    tilepdb_board board[3], goal;
    tilepdb_solver_options solver_options;
    tilepdb_solve_options options = solve_defaults();
    tilepdb_solver *solver;
    int asked = 0;
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 4, 4, &board[0], NULL), TILEPDB_OK);
    board[1] = board[2] = board[0];
    assert_int_equal(tilepdb_goal(4, 4, 15, &goal, NULL), TILEPDB_OK);
    tilepdb_solver_options_init(&solver_options);
    solver_options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    assert_int_equal(tilepdb_solver_create(&goal, &solver_options, &solver, NULL), TILEPDB_OK);
    options.threads = 3;
    options.progress = progress_refuse;
    options.user = &asked;
    struct listener listener = {.solver = solver, .boards = board};
    assert_int_equal(tilepdb_solve_many(solver, board, 3, &options, answer_hear, &listener, NULL),
                     TILEPDB_CANCELLED);
    assert_int_equal(asked, 1);
    assert_int_equal(listener.heard, 0);
    options.solutions = TILEPDB_SOLUTIONS_ALL;
    assert_int_equal(tilepdb_solve_many(solver, board, 3, &options, answer_hear, &listener, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    tilepdb_solver_free(solver);
}

/* ---- queues ---------------------------------------------------------------------------------- */

#define CAPACITY 4

struct stream {
    const tilepdb_solver *solver;
    tilepdb_task task[BOARDS];
    atomic_size_t put, heard, dropped, wrong;
    tilepdb_queue *queue; /* the queue to stop */
    size_t stop_at;
};

static struct stream *stream_make(const tilepdb_solver *solver) {
    static tilepdb_board boards[BOARDS];
    struct stream *stream = calloc(1, sizeof *stream);
    assert_non_null(stream);
    boards_make(boards);
    stream->solver = solver;
    for (size_t i = 0; i < BOARDS; i++) {
        stream->task[i].board = boards[i];
        stream->task[i].solver = solver;
        tilepdb_solve_options_init(&stream->task[i].options);
    }
    return stream;
}

static bool stream_hear(tilepdb_task *task, void *user) {
    struct stream *stream = user;
    static tilepdb_result alone;
    tilepdb_error error = {0};
    const size_t heard = stream->heard;
    stream->wrong += task != &stream->task[heard];
    if (task->searches == 0) {
        stream->dropped++;
        stream->wrong += task->status != TILEPDB_CANCELLED;
    } else {
        const tilepdb_status status =
            tilepdb_solve(stream->solver, &task->board, NULL, &alone, &error);
        stream->wrong += stream->dropped > 0 || task->status != status;
        stream->wrong += status == TILEPDB_OK && strcmp(task->result.moves, alone.moves) != 0;
    }
    stream->heard = heard + 1;
    return heard + 1 != stream->stop_at;
}

static tilepdb_queue *queue_make(struct stream *stream, int threads, tilepdb_task_fn next) {
    tilepdb_queue *queue;
    tilepdb_queue_options options;
    tilepdb_queue_options_init(&options);
    options.threads = threads;
    options.capacity = CAPACITY;
    options.next = next;
    options.answer = stream_hear;
    options.user = stream;
    assert_int_equal(tilepdb_queue_create(&options, &queue, NULL), TILEPDB_OK);
    return queue;
}

static void a_queue_answers_before_the_next_board(void **state) {
    (void)state;
    tilepdb_solver *solver = small_solver();
    for (int threads = 0; threads <= 3; threads++) {
        struct stream *stream = stream_make(solver);
        tilepdb_queue *queue = queue_make(stream, threads, NULL);
        for (size_t i = 0; i < BOARDS; i++) {
            assert_true(tilepdb_queue_put(queue, &stream->task[i]));
            assert_true(i + 1 - stream->heard <= CAPACITY);
            if (i % 7 != 0) continue;
            tilepdb_queue_wait(queue);
            assert_int_equal(stream->heard, i + 1);
        }
        tilepdb_queue_free(queue);
        assert_int_equal(stream->heard, BOARDS);
        assert_int_equal(stream->wrong + stream->dropped, 0);
        free(stream);
    }
    tilepdb_queue_free(NULL);
    tilepdb_solver_free(solver);
}

/* Searches a few nodes first, then without limit; every third board with two threads. */
static bool search_again(tilepdb_task *task, void *user) {
    struct stream *stream = user;
    const size_t i = (size_t)(task - stream->task);
    if (task->searches == 0) {
        task->solver = stream->solver;
        task->options.max_nodes = 1;
        return true;
    }
    if (task->searches == 2) return false;
    stream->wrong += task->status == TILEPDB_OK && task->result.length > 1;
    task->options.max_nodes = 0;
    task->options.threads = i % 3 == 0 ? 2 : 1;
    return true;
}

static void a_task_may_have_several_searches(void **state) {
    (void)state;
    tilepdb_solver *solver = small_solver();
    struct stream *stream = stream_make(solver);
    tilepdb_queue *queue = queue_make(stream, 3, search_again);
    for (size_t i = 0; i < BOARDS; i++) {
        stream->task[i].solver = NULL;
        assert_true(tilepdb_queue_put(queue, &stream->task[i]));
    }
    tilepdb_queue_free(queue);
    assert_int_equal(stream->heard, BOARDS);
    assert_int_equal(stream->wrong + stream->dropped, 0);
    for (size_t i = 0; i < BOARDS; i++) assert_int_equal(stream->task[i].searches, 2);
    free(stream);
    tilepdb_solver_free(solver);
}

/* A queue stopped by the callback or from outside answers exactly the tasks it has taken. */
static void a_stopped_queue_answers_what_it_took(void **state) {
    (void)state;
    tilepdb_solver *solver = small_solver();
    for (int by_callback = 0; by_callback < 2; by_callback++) {
        struct stream *stream = stream_make(solver);
        tilepdb_queue *queue = queue_make(stream, 2, NULL);
        size_t put = 0;
        stream->stop_at = by_callback ? 50 : 0;
        while (put < BOARDS && tilepdb_queue_put(queue, &stream->task[put]))
            if (++put == 100) tilepdb_queue_stop(queue);
        assert_false(tilepdb_queue_put(queue, &stream->task[put]));
        tilepdb_queue_free(queue);
        assert_int_equal(stream->heard, put);
        assert_int_equal(stream->wrong, 0);
        assert_in_range(put, by_callback ? 50 : 100, by_callback ? 50 + CAPACITY : 100);
        free(stream);
    }
    tilepdb_solver_free(solver);
}

/* The other tasks wait while the first is searched. */
static bool stop_when_full(tilepdb_task *task, void *user) {
    struct stream *stream = user;
    while (stream->put < CAPACITY) continue;
    tilepdb_queue_stop(stream->queue);
    return task->searches == 0;
}

static void a_stopped_queue_searches_nothing_more(void **state) {
    (void)state;
    tilepdb_solver *solver = small_solver();
    struct stream *stream = stream_make(solver);
    stream->queue = queue_make(stream, 1, stop_when_full);
    while (tilepdb_queue_put(stream->queue, &stream->task[stream->put])) stream->put++;
    tilepdb_queue_free(stream->queue);
    assert_int_equal(stream->put, CAPACITY);
    assert_int_equal(stream->heard, CAPACITY);
    assert_int_equal(stream->dropped, CAPACITY - 1);
    assert_int_equal(stream->wrong, 0);
    free(stream);
    tilepdb_solver_free(solver);
}

static void queues_check_their_options(void **state) {
    (void)state;
    tilepdb_queue *queue;
    tilepdb_queue_options options;
    tilepdb_queue_options_init(&options);
    assert_int_equal(tilepdb_queue_create(&options, &queue, NULL), TILEPDB_ERROR_ARGUMENT);
    options.answer = stream_hear;
    options.capacity = 0;
    assert_int_equal(tilepdb_queue_create(&options, &queue, NULL), TILEPDB_ERROR_ARGUMENT);
    options.capacity = 1;
    options.threads = -1;
    assert_int_equal(tilepdb_queue_create(&options, &queue, NULL), TILEPDB_ERROR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_in_order),
        cmocka_unit_test(callbacks_stop_a_batch),
        cmocka_unit_test(progress_stops_a_batch),
        cmocka_unit_test(a_queue_answers_before_the_next_board),
        cmocka_unit_test(a_task_may_have_several_searches),
        cmocka_unit_test(a_stopped_queue_answers_what_it_took),
        cmocka_unit_test(a_stopped_queue_searches_nothing_more),
        cmocka_unit_test(queues_check_their_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
