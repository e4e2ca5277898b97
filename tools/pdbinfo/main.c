/* pdbinfo: what files of tables hold. */
#include <inttypes.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "tables/table_text.h"
#include "tilepdb_tables.h"

struct info_options {
    struct cli_table_filter filter;
    bool json;
    bool csv;
    bool manifest;
    struct cli_common common;
};

struct info_file {
    const char *path;
    tilepdb_table_info info;
    bool memory_known;
    uint64_t cached, huge; /* bytes, if memory_known */
};

/* ---- reports --------------------------------------------------------------------------------- */

#define BAR_WIDTH    40 /* shorter on a narrow terminal */
#define VALUE_COLUMN 15

static double bits_per_entry(const tilepdb_table_info *info) {
    return info->entries > 0 ? 8.0 * (double)info->file_bytes / (double)info->entries : 0;
}

static double compression_ratio(const tilepdb_table_info *info) {
    return info->file_bytes > 0 ? (double)info->table_bytes / (double)info->file_bytes : 0;
}

/* Draws a bar of blocks, to an eighth of a block, or of '#' without UTF-8. A positive share gets at
 * least one eighth or one '#'. */
static void print_bar(FILE *stream, double share, int width, bool utf8) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int parts = (int)(share * width * (utf8 ? 8 : 1) + 0.5);
    if (parts == 0 && share > 0) parts = 1;
    for (int i = 0; i < (utf8 ? parts / 8 : parts); i++) fputs(utf8 ? "█" : "#", stream);
    if (utf8) fputs(eighths[parts % 8], stream);
}

static int bar_width(FILE *stream, int used) {
    const int left = cli_is_terminal(stream) ? cli_columns(fileno(stream)) - used : BAR_WIDTH;
    return left < 1 ? 1 : left < BAR_WIDTH ? left : BAR_WIDTH;
}

static void print_histogram(FILE *stream, const tilepdb_table_info *info) {
    uint64_t most = 1;
    for (int i = 0; i < info->levels; i++)
        if (info->histogram[i] > most) most = info->histogram[i];
    int width = (int)strlen(GROUPED(most));
    if (width < 7) width = 7;
    bool utf8 = cli_utf8();
    const int bar = bar_width(stream, 2 + 8 + 2 + width + 2);
    fprintf(stream, "  distance  %*s\n", width, "entries");
    for (int i = 0; i < info->levels; i++) {
        fprintf(stream, "  %8d  %*s", i, width, GROUPED(info->histogram[i]));
        if (info->histogram[i] > 0) {
            fputs("  ", stream);
            print_bar(stream, (double)info->histogram[i] / (double)most, bar, utf8);
        }
        fputc('\n', stream);
    }
}

static void print_sizes(FILE *stream, const struct info_file *file) {
    const tilepdb_table_info *info = &file->info;
    fprintf(stream, "  table        %s bytes (%s)\n", GROUPED(info->table_bytes),
            IN_BYTES(info->table_bytes));
    cli_print_line(stream, VALUE_COLUMN,
                   "  file         %s bytes (%s), ratio %.2f, %.3f bits per entry",
                   GROUPED(info->file_bytes), IN_BYTES(info->file_bytes), compression_ratio(info),
                   bits_per_entry(info));
    cli_print_line(stream, VALUE_COLUMN, "  frames       %s of %s rows, %s stored",
                   GROUPED(info->frame_count), GROUPED(info->frame_rows),
                   GROUPED(info->stored_frames));
    if (file->memory_known) {
        cli_print_line(stream, VALUE_COLUMN, "  in memory    %s bytes now, %s in huge pages",
                       GROUPED(file->cached), GROUPED(file->huge));
    } else {
        fputs("  in memory    unknown\n", stream);
    }
}

static void print_kind(FILE *stream, const tilepdb_table_info *info, int kind, const char *name) {
    tilepdb_table_info part = {.levels = info->levels};
    memcpy(part.histogram, info->axis_histogram[kind], sizeof part.histogram);
    int most = 0;
    for (int i = 0; i < part.levels; i++) {
        part.reachable += part.histogram[i];
        if (part.histogram[i] > 0) most = i;
    }
    cli_print_line(stream, VALUE_COLUMN, "  %-12s %s, %s reachable, mean %.4f, maximum %d", name,
                   GROUPED(info->axis_entries[kind]), GROUPED(part.reachable), cli_mean(&part),
                   most);
}

/* Prints the colours of the goal; of a colouring also the numbers of states after a slide along a
 * row and along a column. */
static void print_colours(FILE *stream, const tilepdb_table_info *info) {
    char drawing[TILEPDB_COLOURING_TEXT];
    if (!tilepdb_colouring_draw(&info->pattern, drawing)) return;
    const bool goal = info->kind.encoding == TILEPDB_ENCODING_GOAL;
    fprintf(stream, "  metric       %s\n", tilepdb_metric_name(info->kind.metric));
    fprintf(stream, "  %-12s %s\n", goal ? "goal" : "colouring", drawing);
    if (goal) return;
    print_kind(stream, info, 0, "rows");
    print_kind(stream, info, 1, "columns");
}

