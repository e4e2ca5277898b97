/*
 * src/search against a plain IDA*: the same lengths, moves and counts of generated and expanded
 * nodes, for every kernel, kind of table, goal and view; limits and refusals.
 */
#include "search_fixture.h"

#include "plain.h"

#include "base/random.h"
#include "search/solver.h"

/* ---- one case -------------------------------------------------------------------------------- */

static tilepdb_board walk_random(const struct plain *plain, tilepdb_random *random, int moves) {
    tilepdb_board board = plain->goal;
    unsigned blank = board_blank(&board);
    for (int i = 0; i < moves;)
        i += board_move(&board, &blank, (enum direction)random_below(random, DIRECTIONS));
    return board;
}

/* Checks the answer of one kernel against the plain search; with `plain` also the counts. */
static tilepdb_result answer(const struct plain *plain, const tilepdb_solver *solver,
                             const tilepdb_board *board, int length, bool same_tree, int threads) {
    tilepdb_result result;
    tilepdb_error error;
    tilepdb_solve_options options = solve_defaults();
    options.plain = same_tree;
    options.threads = threads;
    if (tilepdb_solve(solver, board, &options, &result, &error)) fail_msg("%s", error.message);
    assert_int_equal(result.length, length);
    assert_string_equal(result.moves, plain->moves);
    assert_true(result.solvable && result.optimal);
    assert_int_equal(result.lower_bound, length);
    assert_int_equal(result.upper_bound, length);
    assert_int_equal(result.solution_count, 0);
    uint64_t generated = 0, expanded = 0;
    for (size_t i = 0; i < result.iteration_count; i++) {
        generated += result.iterations[i].generated;
        expanded += result.iterations[i].expanded;
        assert_int_equal(result.iterations[i].bound, result.root_h + 2 * (int)i);
    }
    if (length == 0) return result;
    assert_int_equal(generated, result.generated);
    assert_int_equal(expanded, result.expanded);
    if (same_tree) {
        assert_int_equal(result.generated, plain->generated);
        assert_int_equal(result.expanded, plain->expanded);
    } else {
        assert_true(result.generated <= plain->generated);
        assert_true(result.expanded <= plain->expanded);
    }
    return result;
}

static void assert_same_counts(const tilepdb_result *a, const tilepdb_result *b) {
    assert_int_equal(a->iteration_count, b->iteration_count);
    for (size_t i = 0; i < a->iteration_count; i++) {
        assert_int_equal(a->iterations[i].generated, b->iterations[i].generated);
        assert_int_equal(a->iterations[i].expanded, b->iterations[i].expanded);
    }
}

static void compare(struct plain *plain, tilepdb_solver *solver, const tilepdb_board *board) {
    int h;
    const int length = plain_solve(plain, board);
    assert_int_equal(tilepdb_solver_estimate(solver, board, &h, NULL), TILEPDB_OK);
    assert_int_equal(h, plain_h(plain, board));
    tilepdb_result first = {0};
    for (const struct kernel_row *row = kernel_rows; (row = solver_kernel_select(solver, row));
         row++) {
        assert_int_equal(answer(plain, solver, board, length, true, 1).root_h, h);
        const tilepdb_result reduced = answer(plain, solver, board, length, false, 1);
        if (first.iteration_count == 0) first = reduced;
        assert_same_counts(&reduced, &first);
    }
}

