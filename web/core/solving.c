/* The library's search and the textbook methods. See core.h. */
#include "answer.h"
#include "core.h"
#include "tilepdb_methods.h"

/* Input: the goal. `heuristic` is a tilepdb_heuristic; only PDB needs tables. The metric multi
 * needs PDB with colour tables. The caller frees the solver. */
int EXPORT(core_solver_create)(int heuristic, int metric, const tilepdb_table *const *tables,
                               size_t count);
int core_solver_create(int heuristic, int metric, const tilepdb_table *const *tables,
                       size_t count) {
    tilepdb_board goal;
    tilepdb_solver *solver;
    tilepdb_error error;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = (tilepdb_heuristic)heuristic;
    options.metric = (tilepdb_metric)metric;
    options.tables = tables;
    options.table_count = count;
    if (board_read(0, &goal, &error) || tilepdb_solver_create(&goal, &options, &solver, &error))
        return answer_error(&error);
    answer_begin();
    answer_add("{\"solver\":%lu}", (unsigned long)(uintptr_t)solver);
    return TILEPDB_OK;
}

void EXPORT(core_solver_free)(tilepdb_solver *solver);
void core_solver_free(tilepdb_solver *solver) {
    tilepdb_solver_free(solver);
}

static bool result_is_filled(tilepdb_status status) {
    return status == TILEPDB_OK || status == TILEPDB_LIMIT || status == TILEPDB_UNSOLVABLE;
}

static void effort_add(uint64_t generated, uint64_t expanded, double seconds) {
    answer_add(",\"generated\":%llu,\"expanded\":%llu,\"microseconds\":%llu",
               (unsigned long long)generated, (unsigned long long)expanded,
               (unsigned long long)(1e6 * seconds));
}

static int result_answer(tilepdb_status status, const tilepdb_result *result,
                         const tilepdb_error *error) {
    if (!result_is_filled(status)) return answer_error(error);
    answer_result(status, error, result->length, result->lower_bound, result->optimal,
                  result->moves);
    answer_iterations(result->iterations, result->iteration_count);
    effort_add(result->generated, result->expanded, result->seconds);
    answer_add(",\"solutions\":%llu,\"rootH\":%d}", (unsigned long long)result->solution_count,
               result->root_h);
    return (int)status;
}

static bool bound_tell(const tilepdb_result *so_far, void *user) {
    (void)user;
    const size_t count = so_far->iteration_count;
    if (count > 0)
        page_bound(so_far->iterations[count - 1].bound, (double)so_far->generated, so_far->seconds);
    return true;
}

/* `user` points to the number of solutions still to list. */
static bool solution_tell(const char *moves, void *user) {
    int *wanted = user;
    if (*wanted > 0) page_step("", 0, 0, 0, moves, strlen(moves));
    --*wanted;
    return true;
}

/* Input: a board. A limit of 0 means none. With `listed`, counts all optimal solutions and passes
 * on the first `listed` as steps. UNSOLVABLE and LIMIT have a result. */
int EXPORT(core_solve)(const tilepdb_solver *solver, double timeout, int max_length,
                       int first_bound, int listed);
int core_solve(const tilepdb_solver *solver, double timeout, int max_length, int first_bound,
               int listed) {
    tilepdb_board board;
    tilepdb_error error;
    if (board_read(0, &board, &error)) return answer_error(&error);
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.timeout = timeout;
    options.max_length = max_length;
    options.first_bound = first_bound;
    options.progress = progress_to_page;
    options.on_bound = bound_tell;
    if (listed > 0) {
        options.solutions = TILEPDB_SOLUTIONS_ALL;
        options.on_solution = solution_tell;
        options.user = &listed;
    }
    static tilepdb_result result;
    const tilepdb_status status = tilepdb_solve(solver, &board, &options, &result, &error);
    return result_answer(status, &result, &error);
}

/* ---- textbook methods ------------------------------------------------------------------------ */

static void step_tell(const tilepdb_method_step *step, void *user) {
    (void)user;
    page_step(step->text, step->bound, (double)step->nodes, step->seconds, step->moves,
              step->move_count);
}

static int method_answer(tilepdb_status status, const tilepdb_method_result *result,
                         const tilepdb_error *error) {
    if (!result_is_filled(status)) return answer_error(error);
    answer_result(status, error, result->length, result->lower_bound, result->optimal,
                  result->moves);
    answer_iterations(result->iterations, result->iteration_count);
    effort_add(result->generated, result->expanded, result->seconds);
    answer_add(",\"states\":%llu,\"bytes\":%llu,\"depth\":%d}", (unsigned long long)result->states,
               (unsigned long long)result->memory, result->depth);
    return (int)status;
}

/* Input: a board and its goal. `method` is a tilepdb_method. A limit of 0 means none. */
int EXPORT(core_method)(int method, int metric, double timeout, double memory);
int core_method(int method, int metric, double timeout, double memory) {
    tilepdb_board board, goal;
    tilepdb_error error;
    if (board_and_goal_read(&board, &goal, &error)) return answer_error(&error);
    tilepdb_method_options options;
    tilepdb_method_options_init(&options, (tilepdb_method)method);
    options.metric = (tilepdb_metric)metric;
    options.timeout = timeout;
    options.memory_limit = (uint64_t)memory;
    options.step = step_tell;
    options.progress = progress_to_page;
    static tilepdb_method_result result;
    const tilepdb_status status = tilepdb_method_solve(&board, &goal, &options, &result, &error);
    return method_answer(status, &result, &error);
}
