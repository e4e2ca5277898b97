/* What a header says, as text, JSON, CSV or a line of a manifest. */
#include <inttypes.h>
#include <string.h>

#include "cli/console.h"
#include "cli/output.h"
#include "pdbinfo/pdbinfo.h"
#include "tables/colours.h"
#include "tables/tables.h"
#include "tilepdb_colours.h"
#include "util/number.h"

#define BAR_WIDTH    40 /* less if the terminal is narrower */
#define VALUE_COLUMN 15

static double bits_per_entry(const tilepdb_table_info *info) {
    return info->entries > 0 ? 8.0 * (double)info->file_bytes / (double)info->entries : 0;
}

static double compression_ratio(const tilepdb_table_info *info) {
    return info->file_bytes > 0 ? (double)info->table_bytes / (double)info->file_bytes : 0;
}

/* A bar in eighths of a block if the terminal knows these, otherwise of '#'. A positive share
 * is never drawn as nothing. */
static void print_bar(FILE *stream, double share, int width, bool utf8) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int parts = (int)(share * width * (utf8 ? 8 : 1) + 0.5);
    if (parts == 0 && share > 0) parts = 1;
    for (int i = 0; i < (utf8 ? parts / 8 : parts); i++) fputs(utf8 ? "█" : "#", stream);
    if (utf8) fputs(eighths[parts % 8], stream);
}

/* What is left of a line after `used` columns. */
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

static bool is_multi(const tilepdb_table_info *info) {
    return info->kind.metric == TILEPDB_METRIC_MULTI;
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
                   GROUPED(info->axis_entries[kind]), GROUPED(part.reachable), cli_mean(&part), most);
}

/* What a colour table has of its own: the goal drawn in colours, and the slides that follow one
 * along a row, or along a column. */
static void print_colours(FILE *stream, const tilepdb_table_info *info) {
    char drawing[TILEPDB_COLOURING_TEXT];
    tilepdb_colouring_draw(&info->pattern, drawing);
    fputs("  metric       multi\n", stream);
    fprintf(stream, "  colouring    %s\n", drawing);
    print_kind(stream, info, 0, "rows");
    print_kind(stream, info, 1, "columns");
}

static void report_text(FILE *stream, const struct info_file *file) {
    const tilepdb_table_info *info = &file->info;
    fprintf(stream, "%s\n", file->path);
    fprintf(stream, "  board        %dx%d, goal blank on cell %d\n", info->pattern.width,
            info->pattern.height, info->pattern.goal_blank);
    fprintf(stream, "  tiles        %s\n", TILES(info->pattern.tiles));
    fprintf(stream, "  blank        %s\n", cli_blank_words[info->kind.blank]);
    fprintf(stream, "  encoding     %s\n", cli_encoding_name(info->kind.encoding));
    if (is_multi(info)) print_colours(stream, &file->colours);
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
    if (is_multi(info)) cli_json_add_colours(object, &file->colours);
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

/* What a table is and what it must hold, and nothing that depends on the file's compression. */
static void report_manifest(FILE *stream, const struct info_file *file) {
    const tilepdb_table_info *info = &file->info;
    char colours[TILEPDB_COLOURING_TEXT];
    tilepdb_colouring_draw(&file->colours.pattern, colours);
    for (char *at = colours; *at; at++)
        if (*at == ' ') *at = '/';
    fprintf(stream, "%dx%d %d %s %s %s %016" PRIx64 " ", info->pattern.width, info->pattern.height,
            info->pattern.goal_blank, is_multi(info) ? colours : TILES(info->pattern.tiles),
            cli_blank_words[info->kind.blank], cli_encoding_name(info->kind.encoding),
            info->content_hash);
    for (int i = 0; i < info->levels; i++)
        fprintf(stream, "%s%" PRIu64, i > 0 ? "," : "", info->histogram[i]);
    fputc('\n', stream);
}

void report_begin(FILE *stream, const struct info_options *options) {
    if (options->csv) fputs("file,distance,entries\n", stream);
}

void report_file(FILE *stream, const struct info_file *file, const struct info_options *options) {
    if (options->json)
        report_json(stream, file);
    else if (options->csv)
        report_csv(stream, file->path, &file->info);
    else if (options->manifest)
        report_manifest(stream, file);
    else
        report_text(stream, file);
}
