/*
 * Solves one 15-puzzle: solve ['1 2 3 4 / 5 6 7 8 / ...']
 *
 * The 6-6-3 tables are generated in memory, which takes a tenth of a second; a program for hard
 * boards would open the 7-8 files with tilepdb_table_open instead.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tilepdb.h>

#define PATTERNS_MAX 8

static int complain(const tilepdb_error *error) {
    fprintf(stderr, "solve: %s\n", error->message);
    return 1;
}

/* Generates a table for each pattern; returns how many there are, 0 on failure. */
static size_t tables_generate(const char *name, tilepdb_table *table[PATTERNS_MAX],
                              tilepdb_error *error) {
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    tilepdb_partition partition;
    if (tilepdb_partition_parse(name, 4, 4, 15, &partition, error) != TILEPDB_OK) return 0;
    size_t count = 0;
    while (count < partition.count && count < PATTERNS_MAX) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, (unsigned)count);
        if (tilepdb_table_generate(&pattern, kind, NULL, &table[count], error) != TILEPDB_OK) break;
        count++;
    }
    if (count == partition.count) return count;
    while (count > 0) tilepdb_table_close(table[--count]);
    return 0;
}

static int solve(const char *text, const tilepdb_table *const *table, size_t count,
                 tilepdb_error *error) {
    tilepdb_board board, goal;
    if (tilepdb_board_parse(text, strlen(text), 4, 4, &board, error) != TILEPDB_OK ||
        tilepdb_goal(4, 4, 15, &goal, error) != TILEPDB_OK)
        return complain(error);

    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = table;
    options.table_count = count;
    tilepdb_solver *solver;
    if (tilepdb_solver_create(&goal, &options, &solver, error) != TILEPDB_OK)
        return complain(error);

    static tilepdb_result result; /* several kilobytes */
    const tilepdb_status status = tilepdb_solve(solver, &board, NULL, &result, error);
    tilepdb_solver_free(solver);
    if (status != TILEPDB_OK) return complain(error);
    printf("%d %s\n", result.length, result.moves);
    return 0;
}

int main(int argc, char **argv) {
    const char *text = argc > 1 ? argv[1] : "5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12";
    tilepdb_table *table[PATTERNS_MAX];
    tilepdb_error error;
    const size_t count = tables_generate("6-6-3", table, &error);
    if (count == 0) return complain(&error);
    const int code = solve(text, (const tilepdb_table *const *)table, count, &error);
    for (size_t i = 0; i < count; i++) tilepdb_table_close(table[i]);
    return code;
}
