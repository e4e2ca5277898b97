/* The list of a board's candidates. See candidates.h. */
#include "tables/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "tables/table_loader.h"
#include "tables/table_text.h"

/* Entries of a table that cost as much as a node, for choices: a core with AVX-512 makes about
 * eight in that time, and slower ones fewer. Below the least cost a comparison would be a matter of
 * chance. */
#define ENTRIES_PER_NODE 4
#define LEAST_COST       1000000

/* A small partition only begins because it is there at once: the strongest of the catalogue is so
 * much better that it pays that much earlier. */
#define BETTER 32

const char *const cli_direction_keywords[] = {"auto", "forward", "backward", "both", NULL};

const char *cli_direction_keyword(tilepdb_direction direction) {
    static const int keywords[] = {CLI_FORWARD, CLI_BACKWARD, CLI_BOTH};
    return cli_direction_keywords[keywords[direction]];
}

/* ---- costs ----------------------------------------------------------------------------------- */

/* The tables that a partition needs and those before it do not: their entries, as nodes. `known`
 * are the patterns so far. */
struct costs {
    const struct candidate_list *list;
    uint32_t known[TILEPDB_MAX_CANDIDATES * TILEPDB_TABLE_MAX_CELLS];
    size_t known_count;
};

/* The entries of a table that the tier has with so many tiles; 0: it has none. */
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

/* Patterns with the same number of tiles have the same number of entries: each is asked for once,
 * since to count them takes a millisecond, and not for each board. */
static uint64_t pattern_entries(const struct costs *costs, const tilepdb_pattern *pattern) {
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    const int tiles = __builtin_popcount(pattern->tiles);
    struct solver_tier *tier = costs->list->tier;
    uint64_t *entries = &tier->entries[tiles];
    if (*entries == 0) *entries = entries_at_hand(&tier->database, tiles);
    tilepdb_generate_need need;
    if (*entries == 0 && !tilepdb_table_need(pattern, kind, NULL, &need, NULL))
        *entries = need.entries;
    return *entries;
}

static bool is_known(struct costs *costs, uint32_t tiles) {
    for (size_t i = 0; i < costs->known_count; i++)
        if (costs->known[i] == tiles) return true;
    costs->known[costs->known_count++] = tiles;
    return false;
}

/* A partition by name, for the goal's blank cell or the board's. */
static bool partition_of(const struct candidate_list *list, const char *name,
                         tilepdb_direction direction, tilepdb_partition *partition) {
    const tilepdb_board *goal = direction == TILEPDB_DIRECTION_FORWARD ? &list->goal : &list->board;
    return !tilepdb_partition_parse(name, goal->width, goal->height, cli_blank_cell(goal),
                                    partition, NULL);
}

/* Whether an entry of the catalogue is for boards of this size, or turned. */
static bool is_of_size(const tilepdb_catalogue_entry *entry, const tilepdb_board *board) {
    return (entry->width == board->width && entry->height == board->height) ||
           (entry->width == board->height && entry->height == board->width);
}

/* The number of a name in the catalogue, for boards of this size; if it is not there, the number of
 * all. */
static size_t catalogue_find(const char *name, const tilepdb_board *board) {
    size_t i = 0;
    while (i < tilepdb_catalogue_count() && (!is_of_size(tilepdb_catalogue_at(i), board) ||
                                             strcmp(tilepdb_catalogue_at(i)->name, name) != 0))
        i++;
    return i;
}

static bool in_catalogue(const char *name, const tilepdb_board *board) {
    return catalogue_find(name, board) < tilepdb_catalogue_count();
}

static uint64_t cost_of(struct costs *costs, const char *names, tilepdb_direction direction) {
    char *copy = cli_text("%s", names), *rest = copy;
    uint64_t entries = 0;
    while (rest) {
        tilepdb_partition partition;
        if (!partition_of(costs->list, strsep(&rest, "+"), direction, &partition)) continue;
        for (unsigned i = 0; i < partition.count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            if (!is_known(costs, pattern.tiles)) entries += pattern_entries(costs, &pattern);
        }
    }
    free(copy);
    const uint64_t cost = entries / ENTRIES_PER_NODE;
    return cost > LEAST_COST ? cost : LEAST_COST;
}

