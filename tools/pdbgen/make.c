/* One table: generate, save, check it again. */
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/tables.h"
#include "pdbgen/pdbgen.h"
#include "util/clock.h"

static tilepdb_status generate(const struct job *job, const struct plan *plan,
                               const struct gen_options *options, struct cli_progress *progress,
                               tilepdb_table **table, tilepdb_error *error) {
    tilepdb_generate_options generate_options;
    tilepdb_generate_options_init(&generate_options);
    generate_options.threads = options->common.jobs;
    generate_options.variant = options->common.variant;
    generate_options.memory_limit = options->memory;
    generate_options.progress = cli_progress_report;
    generate_options.user = progress;
    return tilepdb_table_generate(&job->pattern, plan->kind, &generate_options, table, error);
}

static tilepdb_status save(const struct job *job, const struct gen_options *options,
                           struct cli_progress *progress, const tilepdb_table *table,
                           tilepdb_error *error) {
    tilepdb_save_options save_options;
    tilepdb_save_options_init(&save_options);
    if (options->level != CLI_UNSET) save_options.level = options->level;
    save_options.threads = options->common.jobs;
    save_options.progress = cli_progress_report;
    save_options.user = progress;
    return tilepdb_table_save(table, job->path, &save_options, error);
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

static int make(struct job *job, const struct plan *plan, const struct gen_options *options,
                struct cli_progress *progress, tilepdb_table_info *generated) {
    double start = clock_seconds();
    tilepdb_table *table;
    tilepdb_error error;
    if (generate(job, plan, options, progress, &table, &error)) return cli_fail(job->path, &error);
    tilepdb_table_info_get(table, generated);
    tilepdb_status status = save(job, options, progress, table, &error);
    tilepdb_table_close(table);
    if (status) return cli_fail(job->path, &error);
    job->seconds = clock_seconds() - start;
    if (tilepdb_file_info(job->path, &job->info, &error)) return cli_fail(job->path, &error);
    return CLI_SUCCESS;
}

int job_run(struct job *job, const struct plan *plan, const struct gen_options *options,
            struct cli_progress *progress) {
    tilepdb_table_info generated = job->info;
    int code = CLI_SUCCESS;
    if (cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
    if (job->action != JOB_KEEP)
        code = make(job, plan, options, progress, &generated);
    else
        tilepdb_file_clean(job->path);
    if (code == CLI_SUCCESS && options->verify) code = verify(job, options, progress, &generated);
    cli_progress_clear();
    return code;
}
