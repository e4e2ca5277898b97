/* See multi.h. */
#include "tables/multi.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/paths.h"
#include "tables/advice.h"
#include "tables/colours.h"
#include "tables/find_tables.h"
#include "tilepdb_colours.h"

/* What is being opened, and from where. */
struct opening {
    struct multi_tables *tables;
    const struct database_wish *wish;
    struct cli_progress *progress;
    struct finder finder; /* for the directory, and the cell of the goal's blank in tables */
};

static char *table_path(const struct opening *opening, const tilepdb_pattern *colouring) {
    return opening->finder.unusable ? NULL : cli_colours_path(opening->finder.directory, colouring);
}

static bool has_file(const struct opening *opening, const tilepdb_pattern *colouring) {
    char *path = table_path(opening, colouring);
    const bool there = path && cli_file_exists(path);
    free(path);
    return there;
}

/* Takes table and path over. */
static void tables_add(struct multi_tables *tables, tilepdb_table *table, char *path) {
    tables->paths[tables->count] = path;
    tables->tables[tables->count++] = table;
}

/* ---- from a file ----------------------------------------------------------------------------- */

static bool holds(const tilepdb_table *table, const tilepdb_pattern *colouring) {
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    return tilepdb_pattern_equal(&info.pattern, colouring);
}

static int table_load(struct opening *opening, const tilepdb_pattern *colouring) {
    const struct cli_common *common = opening->wish->common;
    char text[TILEPDB_COLOURING_TEXT];
    char *path = table_path(opening, colouring), *call = cli_colours_call(common, colouring);
    tilepdb_table *table;
    tilepdb_error error = {0};
    cli_progress_title(opening->progress, "colouring %s", cli_colouring_text(colouring, text));
    tilepdb_status status = cli_colours_open(path, common, opening->progress, &table, &error);
    cli_progress_clear();
    const bool opened = !status;
    if (status == TILEPDB_ERROR_ARGUMENT || (opened && !holds(table, colouring))) {
        if (opened) tilepdb_table_close(table); /* else it is a table of a pattern */
        status = error.status = TILEPDB_ERROR_FORMAT;
        snprintf(error.message, sizeof error.message, "holds a different table than its name says");
    }
    int code = CLI_SUCCESS;
    if (status) {
        code = cli_fail_table(path, &error, call);
        free(path);
    } else {
        tables_add(opening->tables, table, path);
    }
    free(call);
    return code;
}

/* ---- made ------------------------------------------------------------------------------------ */

/* An interrupt is told where a file was to be made. */
static int table_generate(const struct opening *opening, const tilepdb_pattern *colouring,
                          bool keep, tilepdb_table **table) {
    tilepdb_generate_options options;
    tilepdb_error error;
    tilepdb_generate_options_init(&options);
    options.threads = opening->wish->common->jobs;
    options.progress = cli_progress_report;
    options.user = opening->progress;
    cli_progress_title(opening->progress, "building the table for multi-tile moves");
    const tilepdb_status status = tilepdb_table_generate(
        colouring, tilepdb_kind_default(TILEPDB_METRIC_MULTI), &options, table, &error);
    cli_progress_clear();
    if (status == TILEPDB_CANCELLED && !keep) return cli_exit_code(status);
    return status ? cli_fail(NULL, &error) : CLI_SUCCESS;
}

static int table_keep(const struct opening *opening, const char *path, const tilepdb_table *table) {
    bool kept;
    tilepdb_save_options options;
    tilepdb_error error = {.status = TILEPDB_OK};
    tilepdb_save_options_init(&options);
    options.threads = opening->wish->common->jobs;
    options.progress = cli_progress_report;
    options.user = opening->progress;
    tilepdb_table_save(table, path, &options, &error);
    return finder_settle(&opening->finder, path, &error, &kept);
}

static int table_make(struct opening *opening, const tilepdb_pattern *colouring, bool keep) {
    tilepdb_table *table;
    int code = table_generate(opening, colouring, keep, &table);
    if (code != CLI_SUCCESS) return code;
    char *path = keep ? table_path(opening, colouring) : NULL;
    if (path) code = table_keep(opening, path, table);
    tables_add(opening->tables, table, path);
    return code;
}

static int refuse_to_generate(const struct opening *opening, const tilepdb_pattern *colouring) {
    char text[TILEPDB_COLOURING_TEXT];
    char *call = cli_colours_call(opening->wish->common, colouring);
    const int code = finder_refuse(&opening->finder, cli_colouring_text(colouring, text), call);
    free(call);
    return code;
}

/* Into the directory, if that is possible. */
static int table_make_wanted(struct opening *opening, const tilepdb_pattern *colouring) {
    char text[TILEPDB_COLOURING_TEXT];
    char *path = table_path(opening, colouring);
    const int code = path ? cli_file_check(path) : CLI_SUCCESS;
    free(path);
    if (code != CLI_SUCCESS) return code;
    char *call = cli_colours_call(opening->wish->common, colouring);
    const bool keep = finder_announce(&opening->finder, cli_colouring_text(colouring, text), call);
    free(call);
    return table_make(opening, colouring, keep);
}

/* ---- which ----------------------------------------------------------------------------------- */

static int open_wanted(struct opening *opening, const tilepdb_pattern *colouring) {
    if (has_file(opening, colouring)) return table_load(opening, colouring);
    if (opening->wish->no_generate) return refuse_to_generate(opening, colouring);
    return table_make_wanted(opening, colouring);
}

