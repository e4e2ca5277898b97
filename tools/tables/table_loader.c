#include "tables/table_loader.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/files.h"
#include "cli/console.h"
#include "cli/lock_file.h"
#include "cli/paths.h"
#include "cli/signals.h"
#include "tables/table_arguments.h"
#include "tables/table_text.h"

/* Share of the remaining time for making tables. Before a table of MANY_ENTRIES was generated, a
 * core is assumed to generate ENTRIES_PER_SECOND, a third of the speed with AVX-512. */
#define TIME_SHARE         0.5
#define ENTRIES_PER_SECOND 1e8
#define MANY_ENTRIES       10000000

/* Tables can be generated in memory, so an unusable directory is no failure. But a --dir that is
 * a file is a mistake. */
static int directory_find(struct loader *loader) {
    const char *given = loader->request->common->dir;
    loader->directory = cli_directory_search(given);
    if (!loader->directory) {
        loader->unusable = cli_text("no directory for databases: " CLI_NO_DIRECTORY);
        return CLI_SUCCESS;
    }
    const int os_error = cli_directory_search_error(loader->directory);
    if (os_error == ENOTDIR && given) return cli_directory_refuse(loader->directory, os_error);
    if (os_error == 0) return CLI_SUCCESS;
    char *advice = cli_advise_directory(loader->directory, os_error);
    loader->unusable =
        cli_text("the directory for databases %s cannot be used: %s%s%s%s", loader->directory,
                 strerror(os_error), advice ? " (" : "", advice ? advice : "", advice ? ")" : "");
    free(advice);
    return CLI_SUCCESS;
}

bool loader_is_multi(const struct loader *loader) {
    return loader->request->metric == TILEPDB_METRIC_MULTI;
}

int loader_init(struct loader *loader, const tilepdb_board *goal) {
    const struct database_request *request = loader->request;
    tilepdb_locator *locator = &loader->locator;
    tilepdb_error error;
    loader->noun = loader_is_multi(loader) ? "colour table" : "database";
    if (tilepdb_locator_init(locator, goal, request->metric, NULL, &error))
        return cli_fail(NULL, &error);
    locator->kind_count =
        cli_kinds(request->metric, request->blank, request->encoding, locator->kinds);
    if (locator->kind_count == 0) return CLI_USAGE;
    const int code = directory_find(loader);
    if (!loader->unusable) locator->directory = loader->directory;
    return code;
}

void loader_free(struct loader *loader) {
    free(loader->directory);
    free(loader->unusable);
}

int loader_find(struct loader *loader, tilepdb_request request, struct table_set *set) {
    const tilepdb_locator *locator = &loader->locator;
    const struct cli_board_size size = {locator->width, locator->height};
    return table_set_find(set, locator, request, size, &loader->found);
}

void loader_choose_cell(struct loader *loader, const char *names) {
    const tilepdb_locator before = loader->locator;
    if (tilepdb_locator_choose_cell(&loader->locator, names, NULL)) loader->locator = before;
}

static char *path_of(const struct loader *loader, const struct table_set *set, unsigned i) {
    return table_set_path(set, i, loader->directory ? loader->directory : "");
}

/* `os_error` is the reason why no table can be kept, or 0. */
static char *missing_text(const struct loader *loader, const char *name, int os_error) {
    if (loader->unusable) return cli_text("%s", loader->unusable);
    return cli_text("no %s%s%s for this goal in %s%s%s", loader->noun, name ? " " : "",
                    name ? name : "", loader->directory,
                    os_error ? ", and none can be kept there: " : "",
                    os_error ? strerror(os_error) : "");
}

char *loader_missing_text(const struct loader *loader, const char *name, bool *keeps) {
    const int os_error = loader->unusable ? 0 : cli_directory_write_error(loader->directory);
    *keeps = !loader->unusable && os_error == 0;
    return missing_text(loader, name, os_error);
}

int loader_refuse(const struct loader *loader, const struct table_set *set) {
    bool keeps;
    char *missing = loader_missing_text(loader, set->suggested ? NULL : set->name, &keeps);
    char *command = table_set_command(set, loader->request->common);
    if (keeps)
        cli_complain("%s; '%s' generates it", missing, command);
    else
        cli_complain("%s; name another with --dir", missing);
    free(command);
    free(missing);
    return CLI_FAILURE;
}

static int places_check(const struct loader *loader, const struct table_set *set) {
    int code = CLI_SUCCESS;
    for (unsigned i = 0; i < set->count && code == CLI_SUCCESS; i++) {
        char *path = path_of(loader, set, i);
        code = cli_file_check(path);
        free(path);
    }
    return code;
}

