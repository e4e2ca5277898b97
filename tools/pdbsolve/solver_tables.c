/* Which tables a rank searches with. See solvers.h. */
#include "pdbsolve/solvers.h"

static uint64_t number_add(uint64_t sum, uint64_t number) {
    return (sum ^ number) * UINT64_C(0x100000001B3); /* as FNV does */
}

uint64_t solver_tables(const struct solver_slot *slot) {
    const struct database *database = &slot->best->database;
    uint64_t sum = 0;
    for (size_t i = 0; i < database->count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(database->tables[i], &info);
        sum = number_add(sum, info.pattern.tiles);
        sum = number_add(sum, info.pattern.goal_blank);
        sum = number_add(sum, info.kind.blank);
        sum = number_add(sum, info.kind.encoding);
    }
    for (size_t i = 0; i < slot->colours.count; i++) {
        tilepdb_table_info info;
        tilepdb_table_info_get(slot->colours.tables[i], &info);
        for (size_t tile = 0; tile < sizeof info.pattern.colour; tile++)
            sum = number_add(sum, info.pattern.colour[tile]);
        sum = number_add(sum, info.pattern.goal_blank);
    }
    return sum;
}
