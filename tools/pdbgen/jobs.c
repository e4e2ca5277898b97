/* See pdbgen.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/files.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "cli/signals.h"
#include "pdbgen/pdbgen.h"
#include "tables/table_arguments.h"
#include "tables/table_set.h"
#include "tables/table_text.h"
#include "tilepdb_tables.h"
#include "tilepdb_text.h"

/* ---- files that exist ------------------------------------------------------------------------ */

/* Checks the whole file. Returns a status of tilepdb_table_open. */
static tilepdb_status job_read(const struct job *job, const struct job_plan *plan,
                               tilepdb_table_info *info, tilepdb_error *error) {
    tilepdb_open_options open;
    tilepdb_open_options_init(&open);
    open.threads = plan->options->common.jobs;
    open.progress = cli_progress_report;
    open.user = plan->progress;
    open.preload = true;
    tilepdb_table *table;
    const tilepdb_status status = tilepdb_table_open(job->path, &open, &table, error);
    if (status) return status;
    tilepdb_table_info_get(table, info);
    tilepdb_table_close(table);
    return TILEPDB_OK;
}

static int unreadable_judge(struct job *job, const tilepdb_error *error) {
    switch (error->status) {
    case TILEPDB_ERROR_NOT_FOUND:
        return CLI_SUCCESS;
    case TILEPDB_ERROR_FORMAT:
    case TILEPDB_ERROR_CHECKSUM: {
        char *reason = cli_about_file(job->path, error->message);
        cli_note("%s is broken and will be replaced: %s", job->path, reason);
        free(reason);
        job->action = JOB_REPLACE;
        return CLI_SUCCESS;
    }
    case TILEPDB_ERROR_VERSION:
        cli_complain("%s: %s; --force replaces it", job->path, error->message);
        return CLI_FAILURE;
    default:
        return cli_fail(job->path, error);
    }
}

