/*
 * src/search against a plain IDA*: the same lengths, the same moves, the same counts of generated and
 * expanded nodes, for every kernel, kind of table, goal and view; limits and refusals.
 */
#include "twin.h"

#include "puzzle/board.h"
#include "puzzle/symmetry.h"
#include "table/table.h"

static const tilepdb_kind AWARE_BIT = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT};
static const tilepdb_kind AWARE_NIBBLE = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE};
static const tilepdb_kind PROJECTED = {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE};

#define MOST_TABLES 12

/* ---- the plain search ------------------------------------------------------------------------------ */

/* Views: symmetries that bring the goal's blank to the tables' goal cell. */
struct plain {
    tilepdb_board goal;
    struct geometry geometry;
    tilepdb_table *table[MOST_TABLES];
    unsigned table_count; /* 0: Manhattan distance */
    unsigned view[2];
    unsigned view_count;
    uint64_t generated, expanded;
    char moves[TILEPDB_MAX_MOVES + 1];
};

/* The board in a view: cells by the symmetry, tiles named by where their goal cells go. */
static tilepdb_board seen_in(const struct plain *plain, const tilepdb_board *board,
                             unsigned which) {
    const tilepdb_pattern *standard = &plain->table[0]->info.pattern;
    struct symmetry symmetry;
    symmetry_init(&symmetry, &plain->geometry, which);
    tilepdb_board seen = {.width = symmetry.width, .height = symmetry.height};
    for (unsigned cell = 0; cell < plain->geometry.cells; cell++) {
        unsigned home = 0;
        while (plain->goal.cells[home] != board->cells[cell]) home++;
        seen.cells[symmetry.to[cell]] = goal_tile(symmetry.to[home], standard->goal_blank);
    }
    return seen;
}

static int plain_h(const struct plain *plain, const tilepdb_board *board) {
    int most = 0;
    if (plain->table_count == 0) {
        for (unsigned cell = 0; cell < plain->geometry.cells; cell++) {
            unsigned home = 0;
            while (plain->goal.cells[home] != board->cells[cell]) home++;
            if (board->cells[cell]) most += geometry_distance(&plain->geometry, cell, home);
        }
        return most;
    }
    const uint32_t all = (1u << plain->geometry.cells) - 2u;
    for (unsigned v = 0; v < plain->view_count; v++) {
        const tilepdb_board seen = seen_in(plain, board, plain->view[v]);
        uint32_t covered = 0;
        int sum = 0;
        for (unsigned i = 0; i < plain->table_count; i++) {
            uint32_t mask, code;
            index_locate(plain->table[i]->index, &seen, &mask, &code);
            sum += table_distance(plain->table[i], mask, code, board_blank(&seen));
            covered |= plain->table[i]->info.pattern.tiles;
            if (covered != all) continue;
            if (sum > most) most = sum;
            covered = 0;
            sum = 0;
        }
    }
    return most;
}

static bool plain_pass(struct plain *plain, const tilepdb_board *board, int bound, int depth,
                       int last) {
    plain->expanded++;
    for (int d = 0; d < DIRECTIONS; d++) {
        tilepdb_board child = *board;
        uint8_t blank = board_blank(board);
        if (last >= 0 && d == (int)direction_opposite((enum direction)last)) continue;
        if (!board_move(&child, &plain->geometry, &blank, (enum direction)d)) continue;
        plain->generated++;
        if (depth + 1 + plain_h(plain, &child) > bound) continue;
        plain->moves[depth] = direction_letter((enum direction)d);
        plain->moves[depth + 1] = '\0';
        if (board_equal(&child, &plain->goal)) return true;
        if (plain_pass(plain, &child, bound, depth + 1, d)) return true;
    }
    return false;
}

static int plain_solve(struct plain *plain, const tilepdb_board *board) {
    int bound = plain_h(plain, board);
    plain->generated = 1;
    plain->expanded = 0;
    plain->moves[0] = '\0';
    if (board_equal(board, &plain->goal)) return 0;
    while (!plain_pass(plain, board, bound, 0, -1)) bound += 2;
    return bound;
}

/* ---- one case ---------------------------------------------------------------------------------------- */

struct search_case {
    int width, height; /* of the user's board */
    int table_width, table_height, table_blank;
    int goal_blank;    /* -1: a goal in a random order */
    const char *partitions[2];
    tilepdb_kind kind;
    bool reflection;
    int boards, moves; /* that many boards, that many random moves from the goal */
};

static void tables_make(struct plain *plain, const struct search_case *c) {
    for (int p = 0; p < 2 && c->partitions[p]; p++) {
        tilepdb_partition partition;
        tilepdb_error error;
        if (tilepdb_partition_parse(c->partitions[p], c->table_width, c->table_height,
                                    c->table_blank, &partition, &error))
            fail_msg("%s", error.message);
        for (unsigned i = 0; i < partition.count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            if (tilepdb_table_generate(&pattern, c->kind, NULL,
                                       &plain->table[plain->table_count++], &error))
                fail_msg("%s", error.message);
        }
    }
}

