/*
 * Searches that end early, and refusals: limits of length, nodes and time to the last move and
 * node, callbacks, estimates, and tables that do not fit together.
 */
#include "search_fixture.h"

#include "plain.h"

#include "base/clock.h"

/* 3x3 boards with one partition, deep enough for many iterations. */
struct bench {
    struct plain plain;
    tilepdb_solver *solver;
    tilepdb_random random;
};

static void bench_open(struct bench *bench, const char *partition) {
    memset(bench, 0, sizeof *bench);
    const struct search_case c = {.width = 3,
                                  .height = 3,
                                  .table_width = 3,
                                  .table_height = 3,
                                  .table_blank = 8,
                                  .partitions = {partition}};
    assert_int_equal(tilepdb_goal(3, 3, 8, &bench->plain.goal, NULL), TILEPDB_OK);
    tables_make(&bench->plain, &c);
    bench->solver = plain_solver(&bench->plain, true);
    tilepdb_random_seed(&bench->random, 12);
}

static tilepdb_board bench_board(struct bench *bench) {
    tilepdb_board board;
    assert_int_equal(tilepdb_board_scramble(&bench->random, &bench->plain.goal, &board), 0);
    return board;
}

static void bench_close(struct bench *bench) {
    tilepdb_solver_free(bench->solver);
    tables_close(&bench->plain);
}

/* NULL for Manhattan distance. */
static const char *const heuristics[] = {NULL, "1-4/5-8", "1,2/3,4/5,6/7,8"};

static tilepdb_result solved(const struct bench *bench, const tilepdb_board *board) {
    tilepdb_result result;
    tilepdb_error error;
    if (tilepdb_solve(bench->solver, board, NULL, &result, &error)) fail_msg("%s", error.message);
    return result;
}

/* A stopped search has the first iterations of the whole search; the last may be incomplete. */
static void assert_prefix(const tilepdb_result *part, const tilepdb_result *whole) {
    uint64_t generated = part->iteration_count ? 0 : 1, expanded = 0;
    assert_true(part->iteration_count <= whole->iteration_count);
    for (size_t i = 0; i < part->iteration_count; i++) {
        assert_int_equal(part->iterations[i].bound, whole->iterations[i].bound);
        if (i + 1 < part->iteration_count) {
            assert_int_equal(part->iterations[i].generated, whole->iterations[i].generated);
            assert_int_equal(part->iterations[i].expanded, whole->iterations[i].expanded);
        }
        generated += part->iterations[i].generated;
        expanded += part->iterations[i].expanded;
    }
    assert_int_equal(generated, part->generated);
    assert_int_equal(expanded, part->expanded);
}

static void assert_unfinished(const tilepdb_result *part, const tilepdb_result *whole) {
    assert_true(part->solvable && !part->optimal);
    assert_int_equal(part->length, -1);
    assert_int_equal(part->upper_bound, -1);
    assert_string_equal(part->moves, "");
    assert_int_equal(part->root_h, whole->root_h);
    assert_in_range(part->lower_bound, part->root_h, whole->length);
    assert_prefix(part, whole);
}

static void lengths_are_limited(void **state) {
    (void)state;
    for (size_t h = 0; h < sizeof heuristics / sizeof *heuristics; h++) {
        struct bench bench;
        bench_open(&bench, heuristics[h]);
        for (int i = 0; i < 40; i++) {
            const tilepdb_board board = bench_board(&bench);
            const tilepdb_result whole = solved(&bench, &board);
            for (int limit = 1; limit <= whole.length + 3; limit++) {
                tilepdb_result part;
                tilepdb_error error = {0};
                tilepdb_solve_options options = solve_defaults();
                options.max_length = limit;
                const tilepdb_status status =
                    tilepdb_solve(bench.solver, &board, &options, &part, &error);
                if (limit >= whole.length) {
                    assert_int_equal(status, TILEPDB_OK);
                    assert_string_equal(part.moves, whole.moves);
                    assert_int_equal(part.generated, whole.generated);
                    continue;
                }
                assert_int_equal(status, TILEPDB_LIMIT);
                assert_unfinished(&part, &whole);
                /* fewest moves of the board's parity that were not tried */
                const int beyond = limit + 1 + ((limit + 1 - whole.length) & 1);
                assert_int_equal(part.lower_bound, beyond > part.root_h ? beyond : part.root_h);
                assert_non_null(strstr(error.message, "at least"));
            }
        }
        bench_close(&bench);
    }
}

