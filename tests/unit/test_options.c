/*
 * Limits out of range: every function refuses them with a sentence, and accepts 0 and values in
 * range.
 */
#include "plain.h"
#include "tilepdb_methods.h"
#include "tilepdb_tables.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

/* Objects for all calls: 3x3, one partition. */
struct objects {
    struct plain plain;
    tilepdb_solver *solver;
    tilepdb_board board;
    tilepdb_partition partition;
};

static void objects_open(struct objects *objects) {
    memset(objects, 0, sizeof *objects);
    const struct search_case c = {
        .table_width = 3, .table_height = 3, .table_blank = 8, .partitions = {"1-4/5-8"}};
    const char *text = "1 2 3 / 4 0 6 / 7 5 8"; /* two moves */
    assert_int_equal(tilepdb_goal(3, 3, 8, &objects->plain.goal, NULL), TILEPDB_OK);
    tables_make(&objects->plain, &c);
    objects->solver = plain_solver(&objects->plain, true);
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 0, 0, &objects->board, NULL), 0);
    assert_int_equal(tilepdb_partition_parse("1-4/5-8", 3, 3, 8, &objects->partition, NULL),
                     TILEPDB_OK);
}

static void objects_close(struct objects *objects) {
    tilepdb_solver_free(objects->solver);
    tables_close(&objects->plain);
}

/* ---- the number of threads ------------------------------------------------------------------- */

typedef tilepdb_status (*threads_fn)(struct objects *, int threads, tilepdb_error *);

static tilepdb_status by_need(struct objects *o, int threads, tilepdb_error *error) {
    const tilepdb_pattern pattern = tilepdb_partition_pattern(&o->partition, 0);
    tilepdb_generate_options options;
    tilepdb_generate_need need;
    tilepdb_generate_options_init(&options);
    options.threads = threads;
    return tilepdb_table_need(&pattern, AWARE_BIT, &options, &need, error);
}

static tilepdb_status by_generate(struct objects *o, int threads, tilepdb_error *error) {
    const tilepdb_pattern pattern = tilepdb_partition_pattern(&o->partition, 0);
    tilepdb_generate_options options;
    tilepdb_table *table = NULL;
    tilepdb_generate_options_init(&options);
    options.threads = threads;
    const tilepdb_status status =
        tilepdb_table_generate(&pattern, AWARE_BIT, &options, &table, error);
    tilepdb_table_close(table);
    return status;
}

static tilepdb_status by_save(struct objects *o, int threads, tilepdb_error *error) {
    tilepdb_save_options options;
    tilepdb_save_options_init(&options);
    options.threads = threads;
    return tilepdb_table_save(o->plain.table[0], "test_options.tpdb", &options, error);
}

static tilepdb_status by_open(struct objects *o, int threads, tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_table *table = NULL;
    tilepdb_open_options_init(&options);
    options.threads = threads;
    assert_int_equal(by_save(o, 0, NULL), TILEPDB_OK);
    const tilepdb_status status = tilepdb_table_open("test_options.tpdb", &options, &table, error);
    tilepdb_table_close(table);
    remove("test_options.tpdb");
    return status;
}

static tilepdb_status by_preload(struct objects *o, int threads, tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_open_options_init(&options);
    options.threads = threads;
    return tilepdb_table_preload(o->plain.table[0], &options, error);
}

static tilepdb_verify_options verifying(int threads) {
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = threads;
    return options;
}

static tilepdb_status by_check(struct objects *o, int threads, tilepdb_error *error) {
    const tilepdb_verify_options options = verifying(threads);
    return tilepdb_table_check(o->plain.table[0], &options, NULL, error);
}

static tilepdb_status by_prove(struct objects *o, int threads, tilepdb_error *error) {
    const tilepdb_verify_options options = verifying(threads);
    tilepdb_proof proof;
    return tilepdb_table_prove(o->plain.table[0], &options, &proof, error);
}

static bool on_answer(size_t i, tilepdb_status status, const tilepdb_result *result,
                      const tilepdb_error *error, void *user) {
    (void)i, (void)status, (void)result, (void)error, (void)user;
    return true;
}

static tilepdb_status by_solve(struct objects *o, int threads, tilepdb_error *error) {
    tilepdb_solve_options options;
    tilepdb_result result;
    tilepdb_solve_options_init(&options);
    options.threads = threads;
    return tilepdb_solve(o->solver, &o->board, &options, &result, error);
}

static tilepdb_status by_solve_many(struct objects *o, int threads, tilepdb_error *error) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.threads = threads;
    return tilepdb_solve_many(o->solver, &o->board, 1, &options, on_answer, NULL, error);
}

static bool on_task(tilepdb_task *task, void *user) {
    (void)task, (void)user;
    return true;
}

