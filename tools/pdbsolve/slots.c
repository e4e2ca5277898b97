/* See slots.h. */
#include "pdbsolve/slots.h"

#include <stdlib.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "tables/table_upgrade.h"

/* Methods of textbooks store boards in the memory that they are given, and no tables. */
static bool searches(const struct solve_options *options) {
    return options->method == METHOD_IDA && !options->compare;
}

void slots_init(struct solver_cache *cache, const struct solve_options *options,
                struct cli_progress *progress) {
    *cache = (struct solver_cache){
        .options = options,
        .config = {.request = {.metric = (tilepdb_metric)options->metric,
                               .partition = options->partition,
                               .blank = options->blank,
                               .encoding = options->encoding,
                               .no_generate = options->no_generate,
                               .generate = options->generate,
                               .preload = options->preload,
                               .memory = searches(options) ? options->memory : 0,
                               .both_directions = options->direction == CLI_BACKWARD ||
                                                  options->direction == CLI_BOTH,
                               .show_tiles = options->stats,
                               .common = &options->common},
                   .direction = options->direction,
                   .no_reflection = options->no_reflection,
                   .progress = progress},
    };
}

static int slot_solver(const struct solver_cache *cache, const tilepdb_board *goal,
                       const struct database *database, tilepdb_heuristic heuristic,
                       tilepdb_solver **solver) {
    tilepdb_error error;
    const tilepdb_status status =
        solver_of_database(&cache->config, goal, database, heuristic, solver, &error);
    return status ? cli_fail(NULL, &error) : CLI_SUCCESS;
}

static struct solver_tier *tier_of(struct solver_slot *slot, int number) {
    struct solver_tier **tier = &slot->tiers[number];
    if (!*tier) *tier = cli_allocated(calloc(1, sizeof **tier));
    return *tier;
}

static int tier_fill(struct solver_slot *slot, const struct solver_cache *cache,
                     const struct database_request *request, int number,
                     const tilepdb_board *goal) {
    struct solver_tier *tier = tier_of(slot, number);
    tilepdb_heuristic heuristic = (tilepdb_heuristic)cache->options->heuristic;
    if (heuristic == TILEPDB_HEURISTIC_PDB) {
        const int code = database_open(&tier->database, request, goal, cache->config.progress);
        if (code != CLI_SUCCESS) return code;
        if (tier->database.deferred)
            return slot_solver(cache, goal, &tier->database, TILEPDB_HEURISTIC_MANHATTAN,
                               &slot->scout);
    }
    const int code = slot_solver(cache, goal, &tier->database, heuristic, &tier->solver);
    if (code == CLI_SUCCESS) slot->best = tier;
    return code;
}

static struct solver_slot *slot_of(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_slot *slot = &cache->slots[goal->width][goal->height];
    while (slot->goal.width != 0 && !cli_same_board(&slot->goal, goal)) {
        if (!slot->next) slot->next = cli_allocated(calloc(1, sizeof *slot->next));
        slot = slot->next;
    }
    slot->goal = *goal;
    return slot;
}

/* Whether there was no time for the tables of its first tier, which are closed then. */
static void late_note(struct solver_slot *slot) {
    struct database *database = &tier_of(slot, TIER_BUILT)->database;
    slot->out_of_time = !slot->best && database->out_of_time;
    if (slot->out_of_time) database_close(database);
}

struct solver_slot *slot_get(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_slot *slot = slot_of(cache, goal);
    slot->out_of_time = false;
    if (slot->tried) return slot;
    struct database_request request = cache->config.request;
    request.defer = true;
    slot->code = tier_fill(slot, cache, &request, TIER_BUILT, goal);
    late_note(slot);
    slot->tried = !slot->out_of_time;
    if (slot->out_of_time) slot->code = CLI_SUCCESS;
    return slot;
}

struct solver_slot *slot_build(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_slot *slot = slot_get(cache, goal);
    if (slot->code != CLI_SUCCESS || slot->out_of_time || slot->best || slot->unbuilt) return slot;
    struct database_request request = cache->config.request;
    request.limit_time = true;
    database_close(&tier_of(slot, TIER_BUILT)->database);
    slot->unbuilt = tier_fill(slot, cache, &request, TIER_BUILT, goal) != CLI_SUCCESS;
    late_note(slot);
    if (slot->out_of_time) slot->unbuilt = false;
    if (slot->unbuilt) database_close(&tier_of(slot, TIER_BUILT)->database);
    return slot;
}