/* A search that skips bounds finds a solution of at most its first bound, and claims no optimum
 * beyond its estimate. Once a bound is exhausted, it is an ordinary search. */
static void bounds_can_be_skipped(void **state) {
    (void)state;
    for (size_t h = 0; h < 3; h++) {
        struct bench bench;
        bench_open(&bench, heuristics[h]);
        tilepdb_solve_options options = solve_defaults();
        for (int i = 0; i < 60; i++) {
            const tilepdb_board board = bench_board(&bench);
            const tilepdb_result whole = solved(&bench, &board);
            tilepdb_result result;
            options.first_bound = whole.root_h;
            assert_int_equal(tilepdb_solve(bench.solver, &board, &options, &result, NULL), 0);
            assert_true(result.optimal);
            assert_int_equal(result.generated, whole.generated);
            assert_string_equal(result.moves, whole.moves);
            for (int more = 1 - whole.length; more <= 6; more++) {
                options.first_bound = whole.length + more;
                assert_int_equal(tilepdb_solve(bench.solver, &board, &options, &result, NULL), 0);
                if (whole.root_h == 0) {
                    assert_int_equal(result.length, 0);
                    continue;
                }
                const bool skips = options.first_bound > whole.root_h;
                const int first = skips ? options.first_bound : whole.root_h;
                assert_in_range(result.length, whole.length,
                                more < 0 ? whole.length : whole.length + more + 1);
                assert_int_equal((result.length - whole.length) % 2, 0);
                assert_int_equal(strlen(result.moves), result.length);
                assert_int_equal(result.upper_bound, result.length);
                const bool proven =
                    !skips || first <= whole.length - 2 || result.length == whole.root_h;
                assert_int_equal(result.lower_bound, proven ? whole.length : whole.root_h);
                assert_int_equal(result.optimal, proven);
                if (proven && first <= whole.length - 2)
                    assert_string_equal(result.moves, whole.moves);
            }
        }
        options.first_bound = TILEPDB_MAX_MOVES;
        const tilepdb_board board = bench_board(&bench);
        tilepdb_result result;
        assert_int_equal(tilepdb_solve(bench.solver, &board, &options, &result, NULL),
                         TILEPDB_ERROR_ARGUMENT);
        options.first_bound = 40;
        options.solutions = TILEPDB_SOLUTIONS_COUNT;
        assert_int_equal(tilepdb_solve(bench.solver, &board, &options, &result, NULL),
                         TILEPDB_ERROR_ARGUMENT);
        bench_close(&bench);
    }
}

/* The limit counts nodes in the order of the plain search. While the limit is far, several nodes
 * are expanded together, so some nodes after it are generated, too. */
static void nodes_are_limited(void **state) {
    (void)state;
    for (size_t h = 0; h < sizeof heuristics / sizeof *heuristics; h++) {
        struct bench bench;
        bench_open(&bench, heuristics[h]);
        for (int i = 0; i < 40; i++) {
            const tilepdb_board board = bench_board(&bench);
            const tilepdb_result whole = solved(&bench, &board);
            const uint64_t slack = 4 * (uint64_t)whole.length + 3;
            for (uint64_t limit = 1; limit < whole.generated; limit += 1 + limit / 3) {
                tilepdb_result part;
                tilepdb_solve_options options = solve_defaults();
                options.max_nodes = limit;
                const tilepdb_status status =
                    tilepdb_solve(bench.solver, &board, &options, &part, NULL);
                assert_in_range(part.generated, 1, limit + limit / 8 + slack);
                if (status == TILEPDB_OK) {
                    assert_true(whole.generated <= limit + limit / 8 + slack);
                    continue;
                }
                assert_int_equal(status, TILEPDB_LIMIT);
                assert_true(part.generated >= limit);
                assert_unfinished(&part, &whole);
                if (part.iteration_count)
                    assert_int_equal(part.lower_bound,
                                     part.iterations[part.iteration_count - 1].bound);
            }
            tilepdb_solve_options options = solve_defaults();
            tilepdb_result again;
            options.max_nodes = whole.generated;
            assert_int_equal(tilepdb_solve(bench.solver, &board, &options, &again, NULL), 0);
            assert_string_equal(again.moves, whole.moves);
        }
        bench_close(&bench);
    }
}

