/*
 * The whole 8-puzzle: every solvable 3x3 board is solved in its exact distance by the first optimal
 * moves, with every kind of table and with Manhattan distance, with and without reflection, for
 * several goals.
 */
#include <stdlib.h>
#include <string.h>

#include "whole.h"

static struct whole whole;
static char (*moves)[WHOLE_MAX_MOVES]; /* first optimal solution of each board */

static void all_boards(const char *what, const tilepdb_solver *solver, size_t step) {
    const double start = seconds_now();
#pragma omp parallel for schedule(dynamic, 256)
    for (size_t i = 0; i < whole.count; i += step) {
        tilepdb_result result;
        const tilepdb_board board = whole_board(&whole, i);
        const int should = whole_distance(&whole, &board);
        const tilepdb_status status = tilepdb_solve(solver, &board, NULL, &result, NULL);
        expect(!status && result.length == should, "%s: length %d, should be %d", what,
               result.length, should);
        expect(result.root_h <= should && (should - result.root_h) % 2 == 0,
               "%s: h %d of a board at distance %d", what, result.root_h, should);
        expect(!strcmp(moves[i], result.moves), "%s: moves %s, should be %s", what, result.moves,
               moves[i]);
    }
    printf("%-42s %6zu boards, %.2f s\n", what, (whole.count + step - 1) / step,
           seconds_now() - start);
}

static void with_tables(const char *partition, tilepdb_kind kind, const tilepdb_board *goal,
                        bool reflection, size_t step) {
    struct solving solving;
    char what[80];
    solving_open(&solving, NULL, partition, kind, goal, 8, reflection);
    snprintf(what, sizeof what, "%s %s %s%s", partition,
             kind.blank == TILEPDB_BLANK_AWARE ? "aware" : "projected",
             kind.encoding == TILEPDB_ENCODING_BIT ? "bit" : "nibble",
             reflection ? "" : ", no reflection");
    all_boards(what, solving.solver, step);
    solving_close(&solving);
}

static void with_manhattan(const tilepdb_board *goal, size_t step) {
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    if (tilepdb_solver_create(goal, &options, &solver, NULL)) exit(1);
    all_boards("Manhattan distance", solver, step);
    tilepdb_solver_free(solver);
}

static void one_goal(const char *name, const tilepdb_board *goal, size_t step) {
    const tilepdb_kind kinds[] = {AWARE_BIT, AWARE_NIBBLE, PROJECTED_NIBBLE};
    printf("goal %s\n", name);
    whole_find(&whole, goal);
#pragma omp parallel for schedule(dynamic, 256)
    for (size_t i = 0; i < whole.count; i++) {
        const tilepdb_board board = whole_board(&whole, i);
        whole_moves(&whole, &board, moves[i]);
    }
    for (int reflection = 1; reflection >= 0; reflection--) {
        with_tables("8", AWARE_BIT, goal, reflection, step);
        for (int k = 0; k < 3; k++) with_tables("1-4/5-8", kinds[k], goal, reflection, step);
        with_tables("1,2/3,4/5,6/7/8", AWARE_BIT, goal, reflection, 11 * step);
    }
    with_manhattan(goal, step);
    whole_free(&whole);
}

int main(void) {
    const struct {
        const char *name, *board;
        size_t step;
    } goals[] = {{"blank last", "1 2 3 4 5 6 7 8 0", 1},
                 {"blank first", "0 1 2 3 4 5 6 7 8", 7},
                 {"blank in the upper right corner", "1 2 0 3 4 5 6 7 8", 97},
                 {"blank in the lower left corner", "1 2 3 4 5 6 0 7 8", 97},
                 {"a spiral, blank first", "0 1 2 7 8 3 6 5 4", 97},
                 {"in disorder, blank last", "8 3 5 1 7 2 4 6 0", 97}};
    moves = calloc(181440, sizeof *moves);
    if (!moves) return 1;
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        tilepdb_board goal;
        if (tilepdb_board_parse(goals[i].board, strlen(goals[i].board), 3, 3, &goal, NULL))
            return 1;
        one_goal(goals[i].name, &goal, goals[i].step);
    }
    free(moves);
    return failures() != 0;
}
