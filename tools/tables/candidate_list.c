#include "tables/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "tables/table_loader.h"
#include "tables/table_text.h"

/* Generating ENTRIES_PER_NODE entries costs as much as a node: eight on a core with AVX-512,
 * fewer on slower cores. Costs below LEAST_COST are raised, since chance would decide a
 * comparison. */
#define ENTRIES_PER_NODE 4
#define LEAST_COST       1000000

/* Divides the strongest partition's cost after a first candidate outside the catalogue, so that
 * the strongest is compared early. */
#define BETTER 32

/* Cost, in nodes, of the samples that choose the views and limits of a bidirectional solver: for
 * one or two partitions, and for more. */
#define BIDIRECTIONAL_COST     200000000
#define BIDIRECTIONAL_ALL_COST (2 * BIDIRECTIONAL_COST)

#define MAX_COMBINED 6

/* Cost of partitions made for the board: about a third of the nodes that a search generates while
 * the fewest tables are generated, since such partitions nearly always need fewer nodes. */
#define INSTANCE_COST 100000000

/* Partitions are made of INSTANCE_PATTERNS patterns of INSTANCE_TILES tiles, with at most
 * INSTANCE_TABLES generated tables open at the same time. */
#define INSTANCE_PATTERNS 4
#define INSTANCE_TILES    6
#define INSTANCE_TABLES   40

const char *const cli_direction_keywords[] = {"auto", "forward", "backward", "both", NULL};

const char *cli_direction_keyword(tilepdb_direction direction) {
    static const int keywords[] = {CLI_FORWARD, CLI_BACKWARD, CLI_BOTH};
    return cli_direction_keywords[keywords[direction]];
}

struct known_patterns {
    const struct candidate_list *list;
    uint32_t tiles[TILEPDB_MAX_CANDIDATES * TILEPDB_TABLE_MAX_CELLS];
    size_t count;
};

/* Returns 0 if no open aware table has `tiles` tiles. */
static uint64_t entries_at_hand(const struct database *database, int tiles) {
    for (size_t i = 0; i < database->count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(database->tables[i], &info);
        if (__builtin_popcount(info.pattern.tiles) == tiles &&
            info.kind.blank == TILEPDB_BLANK_AWARE)
            return info.entries;
    }
    return 0;
}

/* Caches the number by the size of the pattern, since counting takes a millisecond. */
static uint64_t pattern_entries(struct solver_tier *tier, const tilepdb_pattern *pattern) {
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    const int tiles = __builtin_popcount(pattern->tiles);
    uint64_t *entries = &tier->entries[tiles];
    if (*entries == 0) *entries = entries_at_hand(&tier->database, tiles);
    tilepdb_generate_need need;
    if (*entries == 0 && !tilepdb_table_need(pattern, kind, NULL, &need, NULL))
        *entries = need.entries;
    return *entries;
}

static bool is_known(struct known_patterns *known, uint32_t tiles) {
    for (size_t i = 0; i < known->count; i++)
        if (known->tiles[i] == tiles) return true;
    known->tiles[known->count++] = tiles;
    return false;
}

static bool partition_of(const struct candidate_list *list, const char *name,
                         tilepdb_direction direction, tilepdb_partition *partition) {
    const tilepdb_board *goal = direction == TILEPDB_DIRECTION_FORWARD ? &list->goal : &list->board;
    return !tilepdb_partition_parse(name, goal->width, goal->height, cli_blank_cell(goal),
                                    partition, NULL);
}

/* Returns the catalogue's size if it lacks the partition. */
static size_t catalogue_find(const char *name, const tilepdb_board *board) {
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (cli_entry_fits(entry, board->width, board->height) && strcmp(entry->name, name) == 0)
            return i;
    }
    return tilepdb_catalogue_count();
}

static bool in_catalogue(const char *name, const tilepdb_board *board) {
    return catalogue_find(name, board) < tilepdb_catalogue_count();
}

/* Sums up the tables of NAME+NAME that are not in `known`. `entries` and `budget` may be NULL. */
static void tables_add(struct known_patterns *known, const char *names, tilepdb_direction direction,
                       uint64_t *entries, struct memory_budget *budget) {
    const struct candidate_list *list = known->list;
    const struct database_request *request = &list->config->request;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    cli_kinds(TILEPDB_METRIC_SINGLE, request->blank, request->encoding, kinds);
    char *copy = cli_partition_side(names, direction == TILEPDB_DIRECTION_BACKWARD), *rest = copy;
    while (rest) {
        tilepdb_partition partition;
        if (!partition_of(list, strsep(&rest, "+"), direction, &partition)) continue;
        for (unsigned i = 0; i < partition.count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            if (is_known(known, pattern.tiles)) continue;
            if (entries) *entries += pattern_entries(list->tier, &pattern);
            if (budget) memory_budget_add(budget, &pattern, kinds[0], false);
        }
    }
    free(copy);
}

