/*
 * Makes partitions for one board (Felner & Adler, "Solving the 24 puzzle with instance dependent
 * pattern databases", SARA 2005).
 *
 * A local search exchanges tiles between the patterns of both directions. In each round a proxy
 * (proxy.h) ranks all exchanges of two tiles on a sample of both trees, and follows the best some
 * steps. Tables of some partitions on the way are generated, and samples with these tables decide.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/threads.h"
#include "instance/instance_tables.h"
#include "instance/proxy.h"
#include "tilepdb_tables.h"

/* At most one table is generated per TABLE_NODES nodes of the present pair, which take about as
 * long to search; the limit is at least LEAST_TABLES and at most MOST_TABLES. The search ends after
 * MOST_FAILURES rounds in a row without a better pair. */
#define TABLE_NODES   2.5e7
#define LEAST_TABLES  12
#define MOST_TABLES   64
#define MOST_FAILURES 2

/* Nodes per level and boards of a proxy's sample. Its trees go PROXY_REACH beyond the limits; its
 * boards have a b from PROXY_BELOW below the limits on. */
#define PROXY_NODES  4096
#define PROXY_BOARDS 8000
#define PROXY_REACH  12
#define PROXY_BELOW  6

/* A proxy follows at most MOST_STEPS exchanges, while each multiplies the value by at most
 * STEP_GAIN. */
#define MOST_STEPS 6
#define STEP_GAIN  0.986

/* A pair is taken if it needs less than this fraction of the present pair's nodes. */
#define PAIR_GAIN 0.985

/* Nodes per level of a first look, a comparison and a decision; samples of a comparison or
 * decision. A pair with HOPELESS times the allowed nodes in one sample is dropped. */
#define LOOK_NODES      512
#define LOOK_REACH      8
#define COMPARE_NODES   4096
#define COMPARE_SAMPLES 3
#define DECIDE_NODES    8192
#define HOPELESS        1.15

/* seeds reserved for an estimate */
#define SEEDS 16
#define REACH 2

struct made_table {
    unsigned direction;
    uint32_t tiles;
    tilepdb_table *table; /* owned */
};

struct estimate {
    double nodes;
    int limit; /* forward limit with the fewest nodes */
};

struct making {
    struct instance instance;
    const tilepdb_generate_options *options;
    tilepdb_kind kind;
    int threads;                         /* options->threads, resolved */
    struct triples *triples[2];          /* owned */
    struct made_table made[MOST_TABLES]; /* owned */
    size_t made_count;
    size_t generated; /* tables generated so far, also those closed since */
    struct tree_pair first, pair;
    struct estimate estimate; /* of `pair` */
    uint64_t samples;         /* drawn so far */
    double began;
    bool stopped;
    tilepdb_error *error;
};

/* Returns the number of threads that handle both sides or both directions. */
static int team_of_two(const struct making *making) {
    return shared_interrupt_team(making->threads);
}

static tilepdb_status failure(struct making *making, tilepdb_status status) {
    static const char *const reasons[] = {"not enough memory to make partitions",
                                          "a table is unsound; generate the tables again"};
    if (status == TILEPDB_CANCELLED)
        return error_set(making->error, status, "the preparation was interrupted");
    return error_set(making->error, status, "%s", reasons[status == TILEPDB_ERROR_FORMAT]);
}

/* ---- estimates ------------------------------------------------------------------------------- */

static double counts_within(const struct tree_counts *counts, int limit) {
    double nodes = 0;
    for (int i = 0; i < TREE_LIMITS; i++)
        if (counts->limit - 2 * i <= limit) nodes += counts->within[i];
    return nodes;
}