/* ---- time and callbacks: the hardest board by the weakest heuristic -------------------------- */

static tilepdb_solver *long_search(tilepdb_board *board) {
    const char *text = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"; /* 80 moves */
    struct plain plain = {0};
    assert_int_equal(tilepdb_goal(4, 4, 15, &plain.goal, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_board_parse(text, strlen(text), 4, 4, board, NULL), TILEPDB_OK);
    return plain_solver(&plain, true);
}

static void time_is_limited(void **state) {
    (void)state;
    tilepdb_board board;
    tilepdb_result result;
    tilepdb_solver *solver = long_search(&board);
    const double timeouts[] = {1e-9, 0.05, 0.3, 0.05};
    for (int i = 0; i < 4; i++) {
        tilepdb_solve_options options = solve_defaults();
        options.timeout = timeouts[i];
        if (i == 3) options.max_nodes = UINT64_C(1) << 40; /* hides no other limit */
        const double start = clock_seconds();
        assert_int_equal(tilepdb_solve(solver, &board, &options, &result, NULL), TILEPDB_LIMIT);
        const double took = clock_seconds() - start;
        assert_true(took >= timeouts[i] && took < timeouts[i] + 5);
        assert_true(result.seconds >= timeouts[i] && result.seconds <= took);
        assert_in_range(result.lower_bound, result.root_h, 80);
    }
    tilepdb_solver_free(solver);
}

struct listener {
    int calls, stop_at;
    int level;
    uint64_t done;
    double seconds;
};

static bool listen(const tilepdb_progress *progress, void *user) {
    struct listener *listener = user;
    assert_int_equal(progress->stage, TILEPDB_STAGE_SEARCH);
    assert_true(progress->level >= listener->level);
    assert_true(progress->done > listener->done);
    assert_true(progress->seconds >= listener->seconds);
    listener->level = progress->level;
    listener->done = progress->done;
    listener->seconds = progress->seconds;
    return ++listener->calls < listener->stop_at;
}

static void callbacks_hear_and_cancel(void **state) {
    (void)state;
    tilepdb_board board;
    tilepdb_result result;
    tilepdb_error error;
    tilepdb_solver *solver = long_search(&board);
    for (int stop_at = 1; stop_at < 400; stop_at *= 3) {
        struct listener listener = {.stop_at = stop_at};
        tilepdb_solve_options options = solve_defaults();
        options.progress = listen;
        options.user = &listener;
        assert_int_equal(tilepdb_solve(solver, &board, &options, &result, &error),
                         TILEPDB_CANCELLED);
        assert_int_equal(listener.calls, stop_at);
        assert_int_equal(result.generated, listener.done);
        assert_int_equal(result.lower_bound, listener.level);
        assert_non_null(strstr(error.message, "interrupted"));
    }
    tilepdb_solver_free(solver);
}

/* ---- estimates ------------------------------------------------------------------------------- */

/* A move changes the distance by one. A consistent heuristic of the same parity also changes by
 * one; so does one blank-aware partition in one view or two. */
static void estimates_are_consistent(void **state) {
    (void)state;
    for (size_t h = 0; h < sizeof heuristics / sizeof *heuristics; h++) {
        struct bench bench;
        bench_open(&bench, heuristics[h]);
        for (int i = 0; i < 200; i++) {
            const tilepdb_board board = bench_board(&bench);
            int from, to;
            assert_int_equal(tilepdb_solver_estimate(bench.solver, &board, &from, NULL), 0);
            for (const char *letter = "UDLR"; *letter; letter++) {
                tilepdb_board next = board;
                const char move[2] = {*letter, '\0'};
                if (tilepdb_board_play(&next, move, NULL)) continue;
                assert_int_equal(tilepdb_solver_estimate(bench.solver, &next, &to, NULL), 0);
                assert_int_equal(abs(from - to), 1);
            }
        }
        int zero = -1;
        assert_int_equal(tilepdb_solver_estimate(bench.solver, &bench.plain.goal, &zero, NULL), 0);
        assert_int_equal(zero, 0);
        bench_close(&bench);
    }
}

static void estimates_are_refused(void **state) {
    (void)state;
    struct bench bench;
    tilepdb_error error;
    int h;
    bench_open(&bench, "1-4/5-8");
    tilepdb_board board = bench.plain.goal;
    board.cells[0] = 2;
    board.cells[1] = 1;
    assert_int_equal(tilepdb_solver_estimate(bench.solver, &board, &h, &error), TILEPDB_UNSOLVABLE);
    board.cells[1] = 2;
    assert_int_equal(tilepdb_solver_estimate(bench.solver, &board, &h, &error),
                     TILEPDB_ERROR_ARGUMENT);
    tilepdb_goal(3, 2, 5, &board, NULL);
    assert_int_equal(tilepdb_solver_estimate(bench.solver, &board, &h, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_true(strlen(error.message) > 20);
    bench_close(&bench);
}

/* ---- tables that do not go together ---------------------------------------------------------- */

static void refused(tilepdb_table *const *tables, size_t count, const char *says) {
    tilepdb_board goal = standard_goal(3, 3, 8);
    tilepdb_solver *solver;
    tilepdb_error error = {0};
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const *)tables;
    options.table_count = count;
    assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, &error),
                     TILEPDB_ERROR_ARGUMENT);
    if (!strstr(error.message, says)) fail_msg("%s", error.message);
}