static void costs_fill(struct candidate_list *list, tilepdb_direction direction) {
    struct known_patterns *known = cli_allocated(calloc(1, sizeof *known));
    known->list = list;
    for (size_t i = 0; i < list->count; i++) {
        uint64_t entries = 0;
        if (list->candidates[i].direction != direction) continue;
        tables_add(known, list->name[i], direction, &entries, NULL);
        const uint64_t cost = entries / ENTRIES_PER_NODE;
        list->candidates[i].cost = cost > LEAST_COST ? cost : LEAST_COST;
    }
    free(known);
}

static void add(struct candidate_list *list, const char *name, tilepdb_direction direction) {
    if (list->count == TILEPDB_MAX_CANDIDATES) return;
    list->candidates[list->count].direction = direction;
    list->name[list->count++] = cli_text("%s", name);
}

static bool same_sizes(const tilepdb_partition *a, const tilepdb_partition *b) {
    /* [tiles] number of patterns in `a` minus number in `b` */
    int surplus[TILEPDB_TABLE_MAX_CELLS + 1] = {0};
    for (unsigned i = 0; i < a->count; i++) surplus[__builtin_popcount(a->tiles[i])]++;
    for (unsigned i = 0; i < b->count; i++) surplus[__builtin_popcount(b->tiles[i])]--;
    for (size_t i = 0; i < CLI_LENGTH(surplus); i++)
        if (surplus[i] != 0) return false;
    return true;
}

static void add_same_sizes(struct candidate_list *list, const char *strongest) {
    const size_t count = tilepdb_catalogue_count();
    tilepdb_partition best, other;
    if (!partition_of(list, strongest, TILEPDB_DIRECTION_FORWARD, &best)) return;
    const size_t first = catalogue_find(strongest, &list->goal);
    for (size_t k = 0; k < count; k++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at((first + k) % count);
        if (cli_entry_fits(entry, list->goal.width, list->goal.height) &&
            strcmp(entry->name, list->name[0]) != 0 &&
            partition_of(list, entry->name, TILEPDB_DIRECTION_FORWARD, &other) &&
            same_sizes(&best, &other))
            add(list, entry->name, TILEPDB_DIRECTION_FORWARD);
    }
}

static bool goes_backward(const struct candidate_list *list, const char *name) {
    const struct solver_config *config = list->config;
    if (config->direction == CLI_FORWARD || config->direction == CLI_BOTH) return false;
    if (config->direction == CLI_BACKWARD) return true;
    if (config->request.partition) return config->direction != CLI_UNSET;
    return in_catalogue(name, &list->goal);
}

/* Adds NAME+NAME from both sides, after unidirectional candidates with these names. */
static void add_bidirectional(struct candidate_list *list, const char *names, uint64_t cost) {
    const size_t i = list->count;
    add(list, names, TILEPDB_DIRECTION_BOTH);
    if (i == list->count) return;
    tilepdb_candidate *candidate = &list->candidates[i];
    candidate->cost = cost;
    char *all = cli_text("+%s+", names);
    for (size_t k = 0; k < i; k++) {
        char *one = cli_text("+%s+", list->name[k]);
        if (list->candidates[k].direction != TILEPDB_DIRECTION_BOTH && strstr(all, one))
            candidate->after |= UINT32_C(1) << k;
        free(one);
    }
    free(all);
}

struct combined {
    bool wanted;
    bool others;
    size_t count;
    char *names; /* NAME+NAME; owned */
};

/* Combines `name` with the stronger partitions. The strongest one and two become bidirectional
 * candidates here; larger combinations follow after the last name. */
static void add_combined(struct candidate_list *list, struct combined *combined, const char *name) {
    if (!in_catalogue(name, &list->goal)) {
        if (combined->others) add_bidirectional(list, name, BIDIRECTIONAL_COST);
        return;
    }
    if (!combined->wanted || combined->count == MAX_COMBINED) return;
    cli_append(&combined->names, "%s%s", combined->names ? "+" : "", name);
    if (++combined->count <= 2) add_bidirectional(list, combined->names, BIDIRECTIONAL_COST);
}

static bool has_instance_patterns(const struct candidate_list *list, const char *name,
                                  tilepdb_direction direction) {
    tilepdb_partition partition;
    if (!partition_of(list, name, direction, &partition) || partition.count != INSTANCE_PATTERNS)
        return false;
    for (unsigned i = 0; i < partition.count; i++)
        if (__builtin_popcount(partition.tiles[i]) != INSTANCE_TILES) return false;
    return true;
}

/* Adds partitions that are made for the board from the bidirectional candidate before. */
static void add_instance(struct candidate_list *list) {
    const size_t base = list->count - 1;
    const struct database_request *request = &list->config->request;
    if (list->count == TILEPDB_MAX_CANDIDATES || request->no_generate ||
        request->blank == TILEPDB_BLANK_PROJECTED ||
        !has_instance_patterns(list, list->name[base], TILEPDB_DIRECTION_FORWARD) ||
        !has_instance_patterns(list, list->name[base], TILEPDB_DIRECTION_BACKWARD))
        return;
    list->instance = list->count;
    list->instance_base = base;
    add(list, "made for the board", TILEPDB_DIRECTION_BOTH);
    list->candidates[list->instance].cost = INSTANCE_COST;
    list->candidates[list->instance].after = UINT32_C(1) << base;
}

