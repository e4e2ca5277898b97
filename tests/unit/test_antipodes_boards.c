/* src/antipodes: boards that are as far as another, or near it, and the set of boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "antipodes/board_set.h"
#include "antipodes/decided.h"
#include "antipodes/probe.h"
#include "antipodes/three_cycles.h"

enum { WALKS = 40, WALK_MOVES = 24, KEPT = 30000 };

static int distance(const tilepdb_solver *solver, const tilepdb_board *board) {
    static tilepdb_result result;
    assert_int_equal(tilepdb_solve(solver, board, NULL, &result, NULL), TILEPDB_OK);
    return result.length;
}

/* Corners 0, edges 1, inside 2: cells of one class are carried to each other by symmetries. */
static int class_of(int cell) {
    const int row = cell / ANTIPODES_SIDE, column = cell % ANTIPODES_SIDE;
    return (row == 1 || row == 2) + (column == 1 || column == 2);
}

static int blank_of(const tilepdb_board *board) {
    int cell = 0;
    while (board->cells[cell] != 0) cell++;
    return cell;
}

static void images_are_as_antipodes(void **state) {
    (void)state;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    tilepdb_random random;
    tilepdb_random_seed(&random, 1);
    for (int blank = 0; blank < ANTIPODES_CELLS; blank++) {
        tilepdb_board goal;
        tilepdb_solver *solver;
        struct images images;
        assert_int_equal(tilepdb_goal(ANTIPODES_SIDE, ANTIPODES_SIDE, blank, &goal, NULL),
                         TILEPDB_OK);
        assert_int_equal(images_init(&images, ANTIPODES_SIDE, ANTIPODES_SIDE, blank, NULL),
                         TILEPDB_OK);
        assert_memory_equal(&images.goal, &goal, sizeof goal);
        assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
        for (int i = 0; i < WALKS; i++) {
            tilepdb_board board = goal, image, again;
            assert_int_equal(tilepdb_board_walk(&random, WALK_MOVES + i % 2, &board), TILEPDB_OK);
            const int antipodes = distance(solver, &board);
            assert_int_equal(image_reflected(&images, &board, &image), class_of(blank) != 1);
            if (class_of(blank) != 1) {
                assert_int_equal(distance(solver, &image), antipodes);
                assert_true(image_reflected(&images, &image, &again));
                assert_memory_equal(&again, &board, sizeof board);
            }
            const bool inverts = class_of(blank) == class_of(blank_of(&board));
            assert_int_equal(image_inverse(&images, &board, &image), inverts);
            if (inverts) assert_int_equal(distance(solver, &image), antipodes);
        }
        tilepdb_solver_free(solver);
    }
}

