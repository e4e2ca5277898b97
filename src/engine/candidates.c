#include "engine/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "base/message_text.h"
#include "engine/beams.h"
#include "instance/instance_tables.h"
#include "puzzle/board.h"
#include "puzzle/symmetry.h"
#include "search/bidirectional.h"
#include "table/locator.h"
#include "table/table.h"

/* Generating ENTRIES_PER_NODE entries costs a node with one view of the tables, or half a node with
 * two. Chance decides comparisons of less than LEAST_COST nodes. */
#define ENTRIES_PER_NODE 4
#define LEAST_COST       1000000

/* A larger partition is expected to divide the nodes by half the ratio of the entries, at least by
 * LEAST_GAIN. */
#define LEAST_GAIN 4

/* With one view, nodes take MANY_SLOWNESS times as long beyond FEW_PATTERNS patterns. */
#define FEW_PATTERNS  4
#define MANY_SLOWNESS 5

/* Nodes of the samples for a bidirectional solver: ONE_PAIR_COST for one partition with one view in
 * each direction, otherwise BIDIRECTIONAL_COST for one or two partitions, and
 * BIDIRECTIONAL_ALL_COST for more. */
#define ONE_PAIR_COST          10000000
#define BIDIRECTIONAL_COST     200000000
#define BIDIRECTIONAL_ALL_COST (2 * BIDIRECTIONAL_COST)

/* Before a candidate is tried, the widest beam has a board per COST_PER_BOARD nodes of its cost,
 * but at most BOUND_BEAMS_MAKING boards; below LEAST_BEAM boards, no beams run. */
#define COST_PER_BOARD 32768
#define LEAST_BEAM     256

/* Time of a bidirectional node with one view in each direction, in nodes of one direction. */
#define ONE_VIEW_SLOWNESS 3

/* most partitions of a bidirectional candidate */
#define MAX_COMBINED 6

/* Cost of partitions made for the board, in nodes: a third of the least that making them takes,
 * since they nearly always need fewer nodes. */
#define INSTANCE_COST 100000000

/* most tables made for the board that are open at once */
#define INSTANCE_TABLES 40

/* most kinds in a description: one per partition of both directions */
#define MOST_KINDS (2 * LOCATOR_MAX_PARTITIONS)

/* Partitions made for one board, with a solver for each direction. Empty if zeroed. */
struct board_partitions {
    struct instance_tables tables;
    tilepdb_solver *forward, *backward; /* owned */
    tilepdb_bidirectional_plan plan;    /* views of `forward` and `backward` */
    char *name;                         /* FORWARD:BACKWARD; owned */
};

/* Tables for all boards of a size with blanks on symmetric cells. */
struct backward_tables {
    int width, height;
    int cell;                           /* the least of the symmetric cells */
    size_t users;                       /* boards that use the tables */
    bool failed[CHOICE_MAX_CANDIDATES]; /* [candidate] has no tables */
    struct tables tables;
    struct backward_tables *next;
};

struct candidate {
    char *name;                    /* NAME or NAME+NAME; owned */
    struct loaded_solver loaded;   /* owned */
    tilepdb_solver *bidirectional; /* owned */
    int bound;                     /* bound for which `bidirectional` was made */
    bool tried;
    const char *kernel; /* NULL before the first search, like the members below */
    size_t kind_count;
    tilepdb_kind kinds[MOST_KINDS];
    unsigned pair[2]; /* views of a bidirectional solver */
};

struct candidates {
    const struct search_config *config;
    struct engine_call *call;
    struct solver_tier *tier; /* has the tables of the first candidate */
    const tilepdb_board *board, *goal;
    size_t count;
    struct choice_candidate list[CHOICE_MAX_CANDIDATES];
    struct candidate all[CHOICE_MAX_CANDIDATES];
    uint32_t excluded;    /* bitmask of candidates that need too much memory */
    size_t instance;      /* candidate with partitions made for the board; CHOICE_MAX_CANDIDATES
                           * without one */
    size_t instance_base; /* bidirectional candidate from whose partitions they are made */
    struct backward_tables **backward_list;
    struct backward_tables *backward; /* for the board's blank cell; may be NULL */
    bool short_of_memory;
    uint64_t paused, widest;      /* see candidates_paused; the largest so far */
    struct board_partitions made; /* of candidate `instance` */
    bool failed;                  /* memory for names was missing */
};

/* ---- solvers --------------------------------------------------------------------------------- */

tilepdb_solver_options solver_options_of(const struct search_config *config, tilepdb_metric metric,
                                         const struct table_list *list) {
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.reflection = config->reflection;
    options.variant = config->tables.variant;
    options.tables = list->tables;
    options.table_count = list->count;
    if (list->count) options.metric = metric;
    return options;
}

static void loaded_solver_free(struct loaded_solver *loaded) {
    tilepdb_solver_free(loaded->solver);
    table_list_free(&loaded->list);
    *loaded = (struct loaded_solver){0};
}

void solver_tier_free(struct solver_tier *tier) {
    tilepdb_solver_free(tier->solver);
    for (size_t i = 0; i < CHOICE_MAX_CANDIDATES; i++) loaded_solver_free(&tier->others[i]);
    tables_close(&tier->tables);
}

