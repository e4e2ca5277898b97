/*
 * All kernels of the table: each kernel that fits a case has, in every mode of a search, the same
 * answers and counts of every bound as the others. A kernel that fits no case fails the test.
 * test_search compares with a plain IDA* on easier boards; oracle_search and tests/variants.sh use
 * the tables of 7-8.
 */
#include "bound_fixture.h"
#include "plain.h"

#include <stdio.h>

#include "base/random.h"
#include "search/solver.h"
#include "tilepdb_tables.h"

#define MULTI tilepdb_kind_default(TILEPDB_METRIC_MULTI)

/* Kernels whose tables take too long to generate here. oracle_search and tests/variants.sh cover
 * the first, test_search the second. */
static const char *const elsewhere[] = {"bits4x4_", "5x5_mirrored_nibbles"};

#define MOST_KERNELS 64
static bool was_run[MOST_KERNELS];

/* ---- modes ----------------------------------------------------------------------------------- */

/* A mode of search. Limits follow from the result of the plain search. */
struct mode {
    const char *name;
    bool plain;
    bool any;
    tilepdb_solutions solutions;
    bool too_short;  /* max_length is one step below the solution */
    bool half_nodes; /* max_nodes is half of the nodes needed */
};

static const struct mode modes[] = {
    {.name = "plain", .plain = true}, /* first, since the limits of others depend on it */
    {.name = "reduced"},
    {.name = "any", .any = true},
    {.name = "count", .solutions = TILEPDB_SOLUTIONS_COUNT},
    {.name = "all", .solutions = TILEPDB_SOLUTIONS_ALL},
    {.name = "max length", .plain = true, .too_short = true},
    {.name = "max nodes", .plain = true, .half_nodes = true},
};

enum { MODES = sizeof modes / sizeof *modes };

/* The result of a search, and a checksum of its solutions. */
struct outcome {
    tilepdb_status status;
    tilepdb_result result;
    uint64_t listed;
};

static bool solution_add(const char *moves, void *user) {
    uint64_t *sum = user;
    for (; *moves; moves++) *sum = (*sum + (uint8_t)*moves) * UINT64_C(0x9E3779B97F4A7C15);
    *sum += 1;
    return true;
}

/* `plain` is the outcome of the first mode. */
static void mode_run(const struct mode *mode, const tilepdb_solver *solver,
                     const tilepdb_board *board, const struct outcome *plain,
                     struct outcome *outcome) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    outcome->listed = 0;
    options.plain = mode->plain;
    options.any = mode->any;
    options.solutions = mode->solutions;
    options.on_solution = solution_add;
    options.user = &outcome->listed;
    if (mode->too_short) options.max_length = plain->result.length - 2;
    if (mode->half_nodes) options.max_nodes = plain->result.generated / 2;
    outcome->status = tilepdb_solve(solver, board, &options, &outcome->result, NULL);
}

/* Compares counts, except for a bound that a node limit ended. */
static bool outcomes_agree(const struct mode *mode, const struct outcome *a,
                           const struct outcome *b) {
    const tilepdb_result *x = &a->result, *y = &b->result;
    if (a->status != b->status || a->listed != b->listed || strcmp(x->moves, y->moves) != 0 ||
        x->length != y->length || x->root_h != y->root_h || x->lower_bound != y->lower_bound ||
        x->upper_bound != y->upper_bound || x->optimal != y->optimal ||
        x->solution_count != y->solution_count || x->iteration_count != y->iteration_count)
        return false;
    const size_t whole = x->iteration_count - mode->half_nodes;
    for (size_t i = 0; i < whole; i++)
        if (x->iterations[i].bound != y->iterations[i].bound ||
            x->iterations[i].generated != y->iterations[i].generated ||
            x->iterations[i].expanded != y->iterations[i].expanded)
            return false;
    return mode->half_nodes || (x->generated == y->generated && x->expanded == y->expanded);
}

/* ---- several threads ------------------------------------------------------------------------- */

/* Searches the last bounds with several threads. tilepdb_solve would use one, because they are
 * small. */
