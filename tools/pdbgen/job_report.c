/* One line per job: text or JSON. */
#include "base/message_text.h"
#include "cli/console.h"
#include "cli/json.h"
#include "pdbgen/pdbgen.h"
#include "tables/table_text.h"

#define INDENT 4 /* of a line that a terminal breaks */

static const char *const would_do[] = {"write", "keep", "replace"};
static const char *const has_done[] = {"written", "kept", "replaced"};

/* A dry run repeats what the run would do with --level and --verify. */
static void report_need(FILE *stream, const struct job *job, const struct gen_options *options) {
    char level[24] = "";
    const char *verify = options->verify ? ", then verify" : "";
    if (job->action == JOB_KEEP) {
        cli_print_line(stream, INDENT, "%s: would keep %s entries, %s%s", job->path,
                       GROUPED(job->info.entries), IN_BYTES(job->info.file_bytes), verify);
        return;
    }
    if (options->level != CLI_UNSET) snprintf(level, sizeof level, ", level %d", options->level);
    char scratch[64] = "";
    if (options->scratch)
        snprintf(scratch, sizeof scratch, " or more, at most %s in scratch files",
                 IN_BYTES(job->scratch_bytes));
    cli_print_line(
        stream, INDENT, "%s: would %s %s entries, %s of memory%s, at most %s on disk%s%s",
        job->path, would_do[job->action], GROUPED(job->need.entries),
        IN_BYTES(job->need.memory_bytes), scratch, IN_BYTES(job->need.table_bytes), level, verify);
}

static void report_file(FILE *stream, const struct job *job, bool verified) {
    char reachable[NUMBER_TEXT + 16] = "", took[32] = "";
    if (job->info.reachable != job->info.entries)
        snprintf(reachable, sizeof reachable, " (%s reachable)", GROUPED(job->info.reachable));
    if (job->action != JOB_KEEP) snprintf(took, sizeof took, " in %.2f s", job->seconds);
    cli_print_line(stream, INDENT, "%s: %s entries%s, maximum %d, mean %.3f, %s, %s%s%s", job->path,
                   GROUPED(job->info.entries), reachable, job->info.levels - 1,
                   cli_mean(&job->info), IN_BYTES(job->info.file_bytes), has_done[job->action],
                   took, verified ? ", verified" : "");
}

static json_t *need_object(const struct job *job) {
    return json_pack("{sIsIsIsI}", "entries", (json_int_t)job->need.entries, "memory_bytes",
                     (json_int_t)job->need.memory_bytes, "table_bytes",
                     (json_int_t)job->need.table_bytes, "scratch_bytes",
                     (json_int_t)job->scratch_bytes);
}

static void report_json(FILE *stream, const struct job *job, const struct job_plan *plan,
                        const struct gen_options *options) {
    json_t *object = cli_json_pattern(job->path, &job->pattern, plan->kind);
    if (options->dry_run) {
        json_t *level = options->level != CLI_UNSET ? json_integer(options->level) : json_null();
        json_object_update_new(object, json_pack("{ss so so sb}", "action", would_do[job->action],
                                                 "need", need_object(job), "level", level, "verify",
                                                 options->verify));
    } else {
        json_object_update_new(object,
                               json_pack("{ss sf sb}", "action", has_done[job->action], "seconds",
                                         job->seconds, "verified", options->verify));
        cli_json_add_info(object, &job->info);
    }
    cli_json_print(stream, object);
}

void job_report(FILE *stream, const struct job *job, const struct job_plan *plan,
                const struct gen_options *options) {
    if (options->json)
        report_json(stream, job, plan, options);
    else if (options->dry_run)
        report_need(stream, job, options);
    else
        report_file(stream, job, options->verify);
}