static bool is_forward(const struct candidates *candidates, size_t i) {
    return candidates->list[i].direction == TILEPDB_DIRECTION_FORWARD;
}

static bool has_first_tables(const struct candidates *candidates, size_t i) {
    const char *name = candidates->all[i].name, *first = candidates->tier->tables.name;
    const size_t length = strcspn(name, ":");
    return strlen(first) == length && strncmp(name, first, length) == 0;
}

/* ---- the list: costs ------------------------------------------------------------------------- */

struct known_patterns {
    const struct candidates *candidates;
    uint32_t tiles[CHOICE_MAX_CANDIDATES * TILEPDB_TABLE_MAX_CELLS];
    size_t count;
};

static bool entry_fits(const tilepdb_catalogue_entry *entry, const tilepdb_board *board) {
    return (entry->width == board->width && entry->height == board->height) ||
           (entry->width == board->height && entry->height == board->width);
}

static uint64_t entries_at_hand(const struct tables *tables, int tiles) {
    for (size_t i = 0; i < tables->first.count; i++) {
        const tilepdb_table_info *info = &tables->first.tables[i]->info;
        if (__builtin_popcount(info->pattern.tiles) == tiles &&
            info->kind.blank == TILEPDB_BLANK_AWARE)
            return info->entries;
    }
    return 0;
}

/* Cached by the size of the pattern, since counting takes a millisecond. */
static uint64_t pattern_entries(struct solver_tier *tier, const tilepdb_pattern *pattern) {
    const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT, TILEPDB_METRIC_SINGLE};
    const int tiles = __builtin_popcount(pattern->tiles);
    uint64_t *entries = &tier->entries[tiles];
    if (*entries == 0) *entries = entries_at_hand(&tier->tables, tiles);
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

static bool partition_of(const struct candidates *candidates, const char *name, bool backward,
                         tilepdb_partition *partition) {
    const tilepdb_board *goal = backward ? candidates->board : candidates->goal;
    return !tilepdb_partition_parse(name, goal->width, goal->height, (int)board_blank(goal),
                                    partition, NULL);
}

static size_t catalogue_find(const char *name, const tilepdb_board *board) {
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (entry_fits(entry, board) && strcmp(entry->name, name) == 0) return i;
    }
    return tilepdb_catalogue_count();
}

static bool in_catalogue(const char *name, const tilepdb_board *board) {
    return catalogue_find(name, board) < tilepdb_catalogue_count();
}

/* Adds tables of NAME+NAME that are not in `known`. `entries` and `budget` may be NULL. */
static void names_add(struct known_patterns *known, const char *names, bool backward,
                      uint64_t *entries, struct memory_budget *budget) {
    const struct candidates *candidates = known->candidates;
    char *copy = partition_side(names, backward), *rest = copy;
    while (rest) {
        tilepdb_partition partition;
        if (!partition_of(candidates, partition_next(&rest), backward, &partition)) continue;
        for (unsigned i = 0; i < partition.count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            if (is_known(known, pattern.tiles)) continue;
            if (entries) *entries += pattern_entries(candidates->tier, &pattern);
            if (budget)
                memory_budget_add(budget, &pattern, candidates->config->tables.kinds[0], false);
        }
    }
    free(copy);
}

static bool has_two_views(const struct candidates *candidates, bool backward) {
    const tilepdb_board *goal = backward ? candidates->board : candidates->goal;
    struct geometry geometry;
    unsigned which;
    return candidates->config->reflection &&
           !geometry_init(&geometry, goal->width, goal->height, NULL) &&
           symmetry_reflection(&geometry, (uint8_t)board_blank(goal), &which);
}

static void costs_fill(struct candidates *candidates, struct known_patterns *known,
                       tilepdb_direction direction) {
    const uint64_t entries_per_node = ENTRIES_PER_NODE * (has_two_views(candidates, false) ? 2 : 1);
    *known = (struct known_patterns){.candidates = candidates};
    for (size_t i = 0; i < candidates->count; i++) {
        uint64_t entries = 0;
        if (candidates->list[i].direction != direction) continue;
        names_add(known, candidates->all[i].name, direction == TILEPDB_DIRECTION_BACKWARD, &entries,
                  NULL);
        const uint64_t cost = entries / entries_per_node;
        candidates->list[i].cost = cost > LEAST_COST ? cost : LEAST_COST;
    }
}

static void cost_divide(struct choice_candidate *candidate, double divisor) {
    candidate->cost = (uint64_t)((double)candidate->cost / divisor);
    if (candidate->cost < LEAST_COST) candidate->cost = LEAST_COST;
}

static uint64_t partition_entries(const struct candidates *candidates, const char *name) {
    tilepdb_partition partition;
    uint64_t entries = 0;
    if (!partition_of(candidates, name, false, &partition)) return 0;
    for (unsigned i = 0; i < partition.count; i++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
        entries += pattern_entries(candidates->tier, &pattern);
    }
    return entries;
}

/* Sets the gain of forward candidates with more entries than all before, and the slowness of the
 * first candidate. */
