/* Makes a solver in one call, with tables that it finds as an engine does; see tilepdb_tables.h. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/processor.h"
#include "engine/tables.h"
#include "search/solver.h"
#include "table/table.h"

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
