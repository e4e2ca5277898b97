/*
 * Solves one 15-puzzle: solve ['1 2 3 4 / 5 6 7 8 / ...']
 *
 * The 6-6-3 tables are those on disk, or generated in memory, which takes a tenth of a second; a
 * program for hard boards would open 7-8, and keep it (TILEPDB_MISSING_KEEP).
 */
#include <stdio.h>
#include <string.h>
#include <tilepdb_tables.h>

int main(int argc, char **argv) {
    const char *text = argc > 1 ? argv[1] : "5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12";
    static tilepdb_result result; /* several kilobytes */
    tilepdb_board board, goal;
    tilepdb_solver *solver = NULL;
    tilepdb_error error = {0};
    if (tilepdb_board_parse(text, strlen(text), 4, 4, &board, &error) ||
        tilepdb_goal(4, 4, 15, &goal, &error) ||
        tilepdb_solver_open(&goal, "6-6-3", NULL, &solver, &error) ||
        tilepdb_solve(solver, &board, NULL, &result, &error))
        fprintf(stderr, "solve: %s\n", error.message);
    else
        printf("%d %s\n", result.length, result.moves);
    tilepdb_solver_free(solver);
    return error.status != TILEPDB_OK;
}
