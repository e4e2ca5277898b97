/*
 * Bidirectional searches: for all limits, kernels and numbers of threads, the answer is that of an
 * ordinary search. 3x3 boards are compared with breadth-first search.
 */

#include "search_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "search/bidirectional.h"
#include "search/frontier.h"
#include "search/solver.h"
#include "tilepdb_methods.h"
#include "tilepdb_tables.h"

/* ---- solvers --------------------------------------------------------------------------------- */

struct loaded_solver {
    tilepdb_table *tables[2 * TILEPDB_TABLE_MAX_CELLS];
    size_t count;
    tilepdb_solver *solver;
};

static void solver_load(struct loaded_solver *loaded, const tilepdb_board *goal, const char *names,
                        tilepdb_blank_policy kind_of_blank, bool backward) {
    tilepdb_solver_options options;
    tilepdb_generate_options alone;
    tilepdb_generate_options_init(&alone);
    alone.threads = 1;
    int blank = 0;
    while (goal->cells[blank]) blank++;
    loaded->count = 0;
    char *copy = strdup(names), *rest = copy;
    while (rest) {
        tilepdb_partition partition;
        assert_int_equal(tilepdb_partition_parse(strsep(&rest, "+"), goal->width, goal->height,
                                                 blank, &partition, NULL),
                         TILEPDB_OK);
        for (unsigned i = 0; i < partition.count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            const tilepdb_kind kind = {.blank = kind_of_blank, .encoding = TILEPDB_ENCODING_BIT};
            assert_int_equal(tilepdb_table_generate(&pattern, kind, &alone,
                                                    &loaded->tables[loaded->count++], NULL),
                             TILEPDB_OK);
        }
    }
    free(copy);
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const *)loaded->tables;
    options.table_count = loaded->count;
    options.backward = backward;
    assert_int_equal(tilepdb_solver_create(goal, &options, &loaded->solver, NULL), TILEPDB_OK);
}

static void solver_unload(struct loaded_solver *loaded) {
    tilepdb_solver_free(loaded->solver);
    for (size_t i = 0; i < loaded->count; i++) tilepdb_table_close(loaded->tables[i]);
}

/* ---- boards ---------------------------------------------------------------------------------- */

struct boards {
    int width, height, blank, walk, count;
    const char *partitions;
    tilepdb_blank_policy kind;
};

static const struct boards all_boards[] = {
    {3, 3, 8, 200, 20, "1-4/5-8", TILEPDB_BLANK_AWARE},
    {3, 3, 4, 200, 8, "1-3/4-6/7-8+1,3,5/2,4,6/7-8", TILEPDB_BLANK_AWARE},
    {2, 5, 0, 100, 8, "1-3/4-6/7-9", TILEPDB_BLANK_AWARE},
    {4, 3, 5, 50, 8, "1-4/5-8/9-11", TILEPDB_BLANK_AWARE},
    {3, 4, 0, 50, 8, "1-4/5-8/9-11", TILEPDB_BLANK_AWARE},
    {4, 4, 15, 50, 8, "1-5/6-10/11-15", TILEPDB_BLANK_AWARE},
    {5, 4, 0, 40, 4, "1-5/6-10/11-15/16-19", TILEPDB_BLANK_AWARE},
    {5, 5, 0, 40, 3, "1-4/5-8/9-12/13-16/17-20/21-24", TILEPDB_BLANK_AWARE},
    {5, 5, 24, 40, 3, "1-4,6,7/5,8-10/11-15/16-19/20-24", TILEPDB_BLANK_AWARE},
};

/* Limits, as offsets from the bound, and levels. */
static const int offsets[] = {-200, -12, -6, -4, -2, 0, 2, 4, 6, 12, 200};
static const int levels[] = {1, 5, 9, 14, 25, 300};

static void limits_move(tilepdb_solver *solver, int offset, int level) {
    solver->bidirectional->offset = offset;
    solver->bidirectional->level = level;
}

/* Compares with an ordinary answer, as far as it does not depend on limits. */
static void answer_check(const tilepdb_result *both, const tilepdb_result *plain, bool any) {
    assert_true(both->optimal);
    assert_int_equal(both->length, plain->length);
    assert_int_equal(both->lower_bound, plain->length);
    assert_int_equal(strlen(both->moves), plain->length);
    assert_true(both->any == any);
    if (!any) assert_string_equal(both->moves, plain->moves);
}

