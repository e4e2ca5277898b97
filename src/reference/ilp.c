/* Solves integer programs (mip.h) of growing horizons, from the lower bound or the first bound
 * on. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "puzzle/board.h"
#include "reference/cbc.h"
#include "reference/method.h"
#include "reference/mip.h"
#include "tilepdb_methods.h"

struct ilp {
    struct method_run *run;
    struct mip mip;
    double *values;
    int length;
};

static bool keep_on(void *user) {
    return method_check(user);
}

/* With PENALTY, the values may describe moves to a board other than the goal. */
static bool is_solved(const struct ilp *ilp) {
    for (size_t c = 0; c < ilp->mip.column_count; c++)
        if (!mip_is_binary(&ilp->mip.columns[c]) && ilp->values[c] > 0.5) return false;
    return true;
}

static unsigned move_of(const struct move_set *moves, unsigned blank, unsigned from) {
    unsigned move = 0;
    while (move < moves->count && moves->blank_after[blank][move] != from) move++;
    return move;
}

static int moves_read(const struct ilp *ilp) {
    struct method_run *run = ilp->run;
    uint8_t cell_of[TILEPDB_TABLE_MAX_CELLS];
    int length = 0;
    for (unsigned cell = 0; cell < run->moves->geometry.cells; cell++)
        cell_of[run->board->cells[cell]] = (uint8_t)cell;
    for (size_t c = 0; c < ilp->mip.column_count && length < ilp->mip.horizon; c++) {
        const struct mip_column *column = &ilp->mip.columns[c];
        if (column->kind != 'm' || ilp->values[c] < 0.5) continue;
        const unsigned move = move_of(run->moves, column->cell, cell_of[column->tile]);
        if (move == run->moves->count) return -1;
        run->path[length++] = (uint8_t)move;
        cell_of[column->tile] = column->cell;
    }
    return length;
}

static tilepdb_status moves_check(struct method_run *run, int length) {
    if (length >= run->result->lower_bound) {
        method_moves_write(run, length);
        if (board_solved_by(run->board, run->result->moves, run->goal)) return TILEPDB_OK;
    }
    return error_set(run->error, TILEPDB_ERROR_IO,
                     "the program cbc gave a false solution: install another version of it");
}

static tilepdb_status ilp_stopped(struct method_run *run) {
    if (method_check(run)) {
        run->ended = TILEPDB_LIMIT;
        snprintf(run->cause, sizeof run->cause, "CBC gave up");
    }
    return method_limit(run, "no horizon up to %d has a solution, the next has %llu variables",
                        run->result->lower_bound - 1, (unsigned long long)run->result->variables);
}

static tilepdb_status mip_solve(struct ilp *ilp, enum cbc_answer *answer) {
    struct method_run *run = ilp->run;
    const tilepdb_method_options *options = run->options;
    struct cbc_call call = {.mip = &ilp->mip, .check = keep_on, .user = run, .values = ilp->values};
    if (options->timeout > 0) call.timeout = options->timeout - method_seconds(run);
    if (options->max_nodes != 0) call.max_nodes = options->max_nodes - run->result->generated;
    const tilepdb_status status = cbc_minimise(&call, answer, run->error);
    run->result->generated += call.nodes;
    return status;
}

static tilepdb_status horizon_try(struct ilp *ilp, int horizon, enum cbc_answer *answer) {
    struct method_run *run = ilp->run;
    tilepdb_method_result *result = run->result;
    tilepdb_status status =
        mip_create(&ilp->mip, run->board, run->goal, run->options->form, horizon, run->error);
    result->variables = ilp->mip.column_count;
    result->constraints = ilp->mip.row_count;
    if (status == TILEPDB_OK) {
        ilp->values = calloc(ilp->mip.column_count, sizeof *ilp->values);
        status = ilp->values != NULL ? mip_solve(ilp, answer) : TILEPDB_ERROR_MEMORY;
    }
    if (status == TILEPDB_OK && *answer == CBC_OPTIMAL) {
        if (is_solved(ilp)) {
            ilp->length = moves_read(ilp);
            status = moves_check(run, ilp->length);
        } else {
            *answer = CBC_INFEASIBLE;
        }
    }
    free(ilp->values);
    mip_free(&ilp->mip);
    return status;
}

static const char *const answer_words[] = {"solved", "no solution", "stopped", "given up"};

static tilepdb_status ilp_run(struct method_run *run) {
    struct ilp ilp = {.run = run};
    const tilepdb_method_options *options = run->options;
    int horizon = run->result->lower_bound;
    while (horizon < options->first_bound) horizon += run->moves->bound_step;
    run->result->generated = 0;
    for (; horizon < TILEPDB_METHOD_ITERATIONS; horizon += run->moves->bound_step) {
        enum cbc_answer answer;
        if (options->max_length != 0 && horizon > options->max_length) break;
        method_step_begin(run, horizon);
        const tilepdb_status status = horizon_try(&ilp, horizon, &answer);
        if (status != TILEPDB_OK) return status;
        tilepdb_method_step step = {.variables = run->result->variables,
                                    .constraints = run->result->constraints};
        method_step_end(run, &step, "horizon %d: %llu variables, %llu constraints, %.2f s: %s",
                        horizon, (unsigned long long)step.variables,
                        (unsigned long long)step.constraints, clock_seconds() - run->step_start,
                        answer_words[answer]);
        /* With PENALTY, steps may rest, so a longer horizon also has the shortest solution. */
        if (answer == CBC_OPTIMAL)
            return method_solved(run, ilp.length, options->form == TILEPDB_PROGRAM_PENALTY);
        if (answer != CBC_INFEASIBLE) return ilp_stopped(run);
        run->result->depth = horizon;
        /* FIXED rules out only `horizon` moves, so fewer must have been ruled out before. */
        if (horizon == run->result->lower_bound || options->form == TILEPDB_PROGRAM_PENALTY)
            method_ruled_out(run, horizon);
        if (!method_check(run)) return ilp_stopped(run);
    }
    method_length_exceeded(run, horizon);
    return method_limit(run, "no horizon up to %d has a solution", run->result->lower_bound - 1);
}

const struct method ilp_method = {
    .info = {.method = TILEPDB_METHOD_ILP,
             .name = "ilp",
             .title = "ILP",
             .summary = "the time-expanded integer program, solved by the program cbc",
             .optimal = true,
             .limits = true,
             .first_bound = true,
             .form = true},
    .missing = cbc_missing,
    .root_estimate = method_manhattan,
    .run = ilp_run,
};
