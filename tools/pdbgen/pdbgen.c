/* Options, reports and the run of pdbgen; see pdbgen.h. */
#include "pdbgen/pdbgen.h"

#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/json.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "cli/paths.h"
#include "tables/table_text.h"
#include "tilepdb_text.h"

#define OFFSET(member) offsetof(struct gen_options, member)

enum { LIST = 1 << 0, DRY_RUN = 1 << 1, GENERATE = 1 << 2, RUN = DRY_RUN | GENERATE };

static const struct cli_mode modes[] = {
    {.name = "list", .sets = LIST}, {.name = "dry-run", .sets = DRY_RUN}, {.sets = GENERATE}};

static const struct cli_option table_options[] = {
    {'b', "board", "WxH", CLI_BOARD, OFFSET(board),
     "size of the board, width x height (default 4x4)", .modes = LIST | RUN,
     .tried = "3x3; in sized, coloured sized"},
    {0, "metric", "NAME", CLI_CHOICE, OFFSET(metric),
     "what one move is: single (or stm), one tile, for partitions (default); multi (or mtm), a "
     "slide of one tile or more, for colourings",
     .keywords = cli_metric_keywords, .also = cli_metric_synonyms, .modes = LIST | RUN,
     .tried = "multi; in new, there",
     .rules = CLI_RULES({CLI_EXCLUDES, "blank encoding",
                         .why = "databases of colourings have one kind", .value = "multi"},
                        {CLI_EXCLUDES, "scratch", .why = "colour databases are generated in memory",
                         .value = "multi"})},
    {0, "blank", "POLICY", CLI_CHOICE, OFFSET(blank),
     "aware (zero-aware, default): one entry for each region of the blank; projected: the minimum "
     "over the regions",
     .keywords = cli_blank_keywords, .modes = RUN, .tried = "projected"},
    {0, "encoding", "NAME", CLI_CHOICE, OFFSET(encoding),
     "bit (default for aware databases) or nibble (the only one for projected databases)",
     .keywords = cli_encoding_keywords, .modes = RUN, .tried = "nibble"},
    {'g', "goal", "GOAL", CLI_TEXT, OFFSET(goal),
     CLI_GOAL_HELP
     "or, without PARTITION, a board for a table of this goal, where * is a cell that "
     "may hold anything, and tiles of one number are alike (default: blank-last)",
     .keywords = cli_goal_keywords, .modes = RUN, .tried = "blank-first; in new, coloured"},
    {0, "goal-blank", "CELL", CLI_NUMBER, OFFSET(goal_blank),
     "the goal's blank cell, counted from 0, row by row; tiles 1, 2, 3 ... fill the other cells",
     .maximum = TILEPDB_TABLE_MAX_CELLS - 1, .modes = RUN, .tried = "6; in new, coloured"},
    {'l', "level", "N", CLI_NUMBER, OFFSET(level),
     "zstd level 1 to 22; 0: uncompressed (default: depends on the encoding)", .maximum = 22,
     .modes = RUN, .tried = "19; in new, nibble, nibble there, coloured, coloured there"},
    {'m', "memory", "SIZE", CLI_BYTES, OFFSET(memory),
     "refuse to start if a database needs more memory than SIZE, such as 500M", .modes = RUN,
     .tried = "1G; in little, coloured little"},
};

static const struct cli_option scratch_options[] = {
    {0, "scratch", "DIR", CLI_TEXT, OFFSET(scratch),
     "generate in files in DIR, with the memory that --memory allows; a stopped run resumes when "
     "it is repeated",
     .modes = RUN, .tried = ".; unseen"},
};

static const struct cli_option mode_options[] = {
    {0, "verify", NULL, CLI_FLAG, OFFSET(verify),
     "reopen the files and check their checksums and statistics", .modes = RUN,
     .tried = "; in new, coloured, new json"},
    {'f', "force", NULL, CLI_FLAG, OFFSET(force), "also replace existing valid files", .modes = RUN,
     .tried = "; in there, coloured there, there json"},
    {'n', "dry-run", NULL, CLI_FLAG, OFFSET(dry_run),
     "only show what would be done, and the memory needed", .modes = DRY_RUN,
     .tried = "; in new, coloured"},
    {0, "list", NULL, CLI_FLAG, OFFSET(list),
     "draw the partitions of the catalogue, or its colourings with --metric multi; with --board, "
     "for that size",
     .modes = LIST},
    {0, "json", NULL, CLI_FLAG, OFFSET(json), "print one JSON object per line", .modes = LIST | RUN,
     .tried = "; in new, coloured"},
};

