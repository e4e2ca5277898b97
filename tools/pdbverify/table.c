/* pdbverify table: files of tables, whole and true. */
#include <inttypes.h>
#include <string.h>

#include "cli/console.h"
#include "cli/signals.h"
#include "pdbverify/pdbverify.h"
#include "tables/advice.h"
#include "tables/colours.h"
#include "tables/tables.h"
#include "tilepdb_verify.h"
#include "util/clock.h"
#include "util/number.h"

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

/* An open file: one of the two. */
struct subject {
    tilepdb_table *table;
    tilepdb_table *colours;
};

static int prove(const struct task *task, const char *path, const struct subject *subject,
                 const tilepdb_verify_options *options, json_t *object) {
    static tilepdb_proof proof;
    tilepdb_error error;
    const tilepdb_status status =
        subject->colours ? tilepdb_table_prove(subject->colours, options, &proof, &error)
                         : tilepdb_table_prove(subject->table, options, &proof, &error);
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

static int check(const struct task *task, const char *path, const struct subject *subject,
                 const tilepdb_table_info *info, const tilepdb_verify_options *options,
                 json_t *object) {
    tilepdb_error error;
    uint64_t hash;
    const double start = clock_seconds();
    const tilepdb_status status =
        subject->colours ? tilepdb_table_check(subject->colours, options, &hash, &error)
                         : tilepdb_table_check(subject->table, options, &hash, &error);
    if (status) return verdict_of(task, object, path, &error);
    const double seconds = clock_seconds() - start;
    json_object_set_new(object, "seconds", json_real(seconds));
    return verdict(task, object, CLI_SUCCESS,
                   "%s: %s bytes unchanged since written, content hash %016" PRIx64
                   ", the histogram sums to %s; %.2f s",
                   path, GROUPED(info->file_bytes), hash, GROUPED(info->reachable), seconds);
}

/* As tables of the directory are named. */
static bool is_name(const char *name) {
    return strstr(name, "_blank") && (strstr(name, "_tiles") || strstr(name, "_multi_"));
}

/* A file with the name of another table: a partition would be proven with the wrong file. Files of
 * other names are what their headers say. */
static bool is_misnamed(const char *path, const struct subject *subject,
                        const tilepdb_table_info *info) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char right[TILEPDB_FILE_NAME];
    if (subject->colours) {
        tilepdb_table_info colours;
        tilepdb_table_info_get(subject->colours, &colours);
        tilepdb_table_file_name(&colours.pattern, tilepdb_kind_default(TILEPDB_METRIC_MULTI),
                                right);
    } else {
        tilepdb_table_file_name(&info->pattern, info->kind, right);
    }
    return is_name(name) && strcmp(name, right) != 0;
}

/* The verdict on a file that cannot be opened, and what to do about it. */
static int unopened(const struct task *task, json_t *object, const char *path, const char *call,
                    const tilepdb_error *error) {
    const int code = verdict_of(task, object, path, error);
    if (code == CLI_FAILURE) cli_advise_table(path, error->status, call);
    return code;
}

static tilepdb_status subject_open(const struct task *task, const char *path,
                                   struct subject *subject, tilepdb_table_info *info,
                                   tilepdb_error *error) {
    tilepdb_status status = tilepdb_file_info(path, info, error);
    if (status) return status;
    if (info->kind.metric == TILEPDB_METRIC_MULTI)
        return cli_colours_open(path, &task->options->common, task->progress, &subject->colours,
                                error);
    status = tilepdb_table_open(path, NULL, &subject->table, error);
    if (!status) tilepdb_table_info_get(subject->table, info);
    return status;
}

static void subject_close(struct subject *subject) {
    tilepdb_table_close(subject->table);
    tilepdb_table_close(subject->colours);
}

static void subject_describe(const struct subject *subject, const char *path,
                             const tilepdb_table_info *info, json_t *object) {
    json_object_update_new(object, cli_json_pattern(path, &info->pattern, info->kind));
    cli_json_add_info(object, info);
    if (!subject->colours) return;
    tilepdb_table_info colours;
    tilepdb_table_info_get(subject->colours, &colours);
    cli_json_add_colours(object, &colours);
}

/* `call`: of pdbgen, that makes the file; NULL: the user named the file itself. */
static int verify_file(const struct task *task, const char *path, const char *call) {
    struct subject subject = {0};
    tilepdb_table_info info;
    tilepdb_error error;
    json_t *object = cli_allocated(json_pack("{ss so sb}", "command", "table", "file",
                                             cli_json_text(path), "full", task->options->full));
    if (subject_open(task, path, &subject, &info, &error))
        return unopened(task, object, path, call, &error);
    subject_describe(&subject, path, &info, object);
    if (is_misnamed(path, &subject, &info)) {
        subject_close(&subject);
        return verdict(task, object, CLI_FAILURE,
                       "%s: it holds a different table than its name says", path);
    }
    tilepdb_verify_options options;
    tilepdb_verify_options_init(&options);
    options.threads = task->options->common.jobs;
    options.memory_limit = task->options->memory;
    options.progress = cli_progress_report;
    options.user = task->progress;
    cli_progress_title(task->progress, "tiles %s", TILES(info.pattern.tiles));
    const int code = task->options->full ? prove(task, path, &subject, &options, object)
                                         : check(task, path, &subject, &info, &options, object);
    subject_close(&subject);
    return code;
}

int command_table(const struct task *task) {
    struct cli_which which = task->options->which;
    which.common = &task->options->common;
    if (task->options->goal) {
        which.goal = cli_word_index(task->options->goal, cli_goal_words);
        if (which.goal < 0) {
            cli_complain("--goal: for a table it must be blank-last or blank-first");
            return CLI_USAGE;
        }
    }
    struct cli_files files = {0};
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < task->count; i++)
        code = cli_worse(code, cli_files_add(&files, task->operands[i], &which));
    for (size_t i = 0; i < files.count && cli_signal() == 0 && !task->output->ended; i++)
        code = cli_worse(code, verify_file(task, files.paths[i], files.calls[i]));
    cli_files_free(&files);
    return cli_signal() != 0 ? cli_exit_code(TILEPDB_CANCELLED) : code;
}