int loader_announce(struct loader *loader, const struct table_set *set) {
    const bool transient = loader->request->transient, stays = !loader->unusable && !transient;
    const int code = stays ? places_check(loader, set) : CLI_SUCCESS;
    if (code != CLI_SUCCESS) return code;
    const int os_error = stays ? directory_create(loader->directory) : 0;
    const char *name = set->suggested ? NULL : set->name;
    char *missing = missing_text(loader, name, os_error);
    char *command = table_set_command(set, loader->request->common);
    loader->keep = stays && os_error == 0;
    if (loader->keep)
        cli_note("%s: generating and keeping it, as '%s' does", missing, command);
    else if (transient)
        cli_note("%s: generating %s in memory; '%s' generates and keeps it", missing,
                 name ? name : "one", command);
    else
        cli_note("%s: generating %s in memory; name a directory with --dir to keep it", missing,
                 name ? name : "one");
    free(command);
    free(missing);
    return CLI_SUCCESS;
}

static void database_list(struct database *database, const tilepdb_table *table) {
    database->tables = cli_grown(database->tables, database->count, sizeof *database->tables);
    database->tables[database->count++] = table;
}

static const tilepdb_table *open_find(const struct database *database, const char *path) {
    for (size_t i = 0; i < database->open_count; i++)
        if (strcmp(database->open[i].path, path) == 0) return database->open[i].table;
    return NULL;
}

/* Returns true if the deadline, not an interrupt, cancelled work. */
static bool is_out_of_time(const struct loader *loader) {
    loader->database->out_of_time = !cli_signal() && cli_progress_left(loader->progress) <= 0;
    return loader->database->out_of_time;
}

static bool is_short(struct loader *loader, const tilepdb_error *error) {
    if (error->status != TILEPDB_ERROR_MEMORY && error->status != TILEPDB_ERROR_TOO_LARGE)
        return false;
    loader->database->short_of_memory = true;
    loader->shortage = *error;
    return true;
}

static tilepdb_status table_generate(const struct loader *loader, const struct table_set *set,
                                     unsigned i, tilepdb_table **table, tilepdb_error *error) {
    tilepdb_generate_options options;
    tilepdb_table_info info;
    tilepdb_generate_options_init(&options);
    options.threads = loader->request->common->jobs;
    options.variant = loader->request->common->variant;
    options.progress = cli_progress_report;
    options.user = loader->progress;
    const double began = clock_seconds();
    const tilepdb_status status =
        tilepdb_table_generate(&set->patterns[i], set->kind, &options, table, error);
    if (status) return status;
    const double seconds = clock_seconds() - began;
    tilepdb_table_info_get(*table, &info);
    if (info.entries >= MANY_ENTRIES && seconds > 0)
        loader->progress->generation_rate = (double)info.entries / seconds;
    return TILEPDB_OK;
}

static tilepdb_status table_open(const struct loader *loader, const char *path,
                                 tilepdb_table **table, tilepdb_error *error) {
    tilepdb_open_options options;
    tilepdb_open_options_init(&options);
    options.threads = loader->request->common->jobs;
    options.progress = cli_progress_report;
    options.user = loader->progress;
    options.preload = loader->request->preload;
    options.node = loader->request->node;
    error->status = tilepdb_table_open(path, &options, table, error);
    return error->status;
}

/* If saving fails, the table stays in memory and no further table is saved. Returns CLI_SUCCESS,
 * or the exit code of an interrupt. */
static int table_keep(struct loader *loader, const char *path, const tilepdb_table *table) {
    tilepdb_save_options options;
    tilepdb_error error;
    tilepdb_save_options_init(&options);
    options.threads = loader->request->common->jobs;
    options.progress = cli_progress_report;
    options.user = loader->progress;
    const tilepdb_status status = tilepdb_table_save(table, path, &options, &error);
    if (status == TILEPDB_CANCELLED && is_out_of_time(loader)) return CLI_NO;
    loader->keep = status == TILEPDB_OK;
    if (loader->keep) return CLI_SUCCESS;
    if (status == TILEPDB_CANCELLED) return cli_fail(path, &error);
    cli_note("%s; the %s stays in memory for this run; name another directory with --dir to keep "
             "it",
             error.message, loader->noun);
    return CLI_SUCCESS;
}

static int table_make(struct loader *loader, const struct table_set *set, unsigned i,
                      const char *path, tilepdb_table **table) {
    tilepdb_error error;
    const tilepdb_status status = table_generate(loader, set, i, table, &error);
    if (status == TILEPDB_CANCELLED && is_out_of_time(loader)) return CLI_NO;
    const bool retries = status && is_short(loader, &error) && loader->retries_smaller;
    const bool silent = loader->quiet || retries || (status == TILEPDB_CANCELLED && !loader->keep);
    if (status) return silent ? cli_exit_code(status) : cli_fail(path, &error);
    const int code = loader->keep ? table_keep(loader, path, *table) : CLI_SUCCESS;
    if (code != CLI_SUCCESS) tilepdb_table_close(*table);
    return code;
}

