/*
 * The order of subtrees: without knowledge, after a bound that it learned from, and for deeper
 * subtrees; and limits of tilepdb_solve with it. test_kernels checks the answers.
 */
#include "search_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "bound_fixture.h"
#include "search/solver.h"

/* This board takes half a million nodes by Manhattan distance. */
static const char SMALL_BOARD[] = "0 11 10 9 / 8 7 6 5 / 4 3 1 2";
#define BOUND 49

struct fixture {
    tilepdb_solver *solver;
    tilepdb_board board;
    struct pass *roots, *spare;
    struct subtree_order order;
};

static void fixture_make(struct fixture *fixture) {
    const tilepdb_board goal = standard_goal(4, 3, 11);
    fixture->solver = solver_make(&goal, false, TILEPDB_HEURISTIC_MANHATTAN);
    assert_int_equal(
        tilepdb_board_parse(SMALL_BOARD, strlen(SMALL_BOARD), 0, 0, &fixture->board, NULL),
        TILEPDB_OK);
    fixture->roots = solver_pass_take(fixture->solver, BOUND);
    fixture->spare = solver_pass_take(fixture->solver, BOUND);
    fixture->order = (struct subtree_order){0};
}

static void fixture_free(struct fixture *fixture) {
    subtree_order_free(&fixture->order);
    solver_pass_give(fixture->solver, fixture->spare);
    solver_pass_give(fixture->solver, fixture->roots);
    tilepdb_solver_free(fixture->solver);
}

static size_t expand(struct fixture *fixture, size_t target) {
    const struct automaton *automaton = &fixture->solver->reduced;
    struct pass *roots = fixture->roots;
    struct kernel_root root;
    int h;
    assert_int_equal(solver_root(fixture->solver, &fixture->board, &root, &h, NULL), TILEPDB_OK);
    pass_reset(roots, automaton, BOUND);
    assert_true(pass_root(roots, &root, automaton->start[root.blank]));
    assert_true(pass_make_subtrees(roots, fixture->spare, target));
    return roots->top - roots->floor;
}

/* Makes a fixture and orders the subtrees of its root without knowledge. The caller frees the
 * list. */
static struct ordered_subtree *order_begin(struct fixture *fixture, size_t target, size_t *count) {
    fixture_make(fixture);
    *count = expand(fixture, target);
    assert_true(*count >= target);
    return subtree_order_list(&fixture->order, fixture->roots, NULL, NULL);
}

/* Every entry is listed once, and each pair is in order. */
static void order_check(const struct ordered_subtree *subtrees, const struct pass *roots,
                        size_t count) {
    bool *seen = calloc(roots->top, 1);
    for (size_t i = 0; i < count; i++) {
        const struct ordered_subtree *a = &subtrees[i], *b = a + 1;
        assert_in_range(a->entry, roots->floor, roots->top - 1);
        assert_false(seen[a->entry]);
        seen[a->entry] = true;
        assert_int_equal(a->slack, roots->kernel->slack(roots, a->entry));
        if (i + 1 == count) break;
        assert_true(a->priority >= b->priority);
        if (a->priority > b->priority) continue;
        assert_true(a->slack >= b->slack);
        if (a->slack == b->slack) assert_true(a->entry > b->entry);
    }
    free(seen);
}

static void most_slack_comes_first(void **state) {
    (void)state;
    struct fixture fixture;
    size_t count;
    struct ordered_subtree *subtrees = order_begin(&fixture, 100, &count);
    order_check(subtrees, fixture.roots, count);
    assert_true(subtrees[0].slack > subtrees[count - 1].slack);
    assert_int_equal(subtrees[0].priority, 0);
    free(subtrees);
    fixture_free(&fixture);
}

/* Returns the list's subtree for entry `e` of the pass. */
static const struct ordered_subtree *subtree_of(const struct ordered_subtree *subtrees, size_t e) {
    while (subtrees->entry != e) subtrees++;
    return subtrees;
}

static void known_nodes_decide(void **state) {
    (void)state;
    struct fixture fixture;
    size_t count;
    struct ordered_subtree *before = order_begin(&fixture, 100, &count);
    for (size_t i = 0; i < count; i++) before[i].nodes = 1000 * (before[i].entry % 7);
    assert_true(subtree_order_learn(&fixture.order, fixture.roots, before));
    struct ordered_subtree *after = subtree_order_list(&fixture.order, fixture.roots, NULL, NULL);
    order_check(after, fixture.roots, count);
    for (size_t i = 0; i < count; i++) {
        const struct ordered_subtree *known = subtree_of(before, after[i].entry);
        assert_int_equal(after[i].priority, (known->nodes + 1) << 16 >> known->slack / 2);
    }
    free(before);
    free(after);
    fixture_free(&fixture);
}

