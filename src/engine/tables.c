#include "engine/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/message_text.h"
#include "base/processor.h"
#include "base/threads.h"
#include "search/solver.h"
#include "table/locator.h"
#include "table/table.h"

/* Share of the remaining time for making tables. Until a table of MANY_ENTRIES was made, a core is
 * assumed to make ENTRIES_PER_SECOND, a third of the speed with AVX-512. */
#define TIME_SHARE         0.5
#define ENTRIES_PER_SECOND 1e8
#define MANY_ENTRIES       10000000

/* If the default exceeds the memory limit, tries partitions of MOST_ENTRIES entries per byte of the
 * limit (half of the bytes are for tables, at one bit per entry), then halves the entries, down to
 * LEAST_ENTRIES. */
#define MOST_ENTRIES  4
#define LEAST_ENTRIES 100000

/* divides the entries of a partition that did not fit into memory */
#define FEWER 8

/* One call of tables_open, tables_add or tables_upgrade. */
struct loader {
    struct tables *tables;
    struct table_list *list; /* lists the loaded tables; NULL if none are loaded */
    const struct tables_request *request;
    tilepdb_error *error;
    char *directory; /* owned; NULL: none is known */
    int os_error;    /* why the directory cannot be searched, or 0 */
    bool unusable;   /* no directory is known, or it cannot be searched */
    struct locator locator;
    bool found;           /* all files of the last set exist */
    bool keep;            /* save new tables, until saving fails */
    bool quiet;           /* no events about failures to make tables */
    bool retries_smaller; /* no events about lack of memory: smaller tables follow */
    bool retry_noted;
    bool exceeds_memory;    /* tables of some files exceed the memory limit */
    tilepdb_error shortage; /* the last lack of memory */
};

static bool is_multi(const struct loader *loader) {
    return loader->request->metric == TILEPDB_METRIC_MULTI;
}

static tilepdb_status no_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory");
}

static tilepdb_status out_of_time(tilepdb_error *error) {
    return error_set(error, TILEPDB_LIMIT, "the time does not suffice for the tables");
}

/* ---- events ---------------------------------------------------------------------------------- */

static tilepdb_engine_event event_of(const struct loader *loader, tilepdb_engine_event_code code,
                                     const tilepdb_table_set *set) {
    return (tilepdb_engine_event){.code = code,
                                  .metric = loader->request->metric,
                                  .tables = set,
                                  .directory = loader->directory,
                                  .unusable = loader->unusable,
                                  .os_error = loader->os_error,
                                  .error = code < TILEPDB_EVENT_FAILED ? NULL : loader->error};
}

static void say(const struct loader *loader, tilepdb_engine_event_code code,
                const tilepdb_table_set *set) {
    const tilepdb_engine_event event = event_of(loader, code, set);
    call_event(loader->request->call, &event);
}

static void say_of_file(const struct loader *loader, tilepdb_engine_event_code code,
                        const tilepdb_table_set *set, const char *path,
                        const tilepdb_error *error) {
    tilepdb_engine_event event = event_of(loader, code, set);
    event.path = path;
    event.error = error;
    call_event(loader->request->call, &event);
}

/* ---- a loader -------------------------------------------------------------------------------- */

bool tables_directory(const char *given, char **directory) {
    const size_t length = given ? strlen(given) : directory_of_environment(NULL, 0);
    *directory = length > 0 ? malloc(length + 1) : NULL;
    if (!*directory) return length == 0;
    if (given)
        memcpy(*directory, given, length + 1);
    else
        directory_of_environment(*directory, length + 1);
    return true;
}

static tilepdb_status directory_find(struct loader *loader) {
    const char *given = loader->request->config->directory;
    loader->unusable = true;
    if (!tables_directory(given, &loader->directory)) return no_memory(loader->error);
    if (!loader->directory) return TILEPDB_OK;
    loader->os_error = directory_search_error(loader->directory);
    loader->unusable = loader->os_error != 0;
    if (loader->os_error != ENOTDIR || !given) return TILEPDB_OK;
    error_set_code(loader->error, TILEPDB_ERROR_IO,
                   error_code_file(TILEPDB_MESSAGE_FILE_OPEN, loader->os_error, NULL),
                   "the directory '%s' cannot be used: %s", error_path(given), strerror(ENOTDIR));
    say(loader, TILEPDB_EVENT_FAILED_DIRECTORY, NULL);
    return TILEPDB_ERROR_IO;
}

static tilepdb_status loader_init(struct loader *loader, const tilepdb_board *goal) {
    const struct tables_config *config = loader->request->config;
    struct locator *locator = &loader->locator;
    const tilepdb_metric metric = loader->request->metric;
    tilepdb_status status = locator_init(locator, goal, metric, NULL, loader->error);
    if (status) {
        say(loader, TILEPDB_EVENT_FAILED, NULL);
        return status;
    }
    if (!is_multi(loader) && config->kind_count > 0) {
        memcpy(locator->kinds, config->kinds, sizeof locator->kinds);
        locator->kind_count = config->kind_count;
    }
    status = directory_find(loader);
    if (!loader->unusable) locator->directory = loader->directory;
    return status;
}