/* Checks the content of the file, not its name. */
static int opened_check(struct loader *loader, const struct table_set *set, unsigned i,
                        const struct open_table *opened, tilepdb_error *error) {
    if (error->status == TILEPDB_CANCELLED && is_out_of_time(loader)) return CLI_NO;
    if (!error->status) {
        tilepdb_table_info info;
        tilepdb_table_info_get(opened->table, &info);
        if (table_info_matches(&info, &set->patterns[i], set->kind)) return CLI_SUCCESS;
        tilepdb_table_close(opened->table);
        error->status = TILEPDB_ERROR_FORMAT;
        snprintf(error->message, sizeof error->message,
                 "holds a different table than its name says");
    }
    if (is_short(loader, error) && loader->retries_smaller) return CLI_NO;
    return cli_fail_table(opened->path, error, opened->command);
}

/* Opens file i. If another process has removed it, generates the table. */
static int open_or_make(struct loader *loader, const struct table_set *set, unsigned i,
                        struct open_table *opened) {
    const char *path = opened->path;
    tilepdb_error error = {.status = TILEPDB_ERROR_NOT_FOUND};
    if (!loader->unusable) table_open(loader, path, &opened->table, &error);
    if (error.status != TILEPDB_ERROR_NOT_FOUND || loader->request->no_generate)
        return opened_check(loader, set, i, opened, &error);
    if (loader->found) cli_note("%s was removed meanwhile: generating it in memory", path);
    struct cli_lock_file lock = {0};
    if (loader->keep && !cli_lock_file_acquire(&lock, path, cli_progress_left(loader->progress)))
        return is_out_of_time(loader) ? CLI_NO : cli_exit_code(TILEPDB_CANCELLED);
    if (loader->keep) table_open(loader, path, &opened->table, &error);
    const int code = error.status == TILEPDB_ERROR_NOT_FOUND
                         ? table_make(loader, set, i, path, &opened->table)
                         : opened_check(loader, set, i, opened, &error);
    cli_lock_file_release(&lock);
    return code;
}

static int table_load(struct loader *loader, const struct table_set *set, unsigned i) {
    struct database *database = loader->database;
    struct open_table opened = {.path = path_of(loader, set, i)};
    const tilepdb_table *open = open_find(database, opened.path);
    int code = CLI_SUCCESS;
    if (!open) {
        opened.command = table_set_command(set, loader->request->common);
        code = open_or_make(loader, set, i, &opened);
    }
    if (open || code != CLI_SUCCESS) {
        free(opened.path);
        free(opened.command);
    } else {
        database->open = cli_grown(database->open, database->open_count, sizeof *database->open);
        database->open[database->open_count++] = opened;
        open = opened.table;
    }
    if (code == CLI_SUCCESS) database_list(database, open);
    return code;
}

int loader_load(struct loader *loader, const struct table_set *set) {
    struct database *database = loader->database;
    if (!loader->quiet) cli_append(&database->name, "%s%s", database->name ? "+" : "", set->name);
    int code = CLI_SUCCESS;
    for (unsigned i = 0; i < set->count && code == CLI_SUCCESS; i++) {
        char *title = table_set_title(set, i);
        cli_progress_title(loader->progress, "%s", title);
        free(title);
        code = table_load(loader, set, i);
    }
    cli_progress_clear();
    return code;
}

bool loader_has_time(const struct loader *loader, const struct table_set *set) {
    struct database *database = loader->database;
    const double left = cli_progress_left(loader->progress);
    double entries = 0;
    for (unsigned i = 0; i < set->count && !isinf(left); i++) {
        char *path = path_of(loader, set, i);
        tilepdb_generate_need need;
        if (!open_find(database, path) && !cli_file_exists(path) &&
            !tilepdb_table_need(&set->patterns[i], set->kind, NULL, &need, NULL))
            entries += (double)need.entries;
        free(path);
    }
    double rate = loader->progress->generation_rate;
    if (rate <= 0) rate = ENTRIES_PER_SECOND * cli_jobs(loader->request->common);
    database->out_of_time = entries > left * TIME_SHARE * rate;
    return !database->out_of_time;
}

void memory_budget_add(struct memory_budget *budget, const tilepdb_pattern *pattern,
                       tilepdb_kind kind, bool there) {
    tilepdb_generate_options options;
    tilepdb_generate_need need;
    tilepdb_generate_options_init(&options);
    options.threads = 1;
    if (tilepdb_table_need(pattern, kind, &options, &need, NULL)) return;
    const uint64_t making = budget->tables + need.memory_bytes;
    if (!there && making > budget->making) budget->making = making;
    budget->tables += need.table_bytes;
}

uint64_t memory_budget_total(const struct memory_budget *budget) {
    const uint64_t both = 2 * budget->tables;
    return both > budget->making ? both : budget->making;
}

uint64_t loader_memory(const struct loader *loader, const struct table_set *set, bool there) {
    const struct database *database = loader->database;
    struct memory_budget budget = {0};
    for (size_t i = 0; i < database->open_count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(database->open[i].table, &info);
        budget.tables += info.table_bytes;
    }
    for (unsigned i = 0; i < set->count; i++) {
        char *path = path_of(loader, set, i);
        if (!open_find(database, path))
            memory_budget_add(&budget, &set->patterns[i], set->kind, there);
        free(path);
    }
    if (loader->request->both_directions) budget.tables *= 2;
    return memory_budget_total(&budget);
}