/* The first symmetry that fits, and after it the one that is its mirror image on a diagonal. */
static void views_find(struct plain *plain, const struct search_case *c) {
    const uint8_t blank = board_blank(&plain->goal);
    for (unsigned which = 0; which < SYMMETRIES && plain->view_count < 2; which++) {
        struct symmetry symmetry;
        symmetry_init(&symmetry, &plain->geometry, which);
        if (symmetry.width != c->table_width || symmetry.height != c->table_height) continue;
        if (symmetry.to[blank] != c->table_blank) continue;
        const bool mirror = plain->view_count && which >= 4 && plain->view[0] < 4;
        if (plain->view_count == 0 || (mirror && c->reflection && c->width == c->height))
            plain->view[plain->view_count++] = which;
    }
}

static tilepdb_board walk_random(const struct plain *plain, tilepdb_random *random, int moves) {
    tilepdb_board board = plain->goal;
    uint8_t blank = board_blank(&board);
    for (int i = 0; i < moves;) {
        uint64_t draw = random->state[0] ^ random->state[3];
        tilepdb_board unused;
        tilepdb_board_scramble(random, &plain->goal, &unused); /* advances the generator */
        i += board_move(&board, &plain->geometry, &blank, (enum direction)(draw >> 40 & 3));
    }
    return board;
}

static void compare(struct plain *plain, const tilepdb_solver *solver,
                    const tilepdb_board *board) {
    tilepdb_result result;
    tilepdb_error error;
    int h;
    const int length = plain_solve(plain, board);
    if (tilepdb_solve(solver, board, NULL, &result, &error)) fail_msg("%s", error.message);
    assert_int_equal(tilepdb_solver_estimate(solver, board, &h, &error), TILEPDB_OK);
    assert_int_equal(h, plain_h(plain, board));
    assert_int_equal(result.root_h, h);
    assert_int_equal(result.length, length);
    assert_string_equal(result.moves, plain->moves);
    assert_true(result.solvable && result.optimal);
    assert_int_equal(result.lower_bound, length);
    assert_int_equal(result.upper_bound, length);
    if (length == 0) return;
    assert_int_equal(result.generated, plain->generated);
    assert_int_equal(result.expanded, plain->expanded);
    uint64_t generated = 0, expanded = 0;
    for (size_t i = 0; i < result.iteration_count; i++) {
        generated += result.iterations[i].generated;
        expanded += result.iterations[i].expanded;
        assert_int_equal(result.iterations[i].bound, h + 2 * (int)i);
    }
    assert_int_equal(generated, result.generated);
    assert_int_equal(expanded, result.expanded);
}

static void case_check(const struct search_case *c) {
    struct plain plain = {0};
    tilepdb_random random;
    tilepdb_solver *solver;
    tilepdb_error error;
    tilepdb_random_seed(&random, 11);
    geometry_init(&plain.geometry, c->width, c->height, NULL);
    tilepdb_goal(c->width, c->height, c->goal_blank < 0 ? 0 : c->goal_blank, &plain.goal, NULL);
    if (c->goal_blank < 0) { /* any order of the tiles, the blank in a corner */
        const tilepdb_board ordered = plain.goal;
        do tilepdb_board_scramble(&random, &ordered, &plain.goal);
        while (plain.goal.cells[0] != 0);
    }
    tables_make(&plain, c);
    views_find(&plain, c);
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.reflection = c->reflection;
    options.tables = (const tilepdb_table *const *)plain.table;
    options.table_count = plain.table_count;
    if (plain.table_count == 0) options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    if (tilepdb_solver_create(&plain.goal, &options, &solver, &error)) fail_msg("%s", error.message);
    for (int i = 0; i < c->boards; i++) {
        const tilepdb_board board = walk_random(&plain, &random, i * c->moves / c->boards);
        compare(&plain, solver, &board);
    }
    tilepdb_solver_free(solver);
    for (unsigned i = 0; i < plain.table_count; i++) tilepdb_table_close(plain.table[i]);
}

/* ---- cases --------------------------------------------------------------------------------------------- */

static void square_boards(void **state) {
    (void)state;
    const char *fours = "1,2,5,6/3,4,7,8/9,10,13,14/11,12,15";
    const char *threes = "1-3/4,7,8/5,6,9/10,13,14/11,12,15";
    const tilepdb_kind kinds[] = {AWARE_BIT, AWARE_NIBBLE, PROJECTED};
    for (int k = 0; k < 3; k++)
        for (int reflection = 0; reflection < 2; reflection++) {
            const tilepdb_kind kind = kinds[k];
            const bool both = reflection == 1;
            case_check(&(struct search_case){3, 3, 3, 3, 8, 8, {"1-4/5-8"}, kind, both, 30, 60});
            case_check(&(struct search_case){3, 3, 3, 3, 8, 0, {"1-4/5-8"}, kind, both, 15, 60});
            case_check(&(struct search_case){3, 3, 3, 3, 8, 2, {"1-4/5-8"}, kind, both, 15, 60});
            case_check(&(struct search_case){3, 3, 3, 3, 8, -1, {"1-4/5-8"}, kind, both, 15, 60});
            case_check(&(struct search_case){3, 3, 3, 3, 1, 5, {"1-4/5-8"}, kind, both, 15, 60});
            case_check(&(struct search_case){3, 3, 3, 3, 4, 4, {"1-4/5-8"}, kind, both, 15, 60});
            case_check(&(struct search_case){4, 4, 4, 4, 15, 15, {fours}, kind, both, 16, 36});
            case_check(&(struct search_case){4, 4, 4, 4, 15, 0, {fours}, kind, both, 12, 36});
            case_check(&(struct search_case){4, 4, 4, 4, 15, -1, {fours}, kind, both, 12, 36});
            case_check(&(struct search_case){4, 4, 4, 4, 15, 3, {threes}, kind, both, 12, 30});
            case_check(
                &(struct search_case){4, 4, 4, 4, 15, 15, {fours, threes}, kind, both, 12, 36});
        }
}