/* Decides whether an existing file is kept; reads all of it, since it must be valid. */
static int job_inspect(struct job *job, const struct job_plan *plan) {
    const int os_error = file_read_error(job->path);
    if (os_error == ENOENT) return CLI_SUCCESS;
    /* A file that cannot be replaced is refused now, before the table is generated. The table would
     * inherit its permissions, so a file that cannot be read is refused, too. */
    if (os_error != 0) return cli_file_check(job->path);
    if (plan->options->force) {
        job->action = JOB_REPLACE;
        return CLI_SUCCESS;
    }
    cli_progress_title(plan->progress, "%s", job->label);
    tilepdb_error error;
    if (job_read(job, plan, &job->info, &error)) return unreadable_judge(job, &error);
    if (table_info_matches(&job->info, &job->pattern, plan->kind)) {
        job->action = JOB_KEEP;
        job->need.memory_bytes = job->need.table_bytes = job->scratch_bytes = 0;
    } else {
        cli_note("%s holds a different table than its name says and will be replaced", job->path);
        job->action = JOB_REPLACE;
    }
    return CLI_SUCCESS;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static void job_free(struct job *job) {
    free(job->path);
    free(job->label);
}

/* Adds a job unless its path is planned already. */
static void plan_add(struct job_plan *plan, const tilepdb_pattern *pattern) {
    struct job job = {.pattern = *pattern,
                      .path = pattern_path(pattern, plan->kind, plan->directory),
                      .label = pattern_title(pattern, plan->kind)};
    bool known = false;
    for (size_t i = 0; i < plan->count; i++)
        known = known || strcmp(plan->jobs[i].path, job.path) == 0;
    if (known)
        job_free(&job);
    else
        plan->jobs[plan->count++] = job;
}

static int plan_operand(struct job_plan *plan, const char *operand, int cell) {
    tilepdb_table_set set;
    const int code = table_set_parse(&set, operand, plan->options->board, cell, plan->kind);
    if (code != CLI_SUCCESS) return code;
    const tilepdb_pattern *first = &set.patterns[0];
    tilepdb_pattern any;
    tilepdb_error error;
    if (first->colours &&
        tilepdb_colouring_default(first->width, first->height, first->goal_blank, &any, &error))
        cli_note("%s; the table is of no use to them", error.message);
    if (first->width != set.width)
        cli_note("%dx%d has the databases of the transposed board, %dx%d, which serve both",
                 set.width, set.height, first->width, first->height);
    for (unsigned i = 0; i < set.count; i++) plan_add(plan, &set.patterns[i]);
    return CLI_SUCCESS;
}

bool gen_goal_is_board(const struct gen_options *options) {
    return options->goal && cli_keyword_index(options->goal, cli_goal_keywords) < 0;
}

/* Returns an option that goal tables do not have, or NULL. */
static const char *refused_option(const struct gen_options *options) {
    if (options->blank != CLI_UNSET) return "blank";
    if (options->encoding != CLI_UNSET) return "encoding";
    if (options->goal_blank != CLI_UNSET) return "goal-blank";
    return options->scratch ? "scratch" : NULL;
}

static int plan_goal(struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    const char *refused = refused_option(options), *text = options->goal;
    if (refused) {
        cli_complain("--%s does not work with the goal of a goal table: leave out --%s", refused,
                     refused);
        return CLI_USAGE;
    }
    tilepdb_board goal;
    tilepdb_error error;
    tilepdb_pattern pattern;
    tilepdb_status status = tilepdb_goal_parse(text, strlen(text), options->board.width,
                                               options->board.height, &goal, &error);
    if (!status) status = tilepdb_size_check(goal.width, goal.height, &error);
    if (!status) status = tilepdb_goal_pattern(&goal, &pattern, &error);
    if (status) {
        cli_complain("--goal: '%.99s' is not " CLI_GOAL_LIST "or a board: %s", text, error.message);
        return CLI_USAGE;
    }
    plan->kind =
        (tilepdb_kind){TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_GOAL, (tilepdb_metric)options->metric};
    plan_add(plan, &pattern);
    return CLI_SUCCESS;
}

static int job_need(struct job *job, const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    tilepdb_generate_options generate;
    tilepdb_generate_options_init(&generate);
    generate.threads = options->common.jobs;
    tilepdb_error error;
    const gen_need need = job->pattern.colours ? tilepdb_table_need : options->backend->need;
    tilepdb_status status = need(&job->pattern, plan->kind, &generate, &job->need, &error);
    if (!status && options->scratch) {
        tilepdb_scratch_need scratch;
        status = tilepdb_scratch_need_get(&job->pattern, plan->kind, &generate, &scratch, &error);
        if (!status) {
            job->need.memory_bytes = scratch.memory_least;
            job->scratch_bytes = scratch.scratch_bytes;
        }
    }
    return status ? cli_fail(job->label, &error) : CLI_SUCCESS;
}

int job_plan_make(struct job_plan *plan, char *const *operands, size_t count) {
    const struct gen_options *options = plan->options;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    int cell;
    plan->directory = cli_directory_find(options->common.dir);
    if (!plan->directory) return CLI_FAILURE;
    if (!cli_kinds((tilepdb_metric)options->metric, options->blank, options->encoding, kinds))
        return CLI_USAGE;
    plan->kind = kinds[0];
    plan->jobs = cli_allocated(calloc(count * TILEPDB_TABLE_MAX_CELLS + 1, sizeof *plan->jobs));
    const bool goal = gen_goal_is_board(options);
    const int named =
        options->goal && !goal ? cli_keyword_index(options->goal, cli_goal_keywords) : CLI_UNSET;
    int code =
        goal ? plan_goal(plan)
             : cli_goal_cell(cli_board_size(options->board), named, options->goal_blank, &cell);
    for (size_t i = 0; i < count && code == CLI_SUCCESS; i++)
        code = plan_operand(plan, operands[i], cell);
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++)
        code = job_need(&plan->jobs[i], plan);
    if (code == CLI_SUCCESS) code = cli_directory_check(plan->directory);
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++)
        code = job_inspect(&plan->jobs[i], plan);
    return code;
}

void job_plan_free(struct job_plan *plan) {
    for (size_t i = 0; i < plan->count; i++) job_free(&plan->jobs[i]);
    free(plan->jobs);
    free(plan->directory);
}

/* ---- making one table ------------------------------------------------------------------------ */

tilepdb_status gen_make_local(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *path,
                              const tilepdb_generate_options *generate,
                              const tilepdb_save_options *save, tilepdb_table_info *info,
                              tilepdb_error *error) {
    tilepdb_table *table;
    tilepdb_status status = tilepdb_table_generate(pattern, kind, generate, &table, error);
    if (status) return status;
    tilepdb_table_info_get(table, info);
    status = tilepdb_table_save(table, path, save, error);
    tilepdb_table_close(table);
    return status;
}

