#include "pdbsolve/solvers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/question.h"

/* What a scout may generate: a few hundredths of a second. By Manhattan distance, which solved more
 * boards in the same time than linear conflict on all sizes that were tried. */
#define SCOUT_NODES 4000000

static struct database_wish wish_of(const struct solve_options *options) {
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

/* Without tables the heuristic must not be PDB. */
static int solver_make(const struct solver_cache *cache, const tilepdb_board *goal,
                       const struct database *database, tilepdb_heuristic heuristic,
                       tilepdb_solver **solver) {
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.reflection = !cache->options->no_reflection;
    options.heuristic = heuristic;
    options.tables = database->tables;
    options.table_count = database->count;
    tilepdb_error error;
    return tilepdb_solver_create(goal, &options, solver, &error) == TILEPDB_OK
               ? CLI_SUCCESS
               : cli_fail(NULL, &error);
}

static int stage_fill(struct solver_slot *slot, const struct solver_cache *cache,
                      const struct database_wish *wish, int number, const tilepdb_board *goal) {
    struct solver_stage *stage = &slot->stages[number];
    tilepdb_heuristic heuristic = (tilepdb_heuristic)cache->options->heuristic;
    if (heuristic == TILEPDB_HEURISTIC_PDB) {
        const int code = database_open(&stage->database, wish, goal, cache->progress);
        if (code != CLI_SUCCESS) return code;
        if (stage->database.deferred)
            return solver_make(cache, goal, &stage->database, TILEPDB_HEURISTIC_MANHATTAN,
                               &slot->scout);
    }
    const int code = solver_make(cache, goal, &stage->database, heuristic, &stage->solver);
    if (code == CLI_SUCCESS) slot->best = stage;
    return code;
}

static struct solver_slot *slot_of(struct solver_cache *cache, const tilepdb_board *goal) {
    return &cache->slots[goal->width][goal->height];
}

struct solver_slot *solver_for(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_slot *slot = slot_of(cache, goal);
    if (slot->tried) return slot;
    struct database_wish wish = wish_of(cache->options);
    wish.defer = true;
    slot->tried = true;
    slot->code = stage_fill(slot, cache, &wish, STAGE_BUILT, goal);
    return slot;
}

struct solver_slot *solver_build(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_slot *slot = solver_for(cache, goal);
    if (slot->code != CLI_SUCCESS || slot->best != NULL || slot->unbuilt) return slot;
    const struct database_wish wish = wish_of(cache->options);
    database_close(&slot->stages[STAGE_BUILT].database);
    slot->unbuilt = stage_fill(slot, cache, &wish, STAGE_BUILT, goal) != CLI_SUCCESS;
    if (slot->unbuilt) database_close(&slot->stages[STAGE_BUILT].database);
    return slot;
}

bool solver_tell(struct solver_slot *slot, const char *complaint) {
    if (slot->told != NULL && strcmp(slot->told, complaint) == 0) return false;
    free(slot->told);
    slot->told = cli_text("%s", complaint);
    return true;
}

bool solver_can_offer(const struct solver_cache *cache, const struct solver_slot *slot) {
    return cache->asks && slot->best == &slot->stages[STAGE_BUILT] &&
           slot->best->database.question != NULL;
}

bool solver_may_ask(const struct solver_cache *cache) {
    bool may = false;
    for (int width = 0; width <= TILEPDB_TABLE_MAX_SIDE; width++) {
        for (int height = 0; height <= TILEPDB_TABLE_MAX_SIDE; height++) {
            const struct solver_slot *slot = &cache->slots[width][height];
            const bool open =
                slot->tried && slot->code == CLI_SUCCESS && slot->best == NULL && !slot->unbuilt;
            may = may || open || solver_can_offer(cache, slot);
        }
    }
    return may && cache->asks;
}

void solver_offer(struct solver_cache *cache, struct solver_slot *slot, const tilepdb_board *goal) {
    if (!solver_can_offer(cache, slot)) return;
    cache->asks = false;
    cli_progress_clear();
    if (!cli_ask(slot->best->database.question)) return;
    struct database_wish wish = wish_of(cache->options);
    wish.generate = true;
    /* A failure has been reported, and the search continues with what there is. */
    stage_fill(slot, cache, &wish, STAGE_GENERATED, goal);
}

/* A limit that the user set, and not the scout's own. */
static bool limit_is_answer(const tilepdb_solve_options *search, const tilepdb_result *result) {
    return (search->max_length > 0 && result->lower_bound > search->max_length) ||
           (search->timeout > 0 && result->seconds >= search->timeout);
}

bool solver_scout(const struct solver_slot *slot, const tilepdb_board *board,
                  const tilepdb_solve_options *search, tilepdb_result *result, tilepdb_error *error,
                  tilepdb_status *status) {
    tilepdb_solve_options scout = *search;
    if (scout.max_nodes == 0 || scout.max_nodes > SCOUT_NODES) scout.max_nodes = SCOUT_NODES;
    scout.threads = 1;
    *status = tilepdb_solve(slot->scout, board, &scout, result, error);
    if (*status == TILEPDB_LIMIT) return limit_is_answer(search, result);
    /* A little more than the limit may be generated before that is seen, and how much depends on
     * the instruction set: what counts is the exact number. */
    return *status != TILEPDB_OK || result->generated <= scout.max_nodes;
}

void solver_time_spent(tilepdb_solve_options *search, double seconds) {
    if (search->timeout <= 0) return;
    search->timeout -= seconds;
    if (search->timeout <= 0) search->timeout = 1e-9;
}

void solver_settle(tilepdb_status *status, tilepdb_error *error) {
    if (*status == TILEPDB_OK) return;
    *status = cli_signal() != 0 ? TILEPDB_CANCELLED : TILEPDB_LIMIT;
    error->status = *status;
    snprintf(error->message, sizeof error->message, "%s",
             cli_signal() != 0 ? "interrupted" : "the tables that it needs could not be built");
}

void solver_keep_bound(tilepdb_result *result, int proven) {
    if (result->lower_bound < proven) result->lower_bound = proven;
}

int solver_solve(struct solver_cache *cache, const tilepdb_board *board, const tilepdb_board *goal,
                 const tilepdb_solve_options *search, tilepdb_result *result, tilepdb_error *error,
                 tilepdb_status *status) {
    struct solver_slot *slot = solver_for(cache, goal);
    double spent = 0;
    int proven = -1;
    if (slot->code == CLI_SUCCESS && slot->scout != NULL) {
        if (solver_scout(slot, board, search, result, error, status)) return CLI_SUCCESS;
        spent = result->seconds;
        proven = result->lower_bound;
        slot = solver_build(cache, goal);
        if (slot->best == NULL) {
            solver_settle(status, error);
            return CLI_SUCCESS;
        }
    }
    if (slot->code != CLI_SUCCESS) return slot->code;
    tilepdb_solve_options rest = *search;
    solver_time_spent(&rest, spent);
    *status = tilepdb_solve(slot->best->solver, board, &rest, result, error);
    result->seconds += spent;
    solver_keep_bound(result, proven);
    return CLI_SUCCESS;
}

void solver_cache_free(struct solver_cache *cache) {
    for (int width = 0; width <= TILEPDB_TABLE_MAX_SIDE; width++) {
        for (int height = 0; height <= TILEPDB_TABLE_MAX_SIDE; height++) {
            struct solver_slot *slot = &cache->slots[width][height];
            tilepdb_solver_free(slot->scout);
            free(slot->told);
            for (int i = 0; i < STAGES; i++) {
                tilepdb_solver_free(slot->stages[i].solver);
                database_close(&slot->stages[i].database);
            }
        }
    }
}
