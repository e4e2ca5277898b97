/* src/antipodes: three-cycles of far boards, neighbourhoods of boards, and sets of boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "antipodes/antipodes.h"
#include "antipodes/candidate_boards.h"

enum { WALKS = 40, WALK_MOVES = 24, KEPT = 30000 };

/* A goal, its images, and a solver without tables. */
struct fixture {
    tilepdb_board goal;
    struct images images;
    tilepdb_solver *solver;
    tilepdb_random random;
};

static void fixture_open(struct fixture *fixture, int goal_blank, unsigned seed) {
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    assert_int_equal(tilepdb_goal(ANTIPODES_SIDE, ANTIPODES_SIDE, goal_blank, &fixture->goal, NULL),
                     TILEPDB_OK);
    assert_int_equal(
        images_init(&fixture->images, ANTIPODES_SIDE, ANTIPODES_SIDE, goal_blank, NULL),
        TILEPDB_OK);
    assert_int_equal(tilepdb_solver_create(&fixture->goal, &options, &fixture->solver, NULL),
                     TILEPDB_OK);
    tilepdb_random_seed(&fixture->random, seed);
}

static int distance(const struct fixture *fixture, const tilepdb_board *board) {
    static tilepdb_result result;
    assert_int_equal(tilepdb_solve(fixture->solver, board, NULL, &result, NULL), TILEPDB_OK);
    return result.length;
}

/* Symmetries carry cells only within a class: corners 0, edges 1, inside 2. */
static int class_of(int cell) {
    const int row = cell / ANTIPODES_SIDE, column = cell % ANTIPODES_SIDE;
    return (row == 1 || row == 2) + (column == 1 || column == 2);
}

static int blank_of(const tilepdb_board *board) {
    int cell = 0;
    while (board->cells[cell] != 0) cell++;
    return cell;
}

static void images_are_as_far(void **state) {
    (void)state;
    for (int blank = 0; blank < ANTIPODES_CELLS; blank++) {
        struct fixture fixture;
        fixture_open(&fixture, blank, 1);
        assert_memory_equal(&fixture.images.goal, &fixture.goal, sizeof fixture.goal);
        for (int i = 0; i < WALKS; i++) {
            tilepdb_board board = fixture.goal, image, again;
            assert_int_equal(tilepdb_board_walk(&fixture.random, WALK_MOVES + i % 2, &board),
                             TILEPDB_OK);
            const int far = distance(&fixture, &board);
            assert_int_equal(image_reflected(&fixture.images, &board, &image),
                             class_of(blank) != 1);
            if (class_of(blank) != 1) {
                assert_int_equal(distance(&fixture, &image), far);
                assert_true(image_reflected(&fixture.images, &image, &again));
                assert_memory_equal(&again, &board, sizeof board);
            }
            const bool inverts = class_of(blank) == class_of(blank_of(&board));
            assert_int_equal(image_inverse(&fixture.images, &board, &image), inverts);
            if (inverts) assert_int_equal(distance(&fixture, &image), far);
        }
        tilepdb_solver_free(fixture.solver);
    }
}

/* The way back was found by hand: the blank goes around a square, then around it in the other
 * direction. */