static tilepdb_status table_make(const struct job *job, const struct job_plan *plan,
                                 tilepdb_table_info *info, tilepdb_error *error) {
    const struct gen_options *options = plan->options;
    tilepdb_generate_options generate;
    tilepdb_generate_options_init(&generate);
    generate.threads = options->common.jobs;
    generate.variant = options->common.variant;
    generate.memory_limit = options->memory;
    generate.progress = cli_progress_report;
    generate.user = plan->progress;
    tilepdb_save_options save;
    tilepdb_save_options_init(&save);
    if (options->level != CLI_UNSET) save.level = options->level;
    save.threads = options->common.jobs;
    save.progress = cli_progress_report;
    save.user = plan->progress;
    if (!options->scratch) {
        const gen_make make = job->pattern.colours ? gen_make_local : options->backend->make;
        return make(&job->pattern, plan->kind, job->path, &generate, &save, info, error);
    }
    tilepdb_scratch_options scratch;
    tilepdb_scratch_options_init(&scratch);
    scratch.directory = options->scratch;
    int level;
    if (!tilepdb_scratch_find(&job->pattern, plan->kind, &scratch, &level, NULL) && level >= 0)
        cli_note("%s: resumed in %s, from distance %d", job->path, options->scratch, level);
    return tilepdb_table_generate_file(&job->pattern, plan->kind, job->path, &generate, &save,
                                       &scratch, info, error);
}

static bool same_statistics(const tilepdb_table_info *a, const tilepdb_table_info *b) {
    if (a->entries != b->entries || a->reachable != b->reachable || a->levels != b->levels)
        return false;
    uint64_t sum = 0;
    for (int distance = 0; distance < a->levels; distance++) {
        if (a->histogram[distance] != b->histogram[distance]) return false;
        sum += a->histogram[distance];
    }
    return sum == a->reachable;
}

/* Opens the file, which checks every checksum, and compares its statistics. */
static int job_verify(const struct job *job, const struct job_plan *plan,
                      const tilepdb_table_info *expected) {
    tilepdb_table_info info;
    tilepdb_error error;
    if (job_read(job, plan, &info, &error)) return cli_fail(job->path, &error);
    if (same_statistics(&info, expected)) return CLI_SUCCESS;
    cli_complain("%s: the file does not hold what was generated; generate it again with --force",
                 job->path);
    return CLI_NO;
}

static int job_generate(struct job *job, const struct job_plan *plan,
                        tilepdb_table_info *generated) {
    const double start = clock_seconds();
    tilepdb_error error;
    if (table_make(job, plan, generated, &error)) return cli_fail(job->path, &error);
    job->seconds = clock_seconds() - start;
    return tilepdb_file_info(job->path, &job->info, &error) ? cli_fail(job->path, &error)
                                                            : CLI_SUCCESS;
}

/* Locks `path`, if the directory permits it. While another process has the lock, waits, says so
 * once, and sets `*waited`. Returns false after an interrupt. */
static bool lock_wait(struct lock_file *lock, const char *path, bool *waited) {
    enum lock_state state;
    *waited = false;
    while ((state = lock_file_take(lock, path)) == LOCK_BUSY && !cli_signal()) {
        if (!*waited) cli_note("%s: waiting for another process, which generates it", path);
        *waited = true;
        clock_sleep(LOCK_PAUSE);
    }
    return state != LOCK_BUSY;
}

/* Keeps a file that another process has made since the plan or during the wait for the lock. */
static int job_make(struct job *job, const struct job_plan *plan, tilepdb_table_info *generated) {
    struct lock_file lock;
    bool waited;
    if (!lock_wait(&lock, job->path, &waited)) return cli_exit_code(TILEPDB_CANCELLED);
    const bool may_exist = waited || job->action == JOB_WRITE;
    int code = may_exist ? job_inspect(job, plan) : CLI_SUCCESS;
    *generated = job->info;
    if (code == CLI_SUCCESS && job->action != JOB_KEEP) code = job_generate(job, plan, generated);
    lock_file_release(&lock);
    return code;
}

static void leftovers_clean(const struct job *job, const struct job_plan *plan) {
    tilepdb_file_clean(job->path);
    if (!plan->options->scratch) return;
    tilepdb_scratch_options scratch;
    tilepdb_scratch_options_init(&scratch);
    scratch.directory = plan->options->scratch;
    tilepdb_scratch_clean(&job->pattern, plan->kind, &scratch);
}

int job_run(struct job *job, const struct job_plan *plan) {
    tilepdb_table_info generated = job->info;
    int code = CLI_SUCCESS;
    if (cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
    if (job->action != JOB_KEEP)
        code = job_make(job, plan, &generated);
    else
        leftovers_clean(job, plan);
    if (code == CLI_SUCCESS && plan->options->verify) code = job_verify(job, plan, &generated);
    cli_progress_clear();
    return code;
}