static void counts_check(const tilepdb_result *a, const tilepdb_result *b) {
    assert_int_equal(a->iteration_count, b->iteration_count);
    for (size_t i = 0; i + 1 < a->iteration_count; i++) {
        assert_int_equal(a->iterations[i].generated, b->iterations[i].generated);
        assert_int_equal(a->iterations[i].expanded, b->iterations[i].expanded);
        assert_int_equal(a->iterations[i].backward, b->iterations[i].backward);
        assert_int_equal(a->iterations[i].limit, b->iterations[i].limit);
        assert_int_equal(a->iterations[i].level, b->iterations[i].level);
    }
}

static void solve(const tilepdb_solver *solver, const tilepdb_board *board,
                  const tilepdb_solve_options *options, tilepdb_result *result) {
    tilepdb_error error;
    if (tilepdb_solve(solver, board, options, result, &error))
        fail_msg("%s: offset %d, level %d, any %d, %d threads, bound %d", error.message,
                 solver->bidirectional->offset, solver->bidirectional->level,
                 options && options->any, options ? options->threads : 1, result->lower_bound);
}

static void limits_try(tilepdb_solver *solver, const tilepdb_board *board,
                       const tilepdb_result *plain, unsigned which) {
    static tilepdb_result first, again;
    tilepdb_solve_options options = solve_defaults();
    const size_t offset = which % (sizeof offsets / sizeof *offsets);
    const size_t level = which % (sizeof levels / sizeof *levels);
    limits_move(solver, offsets[offset], levels[level]);
    solve(solver, board, &options, &first);
    answer_check(&first, plain, false);
    options.threads = 3;
    solve(solver, board, &options, &again);
    assert_solves(solver, board, &options, &again);
    answer_check(&again, plain, false);
    counts_check(&first, &again);
    options.any = true;
    assert_solves(solver, board, &options, &again);
    answer_check(&again, plain, true);
    counts_check(&first, &again);
    options.plain = true;
    options.any = false;
    assert_solves(solver, board, &options, &again);
    answer_check(&again, plain, false);
}

/* Tries every kernel that fits, for both sides. */
static void kernels_try(tilepdb_solver *solver, const tilepdb_board *board,
                        const tilepdb_result *plain) {
    static tilepdb_result first, again;
    bool any = false;
    for (const struct kernel_row *row = kernel_rows; (row = solver_kernel_select(solver, row));
         row++) {
        assert_non_null(solver_kernel_select(solver->bidirectional->back, row));
        assert_solves(solver, board, NULL, any ? &again : &first);
        answer_check(any ? &again : &first, plain, false);
        if (any) counts_check(&first, &again);
        any = true;
    }
    assert_true(any);
    assert_non_null(solver_kernel_select(solver, kernel_rows));
    assert_non_null(solver_kernel_select(solver->bidirectional->back, kernel_rows));
}

/* A repeated search has the same counts; a plan that cannot be repeated is refused. */
static void repetition_try(const struct loaded_solver *forward,
                           const struct loaded_solver *backward, const tilepdb_solver *solver,
                           const tilepdb_board *board, const tilepdb_result *found) {
    static tilepdb_result again;
    tilepdb_iteration bounds[2];
    tilepdb_error error;
    tilepdb_solver *repeated;
    tilepdb_bidirectional_plan plan = {.bounds = found->iterations,
                                       .bound_count = found->iteration_count};
    solver_view_pair(solver, plan.pair);
    assert_int_equal(tilepdb_solver_create_from_plan(forward->solver, backward->solver, &plan,
                                                     &repeated, &error),
                     0);
    solve(repeated, board, NULL, &again);
    answer_check(&again, found, false);
    counts_check(&again, found);
    unsigned pair[2];
    solver_view_pair(repeated, pair);
    assert_memory_equal(pair, plan.pair, sizeof pair);
    tilepdb_solver_free(repeated);
    if (found->iteration_count == 0) return;
    const tilepdb_iteration last = found->iterations[found->iteration_count - 1];
    const tilepdb_iteration wrong[] = {
        {.bound = last.bound, .limit = last.limit + 1, .level = last.level}, /* wrong parity */
        {.bound = last.bound, .limit = last.limit, .level = -1},
        {.bound = last.bound, .limit = 1100 + last.bound % 2, .level = 1},
        {.bound = -2, .limit = 0, .level = 1},
    };
    bounds[0] = last;
    plan.bounds = bounds;
    plan.bound_count = 2;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bounds[1] = wrong[i];
        assert_int_equal(tilepdb_solver_create_from_plan(forward->solver, backward->solver, &plan,
                                                         &repeated, &error),
                         TILEPDB_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, "cannot be searched with limit"));
    }
    plan.bound_count = 0;
    plan.pair[1] = KERNEL_MAX_GROUPS;
    assert_int_equal(tilepdb_solver_create_from_plan(forward->solver, backward->solver, &plan,
                                                     &repeated, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "have no views"));
}

