#include "pdbverify/proof_search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "tables/database.h"
#include "tables/table_text.h"
#include "tilepdb_verify.h"

/* ---- tables ---------------------------------------------------------------------------------- */

struct database_request request_of(const struct verify_options *options) {
    return (struct database_request){
        .partition = options->partition,
        .blank = options->filter.blank,
        .encoding = options->filter.encoding,
        .no_generate = options->no_generate,
        .generate = options->generate,
        .transient = !options->generate,
        .metric = cli_table_filter_metric(&options->filter),
        .common = &options->common,
    };
}

/* Colour tables with at most this many entries are always proven, within a second. */
#define ALWAYS_PROVEN 1000000

static tilepdb_status name_file(const struct database *database, const tilepdb_table *table,
                                tilepdb_error *error) {
    for (size_t i = 0; i < database->open_count; i++) {
        const char *path = database->open[i].path;
        if (database->open[i].table != table || !path || strstr(error->message, path)) continue;
        char *sentence = cli_text("%s: %s", path, error->message);
        snprintf(error->message, sizeof error->message, "%s", sentence);
        free(sentence);
    }
    return error->status;
}

static tilepdb_status identify(json_t *list, const struct task *task, const tilepdb_table *table,
                               bool *proven, tilepdb_error *error) {
    static tilepdb_proof proof;
    const tilepdb_verify_options options = check_options(task);
    uint64_t hash;
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    const bool prove =
        task->options->full || (info.pattern.colours && info.entries <= ALWAYS_PROVEN);
    tilepdb_status status = tilepdb_table_check(table, &options, &hash, error);
    if (!status && prove) status = tilepdb_table_prove(table, &options, &proof, error);
    if (status) return status;
    *proven = *proven && prove;
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_t *object = cli_json_pattern("", &info.pattern, info.kind);
    json_object_del(object, "file");
    json_object_set_new(object, "content_hash", json_string(text));
    json_array_append_new(list, object);
    return TILEPDB_OK;
}

/* Checks all frames of the tables. With --full, and for small colour tables, also proves all
 * entries; otherwise clears `*proven`. Appends descriptions of the tables to `list`. */
static tilepdb_status tables_identify(json_t *list, const struct task *task,
                                      const struct candidate_tables *of, bool *proven,
                                      tilepdb_error *error) {
    for (size_t i = 0; i < of->count; i++)
        if (identify(list, task, of->tables[i], proven, error))
            return name_file(of->database, of->tables[i], error);
    return TILEPDB_OK;
}

/* ---- a verified solver ----------------------------------------------------------------------- */

int verified_solver_open(struct verified_solver *verified, const struct task *task,
                         const struct database_request *request, const tilepdb_board *goal,
                         bool backward, tilepdb_error *error) {
    *verified = (struct verified_solver){.tables = cli_allocated(json_array()), .proven = true};
    error->status = TILEPDB_OK;
    struct database *database = &verified->database;
    struct database_request one = *request;
    char *names = one.partition ? cli_partition_side(one.partition, backward) : NULL;
    one.partition = names;
    const int code = database_open(database, &one, goal, task->progress);
    free(names);
    if (code != CLI_SUCCESS) return code;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = database->tables;
    options.table_count = database->count;
    options.metric = request->metric;
    options.backward = backward;
    options.variant = task->options->common.variant;
    /* The portable kernel repeats the search, since a faster kernel most likely wrote the
     * certificate. */
    if (request->metric == TILEPDB_METRIC_MULTI && options.variant == TILEPDB_VARIANT_BEST)
        options.variant = TILEPDB_VARIANT_PORTABLE;
    const struct candidate_tables of = {database, database->tables, database->count};
    tilepdb_status status = tables_identify(verified->tables, task, &of, &verified->proven, error);
    if (!status) status = tilepdb_solver_create(goal, &options, &verified->solver, error);
    return cli_exit_code(status);
}

void verified_solver_close(struct verified_solver *verified) {
    tilepdb_solver_free(verified->solver);
    database_close(&verified->database);
    json_decref(verified->tables);
}

/* ---- a proof search -------------------------------------------------------------------------- */

static void names_fill(struct proof_search *search) {
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
    names_fill(search);
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

static tilepdb_status tables_admit(struct proof_search *search, size_t i, bool backward,
                                   json_t **list, tilepdb_error *error) {
    const struct database *database = &search->tier.database;
    struct candidate_tables of = {database, database->tables, database->count};
    if (search->candidates) of = candidates_tables(search->candidates, i, backward);
    *list = cli_allocated(json_array());
    return tables_identify(*list, search->task, &of, &search->proven, error);
}

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

static int run_forward(struct proof_search *search, const tilepdb_solve_options *options,
                       tilepdb_result *result, tilepdb_error *error) {
    const tilepdb_status status = candidate_admit(search, 0, error);
    if (status) return cli_exit_code(status);
    memset(search->history.searcher, 0, sizeof search->history.searcher);
    return cli_exit_code(
        solve(search, search->tier.solver, &search->board, options, result, error));
}

/* Searches until the choice has an answer. Sets `*last` to the candidate of the last search. */
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
        candidate->partition = candidates_name(search->candidates, next.candidate);
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

static bool report(const tilepdb_progress *progress, void *user) {
    const struct proof_search *search = user;
    checkpoint_saver_save(search->task->saver);
    return cli_progress_report(progress, search->task->progress);
}

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

/* ---- proofs ------------------------------------------------------------------------- */

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
    const size_t first = search->history.searcher[0];
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
