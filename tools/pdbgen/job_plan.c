/* What is to be done: patterns, files, needs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "pdbgen/pdbgen.h"
#include "tables/table_arguments.h"
#include "tables/table_set.h"
#include "tables/table_text.h"
#include "tilepdb_colours.h"

static void job_free(struct job *job) {
    free(job->path);
    free(job->label);
}

/* Takes the job over. A file is made once. */
static void plan_add(struct job_plan *plan, struct job job) {
    bool known = false;
    for (size_t i = 0; i < plan->count; i++)
        known = known || strcmp(plan->jobs[i].path, job.path) == 0;
    if (known)
        job_free(&job);
    else
        plan->jobs[plan->count++] = job;
}

static void plan_add_all(struct job_plan *plan, const struct table_set *set) {
    for (unsigned i = 0; i < set->count; i++) {
        const tilepdb_pattern *pattern = &set->patterns[i];
        plan_add(plan, (struct job){.pattern = *pattern,
                                    .path = table_set_path(set, i, plan->directory),
                                    .label = pattern_title(pattern)});
    }
}

static void replace_different(struct job *job) {
    cli_note("%s holds a different table than its name says and will be replaced", job->path);
    job->action = JOB_REPLACE;
}

static void note_broken(const char *path, const char *sentence) {
    char *reason = cli_about_file(path, sentence);
    cli_note("%s is broken and will be replaced: %s", path, reason);
    free(reason);
}

/* What to do about a file that could not be opened as the job's table. */
static int judge_failure(struct job *job, const tilepdb_error *error) {
    switch (error->status) {
    case TILEPDB_ERROR_NOT_FOUND:
        return CLI_SUCCESS;
    case TILEPDB_ERROR_FORMAT:
    case TILEPDB_ERROR_CHECKSUM:
        note_broken(job->path, error->message);
        job->action = JOB_REPLACE;
        return CLI_SUCCESS;
    case TILEPDB_ERROR_VERSION:
        cli_complain("%s: %s; --force replaces it", job->path, error->message);
        return CLI_FAILURE;
    default:
        return cli_fail(job->path, error);
    }
}

tilepdb_status job_read(const struct job *job, const struct gen_options *options,
                        struct cli_progress *progress, tilepdb_table_info *info,
                        tilepdb_error *error) {
    tilepdb_open_options open;
    tilepdb_open_options_init(&open);
    open.threads = options->common.jobs;
    open.progress = cli_progress_report;
    open.user = progress;
    open.preload = true;
    tilepdb_table *table;
    const tilepdb_status status = tilepdb_table_open(job->path, &open, &table, error);
    if (status) return status;
    tilepdb_table_info_get(table, info);
    tilepdb_table_close(table);
    return TILEPDB_OK;
}

int job_inspect(struct job *job, const struct job_plan *plan, const struct gen_options *options,
                struct cli_progress *progress) {
    const int os_error = cli_file_read_error(job->path);
    if (os_error == ENOENT) return CLI_SUCCESS;
    /* What cannot be put in its place is known before it is generated; and a table takes over the
     * permissions of the file that it replaces, so it could not be read either. */
    if (os_error != 0) return cli_file_check(job->path);
    if (options->force) {
        job->action = JOB_REPLACE;
        return CLI_SUCCESS;
    }
    cli_progress_title(progress, "%s", job->label);
    tilepdb_error error;
    if (job_read(job, options, progress, &job->info, &error)) return judge_failure(job, &error);
    if (table_info_matches(&job->info, &job->pattern, plan->kind)) {
        job->action = JOB_KEEP;
        job->need.memory_bytes = job->need.table_bytes = job->scratch_bytes = 0;
    } else {
        replace_different(job);
    }
    return CLI_SUCCESS;
}

/* In scratch files a table can do with less memory. */
static tilepdb_status scratch_need(struct job *job, const struct job_plan *plan,
                                   const tilepdb_generate_options *generate, tilepdb_error *error) {
    tilepdb_scratch_need need;
    const tilepdb_status status =
        tilepdb_scratch_need_get(&job->pattern, plan->kind, generate, &need, error);
    if (status) return status;
    job->need.memory_bytes = need.memory_least;
    job->scratch_bytes = need.scratch_bytes;
    return TILEPDB_OK;
}

static int job_need(struct job *job, const struct job_plan *plan,
                    const struct gen_options *options) {
    tilepdb_generate_options generate;
    tilepdb_generate_options_init(&generate);
    generate.threads = options->common.jobs;
    tilepdb_error error;
    const gen_need need = job->pattern.colours ? tilepdb_table_need : options->backend->need;
    tilepdb_status status = need(&job->pattern, plan->kind, &generate, &job->need, &error);
    if (!status && options->scratch) status = scratch_need(job, plan, &generate, &error);
    return status ? cli_fail(job->label, &error) : CLI_SUCCESS;
}

/* Of a table that no search takes. */
static void note_useless(const tilepdb_pattern *pattern) {
    tilepdb_pattern any;
    tilepdb_error error;
    if (pattern->colours && tilepdb_colouring_default(pattern->width, pattern->height,
                                                      pattern->goal_blank, &any, &error))
        cli_note("%s; the table is of no use to them", error.message);
}

static int plan_operand(struct job_plan *plan, const struct gen_options *options,
                        const char *operand, int cell) {
    struct table_set set;
    const int code = table_set_parse(&set, operand, options->board, cell, plan->kind);
    if (code != CLI_SUCCESS) return code;
    note_useless(&set.patterns[0]);
    plan_add_all(plan, &set);
    return CLI_SUCCESS;
}

static int plan_operands(struct job_plan *plan, const struct gen_options *options,
                         char *const *operands, size_t count) {
    int cell;
    int code =
        cli_goal_cell(cli_board_size(options->board), options->goal, options->goal_blank, &cell);
    plan->jobs = cli_allocated(calloc(count * TILEPDB_TABLE_MAX_CELLS, sizeof *plan->jobs));
    for (size_t i = 0; i < count && code == CLI_SUCCESS; i++)
        code = plan_operand(plan, options, operands[i], cell);
    return code;
}

int job_plan_make(struct job_plan *plan, const struct gen_options *options, char *const *operands,
                  size_t count, struct cli_progress *progress) {
    *plan = (struct job_plan){.directory = cli_directory_find(options->common.dir)};
    if (!plan->directory) return CLI_FAILURE;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    if (!cli_kinds_of((tilepdb_metric)options->metric, options->blank, options->encoding, kinds))
        return CLI_USAGE;
    plan->kind = kinds[0];
    int code = plan_operands(plan, options, operands, count);
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++)
        code = job_need(&plan->jobs[i], plan, options);
    if (code == CLI_SUCCESS) code = cli_directory_check(plan->directory);
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++)
        code = job_inspect(&plan->jobs[i], plan, options, progress);
    return code;
}

void job_plan_free(struct job_plan *plan) {
    for (size_t i = 0; i < plan->count; i++) job_free(&plan->jobs[i]);
    free(plan->jobs);
    free(plan->directory);
}

int job_plan_check_memory(const struct job_plan *plan, const struct gen_options *options) {
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < plan->count && options->memory != 0; i++) {
        const struct job *job = &plan->jobs[i];
        if (job->action == JOB_KEEP || job->need.memory_bytes <= options->memory) continue;
        cli_complain("%s need%s %s of memory, more than the %s that --memory allows", job->label,
                     job->pattern.colours ? "s" : "", IN_BYTES(job->need.memory_bytes),
                     IN_BYTES(options->memory));
        code = CLI_NO;
    }
    return code;
}