static void add_directions(struct candidate_list *list) {
    const struct solver_config *config = list->config;
    char *forward[TILEPDB_MAX_CANDIDATES];
    const size_t count = list->count;
    memcpy(forward, list->name, sizeof forward);
    list->count = 0;
    const int direction = config->direction;
    const bool only = direction == CLI_BACKWARD || direction == CLI_BOTH;
    const bool chosen =
        direction == CLI_AUTO || (direction == CLI_UNSET && !config->request.partition);
    struct combined combined = {.wanted = (direction == CLI_BOTH || chosen) && !config->one_side,
                                .others = direction == CLI_BOTH && !config->one_side};
    for (size_t i = 0; i < count; i++) {
        if (!only) add(list, forward[i], TILEPDB_DIRECTION_FORWARD);
        if (goes_backward(list, forward[i])) add(list, forward[i], TILEPDB_DIRECTION_BACKWARD);
        const size_t before = combined.count;
        add_combined(list, &combined, forward[i]);
        if (before == 0 && combined.count == 1) add_instance(list);
    }
    if (combined.count > 2) add_bidirectional(list, combined.names, BIDIRECTIONAL_ALL_COST);
    free(combined.names);
    for (size_t i = 0; i < count; i++) free(forward[i]);
}

static void cost_divide(tilepdb_candidate *candidate, uint64_t divisor) {
    candidate->cost /= divisor;
    if (candidate->cost < LEAST_COST) candidate->cost = LEAST_COST;
}

static void discount(struct candidate_list *list) {
    if (!list->tier->database.strongest || list->count < 2 ||
        in_catalogue(list->name[0], &list->goal))
        return;
    cost_divide(&list->candidates[1], BETTER);
}

static void add_instance_memory(const struct candidate_list *list, struct memory_budget *budget) {
    const struct database_request *request = &list->config->request;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    tilepdb_partition partition;
    cli_kinds(TILEPDB_METRIC_SINGLE, request->blank, request->encoding, kinds);
    if (!partition_of(list, list->name[list->instance_base], TILEPDB_DIRECTION_FORWARD, &partition))
        return;
    const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, 0);
    for (int i = 0; i < INSTANCE_TABLES; i++) memory_budget_add(budget, &pattern, kinds[0], false);
}

/* Excludes candidates that exceed the budget, in order, but never the first. Ignores tables of
 * other boards, so that a board's counts do not depend on them. */
static void exclude_by_memory(struct candidate_list *list) {
    const uint64_t limit = list->config->request.memory;
    if (limit == 0) return;
    struct known_patterns *forward = cli_allocated(calloc(2, sizeof *forward));
    struct known_patterns *backward = forward + 1;
    struct memory_budget budget = {0};
    forward->list = backward->list = list;
    tables_add(forward, list->tier->database.name, TILEPDB_DIRECTION_FORWARD, NULL, &budget);
    for (size_t i = 0; i < list->count; i++) {
        const tilepdb_direction direction = list->candidates[i].direction;
        const size_t forward_before = forward->count, backward_before = backward->count;
        const struct memory_budget before = budget;
        if (direction != TILEPDB_DIRECTION_BACKWARD)
            tables_add(forward, list->name[i], TILEPDB_DIRECTION_FORWARD, NULL, &budget);
        if (direction != TILEPDB_DIRECTION_FORWARD)
            tables_add(backward, list->name[i], TILEPDB_DIRECTION_BACKWARD, NULL, &budget);
        if (i == list->instance) add_instance_memory(list, &budget);
        if (i == 0 || memory_budget_total(&budget) <= limit) continue;
        list->excluded |= UINT32_C(1) << i;
        forward->count = forward_before;
        backward->count = backward_before;
        budget = before;
    }
    free(forward);
}

bool candidate_list_fill(struct candidate_list *list, const struct solver_config *config,
                         struct solver_tier *tier, const tilepdb_board *board,
                         const tilepdb_board *goal) {
    *list = (struct candidate_list){.config = config, .tier = tier, .board = *board, .goal = *goal};
    const char *named = config->request.partition;
    const bool differs = named && strchr(named, ':');
    list->instance = TILEPDB_MAX_CANDIDATES;
    add(list, differs ? named : tier->database.name, TILEPDB_DIRECTION_FORWARD);
    if (tier->database.strongest) add_same_sizes(list, tier->database.strongest);
    add_directions(list);
    if (list->count == 0 ||
        (list->count == 1 && list->candidates[0].direction == TILEPDB_DIRECTION_FORWARD))
        return false;
    costs_fill(list, TILEPDB_DIRECTION_FORWARD);
    costs_fill(list, TILEPDB_DIRECTION_BACKWARD);
    discount(list);
    exclude_by_memory(list);
    return true;
}

void candidate_list_share(struct candidate_list *list, size_t boards) {
    for (size_t i = 0; i < list->count; i++)
        if (list->candidates[i].direction == TILEPDB_DIRECTION_FORWARD)
            cost_divide(&list->candidates[i], boards);
}

void candidate_list_release(struct candidate_list *list) {
    for (size_t i = 0; i < list->count; i++) free(list->name[i]);
}
