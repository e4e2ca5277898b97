/* The engine. See core.h. */
#include "tilepdb_engine.h"

#include <stdlib.h>

#include "answer.h"
#include "core.h"

/* Input: the partition of the tables, or "" for any. `heuristic` is a tilepdb_heuristic. Tables of
 * files are found in the host's directory; others are made in memory, within `memory` bytes (0: no
 * limit). The caller frees the engine. */
int EXPORT(core_engine_create)(int heuristic, double memory);
int core_engine_create(int heuristic, double memory) {
    tilepdb_engine_options options;
    tilepdb_engine *engine;
    tilepdb_error error;
    tilepdb_engine_options_init(&options);
    options.directory = ".";
    options.partition = *core_text(0) ? core_text(0) : NULL;
    options.heuristic = (tilepdb_heuristic)heuristic;
    options.memory_limit = (uint64_t)memory;
    options.preload = true;
    if (tilepdb_engine_create(&options, &engine, &error)) return answer_error(&error);
    answer_begin();
    answer_add("{\"engine\":%lu}", (unsigned long)(uintptr_t)engine);
    return TILEPDB_OK;
}

void EXPORT(core_engine_free)(tilepdb_engine *engine);
void core_engine_free(tilepdb_engine *engine) {
    tilepdb_engine_free(engine);
}

static bool page_waits(const tilepdb_progress *progress, void *user) {
    return progress_to_page(progress, user) && page_goes_on() != 0;
}

/* Writes the texts of a board and its goal, and a request for them. */
static tilepdb_status request_read(int metric, double timeout, tilepdb_board *board,
                                   tilepdb_board *goal, tilepdb_engine_request *request,
                                   tilepdb_error *error) {
    tilepdb_engine_request_init(request);
    request->board = board;
    request->goal = goal;
    request->metric = (tilepdb_metric)metric;
    request->search.timeout = timeout;
    request->search.progress = page_waits;
    return board_and_goal_read(board, goal, error);
}

/* Returns true if the tables have the patterns of the partition. */
static bool is_partition(const tilepdb_catalogue_entry *entry, const tilepdb_pattern *first,
                         const tilepdb_table *const *tables, size_t count) {
    tilepdb_partition partition;
    if (tilepdb_partition_parse(entry->name, first->width, first->height, first->goal_blank,
                                &partition, NULL) ||
        partition.count != count)
        return false;
    for (unsigned i = 0; i < partition.count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(tables[i], &info);
        if (info.pattern.tiles != partition.tiles[i]) return false;
    }
    return true;
}

/* Appends a name in the catalogue, a colouring, or the numbers of tiles. */
static void tables_name(const tilepdb_table *const *tables, size_t count) {
    tilepdb_table_info info;
    tilepdb_table_set set;
    tilepdb_table_info_get(tables[0], &info);
    if (!tilepdb_table_set_of_colouring(&info.pattern, &set, NULL)) {
        answer_add("%s", set.name);
        return;
    }
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (!is_partition(entry, &info.pattern, tables, count)) continue;
        answer_add("%s", entry->name);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        tilepdb_table_info_get(tables[i], &info);
        answer_add("%s%d", i ? "-" : "", __builtin_popcount(info.pattern.tiles));
    }
}