static void loader_free(struct loader *loader) {
    free(loader->directory);
}

static tilepdb_status set_find(struct loader *loader, struct table_request request,
                               tilepdb_table_set *set) {
    const tilepdb_status status =
        locator_find(&loader->locator, request, set, &loader->found, loader->error);
    if (!status) return TILEPDB_OK;
    tilepdb_engine_event event =
        event_of(loader, request.text ? TILEPDB_EVENT_FAILED_NAME : TILEPDB_EVENT_FAILED, NULL);
    event.name = request.text;
    call_event(loader->request->call, &event);
    return status;
}

static void cell_choose(struct loader *loader, const char *names) {
    const struct locator before = loader->locator;
    if (locator_choose_cell(&loader->locator, names, NULL)) loader->locator = before;
}

static char *path_of(const struct loader *loader, const tilepdb_table_set *set, unsigned i) {
    return locator_path(loader->directory ? loader->directory : "", &set->patterns[i], set->kind);
}

static const tilepdb_table *open_find(const struct tables *tables, const char *path) {
    for (size_t i = 0; i < tables->open_count; i++)
        if (strcmp(tables->open[i].path, path) == 0) return tables->open[i].table;
    return NULL;
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Like call_is_late; sets out_of_time. */
static bool is_out_of_time(const struct loader *loader) {
    loader->tables->out_of_time = call_is_late(loader->request->call);
    return loader->tables->out_of_time;
}

static bool is_short(struct loader *loader, const tilepdb_error *error) {
    if (error->status != TILEPDB_ERROR_MEMORY && error->status != TILEPDB_ERROR_TOO_LARGE)
        return false;
    loader->tables->short_of_memory = true;
    loader->shortage = *error;
    return true;
}

static bool has_time(const struct loader *loader, const tilepdb_table_set *set) {
    const double left = call_left(loader->request->call);
    const struct tables_config *config = loader->request->config;
    double entries = 0;
    for (unsigned i = 0; i < set->count && loader->request->call->deadline > 0; i++) {
        char *path = path_of(loader, set, i);
        tilepdb_generate_need need;
        if (path && !open_find(loader->tables, path) && !file_exists(path) &&
            !tilepdb_table_need(&set->patterns[i], set->kind, NULL, &need, NULL))
            entries += (double)need.entries;
        free(path);
    }
    double rate = *config->rate;
    if (rate <= 0) rate = ENTRIES_PER_SECOND * threads_resolve(config->threads);
    loader->tables->out_of_time = entries > left * TIME_SHARE * rate;
    return !loader->tables->out_of_time;
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

static uint64_t memory_of(const struct loader *loader, const tilepdb_table_set *set, bool there) {
    const struct tables *tables = loader->tables;
    struct memory_budget budget = {.tables = tables_bytes(tables)};
    for (unsigned i = 0; i < set->count; i++) {
        char *path = path_of(loader, set, i);
        if (path && !open_find(tables, path))
            memory_budget_add(&budget, &set->patterns[i], set->kind, there);
        free(path);
    }
    if (loader->request->config->both_directions) budget.tables *= 2;
    return memory_budget_total(&budget);
}

static bool fits_memory(const struct loader *loader, const tilepdb_table_set *set, bool there) {
    const uint64_t limit = loader->request->config->memory;
    return limit == 0 || memory_of(loader, set, there) <= limit;
}

static tilepdb_status refuse_memory(const struct loader *loader, const tilepdb_table_set *set,
                                    bool there) {
    tilepdb_engine_event event = event_of(loader, TILEPDB_EVENT_FAILED_MEMORY, set);
    event.bytes = memory_of(loader, set, there);
    const uint64_t limit = loader->request->config->memory;
    const struct error_code code = {.code = TILEPDB_MESSAGE_MEMORY,
                                    .number = {(int64_t)event.bytes, (int64_t)limit}};
    error_set_code(loader->error, TILEPDB_ERROR_TOO_LARGE, code,
                   "a search with %s needs %s, twice its tables or the memory to make them, and %s "
                   "are allowed: choose smaller tables or a higher limit",
                   set->name, IN_BYTES(event.bytes), IN_BYTES(limit));
    call_event(loader->request->call, &event);
    return TILEPDB_ERROR_TOO_LARGE;
}

/* ---- one table ------------------------------------------------------------------------------- */

static tilepdb_status table_generate(const struct loader *loader, const tilepdb_table_set *set,
                                     unsigned i, tilepdb_table **table, tilepdb_error *error) {
    const struct tables_config *config = loader->request->config;
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.threads = config->threads;
    options.variant = config->variant;
    options.progress = call_progress;
    options.user = loader->request->call;
    const double began = clock_seconds();
    const tilepdb_status status =
        tilepdb_table_generate(&set->patterns[i], set->kind, &options, table, error);
    if (status) return status;
    const double seconds = clock_seconds() - began;
    if ((*table)->info.entries >= MANY_ENTRIES && seconds > 0)
        *config->rate = (double)(*table)->info.entries / seconds;
    return TILEPDB_OK;
}

static tilepdb_status table_read(const struct loader *loader, const char *path,
                                 tilepdb_table **table, tilepdb_error *error) {
    const struct tables_config *config = loader->request->config;
    tilepdb_open_options options;
    tilepdb_open_options_init(&options);
    options.threads = config->threads;
    options.progress = call_progress;
    options.user = loader->request->call;
    options.preload = config->preload;
    options.node = config->node;
    error->status = tilepdb_table_open(path, &options, table, error);
    return error->status;
}

/* If saving fails, the table stays in memory and no further table is saved. */
static tilepdb_status table_keep(struct loader *loader, const tilepdb_table_set *set,
                                 const char *path, const tilepdb_table *table) {
    const struct tables_config *config = loader->request->config;
    tilepdb_save_options options;
    tilepdb_error error;
    tilepdb_save_options_init(&options);
    options.threads = config->threads;
    options.progress = call_progress;
    options.user = loader->request->call;
    const tilepdb_status status = tilepdb_table_save(table, path, &options, &error);
    if (status == TILEPDB_CANCELLED && is_out_of_time(loader)) return out_of_time(loader->error);
    loader->keep = status == TILEPDB_OK;
    if (loader->keep) return TILEPDB_OK;
    const bool cancelled = status == TILEPDB_CANCELLED;
    if (cancelled && loader->error) *loader->error = error;
    say_of_file(loader, cancelled ? TILEPDB_EVENT_FAILED_MAKE : TILEPDB_EVENT_NOT_KEPT, set, path,
                &error);
    return cancelled ? status : TILEPDB_OK;
}

static tilepdb_status table_make(struct loader *loader, const tilepdb_table_set *set, unsigned i,
                                 const char *path, tilepdb_table **table) {
    tilepdb_error error;
    tilepdb_status status = table_generate(loader, set, i, table, &error);
    if (status == TILEPDB_CANCELLED && is_out_of_time(loader)) return out_of_time(loader->error);
    if (status) {
        const bool retries = is_short(loader, &error) && loader->retries_smaller;
        const bool silent =
            loader->quiet || retries || (status == TILEPDB_CANCELLED && !loader->keep);
        if (loader->error) *loader->error = error;
        if (!silent) say_of_file(loader, TILEPDB_EVENT_FAILED_MAKE, set, path, &error);
        return status;
    }
    if (loader->keep) status = table_keep(loader, set, path, *table);
    if (status) tilepdb_table_close(*table);
    return status;
}

/* Checks that the file holds table i of the set. Otherwise closes it and reports the error. */
static tilepdb_status opened_check(struct loader *loader, const tilepdb_table_set *set, unsigned i,
                                   const struct open_table *opened, tilepdb_error *error) {
    if (error->status == TILEPDB_CANCELLED && is_out_of_time(loader))
        return out_of_time(loader->error);
    if (!error->status) {
        const tilepdb_table_info *info = &opened->table->info;
        if (tilepdb_pattern_equal(&info->pattern, &set->patterns[i]) &&
            info->kind.blank == set->kind.blank && info->kind.encoding == set->kind.encoding &&
            info->kind.metric == set->kind.metric)
            return TILEPDB_OK;
        tilepdb_table_close(opened->table);
        error_set(error, TILEPDB_ERROR_FORMAT, "holds a different table than its name says");
        error_in_file(error, error->status, opened->path);
    }
    if (loader->error) *loader->error = *error;
    if (is_short(loader, error) && loader->retries_smaller) return error->status;
    say_of_file(loader, TILEPDB_EVENT_FAILED_FILE, set, opened->path, error);
    return error->status;
}

/* Waits while another process makes the file. Returns false after a cancellation and at the
 * deadline. */
static bool lock_wait(const struct loader *loader, const tilepdb_table_set *set,
                      struct lock_file *lock, const char *path) {
    const struct engine_call *call = loader->request->call;
    enum lock_state state;
    bool noted = false;
    while ((state = lock_file_take(lock, path)) == LOCK_BUSY) {
        if (!noted) say_of_file(loader, TILEPDB_EVENT_WAIT, set, path, NULL);
        noted = true;
        if (call_is_cancelled(call) || call_left(call) <= 0) return false;
        clock_sleep(LOCK_PAUSE);
    }
    return true;
}

/* If tables are kept, one process makes a file. */
static tilepdb_status open_or_make(struct loader *loader, const tilepdb_table_set *set, unsigned i,
                                   struct open_table *opened) {
    const char *path = opened->path;
    tilepdb_error error = {.status = TILEPDB_ERROR_NOT_FOUND};
    if (!loader->unusable) table_read(loader, path, &opened->table, &error);
    if (error.status != TILEPDB_ERROR_NOT_FOUND ||
        loader->request->config->missing == TILEPDB_MISSING_REFUSE)
        return opened_check(loader, set, i, opened, &error);
    if (loader->found) say_of_file(loader, TILEPDB_EVENT_REMOVED, set, path, NULL);
    struct lock_file lock = {0};
    if (loader->keep && !lock_wait(loader, set, &lock, path)) {
        if (is_out_of_time(loader)) return out_of_time(loader->error);
        return error_set(loader->error, TILEPDB_CANCELLED, "the call was cancelled");
    }
    if (loader->keep) table_read(loader, path, &opened->table, &error);
    const tilepdb_status status = error.status == TILEPDB_ERROR_NOT_FOUND
                                      ? table_make(loader, set, i, path, &opened->table)
                                      : opened_check(loader, set, i, opened, &error);
    lock_file_release(&lock);
    return status;
}

void table_list_free(struct table_list *list) {
    free(list->tables);
    *list = (struct table_list){0};
}

static void opened_free(struct open_table *opened) {
    free(opened->path);
    free(opened->set);
}

/* Takes over `opened`, unless memory is missing. */
static bool opened_add(struct tables *tables, const struct open_table *opened) {
    struct open_table *open =
        memory_grown(tables->open, tables->open_count, &tables->open_capacity, sizeof *open);
    if (!open) return false;
    tables->open = open;
    tables->open[tables->open_count++] = *opened;
    return true;
}

static tilepdb_status list_add(const struct loader *loader, const tilepdb_table *table) {
    struct table_list *list = loader->list;
    const tilepdb_table **tables =
        memory_grown(list->tables, list->count, &list->capacity, sizeof *tables);
    if (!tables) return no_memory(loader->error);
    list->tables = tables;
    list->tables[list->count++] = table;
    return TILEPDB_OK;
}

static tilepdb_status table_load(struct loader *loader, const tilepdb_table_set *set, unsigned i) {
    struct tables *tables = loader->tables;
    struct open_table opened = {.path = path_of(loader, set, i)};
    if (!opened.path) return no_memory(loader->error);
    const tilepdb_table *open = open_find(tables, opened.path);
    if (open) {
        opened_free(&opened);
        return list_add(loader, open);
    }
    opened.set = malloc(sizeof *opened.set);
    tilepdb_status status = opened.set ? TILEPDB_OK : no_memory(loader->error);
    if (!status) {
        *opened.set = *set;
        status = open_or_make(loader, set, i, &opened);
    }
    if (!status && !opened_add(tables, &opened)) {
        tilepdb_table_close(opened.table);
        status = no_memory(loader->error);
    }
    if (status) {
        opened_free(&opened);
        return status;
    }
    return list_add(loader, opened.table);
}

static tilepdb_status set_load(struct loader *loader, const tilepdb_table_set *set) {
    struct tables *tables = loader->tables;
    if (!loader->quiet && !string_append(&tables->name, "%s%s", tables->name ? "+" : "", set->name))
        return no_memory(loader->error);
    tilepdb_status status = TILEPDB_OK;
    for (unsigned i = 0; i < set->count && !status; i++) {
        tilepdb_engine_event event = event_of(loader, TILEPDB_EVENT_TABLE, set);
        event.index = i;
        call_event(loader->request->call, &event);
        status = table_load(loader, set, i);
    }
    return status;
}

/* ---- named tables ---------------------------------------------------------------------------- */

static tilepdb_status refuse_absent(const struct loader *loader, const tilepdb_table_set *set) {
    tilepdb_engine_event event = event_of(loader, TILEPDB_EVENT_FAILED_ABSENT, set);
    if (!loader->unusable) event.os_error = directory_write_error(loader->directory);
    event.kept = !loader->unusable && event.os_error == 0;
    const struct error_code code = {.code = TILEPDB_MESSAGE_TABLES_ABSENT,
                                    .number = {set->width, set->height, set->goal_blank},
                                    .text = set->suggested ? "" : set->name};
    char *path = loader->directory ? path_of(loader, set, 0) : NULL;
    error_set_code(loader->error, TILEPDB_ERROR_NOT_FOUND, code,
                   "'%s' is missing, and so are its like for symmetric goals: make it, or ask for "
                   "missing tables to be made",
                   path ? error_path(path) : set->name);
    free(path);
    call_event(loader->request->call, &event);
    return TILEPDB_ERROR_NOT_FOUND;
}

static tilepdb_status places_check(const struct loader *loader, const tilepdb_table_set *set) {
    tilepdb_status status = TILEPDB_OK;
    for (unsigned i = 0; i < set->count && !status; i++) {
        char *path = path_of(loader, set, i);
        if (!path) return no_memory(loader->error);
        const int os_error = file_read_error(path);
        if (os_error != 0 && os_error != ENOENT) {
            status =
                error_set_code(loader->error, TILEPDB_ERROR_IO,
                               error_code_file(TILEPDB_MESSAGE_FILE_OPEN, os_error, NULL),
                               "'%s' cannot be read: %s", error_path(path), strerror(os_error));
            say_of_file(loader, TILEPDB_EVENT_FAILED_PLACE, set, path, loader->error);
        }
        free(path);
    }
    return status;
}

/* Reports that the tables are made, and decides whether they are kept. */
static tilepdb_status making_begin(struct loader *loader, const tilepdb_table_set *set) {
    const bool wanted = loader->request->config->missing == TILEPDB_MISSING_KEEP;
    const bool stays = wanted && !loader->unusable;
    const tilepdb_status status = stays ? places_check(loader, set) : TILEPDB_OK;
    if (status) return status;
    tilepdb_engine_event event = event_of(loader, TILEPDB_EVENT_MAKE, set);
    if (stays) event.os_error = directory_create(loader->directory);
    loader->keep = event.kept = stays && event.os_error == 0;
    event.transient = !wanted;
    call_event(loader->request->call, &event);
    return TILEPDB_OK;
}

static tilepdb_status requested_load(struct loader *loader, struct table_request request) {
    tilepdb_table_set set;
    tilepdb_status status = set_find(loader, request, &set);
    if (status) return status;
    if (!loader->found && loader->request->config->missing == TILEPDB_MISSING_REFUSE)
        return refuse_absent(loader, &set);
    if (!fits_memory(loader, &set, loader->found))
        return refuse_memory(loader, &set, loader->found);
    loader->keep = false;
    if (!loader->found) status = making_begin(loader, &set);
    locator_fix_cell(&loader->locator, set.goal_blank);
    return status ? status : set_load(loader, &set);
}

static tilepdb_status named_load(struct loader *loader) {
    char *names = string_format("%s", loader->request->names), *rest = names;
    if (!names) return no_memory(loader->error);
    tilepdb_status status = TILEPDB_OK;
    cell_choose(loader, names);
    while (rest && !status) {
        const struct table_request name = {.text = partition_next(&rest)};
        if (is_multi(loader) && loader->list->count >= LOCATOR_MAX_PARTITIONS) {
            status = error_set(loader->error, TILEPDB_ERROR_ARGUMENT,
                               "a search takes at most %d colour tables", LOCATOR_MAX_PARTITIONS);
            say(loader, TILEPDB_EVENT_FAILED, NULL);
        } else {
            status = requested_load(loader, name);
        }
    }
    free(names);
    return status;
}

/* ---- default tables -------------------------------------------------------------------------- */

static bool same_tables(const tilepdb_table_set *a, const tilepdb_table_set *b) {
    bool same = a->count == b->count;
    for (unsigned i = 0; i < a->count && same; i++)
        same = tilepdb_pattern_equal(&a->patterns[i], &b->patterns[i]);
    return same;
}

/* Finds the largest tables within the memory limit, from `request` down. A refusal names the
 * smallest. */
static tilepdb_status quick_find(struct loader *loader, struct table_request request,
                                 tilepdb_table_set *quick) {
    tilepdb_status status = set_find(loader, request, quick);
    uint64_t entries = loader->request->config->memory * MOST_ENTRIES;
    bool least = is_multi(loader);
    while (!status && !fits_memory(loader, quick, loader->found)) {
        if (least) return refuse_memory(loader, quick, loader->found);
        least = entries <= LEAST_ENTRIES;
        request = (struct table_request){.entries = least ? LEAST_ENTRIES : entries};
        entries /= 2;
        status = set_find(loader, request, quick);
    }
    return status;
}

/* Loads default tables. If memory is short, closes them, sets *fits to false and `shortage`. */
static tilepdb_status load_fitting(struct loader *loader, const tilepdb_table_set *set,
                                   bool *fits) {
    loader->retries_smaller = true;
    loader->shortage.status = TILEPDB_OK;
    const tilepdb_status status = set_load(loader, set);
    loader->retries_smaller = false;
    *fits = !status || !loader->shortage.status;
    if (*fits) return status;
    if (!loader->retry_noted) say(loader, TILEPDB_EVENT_SMALLER, set);
    loader->retry_noted = true;
    char *strongest = loader->tables->strongest;
    loader->tables->strongest = NULL;
    tables_close(loader->tables);
    loader->tables->strongest = strongest;
    return status;
}

static tilepdb_status load_smaller(struct loader *loader, tilepdb_table_set *set) {
    tilepdb_status status = loader->shortage.status;
    bool fits = false;
    tilepdb_generate_need need;
    uint64_t entries = table_set_need(set, &need, NULL) ? 0 : need.entries;
    while (!fits && !is_multi(loader) && entries > LEAST_ENTRIES) {
        entries = entries / FEWER > LEAST_ENTRIES ? entries / FEWER : LEAST_ENTRIES;
        status = set_find(loader, (struct table_request){.entries = entries}, set);
        if (status) return status;
        status = load_fitting(loader, set, &fits);
    }
    if (fits) return status;
    if (loader->error) *loader->error = loader->shortage;
    say_of_file(loader, TILEPDB_EVENT_FAILED, set, NULL, &loader->shortage);
    return loader->shortage.status;
}

static tilepdb_status load_in_memory(struct loader *loader, tilepdb_table_set *quick,
                                     const tilepdb_table_set *strong, bool slow) {
    if (is_multi(loader) && same_tables(quick, strong)) return set_load(loader, quick);
    tilepdb_engine_event event = event_of(
        loader, loader->exceeds_memory ? TILEPDB_EVENT_TOO_LARGE : TILEPDB_EVENT_BUILD, quick);
    event.strongest = strong;
    if (!loader->unusable) event.os_error = directory_write_error(loader->directory);
    event.kept = !loader->unusable && event.os_error == 0;
    call_event(loader->request->call, &event);
    bool fits = true;
    const tilepdb_status status =
        slow ? set_load(loader, quick) : load_fitting(loader, quick, &fits);
    return fits ? status : load_smaller(loader, quick);
}

static bool is_named_first(const struct default_requests *defaults, size_t i) {
    const char *first = defaults->requests[0].text, *name = defaults->requests[i].text;
    return i > 0 && first && name && strcmp(first, name) == 0;
}

static tilepdb_status default_load(struct loader *loader) {
    const struct tables_request *request = loader->request;
    const bool refuses = request->config->missing == TILEPDB_MISSING_REFUSE;
    struct default_requests defaults;
    default_requests_init(&defaults, &loader->locator);
    tilepdb_table_set quick, strong, large = {.count = 0};
    const tilepdb_status named = set_find(loader, defaults.requests[0], &strong);
    if (named) return named;
    if (!string_append(&loader->tables->strongest, "%s", strong.name))
        return no_memory(loader->error);
    if (request->config->missing == TILEPDB_MISSING_KEEP)
        return requested_load(loader, defaults.requests[0]);
    quick = strong;
    for (size_t i = 0; i < defaults.count || default_requests_quick(&defaults, &loader->locator);
         i++) {
        if (is_named_first(&defaults, i)) continue;
        const tilepdb_status status =
            i > 0 ? set_find(loader, defaults.requests[i], &quick) : TILEPDB_OK;
        if (status) return status;
        if (!loader->found) continue;
        bool fits = fits_memory(loader, &quick, true);
        loader->exceeds_memory = loader->exceeds_memory || !fits;
        if (fits) {
            const tilepdb_status loaded = load_fitting(loader, &quick, &fits);
            if (fits) return loaded;
        }
        large = quick;
    }
    if (refuses && loader->exceeds_memory) return refuse_memory(loader, &large, true);
    if (refuses && loader->shortage.status) {
        if (loader->error) *loader->error = loader->shortage;
        say_of_file(loader, TILEPDB_EVENT_FAILED, NULL, NULL, &loader->shortage);
        return loader->shortage.status;
    }
    if (refuses) return refuse_absent(loader, &strong);
    loader->tables->deferred = request->defer && defaults.slow;
    if (loader->tables->deferred) return TILEPDB_OK;
    const tilepdb_status status = quick_find(loader, defaults.quick, &quick);
    if (status) return status;
    if (request->limit_time && !has_time(loader, &quick)) return out_of_time(loader->error);
    return load_in_memory(loader, &quick, &strong, defaults.slow);
}

/* ---- the tables of a goal -------------------------------------------------------------------- */

static tilepdb_status size_check(const struct loader *loader) {
    const struct locator *locator = &loader->locator;
    tilepdb_pattern any;
    if (!is_multi(loader)) return TILEPDB_OK;
    const tilepdb_status status = tilepdb_colouring_default(locator->width, locator->height,
                                                            locator->cells[0], &any, loader->error);
    if (status) say(loader, TILEPDB_EVENT_FAILED, NULL);
    return status;
}

static void cell_prefer(struct locator *locator, int cell) {
    for (size_t i = 0; i < locator->cell_count; i++) {
        if (locator->cells[i] != cell) continue;
        locator_fix_cell(locator, cell);
        return;
    }
}

tilepdb_status tables_open(struct tables *tables, const struct tables_request *request,
                           const tilepdb_board *goal, tilepdb_error *error) {
    tilepdb_error own = {.status = TILEPDB_OK};
    struct loader loader = {.tables = tables, .request = request, .error = error ? error : &own};
    *tables = (struct tables){0};
    loader.list = &tables->first;
    tilepdb_status status = loader_init(&loader, goal);
    if (request->config->cell) cell_prefer(&loader.locator, request->config->cell - 1);
    if (!status) status = size_check(&loader);
    if (!status) status = request->names ? named_load(&loader) : default_load(&loader);
    loader_free(&loader);
    return status;
}

/* Returns the cell of the open tables, or the least of the symmetric cells, so that these share
 * tables. */
static int cell_shared(const struct tables *tables, const struct locator *locator) {
    int least = locator->cells[0];
    for (size_t i = 1; i < locator->cell_count; i++)
        if (locator->cells[i] < least) least = locator->cells[i];
    return tables->open_count == 0 ? least : tables->open[0].set->goal_blank;
}

static tilepdb_status partition_add(struct loader *loader, const char *name) {
    const struct tables_request *request = loader->request;
    const struct table_request named = {.text = name};
    struct locator *locator = &loader->locator;
    tilepdb_table_set set;
    tilepdb_status status = set_find(loader, named, &set);
    if (!status && !loader->found && locator->cell_count > 1) {
        locator_fix_cell(locator, cell_shared(loader->tables, locator));
        status = set_find(loader, named, &set);
    }
    if (status) return status;
    locator_fix_cell(locator, set.goal_blank);
    if (!loader->found && request->config->missing == TILEPDB_MISSING_REFUSE)
        return error_set(loader->error, TILEPDB_ERROR_NOT_FOUND, "the tables %s are missing", name);
    if (!loader->found && request->limit_time && !has_time(loader, &set))
        return out_of_time(loader->error);
    if (!loader->found && request->larger) say(loader, TILEPDB_EVENT_LARGER, &set);
    return set_load(loader, &set);
}

tilepdb_status tables_add(struct tables *tables, const struct tables_request *request,
                          const tilepdb_board *goal, struct table_list *added) {
    tilepdb_error error = {.status = TILEPDB_OK};
    struct loader loader = {
        .tables = tables, .list = added, .request = request, .error = &error, .quiet = true};
    tables->out_of_time = false;
    tilepdb_status status = loader_init(&loader, goal);
    char *copy = status ? NULL : string_format("%s", request->names), *rest = copy;
    if (!status && !copy) status = no_memory(loader.error);
    if (!status) cell_choose(&loader, request->names);
    while (rest && !status) status = partition_add(&loader, partition_next(&rest));
    free(copy);
    if (status) table_list_free(added);
    loader_free(&loader);
    return status;
}

/* The tables with the least work. A core makes entries about as fast as nodes. Doubling the entries
 * halves the nodes. */
static const char *upgrade_choose(struct loader *loader, double nodes) {
    struct default_requests defaults;
    const char *best = NULL;
    double least = nodes, present = 0;
    const struct table_list *first = &loader->tables->first;
    for (size_t i = 0; i < first->count; i++) present += (double)first->tables[i]->info.entries;
    default_requests_init(&defaults, &loader->locator);
    for (size_t i = 0; i < defaults.count; i++) {
        tilepdb_table_set set;
        if (!defaults.requests[i].text || set_find(loader, defaults.requests[i], &set)) continue;
        tilepdb_generate_need need;
        const double entries = table_set_need(&set, &need, NULL) ? 0 : (double)need.entries;
        if (entries <= present || !fits_memory(loader, &set, loader->found)) continue;
        const double work = (loader->found ? 0 : entries) + nodes * present / entries;
        if (work >= least) continue;
        best = defaults.requests[i].text;
        least = work;
    }
    return best;
}

char *tables_upgrade(struct tables *tables, const struct tables_request *request,
                     const tilepdb_board *goal, double nodes) {
    tilepdb_error error = {.status = TILEPDB_OK};
    struct loader loader = {.tables = tables, .request = request, .error = &error};
    if (request->metric != TILEPDB_METRIC_MULTI || request->names ||
        request->config->missing == TILEPDB_MISSING_REFUSE)
        return NULL;
    const char *best = loader_init(&loader, goal) ? NULL : upgrade_choose(&loader, nodes);
    char *name = best ? string_format("%s", best) : NULL;
    loader_free(&loader);
    return name;
}

const struct open_table *tables_named_in(const struct tables *tables, const char *sentence) {
    for (size_t i = 0; i < tables->open_count; i++) {
        const char *path = tables->open[i].path, *name = strrchr(path, '/');
        if (strstr(sentence, name ? name : path)) return &tables->open[i];
    }
    return NULL;
}

uint64_t tables_bytes(const struct tables *tables) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < tables->open_count; i++)
        bytes += tables->open[i].table->info.table_bytes;
    return bytes;
}