static tilepdb_status sides_sample(struct making *making, const struct tree_pair *pair,
                                   const struct tree_sample samples[2],
                                   struct tree_counts counts[2]) {
    tilepdb_status status[2];
    struct shared_interrupt shared = {
        .goes_on = making->instance.goes_on, .user = making->instance.user, .busy = 2};
    struct instance instance = making->instance;
    instance.goes_on = shared_interrupt_goes_on;
    instance.user = &shared;
#pragma omp parallel for schedule(static, 1) num_threads(team_of_two(making))
    for (unsigned side = 0; side < 2; side++) {
        status[side] = tree_sample(&instance, pair, &samples[side], &counts[side]);
        shared_interrupt_end(&shared);
    }
    return status[0] ? status[0] : status[1];
}

/* Samples both trees up to `reach` beyond estimate->limit, and sets the fewest nodes and their
 * limit. */
static tilepdb_status pair_sample(struct making *making, const struct tree_pair *pair, size_t nodes,
                                  int reach, uint64_t seed, struct estimate *estimate) {
    const int both = 2 * making->instance.bound - 2, middle = estimate->limit;
    struct tree_sample samples[2];
    struct tree_counts counts[2];
    for (unsigned side = 0; side < 2; side++)
        samples[side] = (struct tree_sample){.side = side,
                                             .limit = (side ? both - middle : middle) + reach,
                                             .most = nodes,
                                             .seed = 2 * seed + side};
    const tilepdb_status status = sides_sample(making, pair, samples, counts);
    if (status) return failure(making, status);
    estimate->nodes = -1;
    for (int limit = middle - reach; limit <= middle + reach; limit += 2) {
        const double sum =
            counts_within(&counts[0], limit) + counts_within(&counts[1], both - limit);
        if (estimate->nodes >= 0 && sum >= estimate->nodes) continue;
        estimate->nodes = sum;
        estimate->limit = limit;
    }
    return TILEPDB_OK;
}

/* Estimates a pair's nodes by the mean of several samples, and moves estimate->limit to the limit
 * with the fewest nodes near it. If the pair clearly needs more than `most` nodes, stops early with
 * the last sample. */
