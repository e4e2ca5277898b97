/* See table_upgrade.h. */
#include "tables/table_upgrade.h"

#include "cli/console.h"
#include "tables/memory_budget.h"
#include "tables/table_locator.h"

/* A core makes as many entries as nodes in a second, or a few more. And a table with twice the
 * entries leaves half the nodes: on 4x4, middle and large have 22 and 131 times the entries of
 * small, which has 25 and 131 times their nodes. */

static double entries_open(const struct database *database) {
    double entries = 0;
    for (size_t i = 0; i < database->count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(database->tables[i], &info);
        entries += (double)info.entries;
    }
    return entries;
}

/* 0: not known. */
static double entries_to_make(const struct table_set *set) {
    tilepdb_generate_need need;
    double entries = 0;
    for (unsigned i = 0; i < set->count; i++) {
        if (tilepdb_table_need(&set->patterns[i], set->kind, NULL, &need, NULL)) return 0;
        entries += (double)need.entries;
    }
    return entries;
}

/* Whether the limit of memory allows what is open and them. */
static bool fits_memory(const struct database *now, const struct table_set *set, bool there,
                        uint64_t limit) {
    struct memory_budget budget = {0};
    if (limit == 0) return true;
    for (size_t i = 0; i < now->open_count; i++)
        memory_budget_add_open(&budget, now->open[i].table);
    for (unsigned i = 0; i < set->count; i++)
        memory_budget_add(&budget, &set->patterns[i], set->kind, there);
    return memory_budget_total(&budget) <= limit;
}

static const char *best_of(const tilepdb_offer *defaults, const struct table_locator *locator,
                           const struct database *now, uint64_t memory, double nodes) {
    const double present = entries_open(now);
    const char *best = NULL;
    double least = nodes;
    for (size_t i = 0; i < defaults->count; i++) {
        struct table_set set;
        bool found;
        if (!defaults->requests[i].text ||
            table_locator_find(locator, defaults->requests[i], &set, &found) != CLI_SUCCESS)
            continue;
        const double entries = entries_to_make(&set);
        if (entries <= present) continue;
        if (!fits_memory(now, &set, found, memory)) continue;
        const double work = (found ? 0 : entries) + nodes * present / entries;
        if (work < least) best = defaults->requests[i].text;
        if (work < least) least = work;
    }
    return best;
}

char *table_upgrade_name(const struct database *now, const struct database_request *request,
                         const tilepdb_board *goal, double nodes) {
    struct table_locator locator;
    tilepdb_offer defaults;
    const char *best = NULL;
    if (request->metric != TILEPDB_METRIC_MULTI || request->partition || request->no_generate)
        return NULL;
    if (table_locator_init(&locator, request->common, request->metric, request->blank,
                           request->encoding, goal) == CLI_SUCCESS) {
        tilepdb_offer_init(&defaults, &locator.base);
        best = best_of(&defaults, &locator, now, request->memory, nodes);
    }
    table_locator_free(&locator);
    return best ? cli_text("%s", best) : NULL;
}