static void threads_agree(const char *kernel, tilepdb_solver *solver, const tilepdb_board *board,
                          const tilepdb_result *plain) {
    struct kernel_root root;
    int h;
    assert_int_equal(solver_root(solver, board, &root, &h, NULL), TILEPDB_OK);
    assert_true(plain->iteration_count >= 2);
    for (size_t i = plain->iteration_count - 1; i > 0 && i + 2 >= plain->iteration_count; i--) {
        const tilepdb_iteration *alone = &plain->iterations[i];
        struct bound_search search = bound_make(solver, &solver->plain, &root, alone->bound, 3);
        bound_search(&search);
        const bool last = i + 1 == plain->iteration_count;
        assert_int_equal(search.result.end, last ? PASS_FOUND : PASS_EXHAUSTED);
        if (search.result.total.generated != alone->generated ||
            search.result.total.expanded != alone->expanded)
            fail_msg("%s: three threads, bound %d: %llu nodes, not %llu", kernel, alone->bound,
                     (unsigned long long)search.result.total.generated,
                     (unsigned long long)alone->generated);
        char moves[TILEPDB_MAX_MOVES + 1];
        if (!last) continue;
        move_set_write(&solver->setup.moves, search.result.path, (size_t)alone->bound, moves);
        assert_string_equal(moves, plain->moves);
    }
}

/* ---- any solution ---------------------------------------------------------------------------- */

/* Subtrees of a subtree order: some for each of three threads. */
#define SUBTREES 60

static void slack_check(const char *kernel, const struct bound_request *request,
                        const tilepdb_board *board) {
    const struct tilepdb_solver *solver = request->solver;
    struct pass *roots = solver_pass_take(solver, request->bound);
    struct pass *spare = solver_pass_take(solver, request->bound);
    pass_reset(roots, request->automaton, request->bound);
    assert_true(pass_root(roots, request->root, request->entry));
    assert_true(pass_make_subtrees(roots, spare, SUBTREES));
    for (size_t i = roots->floor; i < roots->top; i++) {
        uint8_t path[TILEPDB_MAX_MOVES + 1];
        char moves[TILEPDB_MAX_MOVES + 1];
        const size_t length = pass_path(roots, i, path);
        tilepdb_board at = *board;
        int h;
        move_set_write(&solver->setup.moves, path, length, moves);
        assert_int_equal(tilepdb_board_play(&at, moves, NULL), TILEPDB_OK);
        assert_int_equal(tilepdb_solver_estimate(solver, &at, &h, NULL), TILEPDB_OK);
        const int slack = roots->kernel->slack(roots, i), wanted = request->bound - (int)length - h;
        if (slack != wanted) fail_msg("%s: slack %d, not %d", kernel, slack, wanted);
    }
    solver_pass_give(solver, spare);
    solver_pass_give(solver, roots);
}

/* Searches all bounds with a subtree order that learns from each bound. Returns the last search. */
static struct bound_search fronts_search(const struct bound_search *asked, int threads,
                                         const tilepdb_result *plain) {
    struct subtree_order order = {0};
    struct bound_search search = *asked;
    for (size_t i = 0; i < plain->iteration_count; i++) {
        const tilepdb_iteration *alone = &plain->iterations[i];
        const bool last = i + 1 == plain->iteration_count;
        search.request.order = &order;
        search.request.subtrees = SUBTREES;
        search.request.threads = threads;
        search.request.bound = alone->bound;
        bound_search(&search);
        assert_int_equal(search.result.end, last ? PASS_FOUND : PASS_EXHAUSTED);
        if (last) break;
        assert_int_equal(search.result.total.generated + (i == 0), alone->generated);
        assert_int_equal(search.result.total.expanded, alone->expanded);
    }
    subtree_order_free(&order);
    return search;
}

/* Exhausted bounds have the counts of the plain search. The solution and the counts of the last
 * bound are the same for any number of threads and for all kernels; `first` keeps those of the
 * first. */
