/* One table: generate, save, check it again. */
#include <math.h>

#include "base/clock.h"
#include "cli/console.h"
#include "cli/lock_file.h"
#include "cli/signals.h"
#include "pdbgen/pdbgen.h"
#include "tables/table_text.h"

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

/* In files in a directory, where an earlier run may have got somewhere. */
static tilepdb_status make_in_scratch(const struct job *job, const struct job_plan *plan,
                                      const struct gen_options *options,
                                      const tilepdb_generate_options *generate,
                                      const tilepdb_save_options *save, tilepdb_table_info *info,
                                      tilepdb_error *error) {
    tilepdb_scratch_options scratch;
    tilepdb_scratch_options_init(&scratch);
    scratch.directory = options->scratch;
    int level;
    if (!tilepdb_scratch_find(&job->pattern, plan->kind, &scratch, &level, NULL) && level >= 0)
        cli_note("%s: goes on in %s, from distance %d", job->path, options->scratch, level);
    return tilepdb_table_generate_file(&job->pattern, plan->kind, job->path, generate, save,
                                       &scratch, info, error);
}

static tilepdb_status table_make(const struct job *job, const struct job_plan *plan,
                                 const struct gen_options *options, struct cli_progress *progress,
                                 tilepdb_table_info *info, tilepdb_error *error) {
    tilepdb_generate_options generate;
    tilepdb_generate_options_init(&generate);
    generate.threads = options->common.jobs;
    generate.variant = options->common.variant;
    generate.memory_limit = options->memory;
    generate.progress = cli_progress_report;
    generate.user = progress;
    tilepdb_save_options save;
    tilepdb_save_options_init(&save);
    if (options->level != CLI_UNSET) save.level = options->level;
    save.threads = options->common.jobs;
    save.progress = cli_progress_report;
    save.user = progress;
    const gen_make make = job->pattern.colours ? gen_make_local : options->backend->make;
    if (options->scratch) return make_in_scratch(job, plan, options, &generate, &save, info, error);
    return make(&job->pattern, plan->kind, job->path, &generate, &save, info, error);
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

/* Opens what was written: the library checks every checksum, and the statistics must be those of
 * the table that was generated (for a kept file: of the file, so that the sum is checked). */
static int verify(const struct job *job, const struct gen_options *options,
                  struct cli_progress *progress, const tilepdb_table_info *expected) {
    tilepdb_table_info info;
    tilepdb_error error;
    if (job_read(job, options, progress, &info, &error)) return cli_fail(job->path, &error);
    if (same_statistics(&info, expected)) return CLI_SUCCESS;
    cli_complain("%s: the file does not hold what was generated; generate it again with --force",
                 job->path);
    return CLI_NO;
}

static int job_generate(struct job *job, const struct job_plan *plan,
                        const struct gen_options *options, struct cli_progress *progress,
                        tilepdb_table_info *generated) {
    double start = clock_seconds();
    tilepdb_error error;
    if (table_make(job, plan, options, progress, generated, &error))
        return cli_fail(job->path, &error);
    job->seconds = clock_seconds() - start;
    if (tilepdb_file_info(job->path, &job->info, &error)) return cli_fail(job->path, &error);
    return CLI_SUCCESS;
}

/* Generates a table, unless another process has made it since the plan looked for its file: it may
 * have done so before this one had the lock, too. */
static int job_make(struct job *job, const struct job_plan *plan, const struct gen_options *options,
                    struct cli_progress *progress, tilepdb_table_info *generated) {
    struct cli_lock_file lock;
    if (!cli_lock_file_acquire(&lock, job->path, INFINITY)) return cli_exit_code(TILEPDB_CANCELLED);
    const bool may_be_there = lock.waited || job->action == JOB_WRITE;
    int code = may_be_there ? job_inspect(job, plan, options, progress) : CLI_SUCCESS;
    *generated = job->info;
    if (code == CLI_SUCCESS && job->action != JOB_KEEP)
        code = job_generate(job, plan, options, progress, generated);
    cli_lock_file_release(&lock);
    return code;
}

/* Of a file that is kept, what killed runs left. */
static void leftovers_clean(const struct job *job, const struct job_plan *plan,
                            const struct gen_options *options) {
    tilepdb_file_clean(job->path);
    tilepdb_scratch_options scratch;
    tilepdb_scratch_options_init(&scratch);
    scratch.directory = options->scratch;
    if (options->scratch) tilepdb_scratch_clean(&job->pattern, plan->kind, &scratch);
}

int job_run(struct job *job, const struct job_plan *plan, const struct gen_options *options,
            struct cli_progress *progress) {
    tilepdb_table_info generated = job->info;
    int code = CLI_SUCCESS;
    if (cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
    if (job->action != JOB_KEEP)
        code = job_make(job, plan, options, progress, &generated);
    else
        leftovers_clean(job, plan, options);
    if (code == CLI_SUCCESS && options->verify) code = verify(job, options, progress, &generated);
    cli_progress_clear();
    return code;
}