static void gains_fill(struct candidates *candidates) {
    const uint64_t first = partition_entries(candidates, candidates->all[0].name);
    if (is_forward(candidates, 0) && !has_two_views(candidates, false) &&
        candidates->tier->tables.first.count > FEW_PATTERNS)
        candidates->list[0].slowness = MANY_SLOWNESS;
    uint64_t most = first;
    for (size_t i = 1; i < candidates->count && first > 0; i++) {
        if (!is_forward(candidates, i) || candidates->excluded >> i & 1) continue;
        const uint64_t entries = partition_entries(candidates, candidates->all[i].name);
        if (entries <= most) continue;
        const double gain = (double)entries / (double)first / 2;
        candidates->list[i].gain = gain > LEAST_GAIN ? gain : LEAST_GAIN;
        most = entries;
    }
}

static void instance_memory_add(const struct candidates *candidates, struct memory_budget *budget) {
    tilepdb_partition partition;
    const char *base = candidates->all[candidates->instance_base].name;
    if (!partition_of(candidates, base, false, &partition)) return;
    unsigned largest = 0;
    for (unsigned i = 1; i < partition.count; i++)
        if (__builtin_popcount(partition.tiles[i]) > __builtin_popcount(partition.tiles[largest]))
            largest = i;
    const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, largest);
    for (int i = 0; i < INSTANCE_TABLES; i++)
        memory_budget_add(budget, &pattern, candidates->config->tables.kinds[0], false);
}

/* Excludes each candidate but the first that would exceed the memory limit together with those
 * before. Ignores tables of other boards, so that a board's counts do not depend on them. `known`
 * has an element for each direction. */
static void exclude_by_memory(struct candidates *candidates, struct known_patterns *known) {
    const uint64_t limit = candidates->config->tables.memory;
    if (limit == 0) return;
    struct known_patterns *forward = known, *backward = known + 1;
    struct memory_budget budget = {0};
    *forward = *backward = (struct known_patterns){.candidates = candidates};
    names_add(forward, candidates->tier->tables.name, false, NULL, &budget);
    for (size_t i = 0; i < candidates->count; i++) {
        const tilepdb_direction direction = candidates->list[i].direction;
        const char *name = candidates->all[i].name;
        const size_t forward_before = forward->count, backward_before = backward->count;
        const struct memory_budget before = budget;
        if (direction != TILEPDB_DIRECTION_BACKWARD) names_add(forward, name, false, NULL, &budget);
        if (direction != TILEPDB_DIRECTION_FORWARD) names_add(backward, name, true, NULL, &budget);
        if (i == candidates->instance) instance_memory_add(candidates, &budget);
        if (i == 0 || memory_budget_total(&budget) <= limit) continue;
        candidates->excluded |= UINT32_C(1) << i;
        forward->count = forward_before;
        backward->count = backward_before;
        budget = before;
    }
}

/* ---- the list: names and directions ---------------------------------------------------------- */

static void add(struct candidates *candidates, const char *name, tilepdb_direction direction) {
    if (candidates->count == CHOICE_MAX_CANDIDATES) return;
    char *copy = string_format("%s", name);
    if (!copy) {
        candidates->failed = true;
        return;
    }
    candidates->list[candidates->count].direction = direction;
    candidates->all[candidates->count++].name = copy;
}

static bool same_sizes(const tilepdb_partition *a, const tilepdb_partition *b) {
    /* [tiles] patterns in `a` minus patterns in `b` */
    int surplus[TILEPDB_TABLE_MAX_CELLS + 1] = {0};
    for (unsigned i = 0; i < a->count; i++) surplus[__builtin_popcount(a->tiles[i])]++;
    for (unsigned i = 0; i < b->count; i++) surplus[__builtin_popcount(b->tiles[i])]--;
    for (size_t i = 0; i < sizeof surplus / sizeof *surplus; i++)
        if (surplus[i] != 0) return false;
    return true;
}

struct names {
    const char *name[CHOICE_MAX_CANDIDATES];
    size_t count;
    size_t forward; /* names 1 .. forward - 1 only become forward candidates */
};

static void names_list(struct names *names, const char *name) {
    if (names->count < CHOICE_MAX_CANDIDATES) names->name[names->count++] = name;
}

/* The strongest partition, which the catalogue may lack, then partitions of the catalogue with the
 * same sizes of patterns. */
static void strongest_list(const struct candidates *candidates, struct names *names,
                           const char *strongest) {
    const size_t count = tilepdb_catalogue_count();
    tilepdb_partition best, other;
    if (!partition_of(candidates, strongest, false, &best)) return;
    const size_t first = catalogue_find(strongest, candidates->goal);
    if (first == count && strcmp(strongest, names->name[0]) != 0) names_list(names, strongest);
    for (size_t k = 0; k < count; k++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at((first + k) % count);
        if (entry_fits(entry, candidates->goal) && strcmp(entry->name, names->name[0]) != 0 &&
            partition_of(candidates, entry->name, false, &other) && same_sizes(&best, &other))
            names_list(names, entry->name);
    }
}

/* Lists partitions of the catalogue, from small to large, with more entries than the first and
 * fewer than the strongest. */
