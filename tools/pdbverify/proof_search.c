/* See search.h. */
#include "pdbverify/proof_search.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "tables/database.h"

static void candidates_name_all(struct proof_search *search) {
    const struct candidates *candidates = search->candidates;
    struct proof_candidate *named = search->history.candidates;
    size_t count = 0;
    if (candidates) candidates_list(candidates, &count);
    named[0] = (struct proof_candidate){.partition = search->tier.database.name};
    for (size_t i = 0; i < count; i++)
        named[i] = (struct proof_candidate){.partition = candidates_name(candidates, i),
                                            .direction = candidates_direction(candidates, i)};
}

int proof_search_open(struct proof_search *search, const struct task *task, const char *partition,
                      const tilepdb_board *board, const tilepdb_board *goal) {
    *search = (struct proof_search){
        .task = task, .title = "", .board = *board, .goal = *goal, .proven = true};
    struct solver_config *config = &search->config;
    config->request = request_of(task->options);
    if (partition) config->request.partition = partition;
    config->direction = task->options->direction;
    config->one_side = config->direction != CLI_BOTH;
    config->progress = task->progress;
    search->history.metric = config->request.metric;
    search->history.resumes = task->saver->checkpoint != NULL;
    struct solver_tier *tier = &search->tier;
    const int code = database_open(&tier->database, &config->request, goal, task->progress);
    if (code != CLI_SUCCESS) return code;
    tilepdb_error error;
    if (solver_of_database(config, goal, &tier->database, TILEPDB_HEURISTIC_PDB, &tier->solver,
                           &error))
        return cli_fail(NULL, &error);
    search->candidates = candidates_create(config, &search->backward, tier, board, goal);
    candidates_name_all(search);
    return CLI_SUCCESS;
}

void proof_search_close(struct proof_search *search) {
    candidates_free(search->candidates);
    backward_tables_free_all(&search->backward);
    solver_tier_free(&search->tier);
    for (size_t i = 0; i < TILEPDB_MAX_CANDIDATES; i++) {
        json_decref(search->tables[i]);
        json_decref(search->backward_tables[i]);
    }
}

/* ---- searching ------------------------------------------------------------------------------- */

/* A list of the tables of a candidate, checked. */
static tilepdb_status tables_admit(struct proof_search *search, size_t i, bool backward,
                                   json_t **list, tilepdb_error *error) {
    const struct database *database = &search->tier.database;
    struct candidate_tables of = {database, database->tables, database->count};
    if (search->candidates) of = candidates_tables(search->candidates, i, backward);
    *list = cli_allocated(json_array());
    return tables_identify(*list, search->task, of.database, of.tables, of.count, &search->proven,
                           error);
}

/* Before a candidate searches for the first time. */
static tilepdb_status candidate_admit(struct proof_search *search, size_t i, tilepdb_error *error) {
    if (search->tables[i]) return TILEPDB_OK;
    const tilepdb_direction direction = search->history.candidates[i].direction;
    const bool backward = direction == TILEPDB_DIRECTION_BACKWARD;
    const tilepdb_status status = tables_admit(search, i, backward, &search->tables[i], error);
    if (status || direction != TILEPDB_DIRECTION_BOTH) return status;
    return tables_admit(search, i, true, &search->backward_tables[i], error);
}

int proof_search_admit(struct proof_search *search, tilepdb_error *error) {
    return cli_exit_code(candidate_admit(search, 0, error));
}

static tilepdb_status solve(const struct proof_search *search, const tilepdb_solver *solver,
                            const tilepdb_board *board, const tilepdb_solve_options *options,
                            tilepdb_result *result, tilepdb_error *error) {
    cli_progress_title(search->task->progress, "%s", search->title);
    return tilepdb_solve(solver, board, options, result, error);
}

/* Nothing to choose. */
static int run_forward(struct proof_search *search, const tilepdb_solve_options *options,
                       tilepdb_result *result, tilepdb_error *error) {
    const tilepdb_status status = candidate_admit(search, 0, error);
    if (status) return cli_exit_code(status);
    memset(search->history.searcher, 0, sizeof search->history.searcher);
    return cli_exit_code(
        solve(search, search->tier.solver, &search->board, options, result, error));
}

/* Until the answer of a choice is known. `*last`: who searched last. */
static int run_all(struct proof_search *search, tilepdb_choice *choice, size_t *last,
                   tilepdb_result *result, tilepdb_error *error) {
    tilepdb_choice_search next;
    const tilepdb_solver *solver;
    *last = 0;
    while ((solver = candidates_next(search->candidates, choice, &next))) {
        *last = next.candidate;
        tilepdb_status status = candidate_admit(search, next.candidate, error);
        if (status) return cli_exit_code(status);
        struct proof_candidate *candidate = &search->history.candidates[next.candidate];
        if (candidate->direction == TILEPDB_DIRECTION_BOTH)
            tilepdb_solver_view_pair(solver, candidate->pair);
        status = solve(search, solver, next.board, &next.options, result, error);
        tilepdb_choice_take(choice, status, result, error);
    }
    return cli_exit_code(tilepdb_choice_answer(choice, result, error));
}