/* A deeper subtree has the priority of the subtree that contains it. */
static void deeper_ones_inherit(void **state) {
    (void)state;
    struct fixture fixture;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    size_t count;
    struct ordered_subtree *before = order_begin(&fixture, 2, &count);
    const size_t moves = pass_path(fixture.roots, fixture.roots->floor, path);
    uint64_t priority[4] = {0}; /* priority by the last move of the path */
    assert_in_range(count, 2, 4);
    for (size_t i = 0; i < count; i++) {
        before[i].nodes = 100 * (i + 1);
        pass_path(fixture.roots, before[i].entry, path);
        priority[path[moves - 1]] = (before[i].nodes + 1) << 16 >> before[i].slack / 2;
    }
    assert_true(subtree_order_learn(&fixture.order, fixture.roots, before));
    count = expand(&fixture, 50);
    struct ordered_subtree *after = subtree_order_list(&fixture.order, fixture.roots, NULL, NULL);
    order_check(after, fixture.roots, count);
    for (size_t i = 0; i < count; i++) {
        assert_true(pass_path(fixture.roots, after[i].entry, path) > moves);
        assert_int_equal(after[i].priority, priority[path[moves - 1]]);
    }
    free(before);
    free(after);
    fixture_free(&fixture);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static bool stop_at_many(const tilepdb_progress *progress, void *user) {
    (void)user;
    return progress->done < 200000;
}

static void limits_end_a_search(void **state) {
    (void)state;
    struct fixture fixture;
    static tilepdb_result result;
    tilepdb_solve_options options = solve_defaults();
    fixture_make(&fixture);
    options.any = true;
    options.max_nodes = 300000;
    assert_int_equal(tilepdb_solve(fixture.solver, &fixture.board, &options, &result, NULL),
                     TILEPDB_LIMIT);
    assert_in_range(result.generated, 300000, 301000);
    assert_true(result.any);
    options.max_nodes = 0;
    options.progress = stop_at_many;
    assert_int_equal(tilepdb_solve(fixture.solver, &fixture.board, &options, &result, NULL),
                     TILEPDB_CANCELLED);
    assert_in_range(result.generated, 200000, 400000);
    fixture_free(&fixture);
}

static void one_solution_only(void **state) {
    (void)state;
    struct fixture fixture;
    static tilepdb_result result;
    tilepdb_solve_options options = solve_defaults();
    fixture_make(&fixture);
    options.any = true;
    options.solutions = TILEPDB_SOLUTIONS_COUNT;
    assert_int_equal(tilepdb_solve(fixture.solver, &fixture.board, &options, &result, NULL),
                     TILEPDB_ERROR_ARGUMENT);
    fixture_free(&fixture);
}

/* The hashed state is the same for any byte order, because checkpoints contain the hash. */
static void the_state_has_no_byte_order(void **state) {
    (void)state;
    struct fixture fixture;
    size_t count;
    struct ordered_subtree *subtrees = order_begin(&fixture, 1, &count);
    const uint8_t bytes[16] = {8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 5};
    for (size_t i = 0; i < count; i++) {
        subtrees[i].path = UINT64_C(0x0102030405060708);
        subtrees[i].nodes = 4;
        subtrees[i].slack = 0;
    }
    assert_true(subtree_order_learn(&fixture.order, fixture.roots, subtrees));
    assert_true(subtree_order_hash(&fixture.order) ==
                fixture.order.moves + hash_bytes(bytes, sizeof bytes));
    free(subtrees);
    fixture_free(&fixture);
}

/* ---- searches within searches ---------------------------------------------------------------- */

struct within {
    const struct bound_search *search; /* copy of the outer search, before it began */
    int solutions[2];                  /* solutions of the outer and the inner search */
};

static void solution_count(struct bound_search *search, const uint8_t *path) {
    struct within *within = search->hooks.user;
    (void)path;
    within->solutions[1]++;
}

static void solution_search(struct bound_search *search, const uint8_t *path) {
    struct within *within = search->hooks.user;
    (void)path;
    if (within->solutions[0]++ > 0) return;
    struct bound_search inner = *within->search;
    inner.hooks.solution = solution_count;
    bound_search(&inner);
    assert_int_equal(inner.result.end, PASS_EXHAUSTED);
}

/* Each search has its own lock: a callback that runs under the lock of one search can start
 * another. */
static void searches_do_not_wait_for_others(void **state) {
    (void)state;
    struct fixture fixture;
    struct kernel_root root;
    int h;
    fixture_make(&fixture);
    assert_int_equal(solver_root(fixture.solver, &fixture.board, &root, &h, NULL), TILEPDB_OK);
    const struct automaton *automaton = &fixture.solver->reduced;
    struct within within = {.solutions = {0}};
    struct bound_search begun = bound_make(fixture.solver, automaton, &root, BOUND, 2);
    begun.request.all = true;
    begun.hooks.solution = solution_search;
    begun.hooks.user = &within;
    struct bound_search search = begun;
    within.search = &begun;
    bound_search(&search);
    assert_int_equal(search.result.end, PASS_EXHAUSTED);
    assert_true(within.solutions[0] > 0);
    assert_int_equal(within.solutions[0], within.solutions[1]);
    fixture_free(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_slack_comes_first),
        cmocka_unit_test(known_nodes_decide),
        cmocka_unit_test(deeper_ones_inherit),
        cmocka_unit_test(limits_end_a_search),
        cmocka_unit_test(one_solution_only),
        cmocka_unit_test(the_state_has_no_byte_order),
        cmocka_unit_test(searches_do_not_wait_for_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