static void report_text(FILE *stream, const struct info_file *file) {
    const tilepdb_table_info *info = &file->info;
    fprintf(stream, "%s\n", file->path);
    char cell[32] = "anywhere in the open cells";
    if (!info->pattern.open) snprintf(cell, sizeof cell, "on cell %d", info->pattern.goal_blank);
    fprintf(stream, "  board        %dx%d, goal blank %s\n", info->pattern.width,
            info->pattern.height, cell);
    fprintf(stream, "  tiles        %s\n", TILES(info->pattern.tiles));
    fprintf(stream, "  blank        %s\n", cli_blank_keywords[info->kind.blank]);
    fprintf(stream, "  encoding     %s\n", tilepdb_encoding_name(info->kind.encoding));
    print_colours(stream, info);
    cli_print_line(stream, VALUE_COLUMN, "  entries      %s, %s reachable", GROUPED(info->entries),
                   GROUPED(info->reachable));
    fprintf(stream, "  distance     mean %.4f, maximum %d\n", cli_mean(info), info->levels - 1);
    print_sizes(stream, file);
    fprintf(stream, "  content hash %016" PRIx64 "\n", info->content_hash);
    fprintf(stream, "  format       version %d\n\n", info->format_version);
    print_histogram(stream, info);
    fputc('\n', stream);
}

static json_t *memory_json(const struct info_file *file, uint64_t bytes) {
    return file->memory_known ? json_integer((json_int_t)bytes) : json_null();
}

static void report_json(FILE *stream, const struct info_file *file) {
    const tilepdb_table_info *info = &file->info;
    json_t *object = cli_json_pattern(file->path, &info->pattern, info->kind);
    cli_json_add_info(object, info);
    cli_json_add_axes(object, info);
    json_object_set_new(object, "bits_per_entry", json_real(bits_per_entry(info)));
    json_object_set_new(object, "compression_ratio", json_real(compression_ratio(info)));
    json_object_set_new(object, "cached_bytes", memory_json(file, file->cached));
    json_object_set_new(object, "huge_bytes", memory_json(file, file->huge));
    cli_json_print(stream, object);
}

static void report_csv(FILE *stream, const char *path, const tilepdb_table_info *info) {
    for (int i = 0; i < info->levels; i++) {
        cli_csv_text(stream, path);
        fprintf(stream, ",%d,%" PRIu64 "\n", i, info->histogram[i]);
    }
}

static void report_manifest(FILE *stream, const struct info_file *file) {
    const tilepdb_table_info *info = &file->info;
    char colours[TILEPDB_COLOURING_TEXT];
    tilepdb_colouring_draw(&info->pattern, colours);
    for (char *at = colours; *at; at++)
        if (*at == ' ') *at = '/';
    const bool slides =
        info->kind.encoding == TILEPDB_ENCODING_GOAL && info->kind.metric == TILEPDB_METRIC_MULTI;
    fprintf(stream, "%dx%d %d %s %s %s%s %016" PRIx64 " ", info->pattern.width,
            info->pattern.height, info->pattern.goal_blank,
            *colours ? colours : TILES(info->pattern.tiles), cli_blank_keywords[info->kind.blank],
            tilepdb_encoding_name(info->kind.encoding), slides ? "-multi" : "", info->content_hash);
    for (int i = 0; i < info->levels; i++)
        fprintf(stream, "%s%" PRIu64, i > 0 ? "," : "", info->histogram[i]);
    fputc('\n', stream);
}

static void report_file(FILE *stream, const struct info_file *file,
                        const struct info_options *options) {
    if (options->json)
        report_json(stream, file);
    else if (options->csv)
        report_csv(stream, file->path, &file->info);
    else if (options->manifest)
        report_manifest(stream, file);
    else
        report_text(stream, file);
}

/* ---- the tool -------------------------------------------------------------------------------- */

#define OFFSET(member) offsetof(struct info_options, member)

static const struct cli_mode modes[] = {{.sets = CLI_ALL_MODES}};

