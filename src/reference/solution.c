/*
 * CBC's file with a solution. See solution.h.
 */
#include "reference/solution.h"

#include <stdlib.h>
#include <string.h>

#define LINE_TEXT 512
#define TOLERANCE 1e-5 /* that CBC allows integers, and some */

static bool begins_with(const char *text, const char *part) {
    return strncmp(text, part, strlen(part)) == 0;
}

static bool is_number(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && *number - *number == 0; /* neither infinite nor NaN */
}

/* How it ended, by the first line. What is optimal except for a gap is not proven. */
static enum solution_end end_read(const char *line) {
    static const struct {
        const char *words;
        enum solution_end end;
    } ends[] = {
        {"Optimal - objective value ", SOLUTION_OPTIMAL},
        {"Infeasible - ", SOLUTION_INFEASIBLE},
        {"Integer infeasible - ", SOLUTION_INFEASIBLE},
        {"Optimal (within gap tolerance)", SOLUTION_STOPPED},
        {"Stopped ", SOLUTION_STOPPED},
        {"Unbounded", SOLUTION_STOPPED}, /* it is bounded: numerical trouble */
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (begins_with(line, ends[i].words)) return ends[i].end;
    return SOLUTION_UNREADABLE;
}

/* Few columns are not 0, so that looking through all for each is fast enough. */
static size_t column_find(const struct program *program, const char *name) {
    unsigned tile, cell = 0, step = 0;
    char own[PROGRAM_NAME];
    if (sscanf(name, "%*1[xmvh]_%3u_%3u_%3u", &tile, &cell, &step) < 1) return SIZE_MAX;
    for (size_t c = 0; c < program->column_count; c++) {
        const struct program_column *column = &program->columns[c];
        if (column->kind == name[0] && column->tile == tile && column->cell == cell &&
            column->step == step)
            return strcmp(program_column_name(column, own), name) == 0 ? c : SIZE_MAX;
    }
    return SIZE_MAX;
}

/* A value that the column may have; those of binary columns become 0 or 1. */
static bool value_check(const struct program_column *column, double *value) {
    if (*value < -TOLERANCE) return false;
    if (!program_is_binary(column)) return true;
    const double nearest = *value < 0.5 ? 0 : 1;
    if (*value < nearest - TOLERANCE || *value > nearest + TOLERANCE) return false;
    *value = nearest;
    return true;
}

/* Takes a line of a column: number, name, value, reduced cost, and nothing else. */
static bool line_take(char *line, const struct program *program, double *values) {
    enum { NUMBER, NAME, VALUE, COST, FIELDS };
    char *field[FIELDS], *rest = NULL;
    double number, value;
    for (int i = 0; i < FIELDS; i++) {
        field[i] = strtok_r(i == 0 ? line : NULL, " \t\r\n", &rest);
        if (field[i] == NULL) return false;
    }
    if (strtok_r(NULL, " \t\r\n", &rest) != NULL || !is_number(field[NUMBER], &number) ||
        !is_number(field[VALUE], &value) || !is_number(field[COST], &number))
        return false;
    const size_t column = column_find(program, field[NAME]);
    if (column == SIZE_MAX || values[column] != 0) return false;
    if (!value_check(&program->columns[column], &value)) return false;
    values[column] = value;
    return true;
}

enum solution_end solution_read(FILE *file, const struct program *program, double *values) {
    char line[LINE_TEXT];
    if (fgets(line, sizeof line, file) == NULL) return SOLUTION_UNREADABLE;
    const enum solution_end end = end_read(line);
    if (end != SOLUTION_OPTIMAL) return end;
    memset(values, 0, program->column_count * sizeof *values);
    while (fgets(line, sizeof line, file) != NULL)
        if (strchr(line, '\n') == NULL || !line_take(line, program, values))
            return SOLUTION_UNREADABLE;
    return ferror(file) ? SOLUTION_UNREADABLE : SOLUTION_OPTIMAL;
}