static void case_check(const struct search_case *c) {
    struct plain plain = {0};
    tilepdb_random random = random_of(11);
    geometry_init(&plain.geometry, c->width, c->height, NULL);
    tilepdb_goal(c->width, c->height, c->goal_blank < 0 ? 0 : c->goal_blank, &plain.goal, NULL);
    if (c->goal_blank < 0) { /* any order of the tiles, the blank in a corner */
        const tilepdb_board ordered = plain.goal;
        do tilepdb_board_scramble(&random, &ordered, &plain.goal);
        while (plain.goal.cells[0] != 0);
    }
    tables_make(&plain, c);
    views_find(&plain, c);
    tilepdb_solver *solver = plain_solver(&plain, c->reflection);
    for (int i = 0; i < c->boards; i++) {
        const tilepdb_board board = walk_random(&plain, &random, i * c->moves / c->boards);
        compare(&plain, solver, &board);
    }
    tilepdb_solver_free(solver);
    tables_close(&plain);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void square_boards(void **state) {
    (void)state;
    const char *fours = "1,2,5,6/3,4,7,8/9,10,13,14/11,12,15";
    const char *threes = "1-3/4,7,8/5,6,9/10,13,14/11,12,15";
    const tilepdb_kind kinds[] = {AWARE_BIT, AWARE_NIBBLE, PROJECTED};
    for (int k = 0; k < 3; k++)
        for (int reflection = 0; reflection < 2; reflection++) {
            const tilepdb_kind kind = kinds[k];
            const bool both = reflection == 1;
            case_check(&(struct search_case){
                3, 3, 3, 3, 8, 8, {"1-4/5-8"}, {kind, kind}, both, 30, 60, false});
            case_check(&(struct search_case){
                3, 3, 3, 3, 8, 0, {"1-4/5-8"}, {kind, kind}, both, 15, 60, false});
            case_check(&(struct search_case){
                3, 3, 3, 3, 8, 2, {"1-4/5-8"}, {kind, kind}, both, 15, 60, false});
            case_check(&(struct search_case){
                3, 3, 3, 3, 8, -1, {"1-4/5-8"}, {kind, kind}, both, 15, 60, false});
            case_check(&(struct search_case){
                3, 3, 3, 3, 1, 5, {"1-4/5-8"}, {kind, kind}, both, 15, 60, false});
            case_check(&(struct search_case){
                3, 3, 3, 3, 4, 4, {"1-4/5-8"}, {kind, kind}, both, 15, 60, false});
            case_check(&(struct search_case){
                4, 4, 4, 4, 15, 15, {fours}, {kind, kind}, both, 16, 36, false});
            case_check(&(struct search_case){
                4, 4, 4, 4, 15, 0, {fours}, {kind, kind}, both, 12, 36, false});
            case_check(&(struct search_case){
                4, 4, 4, 4, 15, -1, {fours}, {kind, kind}, both, 12, 36, false});
            case_check(&(struct search_case){
                4, 4, 4, 4, 15, 3, {threes}, {kind, kind}, both, 12, 30, false});
            case_check(&(struct search_case){
                4, 4, 4, 4, 15, 15, {fours, threes}, {kind, kind}, both, 12, 36, false});
        }
}

/* The maximum over several partitions with different encodings. */
static void compounds(void **state) {
    (void)state;
    for (int reflection = 0; reflection < 2; reflection++) {
        const bool both = reflection == 1;
        case_check(&(struct search_case){
            .width = 3,
            .height = 3,
            .table_width = 3,
            .table_height = 3,
            .table_blank = 8,
            .goal_blank = 6,
            .partitions = {"1-4/5-8", "1,2,5/3,4/6-8", "1-3/4-8", "1,4,7/2,5,8/3,6"},
            .kinds = {AWARE_BIT, PROJECTED, AWARE_NIBBLE, AWARE_BIT},
            .reflection = both,
            .boards = 30,
            .moves = 60});
        case_check(&(struct search_case){
            .width = 4,
            .height = 4,
            .table_width = 4,
            .table_height = 4,
            .table_blank = 15,
            .goal_blank = 15,
            .partitions = {"1,2,5,6/3,4,7,8/9,10,13,14/11,12,15", "1-3/4-7/8-11/12-15"},
            .kinds = {AWARE_BIT, PROJECTED, AWARE_NIBBLE, AWARE_BIT},
            .reflection = both,
            .boards = 12,
            .moves = 36});
        case_check(&(struct search_case){
            .width = 3,
            .height = 4,
            .table_width = 4,
            .table_height = 3,
            .table_blank = 11,
            .goal_blank = 2,
            .partitions = {"1-4/5-8/9-11", "1,2,5,6/3,4,7,8/9-11", "1-3/4-6/7-11"},
            .kinds = {AWARE_BIT, PROJECTED, AWARE_NIBBLE, AWARE_BIT},
            .reflection = both,
            .boards = 12,
            .moves = 40});
    }
}

/* The most patterns that a kernel takes, and odd group sizes. */
static void many_patterns(void **state) {
    (void)state;
    const char *pairs = "1,2/3,4/5,6/7,8/9,10/11,12/13,14/15";
    const char *threes = "1-3/4,7,8/5,6,9/10,13,14/11,12,15";
    const char *fives = "1-3,5,6/4,7,8,11,12/9,10,13-15";
    for (int reflection = 0; reflection < 2; reflection++) {
        const bool both = reflection == 1;
        case_check(
            &(struct search_case){4, 4, 4, 4, 15, 15, {pairs}, {AWARE_BIT}, both, 10, 30, false});
        case_check(&(struct search_case){4,
                                         4,
                                         4,
                                         4,
                                         15,
                                         0,
                                         {threes, fives, pairs},
                                         {AWARE_BIT, AWARE_BIT, AWARE_BIT},
                                         both,
                                         10,
                                         36,
                                         false});
    }
}

/* There are separate kernels for up to four patterns and for more, and for two groups and for
 * other numbers. */
static void five_by_five(void **state) {
    (void)state;
    const char *sixes = "6-6-6-6", *threes = "1-3/4-6/7-9/10-12/13-15/16-18/19-21/22-24";
    const char *fours = "1,2,6,7/3-5,8,9/11,12,16,17,21/10,13-15,18/19,20,22-24";
    for (int reflection = 0; reflection < 2; reflection++)
        for (int blank = 0; blank < 25; blank += 24) {
            const bool both = reflection == 1;
            case_check(&(struct search_case){5,
                                             5,
                                             5,
                                             5,
                                             24,
                                             blank,
                                             {fours, threes},
                                             {AWARE_BIT, AWARE_BIT},
                                             both,
                                             8,
                                             30,
                                             false});
            case_check(&(struct search_case){
                5, 5, 5, 5, 24, blank, {fours}, {AWARE_BIT}, both, 8, 30, false});
        }
    case_check(
        &(struct search_case){5, 5, 5, 5, 24, 24, {threes}, {AWARE_BIT}, true, 12, 30, false});
    case_check(&(struct search_case){5, 5, 5, 5, 24, 0, {sixes}, {AWARE_BIT}, true, 12, 30, false});
    case_check(
        &(struct search_case){5, 5, 5, 5, 24, 20, {sixes}, {PROJECTED}, true, 12, 30, false});
}

static void rectangles(void **state) {
    (void)state;
    case_check(&(struct search_case){3, 2, 3, 2, 5, 5, {"5"}, {AWARE_BIT}, true, 30, 60, false});
    case_check(&(struct search_case){2, 3, 3, 2, 5, 5, {"5"}, {AWARE_BIT}, true, 30, 60, false});
    case_check(
        &(struct search_case){2, 3, 3, 2, 5, 0, {"1,2/3-5"}, {PROJECTED}, true, 30, 60, false});
    case_check(
        &(struct search_case){4, 2, 4, 2, 7, 3, {"1-3/4-7"}, {AWARE_BIT}, true, 20, 60, false});
    case_check(
        &(struct search_case){5, 2, 5, 2, 9, 9, {"1-4/5-9"}, {AWARE_BIT}, true, 15, 40, false});
    case_check(&(struct search_case){
        4, 3, 4, 3, 11, 0, {"1-5/6-11"}, {AWARE_NIBBLE}, true, 15, 40, false});
    case_check(&(struct search_case){
        8, 2, 8, 2, 15, 15, {"1-5/6-10/11-15"}, {AWARE_BIT}, true, 12, 24, false});
}

static void without_tables(void **state) {
    (void)state;
    case_check(&(struct search_case){2, 2, 2, 2, 3, 3, {NULL}, {AWARE_BIT}, true, 10, 20, false});
    case_check(&(struct search_case){3, 3, 3, 3, 8, 0, {NULL}, {AWARE_BIT}, true, 20, 60, false});
    case_check(&(struct search_case){4, 4, 4, 4, 15, -1, {NULL}, {AWARE_BIT}, true, 15, 36, false});
    case_check(&(struct search_case){5, 5, 5, 5, 24, 12, {NULL}, {AWARE_BIT}, true, 15, 30, false});
    case_check(&(struct search_case){7, 3, 7, 3, 20, 9, {NULL}, {AWARE_BIT}, true, 15, 30, false});
    const int shapes[][3] = {{2, 2, 3}, {3, 3, 0}, {3, 3, 8},  {4, 4, -1},
                             {5, 5, 7}, {7, 3, 9}, {3, 4, 11}, {2, 9, 17}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        case_check(&(struct search_case){.width = shapes[i][0],
                                         .height = shapes[i][1],
                                         .goal_blank = shapes[i][2],
                                         .boards = 15,
                                         .moves = 34,
                                         .conflicts = true});
}

/* ---- limits and refusals --------------------------------------------------------------------- */

static tilepdb_solver *manhattan_solver(tilepdb_board *goal) {
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    assert_int_equal(tilepdb_goal(4, 4, 15, goal, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_solver_create(goal, &options, &solver, NULL), TILEPDB_OK);
    return solver;
}

static bool never(const tilepdb_progress *progress, void *user) {
    (void)progress;
    (void)user;
    return false;
}

static void limits_tell_what_is_proven(void **state) {
    (void)state;
    const char *text = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"; /* 80 moves */
    tilepdb_board goal, board;
    tilepdb_error error;
    tilepdb_result result;
    tilepdb_solve_options options;
    tilepdb_solver *solver = manhattan_solver(&goal);
    tilepdb_board_parse(text, strlen(text), 0, 0, &board, NULL);
    int h;
    tilepdb_solver_estimate(solver, &board, &h, NULL);
    for (int limit = 0; limit < 4; limit++) {
        tilepdb_solve_options_init(&options);
        if (limit == 0) options.max_nodes = 1000000;
        if (limit == 1) options.timeout = 0.2;
        if (limit == 2) options.max_length = h + 3;
        if (limit == 3) options.progress = never;
        assert_int_equal(tilepdb_solve(solver, &board, &options, &result, &error),
                         limit == 3 ? TILEPDB_CANCELLED : TILEPDB_LIMIT);
        assert_true(result.solvable && !result.optimal && result.length == -1);
        assert_in_range(result.lower_bound, h, 80);
        assert_int_equal(result.lower_bound % 2, 0);
        assert_non_null(strstr(error.message, "at least"));
        if (limit == 0) assert_in_range(result.generated, 1000000 - 4, 1000000 + 1000);
        if (limit == 2) assert_int_equal(result.lower_bound, h + 4);
    }
    tilepdb_solver_free(solver);
}

static void odd_boards(void **state) {
    (void)state;
    tilepdb_board goal, board;
    tilepdb_error error;
    tilepdb_result result;
    tilepdb_solver *solver = manhattan_solver(&goal);
    assert_int_equal(tilepdb_solve(solver, &goal, NULL, &result, &error), TILEPDB_OK);
    assert_int_equal(result.length, 0);
    assert_string_equal(result.moves, "");
    board = goal;
    board.cells[0] = 2;
    board.cells[1] = 1;
    assert_int_equal(tilepdb_solve(solver, &board, NULL, &result, &error), TILEPDB_UNSOLVABLE);
    assert_true(!result.solvable && result.lower_bound == -1 && result.length == -1);
    board.cells[0] = 1;
    assert_int_equal(tilepdb_solve(solver, &board, NULL, &result, &error), TILEPDB_ERROR_ARGUMENT);
    tilepdb_goal(3, 3, 8, &board, NULL);
    assert_int_equal(tilepdb_solve(solver, &board, NULL, &result, &error), TILEPDB_ERROR_ARGUMENT);
    tilepdb_solver_free(solver);
}

static void create_refused(const tilepdb_board *goal, tilepdb_table *const *tables, size_t count,
                           const char *says) {
    tilepdb_solver *solver;
    tilepdb_error error;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const *)tables;
    options.table_count = count;
    assert_int_equal(tilepdb_solver_create(goal, &options, &solver, &error),
                     TILEPDB_ERROR_ARGUMENT);
    if (!strstr(error.message, says)) fail_msg("%s", error.message);
}

static void wrong_tables_are_refused(void **state) {
    (void)state;
    struct plain a = {0}, b = {0};
    tables_make(
        &a, &(struct search_case){3, 3, 3, 3, 8, 8, {"1-4/5-8"}, {AWARE_BIT}, true, 0, 0, false});
    tables_make(&b, &(struct search_case){
                        3, 3, 3, 3, 8, 8, {"1-5/6-8"}, {AWARE_NIBBLE}, true, 0, 0, false});
    tilepdb_board corner, edge, large;
    tilepdb_goal(3, 3, 8, &corner, NULL);
    tilepdb_goal(3, 3, 1, &edge, NULL);
    tilepdb_goal(4, 4, 15, &large, NULL);
    create_refused(&corner, a.table, 0, "no tables");
    create_refused(&corner, a.table, 1, "leave tile 5 out");
    create_refused(&corner, (tilepdb_table *[]){a.table[0], a.table[0]}, 2, "overlap");
    create_refused(&corner, (tilepdb_table *[]){a.table[1], b.table[0]}, 2, "overlap");
    create_refused(&edge, a.table, 2, "no symmetry brings it to cell 1: make tables");
    create_refused(&large, a.table, 2, "the goal is a 4x4 board: make tables");
    for (int i = 0; i < 2; i++) {
        tilepdb_table_close(a.table[i]);
        tilepdb_table_close(b.table[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(square_boards),
        cmocka_unit_test(compounds),
        cmocka_unit_test(many_patterns),
        cmocka_unit_test(five_by_five),
        cmocka_unit_test(rectangles),
        cmocka_unit_test(without_tables),
        cmocka_unit_test(limits_tell_what_is_proven),
        cmocka_unit_test(odd_boards),
        cmocka_unit_test(wrong_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