static int open_named(struct opening *opening) {
    char *names = cli_text("%s", opening->wish->partition), *rest = names;
    int code = CLI_SUCCESS;
    while (rest && code == CLI_SUCCESS) {
        const char *name = strsep(&rest, "+");
        tilepdb_pattern colouring;
        if (opening->tables->count == MULTI_TABLES) {
            cli_complain("-p: a search takes at most %d colour tables", MULTI_TABLES);
            code = CLI_USAGE;
            break;
        }
        code = cli_colouring(name, opening->finder.size, opening->finder.cells[0], &colouring);
        if (code == CLI_SUCCESS) code = open_wanted(opening, &colouring);
    }
    free(names);
    return code;
}

/* The colourings of the catalogue for this goal, the largest first, and then the default. Returns
 * their number. */
static size_t candidates_list(const struct opening *opening, tilepdb_pattern *list,
                              tilepdb_error *error) {
    const struct cli_board_size size = opening->finder.size;
    const int cell = opening->finder.cells[0];
    size_t count = 0;
    for (size_t i = tilepdb_colouring_count(); i-- > 0;) {
        const tilepdb_colouring_entry *entry = tilepdb_colouring_at(i);
        if (entry->width == size.width && entry->height == size.height &&
            !tilepdb_colouring_parse(entry->name, size.width, size.height, cell, &list[count],
                                     NULL))
            count++;
    }
    if (tilepdb_colouring_default(size.width, size.height, cell, &list[count], error)) return 0;
    return count + 1;
}

/* Says what would be stronger, if there is something. */
static int make_small(struct opening *opening, const tilepdb_pattern *small,
                      const tilepdb_pattern *large) {
    if (tilepdb_pattern_equal(small, large)) return table_make(opening, small, false);
    bool keeps;
    char *why = finder_absence(&opening->finder, NULL, &keeps);
    char *call = cli_colours_call(opening->wish->common, large);
    if (!keeps)
        cli_note("%s: building a small table in memory; name a directory with --dir to keep tables",
                 why);
    else
        cli_note("%s: building a small table in memory; '%s' generates and keeps the strongest",
                 why, call);
    free(call);
    free(why);
    return table_make(opening, small, false);
}

static int open_default(struct opening *opening) {
    tilepdb_pattern *list = cli_allocated(calloc(tilepdb_colouring_count() + 1, sizeof *list));
    tilepdb_error error;
    const size_t count = candidates_list(opening, list, &error);
    size_t found = 0;
    while (found < count && !has_file(opening, &list[found])) found++;
    int code;
    if (!count)
        code = cli_fail(NULL, &error);
    else if (opening->wish->generate)
        code = open_wanted(opening, &list[0]);
    else if (found < count)
        code = table_load(opening, &list[found]);
    else if (opening->wish->no_generate)
        code = refuse_to_generate(opening, &list[0]);
    else
        code = make_small(opening, &list[count - 1], &list[0]);
    free(list);
    return code;
}

/* Before anything is opened, or generated in vain. */
static int check_size(const struct finder *finder) {
    tilepdb_pattern any;
    tilepdb_error error;
    const struct cli_board_size size = finder->size;
    const tilepdb_status status =
        tilepdb_colouring_default(size.width, size.height, finder->cells[0], &any, &error);
    if (!status) return CLI_SUCCESS;
    cli_complain("%s; without --metric multi it is solved in moves of one tile", error.message);
    return cli_exit_code(status);
}

int multi_open(struct multi_tables *tables, const struct database_wish *wish,
               const tilepdb_board *goal, struct cli_progress *progress) {
    struct opening opening = {.tables = tables, .wish = wish, .progress = progress};
    int code = finder_init(&opening.finder, wish->common, CLI_UNSET, CLI_UNSET, goal);
    opening.finder.noun = "colour table";
    if (code == CLI_SUCCESS) code = check_size(&opening.finder);
    if (code == CLI_SUCCESS) code = wish->partition ? open_named(&opening) : open_default(&opening);
    finder_free(&opening.finder);
    return code;
}

tilepdb_status multi_solver(const struct multi_tables *tables, const tilepdb_board *goal,
                            bool reflection, tilepdb_variant variant, tilepdb_solver **solver,
                            tilepdb_error *error) {
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.metric = TILEPDB_METRIC_MULTI;
    options.tables = (const tilepdb_table *const *)tables->tables;
    options.table_count = tables->count;
    options.reflection = reflection;
    options.variant = variant;
    return tilepdb_solver_create(goal, &options, solver, error);
}

char *multi_name(const struct multi_tables *tables) {
    char *name = cli_text("%s", "");
    for (size_t i = 0; i < tables->count; i++) {
        char word[TILEPDB_COLOURING_TEXT];
        tilepdb_table_info info;
        tilepdb_table_info_get(tables->tables[i], &info);
        char *longer =
            cli_text("%s%s%s", name, i > 0 ? "+" : "", cli_colouring_word(&info.pattern, word));
        free(name);
        name = longer;
    }
    return name;
}

void multi_close(struct multi_tables *tables) {
    for (size_t i = 0; i < tables->count; i++) {
        tilepdb_table_close(tables->tables[i]);
        free(tables->paths[i]);
    }
    *tables = (struct multi_tables){0};
}