/* The way back, found by hand: the blank goes around a square, then the other way around. */
static void the_inverse_is_the_way_back(void **state) {
    (void)state;
    tilepdb_board goal, board, image, wanted;
    tilepdb_goal(ANTIPODES_SIDE, ANTIPODES_SIDE, 0, &goal, NULL);
    struct images images;
    assert_int_equal(images_init(&images, 6, 6, 0, NULL), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(images_init(&images, ANTIPODES_SIDE, ANTIPODES_SIDE, 0, NULL), TILEPDB_OK);
    board = goal;
    assert_int_equal(tilepdb_board_play(&board, "LLUURRDD", NULL), TILEPDB_OK);
    assert_int_equal(blank_of(&board), 0);
    assert_true(image_inverse(&images, &board, &image));
    wanted = goal;
    assert_int_equal(tilepdb_board_play(&wanted, "UULLDDRR", NULL), TILEPDB_OK);
    assert_memory_equal(&image, &wanted, sizeof wanted);
}

static void the_set_keeps_each_board_once(void **state) {
    (void)state;
    tilepdb_board goal;
    tilepdb_goal(ANTIPODES_SIDE, ANTIPODES_SIDE, 15, &goal, NULL);
    struct board_set found = {0};
    assert_false(board_set_has(&found, &goal));
    for (int batch = 0; batch < 2; batch++) {
        tilepdb_random random;
        tilepdb_random_seed(&random, 7);
        for (int i = 0; i < KEPT; i++) {
            tilepdb_board board;
            tilepdb_board_scramble(&random, &goal, &board);
            assert_int_equal(board_set_has(&found, &board), batch);
            assert_int_equal(board_set_add(&found, &board, i % 81), !batch);
            assert_true(board_set_has(&found, &board));
        }
        assert_int_equal(found.count, KEPT);
    }
    tilepdb_random random;
    tilepdb_random_seed(&random, 7);
    size_t seen = 0;
    uint64_t sum = 0, wanted = 0;
    for (int i = 0; i < KEPT; i++) wanted += (uint64_t)(i % 81);
    for (size_t i = 0; i < found.capacity; i++) {
        if (found.entries[i].key == 0) continue;
        const tilepdb_board board = board_of_key(found.entries[i].key);
        assert_int_equal(tilepdb_board_solvable(&board, &goal, NULL), TILEPDB_OK);
        assert_true(board_set_has(&found, &board));
        sum += found.entries[i].distance;
        seen++;
    }
    assert_int_equal(seen, KEPT);
    assert_int_equal(sum, wanted);
    board_set_clear(&found);
}

/* All boards within so many moves of one, by breadth. */
static void add_neighbourhood(struct board_set *neighbourhood, const tilepdb_board *centre,
                              int radius) {
    tilepdb_board *boards = malloc(KEPT * sizeof *boards);
    size_t count = 0, first = 0;
    board_set_add(neighbourhood, centre, 0);
    boards[count++] = *centre;
    for (int depth = 1; depth <= radius; depth++) {
        const size_t end = count;
        for (; first < end; first++) {
            for (const char *way = "UDLR"; *way != '\0'; way++) {
                tilepdb_board board = boards[first];
                if (tilepdb_board_play(&board, (char[]){*way, '\0'}, NULL) != TILEPDB_OK ||
                    !board_set_add(neighbourhood, &board, depth))
                    continue;
                assert_true(count < KEPT);
                boards[count++] = board;
            }
        }
    }
    free(boards);
}

static size_t count_marked(const struct board_set *found) {
    size_t marked = 0;
    for (size_t i = 0; i < found->capacity; i++)
        marked += found->entries[i].key != 0 && found->entries[i].marked;
    return marked;
}

/* What is marked is what lies within so many moves of the right board down the way, and nothing
 * that is a move or two beyond. */
static void a_ball_holds_what_is_near(void **state) {
    (void)state;
    const struct {
        int length, most, down, radius;
    } cases[] = {{76, 76, 10, 10}, {76, 77, 9, 10}, {76, 80, 6, 10}, {76, 90, 0, 10},
                 {3, 4, 3, 4},     {0, 2, 0, 2},    {0, 0, 0, 0}};
    tilepdb_random random;
    tilepdb_random_seed(&random, 3);
    tilepdb_board goal;
    tilepdb_goal(ANTIPODES_SIDE, ANTIPODES_SIDE, 15, &goal, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_board board, centre;
        tilepdb_board_scramble(&random, &goal, &board);
        char moves[TILEPDB_MAX_MOVES + 1] = "";
        centre = board;
        for (int m = 0; m < cases[i].length; m++) { /* any way will do: to and fro, around */
            int way = m * m;
            do moves[m] = "ULDR"[way++ % 4];
            while (tilepdb_board_play(&centre, (char[]){moves[m], '\0'}, NULL) != TILEPDB_OK);
        }
        moves[cases[i].down] = '\0';
        centre = board;
        assert_int_equal(tilepdb_board_play(&centre, moves, NULL), TILEPDB_OK);
        moves[cases[i].down] = 'U';
        struct board_set near = {0}, all = {0};
        add_neighbourhood(&near, &centre, cases[i].radius);
        add_neighbourhood(&all, &centre, cases[i].radius + 2);
        for (int n = 0; n < 1000; n++) {
            tilepdb_board other;
            tilepdb_board_scramble(&random, &goal, &other);
            board_set_add(&all, &other, 0);
        }
        neighbourhood_mark(&all, &board, moves, cases[i].length, cases[i].most);
        assert_int_equal(count_marked(&all), near.count);
        for (size_t n = 0; n < near.capacity; n++) {
            if (near.entries[n].key == 0) continue;
            const tilepdb_board other = board_of_key(near.entries[n].key);
            assert_true(board_set_is_marked(&all, &other));
        }
        board_set_clear(&near);
        board_set_clear(&all);
    }
}

/* What is marked around solutions is as near as is claimed, by searches of its own. */
static void a_ball_is_as_near_as_claimed(void **state) {
    (void)state;
    enum { LENGTH = 24, MOST_SOLVED = 400 };
    static tilepdb_result result;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    tilepdb_board goal;
    tilepdb_solver *solver;
    tilepdb_goal(ANTIPODES_SIDE, ANTIPODES_SIDE, 15, &goal, NULL);
    assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
    tilepdb_random random;
    tilepdb_random_seed(&random, 5);
    bool as_far = false; /* some need all the moves */
    for (int spare = 0; spare <= 4; spare++) {
        tilepdb_board board = goal;
        assert_int_equal(tilepdb_board_walk(&random, LENGTH, &board), TILEPDB_OK);
        assert_int_equal(tilepdb_solve(solver, &board, NULL, &result, NULL), TILEPDB_OK);
        struct board_set all = {0};
        add_neighbourhood(&all, &board, 11);
        const int most = result.length + spare;
        neighbourhood_mark(&all, &board, result.moves, result.length, most);
        size_t solved = 0;
        for (size_t i = 0; i < all.capacity && solved < MOST_SOLVED; i++) {
            if (all.entries[i].key == 0 || !all.entries[i].marked) continue;
            const tilepdb_board near = board_of_key(all.entries[i].key);
            const int antipodes = distance(solver, &near);
            assert_true(antipodes <= most);
            as_far |= antipodes == most;
            solved++;
        }
        assert_true(solved > 100);
        board_set_clear(&all);
    }
    assert_true(as_far);
    tilepdb_solver_free(solver);
}

/* Every solvable board that two changes of places make of another, and that differs in three cells;
 * of two mirror images the one that is told. */
static void add_resembling(struct board_set *around, const tilepdb_board *board,
                           const struct images *images) {
    for (int first = 0; first < 16 * 16; first++) {
        for (int second = 0; second < 16 * 16; second++) {
            tilepdb_board other = *board, image;
            int differ = 0;
            for (int change = 0; change < 2; change++) {
                const int cells = change == 0 ? first : second;
                const uint16_t tile = other.cells[cells / 16];
                other.cells[cells / 16] = other.cells[cells % 16];
                other.cells[cells % 16] = tile;
            }
            for (int cell = 0; cell < 16; cell++) differ += other.cells[cell] != board->cells[cell];
            if (differ != 3 || tilepdb_board_solvable(&other, &images->goal, NULL) != TILEPDB_OK)
                continue;
            const bool reflects = image_reflected(images, &other, &image);
            const bool second_of_two =
                reflects && memcmp(other.cells, image.cells, sizeof image.cells) > 0;
            board_set_add(around, second_of_two ? &image : &other, 0);
        }
    }
}

/* Adds the three-cycles, batch after batch, each board once in a batch and none that is known,
 * with the parity of its distance. The number of batches. */
static int add_growth(struct board_set *found, struct board_set *listed, int factor, size_t batch,
                      const tilepdb_solver *solver, const struct images *images) {
    struct antipodes_candidate *candidates;
    size_t count;
    bool more;
    for (int batches = 0;; batches++) {
        struct board_set once = {0};
        assert_int_equal(
            three_cycles_list(found, images, 40, factor, batch, &candidates, &count, &more, NULL),
            TILEPDB_OK);
        assert_true(more || count == 0);
        for (size_t i = 0; i < count; i++) {
            const tilepdb_board board = board_of_key(candidates[i].key);
            int estimate;
            assert_false(board_set_has(found, &board));
            assert_true(board_set_add(&once, &board, 0));
            assert_int_equal(tilepdb_solver_estimate(solver, &board, &estimate, NULL), TILEPDB_OK);
            assert_int_equal(candidates[i].estimate, estimate % 2);
            board_set_add(listed, &board, 0);
        }
        board_set_clear(&once);
        free(candidates);
        if (!more) return batches;
    }
}

static void expect_same(const struct board_set *a, const struct board_set *b) {
    assert_int_equal(a->count, b->count);
    for (size_t p = 0; p < a->capacity; p++) {
        const tilepdb_board board = board_of_key(a->entries[p].key);
        if (a->entries[p].key != 0) assert_true(board_set_has(b, &board));
    }
}

/* Around three far boards, of which the second resembles the first, and not around a nearer one. */
static void growth_lists_what_resembles(void **state) {
    (void)state;
    enum { ANTIPODES_BOARDS = 3, MOST = 1008 }; /* 910 circles without the blank, 98 with it */
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    tilepdb_random random;
    tilepdb_random_seed(&random, 11);
    for (int goal_blank = 10; goal_blank <= 15; goal_blank++) {
        tilepdb_board goal, boards[ANTIPODES_BOARDS + 1], image;
        tilepdb_solver *solver;
        struct images images;
        tilepdb_goal(4, 4, goal_blank, &goal, NULL);
        assert_int_equal(images_init(&images, 4, 4, goal_blank, NULL), TILEPDB_OK);
        assert_int_equal(tilepdb_solver_create(&goal, &options, &solver, NULL), TILEPDB_OK);
        struct board_set found = {0}, around = {0}, wanted = {0}, listed = {0}, again = {0};
        for (int i = 0; i <= ANTIPODES_BOARDS; i++)
            tilepdb_board_scramble(&random, &goal, &boards[i]);
        add_resembling(&around, &boards[0], &images);
        size_t some = 0;
        while (around.entries[some].key == 0) some++;
        boards[1] = board_of_key(around.entries[some].key);
        for (int i = 0; i <= ANTIPODES_BOARDS; i++) {
            const int distance = i < ANTIPODES_BOARDS ? 40 + i : 39;
            board_set_add(&found, &boards[i], distance);
            if (image_reflected(&images, &boards[i], &image))
                board_set_add(&found, &image, distance);
            if (i < ANTIPODES_BOARDS) add_resembling(&around, &boards[i], &images);
        }
        assert_in_range(around.count, 2 * MOST, ANTIPODES_BOARDS * MOST);
        for (size_t p = 0; p < around.capacity; p++) {
            const tilepdb_board board = board_of_key(around.entries[p].key);
            if (around.entries[p].key != 0 && !board_set_has(&found, &board))
                board_set_add(&wanted, &board, 0);
        }
        assert_true(wanted.count < around.count);
        assert_int_equal(add_growth(&found, &listed, 1, 100, solver, &images), 1);
        expect_same(&listed, &wanted);
        assert_int_equal(add_growth(&found, &listed, 1, 100, solver, &images), 0);
        assert_int_equal(add_growth(&found, &again, 4, 1, solver, &images), ANTIPODES_BOARDS);
        expect_same(&again, &wanted);
        assert_int_equal(add_growth(&found, &again, 4, 1, solver, &images), 0);
        board_set_clear(&found);
        board_set_clear(&around);
        board_set_clear(&wanted);
        board_set_clear(&listed);
        board_set_clear(&again);
        tilepdb_solver_free(solver);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_as_antipodes),
        cmocka_unit_test(the_inverse_is_the_way_back),
        cmocka_unit_test(the_set_keeps_each_board_once),
        cmocka_unit_test(a_ball_holds_what_is_near),
        cmocka_unit_test(a_ball_is_as_near_as_claimed),
        cmocka_unit_test(growth_lists_what_resembles),
    };
    return cmocka_run_group_tests_name("far_boards", tests, NULL, NULL);
}
