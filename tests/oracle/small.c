/*
 * Small boards: for every blank cell of the goal, every solvable board of 2x2, 3x2, 2x3, 4x2 and
 * 2x4 is solved in its exact distance by the first optimal moves. A sample of the boards of 5x2, of
 * 3x3 with the blank on an edge or in the middle, and of 4x2 with several patterns.
 */
#include <stdlib.h>
#include <string.h>

#include "whole.h"

/* A size, and partitions with several patterns, which solve every `step`-th board. On at most 8
 * cells the pattern of all tiles solves every board. */
struct size {
    int width, height;
    const char *partitions[2];
    size_t step;
};

static size_t boards_check(const struct whole *whole, const char *what,
                           const tilepdb_solver *solver, size_t step) {
#pragma omp parallel for schedule(dynamic, 256)
    for (size_t i = 0; i < whole->count; i += step) {
        tilepdb_result result;
        char moves[WHOLE_MAX_MOVES];
        const tilepdb_board board = whole_board(whole, i);
        const int should = whole_distance(whole, &board);
        whole_moves(whole, &board, moves);
        const tilepdb_status status = tilepdb_solve(solver, &board, NULL, &result, NULL);
        expect(!status && result.length == should && !strcmp(result.moves, moves),
               "%s: %d moves %s, should be %d moves %s", what, result.length, result.moves, should,
               moves);
        expect(result.root_h <= should && (should - result.root_h) % 2 == 0,
               "%s: h %d of a board at distance %d", what, result.root_h, should);
    }
    return (whole->count + step - 1) / step;
}

static size_t with_tables(const struct whole *whole, const tilepdb_board *goal, int goal_blank,
                          const char *partition, tilepdb_kind kind, size_t step) {
    struct solving solving;
    char what[80];
    snprintf(what, sizeof what, "%dx%d goal %d, %s", goal->width, goal->height, goal_blank,
             partition);
    solving_open(&solving, NULL, partition, kind, goal, goal_blank, true);
    const size_t solved = boards_check(whole, what, solving.solver, step);
    solving_close(&solving);
    return solved;
}

static size_t one_goal(const struct size *size, int goal_blank) {
    const int cells = size->width * size->height;
    const tilepdb_kind kinds[] = {AWARE_BIT, AWARE_NIBBLE, PROJECTED_NIBBLE};
    tilepdb_board goal;
    struct whole whole;
    char all[16];
    size_t solved = 0;
    if (tilepdb_goal(size->width, size->height, goal_blank, &goal, NULL)) exit(1);
    whole_find(&whole, &goal);
    snprintf(all, sizeof all, "1-%d", cells - 1);
    solved += with_tables(&whole, &goal, goal_blank, all, AWARE_BIT, cells <= 8 ? 1 : size->step);
    for (int p = 0; p < 2; p++)
        for (int k = 0; k < 3; k++)
            solved +=
                with_tables(&whole, &goal, goal_blank, size->partitions[p], kinds[k], size->step);
    whole_free(&whole);
    return solved;
}

static void every_goal(const struct size *size) {
    const double start = seconds_now();
    size_t solved = 0;
    for (int blank = 0; blank < size->width * size->height; blank++)
        solved += one_goal(size, blank);
    printf("%dx%d: %zu solutions for %d goals, %.1f s\n", size->width, size->height, solved,
           size->width * size->height, seconds_now() - start);
}

/* A table serves goals whose blank is on a symmetric cell, also of a board on its side. */
static void symmetric_goals(void) {
    size_t solved = 0;
    for (int upright = 0; upright < 2; upright++)
        for (int corner = 0; corner < 4; corner++) {
            const int width = upright ? 2 : 4, height = upright ? 4 : 2;
            const int cells[] = {0, width - 1, 8 - width, 7};
            tilepdb_board goal;
            struct whole whole;
            struct solving solving;
            if (tilepdb_goal(width, height, cells[corner], &goal, NULL)) exit(1);
            whole_find(&whole, &goal);
            solving_open_shape(&solving, "1-3/4-7", 4, 2, AWARE_BIT, &goal, 7, true);
            solved += boards_check(&whole, "symmetric goals", solving.solver, 7);
            solving_close(&solving);
            whole_free(&whole);
        }
    printf("4x2 and 2x4 by one 4x2 table: %zu solutions for 8 goals\n", solved);
}

int main(void) {
    const struct size sizes[] = {{2, 2, {"1,2/3", "1/2/3"}, 1},
                                 {3, 2, {"1-3/4,5", "1,5/2,4/3"}, 1},
                                 {2, 3, {"1-3/4,5", "1,5/2,4/3"}, 1},
                                 {4, 2, {"1-3/4-7", "1,3,5,7/2,4,6"}, 11},
                                 {2, 4, {"1-3/4-7", "1,3,5,7/2,4,6"}, 11}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) every_goal(&sizes[i]);
    symmetric_goals();
    const struct size five = {5, 2, {"1-4/5-9", "1-3/4-6/7-9"}, 4999};
    printf("5x2: %zu solutions\n", one_goal(&five, 9) + one_goal(&five, 2));
    const struct size three = {3, 3, {"1-4/5-8", "1,4,7/2,5,8/3,6"}, 53};
    printf("3x3: %zu solutions\n", one_goal(&three, 1) + one_goal(&three, 4) + one_goal(&three, 5));
    return failures() != 0;
}