static void between_list(const struct candidates *candidates, struct names *names,
                         const char *strongest) {
    const uint64_t most = partition_entries(candidates, strongest);
    uint64_t least = partition_entries(candidates, names->name[0]);
    for (size_t i = 0; i < tilepdb_catalogue_count(); i++) {
        const tilepdb_catalogue_entry *entry = tilepdb_catalogue_at(i);
        if (!entry_fits(entry, candidates->goal)) continue;
        const uint64_t entries = partition_entries(candidates, entry->name);
        if (entries <= least || entries >= most) continue;
        names_list(names, entry->name);
        least = entries;
    }
}

static bool goes_backward(const struct candidates *candidates, const char *name) {
    switch (candidates->config->directions) {
    case TILEPDB_DIRECTIONS_FORWARD:
    case TILEPDB_DIRECTIONS_BOTH:
        return false;
    case TILEPDB_DIRECTIONS_BACKWARD:
        return true;
    case TILEPDB_DIRECTIONS_DEFAULT:
        return !candidates->config->partition && in_catalogue(name, candidates->goal);
    default:
        return candidates->config->partition || in_catalogue(name, candidates->goal);
    }
}

static void bidirectional_add(struct candidates *candidates, const char *names, uint64_t cost) {
    const size_t i = candidates->count;
    add(candidates, names, TILEPDB_DIRECTION_BOTH);
    if (i == candidates->count) return;
    struct choice_candidate *candidate = &candidates->list[i];
    const bool one_view = !has_two_views(candidates, false) && !has_two_views(candidates, true);
    candidate->cost = one_view && !strchr(names, '+') ? ONE_PAIR_COST : cost;
    if (one_view) candidate->slowness = ONE_VIEW_SLOWNESS;
    char *all = string_format("+%s+", names);
    for (size_t k = 0; k < i && all; k++) {
        char *one = string_format("+%s+", candidates->all[k].name);
        if (!one) candidates->failed = true;
        if (one && candidates->list[k].direction != TILEPDB_DIRECTION_BOTH && strstr(all, one))
            candidate->after |= UINT32_C(1) << k;
        free(one);
    }
    if (!all) candidates->failed = true;
    free(all);
}

struct combined {
    bool wanted;
    bool others; /* also names that the catalogue lacks */
    size_t count;
    char *names; /* NAME+NAME; owned */
};

/* Combines `name` with the names before it. The first one and two become bidirectional candidates
 * here, the combination of all at the end. */
static void combined_add(struct candidates *candidates, struct combined *combined,
                         const char *name) {
    if (!in_catalogue(name, candidates->goal)) {
        if (combined->others) bidirectional_add(candidates, name, BIDIRECTIONAL_COST);
        return;
    }
    if (!combined->wanted || combined->count == MAX_COMBINED) return;
    if (!string_append(&combined->names, "%s%s", combined->names ? "+" : "", name)) {
        candidates->failed = true;
        return;
    }
    if (++combined->count <= 2) bidirectional_add(candidates, combined->names, BIDIRECTIONAL_COST);
}

static bool has_instance_patterns(const struct candidates *candidates, const char *name,
                                  bool backward) {
    tilepdb_partition partition;
    return partition_of(candidates, name, backward, &partition) &&
           instance_tables_suit(partition.tiles, partition.count);
}

/* Adds partitions made for the board from the last candidate, a bidirectional one. */
static void instance_add(struct candidates *candidates) {
    const size_t base = candidates->count - 1;
    const struct tables_config *config = &candidates->config->tables;
    if (candidates->count == CHOICE_MAX_CANDIDATES || config->missing == TILEPDB_MISSING_REFUSE ||
        config->kinds[0].blank == TILEPDB_BLANK_PROJECTED ||
        !has_instance_patterns(candidates, candidates->all[base].name, false) ||
        !has_instance_patterns(candidates, candidates->all[base].name, true))
        return;
    const size_t i = candidates->count;
    add(candidates, "made for the board", TILEPDB_DIRECTION_BOTH);
    if (i == candidates->count) return;
    candidates->instance = i;
    candidates->instance_base = base;
    candidates->list[i].cost = INSTANCE_COST;
    candidates->list[i].slowness = candidates->list[base].slowness;
    candidates->list[i].after = UINT32_C(1) << base;
}

static void directions_add(struct candidates *candidates, const struct names *names) {
    const tilepdb_directions directions = candidates->config->directions;
    const bool both = directions == TILEPDB_DIRECTIONS_BOTH;
    const bool only = directions == TILEPDB_DIRECTIONS_BACKWARD || both;
    const bool chosen =
        directions == TILEPDB_DIRECTIONS_AUTO ||
        (directions == TILEPDB_DIRECTIONS_DEFAULT && !candidates->config->partition);
    struct combined combined = {.wanted = both || (chosen && candidates->config->bidirectional),
                                .others = both};
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->name[i];
        if (!only) add(candidates, name, TILEPDB_DIRECTION_FORWARD);
        if (i > 0 && i < names->forward) continue;
        if (goes_backward(candidates, name)) add(candidates, name, TILEPDB_DIRECTION_BACKWARD);
        const size_t before = combined.count;
        combined_add(candidates, &combined, name);
        if (before == 0 && combined.count == 1 && !candidates->failed) instance_add(candidates);
    }
    if (combined.count > 2) bidirectional_add(candidates, combined.names, BIDIRECTIONAL_ALL_COST);
    free(combined.names);
}