static tilepdb_status pair_estimate(struct making *making, const struct tree_pair *pair,
                                    size_t nodes, double most, uint64_t seed,
                                    struct estimate *estimate) {
    tilepdb_status status = pair_sample(making, pair, LOOK_NODES, LOOK_REACH, seed, estimate);
    double sum = 0;
    for (unsigned i = 1; i <= COMPARE_SAMPLES && !status; i++) {
        status = pair_sample(making, pair, nodes, REACH, seed + i, estimate);
        sum += estimate->nodes;
        if (estimate->nodes > HOPELESS * most) return status;
    }
    estimate->nodes = sum / COMPARE_SAMPLES;
    return status;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static size_t most_tables(const struct making *making) {
    const double worthwhile = making->estimate.nodes / TABLE_NODES;
    if (worthwhile <= LEAST_TABLES) return LEAST_TABLES;
    return worthwhile < MOST_TABLES ? (size_t)worthwhile : MOST_TABLES;
}

static const struct tilepdb_table *table_find(const struct making *making, unsigned direction,
                                              uint32_t tiles) {
    for (size_t i = 0; i < making->made_count; i++)
        if (making->made[i].direction == direction && making->made[i].tiles == tiles)
            return making->made[i].table;
    for (unsigned p = 0; p < TREE_PATTERNS; p++)
        if (making->first.side[direction].tiles[p] == tiles)
            return making->first.side[direction].table[p];
    return NULL;
}

static size_t tables_lacking(const struct making *making, unsigned direction,
                             const uint32_t tiles[TREE_PATTERNS]) {
    size_t count = 0;
    for (unsigned p = 0; p < TREE_PATTERNS; p++)
        count += table_find(making, direction, tiles[p]) == NULL;
    return count;
}

static tilepdb_status table_generate(struct making *making, unsigned direction, uint32_t tiles,
                                     const struct tilepdb_table **table) {
    *table = table_find(making, direction, tiles);
    if (*table) return TILEPDB_OK;
    const tilepdb_pattern pattern = {.width = making->instance.view.width,
                                     .height = making->instance.view.height,
                                     .goal_blank = making->instance.goal_blank[direction],
                                     .tiles = tiles};
    struct made_table *made = &making->made[making->made_count];
    const tilepdb_status status = tilepdb_table_generate(&pattern, making->kind, making->options,
                                                         &made->table, making->error);
    if (status) return status;
    made->direction = direction;
    made->tiles = tiles;
    making->made_count++;
    making->generated++;
    *table = made->table;
    return TILEPDB_OK;
}

static tilepdb_status partition_make(struct making *making, unsigned direction,
                                     const uint32_t tiles[TREE_PATTERNS],
                                     struct tree_partition *partition) {
    tilepdb_status status = TILEPDB_OK;
    for (unsigned p = 0; p < TREE_PATTERNS && !status; p++) {
        partition->tiles[p] = tiles[p];
        status = table_generate(making, direction, tiles[p], &partition->table[p]);
    }
    return status;
}

static bool is_of_pair(const struct tree_pair *pair, const tilepdb_table *table) {
    for (unsigned direction = 0; direction < 2; direction++)
        for (unsigned p = 0; p < TREE_PATTERNS; p++)
            if (pair->side[direction].table[p] == table) return true;
    return false;
}

static void tables_close_others(struct making *making) {
    size_t kept = 0;
    for (size_t i = 0; i < making->made_count; i++)
        if (is_of_pair(&making->pair, making->made[i].table))
            making->made[kept++] = making->made[i];
        else
            tilepdb_table_close(making->made[i].table);
    making->made_count = kept;
}

/* ---- proposals ------------------------------------------------------------------------------- */

static tilepdb_status boards_sample(struct making *making, struct tree_boards boards[2]) {
    const int both = 2 * making->instance.bound - 2;
    struct tree_sample samples[2];
    struct tree_counts counts[2];
    for (unsigned side = 0; side < 2; side++) {
        const int limit = side ? both - making->estimate.limit : making->estimate.limit;
        samples[side] = (struct tree_sample){.side = side,
                                             .limit = limit + PROXY_REACH,
                                             .most = PROXY_NODES,
                                             .seed = making->samples + 2 * side,
                                             .boards = &boards[side],
                                             .from = limit - PROXY_BELOW};
    }
    tilepdb_status status = sides_sample(making, &making->pair, samples, counts);
    for (unsigned side = 0; side < 2 && !status; side++)
        status = tree_boards_thin(&boards[side], PROXY_BOARDS, side, samples[side].seed + 1);
    making->samples += 4;
    return status ? failure(making, status) : TILEPDB_OK;
}

static tilepdb_status proxy_make(struct making *making, struct proxy **proxy) {
    struct tree_boards boards[2] = {{0}};
    const struct triples *const triples[2] = {making->triples[0], making->triples[1]};
    tilepdb_status status = boards_sample(making, boards);
    if (!status) {
        *proxy = proxy_create(&making->instance, triples, &making->pair, boards,
                              making->estimate.limit, team_of_two(making));
        if (!*proxy) status = failure(making, TILEPDB_ERROR_MEMORY);
    }
    free(boards[0].boards);
    free(boards[1].boards);
    return status;
}

#define MOST_PROPOSALS 3

struct proposals {
    size_t count;
    struct proxy_swap swap[MOST_PROPOSALS];
};

/* Proposes partitions on the way of the best exchanges; after a failure, the two best single
 * exchanges. */
static void propose(const struct proxy *proxy, unsigned direction, const struct tree_pair *pair,
                    bool failed, struct proposals *proposals) {
    struct proxy_swap way[MOST_STEPS], two[2];
    size_t steps = 0;
    const uint32_t *tiles = pair->side[direction].tiles;
    proxy_swaps(proxy, direction, tiles, two, 2);
    way[steps++] = two[0];
    while (!failed && steps < MOST_STEPS) {
        proxy_swaps(proxy, direction, way[steps - 1].tiles, &way[steps], 1);
        if (way[steps].value > STEP_GAIN * way[steps - 1].value) break;
        steps++;
    }
    proposals->count = 0;
    if (failed) {
        proposals->swap[proposals->count++] = two[0];
        proposals->swap[proposals->count++] = two[1];
        return;
    }
    proposals->swap[proposals->count++] = way[steps < 2 ? 0 : 1];
    if (steps > 3) proposals->swap[proposals->count++] = way[3];
    if (steps == 3 || steps > 4) proposals->swap[proposals->count++] = way[steps - 1];
}

/* ---- rounds ---------------------------------------------------------------------------------- */

struct contest {
    struct tree_pair best;
    struct estimate estimate;
    bool better;
};

static tilepdb_status pair_try(struct making *making, const struct tree_pair *pair, uint64_t seed,
                               struct contest *contest) {
    struct estimate estimate = making->estimate;
    const tilepdb_status status =
        pair_estimate(making, pair, COMPARE_NODES, contest->estimate.nodes, seed, &estimate);
    if (status || estimate.nodes >= PAIR_GAIN * contest->estimate.nodes) return status;
    contest->best = *pair;
    contest->estimate = estimate;
    contest->better = true;
    return TILEPDB_OK;
}

static tilepdb_status proposals_try(struct making *making, unsigned direction,
                                    const struct proposals *proposals, uint64_t seed,
                                    struct contest *contest) {
    tilepdb_status status = TILEPDB_OK;
    for (size_t i = 0; i < proposals->count && !status; i++) {
        const uint32_t *tiles = proposals->swap[i].tiles;
        struct tree_pair pair = making->pair;
        if (making->generated + tables_lacking(making, direction, tiles) > most_tables(making))
            continue;
        status = partition_make(making, direction, tiles, &pair.side[direction]);
        if (!status) status = pair_try(making, &pair, seed, contest);
    }
    return status;
}

/* Compares the proposals of each direction beside the other's present partition, then the best of
 * both together. */
static tilepdb_status round_run(struct making *making, const struct proxy *proxy, bool failed,
                                struct contest *contest) {
    const uint64_t seed = making->samples += SEEDS;
    struct contest alone[2];
    struct proposals proposals[2];
#pragma omp parallel for schedule(static, 1) num_threads(team_of_two(making))
    for (unsigned direction = 0; direction < 2; direction++)
        propose(proxy, direction, &making->pair, failed, &proposals[direction]);
    for (unsigned direction = 0; direction < 2; direction++) {
        alone[direction] = (struct contest){.best = making->pair, .estimate = making->estimate};
        const tilepdb_status status =
            proposals_try(making, direction, &proposals[direction], seed, &alone[direction]);
        if (status) return status;
    }
    *contest = alone[alone[1].estimate.nodes < alone[0].estimate.nodes];
    if (!alone[0].better || !alone[1].better) return TILEPDB_OK;
    const struct tree_pair both = {{alone[0].best.side[0], alone[1].best.side[1]}};
    return pair_try(making, &both, seed, contest);
}

/* The comparison favours chance, so a fresh sample confirms the best pair. */
static tilepdb_status best_take(struct making *making, struct contest *contest) {
    if (!contest->better) return TILEPDB_OK;
    const uint64_t seed = making->samples += SEEDS;
    const tilepdb_status status = pair_estimate(making, &contest->best, DECIDE_NODES,
                                                making->estimate.nodes, seed, &contest->estimate);
    if (status) return status;
    contest->better = contest->estimate.nodes < PAIR_GAIN * making->estimate.nodes;
    if (!contest->better) return TILEPDB_OK;
    making->pair = contest->best;
    making->estimate = contest->estimate;
    tables_close_others(making);
    return TILEPDB_OK;
}

static tilepdb_status rounds_run(struct making *making) {
    tilepdb_status status = TILEPDB_OK;
    unsigned failures = 0;
    while (failures < MOST_FAILURES && !status && making->generated + 2 <= most_tables(making)) {
        struct proxy *proxy = NULL;
        struct contest contest = {.better = false};
        status = proxy_make(making, &proxy);
        if (!status) status = round_run(making, proxy, failures > 0, &contest);
        proxy_free(proxy);
        if (!status) status = best_take(making, &contest);
        failures = contest.better ? 0 : failures + 1;
    }
    return status;
}

/* ---- the board and its tables ---------------------------------------------------------------- */

static bool making_goes_on(void *user) {
    struct making *making = user;
    const tilepdb_generate_options *options = making->options;
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_SEARCH,
                                       .level = making->instance.bound,
                                       .seconds = clock_seconds() - making->began};
    if (options->progress && !options->progress(&progress, options->user)) making->stopped = true;
    return !making->stopped;
}

