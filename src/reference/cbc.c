/*
 * CBC's C interface, in a process of its own. See cbc.h.
 */
#include "reference/cbc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <Cbc_C_Interface.h>

#define CHECK_MILLISECONDS 30

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

/* ---- in the process of CBC ------------------------------------------------------------------- */

static enum cbc_answer model_solve(Cbc_Model *model, const struct program *program, double *values,
                                   uint64_t *nodes) {
    Cbc_setLogLevel(model, 0);
    Cbc_solve(model);
    *nodes = (uint64_t)Cbc_getNodeCount(model);
    if (Cbc_isProvenInfeasible(model)) return CBC_INFEASIBLE;
    if (!Cbc_isProvenOptimal(model)) return CBC_FAILED;
    const double *solution = Cbc_getColSolution(model);
    for (size_t c = 0; c < program->column_count; c++) values[c] = solution[c];
    return CBC_OPTIMAL;
}

static enum cbc_answer program_solve(const struct program *program, double *values,
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
        answer = model_solve(model, program, values, nodes);
        Cbc_deleteModel(model);
    }
    matrix_free(&matrix);
    return answer;
}

/* ---- between the processes ------------------------------------------------------------------- */

struct message {
    enum cbc_answer answer;
    uint64_t nodes;
};

static bool write_all(int fd, const void *from, size_t bytes) {
    const char *at = from;
    while (bytes > 0) {
        const ssize_t written = write(fd, at, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += written;
        bytes -= (size_t)written;
    }
    return true;
}

/* Waits for each piece and asks `check` meanwhile. */
static enum cbc_answer read_all(int fd, void *to, size_t bytes, cbc_check_fn check, void *user) {
    char *at = to;
    while (bytes > 0) {
        struct pollfd waited = {.fd = fd, .events = POLLIN};
        if (!check(user)) return CBC_STOPPED;
        if (poll(&waited, 1, CHECK_MILLISECONDS) <= 0) continue;
        const ssize_t got = read(fd, at, bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return CBC_FAILED;
        at += got;
        bytes -= (size_t)got;
    }
    return CBC_OPTIMAL;
}

/* Does not return. Nothing of the caller's is flushed or released. */
static void child_run(const struct program *program, double *values, int fd) {
    struct message message;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    message.answer = program_solve(program, values, &message.nodes);
    const bool told = write_all(fd, &message, sizeof message) &&
                      write_all(fd, values, program->column_count * sizeof *values);
    _exit(told ? 0 : 1);
}

enum cbc_answer cbc_minimise(const struct program *program, cbc_check_fn check, void *user,
                             double *values, uint64_t *nodes) {
    int ends[2];
    struct message message = {.answer = CBC_FAILED};
    *nodes = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) return CBC_FAILED;
    const pid_t child = fork();
    if (child == 0) child_run(program, values, ends[1]);
    close(ends[1]);
    if (child > 0) {
        enum cbc_answer answer = read_all(ends[0], &message, sizeof message, check, user);
        if (answer == CBC_OPTIMAL)
            answer = read_all(ends[0], values, program->column_count * sizeof *values, check, user);
        if (answer != CBC_OPTIMAL) message = (struct message){.answer = answer};
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    }
    close(ends[0]);
    *nodes = message.nodes;
    return message.answer;
}
