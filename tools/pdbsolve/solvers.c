#include "pdbsolve/solvers.h"

#include "cli/console.h"

static int slot_fill(struct solver_slot *slot, const struct solver_cache *cache,
                     const tilepdb_board *goal) {
    const struct solve_options *options = cache->options;
    tilepdb_solver_options solver_options;
    tilepdb_solver_options_init(&solver_options);
    solver_options.reflection = !options->no_reflection;
    solver_options.heuristic = options->heuristic == TILEPDB_HEURISTIC_PDB
                                   ? TILEPDB_HEURISTIC_MANHATTAN /* unless there is a database */
                                   : (tilepdb_heuristic)options->heuristic;
    if (options->heuristic == TILEPDB_HEURISTIC_PDB) {
        const struct database_wish wish = {
            .partition = options->partition,
            .blank = options->blank,
            .encoding = options->encoding,
            .no_generate = options->no_generate,
            .preload = options->preload,
            .common = &options->common,
        };
        int code = database_open(&slot->database, &wish, goal, cache->progress);
        if (code != CLI_SUCCESS) return code;
        solver_options.tables = slot->database.tables;
        solver_options.table_count = slot->database.count;
        if (slot->database.count > 0) solver_options.heuristic = TILEPDB_HEURISTIC_PDB;
    }
    tilepdb_error error;
    if (tilepdb_solver_create(goal, &solver_options, &slot->solver, &error) != TILEPDB_OK) {
        return cli_fail(NULL, &error);
    }
    return CLI_SUCCESS;
}

const struct solver_slot *solver_for(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_slot *slot = &cache->slots[goal->width][goal->height];
    if (!slot->tried) {
        slot->tried = true;
        slot->code = slot_fill(slot, cache, goal);
    }
    return slot;
}

void solver_cache_free(struct solver_cache *cache) {
    for (int width = 0; width <= TILEPDB_MAX_SIDE; width++) {
        for (int height = 0; height <= TILEPDB_MAX_SIDE; height++) {
            tilepdb_solver_free(cache->slots[width][height].solver);
            database_close(&cache->slots[width][height].database);
        }
    }
}