bool instance_tables_suit(const uint32_t *tiles, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bits_count32(tiles[i]) < TREE_FEW || bits_count32(tiles[i]) > TREE_TILES) return false;
    return count == TREE_PATTERNS;
}

static tilepdb_status making_begin(struct making *making, const struct tilepdb_solver *solver,
                                   int bound) {
    struct instance *instance = &making->instance;
    tilepdb_status status = limits_threads(making->options->threads, making->error);
    if (!status) status = instance_init(instance, &making->first, solver, bound, making->error);
    if (status) return status;
    making->threads = threads_resolve(making->options->threads);
    if (!instance_tables_suit(making->first.side[0].tiles, TREE_PATTERNS) ||
        !instance_tables_suit(making->first.side[1].tiles, TREE_PATTERNS))
        return error_set(making->error, TILEPDB_ERROR_ARGUMENT,
                         "partitions are made of patterns of %d to %d tiles", TREE_FEW, TREE_TILES);
    instance->goes_on = making_goes_on;
    instance->user = making;
    making->kind = making->first.side[0].table[0]->info.kind;
    making->pair = making->first;
    making->estimate.limit = instance->bound;
    making->samples = SEEDS;
    making->began = clock_seconds();
#pragma omp parallel for schedule(static, 1) num_threads(team_of_two(making))
    for (unsigned direction = 0; direction < 2; direction++)
        making->triples[direction] =
            triples_create(&instance->view, instance->goal_blank[direction]);
    if (!making->triples[0] || !making->triples[1]) return failure(making, TILEPDB_ERROR_MEMORY);
    return pair_estimate(making, &making->pair, DECIDE_NODES, HUGE_VAL, 0, &making->estimate);
}

