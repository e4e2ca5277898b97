/* Solvers whose tables are known by their content. */
#include <inttypes.h>
#include <string.h>

#include "cli/console.h"
#include "cli/tables.h"
#include "pdbverify/pdbverify.h"
#include "tilepdb_verify.h"

struct database_wish wish_of(const struct verify_options *options) {
    return (struct database_wish){
        .partition = options->partition,
        .blank = options->which.blank,
        .encoding = options->which.encoding,
        .no_generate = options->no_generate,
        .generate = options->generate,
        .common = &options->common,
    };
}

/* Which table this is, wherever it is stored. */
static int add_identity(json_t *list, const tilepdb_table *table, const char *path,
                        const struct task *task) {
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = task->options->common.jobs;
    options.progress = cli_progress_report;
    options.user = task->progress;
    uint64_t hash;
    tilepdb_error error;
    if (tilepdb_table_check(table, &options, &hash, &error)) return cli_fail(path, &error);
    static tilepdb_proof proof; /* large */
    if (task->options->full && tilepdb_table_prove(table, &options, &proof, &error))
        return cli_fail(path, &error);
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    json_t *object = cli_json_pattern("", &info.pattern, info.kind);
    json_object_del(object, "file");
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    json_object_set_new(object, "content_hash", json_string(text));
    json_array_append_new(list, object);
    return CLI_SUCCESS;
}

static const char *path_of(const struct database *database, const tilepdb_table *table) {
    for (size_t i = 0; i < database->open_count; i++)
        if (database->open[i].table == table) return database->open[i].path;
    return NULL;
}

int tables_identify(json_t *list, const struct task *task, const struct database *database,
                    const tilepdb_table *const *tables, size_t count) {
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < count && code == CLI_SUCCESS; i++)
        code = add_identity(list, tables[i], path_of(database, tables[i]), task);
    return code;
}

int lab_open(struct lab *lab, const struct task *task, const struct database_wish *wish,
             const tilepdb_board *goal, bool backward) {
    *lab = (struct lab){.tables = cli_allocated(json_array())};
    struct database *database = &lab->database;
    int code = database_open(database, wish, goal, task->progress);
    if (code == CLI_SUCCESS)
        code = tables_identify(lab->tables, task, database, database->tables, database->count);
    if (code != CLI_SUCCESS) return code;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = database->tables;
    options.table_count = database->count;
    options.backward = backward;
    options.variant = task->options->common.variant;
    tilepdb_error error;
    return !tilepdb_solver_create(goal, &options, &lab->solver, &error) ? CLI_SUCCESS
                                                                        : cli_fail(NULL, &error);
}

void lab_close(struct lab *lab) {
    tilepdb_solver_free(lab->solver);
    database_close(&lab->database);
    json_decref(lab->tables);
}
