#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/files.h"
#include "base/processor.h"
#include "search/solver.h"
#include "table/locator.h"
#include "table/table.h"
#include "tilepdb_open.h"

#define MOST_TABLES (TILEPDB_MAX_PARTITIONS * TILEPDB_TABLE_MAX_CELLS)

struct opening {
    const tilepdb_solver_open_options *options;
    tilepdb_locator locator;
    tilepdb_missing missing;
    tilepdb_table *tables[MOST_TABLES];
    size_t count;
    unsigned partitions;
};

void tilepdb_solver_open_options_init(tilepdb_solver_open_options *options) {
    *options = (tilepdb_solver_open_options){.missing = TILEPDB_MISSING_BUILD};
}

/* ---- one table ------------------------------------------------------------------------------- */

static tilepdb_status holds_check(const tilepdb_table *table, const tilepdb_pattern *pattern,
                                  tilepdb_kind kind, const char *path, tilepdb_error *error) {
    const tilepdb_table_info *info = &table->info;
    if (tilepdb_pattern_equal(&info->pattern, pattern) && info->kind.blank == kind.blank &&
        info->kind.encoding == kind.encoding && info->kind.metric == kind.metric)
        return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_FORMAT, "'%s' holds a different table than its name says",
                     error_path(path));
}

static tilepdb_status table_read(const struct opening *opening, const char *path,
                                 tilepdb_table **table, tilepdb_error *error) {
    const tilepdb_solver_open_options *options = opening->options;
    tilepdb_open_options how;
    tilepdb_open_options_init(&how);
    how.threads = options->threads;
    how.preload = options->preload;
    how.progress = options->progress;
    how.user = options->user;
    return tilepdb_table_open(path, &how, table, error);
}

static tilepdb_status table_make(const struct opening *opening, const tilepdb_pattern *pattern,
                                 tilepdb_kind kind, tilepdb_table **table, tilepdb_error *error) {
    const tilepdb_solver_open_options *options = opening->options;
    tilepdb_generate_options how;
    tilepdb_generate_options_init(&how);
    how.threads = options->threads;
    how.memory_limit = options->memory_limit;
    how.variant = options->variant;
    how.progress = options->progress;
    how.user = options->user;
    return tilepdb_table_generate(pattern, kind, &how, table, error);
}

static tilepdb_status table_keep(const struct opening *opening, const tilepdb_table *table,
                                 const char *path, tilepdb_error *error) {
    const tilepdb_solver_open_options *options = opening->options;
    tilepdb_save_options how;
    tilepdb_save_options_init(&how);
    how.threads = options->threads;
    how.progress = options->progress;
    how.user = options->user;
    return tilepdb_table_save(table, path, &how, error);
}

/* Reads or makes the table. `path` may be NULL. The table is added to `opening` before it is
 * checked, so that it is always closed. */
static tilepdb_status table_add(struct opening *opening, const tilepdb_pattern *pattern,
                                tilepdb_kind kind, const char *path, tilepdb_error *error) {
    tilepdb_table **table = &opening->tables[opening->count];
    tilepdb_error cause = {.status = TILEPDB_ERROR_NOT_FOUND};
    tilepdb_status status =
        path ? table_read(opening, path, table, &cause) : TILEPDB_ERROR_NOT_FOUND;
    if (!status) {
        opening->count++;
        return holds_check(*table, pattern, kind, path, error);
    }
    if (status != TILEPDB_ERROR_NOT_FOUND || opening->missing == TILEPDB_MISSING_REFUSE) {
        if (error) *error = cause;
        return status;
    }
    status = table_make(opening, pattern, kind, table, error);
    if (status) return status;
    opening->count++;
    return opening->missing == TILEPDB_MISSING_KEEP ? table_keep(opening, *table, path, error)
                                                    : TILEPDB_OK;
}

/* ---- the tables of a partition --------------------------------------------------------------- */