/* Returns false if there is nothing to choose. `known` has two elements. */
static bool list_fill(struct candidates *candidates, struct known_patterns *known) {
    const char *named = candidates->config->partition;
    const struct tables *tables = &candidates->tier->tables;
    struct names names = {.count = 0};
    candidates->instance = CHOICE_MAX_CANDIDATES;
    names_list(&names, named && strchr(named, ':') ? named : tables->name);
    if (tables->strongest) between_list(candidates, &names, tables->strongest);
    names.forward = names.count;
    if (tables->strongest) strongest_list(candidates, &names, tables->strongest);
    directions_add(candidates, &names);
    if (candidates->count == 0 || (candidates->count == 1 && is_forward(candidates, 0)))
        return false;
    costs_fill(candidates, known, TILEPDB_DIRECTION_FORWARD);
    costs_fill(candidates, known, TILEPDB_DIRECTION_BACKWARD);
    exclude_by_memory(candidates, known);
    gains_fill(candidates);
    return true;
}

static void candidate_note(struct candidates *candidates, size_t i, const tilepdb_solver *solver);

tilepdb_status candidates_create(const struct search_config *config, struct engine_call *call,
                                 struct backward_tables **backward_list, struct solver_tier *tier,
                                 const tilepdb_board *board, const tilepdb_board *goal,
                                 size_t boards, struct candidates **candidates) {
    *candidates = NULL;
    if (!tier->tables.name) return TILEPDB_OK;
    struct candidates *made = calloc(1, sizeof *made);
    struct known_patterns *known = calloc(2, sizeof *known);
    bool some = false;
    if (made && known) {
        made->config = config;
        made->call = call;
        made->backward_list = backward_list;
        made->tier = tier;
        made->board = board;
        made->goal = goal;
        some = list_fill(made, known);
        for (size_t i = 0; i < made->count; i++)
            if (is_forward(made, i)) cost_divide(&made->list[i], (double)boards);
    }
    const bool failed = !made || !known || made->failed;
    free(known);
    if (some && !failed) {
        *candidates = made;
        if (is_forward(made, 0)) candidate_note(made, 0, tier->solver);
        return TILEPDB_OK;
    }
    candidates_free(made);
    return failed ? TILEPDB_ERROR_MEMORY : TILEPDB_OK;
}

const struct choice_candidate *candidates_list(const struct candidates *candidates, size_t *count) {
    *count = candidates->count;
    return candidates->list;
}

/* The bounds of samples are not proven, so they have a stage of their own. */
static bool samples_progress(const tilepdb_progress *report, void *user) {
    tilepdb_progress samples = *report;
    if (samples.stage == TILEPDB_STAGE_SEARCH) samples.stage = TILEPDB_STAGE_SAMPLE;
    return call_progress(&samples, user);
}

/* ---- tables of backward searches ------------------------------------------------------------- */

static int least_symmetric_cell(const tilepdb_board *board) {
    const int width = board->width, height = board->height, cell = (int)board_blank(board);
    int x = cell % width, y = cell / width;
    if (x > width - 1 - x) x = width - 1 - x;
    if (y > height - 1 - y) y = height - 1 - y;
    const bool transposed = width == height && x < y;
    return transposed ? x * width + y : y * width + x;
}

static void backward_tables_free(struct backward_tables **list) {
    struct backward_tables *first = *list;
    *list = first->next;
    tables_close(&first->tables);
    free(first);
}

uint64_t backward_tables_bytes(const struct backward_tables *list) {
    uint64_t bytes = 0;
    for (; list; list = list->next) bytes += tables_bytes(&list->tables);
    return bytes;
}

void backward_tables_close_unused(struct backward_tables **list) {
    while (*list) {
        if ((*list)->users > 0)
            list = &(*list)->next;
        else
            backward_tables_free(list);
    }
}

/* Closes all unused tables before it adds new ones. Returns NULL without memory. */
static struct backward_tables *backward_tables_acquire(struct candidates *candidates) {
    struct backward_tables **list = candidates->backward_list, *tables = *list;
    const tilepdb_board *board = candidates->board;
    const int cell = least_symmetric_cell(board);
    while (tables && (tables->cell != cell || tables->width != board->width ||
                      tables->height != board->height))
        tables = tables->next;
    if (!tables) {
        backward_tables_close_unused(list);
        tables = calloc(1, sizeof *tables);
        if (!tables) return NULL;
        *tables = (struct backward_tables){
            .next = *list, .width = board->width, .height = board->height, .cell = cell};
        *list = tables;
    }
    tables->users++;
    return tables;
}

void backward_tables_free_all(struct backward_tables **list) {
    while (*list) backward_tables_free(list);
}

static void loaded_solver_make(struct loaded_solver *loaded, const struct candidates *candidates,
                               size_t i, struct tables *tables, bool backward) {
    const tilepdb_board *goal = backward ? candidates->board : candidates->goal;
    char *names = partition_side(candidates->all[i].name, backward);
    const struct tables_request request = {.config = &candidates->config->tables,
                                           .call = candidates->call,
                                           .metric = TILEPDB_METRIC_SINGLE,
                                           .names = names,
                                           .limit_time = i > 0};
    tilepdb_status status =
        names ? tables_add(tables, &request, goal, &loaded->list) : TILEPDB_ERROR_MEMORY;
    free(names);
    if (!status) {
        tilepdb_solver_options options =
            solver_options_of(candidates->config, TILEPDB_METRIC_SINGLE, &loaded->list);
        options.backward = backward;
        status = tilepdb_solver_create(goal, &options, &loaded->solver, NULL);
    }
    if (status == TILEPDB_ERROR_MEMORY) tables->short_of_memory = true;
    if (status) loaded_solver_free(loaded);
}

