/* Solvers whose tables are known by their content. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/tables.h"
#include "pdbverify/pdbverify.h"
#include "tilepdb_verify.h"
#include "util/number.h"

struct database_wish wish_of(const struct verify_options *options) {
    return (struct database_wish){
        .partition = options->partition,
        .blank = options->which.blank,
        .encoding = options->which.encoding,
        .no_generate = options->no_generate,
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

int lab_open(struct lab *lab, const struct task *task, const struct database_wish *wish,
             const tilepdb_board *goal) {
    *lab = (struct lab){.tables = cli_allocated(json_array())};
    int code = database_open(&lab->database, wish, goal, task->progress);
    const struct database *database = &lab->database;
    for (size_t i = 0; i < database->count && code == CLI_SUCCESS; i++)
        code = add_identity(lab->tables, database->tables[i],
                            path_of(database, database->tables[i]), task);
    if (code != CLI_SUCCESS) return code;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = database->count > 0 ? TILEPDB_HEURISTIC_PDB : TILEPDB_HEURISTIC_MANHATTAN;
    options.tables = database->tables;
    options.table_count = database->count;
    options.reflection = true;
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

tilepdb_status lab_solve(const struct lab *lab, const struct task *task, const tilepdb_board *board,
                         tilepdb_result *result, tilepdb_error *error) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.threads = task->options->common.jobs;
    options.progress = cli_progress_report;
    options.user = task->progress;
    return tilepdb_solve(lab->solver, board, &options, result, error);
}

tilepdb_status lab_exhaust(const struct lab *lab, const struct task *task,
                           const tilepdb_board *board, int length, tilepdb_result *result,
                           tilepdb_error *error) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.threads = task->options->common.jobs;
    options.max_length = length - 1;
    options.progress = cli_progress_report;
    options.user = task->progress;
    if (length < 2) { /* below is at most the goal itself, which the board is not */
        *result = (tilepdb_result){.lower_bound = length};
        return tilepdb_solver_estimate(lab->solver, board, &result->root_h, error);
    }
    tilepdb_status status = tilepdb_solve(lab->solver, board, &options, result, error);
    if (status == TILEPDB_LIMIT && result->lower_bound >= length) return TILEPDB_OK;
    if (status) return status;
    error->status = TILEPDB_REFUTED;
    snprintf(error->message, sizeof error->message, "there is a solution of %d move%s: %.400s",
             result->length, plural((uint64_t)result->length), result->moves);
    return TILEPDB_REFUTED;
}

json_t *bounds_json(const tilepdb_result *result, int length) {
    json_t *list = json_array();
    for (size_t i = 0; i < result->iteration_count; i++) {
        const tilepdb_iteration *iteration = &result->iterations[i];
        if (iteration->bound >= length) continue;
        json_array_append_new(list, json_pack("{si sI sI}", "bound", iteration->bound, "generated",
                                              (json_int_t)iteration->generated, "expanded",
                                              (json_int_t)iteration->expanded));
    }
    return list;
}

/* ---- a second opinion ------------------------------------------------------------------------ */

static bool shares_pattern(const struct lab *lab, const tilepdb_partition *partition) {
    for (size_t i = 0; i < lab->database.count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(lab->database.tables[i], &info);
        for (unsigned j = 0; j < partition->count; j++)
            if (partition->tiles[j] == info.pattern.tiles) return true;
    }
    return false;
}

static bool will_do(const struct lab *lab, const char *name, const tilepdb_board *goal) {
    tilepdb_partition partition;
    const int last = goal->width * goal->height - 1;
    return tilepdb_partition_parse(name, goal->width, goal->height, last, &partition, NULL) ==
               TILEPDB_OK &&
           !shares_pattern(lab, &partition);
}

char *second_partition(const struct lab *lab, const tilepdb_board *goal) {
    for (size_t i = tilepdb_catalogue_count(); i-- > 0;) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (entry->width == goal->width && entry->height == goal->height &&
            will_do(lab, entry->name, goal))
            return cli_text("%s", entry->name);
    }
    const int tiles = goal->width * goal->height - 1;
    for (int first = tiles / 2; first >= 1; first--) {
        char *halves = cli_text("1-%d/%d-%d", first, first + 1, tiles);
        if (will_do(lab, halves, goal)) return halves;
        free(halves);
    }
    return NULL;
}
