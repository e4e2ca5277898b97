/* Improving solutions. See core.h. */
#include "tilepdb_anytime.h"

#include "answer.h"
#include "core.h"

static bool improvement_tell(const tilepdb_anytime_event *event, void *user) {
    (void)user;
    return page_improved(event->length, event->lower_bound, event->shorter, (double)event->width,
                         event->seconds, event->moves, strlen(event->moves)) != 0;
}

static bool page_waits(const tilepdb_progress *progress, void *user) {
    return progress_to_page(progress, user) && page_goes_on() != 0;
}

static int anytime_answer(tilepdb_status status, const tilepdb_anytime_result *result,
                          const tilepdb_error *error) {
    answer_result(status, error, result->length, result->lower_bound, result->optimal,
                  result->moves);
    answer_add("\"expanded\":%llu,\"microseconds\":%llu}", (unsigned long long)result->expanded,
               (unsigned long long)(1e6 * result->seconds));
    return (int)status;
}

/* Input: a board and its goal. `solver`, for this goal and metric, may be 0. A limit of 0 means
 * none, for `memory` 1 GiB. LIMIT and CANCELLED have a result. */
int EXPORT(core_anytime)(const tilepdb_solver *solver, int metric, double timeout, int within,
                         double within_share, double max_width, double memory);
int core_anytime(const tilepdb_solver *solver, int metric, double timeout, int within,
                 double within_share, double max_width, double memory) {
    static tilepdb_anytime_result result;
    tilepdb_board board, goal;
    tilepdb_error error;
    if (board_and_goal_read(&board, &goal, &error)) return answer_error(&error);
    tilepdb_anytime_options options;
    tilepdb_anytime_options_init(&options);
    options.metric = (tilepdb_metric)metric;
    options.solver = solver;
    options.timeout = timeout;
    options.within = within;
    options.within_share = within_share;
    options.max_width = (uint64_t)max_width;
    options.memory_limit = (uint64_t)memory;
    options.on_event = improvement_tell;
    options.progress = page_waits;
    const tilepdb_status status = tilepdb_anytime_solve(&board, &goal, &options, &result, &error);
    if (status && status != TILEPDB_LIMIT && status != TILEPDB_CANCELLED)
        return answer_error(&error);
    return anytime_answer(status, &result, &error);
}