/* Boards share forward solvers, and the tables of backward solvers. May return NULL. */
static const tilepdb_solver *solver_load(struct candidates *candidates, size_t i, bool backward) {
    struct solver_tier *tier = candidates->tier;
    if (!backward && has_first_tables(candidates, i)) return tier->solver;
    if (backward && !candidates->backward)
        candidates->backward = backward_tables_acquire(candidates);
    if (backward && !candidates->backward) {
        candidates->short_of_memory = true;
        return NULL;
    }
    struct tables *tables = backward ? &candidates->backward->tables : &tier->tables;
    bool *failed = backward ? &candidates->backward->failed[i] : &tier->failed[i];
    struct loaded_solver *loaded = backward ? &candidates->all[i].loaded : &tier->others[i];
    if (!loaded->solver && !*failed) {
        loaded_solver_make(loaded, candidates, i, tables, backward);
        *failed = !loaded->solver && !tables->out_of_time && !call_is_cancelled(candidates->call);
    }
    return loaded->solver;
}

/* ---- partitions for the board ---------------------------------------------------------------- */

static void board_partitions_free(struct board_partitions *made) {
    tilepdb_solver_free(made->forward);
    tilepdb_solver_free(made->backward);
    for (size_t i = 0; i < made->tables.made_count; i++) tilepdb_table_close(made->tables.made[i]);
    free(made->name);
    *made = (struct board_partitions){0};
}

/* Names the tiles of a board of `width` columns; the tables may be of the transposed board. */
static char *board_partitions_name(const struct instance_tables *tables, int width) {
    char *name = NULL;
    for (unsigned direction = 0; direction < 2; direction++) {
        for (size_t i = 0; i < tables->count; i++) {
            tilepdb_pattern pattern = tables->tables[direction][i]->info.pattern;
            if (pattern.width != width) pattern = pattern_transposed(&pattern);
            const char *separator = i ? "/" : direction ? ":" : "";
            if (string_append(&name, "%s%s", separator, TILES(pattern.tiles))) continue;
            free(name);
            return NULL;
        }
    }
    return name;
}

static tilepdb_status board_solver_make(const struct candidates *candidates, bool backward,
                                        tilepdb_solver **solver) {
    const struct instance_tables *tables = &candidates->made.tables;
    const struct table_list none = {0};
    tilepdb_solver_options options =
        solver_options_of(candidates->config, TILEPDB_METRIC_SINGLE, &none);
    options.tables = tables->tables[backward];
    options.table_count = tables->count;
    options.backward = backward;
    return tilepdb_solver_create(backward ? candidates->board : candidates->goal, &options, solver,
                                 NULL);
}

/* Makes partitions from `solver`, which has one partition in each direction, and takes over its
 * views. Nothing remains after a failure. */
static tilepdb_status board_partitions_make(struct candidates *candidates,
                                            const tilepdb_solver *solver, int bound) {
    struct board_partitions *made = &candidates->made;
    tilepdb_generate_options options;
    tilepdb_generate_options_init(&options);
    options.threads = candidates->config->tables.threads;
    options.progress = samples_progress;
    options.user = candidates->call;
    *made = (struct board_partitions){0};
    tilepdb_status status = instance_tables_make(solver, bound, &options, &made->tables, NULL);
    if (!status) status = board_solver_make(candidates, false, &made->forward);
    if (!status) status = board_solver_make(candidates, true, &made->backward);
    if (!status) {
        unsigned views[2];
        made->name = board_partitions_name(&made->tables, candidates->goal->width);
        solver_view_pair(solver, views);
        for (unsigned direction = 0; direction < 2; direction++)
            made->plan.pair[direction] = views[direction] > 0;
        if (!made->name) status = TILEPDB_ERROR_MEMORY;
    }
    if (status) board_partitions_free(made);
    return status;
}

/* Makes partitions from the base's solver for `bound`. The base keeps an earlier solver, since
 * bounds were searched with its views. */
static bool partitions_make(struct candidates *candidates, int bound) {
    struct candidate *instance = &candidates->all[candidates->instance];
    struct candidate *base = &candidates->all[candidates->instance_base];
    tilepdb_solver *kept = base->bidirectional;
    const int kept_bound = base->bound;
    if (candidates->made.forward) return true;
    if (kept_bound != bound) base->bidirectional = NULL;
    const tilepdb_solver *solver = candidates_solver(candidates, candidates->instance_base, bound);
    const tilepdb_status status =
        solver ? board_partitions_make(candidates, solver, bound) : TILEPDB_ERROR_NOT_FOUND;
    if (kept && base->bidirectional != kept) {
        tilepdb_solver_free(base->bidirectional);
        base->bidirectional = kept;
        base->bound = kept_bound;
    }
    if (status == TILEPDB_ERROR_MEMORY) candidates->short_of_memory = true;
    if (status) return false;
    free(instance->name);
    instance->name = candidates->made.name;
    candidates->made.name = NULL;
    return true;
}