static void tables_close(struct making *making) {
    for (size_t i = 0; i < making->made_count; i++) tilepdb_table_close(making->made[i].table);
    triples_free(making->triples[0]);
    triples_free(making->triples[1]);
}

static void tables_give(struct making *making, struct instance_tables *tables) {
    *tables = (struct instance_tables){.expanded = making->estimate.nodes};
    for (unsigned direction = 0; direction < 2; direction++)
        for (unsigned p = 0; p < TREE_PATTERNS; p++)
            tables->tables[direction][p] = making->pair.side[direction].table[p];
    tables->count = TREE_PATTERNS;
    tables_close_others(making);
    while (making->made_count > 0)
        tables->made[tables->made_count++] = making->made[--making->made_count].table;
}

tilepdb_status instance_tables_make(const tilepdb_solver *solver, int bound,
                                    const tilepdb_generate_options *options,
                                    struct instance_tables *tables, tilepdb_error *error) {
    tilepdb_error unseen;
    tilepdb_generate_options defaults;
    tilepdb_generate_options_init(&defaults);
    struct making *making = calloc(1, sizeof *making);
    if (!making)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory to make partitions");
    making->options = options ? options : &defaults;
    making->error = error ? error : &unseen;
    tilepdb_status status = making_begin(making, solver, bound);
    if (!status) status = rounds_run(making);
    if (!status) tables_give(making, tables);
    tables_close(making);
    free(making);
    return status;
}
