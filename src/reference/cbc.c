/*
 * CBC's C interface. See cbc.h.
 */
#include "reference/cbc.h"

#include <stdio.h>
#include <stdlib.h>

#include <Cbc_C_Interface.h>

/* The program by columns, as CBC wants it. */
struct matrix {
    CoinBigIndex *start;
    int *row;
    double *value;
    double *lower, *upper, *cost; /* of columns */
    double *row_lower, *row_upper;
};

bool cbc_available(void) {
    return true;
}

static void matrix_free(struct matrix *matrix) {
    free(matrix->start);
    free(matrix->row);
    free(matrix->value);
    free(matrix->lower);
    free(matrix->upper);
    free(matrix->cost);
    free(matrix->row_lower);
    free(matrix->row_upper);
}

static bool matrix_allocate(struct matrix *matrix, const struct program *program) {
    *matrix = (struct matrix){
        .start = calloc(program->column_count + 1, sizeof *matrix->start),
        .row = calloc(program->entry_count + 1, sizeof *matrix->row),
        .value = calloc(program->entry_count + 1, sizeof *matrix->value),
        .lower = calloc(program->column_count, sizeof *matrix->lower),
        .upper = calloc(program->column_count, sizeof *matrix->upper),
        .cost = calloc(program->column_count, sizeof *matrix->cost),
        .row_lower = calloc(program->row_count, sizeof *matrix->row_lower),
        .row_upper = calloc(program->row_count, sizeof *matrix->row_upper),
    };
    return matrix->start && matrix->row && matrix->value && matrix->lower && matrix->upper &&
           matrix->cost && matrix->row_lower && matrix->row_upper;
}

/* The entries lie row by row; sorting them by column is counting. */
static void matrix_entries(struct matrix *matrix, const struct program *program) {
    for (size_t e = 0; e < program->entry_count; e++)
        matrix->start[program->entries[e].column + 1]++;
    for (size_t c = 0; c < program->column_count; c++) matrix->start[c + 1] += matrix->start[c];
    for (size_t r = program->row_count; r-- > 0;) {
        for (size_t e = program_row_end(program, r); e-- > program->rows[r].first;) {
            const CoinBigIndex at = --matrix->start[program->entries[e].column + 1];
            matrix->row[at] = (int)r;
            matrix->value[at] = program->entries[e].value;
        }
    }
    /* Each start has gone down to that of its own column, one place too far to the right. */
    for (size_t c = 0; c < program->column_count; c++) matrix->start[c] = matrix->start[c + 1];
    matrix->start[program->column_count] = (CoinBigIndex)program->entry_count;
}

static void matrix_bounds(struct matrix *matrix, const struct program *program) {
    for (size_t c = 0; c < program->column_count; c++) {
        const struct program_column *column = &program->columns[c];
        matrix->upper[c] = program_is_binary(column) ? 1.0 : 1e30;
        matrix->cost[c] = column->cost;
    }
    for (size_t r = 0; r < program->row_count; r++) {
        const struct program_row *row = &program->rows[r];
        matrix->row_lower[r] = row->sense == PROGRAM_AT_MOST ? -1e30 : row->right;
        matrix->row_upper[r] = row->sense == PROGRAM_AT_LEAST ? 1e30 : row->right;
    }
}

static enum cbc_answer answer_of(Cbc_Model *model) {
    if (Cbc_isProvenInfeasible(model)) return CBC_INFEASIBLE;
    if (Cbc_isProvenOptimal(model)) return CBC_OPTIMAL;
    if (Cbc_status(model) == 5) return CBC_INTERRUPTED;
    if (Cbc_isSecondsLimitReached(model)) return CBC_TIMEOUT;
    return Cbc_secondaryStatus(model) == 4 ? CBC_TIMEOUT : CBC_FAILED;
}

static enum cbc_answer model_solve(Cbc_Model *model, const struct program *program, double seconds,
                                   double *values, uint64_t *nodes) {
    char limit[32];
    snprintf(limit, sizeof limit, "%.3f", seconds);
    Cbc_setLogLevel(model, 0);
    if (seconds > 0) {
        Cbc_setParameter(model, "timeMode", "elapsed");
        Cbc_setParameter(model, "seconds", limit);
    }
    Cbc_solve(model);
    *nodes = (uint64_t)Cbc_getNodeCount(model);
    const enum cbc_answer answer = answer_of(model);
    const double *solution = answer == CBC_OPTIMAL ? Cbc_getColSolution(model) : NULL;
    for (size_t c = 0; solution != NULL && c < program->column_count; c++) values[c] = solution[c];
    return answer;
}

enum cbc_answer cbc_minimise(const struct program *program, double seconds, double *values,
                             uint64_t *nodes) {
    struct matrix matrix;
    *nodes = 0;
    Cbc_Model *model = matrix_allocate(&matrix, program) ? Cbc_newModel() : NULL;
    enum cbc_answer answer = CBC_FAILED;
    if (model != NULL) {
        matrix_entries(&matrix, program);
        matrix_bounds(&matrix, program);
        Cbc_loadProblem(model, (int)program->column_count, (int)program->row_count, matrix.start,
                        matrix.row, matrix.value, matrix.lower, matrix.upper, matrix.cost,
                        matrix.row_lower, matrix.row_upper);
        for (size_t c = 0; c < program->column_count; c++)
            if (program_is_binary(&program->columns[c])) Cbc_setInteger(model, (int)c);
        Cbc_setObjSense(model, 1.0);
        answer = model_solve(model, program, seconds, values, nodes);
        Cbc_deleteModel(model);
    }
    matrix_free(&matrix);
    return answer;
}
