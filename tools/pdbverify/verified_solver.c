/* Verified solvers: their tables are known by their content. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "pdbverify/pdbverify.h"
#include "tables/database.h"
#include "tables/table_text.h"
#include "tilepdb_verify.h"

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

static tilepdb_verify_options options_of(const struct task *task) {
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = task->options->common.jobs;
    options.progress = cli_progress_report;
    options.user = task->progress;
    return options;
}

/* Which table this is, wherever it is stored. Takes the object over. */
static void add_identity(json_t *list, json_t *object, uint64_t hash) {
    json_object_del(object, "file");
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_object_set_new(object, "content_hash", json_string(text));
    json_array_append_new(list, object);
}

/* The entries of a colour table that is proven without being asked: a second's work at most. */
#define SOON_PROVEN 1000000

/* "FILE: ...", unless it says so. */
static tilepdb_status name_file(const char *path, tilepdb_error *error) {
    if (path && !strstr(error->message, path)) {
        char *sentence = cli_text("%s: %s", path, error->message);
        snprintf(error->message, sizeof error->message, "%s", sentence);
        free(sentence);
    }
    return error->status;
}

/* Whether a table is proven: with --full, and a small colour table without being asked. */
static bool is_to_prove(const struct task *task, const tilepdb_table_info *info) {
    return task->options->full || (info->pattern.colours && info->entries <= SOON_PROVEN);
}

static tilepdb_status identify(json_t *list, const struct task *task, const tilepdb_table *table,
                               bool *proven, tilepdb_error *error) {
    static tilepdb_proof proof; /* large */
    const tilepdb_verify_options options = options_of(task);
    uint64_t hash;
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    const bool prove = is_to_prove(task, &info);
    tilepdb_status status = tilepdb_table_check(table, &options, &hash, error);
    if (!status && prove) status = tilepdb_table_prove(table, &options, &proof, error);
    if (status) return status;
    *proven = *proven && prove;
    add_identity(list, cli_json_pattern("", &info.pattern, info.kind), hash);
    return TILEPDB_OK;
}

static const char *path_of(const struct database *database, const tilepdb_table *table) {
    for (size_t i = 0; i < database->open_count; i++)
        if (database->open[i].table == table) return database->open[i].path;
    return NULL;
}

tilepdb_status tables_identify(json_t *list, const struct task *task,
                               const struct database *database, const tilepdb_table *const *tables,
                               size_t count, bool *proven, tilepdb_error *error) {
    for (size_t i = 0; i < count; i++)
        if (identify(list, task, tables[i], proven, error))
            return name_file(path_of(database, tables[i]), error);
    return TILEPDB_OK;
}

/* A certificate of multi-tile moves is checked by another kernel than the one that most likely
 * wrote it, the plainest: counts must agree all the same. */
static tilepdb_variant other_variant(const struct task *task) {
    const tilepdb_variant chosen = task->options->common.variant;
    return chosen == TILEPDB_VARIANT_BEST ? TILEPDB_VARIANT_PORTABLE : chosen;
}

int verified_solver_open(struct verified_solver *verified, const struct task *task,
                         const struct database_request *request, const tilepdb_board *goal,
                         bool backward, tilepdb_error *error) {
    *verified = (struct verified_solver){.tables = cli_allocated(json_array()), .proven = true};
    error->status = TILEPDB_OK;
    struct database *database = &verified->database;
    const int code = database_open(database, request, goal, task->progress);
    if (code != CLI_SUCCESS) return code;
    const bool multi = request->metric == TILEPDB_METRIC_MULTI;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = database->tables;
    options.table_count = database->count;
    options.metric = request->metric;
    options.backward = backward;
    options.variant = multi ? other_variant(task) : task->options->common.variant;
    tilepdb_status status = tables_identify(verified->tables, task, database, database->tables,
                                            database->count, &verified->proven, error);
    if (!status) status = tilepdb_solver_create(goal, &options, &verified->solver, error);
    return cli_exit_code(status);
}

void verified_solver_close(struct verified_solver *verified) {
    tilepdb_solver_free(verified->solver);
    database_close(&verified->database);
    json_decref(verified->tables);
}