/* The kernel for 5x5 serves at most four patterns; five or more go to the general one. */
static void five_by_five(void **state) {
    (void)state;
    const char *sixes = "6-6-6-6", *threes = "1-3/4-6/7-9/10-12/13-15/16-18/19-21/22-24";
    case_check(&(struct search_case){5, 5, 5, 5, 24, 24, {threes}, AWARE_BIT, true, 12, 30});
    case_check(&(struct search_case){5, 5, 5, 5, 24, 0, {sixes}, AWARE_BIT, true, 12, 30});
    case_check(&(struct search_case){5, 5, 5, 5, 24, 20, {sixes}, PROJECTED, true, 12, 30});
}

static void rectangles(void **state) {
    (void)state;
    case_check(&(struct search_case){3, 2, 3, 2, 5, 5, {"5"}, AWARE_BIT, true, 30, 60});
    case_check(&(struct search_case){2, 3, 3, 2, 5, 5, {"5"}, AWARE_BIT, true, 30, 60});
    case_check(&(struct search_case){2, 3, 3, 2, 5, 0, {"1,2/3-5"}, PROJECTED, true, 30, 60});
    case_check(&(struct search_case){4, 2, 4, 2, 7, 3, {"1-3/4-7"}, AWARE_BIT, true, 20, 60});
    case_check(&(struct search_case){5, 2, 5, 2, 9, 9, {"1-4/5-9"}, AWARE_BIT, true, 15, 40});
    case_check(&(struct search_case){4, 3, 4, 3, 11, 0, {"1-5/6-11"}, AWARE_NIBBLE, true, 15, 40});
    case_check(&(struct search_case){8, 2, 8, 2, 15, 15, {"1-5/6-10/11-15"}, AWARE_BIT, true, 12, 24});
}

static void manhattan_distance(void **state) {
    (void)state;
    case_check(&(struct search_case){2, 2, 2, 2, 3, 3, {NULL}, AWARE_BIT, true, 10, 20});
    case_check(&(struct search_case){3, 3, 3, 3, 8, 0, {NULL}, AWARE_BIT, true, 20, 60});
    case_check(&(struct search_case){4, 4, 4, 4, 15, -1, {NULL}, AWARE_BIT, true, 15, 36});
    case_check(&(struct search_case){5, 5, 5, 5, 24, 12, {NULL}, AWARE_BIT, true, 15, 30});
    case_check(&(struct search_case){7, 3, 7, 3, 20, 9, {NULL}, AWARE_BIT, true, 15, 30});
}

/* ---- limits and refusals --------------------------------------------------------------------------------- */

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
        if (limit == 0) assert_in_range(result.generated, 1000000 - 4, 1000000 + 4);
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
    tables_make(&a, &(struct search_case){3, 3, 3, 3, 8, 8, {"1-4/5-8"}, AWARE_BIT, true, 0, 0});
    tables_make(&b, &(struct search_case){3, 3, 3, 3, 8, 8, {"1-5/6-8"}, AWARE_NIBBLE, true, 0, 0});
    tilepdb_board corner, edge, large;
    tilepdb_goal(3, 3, 8, &corner, NULL);
    tilepdb_goal(3, 3, 1, &edge, NULL);
    tilepdb_goal(4, 4, 15, &large, NULL);
    create_refused(&corner, a.table, 0, "no tables");
    create_refused(&corner, a.table, 1, "leave tile 5 out");
    create_refused(&corner, (tilepdb_table *[]){a.table[0], a.table[0]}, 2, "overlap");
    create_refused(&corner, (tilepdb_table *[]){a.table[1], b.table[0]}, 2, "overlap");
    create_refused(&edge, a.table, 2, "pdbgen --board 3x3 --goal-blank 1");
    create_refused(&large, a.table, 2, "pdbgen --board 4x4");
    for (int i = 0; i < 2; i++) {
        tilepdb_table_close(a.table[i]);
        tilepdb_table_close(b.table[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(square_boards),
        cmocka_unit_test(five_by_five),
        cmocka_unit_test(rectangles),
        cmocka_unit_test(manhattan_distance),
        cmocka_unit_test(limits_tell_what_is_proven),
        cmocka_unit_test(odd_boards),
        cmocka_unit_test(wrong_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
