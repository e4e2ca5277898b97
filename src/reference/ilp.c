/*
 * Solving by integer programs: a horizon that grows from the Manhattan distance until the program
 * (program.h) has a solution. Two moves at a time, for the parity of the length is known.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "reference/cbc.h"
#include "reference/program.h"
#include "reference/run.h"

struct ilp {
    struct run *run;
    struct program program;
    double *values; /* of the columns */
    uint64_t nodes;
};

static bool keep_on(void *user) {
    return run_check(user);
}

/* Whether the values end at the goal: FIXED has no others, PENALTY pays for each cell. */
static bool is_solved(const struct ilp *ilp) {
    for (size_t c = 0; c < ilp->program.column_count; c++)
        if (!program_is_binary(&ilp->program.columns[c]) && ilp->values[c] > 0.5) return false;
    return true;
}

/* The moves that the values say, in the order of their steps. */
static void moves_read(const struct ilp *ilp) {
    const struct geometry *geometry = &ilp->run->geometry;
    uint8_t cell_of[TILEPDB_MAX_CELLS];
    char *moves = ilp->run->result->moves;
    for (unsigned cell = 0; cell < geometry->cells; cell++)
        cell_of[ilp->run->board->cells[cell]] = (uint8_t)cell;
    for (size_t c = 0; c < ilp->program.column_count; c++) { /* columns come step by step */
        const struct program_column *column = &ilp->program.columns[c];
        if (column->kind != 'm' || ilp->values[c] < 0.5) continue;
        for (int d = 0; d < DIRECTIONS; d++)
            if (geometry->neighbour[column->cell][d] == cell_of[column->tile])
                *moves++ = direction_letter((enum direction)d);
        cell_of[column->tile] = column->cell;
    }
    *moves = '\0';
}

static tilepdb_status ilp_stopped(struct run *run) {
    run->result->moves[0] = '\0';
    if (run->ended == TILEPDB_OK) {
        run->ended = TILEPDB_LIMIT;
        snprintf(run->cause, sizeof run->cause, "CBC gave up");
    }
    return run_limit(run, "no horizon up to %d has a solution, the next has %llu variables",
                     run->result->lower_bound - 1, (unsigned long long)run->result->variables);
}

/* One horizon. */
static enum cbc_answer horizon_try(struct ilp *ilp, int horizon, tilepdb_status *status) {
    struct run *run = ilp->run;
    tilepdb_method_result *result = run->result;
    *status =
        program_make(&ilp->program, run->board, run->goal, run->options->form, horizon, run->error);
    if (*status != TILEPDB_OK) return CBC_FAILED;
    result->variables = ilp->program.column_count;
    result->constraints = ilp->program.row_count;
    ilp->values = calloc(ilp->program.column_count, sizeof *ilp->values);
    if (ilp->values == NULL) return CBC_FAILED;
    enum cbc_answer answer = cbc_minimise(&ilp->program, keep_on, run, ilp->values, &ilp->nodes);
    result->generated += ilp->nodes;
    if (answer == CBC_OPTIMAL && !is_solved(ilp)) answer = CBC_INFEASIBLE;
    if (answer == CBC_OPTIMAL) moves_read(ilp);
    free(ilp->values);
    program_free(&ilp->program);
    return answer;
}

static const char *const answer_words[] = {"solved", "no solution", "stopped", "given up"};

tilepdb_status ilp_run(struct run *run) {
    struct ilp ilp = {.run = run};
    const tilepdb_method_options *options = run->options;
    int first = run->result->lower_bound;
    while (first < options->first_bound) first += 2;
    run->result->generated = 0;
    for (int horizon = first; horizon < TILEPDB_METHOD_ITERATIONS; horizon += 2) {
        tilepdb_status status;
        if (options->max_length != 0 && horizon > options->max_length) break;
        run_step_begin(run, horizon);
        const enum cbc_answer answer = horizon_try(&ilp, horizon, &status);
        if (status != TILEPDB_OK) return status;
        tilepdb_method_step step = {.variables = run->result->variables,
                                    .constraints = run->result->constraints};
        run_step_end(run, &step, "horizon %d: %llu variables, %llu constraints, %.2f s: %s",
                     horizon, (unsigned long long)step.variables,
                     (unsigned long long)step.constraints, clock_seconds() - run->step_start,
                     answer_words[answer]);
        /* With PENALTY a step may rest, so that a longer horizon has the shortest solution, too. */
        if (answer == CBC_OPTIMAL) return run_solved(run, options->form == TILEPDB_PROGRAM_PENALTY);
        if (answer != CBC_INFEASIBLE) return ilp_stopped(run);
        run->result->depth = horizon;
        /* Exactly `horizon` moves are ruled out; fewer only if all of them were tried. */
        if (horizon == run->result->lower_bound || options->form == TILEPDB_PROGRAM_PENALTY)
            run_ruled_out(run, horizon);
        if (!run_check(run)) return ilp_stopped(run);
    }
    run->ended = TILEPDB_LIMIT;
    snprintf(run->cause, sizeof run->cause, "the limit of moves is exhausted");
    return ilp_stopped(run);
}
