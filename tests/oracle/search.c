/*
 * Searches with the tables of 7-8: 1000 random boards, the last of which are hard. Every kernel,
 * number of threads and kind of table finds the same moves. Kernels and threads also have the same
 * counts at every bound; reductions only remove nodes. A search for any solution finds one of the
 * same length, with the same counts at earlier bounds.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "search/solver.h"

#define BOARDS 1000

static tilepdb_board boards[BOARDS];
static tilepdb_result reference[BOARDS], others[BOARDS];

enum tree { PLAIN, REDUCED, ANY };

static void solve_all(const struct solving *solving, tilepdb_result *results, int count,
                      enum tree tree, int threads) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.plain = tree == PLAIN;
    options.any = tree == ANY;
    options.threads = threads;
#pragma omp parallel for schedule(dynamic, 1) if (threads == 1)
    for (int i = 0; i < count; i++) {
        tilepdb_error error = {0};
        expect(!tilepdb_solve(solving->solver, &boards[i], &options, &results[i], &error),
               "board %d: %s", i, error.message);
    }
}

/* Compares all bounds; without `last`, all but the last. */
static bool counts_agree(const tilepdb_result *a, const tilepdb_result *b, bool last) {
    if (a->iteration_count != b->iteration_count) return false;
    for (size_t i = 0; i + !last < a->iteration_count; i++)
        if (a->iterations[i].generated != b->iterations[i].generated ||
            a->iterations[i].expanded != b->iterations[i].expanded)
            return false;
    return true;
}

static bool same_counts(const tilepdb_result *a, const tilepdb_result *b) {
    return counts_agree(a, b, true);
}

/* Compares with the reference: moves always, counts with `counts`, and with `fewer` that there
 * are not more nodes. */
static void compare(const char *what, int count, bool counts, bool fewer) {
    long long nodes = 0;
    for (int i = 0; i < count; i++) {
        expect(!strcmp(others[i].moves, reference[i].moves), "%s, board %d: other moves", what, i);
        if (counts)
            expect(same_counts(&others[i], &reference[i]), "%s, board %d: other counts", what, i);
        if (fewer)
            expect(others[i].generated <= reference[i].generated, "%s, board %d: more nodes", what,
                   i);
        nodes += (long long)others[i].generated;
    }
    printf("%-36s %12lld nodes\n", what, nodes);
}

/* Finds any solution with one thread and with three. `others` has the first solutions and is
 * overwritten. */
static void any_check(const struct solving *solving) {
    static tilepdb_result first[BOARDS], alone[BOARDS];
    int different = 0;
    memcpy(first, others, sizeof first);
    solve_all(solving, alone, BOARDS, ANY, 1);
    solve_all(solving, others, BOARDS, ANY, 3);
    for (int i = 0; i < BOARDS; i++) {
        expect(alone[i].any && alone[i].length == first[i].length && alone[i].optimal,
               "any solution, board %d: another length", i);
        expect(counts_agree(&alone[i], &first[i], false),
               "any solution, board %d: other counts of exhausted bounds", i);
        expect(!strcmp(alone[i].moves, others[i].moves) && same_counts(&alone[i], &others[i]),
               "any solution, board %d: three threads differ", i);
        different += strcmp(alone[i].moves, first[i].moves) != 0;
    }
    expect(different > 0, "any solution is always the first");
}

static void boards_draw(const tilepdb_board *goal) {
    tilepdb_random random;
    tilepdb_random_seed(&random, 1000);
    for (int i = 0; i < BOARDS; i++) tilepdb_board_scramble(&random, goal, &boards[i]);
    /* The last boards are hard enough for several threads. */
    FILE *file = data_open("antipodes80.txt");
    long long numbers[16];
    for (int i = 1; i <= 4 && data_numbers(file, numbers, 16) == 16; i++)
        boards[BOARDS - i] = board_of(numbers);
    fclose(file);
}

int main(int argc, char **argv) {
    const char *dir = argc > 1 ? argv[1] : ".";
    struct solving solving;
    solving_open_4x4(&solving, dir, "7-8", AWARE_BIT, 15, true);
    boards_draw(&solving.goal);
    solve_all(&solving, reference, BOARDS, PLAIN, 1);
    memcpy(others, reference, sizeof others);
    compare("7-8, plain", BOARDS, true, true);
    solve_all(&solving, others, BOARDS, PLAIN, 3);
    compare("7-8, plain, three threads", BOARDS, true, true);
    solve_all(&solving, others, BOARDS, REDUCED, 1);
    compare("7-8, reductions", BOARDS, false, true);
    any_check(&solving);
    const struct kernel_row *row = solving.solver->kernel.row;
    for (int count = BOARDS; (row = solver_kernel_select(solving.solver, row + 1));
         count = BOARDS / 5) {
        solve_all(&solving, others, count, PLAIN, 1);
        compare("7-8, plain, another kernel", count, true, true);
    }
    solving_close(&solving);
    solving_open_4x4(&solving, dir, "7-8", PROJECTED_NIBBLE, 15, true);
    solve_all(&solving, others, BOARDS, REDUCED, 1);
    compare("7-8 projected", BOARDS, false, false);
    solve_all(&solving, reference, BOARDS, REDUCED, 3);
    for (int i = 0; i < BOARDS; i++)
        expect(same_counts(&others[i], &reference[i]), "projected, board %d: other counts", i);
    solving_close(&solving);
    solving_open_4x4(&solving, dir, "6-6-3", AWARE_BIT, 15, true);
    solve_all(&solving, others, BOARDS / 5, REDUCED, 1);
    compare("6-6-3", BOARDS / 5, false, false);
    solving_close(&solving);
    return failures() != 0;
}
