/* See memory_budget.h. */
#include "tables/memory_budget.h"

void memory_budget_add_open(struct memory_budget *budget, const tilepdb_table *table) {
    tilepdb_table_info info;
    tilepdb_table_info_get(table, &info);
    budget->tables += info.table_bytes;
}

void memory_budget_add(struct memory_budget *budget, const tilepdb_pattern *pattern,
                       tilepdb_kind kind, bool there) {
    tilepdb_generate_options options;
    tilepdb_generate_need need;
    tilepdb_generate_options_init(&options);
    options.threads = 1;
    if (tilepdb_table_need(pattern, kind, &options, &need, NULL)) return;
    const uint64_t making = budget->tables + need.memory_bytes;
    if (!there && making > budget->making) budget->making = making;
    budget->tables += need.table_bytes;
}

uint64_t memory_budget_total(const struct memory_budget *budget) {
    const uint64_t both = 2 * budget->tables;
    return both > budget->making ? both : budget->making;
}