static void mixtures_are_refused(void **state) {
    (void)state;
    struct plain bits = {0}, nibbles = {0}, corner = {0}, large = {0};
    struct search_case c = {
        .table_width = 3, .table_height = 3, .table_blank = 8, .partitions = {"1-4/5-8"}};
    tables_make(&bits, &c);
    c.kinds[0] = AWARE_NIBBLE;
    tables_make(&nibbles, &c);
    c.table_blank = 0;
    tables_make(&corner, &c);
    tables_make(&large, &(struct search_case){.table_width = 4,
                                              .table_height = 4,
                                              .table_blank = 15,
                                              .kinds = {AWARE_NIBBLE},
                                              .partitions = {"1-3/4-6/7-9/10-12/13-15"}});
    tilepdb_table **b = bits.table, **n = nibbles.table;
    refused((tilepdb_table *[]){b[0], n[1]}, 2, "encodings");
    refused((tilepdb_table *[]){n[0], corner.table[1]}, 2, "goals");
    refused((tilepdb_table *[]){b[0], b[1], n[0]}, 3, "leave tile 5 out");
    refused((tilepdb_table *[]){n[0], large.table[2]}, 2, "different boards");
    refused((tilepdb_table *[]){b[0], b[1], n[0], n[1], b[1], b[0], n[1], n[0], b[0], b[1], n[0],
                                n[1], b[0], b[1]},
            14, "more than 6 partitions");
    tables_close(&bits);
    tables_close(&nibbles);
    tables_close(&corner);
    tables_close(&large);
    tilepdb_table_close(NULL);
    tilepdb_solver_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_are_limited),       cmocka_unit_test(bounds_can_be_skipped),
        cmocka_unit_test(nodes_are_limited),         cmocka_unit_test(time_is_limited),
        cmocka_unit_test(callbacks_hear_and_cancel), cmocka_unit_test(estimates_are_consistent),
        cmocka_unit_test(estimates_are_refused),     cmocka_unit_test(mixtures_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
