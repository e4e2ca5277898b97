/* See stage.h. */
#include "pdbsolve/stage.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"

struct database_wish stage_wish(const struct solver_means *means) {
    const struct solve_options *options = means->options;
    return (struct database_wish){
        .partition = options->partition,
        .blank = options->blank,
        .encoding = options->encoding,
        .no_generate = options->no_generate,
        .generate = options->generate,
        .preload = options->preload,
        .common = &options->common,
    };
}

tilepdb_status stage_solver(const struct solver_means *means, const tilepdb_board *goal,
                            const struct database *database, size_t first,
                            tilepdb_heuristic heuristic, bool backward, tilepdb_solver **solver,
                            tilepdb_error *error) {
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.reflection = !means->options->no_reflection;
    options.heuristic = heuristic;
    options.backward = backward;
    options.variant = means->options->common.variant;
    options.table_count = database->count - first;
    if (options.table_count > 0) options.tables = database->tables + first;
    return tilepdb_solver_create(goal, &options, solver, error);
}

tilepdb_solver *stage_add(const struct solver_means *means, struct database *database,
                          const char *names, const tilepdb_board *goal, bool backward) {
    const struct database_wish wish = stage_wish(means);
    const size_t first = database->count;
    char *copy = cli_text("%s", names), *rest = copy;
    int code = CLI_SUCCESS;
    while (rest && code == CLI_SUCCESS)
        code = database_add_partition(database, &wish, strsep(&rest, "+"), goal, means->progress);
    free(copy);
    tilepdb_solver *solver = NULL;
    if (code == CLI_SUCCESS &&
        stage_solver(means, goal, database, first, TILEPDB_HEURISTIC_PDB, backward, &solver, NULL))
        solver = NULL;
    database->count = first; /* the solver has a list of its own; the tables stay open */
    return solver;
}

void stage_free(struct solver_stage *stage) {
    tilepdb_solver_free(stage->solver);
    for (size_t i = 0; i < TILEPDB_MAX_CANDIDATES; i++) tilepdb_solver_free(stage->others[i]);
    database_close(&stage->database);
}