static tilepdb_status by_queue(struct objects *o, int threads, tilepdb_error *error) {
    tilepdb_task task = {.board = o->board, .solver = o->solver};
    tilepdb_queue_options options;
    tilepdb_queue *queue;
    tilepdb_solve_options_init(&task.options);
    tilepdb_queue_options_init(&options);
    options.threads = threads;
    options.answer = on_task;
    const tilepdb_status status = tilepdb_queue_create(&options, &queue, error);
    if (status) return status;
    assert_true(tilepdb_queue_put(queue, &task));
    tilepdb_queue_free(queue);
    return task.status;
}

static void threads_are_checked(void **state) {
    (void)state;
    const threads_fn functions[] = {by_need,  by_generate, by_save,  by_open,       by_preload,
                                    by_check, by_prove,    by_solve, by_solve_many, by_queue};
    struct objects objects;
    objects_open(&objects);
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        const int good[] = {0, 1, 2}, bad[] = {-1, INT_MIN};
        for (int i = 0; i < 3; i++) {
            tilepdb_error error;
            if (functions[f](&objects, good[i], &error))
                fail_msg("%zu with %d: %s", f, good[i], error.message);
        }
        for (int i = 0; i < 2; i++) {
            tilepdb_error error = {0};
            const tilepdb_status status = functions[f](&objects, bad[i], &error);
            if (status != TILEPDB_ERROR_ARGUMENT)
                fail_msg("function %zu with %d threads: %d", f, bad[i], (int)status);
            assert_non_null(strstr(error.message, "number of threads"));
        }
    }
    remove("test_options.tpdb");
    objects_close(&objects);
}

/* ---- limits of a search ---------------------------------------------------------------------- */

struct limits {
    int max_length, first_bound;
    double timeout;
    const char *says; /* NULL if in range */
};

static const struct limits limits[] = {
    {0, 0, 0, NULL},
    {2, 1, 1000, NULL},
    {511, 0, 1e9, NULL},
    {INT_MAX, 0, 1e300, NULL},
    {-1, 0, 0, "maximum length"},
    {INT_MIN, 0, 0, "maximum length"},
    {0, -1, 0, "first bound"},
    {0, INT_MAX, 0, "first bound"},
    {2, 3, 0, "the first bound, 3, is above the maximum length, 2"},
    {2, 2, 0, NULL},
    {0, 0, -1, "timeout"},
    {0, 0, -1e-300, "timeout"},
    {0, 0, NAN, "timeout"},
    {0, 0, INFINITY, "timeout"},
    {0, 0, -INFINITY, "timeout"},
};

static void limits_expect(const char *what, const struct limits *l, tilepdb_status status,
                          const tilepdb_error *error) {
    const tilepdb_status expected = l->says ? TILEPDB_ERROR_ARGUMENT : TILEPDB_OK;
    if (status != expected || (l->says && !strstr(error->message, l->says)))
        fail_msg("%s with %d %d %g: %d, %s", what, l->max_length, l->first_bound, l->timeout,
                 (int)status, error->message);
}

static void searches_check_limits(void **state) {
    (void)state;
    struct objects objects;
    objects_open(&objects);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        tilepdb_error error = {0};
        tilepdb_result result;
        tilepdb_solve_options options;
        tilepdb_solve_options_init(&options);
        options.max_length = limits[i].max_length;
        options.first_bound = limits[i].first_bound;
        options.timeout = limits[i].timeout;
        limits_expect("solve", &limits[i],
                      tilepdb_solve(objects.solver, &objects.board, &options, &result, &error),
                      &error);
        limits_expect("solve_many", &limits[i],
                      tilepdb_solve_many(objects.solver, &objects.board, 1, &options, on_answer,
                                         NULL, &error),
                      &error);
    }
    objects_close(&objects);
}

static void methods_check_limits(void **state) {
    (void)state;
    struct objects objects;
    objects_open(&objects);
    static tilepdb_method_result result;
    for (int method = TILEPDB_METHOD_BFS; method <= TILEPDB_METHOD_LAYERED; method++)
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            tilepdb_error error = {0};
            tilepdb_method_options options;
            tilepdb_method_options_init(&options, (tilepdb_method)method);
            options.max_length = limits[i].says ? limits[i].max_length : 0;
            options.first_bound = limits[i].first_bound;
            options.timeout = limits[i].timeout;
            limits_expect("a method", &limits[i],
                          tilepdb_method_solve(&objects.board, &objects.plain.goal, &options,
                                               &result, &error),
                          &error);
        }
    objects_close(&objects);
}

static void walks_check_their_length(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_board board;
    tilepdb_random_seed(&random, 1);
    tilepdb_goal(3, 3, 8, &board, NULL);
    assert_int_equal(tilepdb_board_walk(&random, 0, &board), TILEPDB_OK);
    assert_int_equal(tilepdb_board_walk(&random, 9, &board), TILEPDB_OK);
    assert_int_equal(tilepdb_board_walk(&random, -1, &board), TILEPDB_ERROR_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_are_checked),
        cmocka_unit_test(searches_check_limits),
        cmocka_unit_test(methods_check_limits),
        cmocka_unit_test(walks_check_their_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