static tilepdb_status set_refuse(const tilepdb_table_set *set, const char *directory,
                                 const char *name, tilepdb_error *error) {
    const tilepdb_pattern *first = &set->patterns[0];
    if (!directory)
        return error_set(error, TILEPDB_ERROR_NOT_FOUND,
                         "no directory for tables is known: none of TILEPDB_DIR, XDG_DATA_HOME and "
                         "HOME is set");
    char *path = locator_path(directory, first, set->kind);
    const struct error_code code = {.code = TILEPDB_MESSAGE_TABLES_ABSENT,
                                    .number = {first->width, first->height, first->goal_blank},
                                    .text = name ? name : set->name};
    error_set_code(error, TILEPDB_ERROR_NOT_FOUND, code,
                   "'%s' is missing, and so are its like for symmetric goals: make it, or ask for "
                   "missing tables to be made",
                   path ? error_path(path) : "a table");
    free(path);
    return TILEPDB_ERROR_NOT_FOUND;
}

static tilepdb_status set_add(struct opening *opening, const tilepdb_table_set *set,
                              tilepdb_error *error) {
    const char *directory = opening->locator.directory;
    if (opening->partitions++ == TILEPDB_MAX_PARTITIONS)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "a solver takes at most %d partitions",
                         TILEPDB_MAX_PARTITIONS);
    tilepdb_locator_fix_cell(&opening->locator, set->patterns[0].goal_blank);
    tilepdb_status status = TILEPDB_OK;
    for (unsigned i = 0; i < set->count && !status; i++) {
        char *path = directory ? locator_path(directory, &set->patterns[i], set->kind) : NULL;
        if (directory && !path)
            return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
        status = table_add(opening, &set->patterns[i], set->kind, path, error);
        free(path);
    }
    return status;
}

static tilepdb_status keep_prepare(const struct opening *opening, tilepdb_error *error) {
    const char *directory = opening->locator.directory;
    if (opening->missing != TILEPDB_MISSING_KEEP) return TILEPDB_OK;
    if (!directory)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "no directory is known in which tables can be kept: name one, or set "
                         "TILEPDB_DIR");
    const int os_error = directory_create(directory);
    if (!os_error) return TILEPDB_OK;
    if (os_error == ENOMEM)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
    return error_set_code(
        error, TILEPDB_ERROR_IO, error_code_file(TILEPDB_MESSAGE_FILE_WRITE, os_error, NULL),
        "the directory '%s' cannot be used: %s", error_path(directory), strerror(os_error));
}

static tilepdb_status named_add(struct opening *opening, const char *name, tilepdb_error *error) {
    tilepdb_table_set set;
    bool found;
    const tilepdb_request request = {.text = name};
    tilepdb_status status = tilepdb_locator_find(&opening->locator, request, &set, &found, error);
    if (status) return status;
    opening->missing = opening->options->missing;
    if (!found && opening->missing == TILEPDB_MISSING_REFUSE)
        return set_refuse(&set, opening->locator.directory, name, error);
    if (!found) status = keep_prepare(opening, error);
    return status ? status : set_add(opening, &set, error);
}

static tilepdb_status all_named_add(struct opening *opening, const char *names,
                                    tilepdb_error *error) {
    tilepdb_status status = tilepdb_locator_choose_cell(&opening->locator, names, error);
    char *copy = strdup(names);
    if (!status && !copy)
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
    for (char *name = copy, *next; name && !status; name = next) {
        next = strchr(name, '+');
        if (next) *next++ = '\0';
        status = named_add(opening, name, error);
    }
    free(copy);
    return status;
}

/* Takes the strongest partition whose files exist. Otherwise builds a small partition, unless
 * missing tables are refused. */
static tilepdb_status default_add(struct opening *opening, tilepdb_error *error) {
    tilepdb_default_requests defaults;
    tilepdb_table_set set, strongest = {.count = 0};
    bool found = false;
    tilepdb_default_requests_init(&defaults, &opening->locator);
    for (size_t i = 0; !found && (i < defaults.count ||
                                  tilepdb_default_requests_quick(&defaults, &opening->locator));
         i++) {
        const tilepdb_status status =
            tilepdb_locator_find(&opening->locator, defaults.requests[i], &set, &found, error);
        if (status) return status;
        if (i == 0) strongest = set;
    }
    opening->missing = opening->options->missing;
    if (!found && opening->missing == TILEPDB_MISSING_REFUSE)
        return set_refuse(&strongest, opening->locator.directory, defaults.requests[0].text, error);
    if (!found) {
        const tilepdb_status status =
            tilepdb_locator_find(&opening->locator, defaults.quick, &set, &found, error);
        if (status) return status;
        opening->missing = TILEPDB_MISSING_BUILD;
    }
    return set_add(opening, &set, error);
}

