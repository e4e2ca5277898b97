/* pdbinfo: shows what table files hold. */
#include "cli/console.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "cli/signals.h"
#include "pdbinfo/pdbinfo.h"
#include "tables/advice.h"
#include "tables/tables.h"

#define OFFSET(member) offsetof(struct info_options, member)

static const struct cli_mode modes[] = {{NULL, NULL, CLI_ALL_MODES}};

static const struct cli_option which_options[] = {
    {'b', "board", "WxH", CLI_BOARD, OFFSET(which.board), 0, 0, NULL,
     "size of the partition's board (default 4x4)", .modes = CLI_ALL_MODES,
     .tried = "3x3; in sized, coloured sized"},
    {0, "metric", "NAME", CLI_CHOICE, OFFSET(which.metric), 0, 0, cli_metric_words,
     "single: operands are partitions (default); multi: colourings, such as large",
     .modes = CLI_ALL_MODES, .tried = "multi",
     .rules = CLI_RULES(
         {CLI_EXCLUDES, "blank encoding", .why = "colour tables have one kind", .value = "multi"})},
    {0, "blank", "POLICY", CLI_CHOICE, OFFSET(which.blank), 0, 0, cli_blank_words,
     "of a partition, only aware or only projected files", .modes = CLI_ALL_MODES,
     .tried = "projected"},
    {0, "encoding", "NAME", CLI_CHOICE, OFFSET(which.encoding), 0, 0, cli_encoding_words,
     "of a partition, only bit or only nibble files", .modes = CLI_ALL_MODES, .tried = "nibble"},
    {0, "goal", "NAME", CLI_CHOICE, OFFSET(which.goal), 0, 0, cli_goal_words,
     "the partition's goal: blank-last (default) or blank-first", .modes = CLI_ALL_MODES,
     .tried = "blank-first; in there, coloured"},
    {0, "goal-blank", "CELL", CLI_NUMBER, OFFSET(which.goal_blank), 0, TILEPDB_TABLE_MAX_CELLS - 1,
     NULL, "the goal's blank cell, counted from 0, row by row", .modes = CLI_ALL_MODES,
     .tried = "6; in there, coloured"},
};

static const struct cli_option format_options[] = {
    {0, "json", NULL, CLI_FLAG, OFFSET(json), 0, 0, NULL, "print one JSON object per file",
     .modes = CLI_ALL_MODES, .tried = "; in there, coloured",
     .rules = CLI_RULES({CLI_EXCLUDES, .others = "csv manifest"})},
    {0, "csv", NULL, CLI_FLAG, OFFSET(csv), 0, 0, NULL,
     "print the histograms, one distance per line", .modes = CLI_ALL_MODES,
     .tried = "; in there, coloured", .rules = CLI_RULES({CLI_EXCLUDES, .others = "manifest"})},
    {0, "manifest", NULL, CLI_FLAG, OFFSET(manifest), 0, 0, NULL,
     "print one line per file, as in pdb/manifest.txt: what the table is, its hash and histogram",
     .modes = CLI_ALL_MODES, .tried = "; in there, coloured"},
};

static const char epilogue[] =
    "A FILE ends in .tpdb, contains a '/' or exists; any other operand is a PARTITION\n"
    "in the directory: a name from the catalogue (pdbgen --list), or tiles such as\n"
    "1-8/9-15; with --metric multi a colouring. Only the headers are read. What is\n"
    "in memory, and in huge pages, changes from moment to moment.\n"
    "\n"
    "Examples:\n"
    "  pdbinfo 7-8                   all existing files of 7-8\n"
    "  pdbinfo --csv 7-8 > 7-8.csv   their histograms\n"
    "\n"
    "Exit code: 0 done, 1 not enough memory, 2 usage error, 3 a file is missing,\n"
    "broken or unreadable.\n";

static tilepdb_status file_read(struct info_file *file, tilepdb_error *error) {
    const tilepdb_status status = tilepdb_file_info(file->path, &file->info, error);
    if (status || file->info.kind.metric != TILEPDB_METRIC_MULTI) return status;
    return tilepdb_colours_file_info(file->path, &file->colours, error);
}

static int report_all(struct cli_output *output, const struct cli_files *files,
                      const struct info_options *options) {
    int code = CLI_SUCCESS;
    report_begin(output->stream, options);
    for (size_t i = 0; i < files->count; i++) {
        if (cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
        struct info_file file = {.path = files->paths[i]};
        tilepdb_error error;
        if (file_read(&file, &error)) {
            code = cli_worse(code, cli_fail_table(file.path, &error, files->calls[i]));
            continue;
        }
        file.memory_known = !tilepdb_file_memory(file.path, &file.cached, &file.huge, NULL);
        report_file(output->stream, &file, options);
        if (!cli_output_flush(output)) break;
    }
    return code;
}

int main(int argc, char **argv) {
    struct info_options options = {
        .which = {.metric = CLI_UNSET,
                  .blank = CLI_UNSET,
                  .encoding = CLI_UNSET,
                  .goal = CLI_UNSET,
                  .goal_blank = CLI_UNSET,
                  .common = &options.common},
    };
    const struct cli_section sections[] = {
        {"Which files", which_options, CLI_LENGTH(which_options), &options},
        {"Format", format_options, CLI_LENGTH(format_options), &options},
        {"Common options", cli_common_options, cli_common_option_count, &options.common},
    };
    const struct cli_tool tool = {
        .name = "pdbinfo",
        .usage = "[OPTIONS] FILE|PARTITION...",
        .operands = {.partitions = true, .files = true, .called = "files", .modes = CLI_ALL_MODES},
        .summary = "Shows what pattern database files hold: header, sizes, histogram.",
        .epilogue = epilogue,
        .sections = sections,
        .section_count = CLI_LENGTH(sections),
        .modes = modes,
        .mode_count = CLI_LENGTH(modes),
    };
    int first;
    int code = cli_parse(&tool, &options.common, argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    if (first == argc) {
        cli_complain("name a file or a partition, such as 7-8");
        return CLI_USAGE;
    }
    struct cli_files files = {0};
    code = CLI_SUCCESS;
    for (int i = first; i < argc; i++)
        code = cli_worse(code, cli_files_add(&files, argv[i], &options.which));
    struct cli_output output;
    const int opened = cli_output_open(&output, NULL);
    code = cli_worse(code, opened);
    if (opened == CLI_SUCCESS) code = cli_worse(code, report_all(&output, &files, &options));
    cli_files_free(&files);
    return cli_output_end(&output, code);
}
