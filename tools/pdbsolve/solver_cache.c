#include "pdbsolve/solver_cache.h"

#include <stdlib.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "tables/database.h"

/* False for textbook methods, which use --memory for boards, not for tables. */
static bool searches(const struct solve_options *options) {
    return options->method == METHOD_IDA && !options->compare;
}

void solver_cache_init(struct solver_cache *cache, const struct solve_options *options,
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
    pthread_mutex_init(&cache->parallel, NULL);
}

static int entry_solver(const struct solver_cache *cache, const tilepdb_board *goal,
                        const struct database *database, tilepdb_heuristic heuristic,
                        tilepdb_solver **solver) {
    tilepdb_error error;
    const tilepdb_status status =
        solver_of_database(&cache->config, goal, database, heuristic, solver, &error);
    return status ? cli_fail(NULL, &error) : CLI_SUCCESS;
}

static struct solver_tier *tier_of(struct solver_entry *entry, int number) {
    struct solver_tier **tier = &entry->tiers[number];
    if (!*tier) *tier = cli_allocated(calloc(1, sizeof **tier));
    return *tier;
}

static int tier_fill(struct solver_entry *entry, const struct solver_cache *cache,
                     const struct database_request *request, int number,
                     const tilepdb_board *goal) {
    struct solver_tier *tier = tier_of(entry, number);
    tilepdb_heuristic heuristic = (tilepdb_heuristic)cache->options->heuristic;
    if (heuristic == TILEPDB_HEURISTIC_PDB) {
        const int code = database_open(&tier->database, request, goal, cache->config.progress);
        if (code != CLI_SUCCESS) return code;
        if (tier->database.deferred)
            return entry_solver(cache, goal, &tier->database, TILEPDB_HEURISTIC_MANHATTAN,
                                &entry->probe);
    }
    const int code = entry_solver(cache, goal, &tier->database, heuristic, &tier->solver);
    if (code == CLI_SUCCESS) entry->best = tier;
    return code;
}

static struct solver_entry *entry_of(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_entry *entry = cache->entries;
    while (entry && !cli_same_board(&entry->goal, goal)) entry = entry->next;
    if (entry) return entry;
    entry = cli_allocated(calloc(1, sizeof *entry));
    *entry = (struct solver_entry){.next = cache->entries, .goal = *goal};
    return cache->entries = entry;
}

static bool entry_ran_out(struct solver_entry *entry) {
    struct database *database = &tier_of(entry, TIER_BUILT)->database;
    entry->out_of_time = !entry->best && database->out_of_time;
    if (entry->out_of_time) database_close(database);
    return entry->out_of_time;
}

struct solver_entry *solver_entry_get(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_entry *entry = entry_of(cache, goal);
    entry->out_of_time = false;
    if (entry->tried) return entry;
    struct database_request request = cache->config.request;
    request.defer = true;
    entry->code = tier_fill(entry, cache, &request, TIER_BUILT, goal);
    entry->tried = !entry_ran_out(entry);
    if (!entry->tried) entry->code = CLI_SUCCESS;
    return entry;
}

struct solver_entry *solver_entry_build(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_entry *entry = solver_entry_get(cache, goal);
    if (entry->code != CLI_SUCCESS || entry->out_of_time || entry->best || entry->build_failed)
        return entry;
    struct database *database = &tier_of(entry, TIER_BUILT)->database;
    struct database_request request = cache->config.request;
    request.limit_time = true;
    database_close(database);
    const bool failed = tier_fill(entry, cache, &request, TIER_BUILT, goal) != CLI_SUCCESS;
    entry->build_failed = !entry_ran_out(entry) && failed;
    if (entry->build_failed) database_close(database);
    return entry;
}

bool solver_entry_may_prompt(const struct solver_cache *cache, const struct solver_entry *entry) {
    return cache->may_prompt && entry->best && entry->best == entry->tiers[TIER_BUILT] &&
           entry->best->database.question;
}

bool solver_cache_may_prompt(const struct solver_cache *cache) {
    for (const struct solver_entry *entry = cache->entries; entry; entry = entry->next) {
        const bool unbuilt =
            entry->tried && entry->code == CLI_SUCCESS && !entry->best && !entry->build_failed;
        if (cache->may_prompt && (unbuilt || solver_entry_may_prompt(cache, entry))) return true;
    }
    return false;
}

void solver_entry_prompt(struct solver_cache *cache, struct solver_entry *entry,
                         const tilepdb_board *goal) {
    if (!solver_entry_may_prompt(cache, entry)) return;
    cache->may_prompt = false;
    cli_progress_clear();
    if (!cli_ask(entry->best->database.question)) return;
    struct database_request request = cache->config.request;
    request.generate = true;
    tier_fill(entry, cache, &request, TIER_GENERATED, goal);
}

char *solver_entry_find_upgrade(struct solver_cache *cache, const tilepdb_board *goal, size_t done,
                                size_t waiting) {
    const struct solver_entry *entry = entry_of(cache, goal);
    if (!entry->best || entry->no_upgrade || entry->best == entry->tiers[TIER_SECOND_UPGRADE])
        return NULL;
    const double nodes = entry->nodes / (double)(done - entry->nodes_from) * (double)waiting;
    return database_upgrade(&entry->best->database, &cache->config.request, goal, nodes);
}

bool solver_entry_upgrade(struct solver_cache *cache, const tilepdb_board *goal, const char *name,
                          size_t done) {
    struct solver_entry *entry = solver_entry_get(cache, goal);
    entry->previous = NULL;
    const bool again = entry->best && entry->best == entry->tiers[TIER_FIRST_UPGRADE];
    struct solver_tier *tier = tier_of(entry, again ? TIER_SECOND_UPGRADE : TIER_FIRST_UPGRADE);
    struct database_request request = cache->config.request;
    request.limit_time = true;
    request.reason = "a larger table pays for this many boards";
    int code =
        database_add_partitions(&tier->database, &request, name, goal, cache->config.progress);
    if (code == CLI_SUCCESS)
        code = entry_solver(cache, goal, &tier->database, TILEPDB_HEURISTIC_PDB, &tier->solver);
    if (code != CLI_SUCCESS) {
        entry->no_upgrade = true;
        database_close(&tier->database);
        return false;
    }
    entry->previous = entry->best;
    entry->best = tier;
    entry->nodes = 0;
    entry->nodes_from = done;
    return true;
}

void solver_entry_revert(struct solver_cache *cache, const tilepdb_board *goal) {
    struct solver_entry *entry = entry_of(cache, goal);
    if (entry->previous) entry->best = entry->previous;
    entry->previous = NULL;
}

static uint64_t number_add(uint64_t sum, uint64_t number) {
    return (sum ^ number) * UINT64_C(0x100000001B3);
}

uint64_t solver_entry_fingerprint(const struct solver_entry *entry) {
    const struct database *database = &entry->best->database;
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

void solver_cache_free(struct solver_cache *cache) {
    while (cache->entries) {
        struct solver_entry *entry = cache->entries;
        cache->entries = entry->next;
        tilepdb_solver_free(entry->probe);
        free(entry->last_error);
        for (int i = 0; i < TIERS; i++) {
            if (entry->tiers[i]) solver_tier_free(entry->tiers[i]);
            free(entry->tiers[i]);
        }
        free(entry);
    }
    backward_tables_free_all(&cache->backward);
    pthread_mutex_destroy(&cache->parallel);
}