/* ---- the solver ------------------------------------------------------------------------------ */

static tilepdb_status solver_make(const struct opening *opening, const tilepdb_board *goal,
                                  tilepdb_solver **solver, tilepdb_error *error) {
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const *)opening->tables;
    options.table_count = opening->count;
    options.metric = opening->locator.metric;
    options.variant = opening->options->variant;
    const size_t bytes = opening->count * sizeof *opening->tables;
    tilepdb_table **owned = malloc(bytes);
    if (!owned) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    const tilepdb_status status = tilepdb_solver_create(goal, &options, solver, error);
    if (status) {
        free(owned);
        return status;
    }
    memcpy(owned, opening->tables, bytes);
    (*solver)->owned = owned;
    (*solver)->owned_count = opening->count;
    return TILEPDB_OK;
}

static tilepdb_status options_check(const tilepdb_solver_open_options *options,
                                    tilepdb_error *error) {
    if (options->missing > TILEPDB_MISSING_REFUSE)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown treatment %d of missing tables",
                         (int)options->missing);
    const tilepdb_status status = limits_threads(options->threads, error);
    return status ? status : processor_check(options->variant, error);
}

/* The caller frees *directory, which is NULL if none is known. */
static tilepdb_status directory_choose(const char *given, char **directory, tilepdb_error *error) {
    const size_t length = given ? strlen(given) : tilepdb_directory(NULL, 0);
    *directory = NULL;
    if (length == 0) return TILEPDB_OK;
    *directory = malloc(length + 1);
    if (!*directory) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a name");
    if (given)
        memcpy(*directory, given, length + 1);
    else
        tilepdb_directory(*directory, length + 1);
    return TILEPDB_OK;
}

static tilepdb_status kind_choose(struct opening *opening, tilepdb_error *error) {
    const tilepdb_kind *kind = opening->options->kind;
    const tilepdb_pattern tiles = {0};
    tilepdb_locator *locator = &opening->locator;
    if (!kind) return TILEPDB_OK;
    if (locator->metric != TILEPDB_METRIC_MULTI) {
        const tilepdb_status status = table_kind_check(&tiles, *kind, error);
        if (status) return status;
    } else if (kind->blank != locator->kinds[0].blank ||
               kind->encoding != locator->kinds[0].encoding || kind->metric != locator->metric)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "colour tables are blank-aware, have the encoding mod3 and are of "
                         "multi-tile moves: no other kind is");
    locator->kinds[0] = *kind;
    locator->kind_count = 1;
    return TILEPDB_OK;
}

static tilepdb_status open_in(struct opening *opening, const tilepdb_board *goal,
                              const char *partition, const char *directory, tilepdb_solver **solver,
                              tilepdb_error *error) {
    tilepdb_status status =
        tilepdb_locator_init(&opening->locator, goal, opening->options->metric, directory, error);
    if (!status) status = kind_choose(opening, error);
    if (status) return status;
    status = partition ? all_named_add(opening, partition, error) : default_add(opening, error);
    if (!status) status = solver_make(opening, goal, solver, error);
    for (size_t i = 0; status && i < opening->count; i++) tilepdb_table_close(opening->tables[i]);
    return status;
}

tilepdb_status tilepdb_solver_open(const tilepdb_board *goal, const char *partition,
                                   const tilepdb_solver_open_options *options,
                                   tilepdb_solver **solver, tilepdb_error *error) {
    tilepdb_solver_open_options defaults;
    tilepdb_solver_open_options_init(&defaults);
    struct opening opening = {.options = options ? options : &defaults};
    char *directory;
    tilepdb_status status = options_check(opening.options, error);
    if (!status) status = directory_choose(opening.options->directory, &directory, error);
    if (status) return status;
    status = open_in(&opening, goal, partition, directory, solver, error);
    free(directory);
    return status;
}
