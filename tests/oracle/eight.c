/*
 * The 8-puzzle, completely: every solvable 3x3 board is solved in exactly its distance, by every
 * kind of table and by Manhattan distance, with and without reflection, for several goals; and the
 * moves are the same for all of them.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define CELLS     9
#define ARRANGED  362880 /* 9! */
#define SOLVABLE  181440

static unsigned board_number(const uint8_t *cells) {
    unsigned number = 0;
    for (int i = 0; i < CELLS; i++) {
        unsigned smaller = 0;
        for (int j = i + 1; j < CELLS; j++) smaller += cells[j] < cells[i];
        number = number * (unsigned)(CELLS - i) + smaller;
    }
    return number;
}

/* Distances by breadth-first search; 255: not reached. */
static void distances_find(const tilepdb_board *goal, uint8_t *distance, tilepdb_board *queue) {
    memset(distance, 255, ARRANGED);
    size_t head = 0, tail = 0;
    queue[tail++] = *goal;
    distance[board_number(goal->cells)] = 0;
    while (head < tail) {
        const tilepdb_board from = queue[head++];
        for (const char *letter = "UDLR"; *letter; letter++) {
            tilepdb_board next = from;
            const char move[2] = {*letter, '\0'};
            if (tilepdb_board_play(&next, move, NULL)) continue;
            uint8_t *seen = &distance[board_number(next.cells)];
            if (*seen != 255) continue;
            *seen = (uint8_t)(distance[board_number(from.cells)] + 1);
            queue[tail++] = next;
        }
    }
    expect(tail == SOLVABLE, "%zu boards are reached", tail);
}

static uint8_t distance[ARRANGED];
static tilepdb_board queue[SOLVABLE];
static char (*first_moves)[32]; /* of the first solver, by board */

static void all_boards(const char *what, const tilepdb_solver *solver, size_t step, bool first) {
    const double start = seconds_now();
#pragma omp parallel for schedule(dynamic, 256)
    for (size_t i = 0; i < SOLVABLE; i += step) {
        tilepdb_result result;
        const int should = distance[board_number(queue[i].cells)];
        const tilepdb_status status = tilepdb_solve(solver, &queue[i], NULL, &result, NULL);
        expect(!status && result.length == should, "%s: length %d, should be %d", what,
               result.length, should);
        expect(result.root_h <= should, "%s: h %d is not admissible", what, result.root_h);
        if (first) memcpy(first_moves[i], result.moves, 32);
        else expect(!strcmp(first_moves[i], result.moves), "%s: other moves: %s, not %s", what,
                    result.moves, first_moves[i]);
    }
    printf("%-34s %.2f s\n", what, seconds_now() - start);
}

static void with_tables(const char *partition, tilepdb_kind kind, int goal_blank, bool reflection,
                        size_t step, bool first) {
    struct solving solving;
    char what[80];
    solving_open(&solving, NULL, partition, 3, 3, kind, goal_blank, reflection);
    snprintf(what, sizeof what, "%s %s %s%s, goal %d", partition,
             kind.blank == TILEPDB_BLANK_AWARE ? "aware" : "projected",
             kind.encoding == TILEPDB_ENCODING_BIT ? "bit" : "nibble",
             reflection ? "" : ", no reflection", goal_blank);
    all_boards(what, solving.solver, step, first);
    solving_close(&solving);
}

static void with_manhattan(const tilepdb_board *goal) {
    tilepdb_solver *solver;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    if (tilepdb_solver_create(goal, &options, &solver, NULL)) exit(1);
    all_boards("Manhattan distance", solver, 1, false);
    tilepdb_solver_free(solver);
}

int main(void) {
    first_moves = calloc(SOLVABLE, sizeof *first_moves);
    const int corners[] = {8, 0, 2, 6};
    for (int c = 0; c < 4; c++) {
        const bool last = corners[c] == 8;
        const size_t step = last ? 1 : 97;
        tilepdb_board goal;
        if (tilepdb_goal(3, 3, corners[c], &goal, NULL)) return 1;
        distances_find(&goal, distance, queue);
        with_tables("8", AWARE_BIT, corners[c], true, step, true);
        with_tables("8", AWARE_BIT, corners[c], false, step, false);
        with_tables("1-4/5-8", AWARE_BIT, corners[c], true, step, false);
        with_tables("1-4/5-8", AWARE_BIT, corners[c], false, step, false);
        with_tables("1-4/5-8", AWARE_NIBBLE, corners[c], true, step, false);
        with_tables("1-4/5-8", PROJECTED_NIBBLE, corners[c], true, step, false);
        with_tables("1,2/3,4/5,6/7/8", AWARE_BIT, corners[c], true, step, false);
        with_tables("1-3/4-8", PROJECTED_NIBBLE, corners[c], false, step, false);
        if (last) with_manhattan(&goal);
    }
    free(first_moves);
    return failures() != 0;
}