static int run_choice(struct proof_search *search, const tilepdb_solve_options *options,
                      tilepdb_result *result, tilepdb_error *error) {
    size_t count, last;
    const tilepdb_candidate *all = candidates_list(search->candidates, &count);
    tilepdb_choice *choice;
    const tilepdb_status status =
        tilepdb_choice_create(&search->board, &search->goal, all, count, options, &choice, error);
    if (status) return cli_exit_code(status);
    const int code = run_all(search, choice, &last, result, error);
    for (size_t i = 0; i < PROOF_BOUNDS; i++) search->history.searcher[i] = last;
    if (code == CLI_SUCCESS || error->status)
        for (size_t i = 0; i < result->iteration_count; i++)
            search->history.searcher[i] = tilepdb_choice_candidate(choice, i);
    tilepdb_choice_free(choice);
    return code;
}

/* A tilepdb_progress_fn. */
static bool report(const tilepdb_progress *progress, void *user) {
    const struct proof_search *search = user;
    checkpoint_saver_save(search->task->saver);
    return cli_progress_report(progress, search->task->progress);
}

/* At most `max_length` moves; 0: any number. */
static int run(struct proof_search *search, int max_length, tilepdb_result *result,
               tilepdb_error *error) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.threads = search->task->options->common.jobs;
    options.any = search->task->options->any;
    options.max_length = max_length;
    options.checkpoint = search->task->saver->checkpoint;
    options.progress = report;
    options.user = search;
    *error = (tilepdb_error){.status = TILEPDB_OK};
    return search->candidates ? run_choice(search, &options, result, error)
                              : run_forward(search, &options, result, error);
}

int proof_search_run(struct proof_search *search, tilepdb_result *result, tilepdb_error *error) {
    search->title = "optimum";
    return run(search, 0, result, error);
}

int proof_search_exhaust(struct proof_search *search, int length, tilepdb_result *result,
                         tilepdb_error *error) {
    search->title = "lower bound";
    const int code = run(search, proof_limit(length), result, error);
    if (code != CLI_SUCCESS && !error->status) return code;
    const tilepdb_status searched = error->status;
    const tilepdb_status status =
        proof_conclude(searched, length, search->history.metric, false, result, error);
    if (status == TILEPDB_REFUTED && searched != TILEPDB_REFUTED) {
        const size_t used = strlen(error->message);
        snprintf(error->message + used, sizeof error->message - used,
                 "; the tables contradict each other");
    }
    return cli_exit_code(status);
}

/* ---- what was proven ------------------------------------------------------------------------- */

static bool exhausted_any(const json_t *bounds, const struct proof_candidate *candidate) {
    size_t i;
    json_t *bound;
    json_array_foreach(bounds, i, bound) {
        if (proof_is_named(bound, candidate)) return true;
    }
    return false;
}

static void add_named(json_t *list, const json_t *tables, const char *partition,
                      tilepdb_direction direction) {
    const struct proof_candidate candidate = {.partition = partition, .direction = direction};
    size_t i;
    json_t *table;
    json_array_foreach(tables, i, table) {
        json_t *named = json_copy(table);
        proof_name(named, &candidate);
        json_array_append_new(list, named);
    }
}

/* Each table is for one direction. */
static void add_tables(json_t *list, const struct proof_search *search, size_t i) {
    const struct proof_candidate *candidate = &search->history.candidates[i];
    const bool bidirectional = candidate->direction == TILEPDB_DIRECTION_BOTH;
    add_named(list, search->tables[i], candidate->partition,
              bidirectional ? TILEPDB_DIRECTION_FORWARD : candidate->direction);
    if (bidirectional)
        add_named(list, search->backward_tables[i], candidate->partition,
                  TILEPDB_DIRECTION_BACKWARD);
}

json_t *proof_search_json(const struct proof_search *search, const tilepdb_result *result,
                          int length) {
    const size_t first = search->history.searcher[0]; /* its estimate is root_h */
    json_t *tables = cli_allocated(json_array());
    json_t *bounds = proof_bounds(result, &search->history, length);
    add_tables(tables, search, first);
    for (size_t i = 0; i < TILEPDB_MAX_CANDIDATES; i++)
        if (i != first && search->tables[i] &&
            exhausted_any(bounds, &search->history.candidates[i]))
            add_tables(tables, search, i);
    json_t *proof =
        json_pack("{so si so}", "tables", tables, "root_h", result->root_h, "bounds", bounds);
    if (search->history.candidates[first].direction == TILEPDB_DIRECTION_BOTH)
        json_object_set_new(proof, "pair", proof_pair(&search->history.candidates[first]));
    return proof;
}
