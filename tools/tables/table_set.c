/* See table_set.h. */
#include "tables/table_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "tables/table_text.h"
#include "tilepdb_tables.h"

/* Searches the partitions of all board sizes. */
static const tilepdb_catalogue_entry *partition_named(const char *name) {
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (strcmp(entry->name, name) == 0) return entry;
    }
    return NULL;
}

static bool is_colouring(const char *name) {
    for (size_t i = 0; i < tilepdb_colouring_count(); i++)
        if (strcmp(tilepdb_colouring_at(i)->name, name) == 0) return true;
    return false;
}

int table_name_refuse(const char *text, bool sized, tilepdb_metric metric,
                      const tilepdb_error *error) {
    const tilepdb_catalogue_entry *entry = partition_named(text);
    if (metric == TILEPDB_METRIC_MULTI) {
        if (!entry) return cli_fail(text, error);
        cli_complain("%s is a partition, for single-tile moves; leave out --metric multi", text);
    } else if (is_colouring(text)) {
        cli_complain("%s is a colouring, for multi-tile moves; add --metric multi", text);
    } else if (entry && !sized) {
        cli_complain("%s is a partition of %dx%d boards; add --board %dx%d", text, entry->width,
                     entry->height, entry->width, entry->height);
    } else {
        return cli_fail(NULL, error);
    }
    return CLI_USAGE;
}

int table_set_parse(tilepdb_table_set *set, const char *text, struct cli_board_size given,
                    int goal_blank, tilepdb_kind kind) {
    const struct cli_board_size size = cli_board_size(given);
    tilepdb_error error;
    return tilepdb_table_set_parse(text, size.width, size.height, goal_blank, kind, set, &error)
               ? table_name_refuse(text, given.width > 0, kind.metric, &error)
               : CLI_SUCCESS;
}

static bool is_list(const char *name) {
    return strpbrk(name, ",/") || strncmp(name, "1-", 2) == 0;
}

int partition_sides_check(const char *names, bool both) {
    const char *colon = names ? strchr(names, ':') : NULL;
    if (!colon) return CLI_SUCCESS;
    if (both && !strchr(colon + 1, ':')) return CLI_SUCCESS;
    cli_complain(both ? "-p FORWARD:BACKWARD: there are two colons"
                      : "-p FORWARD:BACKWARD is for --direction both");
    return CLI_USAGE;
}

int partition_names_check(const char *names, struct cli_board_size size) {
    const struct cli_board_size known = cli_board_size(size);
    char *copy = cli_text("%s", names), *rest = copy;
    int code = CLI_SUCCESS;
    while (rest && code == CLI_SUCCESS) {
        const char *name = strsep(&rest, "+:");
        tilepdb_table_set set;
        /* Without a size, any partition's name is valid, since the boards determine the size. */
        if (size.width == 0 && (is_list(name) || partition_named(name))) continue;
        code = table_set_parse(&set, name, size, known.width * known.height - 1,
                               tilepdb_kind_default(TILEPDB_METRIC_SINGLE));
    }
    free(copy);
    return code;
}

char *pattern_title(const tilepdb_pattern *pattern, tilepdb_kind kind) {
    tilepdb_table_set set;
    char drawing[TILEPDB_COLOURING_TEXT];
    if (kind.encoding == TILEPDB_ENCODING_GOAL) {
        tilepdb_colouring_draw(pattern, drawing);
        return cli_text("goal %s", drawing);
    }
    if (!pattern->colours) return cli_text("tiles %s", TILES(pattern->tiles));
    tilepdb_table_set_of_colouring(pattern, &set, NULL);
    return table_set_title(&set, 0);
}

char *table_set_title(const tilepdb_table_set *set, unsigned i) {
    if (set->kind.metric == TILEPDB_METRIC_MULTI)
        return set->suggested ? cli_text("colour table") : cli_text("colouring %s", set->name);
    return cli_text("%s (%u of %u)", set->suggested ? "partition" : set->name, i + 1, set->count);
}

char *pattern_path(const tilepdb_pattern *pattern, tilepdb_kind kind, const char *directory) {
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(pattern, kind, name);
    return cli_path_join(directory, name);
}

static const char *kind_options(tilepdb_kind kind) {
    if (kind.metric == TILEPDB_METRIC_MULTI) return "";
    if (kind.blank == TILEPDB_BLANK_PROJECTED) return " --blank projected";
    return kind.encoding == TILEPDB_ENCODING_NIBBLE ? " --encoding nibble" : "";
}

char *table_set_command(const tilepdb_table_set *set, const struct cli_common *common) {
    char board[32] = "", cell[32] = "";
    const bool multi = set->kind.metric == TILEPDB_METRIC_MULTI;
    if (set->width != 4 || set->height != 4)
        snprintf(board, sizeof board, " --board %dx%d", set->width, set->height);
    if (set->goal_blank != set->width * set->height - 1)
        snprintf(cell, sizeof cell, " --goal-blank %d", set->goal_blank);
    char *directory = common->dir ? cli_shell_escape(common->dir) : NULL;
    char *command =
        cli_text("pdbgen%s%s%s%s%s%s %s", directory ? " -d " : "", directory ? directory : "",
                 multi ? " --metric multi" : "", board, cell, kind_options(set->kind), set->name);
    free(directory);
    return command;
}

bool table_info_matches(const tilepdb_table_info *info, const tilepdb_pattern *pattern,
                        tilepdb_kind kind) {
    return tilepdb_pattern_equal(&info->pattern, pattern) && info->kind.blank == kind.blank &&
           info->kind.encoding == kind.encoding && info->kind.metric == kind.metric;
}