void tables_close(struct tables *tables) {
    for (size_t i = 0; i < tables->open_count; i++) {
        tilepdb_table_close(tables->open[i].table);
        opened_free(&tables->open[i]);
    }
    free(tables->open);
    table_list_free(&tables->first);
    free(tables->name);
    free(tables->strongest);
    *tables = (struct tables){0};
}

char *partition_side(const char *names, bool backward) {
    const char *colon = strchr(names, ':');
    if (!colon) return string_format("%s", names);
    return backward ? string_format("%s", colon + 1)
                    : string_format("%.*s", (int)(colon - names), names);
}

char *partition_next(char **names) {
    char *name = *names, *plus = strchr(name, '+');
    if (plus) *plus = '\0';
    *names = plus ? plus + 1 : NULL;
    return name;
}

/* ---- a solver in one call, with tables that it finds as an engine does ----------------------- */

void tilepdb_solver_open_options_init(tilepdb_solver_open_options *options) {
    *options = (tilepdb_solver_open_options){.missing = TILEPDB_MISSING_BUILD};
}

static tilepdb_status kind_choose(const tilepdb_solver_open_options *options,
                                  struct tables_config *config, tilepdb_error *error) {
    const tilepdb_kind *kind = options->kind;
    const tilepdb_pattern tiles = {0};
    const tilepdb_kind colours = tilepdb_kind_default(TILEPDB_METRIC_MULTI);
    if (!kind) return TILEPDB_OK;
    config->kinds[0] = *kind;
    config->kind_count = 1;
    if (options->metric != TILEPDB_METRIC_MULTI) return table_kind_check(&tiles, *kind, error);
    if (kind->blank != colours.blank || kind->encoding != colours.encoding ||
        kind->metric != colours.metric)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "colour tables are blank-aware, have the encoding mod3 and are of "
                         "multi-tile moves: no other kind is");
    return TILEPDB_OK;
}

