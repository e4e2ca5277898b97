/*
 * Boards whose optimal lengths are known: Korf's 100 with 7-8 and with 6-6-3, the 17 at distance
 * 80, and boards that are hard by search. The files of both partitions are in the directory given.
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

/* Those of at least 74 moves: the two others take a billion nodes. */
static int hard_read(struct known *known) {
    FILE *file = data_open("hard_by_search.txt");
    long long numbers[18];
    int count = 0;
    while (count < MOST_BOARDS && data_numbers(file, numbers, 18) == 18)
        if (numbers[0] >= 74)
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
        expect(!memcmp(played.cells, solving->goal.cells, 16), "%s %d: the moves miss the goal",
               what, i + 1);
        nodes += (long long)result.generated;
        sum += result.length;
    }
    expect(count == boards && sum == lengths, "%s: %d boards of %d moves, should be %d of %d", what,
           count, sum, boards, lengths);
    printf("%-28s %3d boards, %5d moves, %12lld nodes, %7.3f s\n", what, count, sum, nodes,
           seconds_now() - start);
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
    solve_all("hard by search, 7-8", &solving, known, count, 3, 74 + 76 + 78);
    solving_close(&solving);
    return failures() != 0;
}