static const struct cli_option which_options[] = {
    {'b', "board", "WxH", CLI_BOARD, OFFSET(filter.board),
     "size of the partition's board (default 4x4)", .modes = CLI_ALL_MODES,
     .tried = "3x3; in sized, coloured sized"},
    {0, "metric", "NAME", CLI_CHOICE, OFFSET(filter.metric),
     "operands are files or, with single (or stm, default), partitions; with multi (or mtm), "
     "colourings, such as large",
     .keywords = cli_metric_keywords, .also = cli_metric_synonyms, .modes = CLI_ALL_MODES,
     .tried = "multi",
     .rules = CLI_RULES({CLI_EXCLUDES, "blank encoding", .why = "colour databases have one kind",
                         .value = "multi"})},
    {0, "blank", "POLICY", CLI_CHOICE, OFFSET(filter.blank),
     "of a partition, only aware (zero-aware) or only projected files",
     .keywords = cli_blank_keywords, .modes = CLI_ALL_MODES, .tried = "projected"},
    {0, "encoding", "NAME", CLI_CHOICE, OFFSET(filter.encoding),
     "of a partition, only bit or only nibble files", .keywords = cli_encoding_keywords,
     .modes = CLI_ALL_MODES, .tried = "nibble"},
    {0, "goal", "NAME", CLI_CHOICE, OFFSET(filter.goal),
     "the partition's goal: " CLI_GOAL_HELP "default: blank-last", .keywords = cli_goal_keywords,
     .modes = CLI_ALL_MODES, .tried = "blank-first; in there, coloured"},
    {0, "goal-blank", "CELL", CLI_NUMBER, OFFSET(filter.goal_blank),
     "the goal's blank cell, counted from 0, row by row", .maximum = TILEPDB_TABLE_MAX_CELLS - 1,
     .modes = CLI_ALL_MODES, .tried = "6; in there, coloured"},
};

static const struct cli_option format_options[] = {
    {0, "json", NULL, CLI_FLAG, OFFSET(json), "print one JSON object per file",
     .modes = CLI_ALL_MODES, .tried = "; in there, coloured",
     .rules = CLI_RULES({CLI_EXCLUDES, .others = "csv manifest"})},
    {0, "csv", NULL, CLI_FLAG, OFFSET(csv), "print the histograms, one distance per line",
     .modes = CLI_ALL_MODES, .tried = "; in there, coloured",
     .rules = CLI_RULES({CLI_EXCLUDES, .others = "manifest"})},
    {0, "manifest", NULL, CLI_FLAG, OFFSET(manifest),
     "print one line per file, as in pdb/manifest.txt: kind, hash and histogram of the database",
     .modes = CLI_ALL_MODES, .tried = "; in there, coloured"},
};

static const char brief[] =
    "  pdbinfo 7-8                     all existing files of 7-8\n"
    "  pdbinfo FILE.tpdb               one file: header, sizes, histogram\n"
    "  pdbinfo --csv 7-8 > 7-8.csv     the histograms, one distance per line\n"
    "  pdbinfo --metric multi middle   the file of a colouring\n"
    "\n"
    "  -b, --board WxH     size of the partition's board (default: 4x4)\n"
    "      --blank POLICY  only aware (zero-aware), or only projected files\n"
    "      --goal NAME     blank-last (default), blank-first or spiral\n"
    "      --json          print one JSON object per file\n"
    "  -d, --dir DIR       the directory of the databases\n"
    "\n"
    "Exit code: 0 done, 1 not enough memory, 2 wrong usage, 3 a file is broken.\n";

static const char epilogue[] =
    "A FILE ends in .tpdb, contains a '/' or exists; any other operand is a PARTITION\n"
    "in the directory: a name from the catalogue (pdbgen --list), or tiles such as\n"
    "1-8/9-15; with --metric multi a colouring. Only the headers are read. The line\n"
    "'in memory' describes this moment.\n"
    "\n"
    "Examples:\n"
    "  pdbinfo 7-8                   all existing files of 7-8\n"
    "  pdbinfo --csv 7-8 > 7-8.csv   their histograms\n"
    "\n"
    "Exit code: 0 done, 1 not enough memory, 2 usage error, 3 a file is missing,\n"
    "broken or unreadable.\n";

static int report_all(struct cli_output *output, const struct cli_table_files *files,
                      const struct info_options *options) {
    int code = CLI_SUCCESS;
    if (options->csv) fputs("file,distance,entries\n", output->stream);
    for (size_t i = 0; i < files->count; i++) {
        if (cli_signal() != 0) return cli_exit_code(TILEPDB_CANCELLED);
        struct info_file file = {.path = files->paths[i]};
        tilepdb_error error;
        if (tilepdb_file_info(file.path, &file.info, &error)) {
            code = cli_worse(code, cli_fail_table(file.path, &error, files->commands[i]));
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
        .filter = {CLI_TABLE_FILTER_UNSET, .common = &options.common},
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
        .brief = brief,
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
    struct cli_table_files files = {0};
    code = CLI_SUCCESS;
    for (int i = first; i < argc; i++)
        code = cli_worse(code, cli_table_files_add(&files, argv[i], &options.filter));
    struct cli_output output = {0};
    const int opened = cli_output_open(&output, NULL);
    code = cli_worse(code, opened);
    if (opened == CLI_SUCCESS) code = cli_worse(code, report_all(&output, &files, &options));
    cli_table_files_free(&files);
    return cli_output_end(&output, code);
}