static const tilepdb_solver *bidirectional_solver(struct candidates *candidates, size_t i,
                                                  int bound) {
    struct candidate *candidate = &candidates->all[i];
    if (candidate->bidirectional) return candidate->bidirectional;
    candidate->bound = bound;
    const bool made = i == candidates->instance;
    if (made && !partitions_make(candidates, bound)) return NULL;
    const tilepdb_solver *forward =
        made ? candidates->made.forward : solver_load(candidates, i, false);
    const tilepdb_solver *backward = made      ? candidates->made.backward
                                     : forward ? solver_load(candidates, i, true)
                                               : NULL;
    if (!backward) return NULL;
    const tilepdb_status status =
        made ? tilepdb_solver_create_from_plan(forward, backward, &candidates->made.plan,
                                               &candidate->bidirectional, NULL)
             : solver_create_bidirectional(
                   forward, backward, bound, candidates->config->tables.threads,
                   candidates->config->tables.memory / MEMORY_PARTS, samples_progress,
                   candidates->call, &candidate->bidirectional, NULL);
    if (status) candidate->bidirectional = NULL;
    if (status == TILEPDB_ERROR_MEMORY) candidates->short_of_memory = true;
    return candidate->bidirectional;
}

const tilepdb_solver *candidates_solver(struct candidates *candidates, size_t i, int bound) {
    if (candidates->excluded >> i & 1) return NULL;
    const tilepdb_direction direction = candidates->list[i].direction;
    return direction == TILEPDB_DIRECTION_BOTH
               ? bidirectional_solver(candidates, i, bound)
               : solver_load(candidates, i, direction == TILEPDB_DIRECTION_BACKWARD);
}

void candidates_drop_bidirectional(struct candidates *candidates, size_t i) {
    tilepdb_solver_free(candidates->all[i].bidirectional);
    candidates->all[i].bidirectional = NULL;
    if (i == candidates->instance) board_partitions_free(&candidates->made);
}

int candidates_bound(const struct candidates *candidates, size_t i) {
    return candidates->all[i].bound;
}

bool candidates_short_of_memory(const struct candidates *candidates) {
    return candidates->short_of_memory || candidates->tier->tables.short_of_memory ||
           (candidates->backward && candidates->backward->tables.short_of_memory);
}

void candidates_release(struct candidates *candidates) {
    for (size_t i = 0; i < candidates->count; i++) {
        candidates_drop_bidirectional(candidates, i);
        loaded_solver_free(&candidates->all[i].loaded);
    }
    if (candidates->backward) candidates->backward->users--;
    candidates->backward = NULL;
}

void candidates_free(struct candidates *candidates) {
    if (!candidates) return;
    candidates_release(candidates);
    for (size_t i = 0; i < candidates->count; i++) free(candidates->all[i].name);
    free(candidates);
}

/* ---- descriptions ---------------------------------------------------------------------------- */

struct candidate_tables {
    const tilepdb_table *const *tables;
    size_t count;
};

static struct candidate_tables tables_of(const struct candidates *candidates, size_t i,
                                         bool backward) {
    const struct solver_tier *tier = candidates->tier;
    const struct instance_tables *made = &candidates->made.tables;
    if (i == candidates->instance)
        return (struct candidate_tables){made->tables[backward], made->count};
    const struct table_list *list = &tier->tables.first;
    if (backward)
        list = &candidates->all[i].loaded.list;
    else if (!has_first_tables(candidates, i))
        list = &tier->others[i].list;
    return (struct candidate_tables){list->tables, list->count};
}

static size_t partition_length(const tilepdb_table *const *tables, size_t count) {
    uint32_t tiles = 0, all = 0;
    size_t length = 0;
    while (length < count && (length == 0 || tiles != all)) {
        const tilepdb_pattern *pattern = &tables[length++]->info.pattern;
        tiles |= pattern->tiles;
        all = ((uint32_t)1 << (pattern->width * pattern->height)) - 2;
    }
    return length;
}

static size_t kinds_of(const tilepdb_table *const *tables, size_t count, tilepdb_kind *kinds,
                       size_t most) {
    size_t partitions = 0;
    while (count > 0 && partitions < most) {
        kinds[partitions++] = tables[0]->info.kind;
        const size_t length = partition_length(tables, count);
        tables += length;
        count -= length;
    }
    return partitions;
}

size_t partition_kinds(const struct table_list *list, tilepdb_kind *kinds, size_t most) {
    return kinds_of(list->tables, list->count, kinds, most);
}

/* for descriptions without the solver */
static void candidate_note(struct candidates *candidates, size_t i, const tilepdb_solver *solver) {
    struct candidate *candidate = &candidates->all[i];
    const tilepdb_direction direction = candidates->list[i].direction;
    tilepdb_solver_info info;
    if (candidate->kernel) return;
    tilepdb_solver_info_get(solver, &info);
    candidate->kernel = info.kernel;
    struct candidate_tables list =
        tables_of(candidates, i, direction == TILEPDB_DIRECTION_BACKWARD);
    candidate->kind_count = kinds_of(list.tables, list.count, candidate->kinds, MOST_KINDS);
    if (direction != TILEPDB_DIRECTION_BOTH) return;
    solver_view_pair(solver, candidate->pair);
    if (!strchr(candidate->name, ':')) return;
    list = tables_of(candidates, i, true);
    candidate->kind_count +=
        kinds_of(list.tables, list.count, candidate->kinds + candidate->kind_count,
                 MOST_KINDS - candidate->kind_count);
}