static tilepdb_status options_check(const tilepdb_solver_open_options *options, const char *names,
                                    tilepdb_error *error) {
    const bool nowhere = options->directory ? !*options->directory : !tilepdb_directory(NULL, 0);
    if (options->missing > TILEPDB_MISSING_REFUSE)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown treatment %d of missing tables",
                         (int)options->missing);
    if (names && options->missing == TILEPDB_MISSING_KEEP && nowhere)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "no directory is known in which tables can be kept: name one, or set "
                         "TILEPDB_DIR");
    const tilepdb_status status = limits_threads(options->threads, error);
    return status ? status : processor_check(options->variant, error);
}

/* The solver owns the tables. */
static tilepdb_status solver_make(const tilepdb_solver_open_options *options,
                                  const tilepdb_board *goal, const struct tables *tables,
                                  tilepdb_solver **solver, tilepdb_error *error) {
    tilepdb_solver_options how;
    tilepdb_solver_options_init(&how);
    how.tables = tables->first.tables;
    how.table_count = tables->first.count;
    how.metric = options->metric;
    how.variant = options->variant;
    tilepdb_table **owned = calloc(tables->open_count, sizeof *owned);
    if (!owned) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    const tilepdb_status status = tilepdb_solver_create(goal, &how, solver, error);
    if (status) {
        free(owned);
        return status;
    }
    for (size_t i = 0; i < tables->open_count; i++) {
        owned[i] = tables->open[i].table;
        tables->open[i].table = NULL;
    }
    (*solver)->owned = owned;
    (*solver)->owned_count = tables->open_count;
    return TILEPDB_OK;
}

tilepdb_status tilepdb_solver_open(const tilepdb_board *goal, const char *partition,
                                   const tilepdb_solver_open_options *options,
                                   tilepdb_solver **solver, tilepdb_error *error) {
    tilepdb_solver_open_options defaults;
    tilepdb_solver_open_options_init(&defaults);
    if (!options) options = &defaults;
    double rate = 0;
    struct engine_call call = {.progress = options->progress, .user = options->user};
    struct tables tables = {.name = NULL};
    struct tables_config config = {.directory = options->directory,
                                   .missing = options->missing,
                                   .memory = options->memory_limit,
                                   .preload = options->preload,
                                   .threads = options->threads,
                                   .variant = options->variant,
                                   .rate = &rate};
    if (!partition && config.missing == TILEPDB_MISSING_KEEP)
        config.missing = TILEPDB_MISSING_BUILD;
    const struct tables_request request = {
        .config = &config, .call = &call, .metric = options->metric, .names = partition};
    tilepdb_status status = options_check(options, partition, error);
    if (!status) status = kind_choose(options, &config, error);
    if (status) return status;
    status = tables_open(&tables, &request, goal, error);
    if (!status) status = solver_make(options, goal, &tables, solver, error);
    tables_close(&tables);
    return status;
}