/* ---- one line per job: text or JSON --------------------------------------------------------- */

#define INDENT 4

static const char *const would_do[] = {"write", "keep", "replace"};
static const char *const has_done[] = {"written", "kept", "replaced"};

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

static void report_json(FILE *stream, const struct job *job, const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
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

static void job_report(FILE *stream, const struct job *job, const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    if (options->json)
        report_json(stream, job, plan);
    else if (options->dry_run)
        report_need(stream, job, options);
    else
        report_file(stream, job, options->verify);
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Reports tables that need more than --memory. Returns CLI_SUCCESS or CLI_NO. */
static int memory_check(const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
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

static int carry_out(struct cli_output *output, const struct job_plan *plan) {
    const struct gen_options *options = plan->options;
    bool writes = false;
    for (size_t i = 0; i < plan->count; i++) writes = writes || plan->jobs[i].action != JOB_KEEP;
    int code = writes ? cli_directory_make(plan->directory) : CLI_SUCCESS;
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++) {
        struct job *job = &plan->jobs[i];
        cli_progress_title(plan->progress, "%s (%zu of %zu)", job->label, i + 1, plan->count);
        code = job_run(job, plan);
        if (code != CLI_SUCCESS) break;
        if (!options->common.quiet || options->json) job_report(output->stream, job, plan);
        cli_output_flush(output); /* continues without a reader */
    }
    return code;
}

static int generate(struct cli_output *output, const struct gen_options *options,
                    char *const *partitions, size_t count) {
    struct cli_progress progress;
    struct job_plan plan = {.options = options, .progress = &progress};
    cli_progress_init(&progress, &options->common);
    int code = job_plan_make(&plan, partitions, count);
    cli_progress_clear();
    const bool planned = code == CLI_SUCCESS;
    if (planned) code = memory_check(&plan);
    if (planned && options->dry_run)
        for (size_t i = 0; i < plan.count; i++) job_report(output->stream, &plan.jobs[i], &plan);
    else if (code == CLI_SUCCESS)
        code = carry_out(output, &plan);
    cli_progress_clear();
    job_plan_free(&plan);
    return code;
}

int gen_run(const struct gen_backend *backend, int argc, char **argv) {
    struct gen_options options = {
        .backend = backend,
        .blank = CLI_UNSET,
        .encoding = CLI_UNSET,
        .level = CLI_UNSET,
        .goal_blank = CLI_UNSET,
    };
    const struct cli_section sections[] = {
        {"Databases", table_options, CLI_LENGTH(table_options), &options},
        {"What to do", mode_options, CLI_LENGTH(mode_options), &options},
        {"Common options", cli_common_options, cli_common_option_count, &options.common},
        {"Databases larger than memory", scratch_options, CLI_LENGTH(scratch_options), &options},
    };
    const struct cli_tool tool = {
        .name = backend->tool,
        .usage = "[OPTIONS] PARTITION...|--goal GOAL",
        .operands = {.partitions = true, .called = "partitions", .modes = RUN},
        .summary = backend->summary,
        .brief = backend->brief,
        .epilogue = backend->epilogue,
        .sections = sections,
        .section_count = CLI_LENGTH(sections) - !backend->scratch,
        .modes = modes,
        .mode_count = CLI_LENGTH(modes),
    };
    int first;
    int code = cli_parse(&tool, &options.common, argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    const bool goal = gen_goal_is_board(&options);
    if (!options.list && goal && first < argc) {
        int named;
        tilepdb_board board;
        if (tilepdb_goal_parse(options.goal, strlen(options.goal), 0, 0, &board, NULL) &&
            !cli_choice_read("goal", options.goal, cli_goal_keywords, &named))
            return CLI_USAGE;
        cli_complain("--goal: a goal table belongs to no partition: leave out '%.99s', or name the "
                     "goal " CLI_GOAL_LIST "or its blank with --goal-blank",
                     argv[first]);
        return CLI_USAGE;
    }
    if (!options.list && !goal && first == argc) {
        cli_complain("name a %s; --list shows the catalogue", options.metric == TILEPDB_METRIC_MULTI
                                                                  ? "colouring, such as large"
                                                                  : "partition, such as 7-8");
        return CLI_USAGE;
    }
    struct cli_output output = {0};
    code = cli_output_open(&output, NULL);
    if (code != CLI_SUCCESS) return code;
    if (options.list)
        catalogue_list(output.stream, &options);
    else
        code = generate(&output, &options, argv + first, (size_t)(argc - first));
    return cli_output_end(&output, code);
}
