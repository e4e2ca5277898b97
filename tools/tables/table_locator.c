/* See table_locator.h. */
#include "tables/table_locator.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "cli/console.h"
#include "cli/paths.h"

/* A directory that cannot be searched is not a failure, since tables can be generated in memory;
 * but a --dir that is a file is a mistake. */
static int find_directory(struct table_locator *locator) {
    locator->directory = cli_directory_search(locator->common->dir);
    if (!locator->directory) {
        locator->unusable = cli_text("no directory for databases: " CLI_NO_DIRECTORY);
        return CLI_SUCCESS;
    }
    const int os_error = cli_directory_search_error(locator->directory);
    if (os_error == ENOTDIR && locator->common->dir)
        return cli_directory_refuse(locator->directory, os_error);
    if (os_error == 0) return CLI_SUCCESS;
    char *advice = cli_advise_directory(locator->directory, os_error);
    locator->unusable =
        cli_text("the directory for databases %s cannot be used: %s%s%s%s", locator->directory,
                 strerror(os_error), advice ? " (" : "", advice ? advice : "", advice ? ")" : "");
    free(advice);
    return CLI_SUCCESS;
}

int table_locator_init(struct table_locator *locator, const struct cli_common *common,
                       tilepdb_metric metric, int blank, int encoding, const tilepdb_board *goal) {
    const bool multi = metric == TILEPDB_METRIC_MULTI;
    *locator = (struct table_locator){.common = common,
                                      .metric = metric,
                                      .noun = multi ? "colour table" : "database",
                                      .size = {goal->width, goal->height}};
    tilepdb_error error;
    if (tilepdb_locator_init(&locator->base, goal, metric, NULL, &error))
        return cli_fail(NULL, &error);
    locator->base.kind_count = cli_kinds_of(metric, blank, encoding, locator->base.kinds);
    if (locator->base.kind_count == 0) return CLI_USAGE;
    const int code = find_directory(locator);
    if (!locator->unusable) locator->base.directory = locator->directory;
    return code;
}

void table_locator_free(struct table_locator *locator) {
    free(locator->directory);
    free(locator->unusable);
}

void table_locator_fix_cell(struct table_locator *locator, int cell) {
    tilepdb_locator_fix_cell(&locator->base, cell);
}

char *table_locator_path(const struct table_locator *locator, const struct table_set *set,
                         unsigned i) {
    return table_set_path(set, i, locator->directory ? locator->directory : "");
}

/* A name that cannot be read is explained in the words of the tools. */
int table_locator_find(const struct table_locator *locator, tilepdb_request request,
                       struct table_set *set, bool *found) {
    const tilepdb_locator *base = &locator->base;
    tilepdb_table_set files;
    tilepdb_error error;
    if (!tilepdb_locator_find(base, request, &files, found, &error)) {
        table_set_copy(set, &files);
        set->suggested = !request.text && strchr(set->name, '/');
        return CLI_SUCCESS;
    }
    return request.text
               ? table_set_parse(set, request.text, locator->size, base->cells[0], base->kinds[0])
               : cli_fail(NULL, &error);
}

int table_locator_choose_cell(struct table_locator *locator, const char *names) {
    tilepdb_error error;
    const tilepdb_locator before = locator->base;
    /* The name that is at fault is explained when it is looked for. */
    if (tilepdb_locator_choose_cell(&locator->base, names, &error)) locator->base = before;
    return CLI_SUCCESS;
}

static char *missing_text(const struct table_locator *locator, const char *name) {
    if (locator->unusable) return cli_text("%s", locator->unusable);
    return cli_text("no %s%s%s for this goal in %s", locator->noun, name ? " " : "",
                    name ? name : "", locator->directory);
}

/* The same, and why none can be kept. */
static char *missing_unwritable_text(const struct table_locator *locator, const char *name,
                                     int os_error) {
    char *missing = missing_text(locator, name);
    if (os_error == 0) return missing;
    char *longer = cli_text("%s, and none can be kept there: %s", missing, strerror(os_error));
    free(missing);
    return longer;
}

char *table_locator_missing_text(const struct table_locator *locator, const char *name,
                                 bool *keeps) {
    const int os_error = locator->unusable ? 0 : cli_directory_write_error(locator->directory);
    *keeps = !locator->unusable && os_error == 0;
    return missing_unwritable_text(locator, name, os_error);
}

int table_locator_report_missing(const struct table_locator *locator, const struct table_set *set) {
    bool keeps;
    char *missing = table_locator_missing_text(locator, set->suggested ? NULL : set->name, &keeps);
    char *command = table_set_command(set, locator->common);
    if (!keeps)
        cli_complain("%s; name another with --dir", missing);
    else
        cli_complain("%s; '%s' generates it", missing, command);
    free(command);
    free(missing);
    return CLI_FAILURE;
}

bool table_locator_announce(const struct table_locator *locator, const struct table_set *set,
                            bool transient) {
    const bool stays = !locator->unusable && !transient;
    const int os_error = stays ? directory_create(locator->directory) : 0;
    const bool keeps = stays && os_error == 0;
    const char *name = set->suggested ? NULL : set->name;
    char *missing = missing_unwritable_text(locator, name, os_error);
    char *command = table_set_command(set, locator->common);
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

int table_locator_report_saved(const struct table_locator *locator, const char *path,
                               const tilepdb_error *error, bool *kept) {
    *kept = error->status == TILEPDB_OK;
    if (*kept) return CLI_SUCCESS;
    if (error->status == TILEPDB_CANCELLED) return cli_fail(path, error);
    cli_note("%s; the %s stays in memory for this run; name another directory with --dir to "
             "keep it",
             error->message, locator->noun);
    return CLI_SUCCESS;
}