/* ---- which ----------------------------------------------------------------------------------- */

static void add(struct candidate_list *list, const char *name, tilepdb_direction direction) {
    if (list->count == TILEPDB_MAX_CANDIDATES) return;
    list->candidates[list->count].direction = direction;
    list->name[list->count++] = cli_text("%s", name);
}

/* The strongest partition of the catalogue, then what follows there with patterns of the same
 * sizes, and then what precedes it. */
static void add_same_sizes(struct candidate_list *list, const char *strongest) {
    const size_t count = tilepdb_catalogue_count();
    tilepdb_partition best, other;
    if (!partition_of(list, strongest, TILEPDB_DIRECTION_FORWARD, &best)) return;
    const size_t first = catalogue_find(strongest, &list->goal);
    for (size_t k = 0; k < count; k++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at((first + k) % count);
        if (is_of_size(entry, &list->goal) && strcmp(entry->name, list->name[0]) != 0 &&
            partition_of(list, entry->name, TILEPDB_DIRECTION_FORWARD, &other) &&
            cli_same_sizes(&best, &other))
            add(list, entry->name, TILEPDB_DIRECTION_FORWARD);
    }
}

/* Whether a partition is searched backward, too: not a small one that begins while there is no
 * better one. */
static bool goes_backward(const struct candidate_list *list, const char *name) {
    const struct solver_config *config = list->config;
    if (config->direction == CLI_FORWARD || config->direction == CLI_BOTH) return false;
    if (config->direction == CLI_BACKWARD) return true;
    if (config->request.partition) return config->direction != CLI_UNSET;
    return in_catalogue(name, &list->goal);
}

/* What joining the solvers of two directions costs, as nodes: samples of 65,536 nodes a level, on
 * both sides, of two or three pairs. */
#define BIDIRECTIONAL_COST 200000000

/* A partition, or several, from both sides, to be tried after all candidates of these. */
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

/* The partitions of one side, at most. Searches see each straight and reflected. */
#define MAX_COMBINED 6

/* What it costs to join those of all of them. */
#define BIDIRECTIONAL_ALL_COST (2 * BIDIRECTIONAL_COST)

/* Those of the catalogue that may be searched from both sides. */
struct combined {
    bool wanted, others;
    size_t count;
    char *names; /* NAME+NAME; owned */
};

/* From both sides: the strongest of the catalogue, and the two strongest, since these are so much
 * better in the end that partitions of one side come after them. Others only if that is asked for.
 */
static void add_combined(struct candidate_list *list, struct combined *combined, const char *name) {
    if (!in_catalogue(name, &list->goal)) {
        if (combined->others) add_bidirectional(list, name, BIDIRECTIONAL_COST);
        return;
    }
    if (!combined->wanted || combined->count == MAX_COMBINED) return;
    char *names = combined->names ? cli_text("%s+%s", combined->names, name) : cli_text("%s", name);
    free(combined->names);
    combined->names = names;
    if (++combined->count <= 2) add_bidirectional(list, names, BIDIRECTIONAL_COST);
}

/* Each of them backward, too; or only so; and from both sides. */
static void add_backward(struct candidate_list *list) {
    const struct solver_config *config = list->config;
    char *forward[TILEPDB_MAX_CANDIDATES];
    const size_t count = list->count;
    memcpy(forward, list->name, sizeof forward);
    list->count = 0;
    const int direction = config->direction;
    const bool only = direction == CLI_BACKWARD || direction == CLI_BOTH;
    const bool both = direction == CLI_BOTH && !config->one_side;
    struct combined combined = {
        .wanted =
            both || (!config->one_side && (direction == CLI_AUTO ||
                                           (direction == CLI_UNSET && !config->request.partition))),
        .others = both};
    for (size_t i = 0; i < count; i++) {
        if (!only) add(list, forward[i], TILEPDB_DIRECTION_FORWARD);
        if (goes_backward(list, forward[i])) add(list, forward[i], TILEPDB_DIRECTION_BACKWARD);
        add_combined(list, &combined, forward[i]);
    }
    if (combined.count > 2) add_bidirectional(list, combined.names, BIDIRECTIONAL_ALL_COST);
    free(combined.names);
    for (size_t i = 0; i < count; i++) free(forward[i]);
}

