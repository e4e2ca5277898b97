/* What is to be done: patterns, files, needs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/advice.h"
#include "cli/console.h"
#include "cli/directory.h"
#include "cli/tables.h"
#include "pdbgen/pdbgen.h"
#include "util/number.h"
#include "util/tiles.h"

static bool same_pattern(const tilepdb_pattern *a, const tilepdb_pattern *b) {
    return a->width == b->width && a->height == b->height && a->goal_blank == b->goal_blank &&
           a->tiles == b->tiles;
}

static void plan_add(struct plan *plan, tilepdb_pattern pattern) {
    for (size_t i = 0; i < plan->count; i++)
        if (same_pattern(&plan->jobs[i].pattern, &pattern)) return;
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(&pattern, plan->kind, name);
    plan->jobs[plan->count++] = (struct job){
        .pattern = pattern,
        .path = cli_path_join(plan->directory, name),
    };
}

/* What to do about a file that could not be opened as the job's table. */
static int judge_failure(struct job *job, const tilepdb_error *error) {
    switch (error->status) {
    case TILEPDB_ERROR_NOT_FOUND:
        return CLI_SUCCESS;
    case TILEPDB_ERROR_FORMAT:
    case TILEPDB_ERROR_CHECKSUM:
        cli_note("%s is broken and will be replaced: %s", job->path, error->message);
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

/* Decides whether the file that may be there is kept. All of it is read, since it must be valid. */
static int job_inspect(struct job *job, const struct plan *plan, const struct gen_options *options,
                       struct cli_progress *progress) {
    const int trouble = cli_file_trouble(job->path);
    if (trouble == ENOENT) return CLI_SUCCESS;
    /* What cannot be put in its place is known before it is generated; and a table takes over the
     * permissions of the file that it replaces, so it could not be read either. */
    if (trouble != 0) return cli_file_check(job->path);
    if (options->force) {
        job->action = JOB_REPLACE;
        return CLI_SUCCESS;
    }
    cli_progress_title(progress, "tiles %s", TILES(job->pattern.tiles));
    tilepdb_error error;
    if (job_read(job, options, progress, &job->info, &error)) return judge_failure(job, &error);
    if (same_pattern(&job->info.pattern, &job->pattern) &&
        job->info.kind.blank == plan->kind.blank &&
        job->info.kind.encoding == plan->kind.encoding) {
        job->action = JOB_KEEP;
        job->need.memory_bytes = job->need.table_bytes = 0;
    } else {
        cli_note("%s holds a different table than its name says and will be replaced", job->path);
        job->action = JOB_REPLACE;
    }
    return CLI_SUCCESS;
}

static int job_need(struct job *job, const struct plan *plan, const struct gen_options *options) {
    tilepdb_generate_options generate;
    tilepdb_generate_options_init(&generate);
    generate.threads = options->common.jobs;
    tilepdb_error error;
    if (!options->way->need(&job->pattern, plan->kind, &generate, &job->need, &error))
        return CLI_SUCCESS;
    char *subject = cli_text("tiles %s", TILES(job->pattern.tiles));
    int code = cli_fail(subject, &error);
    free(subject);
    return code;
}

static int plan_patterns(struct plan *plan, const struct gen_options *options,
                         char *const *partitions, size_t count) {
    int cell;
    int code =
        cli_goal_cell(cli_board_size(options->board), options->goal, options->goal_blank, &cell);
    plan->jobs = cli_allocated(calloc(count * TILEPDB_TABLE_MAX_CELLS, sizeof *plan->jobs));
    for (size_t i = 0; i < count && code == CLI_SUCCESS; i++) {
        tilepdb_partition partition;
        code = cli_partition(partitions[i], options->board, cell, &partition);
        for (unsigned j = 0; code == CLI_SUCCESS && j < partition.count; j++)
            plan_add(plan, tilepdb_partition_pattern(&partition, j));
    }
    return code;
}

int plan_make(struct plan *plan, const struct gen_options *options, char *const *partitions,
              size_t count, struct cli_progress *progress) {
    *plan = (struct plan){.directory = cli_directory_find(options->common.dir)};
    if (!plan->directory) return CLI_FAILURE;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    if (cli_kinds(options->blank, options->encoding, kinds) == 0) return CLI_USAGE;
    plan->kind = kinds[0];
    int code = plan_patterns(plan, options, partitions, count);
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++)
        code = job_need(&plan->jobs[i], plan, options);
    if (code == CLI_SUCCESS) code = cli_directory_check(plan->directory);
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++)
        code = job_inspect(&plan->jobs[i], plan, options, progress);
    return code;
}

void plan_free(struct plan *plan) {
    for (size_t i = 0; i < plan->count; i++) free(plan->jobs[i].path);
    free(plan->jobs);
    free(plan->directory);
}

int plan_check_memory(const struct plan *plan, const struct gen_options *options) {
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < plan->count && options->memory != 0; i++) {
        const struct job *job = &plan->jobs[i];
        if (job->action == JOB_KEEP || job->need.memory_bytes <= options->memory) continue;
        cli_complain("tiles %s need %s of memory, more than the %s that --memory allows",
                     TILES(job->pattern.tiles), IN_BYTES(job->need.memory_bytes),
                     IN_BYTES(options->memory));
        code = CLI_NO;
    }
    return code;
}
