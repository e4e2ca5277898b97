/* No warm-up, where threads cannot be started. */
#include <stdlib.h>

#include "search/table_warmup.h"

struct table_warmup {
    char nothing;
};

struct table_warmup *table_warmup_create(const tilepdb_table *const *tables, size_t count) {
    (void)tables, (void)count;
    return malloc(sizeof(struct table_warmup));
}

void table_warmup_free(struct table_warmup *warmup) {
    free(warmup);
}

void table_warmup_consider(struct table_warmup *warmup, uint64_t nodes) {
    (void)warmup, (void)nodes;
}
