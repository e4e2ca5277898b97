/* See finder.h. */
#include "tables/finder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/paths.h"
#include "util/directory.h"

/* A directory that cannot be searched is not a failure, since tables can be generated in memory;
 * but a --dir that is a file is a mistake. */
static int find_directory(struct finder *finder) {
    finder->directory = cli_directory_search(finder->common->dir);
    if (!finder->directory) {
        finder->unusable = cli_text("no directory for databases: " CLI_NO_DIRECTORY);
        return CLI_SUCCESS;
    }
    const int os_error = cli_directory_search_error(finder->directory);
    if (os_error == ENOTDIR && finder->common->dir)
        return cli_directory_refuse(finder->directory, os_error);
    if (os_error == 0) return CLI_SUCCESS;
    char *advice = cli_advise_directory(finder->directory, os_error);
    finder->unusable =
        cli_text("the directory for databases %s cannot be used: %s%s%s%s", finder->directory,
                 strerror(os_error), advice ? " (" : "", advice ? advice : "", advice ? ")" : "");
    free(advice);
    return CLI_SUCCESS;
}

int finder_init(struct finder *finder, const struct cli_common *common, tilepdb_metric metric,
                int blank, int encoding, const tilepdb_board *goal) {
    const bool multi = metric == TILEPDB_METRIC_MULTI;
    *finder = (struct finder){.common = common,
                              .metric = metric,
                              .noun = multi ? "colour table" : "database",
                              .size = {goal->width, goal->height}};
    tilepdb_error error;
    if (tilepdb_locator_init(&finder->locator, goal, metric, NULL, &error))
        return cli_fail(NULL, &error);
    finder->locator.kind_count = cli_kinds_of(metric, blank, encoding, finder->locator.kinds);
    if (finder->locator.kind_count == 0) return CLI_USAGE;
    const int code = find_directory(finder);
    if (!finder->unusable) finder->locator.directory = finder->directory;
    return code;
}

void finder_free(struct finder *finder) {
    free(finder->directory);
    free(finder->unusable);
}

void finder_fix_cell(struct finder *finder, int cell) {
    tilepdb_locator_fix_cell(&finder->locator, cell);
}

char *finder_path(const struct finder *finder, const struct table_set *set, unsigned i) {
    return table_set_path(set, i, finder->directory ? finder->directory : "");
}

/* A name that cannot be read is explained in the words of the tools. */
int finder_find(const struct finder *finder, tilepdb_request request, struct table_set *set,
                bool *found) {
    const tilepdb_locator *locator = &finder->locator;
    tilepdb_table_set files;
    tilepdb_error error;
    if (!tilepdb_locator_find(locator, request, &files, found, &error)) {
        table_set_copy(set, &files);
        set->suggested = !request.text && strchr(set->name, '/');
        return CLI_SUCCESS;
    }
    return request.text ? table_set_parse(set, request.text, finder->size, locator->cells[0],
                                          locator->kinds[0])
                        : cli_fail(NULL, &error);
}

int finder_settle_cell(struct finder *finder, const char *names) {
    tilepdb_error error;
    const tilepdb_locator before = finder->locator;
    /* The name that is at fault is explained when it is looked for. */
    if (tilepdb_locator_choose_cell(&finder->locator, names, &error)) finder->locator = before;
    return CLI_SUCCESS;
}

static char *missing_text(const struct finder *finder, const char *name) {
    if (finder->unusable) return cli_text("%s", finder->unusable);
    return cli_text("no %s%s%s for this goal in %s", finder->noun, name ? " " : "",
                    name ? name : "", finder->directory);
}

/* The same, and why none can be kept. */
static char *missing_unwritable_text(const struct finder *finder, const char *name, int os_error) {
    char *missing = missing_text(finder, name);
    if (os_error == 0) return missing;
    char *longer = cli_text("%s, and none can be kept there: %s", missing, strerror(os_error));
    free(missing);
    return longer;
}

char *finder_missing_text(const struct finder *finder, const char *name, bool *keeps) {
    const int os_error = finder->unusable ? 0 : cli_directory_write_error(finder->directory);
    *keeps = !finder->unusable && os_error == 0;
    return missing_unwritable_text(finder, name, os_error);
}

int finder_refuse(const struct finder *finder, const struct table_set *set) {
    bool keeps;
    char *missing = finder_missing_text(finder, set->suggested ? NULL : set->name, &keeps);
    char *command = table_set_command(set, finder->common);
    if (!keeps)
        cli_complain("%s; name another with --dir", missing);
    else
        cli_complain("%s; '%s' generates it", missing, command);
    free(command);
    free(missing);
    return CLI_FAILURE;
}

bool finder_announce(const struct finder *finder, const struct table_set *set, bool transient) {
    const bool stays = !finder->unusable && !transient;
    const int os_error = stays ? directory_create(finder->directory) : 0;
    const bool keeps = stays && os_error == 0;
    const char *name = set->suggested ? NULL : set->name;
    char *missing = missing_unwritable_text(finder, name, os_error);
    char *command = table_set_command(set, finder->common);
    if (keeps)
        cli_note("%s: generating and keeping it, as '%s' does", missing, command);
    else if (transient)
        cli_note("%s: generating %s in memory; '%s' generates and keeps it", missing,
                 name ? name : "one", command);
    else
        cli_note("%s: generating %s in memory; name a directory with --dir to keep it", missing,
                 name ? name : "one");
    free(command);
    free(missing);
    return keeps;
}

int finder_settle(const struct finder *finder, const char *path, const tilepdb_error *error,
                  bool *kept) {
    *kept = error->status == TILEPDB_OK;
    if (*kept) return CLI_SUCCESS;
    if (error->status == TILEPDB_CANCELLED) return cli_fail(path, error);
    cli_note("%s; the %s stays in memory for this run; name another directory with --dir to "
             "keep it",
             error->message, finder->noun);
    return CLI_SUCCESS;
}
