/* The textbook methods. See core.h. */
#include "tilepdb_methods.h"

#include "answer.h"
#include "core.h"

static void step_tell(const tilepdb_method_step *step, void *user) {
    (void)user;
    page_step(step->text, step->bound, (double)step->nodes, step->seconds, step->moves,
              step->move_count);
}

/* Input: a board and its goal. `method` is a tilepdb_method. A limit of 0 means none. UNSOLVABLE
 * and LIMIT have a result. */
int EXPORT(core_method)(int method, int metric, double timeout, double memory);
int core_method(int method, int metric, double timeout, double memory) {
    static tilepdb_method_result result;
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
    const tilepdb_status status = tilepdb_method_solve(&board, &goal, &options, &result, &error);
    if (status && status != TILEPDB_LIMIT && status != TILEPDB_UNSOLVABLE)
        return answer_error(&error);
    answer_result(status, &error, result.length, result.lower_bound, result.optimal, result.moves);
    answer_iterations(result.iterations, result.iteration_count);
    answer_effort(result.generated, result.expanded, result.seconds);
    answer_add(",\"states\":%llu,\"bytes\":%llu,\"depth\":%d}", (unsigned long long)result.states,
               (unsigned long long)result.memory, result.depth);
    return (int)status;
}
