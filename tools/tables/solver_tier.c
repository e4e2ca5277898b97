/* See solver_tier.h. */
#include "tables/solver_tier.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "tables/database.h"

static tilepdb_status solver_make(const struct solver_config *config, const tilepdb_board *goal,
                                  const tilepdb_table *const *tables, size_t count,
                                  tilepdb_heuristic heuristic, bool backward,
                                  tilepdb_solver **solver, tilepdb_error *error) {
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.reflection = !config->no_reflection;
    options.heuristic = heuristic;
    options.backward = backward;
    options.variant = config->request.common->variant;
    options.tables = tables;
    options.table_count = count;
    if (count)
        options.metric = config->request.metric; /* bounds without tables are of single moves */
    return tilepdb_solver_create(goal, &options, solver, error);
}

tilepdb_status solver_of_database(const struct solver_config *config, const tilepdb_board *goal,
                                  const struct database *database, tilepdb_heuristic heuristic,
                                  tilepdb_solver **solver, tilepdb_error *error) {
    return solver_make(config, goal, database->tables, database->count, heuristic, false, solver,
                       error);
}

/* Takes the tables from `first` on off the list of a database, where they stay open. */
static struct loaded_solver tables_take(struct database *database, size_t first) {
    struct loaded_solver taken = {.count = database->count - first};
    const size_t bytes = taken.count * sizeof *taken.tables;
    taken.tables = cli_allocated(malloc(bytes + 1));
    if (bytes) memcpy(taken.tables, database->tables + first, bytes);
    database->count = first;
    return taken;
}

struct loaded_solver loaded_solver_make(const struct solver_config *config,
                                        struct database *database, const char *names,
                                        const tilepdb_board *goal, bool backward, bool limit_time) {
    const size_t first = database->count;
    struct database_request request = config->request;
    request.limit_time = limit_time;
    const int code = database_add_partitions(database, &request, names, goal, config->progress);
    struct loaded_solver made = tables_take(database, first);
    const tilepdb_status status =
        code == CLI_SUCCESS ? solver_make(config, goal, made.tables, made.count,
                                          TILEPDB_HEURISTIC_PDB, backward, &made.solver, NULL)
                            : TILEPDB_OK;
    if (status == TILEPDB_ERROR_MEMORY) database->short_of_memory = true;
    if (code != CLI_SUCCESS || status) loaded_solver_free(&made);
    return made;
}

void loaded_solver_free(struct loaded_solver *loaded) {
    tilepdb_solver_free(loaded->solver);
    free(loaded->tables);
    *loaded = (struct loaded_solver){0};
}

void solver_tier_free(struct solver_tier *tier) {
    tilepdb_solver_free(tier->solver);
    for (size_t i = 0; i < TILEPDB_MAX_CANDIDATES; i++) loaded_solver_free(&tier->others[i]);
    database_close(&tier->database);
}
