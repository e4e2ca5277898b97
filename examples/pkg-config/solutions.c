/*
 * Prints every optimal solution of an 8-puzzle as it is found, and stops after a second:
 * solutions ['1 2 3 / 4 5 6 / 7 8 0']
 */
#include <stdio.h>
#include <string.h>
#include <tilepdb_tables.h>

/* What the callbacks share. */
struct listing {
    unsigned count;
};

static bool solution_print(const char *moves, void *user) {
    struct listing *listing = user;
    printf("%u: %s\n", ++listing->count, moves);
    return true; /* false would end the list */
}

static bool still_patient(const tilepdb_progress *progress, void *user) {
    (void)user;
    return progress->seconds < 1; /* false: cancel */
}

static int complain(const tilepdb_error *error) {
    fprintf(stderr, "solutions: %s\n", error->message);
    return 1;
}

int main(int argc, char **argv) {
    const char *text = argc > 1 ? argv[1] : "8 6 7 / 2 5 4 / 3 0 1";
    tilepdb_error error;
    tilepdb_board board, goal;
    if (tilepdb_board_parse(text, strlen(text), 3, 3, &board, &error) != TILEPDB_OK ||
        tilepdb_goal(3, 3, 8, &goal, &error) != TILEPDB_OK)
        return complain(&error);

    /* One pattern of all tiles: the table has every distance. */
    const tilepdb_pattern pattern = {.width = 3, .height = 3, .goal_blank = 8, .tiles = 0x1fe};
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    tilepdb_table *table;
    if (tilepdb_table_generate(&pattern, kind, NULL, &table, &error) != TILEPDB_OK)
        return complain(&error);

    const tilepdb_table *tables[] = {table};
    tilepdb_solver_options solver_options;
    tilepdb_solver_options_init(&solver_options);
    solver_options.tables = tables;
    solver_options.table_count = 1;
    tilepdb_solver *solver;
    if (tilepdb_solver_create(&goal, &solver_options, &solver, &error) != TILEPDB_OK) {
        tilepdb_table_close(table);
        return complain(&error);
    }

    struct listing listing = {0};
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.solutions = TILEPDB_SOLUTIONS_ALL;
    options.on_solution = solution_print;
    options.progress = still_patient;
    options.user = &listing;
    static tilepdb_result result; /* several kilobytes */
    const tilepdb_status status = tilepdb_solve(solver, &board, &options, &result, &error);
    tilepdb_solver_free(solver);
    tilepdb_table_close(table);
    if (status != TILEPDB_OK) return complain(&error);
    printf("%u solution%s of %d move%s\n", listing.count, listing.count == 1 ? "" : "s",
           result.length, result.length == 1 ? "" : "s");
    return 0;
}