tilepdb_searcher candidates_name(const struct candidates *candidates, size_t i) {
    const struct candidate *candidate = &candidates->all[i];
    return (tilepdb_searcher){.direction = candidates->list[i].direction,
                              .with_tables = true,
                              .partition = candidate->name,
                              .kernel = candidate->kernel,
                              .kind_count = candidate->kind_count,
                              .kinds = candidate->kinds,
                              .pair = {candidate->pair[0], candidate->pair[1]}};
}

tilepdb_searcher candidates_describe(const struct candidates *candidates, size_t i) {
    tilepdb_searcher searcher = candidates_name(candidates, i);
    for (unsigned backward = 0; backward < 2; backward++) {
        const bool used = searcher.direction == TILEPDB_DIRECTION_BOTH ||
                          (searcher.direction == TILEPDB_DIRECTION_BACKWARD) == (backward == 1);
        if (!used) continue;
        const struct candidate_tables list = tables_of(candidates, i, backward);
        searcher.tables[backward] = list.tables;
        searcher.table_count[backward] = list.count;
    }
    return searcher;
}

/* ---- the next search ------------------------------------------------------------------------- */

static void choice_end(struct choice *choice, tilepdb_status status) {
    const tilepdb_result result = {.solvable = true, .length = -1, .upper_bound = -1, .root_h = -1};
    const tilepdb_error error = {.status = status};
    choice_take(choice, status, &result, &error);
}

static bool nodes_estimate(struct candidates *candidates, struct choice *choice,
                           const struct choice_search *search, const tilepdb_solver *solver) {
    double nodes;
    if (solver_estimate_nodes(solver, search->board, search->estimate_bound,
                              candidates->config->tables.threads,
                              candidates->config->tables.memory / MEMORY_PARTS, samples_progress,
                              candidates->call, &nodes, NULL))
        return false;
    choice_take_estimate(choice, nodes);
    return true;
}

/* Partitions made for the board replace later candidates that were not tried, unless their tables
 * are larger than the first tables. */
static bool is_superseded(const struct candidates *candidates, size_t i) {
    const size_t instance = candidates->instance;
    return i > instance && !candidates->all[i].tried && candidates->all[instance].bidirectional &&
           partition_entries(candidates, candidates->all[i].name) <=
               partition_entries(candidates, candidates->all[0].name);
}

static uint64_t beam_width(const struct candidates *candidates, size_t i) {
    const double cost = (double)candidates->list[i].cost;
    const bool makes = candidates->config->tables.missing != TILEPDB_MISSING_REFUSE;
    if (!makes || candidates->all[i].tried || candidates->excluded >> i & 1) return 0;
    if (i == candidates->instance) return BOUND_BEAMS_MAKING;
    const uint64_t width = beams_width(cost, COST_PER_BOARD, BOUND_BEAMS_MAKING);
    return width >= LEAST_BEAM ? width : 0;
}

/* Pauses before an expensive candidate is compared, unless beams as wide have run. */
static bool is_paused(struct candidates *candidates, const struct choice_search *search) {
    const bool compares = !search->options.on_bound;
    const uint64_t width = compares ? beam_width(candidates, search->candidate) : 0;
    if (width <= candidates->widest) return false;
    candidates->paused = candidates->widest = width;
    return true;
}

const tilepdb_solver *candidates_next(struct candidates *candidates, struct choice *choice,
                                      struct choice_search *search) {
    candidates->paused = 0;
    while (choice_next(choice, search)) {
        if (is_superseded(candidates, search->candidate)) {
            choice_drop(choice);
            continue;
        }
        if (is_paused(candidates, search)) return NULL;
        candidates->all[search->candidate].tried = true;
        const tilepdb_solver *solver =
            candidates_solver(candidates, search->candidate, search->estimate_bound);
        if (solver && !search->estimate_bound) {
            candidate_note(candidates, search->candidate, solver);
            return solver;
        }
        if (solver && nodes_estimate(candidates, choice, search, solver)) continue;
        if (call_is_cancelled(candidates->call))
            choice_end(choice, TILEPDB_CANCELLED);
        else if (search->options.max_nodes == 0 && call_left(candidates->call) <= 0)
            /* a comparison would have a node limit */
            choice_end(choice, TILEPDB_LIMIT);
        else
            choice_drop(choice);
    }
    return NULL;
}

void candidates_stop(const struct candidates *candidates, struct choice *choice) {
    const bool cancelled = call_is_cancelled(candidates->call);
    struct choice_search search;
    while (choice_next(choice, &search))
        choice_end(choice, cancelled ? TILEPDB_CANCELLED : TILEPDB_LIMIT);
}

uint64_t candidates_paused(const struct candidates *candidates) {
    return candidates->paused;
}
