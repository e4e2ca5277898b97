/* The tool, however it makes its tables: options, rules, one job after the other. */
#include "pdbgen/pdbgen.h"
#include "cli/console.h"
#include "cli/parse.h"
#include "cli/paths.h"
#include "tables/table_text.h"

#define OFFSET(member) offsetof(struct gen_options, member)

/* A dry run takes what the run would take. */
enum { LIST = 1 << 0, DRY_RUN = 1 << 1, GENERATE = 1 << 2, RUN = DRY_RUN | GENERATE };

static const struct cli_mode modes[] = {
    {"list", NULL, LIST}, {"dry-run", NULL, DRY_RUN}, {NULL, NULL, GENERATE}};

static const struct cli_option table_options[] = {
    {'b', "board", "WxH", CLI_BOARD, OFFSET(board),
     "size of the board, width x height (default 4x4)", .modes = LIST | RUN,
     .tried = "3x3; in sized, coloured sized"},
    {0, "metric", "NAME", CLI_CHOICE, OFFSET(metric),
     "single (or stm): tables of patterns (default); multi (or mtm): of colourings, for slides of "
     "one tile or more",
     .keywords = cli_metric_keywords, .also = cli_metric_synonyms, .modes = LIST | RUN,
     .tried = "multi; in new, there",
     .rules = CLI_RULES(
         {CLI_EXCLUDES, "blank encoding", .why = "tables of colourings have one kind",
          .value = "multi"},
         {CLI_EXCLUDES, "scratch", .why = "colour tables are made in memory", .value = "multi"})},
    {0, "blank", "POLICY", CLI_CHOICE, OFFSET(blank),
     "aware: one entry for each region of the blank (default); projected: the minimum over the "
     "regions",
     .keywords = cli_blank_keywords, .modes = RUN, .tried = "projected"},
    {0, "encoding", "NAME", CLI_CHOICE, OFFSET(encoding),
     "bit (default for aware) or nibble (default for projected, and the only one)",
     .keywords = cli_encoding_keywords, .modes = RUN, .tried = "nibble"},
    {0, "goal", "NAME", CLI_CHOICE, OFFSET(goal), CLI_GOAL_HELP "default: blank-last",
     .keywords = cli_goal_keywords, .modes = RUN, .tried = "blank-first; in new, coloured"},
    {0, "goal-blank", "CELL", CLI_NUMBER, OFFSET(goal_blank),
     "the goal's blank cell, counted from 0, row by row; tiles 1, 2, 3 ... fill the other cells",
     .maximum = TILEPDB_TABLE_MAX_CELLS - 1, .modes = RUN, .tried = "6; in new, coloured"},
    {'l', "level", "N", CLI_NUMBER, OFFSET(level),
     "zstd level 1 to 22; 0: uncompressed (default: depends on the encoding)", .maximum = 22,
     .modes = RUN, .tried = "19; in new, nibble, nibble there, coloured, coloured there"},
    {'m', "memory", "SIZE", CLI_BYTES, OFFSET(memory),
     "refuse to start if a table needs more than SIZE, such as 500M", .modes = RUN,
     .tried = "1G; in little, coloured little"},
};

static const struct cli_option scratch_options[] = {
    {0, "scratch", "DIR", CLI_TEXT, OFFSET(scratch),
     "generate in files in DIR, with the memory that --memory allows; a run that was stopped goes "
     "on there",
     .modes = RUN, .tried = ".; unseen"},
};

static const struct cli_option mode_options[] = {
    {0, "verify", NULL, CLI_FLAG, OFFSET(verify),
     "reopen the files: check checksums and statistics", .modes = RUN,
     .tried = "; in new, coloured"},
    {'f', "force", NULL, CLI_FLAG, OFFSET(force), "also replace existing valid files", .modes = RUN,
     .tried = "; in there, coloured there"},
    {'n', "dry-run", NULL, CLI_FLAG, OFFSET(dry_run),
     "show what would be done and the memory it needs", .modes = DRY_RUN,
     .tried = "; in new, coloured"},
    {0, "list", NULL, CLI_FLAG, OFFSET(list),
     "draw the catalogue of partitions, or of colourings (with --board, for that size)",
     .modes = LIST},
    {0, "json", NULL, CLI_FLAG, OFFSET(json), "print one JSON object per line", .modes = LIST | RUN,
     .tried = "; in new, coloured"},
};

static int carry_out(struct cli_output *output, struct job_plan *plan,
                     const struct gen_options *options, struct cli_progress *progress) {
    bool writes = false;
    for (size_t i = 0; i < plan->count; i++) writes = writes || plan->jobs[i].action != JOB_KEEP;
    int code = writes ? cli_directory_make(plan->directory) : CLI_SUCCESS;
    for (size_t i = 0; i < plan->count && code == CLI_SUCCESS; i++) {
        struct job *job = &plan->jobs[i];
        cli_progress_title(progress, "%s (%zu of %zu)", job->label, i + 1, plan->count);
        code = job_run(job, plan, options, progress);
        if (code != CLI_SUCCESS) break;
        if (!options->common.quiet || options->json) job_report(output->stream, job, plan, options);
        cli_output_flush(output); /* tables are generated even if the reader is gone */
    }
    return code;
}

static int generate(struct cli_output *output, const struct gen_options *options,
                    char *const *partitions, size_t count) {
    struct cli_progress progress;
    struct job_plan plan;
    cli_progress_init(&progress, &options->common);
    int code = job_plan_make(&plan, options, partitions, count, &progress);
    cli_progress_clear();
    bool planned = code == CLI_SUCCESS;
    if (planned) code = job_plan_check_memory(&plan, options);
    if (planned && options->dry_run)
        for (size_t i = 0; i < plan.count; i++)
            job_report(output->stream, &plan.jobs[i], &plan, options);
    else if (code == CLI_SUCCESS)
        code = carry_out(output, &plan, options, &progress);
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
        .goal = CLI_UNSET,
        .goal_blank = CLI_UNSET,
    };
    const struct cli_section sections[] = {
        {"Tables", table_options, CLI_LENGTH(table_options), &options},
        {"What to do", mode_options, CLI_LENGTH(mode_options), &options},
        {"Common options", cli_common_options, cli_common_option_count, &options.common},
        {"Tables larger than memory", scratch_options, CLI_LENGTH(scratch_options), &options},
    };
    const struct cli_tool tool = {
        .name = backend->tool,
        .usage = "[OPTIONS] PARTITION...",
        .operands = {.partitions = true, .called = "partitions", .modes = RUN},
        .summary = backend->summary,
        .epilogue = backend->epilogue,
        .sections = sections,
        .section_count = CLI_LENGTH(sections) - !backend->scratch,
        .modes = modes,
        .mode_count = CLI_LENGTH(modes),
    };
    int first;
    int code = cli_parse(&tool, &options.common, argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    if (!options.list && first == argc) {
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
