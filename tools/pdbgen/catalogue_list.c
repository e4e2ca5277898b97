/* --list: prints the built-in partitions and colourings. */
#include <string.h>

#include "cli/console.h"
#include "cli/json.h"
#include "pdbgen/pdbgen.h"
#include "tables/table_text.h"
#include "tilepdb_tables.h"

/* In `drawing`, newlines or '/' separate rows. */
static void list_text(FILE *stream, const char *name, struct cli_board_size size,
                      const char *summary, const char *drawing) {
    cli_print_line(stream, 4, "%s (%dx%d): %s", name, size.width, size.height, summary);
    for (const char *row = drawing; *row != '\0';) {
        size_t length = strcspn(row, "\n/");
        fprintf(stream, "    %.*s\n", (int)length, row);
        row += length + (row[length] != '\0');
    }
    fputc('\n', stream);
}

static void list_json(FILE *stream, const tilepdb_catalogue_entry *entry,
                      const tilepdb_partition *partition, const char *drawing) {
    json_t *patterns = json_array();
    for (unsigned i = 0; i < partition->count; i++)
        json_array_append_new(patterns, cli_json_tiles(partition->tiles[i]));
    cli_json_print(stream,
                   json_pack("{ss si si ss so ss}", "name", entry->name, "width",
                             (int)partition->width, "height", (int)partition->height, "summary",
                             entry->summary, "patterns", patterns, "drawing", drawing));
}

static void list_entry(FILE *stream, const tilepdb_catalogue_entry *entry,
                       struct cli_board_size size, bool json) {
    tilepdb_partition partition;
    char drawing[TILEPDB_DRAWING_TEXT];
    if (tilepdb_partition_parse(entry->name, size.width, size.height, size.width * size.height - 1,
                                &partition, NULL))
        return;
    tilepdb_partition_draw(&partition, drawing);
    if (json)
        list_json(stream, entry, &partition, drawing);
    else
        list_text(stream, entry->name, size, entry->summary, drawing);
}

/* Proposes patterns of six tiles, which are small on any board. */
static void note_none(struct cli_board_size size) {
    const int tiles = size.width * size.height - 1;
    char example[64] = "";
    size_t used = 0;
    for (int first = 1; first <= tiles; first += 6) {
        const int last = first + 5 < tiles ? first + 5 : tiles;
        used += (size_t)snprintf(example + used, sizeof example - used, "%s%d-%d",
                                 first > 1 ? "/" : "", first, last);
    }
    cli_note("the catalogue has no partition for %dx%d; list tiles instead, such as "
             "'pdbgen --board %dx%d %s'",
             size.width, size.height, size.width, size.height, example);
}

static void list_partitions(FILE *stream, const struct gen_options *options) {
    bool listed = false;
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        struct cli_board_size size = {entry->width, entry->height};
        if (options->board.width != 0) {
            if (!cli_entry_fits(entry, options->board.width, options->board.height)) continue;
            size = options->board;
        }
        list_entry(stream, entry, size, options->json);
        listed = true;
    }
    if (!listed) note_none(options->board);
}

static void list_colourings(FILE *stream, const struct gen_options *options) {
    const struct cli_board_size board = options->board;
    bool listed = false;
    for (size_t i = 0; i < tilepdb_colouring_count(); i++) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        const struct cli_board_size size = {entry->width, entry->height};
        if (board.width && (board.width != size.width || board.height != size.height)) continue;
        if (options->json)
            cli_json_print(stream, json_pack("{ss si si ss ss}", "name", entry->name, "width",
                                             entry->width, "height", entry->height, "summary",
                                             entry->summary, "colouring", entry->drawing));
        else
            list_text(stream, entry->name, size, entry->summary, entry->drawing);
        listed = true;
    }
    if (!listed)
        cli_note("the catalogue has no colouring for %dx%d; draw one instead: a letter or digit "
                 "for each tile's colour, row by row, and '.' for the blank",
                 board.width, board.height);
}

void catalogue_list(FILE *stream, const struct gen_options *options) {
    if (options->metric == TILEPDB_METRIC_MULTI)
        list_colourings(stream, options);
    else
        list_partitions(stream, options);
}
