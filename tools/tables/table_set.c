#include "tables/table_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "tables/table_text.h"
#include "tilepdb_colours.h"

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

static int name_refuse(const char *text, struct cli_board_size given, tilepdb_metric metric,
                       const tilepdb_error *error) {
    const tilepdb_catalogue_entry *entry = partition_named(text);
    if (metric == TILEPDB_METRIC_MULTI) {
        if (!entry) return cli_fail(text, error);
        cli_complain("%s is a partition, for single-tile moves; leave out --metric multi", text);
    } else if (is_colouring(text)) {
        cli_complain("%s is a colouring, for multi-tile moves; add --metric multi", text);
    } else if (entry && given.width == 0) {
        cli_complain("%s is a partition of %dx%d boards; add --board %dx%d", text, entry->width,
                     entry->height, entry->width, entry->height);
    } else {
        return cli_fail(NULL, error);
    }
    return CLI_USAGE;
}

static void colouring_name(const tilepdb_pattern *pattern, char name[TABLE_SET_NAME]) {
    tilepdb_colouring_draw(pattern, name);
    for (char *at = name; *at; at++)
        if (*at == ' ') *at = '/';
    for (size_t i = 0; i < tilepdb_colouring_count(); i++) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        tilepdb_pattern named;
        if (!tilepdb_colouring_parse(entry->name, pattern->width, pattern->height,
                                     pattern->goal_blank, &named, NULL) &&
            tilepdb_pattern_equal(&named, pattern))
            snprintf(name, TABLE_SET_NAME, "%s", entry->name);
    }
}

void table_set_of_colouring(struct table_set *set, const tilepdb_pattern *pattern) {
    *set = (struct table_set){.kind = tilepdb_kind_default(TILEPDB_METRIC_MULTI), .count = 1};
    set->patterns[0] = *pattern;
    colouring_name(pattern, set->name);
}

static void set_of_partition(struct table_set *set, const tilepdb_table_set *tables) {
    *set = (struct table_set){.kind = tables->kind, .count = tables->count};
    size_t used = (size_t)snprintf(set->name, TABLE_SET_NAME, "%s", tables->name);
    for (unsigned i = 0; i < set->count; i++) {
        set->patterns[i] = tables->patterns[i];
        if (!*tables->name)
            used += (size_t)snprintf(set->name + used, TABLE_SET_NAME - used, "%s%s",
                                     i > 0 ? "/" : "", TILES(set->patterns[i].tiles));
    }
}

int table_set_find(struct table_set *set, const tilepdb_locator *locator, tilepdb_request request,
                   struct cli_board_size given, bool *found) {
    tilepdb_table_set tables;
    tilepdb_error error;
    if (tilepdb_locator_find(locator, request, &tables, found, &error))
        return request.text ? name_refuse(request.text, given, locator->metric, &error)
                            : cli_fail(NULL, &error);
    if (locator->metric == TILEPDB_METRIC_MULTI)
        table_set_of_colouring(set, &tables.patterns[0]);
    else
        set_of_partition(set, &tables);
    set->suggested = !request.text && strchr(set->name, '/');
    return CLI_SUCCESS;
}

int table_set_parse(struct table_set *set, const char *text, struct cli_board_size given,
                    int goal_blank, tilepdb_kind kind) {
    const struct cli_board_size size = cli_board_size(given);
    const tilepdb_locator locator = {.metric = kind.metric,
                                     .width = size.width,
                                     .height = size.height,
                                     .cells = {goal_blank},
                                     .cell_count = 1,
                                     .kinds = {kind},
                                     .kind_count = 1};
    bool found;
    return table_set_find(set, &locator, (tilepdb_request){.text = text}, given, &found);
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
    for (char *colon = strchr(copy, ':'); colon; colon = NULL) *colon = '+';
    while (rest && code == CLI_SUCCESS) {
        const char *name = strsep(&rest, "+");
        struct table_set set;
        /* Without a size, any partition's name is valid, since the boards determine the size. */
        if (size.width == 0 && (is_list(name) || partition_named(name))) continue;
        code = table_set_parse(&set, name, size, known.width * known.height - 1,
                               tilepdb_kind_default(TILEPDB_METRIC_SINGLE));
    }
    free(copy);
    return code;
}

char *pattern_title(const tilepdb_pattern *pattern) {
    struct table_set set;
    if (!pattern->colours) return cli_text("tiles %s", TILES(pattern->tiles));
    table_set_of_colouring(&set, pattern);
    return table_set_title(&set, 0);
}

char *table_set_title(const struct table_set *set, unsigned i) {
    if (set->kind.metric == TILEPDB_METRIC_MULTI)
        return set->suggested ? cli_text("colour table") : cli_text("colouring %s", set->name);
    return cli_text("%s (%u of %u)", set->suggested ? "partition" : set->name, i + 1, set->count);
}

char *table_set_path(const struct table_set *set, unsigned i, const char *directory) {
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(&set->patterns[i], set->kind, name);
    return cli_path_join(directory, name);
}

static const char *kind_options(tilepdb_kind kind) {
    if (kind.metric == TILEPDB_METRIC_MULTI) return "";
    if (kind.blank == TILEPDB_BLANK_PROJECTED) return " --blank projected";
    return kind.encoding == TILEPDB_ENCODING_NIBBLE ? " --encoding nibble" : "";
}

char *table_set_command(const struct table_set *set, const struct cli_common *common) {
    char board[32] = "", cell[32] = "";
    const tilepdb_pattern *first = &set->patterns[0];
    const bool multi = set->kind.metric == TILEPDB_METRIC_MULTI;
    if (first->width != 4 || first->height != 4)
        snprintf(board, sizeof board, " --board %dx%d", first->width, first->height);
    if (first->goal_blank != first->width * first->height - 1)
        snprintf(cell, sizeof cell, " --goal-blank %d", first->goal_blank);
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

bool table_set_need(const struct table_set *set, tilepdb_generate_need *sum) {
    *sum = (tilepdb_generate_need){0};
    for (unsigned i = 0; i < set->count; i++) {
        tilepdb_generate_need need;
        if (tilepdb_table_need(&set->patterns[i], set->kind, NULL, &need, NULL)) return false;
        sum->entries += need.entries;
        sum->table_bytes += need.table_bytes;
    }
    return true;
}
