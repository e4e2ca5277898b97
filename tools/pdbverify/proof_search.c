/* See proof_search.h. */
#include "pdbverify/proof_search.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/paths.h"
#include "tables/table_text.h"
#include "tilepdb_engine.h"

/* ---- tables ---------------------------------------------------------------------------------- */

struct tables_wanted tables_wanted_of(const struct verify_options *options) {
    return (struct tables_wanted){.metric = cli_table_filter_metric(&options->filter),
                                  .partition = options->partition,
                                  .blank = options->filter.blank,
                                  .encoding = options->filter.encoding,
                                  .missing = options->no_generate ? TILEPDB_MISSING_REFUSE
                                             : options->generate  ? TILEPDB_MISSING_KEEP
                                                                  : TILEPDB_MISSING_BUILD};
}

/* ---- an engine ------------------------------------------------------------------------------- */

static void on_event(const tilepdb_engine_event *event, void *user) {
    const struct task *task = user;
    table_event_print(event, &task->options->common, task->progress, false);
}

/* `partition` may be NULL. */
static tilepdb_status engine_create(const struct task *task, const struct tables_wanted *wanted,
                                    const char *partition, tilepdb_engine **engine,
                                    tilepdb_error *error) {
    const struct verify_options *options = task->options;
    tilepdb_engine_options how;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    tilepdb_engine_options_init(&how);
    how.directory = options->common.dir;
    how.partition = partition;
    how.missing = wanted->missing;
    how.kinds = kinds;
    how.kind_count = cli_kinds(TILEPDB_METRIC_SINGLE, wanted->blank, wanted->encoding, kinds);
    how.directions = cli_directions(options->direction);
    how.bidirectional = how.directions == TILEPDB_DIRECTIONS_BOTH;
    how.threads = options->common.jobs;
    how.variant = options->common.variant;
    how.goal_cell = wanted->cell;
    how.on_event = on_event;
    how.user = (void *)(uintptr_t)task;
    return tilepdb_engine_create(&how, engine, error);
}

static tilepdb_engine_request request_of(const struct task *task, tilepdb_metric metric,
                                         const tilepdb_board *goal) {
    tilepdb_engine_request request;
    tilepdb_engine_request_init(&request);
    request.goal = goal;
    request.metric = metric;
    request.best = false;
    request.at_a_time = 0;
    request.needs_tables = true;
    request.cancel = task->cancel;
    request.search.threads = task->options->common.jobs;
    request.search.progress = cli_progress_report;
    request.search.user = task->progress;
    return request;
}

/* ---- checked tables -------------------------------------------------------------------------- */

/* Colour tables with at most this many entries are always proven, within a second. */
#define ALWAYS_PROVEN 1000000