static void the_inverse_is_the_way_back(void **state) {
    (void)state;
    struct images images;
    assert_int_equal(images_init(&images, 6, 6, 0, NULL), TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(images_init(&images, ANTIPODES_SIDE, ANTIPODES_SIDE, 0, NULL), TILEPDB_OK);
    tilepdb_board board = images.goal, wanted = images.goal, image;
    assert_int_equal(tilepdb_board_play(&board, "LLUURRDD", NULL), TILEPDB_OK);
    assert_int_equal(blank_of(&board), 0);
    assert_true(image_inverse(&images, &board, &image));
    assert_int_equal(tilepdb_board_play(&wanted, "UULLDDRR", NULL), TILEPDB_OK);
    assert_memory_equal(&image, &wanted, sizeof wanted);
}

static void the_set_keeps_each_board_once(void **state) {
    (void)state;
    tilepdb_board goal;
    tilepdb_goal(ANTIPODES_SIDE, ANTIPODES_SIDE, 15, &goal, NULL);
    struct board_set found = {0};
    uint64_t sum = 0, wanted = 0;
    size_t seen = 0;
    assert_false(board_set_has(&found, &goal));
    for (int time = 0; time < 2; time++) {
        tilepdb_random random;
        tilepdb_random_seed(&random, 7);
        for (int i = 0; i < KEPT; i++) {
            tilepdb_board board;
            tilepdb_board_scramble(&random, &goal, &board);
            assert_int_equal(board_set_has(&found, &board), time);
            assert_int_equal(board_set_add(&found, &board, i % 81), !time);
            assert_true(board_set_has(&found, &board));
            if (time == 0) wanted += (uint64_t)(i % 81);
        }
        assert_int_equal(found.count, KEPT);
    }
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

/* Adds all boards within `radius` moves of `centre`, by breadth-first search. */
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

/* The marked boards are exactly those within `radius` moves of the right board on the way, not
 * those one or two moves farther. */
static void a_neighbourhood_holds_what_is_near(void **state) {
    (void)state;
    const struct {
        int length, most, down, radius;
    } cases[] = {{76, 76, 10, 10}, {76, 77, 9, 10}, {76, 80, 6, 10}, {76, 90, 0, 10},
                 {3, 4, 3, 4},     {0, 2, 0, 2},    {0, 0, 0, 0}};
    struct fixture fixture;
    fixture_open(&fixture, 15, 3);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tilepdb_board board, centre;
        tilepdb_board_scramble(&fixture.random, &fixture.goal, &board);
        char moves[TILEPDB_MAX_MOVES + 1] = "";
        centre = board;
        for (int m = 0; m < cases[i].length; m++) { /* any way will do */
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
            tilepdb_board_scramble(&fixture.random, &fixture.goal, &other);
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
    tilepdb_solver_free(fixture.solver);
}

/* Searches show that marked boards are near, and that some need the maximum of moves. */
static void marked_boards_are_near(void **state) {
    (void)state;
    enum { LENGTH = 24, MOST_SOLVED = 400 };
    static tilepdb_result result;
    struct fixture fixture;
    fixture_open(&fixture, 15, 5);
    bool as_far = false;
    for (int spare = 0; spare <= 4; spare++) {
        tilepdb_board board = fixture.goal;
        assert_int_equal(tilepdb_board_walk(&fixture.random, LENGTH, &board), TILEPDB_OK);
        assert_int_equal(tilepdb_solve(fixture.solver, &board, NULL, &result, NULL), TILEPDB_OK);
        struct board_set all = {0};
        add_neighbourhood(&all, &board, 11);
        const int most = result.length + spare;
        neighbourhood_mark(&all, &board, result.moves, result.length, most);
        size_t solved = 0;
        for (size_t i = 0; i < all.capacity && solved < MOST_SOLVED; i++) {
            if (all.entries[i].key == 0 || !all.entries[i].marked) continue;
            const tilepdb_board near = board_of_key(all.entries[i].key);
            const int far = distance(&fixture, &near);
            assert_true(far <= most);
            as_far |= far == most;
            solved++;
        }
        assert_true(solved > 100);
        board_set_clear(&all);
    }
    assert_true(as_far);
    tilepdb_solver_free(fixture.solver);
}

/* Adds every solvable board that two swaps make and that differs from `board` in three cells. Of
 * a board and its reflection, adds the one that is listed. */
static void add_three_cycles(struct board_set *around, const tilepdb_board *board,
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

/* Lists three-cycles, call after call. Checks that each call lists a board once, with the right
 * parity, and no board of `found`; and that all calls together list `wanted`. Returns the number
 * of calls. */
static int list_all(struct board_set *found, const struct board_set *wanted, int factor,
                    size_t most, const struct fixture *fixture) {
    const struct cycle_request request = {.least = 40, .factor = factor, .most = most};
    struct board_set listed = {0};
    struct candidate_list list;
    bool more = true;
    int calls = 0;
    for (; more; calls++) {
        struct board_set once = {0};
        assert_int_equal(three_cycles_list(found, &fixture->images, &request, &list, &more, NULL),
                         TILEPDB_OK);
        assert_true(more || list.count == 0);
        for (size_t i = 0; i < list.count; i++) {
            const tilepdb_board board = board_of_key(list.boards[i].key);
            int estimate;
            assert_false(board_set_has(found, &board));
            assert_true(board_set_add(&once, &board, 0));
            assert_int_equal(tilepdb_solver_estimate(fixture->solver, &board, &estimate, NULL),
                             TILEPDB_OK);
            assert_int_equal(list.boards[i].estimate, estimate % 2);
            assert_true(board_set_has(wanted, &board));
            board_set_add(&listed, &board, 0);
        }
        board_set_clear(&once);
        free(list.boards);
    }
    assert_int_equal(listed.count, calls == 1 ? 0 : wanted->count);
    board_set_clear(&listed);
    return calls - 1;
}

/* Three-cycles are listed around three far boards, of which the second is a three-cycle of the
 * first, but not around a nearer board. */
static void three_cycles_are_listed(void **state) {
    (void)state;
    enum { FAR = 3, MOST = 1008 }; /* 910 cycles without the blank, 98 with it */
    for (int goal_blank = 10; goal_blank <= 15; goal_blank++) {
        struct fixture fixture;
        tilepdb_board boards[FAR + 1], image;
        struct board_set found = {0}, around = {0}, wanted = {0};
        fixture_open(&fixture, goal_blank, (unsigned)goal_blank);
        for (int i = 0; i <= FAR; i++)
            tilepdb_board_scramble(&fixture.random, &fixture.goal, &boards[i]);
        add_three_cycles(&around, &boards[0], &fixture.images);
        size_t some = 0;
        while (around.entries[some].key == 0) some++;
        boards[1] = board_of_key(around.entries[some].key);
        for (int i = 0; i <= FAR; i++) {
            const int distance = i < FAR ? 40 + i : 39;
            board_set_add(&found, &boards[i], distance);
            if (image_reflected(&fixture.images, &boards[i], &image))
                board_set_add(&found, &image, distance);
            if (i < FAR) add_three_cycles(&around, &boards[i], &fixture.images);
        }
        assert_in_range(around.count, 2 * MOST, FAR * MOST);
        for (size_t p = 0; p < around.capacity; p++) {
            const tilepdb_board board = board_of_key(around.entries[p].key);
            if (around.entries[p].key != 0 && !board_set_has(&found, &board))
                board_set_add(&wanted, &board, 0);
        }
        assert_true(wanted.count < around.count);
        assert_int_equal(list_all(&found, &wanted, 1, 100, &fixture), 1);
        assert_int_equal(list_all(&found, &wanted, 1, 100, &fixture), 0);
        assert_int_equal(list_all(&found, &wanted, 4, 1, &fixture), FAR);
        assert_int_equal(list_all(&found, &wanted, 4, 1, &fixture), 0);
        board_set_clear(&found);
        board_set_clear(&around);
        board_set_clear(&wanted);
        tilepdb_solver_free(fixture.solver);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_as_far),
        cmocka_unit_test(the_inverse_is_the_way_back),
        cmocka_unit_test(the_set_keeps_each_board_once),
        cmocka_unit_test(a_neighbourhood_holds_what_is_near),
        cmocka_unit_test(marked_boards_are_near),
        cmocka_unit_test(three_cycles_are_listed),
    };
    return cmocka_run_group_tests_name("antipodes_boards", tests, NULL, NULL);
}
