/* Checks the integrity of files and proves their entries. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "pdbverify/pdbverify.h"
#include "tables/table_text.h"

static json_t *false_json(const tilepdb_proof *proof) {
    json_t *list = json_array();
    for (size_t i = 0; i < proof->first_count; i++) {
        const tilepdb_false_entry *entry = &proof->first[i];
        json_array_append_new(list,
                              json_pack("{sI sI si si ss}", "row", (json_int_t)entry->row, "column",
                                        (json_int_t)entry->column, "found", entry->found,
                                        "expected", entry->expected, "text", entry->text));
    }
    return list;
}

static void add_proof(json_t *object, const tilepdb_proof *proof) {
    json_object_update_new(object,
                           json_pack("{sI so sb sI sf}", "false_entries",
                                     (json_int_t)proof->false_entries, "first", false_json(proof),
                                     "histogram_holds", proof->histogram_holds, "memory_bytes",
                                     (json_int_t)proof->memory_bytes, "seconds", proof->seconds));
}

static int prove(const struct task *task, const char *path, const tilepdb_table *table,
                 json_t *object) {
    static tilepdb_proof proof;
    tilepdb_error error;
    const tilepdb_verify_options options = check_options(task);
    const tilepdb_status status = tilepdb_table_prove(table, &options, &proof, &error);
    cli_progress_clear();
    if (status == TILEPDB_REFUTED && !task->options->json)
        for (size_t i = 0; i < proof.first_count; i++)
            cli_print_line(task->output->stream, 4, "  %s", proof.first[i].text);
    if (!status || status == TILEPDB_REFUTED) add_proof(object, &proof);
    if (status) return verdict_of(task, object, path, &error);
    return verdict(task, object, CLI_SUCCESS,
                   "%s: each of %s entries, %s reachable, distances 0 to %d; %.1f s, %s", path,
                   GROUPED(proof.entries), GROUPED(proof.reachable), proof.levels - 1,
                   proof.seconds, IN_BYTES(proof.memory_bytes));
}

static int check(const struct task *task, const char *path, const tilepdb_table *table,
                 const tilepdb_table_info *info, json_t *object) {
    tilepdb_error error;
    uint64_t hash;
    const tilepdb_verify_options options = check_options(task);
    const double start = clock_seconds();
    const tilepdb_status status = tilepdb_table_check(table, &options, &hash, &error);
    if (status) return verdict_of(task, object, path, &error);
    const double seconds = clock_seconds() - start;
    json_object_set_new(object, "seconds", json_real(seconds));
    return verdict(task, object, CLI_SUCCESS,
                   "%s: %s bytes unchanged since written, content hash %016" PRIx64
                   ", the histogram sums to %s; %.2f s",
                   path, GROUPED(info->file_bytes), hash, GROUPED(info->reachable), seconds);
}

/* Refuses a file with the standard name of another table, because the wrong partition would be
 * proven. Names of other forms are allowed. */
static bool is_misnamed(const char *path, const tilepdb_table_info *info) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char right[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(&info->pattern, info->kind, right);
    const bool standard =
        strstr(name, "_goal_single_") || strstr(name, "_goal_multi_") ||
        (strstr(name, "_blank") && (strstr(name, "_tiles") || strstr(name, "_multi_")));
    return standard && strcmp(name, right) != 0;
}

/* Opening checks a colour table, so --jobs and progress apply. */
static tilepdb_status table_open(const struct task *task, const char *path, tilepdb_table **table,
                                 tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_open_options_init(&options);
    options.threads = task->options->common.jobs;
    options.progress = cli_progress_report;
    options.user = task->progress;
    return tilepdb_table_open(path, &options, table, error);
}

static int verify_file(const struct task *task, const char *path, const char *command) {
    tilepdb_table *table;
    tilepdb_table_info info;
    tilepdb_error error;
    json_t *object = cli_allocated(json_pack("{ss so sb}", "command", "table", "file",
                                             cli_json_text(path), "full", task->options->full));
    cli_progress_title(task->progress, "%s", path);
    if (table_open(task, path, &table, &error)) {
        const int code = verdict_of(task, object, path, &error);
        if (code == CLI_FAILURE) cli_advise_table(path, error.status, command);
        return code;
    }
    tilepdb_table_info_get(table, &info);
    json_object_update_new(object, cli_json_pattern(path, &info.pattern, info.kind));
    cli_json_add_info(object, &info);
    cli_json_add_axes(object, &info);
    if (is_misnamed(path, &info)) {
        tilepdb_table_close(table);
        return verdict(task, object, CLI_FAILURE,
                       "%s: it holds a different table than its name says", path);
    }
    char *title = pattern_title(&info.pattern, info.kind);
    cli_progress_title(task->progress, "%s", title);
    free(title);
    const int code = task->options->full ? prove(task, path, table, object)
                                         : check(task, path, table, &info, object);
    tilepdb_table_close(table);
    return code;
}

int command_table(const struct task *task) {
    struct cli_table_filter filter = task->options->filter;
    filter.common = &task->options->common;
    const char *goal = task->options->goal;
    if (goal && !cli_choice_read("goal", goal, cli_goal_keywords, &filter.goal)) return CLI_USAGE;
    struct cli_table_files files = {0};
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < task->count; i++)
        code = cli_worse(code, cli_table_files_add(&files, task->operands[i], &filter));
    for (size_t i = 0; i < files.count && cli_signal() == 0 && !task->output->ended; i++)
        code = cli_worse(code, verify_file(task, files.paths[i], files.commands[i]));
    cli_table_files_free(&files);
    return cli_signal() != 0 ? cli_exit_code(TILEPDB_CANCELLED) : code;
}
