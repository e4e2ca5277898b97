/*
 * Boards with known optimal lengths: Korf's 100 with 7-8 and with 6-6-3, the 17 at distance 80, and
 * boards that are hard by search. The argument is the directory with the files of both partitions.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define MOST_BOARDS 100

struct known {
    tilepdb_board board;
    int length;
};

static int korf_read(struct known *known) {
    FILE *file = data_open("korf100.txt");
    long long numbers[20];
    int count = 0;
    while (count < MOST_BOARDS && data_numbers(file, numbers, 20) == 20)
        known[count++] = (struct known){board_of(numbers + 1), (int)numbers[17]};
    fclose(file);
    return count;
}

static int antipodes_read(struct known *known) {
    FILE *file = data_open("antipodes80.txt");
    long long numbers[16];
    int count = 0;
    while (count < MOST_BOARDS && data_numbers(file, numbers, 16) == 16)
        known[count++] = (struct known){board_of(numbers), 80};
    fclose(file);
    return count;
}

static int hard_read(struct known *known) {
    FILE *file = data_open("hard_by_search.txt");
    long long numbers[18];
    int count = 0;
    while (count < MOST_BOARDS && data_numbers(file, numbers, 18) == 18)
        known[count++] = (struct known){board_of(numbers + 2), (int)numbers[0]};
    fclose(file);
    return count;
}

static void solve_all(const char *what, const struct solving *solving, const struct known *known,
                      int count, int boards, int lengths) {
    const double start = seconds_now();
    long long nodes = 0;
    int sum = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : nodes, sum)
    for (int i = 0; i < count; i++) {
        tilepdb_error error = {0};
        tilepdb_result result;
        const tilepdb_status status =
            tilepdb_solve(solving->solver, &known[i].board, NULL, &result, &error);
        expect(!status && result.optimal && result.length == known[i].length &&
                   (int)strlen(result.moves) == result.length,
               "%s %d: length %d, should be %d (%s)", what, i + 1, result.length, known[i].length,
               error.message);
        tilepdb_board played = known[i].board;
        tilepdb_board_play(&played, result.moves, &error);
        expect(!memcmp(played.cells, solving->goal.cells, 16 * sizeof *played.cells),
               "%s %d: the moves miss the goal", what, i + 1);
        nodes += (long long)result.generated;
        sum += result.length;
    }
    expect(count == boards && sum == lengths, "%s: %d boards of %d moves, should be %d of %d", what,
           count, sum, boards, lengths);
    printf("%-28s %3d boards, %5d moves, %12lld nodes, %7.3f s\n", what, count, sum, nodes,
           seconds_now() - start);
}

/* The two easiest of Korf and Felner's 24-puzzles, each with several threads. */
static void puzzles_24_solve(void) {
    struct solving solving;
    tilepdb_board goal;
    tilepdb_solve_options options;
    tilepdb_error error;
    long long numbers[28];
    int count = 0;
    FILE *file = data_open("korf24.txt");
    tilepdb_goal(5, 5, 0, &goal, &error);
    tilepdb_solve_options_init(&options);
    options.threads = 0;
    solving_open(&solving, NULL, "6-6-6-6", AWARE_BIT, &goal, 24, true);
    while (data_numbers(file, numbers, 28) == 28) {
        if (numbers[27] > 100000000) continue; /* nodes that the board took in 2002 */
        count++;
        tilepdb_board board = {.width = 5, .height = 5};
        tilepdb_result result;
        for (int cell = 0; cell < 25; cell++) board.cells[cell] = (uint16_t)numbers[1 + cell];
        const tilepdb_status status =
            tilepdb_solve(solving.solver, &board, &options, &result, &error);
        expect(!status && result.length == numbers[26], "24-puzzle %lld: length %d, should be %lld",
               numbers[0], result.length, numbers[26]);
        printf("24-puzzle %lld, 6-6-6-6           %5d moves, %12llu nodes, %7.3f s\n", numbers[0],
               result.length, (unsigned long long)result.generated, result.seconds);
    }
    expect(count == 2, "%d 24-puzzles were read", count);
    fclose(file);
    solving_close(&solving);
}

int main(int argc, char **argv) {
    const char *dir = argc > 1 ? argv[1] : ".";
    struct known known[MOST_BOARDS];
    struct solving solving;
    int count = korf_read(known);
    solving_open_4x4(&solving, dir, "7-8", AWARE_BIT, 0, true);
    solve_all("Korf, 7-8", &solving, known, count, 100, 5305);
    solving_close(&solving);
    solving_open_4x4(&solving, dir, "7-8", PROJECTED_NIBBLE, 0, true);
    solve_all("Korf, 7-8 projected", &solving, known, count, 100, 5305);
    solving_close(&solving);
    solving_open_4x4(&solving, dir, "6-6-3", AWARE_BIT, 0, true);
    solve_all("Korf, 6-6-3", &solving, known, count, 100, 5305);
    solving_close(&solving);
    solving_open_4x4(&solving, dir, "7-8", AWARE_BIT, 15, true);
    count = antipodes_read(known);
    solve_all("distance 80, 7-8", &solving, known, count, 17, 17 * 80);
    count = hard_read(known);
    solve_all("hard by search, 7-8", &solving, known, count, 5, 70 + 72 + 74 + 76 + 78);
    solving_close(&solving);
    puzzles_24_solve();
    return failures() != 0;
}