bool slot_may_offer(const struct solver_cache *cache, const struct solver_slot *slot) {
    return cache->asks && slot->best && slot->best == slot->tiers[TIER_BUILT] &&
           slot->best->database.question;
}

bool slots_may_ask(const struct solver_cache *cache) {
    bool may = false;
    for (int width = 0; width <= TILEPDB_TABLE_MAX_SIDE; width++) {
        for (int height = 0; height <= TILEPDB_TABLE_MAX_SIDE; height++) {
            const struct solver_slot *slot = &cache->slots[width][height];
            for (; slot; slot = slot->next) {
                const bool open =
                    slot->tried && slot->code == CLI_SUCCESS && !slot->best && !slot->unbuilt;
                may = may || open || slot_may_offer(cache, slot);
            }
        }
    }
    return may && cache->asks;
}

void slot_offer(struct solver_cache *cache, struct solver_slot *slot, const tilepdb_board *goal) {
    if (!slot_may_offer(cache, slot)) return;
    cache->asks = false;
    cli_progress_clear();
    if (!cli_ask(slot->best->database.question)) return;
    struct database_request request = cache->config.request;
    request.generate = true;
    /* A failure has been reported, and the search continues with what there is. */
    tier_fill(slot, cache, &request, TIER_GENERATED, goal);
}

char *slot_better(struct solver_cache *cache, const tilepdb_board *goal, size_t done,
                  size_t waiting) {
    const struct solver_slot *slot = slot_of(cache, goal);
    if (!slot->best || slot->settled || slot->best == slot->tiers[TIER_SECOND_UPGRADE]) return NULL;
    const double nodes = slot->nodes / (double)(done - slot->nodes_from) * (double)waiting;
    return table_upgrade_name(&slot->best->database, &cache->config.request, goal, nodes);
}

bool slot_improve(struct solver_cache *cache, const tilepdb_board *goal, const char *name,
                  size_t done) {
    struct solver_slot *slot = slot_get(cache, goal);
    slot->former = NULL;
    const bool again = slot->best && slot->best == slot->tiers[TIER_FIRST_UPGRADE];
    struct solver_tier *tier = tier_of(slot, again ? TIER_SECOND_UPGRADE : TIER_FIRST_UPGRADE);
    struct database_request request = cache->config.request;
    request.limit_time = true;
    request.reason = "so many boards repay a better table";
    int code =
        database_add_partitions(&tier->database, &request, name, goal, cache->config.progress);
    if (code == CLI_SUCCESS)
        code = slot_solver(cache, goal, &tier->database, TILEPDB_HEURISTIC_PDB, &tier->solver);
    if (code != CLI_SUCCESS) {
        slot->settled = true;
        database_close(&tier->database);
        return false;
    }
    slot->former = slot->best;
    slot->best = tier;
    slot->nodes = 0;
    slot->nodes_from = done;
    return true;
}

void slot_return(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_slot *slot = slot_of(cache, goal);
    if (slot->former) slot->best = slot->former;
    slot->former = NULL;
}

static uint64_t number_add(uint64_t sum, uint64_t number) {
    return (sum ^ number) * UINT64_C(0x100000001B3); /* as FNV does */
}

uint64_t slot_tables(const struct solver_slot *slot) {
    const struct database *database = &slot->best->database;
    uint64_t sum = 0;
    for (size_t i = 0; i < database->count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(database->tables[i], &info);
        sum = number_add(sum, info.pattern.tiles);
        sum = number_add(sum, info.pattern.goal_blank);
        sum = number_add(sum, info.kind.blank);
        sum = number_add(sum, info.kind.encoding);
        for (size_t tile = 0; tile < sizeof info.pattern.colour; tile++)
            sum = number_add(sum, info.pattern.colour[tile]);
    }
    return sum;
}

static void slot_release(struct solver_slot *slot) {
    tilepdb_solver_free(slot->scout);
    free(slot->told);
    for (int i = 0; i < TIERS; i++) {
        if (slot->tiers[i]) solver_tier_free(slot->tiers[i]);
        free(slot->tiers[i]);
    }
}

void slots_free(struct solver_cache *cache) {
    for (int width = 0; width <= TILEPDB_TABLE_MAX_SIDE; width++) {
        for (int height = 0; height <= TILEPDB_TABLE_MAX_SIDE; height++) {
            struct solver_slot *first = &cache->slots[width][height];
            slot_release(first);
            while (first->next) {
                struct solver_slot *slot = first->next;
                first->next = slot->next;
                slot_release(slot);
                free(slot);
            }
        }
    }
    backward_tables_free_all(&cache->backward);
}