/* Input: the goal. Opens or makes its first tables: {"name", "bytes"}. */
int EXPORT(core_engine_tables)(tilepdb_engine *engine, int metric);
int core_engine_tables(tilepdb_engine *engine, int metric) {
    tilepdb_board goal;
    tilepdb_error error;
    tilepdb_engine_request request;
    const tilepdb_table *const *tables;
    size_t count;
    double bytes = 0;
    tilepdb_engine_request_init(&request);
    request.goal = &goal;
    request.metric = (tilepdb_metric)metric;
    request.search.progress = page_waits;
    if (goal_read(0, &goal, &error) ||
        tilepdb_engine_tables(engine, &request, &tables, &count, &error))
        return answer_error(&error);
    answer_begin();
    for (size_t i = 0; i < count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(tables[i], &info);
        bytes += (double)info.table_bytes;
    }
    answer_add("{\"name\":\"");
    tables_name(tables, count);
    answer_add("\",\"bytes\":%.0f}", bytes);
    return TILEPDB_OK;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* A solution that is not proven has the length of `moves`. */
static int engine_answer(tilepdb_status status, tilepdb_answer *answer,
                         const tilepdb_error *error) {
    const bool known = !status || status == TILEPDB_LIMIT || status == TILEPDB_CANCELLED ||
                       status == TILEPDB_UNSOLVABLE;
    if (!answer || !known || answer->no_tables) {
        tilepdb_answer_free(answer);
        return answer_error(error);
    }
    const tilepdb_result *result = answer->result;
    const int length = result->length >= 0 ? result->length : result->upper_bound;
    answer_result(status, error, answer->moves ? length : -1, result->lower_bound, result->optimal,
                  answer->moves ? answer->moves : "");
    answer_iterations(result->iterations, result->iteration_count);
    answer_effort(result->generated, result->expanded + answer->beams.expanded, result->seconds);
    answer_add(",\"solutions\":%llu,\"rootH\":%d}", (unsigned long long)result->solution_count,
               result->root_h);
    tilepdb_answer_free(answer);
    return (int)status;
}

static bool bound_tell(const tilepdb_result *so_far, void *user) {
    (void)user;
    page_bound(so_far->iterations[so_far->iteration_count - 1].bound, (double)so_far->generated,
               so_far->seconds);
    return true;
}

/* `user` points to the number of solutions still to list. */
static bool solution_tell(const char *moves, void *user) {
    int *wanted = user;
    if (*wanted > 0) {
        page_step("", 0, 0, 0, moves, strlen(moves));
        --*wanted;
    }
    return true;
}

/* Input: a board and its goal. A limit of 0 means none. With `any`, returns any shortest solution.
 * With `listed`, counts all shortest solutions, and those up to `beyond` moves longer, and passes
 * on the first `listed` as steps; none if it is negative. UNSOLVABLE, LIMIT and CANCELLED have a
 * result. */
int EXPORT(core_solve)(tilepdb_engine *engine, int metric, double timeout, int any, int max_length,
                       int first_bound, int listed, int beyond);
int core_solve(tilepdb_engine *engine, int metric, double timeout, int any, int max_length,
               int first_bound, int listed, int beyond) {
    tilepdb_board board, goal;
    tilepdb_error error;
    tilepdb_engine_request request;
    tilepdb_answer *answer;
    if (request_read(metric, timeout, &board, &goal, &request, &error)) return answer_error(&error);
    request.search.any = any != 0;
    request.search.max_length = max_length;
    request.search.first_bound = first_bound;
    request.search.on_bound = bound_tell;
    request.beyond = beyond;
    if (listed != 0) {
        request.search.solutions = TILEPDB_SOLUTIONS_ALL;
        request.search.on_solution = solution_tell;
        request.search.user = &listed;
    }
    const tilepdb_status status = tilepdb_engine_solve(engine, &request, &answer, &error);
    return engine_answer(status, answer, &error);
}

static bool improvement_tell(const tilepdb_anytime_event *event, void *user) {
    (void)user;
    return page_improved(event->length, event->lower_bound, event->shorter, (double)event->width,
                         event->seconds, event->moves, strlen(event->moves)) != 0;
}

/* Input: a board, its goal, and letters of a solution to begin with, or "". A solution at once, and
 * better ones until a limit; 0 means none. LIMIT and CANCELLED have a result. */
int EXPORT(core_improve)(tilepdb_engine *engine, int metric, double timeout, int within,
                         double within_share, double max_width);
int core_improve(tilepdb_engine *engine, int metric, double timeout, int within,
                 double within_share, double max_width) {
    tilepdb_board board, goal;
    tilepdb_error error;
    tilepdb_engine_request request;
    tilepdb_answer *answer;
    if (request_read(metric, timeout, &board, &goal, &request, &error)) return answer_error(&error);
    request.improve = true;
    request.solution = *core_text(2) ? core_text(2) : NULL;
    request.within = within;
    request.within_share = within_share;
    request.max_width = (uint64_t)max_width;
    request.on_solution = improvement_tell;
    const tilepdb_status status = tilepdb_engine_solve(engine, &request, &answer, &error);
    return engine_answer(status, answer, &error);
}

/* Input: a board, its goal, and letters of a solution. Answers {"status", "message", "distances"}:
 * of the board and of each board after a move; after LIMIT and CANCELLED of the first ones. */
int EXPORT(core_distances)(tilepdb_engine *engine, int metric, double timeout);
int core_distances(tilepdb_engine *engine, int metric, double timeout) {
    const char *moves = core_text(2);
    int *distances = calloc(strlen(moves) + 1, sizeof *distances);
    tilepdb_board board, goal;
    tilepdb_error error = {.status = TILEPDB_ERROR_MEMORY, .message = "not enough memory"};
    tilepdb_engine_request request;
    size_t known = 0;
    tilepdb_status status = distances
                                ? request_read(metric, timeout, &board, &goal, &request, &error)
                                : TILEPDB_ERROR_MEMORY;
    if (!status)
        status = tilepdb_engine_distances(engine, &request, moves, distances, &known, &error);
    if (status && status != TILEPDB_LIMIT && status != TILEPDB_CANCELLED) {
        free(distances);
        return answer_error(&error);
    }
    answer_begin();
    answer_add("{\"status\":%d,\"distances\":[", (int)status);
    for (size_t i = 0; i < known; i++) answer_add("%s%d", i ? "," : "", distances[i]);
    answer_add("],\"message\":");
    answer_string(status ? error.message : "");
    answer_add("}");
    free(distances);
    return (int)status;
}