/* Tables of one direction are never those of the other. */
static void costs_fill(struct candidate_list *list, tilepdb_direction direction) {
    struct costs *costs = cli_allocated(calloc(1, sizeof *costs));
    costs->list = list;
    for (size_t i = 0; i < list->count; i++)
        if (list->candidates[i].direction == direction)
            list->candidates[i].cost = cost_of(costs, list->name[i], direction);
    free(costs);
}

/* For the strongest partition beside one that only begins. */
static void discount(struct candidate_list *list) {
    tilepdb_candidate *strongest = &list->candidates[1];
    if (!list->tier->database.strongest || list->count < 2 ||
        in_catalogue(list->name[0], &list->goal))
        return;
    strongest->cost /= BETTER;
    if (strongest->cost < LEAST_COST) strongest->cost = LEAST_COST;
}

/* ---- a limit of memory ----------------------------------------------------------------------- */

/* Adds the tables of partitions, for one direction, that those before do not have. */
static void budget_add_partitions(struct memory_budget *budget, struct costs *costs,
                                  const char *names, tilepdb_direction direction) {
    const struct database_request *request = &costs->list->config->request;
    tilepdb_kind kinds[CLI_MAX_KINDS];
    cli_kinds(request->blank, request->encoding, kinds);
    char *copy = cli_text("%s", names), *rest = copy;
    while (rest) {
        tilepdb_partition partition;
        if (!partition_of(costs->list, strsep(&rest, "+"), direction, &partition)) continue;
        for (unsigned i = 0; i < partition.count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            if (!is_known(costs, pattern.tiles))
                memory_budget_add(budget, &pattern, kinds[0], false);
        }
    }
    free(copy);
}

/* In their order, as long as the budget allows; the first always does. Decided for each board
 * alone, whatever others have, so that its counts do not depend on them. */
static void exclude_by_memory(struct candidate_list *list) {
    const uint64_t limit = list->config->request.memory;
    if (limit == 0) return;
    struct costs *costs = cli_allocated(calloc(2, sizeof *costs)); /* forward and backward */
    struct memory_budget budget = {0};
    costs[0].list = costs[1].list = list;
    budget_add_partitions(&budget, &costs[0], list->tier->database.name, TILEPDB_DIRECTION_FORWARD);
    for (size_t i = 0; i < list->count; i++) {
        const tilepdb_direction direction = list->candidates[i].direction;
        const size_t known[2] = {costs[0].known_count, costs[1].known_count};
        const struct memory_budget before = budget;
        if (direction != TILEPDB_DIRECTION_BACKWARD)
            budget_add_partitions(&budget, &costs[0], list->name[i], TILEPDB_DIRECTION_FORWARD);
        if (direction != TILEPDB_DIRECTION_FORWARD)
            budget_add_partitions(&budget, &costs[1], list->name[i], TILEPDB_DIRECTION_BACKWARD);
        if (i == 0 || memory_budget_total(&budget) <= limit) continue;
        list->excluded |= UINT32_C(1) << i;
        for (unsigned k = 0; k < 2; k++) costs[k].known_count = known[k];
        budget = before;
    }
    free(costs);
}

bool candidate_list_fill(struct candidate_list *list, const struct solver_config *config,
                         struct solver_tier *tier, const tilepdb_board *board,
                         const tilepdb_board *goal) {
    *list = (struct candidate_list){.config = config, .tier = tier, .board = *board, .goal = *goal};
    add(list, tier->database.name, TILEPDB_DIRECTION_FORWARD);
    if (tier->database.strongest) add_same_sizes(list, tier->database.strongest);
    add_backward(list);
    if (list->count == 0 ||
        (list->count == 1 && list->candidates[0].direction == TILEPDB_DIRECTION_FORWARD))
        return false;
    costs_fill(list, TILEPDB_DIRECTION_FORWARD);
    costs_fill(list, TILEPDB_DIRECTION_BACKWARD);
    discount(list);
    exclude_by_memory(list);
    return true;
}

void candidate_list_release(struct candidate_list *list) {
    for (size_t i = 0; i < list->count; i++) free(list->name[i]);
}
