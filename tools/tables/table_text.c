/* See table_text.h. */
#include "tables/table_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"

const char *const cli_blank_keywords[] = {"aware", "projected", NULL};
const char *const cli_encoding_keywords[] = {"bit", "nibble", NULL};
const char *const cli_metric_keywords[] = {"single", "multi", NULL};
const char *const cli_metric_synonyms[] = {"stm", "mtm", NULL};

const char *const cli_direction_keywords[] = {"auto", "forward", "backward", "both", NULL};

const char *cli_direction_keyword(tilepdb_direction direction) {
    static const char *const keywords[] = {"forward", "backward", "both"};
    return keywords[direction];
}

tilepdb_directions cli_directions(int direction) {
    return direction == CLI_UNSET ? TILEPDB_DIRECTIONS_DEFAULT
                                  : (tilepdb_directions)(direction + TILEPDB_DIRECTIONS_AUTO);
}

#define ROW(identifier, keyword, description) keyword,
const char *const cli_goal_keywords[] = {TILEPDB_GOALS(ROW) NULL};
#undef ROW

struct cli_board_size cli_board_size(struct cli_board_size given) {
    return given.width != 0 ? given : (struct cli_board_size){4, 4};
}

int cli_goal_cell(struct cli_board_size size, int goal, int goal_blank, int *cell) {
    const int last = size.width * size.height - 1;
    int named = last;
    tilepdb_board board;
    if (goal != CLI_UNSET) {
        tilepdb_goal_named(cli_goal_keywords[goal], size.width, size.height, &board, NULL);
        named = cli_blank_cell(&board);
    }
    *cell = goal_blank != CLI_UNSET ? goal_blank : named;
    if (*cell > last) {
        cli_complain("--goal-blank: there is no cell %d on a %dx%d board; its cells are 0 to %d",
                     *cell, size.width, size.height, last);
        return CLI_USAGE;
    }
    if (goal != CLI_UNSET && *cell != named) {
        cli_complain("--goal %s puts the blank on cell %d, --goal-blank on cell %d: give only "
                     "one of them",
                     cli_goal_keywords[goal], named, *cell);
        return CLI_USAGE;
    }
    return CLI_SUCCESS;
}

bool cli_entry_fits(const tilepdb_catalogue_entry *entry, int width, int height) {
    return (entry->width == width && entry->height == height) ||
           (entry->width == height && entry->height == width);
}

size_t cli_kinds(tilepdb_metric metric, int blank, int encoding,
                 tilepdb_kind kinds[CLI_MAX_KINDS]) {
    static const tilepdb_kind all[] = {
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
        {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE, TILEPDB_METRIC_SINGLE},
    };
    size_t count = 0;
    if (metric == TILEPDB_METRIC_MULTI) {
        kinds[0] = tilepdb_kind_default(metric);
        return 1;
    }
    for (size_t i = 0; i < CLI_LENGTH(all); i++)
        if ((blank == CLI_UNSET || blank == (int)all[i].blank) &&
            (encoding == CLI_UNSET || encoding == (int)all[i].encoding))
            kinds[count++] = all[i];
    if (count == 0)
        cli_complain("--blank projected cannot be combined with --encoding bit, which needs the "
                     "blank's region; use --encoding nibble");
    return count;
}

double cli_mean(const tilepdb_table_info *info) {
    double sum = 0;
    for (int distance = 0; distance < info->levels; distance++)
        sum += (double)distance * (double)info->histogram[distance];
    return info->reachable > 0 ? sum / (double)info->reachable : 0;
}

json_t *cli_json_tiles(uint32_t tiles) {
    json_t *list = json_array();
    for (int tile = 1; tile < TILEPDB_TABLE_MAX_CELLS; tile++)
        if (tiles >> tile & 1) json_array_append_new(list, json_integer(tile));
    return list;
}

json_t *cli_json_pattern(const char *path, const tilepdb_pattern *pattern, tilepdb_kind kind) {
    char drawing[TILEPDB_COLOURING_TEXT];
    json_t *object = cli_allocated(json_pack(
        "{so si si si so ss ss}", "file", cli_json_text(path), "width", (int)pattern->width,
        "height", (int)pattern->height, "goal_blank", (int)pattern->goal_blank, "tiles",
        cli_json_tiles(pattern->tiles), "blank", cli_blank_keywords[kind.blank], "encoding",
        tilepdb_encoding_name(kind.encoding)));
    if (tilepdb_colouring_draw(pattern, drawing))
        json_object_update_new(
            object, cli_allocated(json_pack(
                        "{ss ss}", "metric", tilepdb_metric_name(kind.metric),
                        kind.encoding == TILEPDB_ENCODING_GOAL ? "goal" : "colouring", drawing)));
    return object;
}

json_t *cli_json_partitions(const tilepdb_searcher *searcher) {
    json_t *list = json_array();
    char *copy = cli_text("%s", searcher->partition), *rest = copy;
    for (size_t i = 0; i < searcher->kind_count && rest; i++) {
        const tilepdb_kind kind = searcher->kinds[i];
        json_array_append_new(list, json_pack("{ss ss ss}", "partition", strsep(&rest, "+:"),
                                              "blank", cli_blank_keywords[kind.blank], "encoding",
                                              tilepdb_encoding_name(kind.encoding)));
    }
    free(copy);
    return list;
}

static json_t *histogram_json(const uint64_t *histogram, int levels) {
    json_t *list = json_array();
    for (int i = 0; i < levels; i++)
        json_array_append_new(list, json_integer((json_int_t)histogram[i]));
    return list;
}

void cli_json_add_info(json_t *object, const tilepdb_table_info *info) {
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, info->content_hash);
    json_t *added = json_pack(
        "{sI sI si sf so sI sI sI sI sI ss si}", "entries", (json_int_t)info->entries, "reachable",
        (json_int_t)info->reachable, "maximum", info->levels - 1, "mean", cli_mean(info),
        "histogram", histogram_json(info->histogram, info->levels), "table_bytes",
        (json_int_t)info->table_bytes, "file_bytes", (json_int_t)info->file_bytes, "frame_count",
        (json_int_t)info->frame_count, "frame_rows", (json_int_t)info->frame_rows, "stored_frames",
        (json_int_t)info->stored_frames, "content_hash", hash, "format_version",
        (int)info->format_version);
    json_object_update_new(object, cli_allocated(added));
}

void cli_json_add_axes(json_t *object, const tilepdb_table_info *info) {
    if (info->kind.encoding != TILEPDB_ENCODING_MOD3) return;
    json_t *rows = histogram_json(info->axis_histogram[0], info->levels);
    json_t *columns = histogram_json(info->axis_histogram[1], info->levels);
    json_object_update_new(object, cli_allocated(json_pack("{so so}", "rows_histogram", rows,
                                                           "columns_histogram", columns)));
}