static void fronts_agree(const char *kernel, const tilepdb_solver *solver,
                         const tilepdb_board *board, const tilepdb_result *plain,
                         struct bound_search *first) {
    struct kernel_root root;
    char moves[TILEPDB_MAX_MOVES + 1];
    int h;
    assert_int_equal(solver_root(solver, board, &root, &h, NULL), TILEPDB_OK);
    const struct bound_search asked = bound_make(solver, &solver->plain, &root, plain->length, 1);
    /* In the metric multi, an estimate also includes the axis that may not follow. */
    if (solver->setup.moves.metric == TILEPDB_METRIC_SINGLE)
        slack_check(kernel, &asked.request, board);
    for (int threads = 1; threads <= 3; threads++) {
        const struct bound_search last = fronts_search(&asked, threads, plain);
        move_set_write(&solver->setup.moves, last.result.path, (size_t)plain->length, moves);
        assert_true(board_solved_by(board, moves, &solver->goal));
        if (first->request.bound == 0) *first = last;
        if (last.result.total.generated != first->result.total.generated ||
            last.result.total.expanded != first->result.total.expanded ||
            memcmp(last.result.path, first->result.path, (size_t)plain->length) != 0)
            fail_msg("%s: any solution by %d threads: another one, or other counts", kernel,
                     threads);
    }
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void kernels_agree(tilepdb_solver *solver, const tilepdb_board *board) {
    static struct outcome first[MODES], other;
    struct bound_search any = {0};
    bool reference = true;
    for (const struct kernel_row *row = kernel_rows; (row = solver_kernel_select(solver, row));
         row++) {
        assert_in_range(row - kernel_rows, 0, MOST_KERNELS - 1);
        was_run[row - kernel_rows] = true;
        for (size_t m = 0; m < MODES; m++) {
            struct outcome *outcome = reference ? &first[m] : &other;
            mode_run(&modes[m], solver, board, &first[0], outcome);
            if (!outcomes_agree(&modes[m], outcome, &first[m]))
                fail_msg("%s: %s, %llu nodes, not %llu", row->name, modes[m].name,
                         (unsigned long long)outcome->result.generated,
                         (unsigned long long)first[m].result.generated);
        }
        threads_agree(row->name, solver, board, &first[0].result);
        fronts_agree(row->name, solver, board, &first[0].result, &any);
        if (reference) {
            assert_int_equal(first[0].status, TILEPDB_OK);
            assert_int_equal(first[MODES - 2].status, TILEPDB_LIMIT);
            assert_int_equal(first[MODES - 1].status, TILEPDB_LIMIT);
        }
        reference = false;
    }
}

/* Nodes of the plain search: enough for full batches and work for each thread, and quick. */
#define LEAST_NODES 5000
#define MOST_NODES  60000

/* Draws a board that takes neither too few nodes nor too many. */
static tilepdb_board board_draw(const tilepdb_solver *solver, const tilepdb_board *goal, int moves,
                                tilepdb_random *random) {
    static struct outcome outcome;
    tilepdb_solve_options options;
    tilepdb_board board;
    tilepdb_solve_options_init(&options);
    options.plain = true;
    options.max_nodes = MOST_NODES;
    do {
        board = *goal;
        assert_int_equal(tilepdb_board_walk(random, moves, &board), TILEPDB_OK);
        outcome.status = tilepdb_solve(solver, &board, &options, &outcome.result, NULL);
    } while (outcome.status || outcome.result.generated < LEAST_NODES);
    return board;
}

static void boards_check(const struct search_case *c, const struct plain *plain, bool reflection) {
    tilepdb_random random;
    tilepdb_random_seed(&random, 23);
    tilepdb_solver *solver = plain_solver(plain, reflection);
    for (int i = 0; i < c->boards; i++) {
        const tilepdb_board board = board_draw(solver, &plain->goal, c->moves, &random);
        kernels_agree(solver, &board);
    }
    tilepdb_solver_free(solver);
}

/* The case's `moves` is the length of random walks. With `reflection`, also runs without it. */
static void case_check(const struct search_case *c) {
    struct plain plain = {0};
    tilepdb_goal(c->width, c->height, c->goal_blank, &plain.goal, NULL);
    tables_make(&plain, c);
    if (c->reflection) boards_check(c, &plain, true);
    boards_check(c, &plain, false);
    tables_close(&plain);
}

static const char fives[] = "5-5-5", rows[] = "1-5/6-10/11-15", sixes[] = "6-6-6-6",
                  threes[] = "1-3/4-6/7-9/10-12/13-15/16-18/19-21/22-24",
                  lines[] = "1-5/6-10/11-15/16-20/21-24", mixed[] = "1-4/5-9/10-15",
                  eights[] = "1-8/9-11", columns[] = "1-5/6-10/11-14",
                  many_maps[] = "1-6/7-12/13-17"; /* on 2x9, with more than 2^14 region maps */

#define FOUR 4, 4, 4, 4, 15
#define FIVE 5, 5, 5, 5, 24

static void cases_agree(void **state) {
    (void)state;
    const struct search_case cases[] = {
        {FOUR, 15, {fives}, {AWARE_BIT}, true, 2, 60, false},
        {FOUR, 3, {fives}, {AWARE_NIBBLE}, true, 2, 60, false},
        {FOUR, 0, {fives}, {PROJECTED}, true, 1, 60, false},
        {FOUR, 15, {fives, rows}, {AWARE_BIT, AWARE_BIT}, true, 2, 60, false},
        {FOUR, 15, {fives, rows}, {AWARE_BIT, PROJECTED}, true, 1, 60, false},
        {FIVE, 24, {sixes}, {AWARE_BIT}, true, 2, 60, false},
        {FIVE, 0, {threes}, {AWARE_NIBBLE}, true, 1, 60, false},
        {FIVE, 24, {threes, lines}, {AWARE_BIT, AWARE_BIT}, true, 2, 60, false},
        {4, 3, 4, 3, 11, 11, {"1-4/5-11"}, {AWARE_BIT}, true, 2, 60, false},
        {FOUR, 15, {mixed}, {AWARE_BIT}, true, 1, 60, false},
        {FOUR, 0, {fives, mixed}, {AWARE_BIT, AWARE_BIT}, true, 1, 60, false},
        {4, 3, 4, 3, 11, 11, {eights}, {AWARE_BIT}, true, 2, 60, false},
        {3, 5, 5, 3, 14, 14, {columns}, {AWARE_BIT}, true, 2, 60, false},
        {9, 2, 2, 9, 17, 17, {many_maps}, {AWARE_BIT}, false, 1, 60, false},
        {FOUR, 15, {NULL}, {AWARE_BIT}, true, 2, 40, false},
        {FIVE, 12, {NULL}, {AWARE_BIT}, true, 2, 40, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) case_check(&cases[i]);
}

/* Uses the first `count` colour tables, for a goal with its blank on a cell. */
static void colours_check(tilepdb_table *const *tables, size_t count, int goal_blank,
                          bool reflection) {
    tilepdb_solver_options options;
    tilepdb_solver *solver;
    tilepdb_random random;
    tilepdb_board goal;
    tilepdb_random_seed(&random, 29);
    tilepdb_goal(4, 4, goal_blank, &goal, NULL);
    tilepdb_solver_options_init(&options);
    options.metric = TILEPDB_METRIC_MULTI;
    options.reflection = reflection;
    options.tables = (const tilepdb_table *const *)tables;
    options.table_count = count;
    assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
    for (int i = 0; i < 2; i++) {
        const tilepdb_board board = board_draw(solver, &goal, 60, &random);
        kernels_agree(solver, &board);
    }
    tilepdb_solver_free(solver);
}

static void colour_cases_agree(void **state) {
    (void)state;
    static const char *const drawings[] = {"1122/1122/3333/333.", "1111/2222/3333/222."};
    tilepdb_table *tables[2];
    for (size_t i = 0; i < 2; i++) {
        tilepdb_pattern colouring;
        tilepdb_colouring_parse(drawings[i], 4, 4, 15, &colouring, NULL);
        assert_int_equal(tilepdb_table_generate(&colouring, MULTI, NULL, &tables[i], NULL),
                         TILEPDB_OK);
    }
    for (size_t count = 1; count <= 2; count++) {
        colours_check(tables, count, 15, true);
        colours_check(tables, count, 15, false);
        colours_check(tables, count, 0, true);
        colours_check(tables, count, 3, true);
    }
    for (size_t i = 0; i < 2; i++) tilepdb_table_close(tables[i]);
}

static void every_kernel_was_run(void **state) {
    (void)state;
    for (const struct kernel_row *row = kernel_rows; row->name; row++) {
        bool exempt = !tilepdb_variant_available(row->variant) || row->kernel->bidirectional;
        for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
            exempt = exempt || strncmp(row->name, elsewhere[i], strlen(elsewhere[i])) == 0;
        if (!exempt && !was_run[row - kernel_rows]) fail_msg("no case fits %s", row->name);
    }
}

static bool fits_all(const struct kernel_setup *setup) {
    (void)setup;
    return true;
}

static bool prepare_none(const struct kernel_setup *setup, void **own) {
    (void)setup;
    (void)own;
    return false;
}

static void no_memory_is_no_slower_kernel(void **state) {
    (void)state;
    const struct kernel without = {
        .fits = fits_all, .prepare = prepare_none, .max_bound = TILEPDB_MAX_MOVES};
    const struct kernel with = {.fits = fits_all, .max_bound = TILEPDB_MAX_MOVES};
    const struct kernel_row two[] = {{"without", &without, TILEPDB_VARIANT_PORTABLE},
                                     {"with", &with, TILEPDB_VARIANT_PORTABLE},
                                     {0}};
    static const struct kernel_setup setup;
    struct kernel_instance instance;
    assert_false(kernel_select(&instance, &setup, two, TILEPDB_VARIANT_BEST, 0));
    assert_null(instance.kernel);
    assert_true(kernel_select(&instance, &setup, two + 1, TILEPDB_VARIANT_BEST, 0));
    kernel_release(&instance);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_agree), cmocka_unit_test(colour_cases_agree),
        cmocka_unit_test(every_kernel_was_run), cmocka_unit_test(no_memory_is_no_slower_kernel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
