/*
 * Upkeep where threads cannot be started, such as WebAssembly: none. See upkeep.h.
 */
#include <stdlib.h>

#include "solver/upkeep.h"

struct upkeep {
    char nothing;
};

struct upkeep *upkeep_create(const tilepdb_table *const *tables, size_t count) {
    (void)tables, (void)count;
    return malloc(sizeof(struct upkeep));
}

void upkeep_free(struct upkeep *upkeep) {
    free(upkeep);
}

void upkeep_consider(struct upkeep *upkeep, uint64_t nodes) {
    (void)upkeep, (void)nodes;
}