/* Bounds whose level rose, since there were more keys than memory for them. */
static unsigned raised;

/* Without memory for most keys, answers stay, and counts do not depend on threads. */
static void memory_try(const struct loaded_solver *forward, const struct loaded_solver *backward,
                       tilepdb_solver *solver, const tilepdb_board *board,
                       const tilepdb_result *plain, unsigned which) {
    static tilepdb_result ample, first, again;
    tilepdb_solve_options options = solve_defaults();
    limits_move(solver, -2, -200);
    solve(solver, board, &options, &ample);
    options.memory_limit = 24 * (1 + which % 32);
    solve(solver, board, &options, &first);
    answer_check(&first, plain, false);
    options.threads = 3;
    solve(solver, board, &options, &again);
    answer_check(&again, plain, false);
    counts_check(&first, &again);
    for (size_t i = 0; i < first.iteration_count; i++) {
        assert_true(first.iterations[i].level >= ample.iterations[i].level);
        raised += first.iterations[i].level > ample.iterations[i].level;
    }
    options.any = true;
    solve(solver, board, &options, &again);
    answer_check(&again, plain, true);
    counts_check(&first, &again);
    repetition_try(forward, backward, solver, board, &first);
}

static bool stop(const tilepdb_progress *progress, void *user) {
    (void)progress;
    (void)user;
    return false;
}

