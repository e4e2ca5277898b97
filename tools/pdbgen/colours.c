/* Jobs for colour tables: as jobs for patterns, with other calls of the library. */
#include "tables/colours.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "pdbgen/pdbgen.h"

tilepdb_status colours_read(const struct job *job, const struct gen_options *options,
                            struct cli_progress *progress, tilepdb_table_info *info,
                            tilepdb_error *error) {
    tilepdb_table *colours;
    const tilepdb_status status =
        cli_colours_open(job->path, &options->common, progress, &colours, error);
    if (status) return status;
    tilepdb_table_close(colours);
    return tilepdb_file_info(job->path, info, error);
}

/* The statistics that a file of the table must have. */
static void info_fill(tilepdb_table_info *info, const tilepdb_table *colours) {
    tilepdb_table_info made;
    tilepdb_table_info_get(colours, &made);
    *info = made;
}

tilepdb_status colours_make(const struct job *job, const tilepdb_generate_options *generate,
                            const tilepdb_save_options *save, tilepdb_table_info *info,
                            tilepdb_error *error) {
    tilepdb_table *colours;
    tilepdb_status status = tilepdb_table_generate(
        job->colouring, tilepdb_kind_default(TILEPDB_METRIC_MULTI), generate, &colours, error);
    if (status) return status;
    info_fill(info, colours);
    status = tilepdb_table_save(colours, job->path, save, error);
    tilepdb_table_close(colours);
    return status;
}

bool colours_are_right(const struct job *job) {
    tilepdb_table_info info;
    return !tilepdb_file_info(job->path, &info, NULL) &&
           tilepdb_pattern_equal(&info.pattern, job->colouring);
}

/* ---- --list ---------------------------------------------------------------------------------- */

static void list_entry(FILE *stream, const tilepdb_colouring_entry *entry, bool json) {
    if (json) {
        cli_json_print(stream, json_pack("{ss si si ss ss}", "name", entry->name, "width",
                                         entry->width, "height", entry->height, "summary",
                                         entry->summary, "colouring", entry->drawing));
        return;
    }
    cli_print_line(stream, 4, "%s (%dx%d): %s", entry->name, entry->width, entry->height,
                   entry->summary);
    for (const char *row = entry->drawing; *row;) {
        const size_t length = strcspn(row, "/");
        fprintf(stream, "    %.*s\n", (int)length, row);
        row += length + (row[length] == '/');
    }
    fputc('\n', stream);
}

void colourings_list(FILE *stream, const struct gen_options *options) {
    const struct cli_board_size size = options->board;
    bool listed = false;
    for (size_t i = 0; i < tilepdb_colouring_count(); i++) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        if (size.width && (entry->width != size.width || entry->height != size.height)) continue;
        list_entry(stream, entry, options->json);
        listed = true;
    }
    if (!listed)
        cli_note("the catalogue has no colouring for %dx%d; draw one instead: a letter or digit "
                 "for each tile's colour, row by row, and '.' for the blank",
                 size.width, size.height);
}
