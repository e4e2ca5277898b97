/* See colours.h. */
#include "tables/colours.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/paths.h"

int cli_colouring(const char *text, struct cli_board_size given, int goal_blank,
                  tilepdb_pattern *colouring) {
    const struct cli_board_size size = cli_board_size(given);
    tilepdb_error error;
    const tilepdb_status status =
        tilepdb_colouring_parse(text, size.width, size.height, goal_blank, colouring, &error);
    if (!status) return CLI_SUCCESS;
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        if (strcmp(tilepdb_catalogue_at(i)->name, text) != 0) continue;
        cli_complain("%s is a partition, for single-tile moves; leave out --metric multi", text);
        return CLI_USAGE;
    }
    return cli_fail(text, &error);
}

const char *cli_colouring_text(const tilepdb_pattern *colouring,
                               char text[TILEPDB_COLOURING_TEXT]) {
    for (size_t i = 0; i < tilepdb_colouring_count(); i++) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        tilepdb_pattern named;
        if (entry->width != colouring->width || entry->height != colouring->height ||
            tilepdb_colouring_parse(entry->name, entry->width, entry->height, colouring->goal_blank,
                                    &named, NULL) ||
            memcmp(named.colour, colouring->colour, sizeof named.colour) != 0)
            continue;
        snprintf(text, TILEPDB_COLOURING_TEXT, "%s", entry->name);
        return text;
    }
    tilepdb_colouring_draw(colouring, text);
    return text;
}

const char *cli_colouring_word(const tilepdb_pattern *colouring,
                               char text[TILEPDB_COLOURING_TEXT]) {
    cli_colouring_text(colouring, text);
    for (char *at = text; *at; at++)
        if (*at == ' ') *at = '/';
    return text;
}

bool cli_same_colouring(const tilepdb_pattern *a, const tilepdb_pattern *b) {
    tilepdb_pattern reflected;
    return tilepdb_pattern_equal(a, b) || (!tilepdb_colouring_reflect(a, &reflected, NULL) &&
                                           tilepdb_pattern_equal(&reflected, b));
}

char *cli_colours_path(const char *directory, const tilepdb_pattern *colouring) {
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(colouring, tilepdb_kind_default(TILEPDB_METRIC_MULTI), name);
    return cli_path_join(directory, name);
}

char *cli_colours_call(const struct cli_common *common, const tilepdb_pattern *colouring) {
    char board[32] = "", cell[32] = "", text[TILEPDB_COLOURING_TEXT];
    if (colouring->width != 4 || colouring->height != 4)
        snprintf(board, sizeof board, " --board %dx%d", colouring->width, colouring->height);
    if (colouring->goal_blank != colouring->width * colouring->height - 1)
        snprintf(cell, sizeof cell, " --goal-blank %d", colouring->goal_blank);
    cli_colouring_word(colouring, text);
    char *directory = common->dir ? cli_shell_word(common->dir) : NULL;
    char *call = cli_text("pdbgen%s%s --metric multi%s%s %s", directory ? " -d " : "",
                          directory ? directory : "", board, cell, text);
    free(directory);
    return call;
}

tilepdb_status cli_colours_open(const char *path, const struct cli_common *common,
                                struct cli_progress *progress, tilepdb_table **colours,
                                tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_open_options_init(&options);
    options.threads = common->jobs;
    options.progress = cli_progress_report;
    options.user = progress;
    return tilepdb_table_open(path, &options, colours, error);
}

static json_t *histogram_json(const tilepdb_table_info *info, int kind) {
    json_t *list = json_array();
    for (int i = 0; i < info->levels; i++)
        json_array_append_new(list, json_integer((json_int_t)info->axis_histogram[kind][i]));
    return list;
}

json_t *cli_json_colours(const char *path, const tilepdb_pattern *colouring) {
    const int cells = colouring->width * colouring->height;
    const tilepdb_pattern pattern = {.width = colouring->width,
                                     .height = colouring->height,
                                     .goal_blank = colouring->goal_blank,
                                     .tiles = (UINT32_C(1) << cells) - 2};
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_MOD3, TILEPDB_METRIC_MULTI};
    json_t *object = cli_json_pattern(path, &pattern, kind);
    cli_json_add_colouring(object, colouring);
    return object;
}

void cli_json_add_colouring(json_t *object, const tilepdb_pattern *colouring) {
    char drawing[TILEPDB_COLOURING_TEXT];
    tilepdb_colouring_draw(colouring, drawing);
    json_object_update_new(
        object, cli_allocated(json_pack("{ss ss}", "metric", "multi", "colouring", drawing)));
}

void cli_json_add_colours(json_t *object, const tilepdb_table_info *info) {
    cli_json_add_colouring(object, &info->pattern);
    json_object_update_new(
        object, cli_allocated(json_pack("{so so}", "rows_histogram", histogram_json(info, 0),
                                        "columns_histogram", histogram_json(info, 1))));
}