static void bounds_try(struct loaded_solver *forward, struct loaded_solver *backward,
                       const tilepdb_board *board, const tilepdb_result *plain) {
    static tilepdb_result found;
    tilepdb_solver *solver;
    tilepdb_error error;
    static const int refused[] = {-1, TILEPDB_MAX_MOVES + 1};
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(solver_create_bidirectional(forward->solver, backward->solver, refused[i],
                                                     1, 0, NULL, NULL, &solver, &error),
                         TILEPDB_ERROR_ARGUMENT);
    assert_string_equal(error.message, "a bound is 0 to 511 moves, not 512");
    assert_int_equal(solver_create_bidirectional(forward->solver, backward->solver, 0, -1, 0, NULL,
                                                 NULL, &solver, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    for (int threads = 1; threads <= 2; threads++)
        assert_int_equal(solver_create_bidirectional(forward->solver, backward->solver,
                                                     TILEPDB_MAX_MOVES, threads, 0, stop, NULL,
                                                     &solver, NULL),
                         TILEPDB_CANCELLED);
    const int given[] = {1, plain->length > 0 ? plain->length : 2, plain->length + 1,
                         plain->length + 8};
    for (size_t i = 0; i < 4; i++) {
        static tilepdb_result again;
        tilepdb_solver *shared;
        double estimate[2];
        for (int threads = 1; threads <= 2; threads++) {
            assert_int_equal(solver_create_bidirectional(forward->solver, backward->solver,
                                                         given[i], threads, 0, NULL, NULL,
                                                         threads == 1 ? &solver : &shared, NULL),
                             TILEPDB_OK);
            assert_int_equal(solver_estimate_nodes(solver, board, given[i], threads, 0, NULL, NULL,
                                                   &estimate[threads - 1], NULL),
                             TILEPDB_OK);
        }
        assert_true(estimate[0] == estimate[1]);
        if (given[i] < plain->root_h) assert_true(estimate[0] == 0);
        /* A bound of the other parity counts as the bound before it. */
        if (i == 2) {
            assert_int_equal(solver_estimate_nodes(solver, board, plain->length, 1, 0, NULL, NULL,
                                                   &estimate[1], NULL),
                             TILEPDB_OK);
            assert_true(estimate[0] == estimate[1]);
        }
        assert_solves(solver, board, NULL, &found);
        assert_solves(shared, board, NULL, &again);
        answer_check(&found, plain, false);
        counts_check(&found, &again);
        tilepdb_solver_free(shared);
        tilepdb_solver_free(solver);
    }
}

static void board_try(const struct boards *set, struct loaded_solver *forward,
                      const tilepdb_board *board, unsigned number) {
    static tilepdb_result plain;
    struct loaded_solver backward;
    tilepdb_solver *solver;
    solver_load(&backward, board, set->partitions, set->kind, true);
    assert_int_equal(solver_create_bidirectional(forward->solver, backward.solver, 0, 1, 0, NULL,
                                                 NULL, &solver, NULL),
                     TILEPDB_OK);
    assert_solves(forward->solver, board, NULL, &plain);
    static tilepdb_result found;
    assert_solves(solver, board, NULL, &found);
    answer_check(&found, &plain, false);
    repetition_try(forward, &backward, solver, board, &found);
    bounds_try(forward, &backward, board, &plain);
    for (unsigned i = 0; i < 11; i++) limits_try(solver, board, &plain, number + i * 7);
    memory_try(forward, &backward, solver, board, &plain, number);
    kernels_try(solver, board, &plain);
    tilepdb_solver_free(solver);
    solver_unload(&backward);
}

static void the_answer_is_the_same(void **state) {
    (void)state;
    for (size_t s = 0; s < sizeof all_boards / sizeof *all_boards; s++) {
        const struct boards *set = &all_boards[s];
        struct loaded_solver forward;
        tilepdb_board goal = standard_goal(set->width, set->height, set->blank);
        solver_load(&forward, &goal, set->partitions, set->kind, false);
        tilepdb_random random = random_of(11 + s);
        for (int i = 0; i < set->count; i++) {
            const int walk = i * set->walk / set->count + (i > 0);
            const tilepdb_board board = walk_from(&goal, &random, walk);
            board_try(set, &forward, &board, (unsigned)i);
        }
        solver_unload(&forward);
    }
    if (raised <= 40) fail_msg("%u levels rose", raised);
}

/* If confirming meetings fails, a bound with a meeting is not exhausted. */
static void open_meetings_end_a_search(void **state) {
    (void)state;
    static tilepdb_result plain, result;
    struct loaded_solver forward, backward;
    tilepdb_board goal, board;
    tilepdb_random random = random_of(3);
    tilepdb_solver *solver;
    tilepdb_solve_options options;
    unsigned open = 0;
    assert_int_equal(tilepdb_goal(4, 3, 11, &goal, NULL), TILEPDB_OK);
    solver_load(&forward, &goal, "1-3/4-6/7-9/10-11", TILEPDB_BLANK_AWARE, false);
    board = goal;
    assert_int_equal(tilepdb_board_walk(&random, 1000, &board), TILEPDB_OK);
    solver_load(&backward, &board, "1-3/4-6/7-9/10-11", TILEPDB_BLANK_AWARE, true);
    assert_solves(forward.solver, &board, NULL, &plain);
    assert_int_equal(solver_create_bidirectional(forward.solver, backward.solver, 0, 1, 0, NULL,
                                                 NULL, &solver, NULL),
                     TILEPDB_OK);
    struct tilepdb_solver failing = *backward.solver;
    /* It then accepts only the board of the bidirectional solver. */
    failing.bidirectional = solver->bidirectional;
    solver->bidirectional->backward = &failing;
    tilepdb_solve_options_init(&options);
    options.any = true;
    for (unsigned i = 0; i < 3 * sizeof offsets / sizeof *offsets; i++) {
        options.threads = 1 + (int)i % 3;
        limits_move(solver, offsets[i / 3], 14);
        const tilepdb_status status = tilepdb_solve(solver, &board, &options, &result, NULL);
        assert_true(status == TILEPDB_OK || status == TILEPDB_ERROR_ARGUMENT);
        if (!status) answer_check(&result, &plain, true);
        assert_in_range(result.lower_bound, plain.root_h, plain.length);
        open += status != TILEPDB_OK;
    }
    assert_true(open > 0);
    tilepdb_solver_free(solver);
    solver_unload(&backward);
    solver_unload(&forward);
}

/* ---- frontier nodes -------------------------------------------------------------------------- */

#define OTHERS 100000

/* Keys of a set are found, as often as they were added. Other keys are not, and few of them pass
 * the filter. */
static void sets_have_their_keys(void **state) {
    static const size_t counts[] = {0, 1, 2, 3, 10, 1000, OTHERS};
    (void)state;
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        struct frontier_keys emitted = {0};
        struct frontier_set set;
        for (uint64_t i = 0; i < 2 * counts[c]; i++) {
            const uint64_t key = random_mix(i / 2);
            const uint16_t left = (uint16_t)(i % 100);
            assert_true(frontier_keys_add(&emitted, &key, &left, 1));
        }
        assert_true(frontier_set_make(&set, &emitted));
        size_t passed = 0;
        for (uint64_t i = 0; i < counts[c]; i++) assert_true(frontier_set_has(&set, random_mix(i)));
        for (uint64_t i = 0; i < OTHERS; i++) {
            const uint64_t key = random_mix(UINT32_MAX + i);
            passed += frontier_set_may_have(&set, key);
            assert_false(frontier_set_has(&set, key));
        }
        assert_in_range(passed, 0, counts[c] < 1000 ? 15 * OTHERS / 100 : OTHERS / 100);
        frontier_keys_free(&emitted);
        frontier_set_free(&set);
    }
}

/* Adds 1000 random keys to `part_count` lists, and joins the lists. */
static void keys_join(unsigned seed, size_t most, size_t part_count, struct frontier_keys *whole) {
    struct frontier_keys parts[4] = {
        {.most = most}, {.most = most}, {.most = most}, {.most = most}};
    tilepdb_random random = random_of(seed);
    *whole = (struct frontier_keys){.most = most};
    for (size_t i = 0; i < 1000; i++) {
        const uint16_t left = (uint16_t)(random_below(&random, 40) + (i % 7 == 0));
        const uint64_t key = (uint64_t)i << 16 | left;
        assert_true(frontier_keys_add(&parts[i % part_count], &key, &left, 1));
    }
    for (size_t p = 0; p < part_count; p++) {
        assert_true(frontier_keys_join(whole, &parts[p]));
        frontier_keys_free(&parts[p]);
    }
}

static int keys_compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The keys that are left, and the cut, do not depend on how the keys were joined. */
static void few_keys_are_left(void **state) {
    static const size_t mosts[] = {0, 1, 30, 500, 999, 1000};
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        struct frontier_keys all, one, many;
        size_t below = 0, within = 0;
        keys_join(i, 0, 1, &all);
        assert_int_equal(all.count, 1000);
        assert_int_equal(all.cut, 0);
        keys_join(i, mosts[i], 1, &one);
        keys_join(i, mosts[i], 4, &many);
        assert_int_equal(one.cut, many.cut);
        assert_int_equal(one.count, many.count);
        qsort(one.keys, one.count, sizeof *one.keys, keys_compare);
        qsort(many.keys, many.count, sizeof *many.keys, keys_compare);
        assert_memory_equal(one.keys, many.keys, one.count * sizeof *one.keys);
        for (size_t k = 0; k < one.count; k++) assert_true(!one.cut || one.left[k] < one.cut);
        for (size_t k = 0; k < all.count; k++) {
            below += one.cut && all.left[k] < one.cut;
            within += one.cut && all.left[k] <= one.cut;
        }
        /* The cut is the largest that leaves few enough keys. */
        assert_int_equal(one.cut > 0, mosts[i] > 0 && mosts[i] < 1000);
        if (one.cut) assert_int_equal(one.count, below);
        if (one.cut) assert_true(within > mosts[i]);
        if (one.cut > 1) assert_true(below <= mosts[i]);
        frontier_keys_free(&all);
        frontier_keys_free(&one);
        frontier_keys_free(&many);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_have_their_keys), cmocka_unit_test(few_keys_are_left),
        cmocka_unit_test(open_meetings_end_a_search), cmocka_unit_test(the_answer_is_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
