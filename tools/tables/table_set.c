/* See table_set.h. */
#include "tables/table_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "cli/console.h"
#include "cli/paths.h"
#include "tables/table_text.h"
#include "tilepdb_colours.h"

/* ---- names ----------------------------------------------------------------------------------- */

/* The catalogue's entry of that name, for any size of board. NULL: there is none. */
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

static int partition_parse(struct table_set *set, const char *text, struct cli_board_size given,
                           int goal_blank, tilepdb_kind kind) {
    const struct cli_board_size size = cli_board_size(given);
    tilepdb_partition partition;
    tilepdb_error error;
    if (!tilepdb_partition_parse(text, size.width, size.height, goal_blank, &partition, &error)) {
        table_set_of_partition(set, &partition, kind);
        return CLI_SUCCESS;
    }
    const tilepdb_catalogue_entry *entry = given.width == 0 ? partition_named(text) : NULL;
    if (is_colouring(text)) {
        cli_complain("%s is a colouring, for multi-tile moves; add --metric multi", text);
    } else if (entry) {
        cli_complain("%s is a partition of %dx%d boards; add --board %dx%d", text, entry->width,
                     entry->height, entry->width, entry->height);
    } else {
        cli_fail(NULL, &error);
    }
    return cli_exit_code(error.status);
}

static int colouring_parse(struct table_set *set, const char *text, struct cli_board_size given,
                           int goal_blank) {
    const struct cli_board_size size = cli_board_size(given);
    tilepdb_pattern pattern;
    tilepdb_error error;
    if (!tilepdb_colouring_parse(text, size.width, size.height, goal_blank, &pattern, &error)) {
        table_set_of_colouring(set, &pattern);
        return CLI_SUCCESS;
    }
    if (!partition_named(text)) return cli_fail(text, &error);
    cli_complain("%s is a partition, for single-tile moves; leave out --metric multi", text);
    return CLI_USAGE;
}

int table_set_parse(struct table_set *set, const char *text, struct cli_board_size given,
                    int goal_blank, tilepdb_kind kind) {
    return kind.metric == TILEPDB_METRIC_MULTI
               ? colouring_parse(set, text, given, goal_blank)
               : partition_parse(set, text, given, goal_blank, kind);
}

void table_set_copy(struct table_set *set, const tilepdb_table_set *found) {
    if (found->kind.metric == TILEPDB_METRIC_MULTI) {
        table_set_of_colouring(set, &found->patterns[0]);
        return;
    }
    *set = (struct table_set){.kind = found->kind, .count = found->count};
    size_t used = (size_t)snprintf(set->name, TABLE_SET_NAME, "%s", found->name);
    for (unsigned i = 0; i < found->count; i++) {
        set->patterns[i] = found->patterns[i];
        if (!*found->name)
            used += (size_t)snprintf(set->name + used, TABLE_SET_NAME - used, "%s%s",
                                     i > 0 ? "/" : "", TILES(found->patterns[i].tiles));
    }
}

void table_set_of_partition(struct table_set *set, const tilepdb_partition *partition,
                            tilepdb_kind kind) {
    tilepdb_table_set found = {.kind = kind, .count = partition->count};
    memcpy(found.name, partition->name, sizeof found.name);
    for (unsigned i = 0; i < found.count; i++)
        found.patterns[i] = tilepdb_partition_pattern(partition, i);
    table_set_copy(set, &found);
}

/* The drawing in one word. */
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

/* ---- files ----------------------------------------------------------------------------------- */

char *table_set_path(const struct table_set *set, unsigned i, const char *directory) {
    char name[TILEPDB_FILE_NAME];
    tilepdb_table_file_name(&set->patterns[i], set->kind, name);
    return cli_path_join(directory, name);
}

/* The options that say of what kind tables of a metric are, as far as pdbgen would not choose it.
 */
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