static tilepdb_status name_file(const struct task *task, const tilepdb_table *table,
                                tilepdb_error *error) {
    tilepdb_table_info info;
    char *directory = cli_directory_search(task->options->common.dir);
    tilepdb_table_info_get(table, &info);
    char *path = pattern_path(&info.pattern, info.kind, directory ? directory : "");
    if (info.file_bytes > 0 && !strstr(error->message, path)) {
        char *sentence = cli_text("%s: %s", path, error->message);
        snprintf(error->message, sizeof error->message, "%s", sentence);
        free(sentence);
    }
    free(path);
    free(directory);
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

/* Checks all frames of the tables, and describes them in `list`. With --full, and for small colour
 * tables, proves all entries; otherwise clears `*proven`. */
static tilepdb_status tables_identify(json_t *list, const struct task *task,
                                      const tilepdb_table *const *tables, size_t count,
                                      bool *proven, tilepdb_error *error) {
    for (size_t i = 0; i < count; i++)
        if (identify(list, task, tables[i], proven, error))
            return name_file(task, tables[i], error);
    return TILEPDB_OK;
}

/* ---- a verified solver ----------------------------------------------------------------------- */

int verified_solver_open(struct verified_solver *verified, const struct task *task,
                         const struct tables_wanted *wanted, const tilepdb_board *goal,
                         bool backward, tilepdb_error *error) {
    *verified = (struct verified_solver){.tables = cli_allocated(json_array()), .proven = true};
    error->status = TILEPDB_OK;
    const tilepdb_engine_request request = request_of(task, wanted->metric, goal);
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    tilepdb_kind kinds[CLI_MAX_KINDS];
    if (!cli_kinds(wanted->metric, wanted->blank, wanted->encoding, kinds)) return CLI_USAGE;
    const char *names = wanted->partition, *colon = names ? strchr(names, ':') : NULL;
    char *side = !colon     ? NULL
                 : backward ? cli_text("%s", colon + 1)
                            : cli_text("%.*s", (int)(colon - names), names);
    tilepdb_status status =
        engine_create(task, wanted, side ? side : names, &verified->engine, error);
    free(side);
    if (status) return cli_exit_code(status);
    tilepdb_error reported; /* reported by an event */
    status = tilepdb_engine_tables(verified->engine, &request, &options.tables,
                                   &options.table_count, &reported);
    if (status) return cli_exit_code(status);
    options.metric = wanted->metric;
    options.backward = backward;
    options.variant = task->options->common.variant;
    /* The portable kernel repeats the search, since a faster kernel most likely wrote the
     * certificate. */
    if (wanted->metric == TILEPDB_METRIC_MULTI && options.variant == TILEPDB_VARIANT_BEST)
        options.variant = TILEPDB_VARIANT_PORTABLE;
    status = tables_identify(verified->tables, task, options.tables, options.table_count,
                             &verified->proven, error);
    if (!status) status = tilepdb_solver_create(goal, &options, &verified->solver, error);
    return cli_exit_code(status);
}

void verified_solver_close(struct verified_solver *verified) {
    tilepdb_solver_free(verified->solver);
    tilepdb_engine_free(verified->engine);
    json_decref(verified->tables);
}

/* ---- a proof search -------------------------------------------------------------------------- */

int proof_search_open(struct proof_search *search, const struct task *task, const char *partition,
                      const tilepdb_board *board, const tilepdb_board *goal) {
    const struct tables_wanted wanted = tables_wanted_of(task->options);
    *search = (struct proof_search){
        .task = task, .title = "", .board = *board, .goal = *goal, .proven = true};
    search->history.metric = wanted.metric;
    search->history.resumes = task->saver->checkpoint != NULL;
    tilepdb_error error;
    if (engine_create(task, &wanted, partition ? partition : wanted.partition, &search->engine,
                      &error))
        return cli_fail(NULL, &error);
    const tilepdb_engine_request request = request_of(task, wanted.metric, goal);
    return cli_exit_code(tilepdb_engine_tables(search->engine, &request, &search->first,
                                               &search->first_count, &error));
}

void proof_search_close(struct proof_search *search) {
    tilepdb_answer_free(search->answer);
    tilepdb_engine_free(search->engine);
    for (size_t i = 0; i < TILEPDB_MAX_SEARCHERS; i++) {
        json_decref(search->tables[i]);
        json_decref(search->backward_tables[i]);
    }
}

/* ---- searching ------------------------------------------------------------------------------- */

int proof_search_admit(struct proof_search *search, tilepdb_error *error) {
    search->tables[0] = cli_allocated(json_array());
    return cli_exit_code(tables_identify(search->tables[0], search->task, search->first,
                                         search->first_count, &search->proven, error));
}

static tilepdb_status side_admit(struct proof_search *search, const tilepdb_searcher *searcher,
                                 bool backward, json_t **list, tilepdb_error *error) {
    if (*list) return TILEPDB_OK;
    *list = cli_allocated(json_array());
    return tables_identify(*list, search->task, searcher->tables[backward],
                           searcher->table_count[backward], &search->proven, error);
}

/* Checks the tables of a candidate before its first search. */
static tilepdb_status on_search(size_t number, const tilepdb_searcher *searcher, void *user,
                                tilepdb_error *error) {
    struct proof_search *search = user;
    struct proof_candidate *candidate = &search->history.candidates[number];
    const tilepdb_direction direction = searcher->direction;
    const bool backward = direction == TILEPDB_DIRECTION_BACKWARD;
    search->last = number;
    *candidate = (struct proof_candidate){.partition = searcher->partition,
                                          .direction = direction,
                                          .pair = {searcher->pair[0], searcher->pair[1]}};
    tilepdb_status status = side_admit(search, searcher, backward, &search->tables[number], error);
    if (!status && direction == TILEPDB_DIRECTION_BOTH)
        status = side_admit(search, searcher, true, &search->backward_tables[number], error);
    cli_progress_title(search->task->progress, "%s", search->title);
    return status;
}

static bool report(const tilepdb_progress *progress, void *user) {
    const struct proof_search *search = user;
    checkpoint_saver_save(search->task->saver);
    return cli_progress_report(progress, search->task->progress);
}

/* Also sets the searcher of each iteration. */
static int run(struct proof_search *search, int max_length, tilepdb_result *result,
               tilepdb_error *error) {
    const struct task *task = search->task;
    tilepdb_engine_request request = request_of(task, search->history.metric, &search->goal);
    request.board = &search->board;
    request.search.any = task->options->any;
    request.search.max_length = max_length;
    request.search.checkpoint = task->saver->checkpoint;
    request.search.progress = report;
    request.search.user = search;
    request.on_search = on_search;
    request.user = search;
    tilepdb_answer_free(search->answer);
    *error = (tilepdb_error){.status = TILEPDB_OK};
    const tilepdb_status status =
        tilepdb_engine_solve(search->engine, &request, &search->answer, error);
    const tilepdb_answer *answer = search->answer;
    for (size_t i = 0; i < PROOF_BOUNDS; i++) search->history.searcher[i] = search->last;
    if (!answer) return cli_exit_code(status);
    *result = *answer->result;
    for (size_t i = 0; i < result->iteration_count; i++)
        search->history.searcher[i] = answer->searched_by[i];
    return cli_exit_code(status);
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
    for (size_t i = 0; i < TILEPDB_MAX_SEARCHERS; i++)
        if (i != first && search->tables[i] &&
            exhausted_any(bounds, &search->history.candidates[i]))
            add_tables(tables, search, i);
    json_t *proof =
        json_pack("{so si so}", "tables", tables, "root_h", result->root_h, "bounds", bounds);
    if (search->history.candidates[first].direction == TILEPDB_DIRECTION_BOTH)
        json_object_set_new(proof, "pair", proof_pair(&search->history.candidates[first]));
    return proof;
}
