/*
 * Rows in memory as a sink. See rows.h.
 */
#include "table/rows.h"

#include <string.h>

static void memory_put(void *user, const struct row_pieces *pieces) {
    const struct row_memory *memory = user;
    for (uint32_t i = 0; i < pieces->count; i++)
        memcpy(memory->entries + pieces->codes[i] * memory->row_bytes + pieces->at,
               pieces->pieces + i * pieces->stride, pieces->bytes);
}

struct row_sink row_memory_sink(struct row_memory *memory) {
    return (struct row_sink){.put = memory_put, .user = memory};
}
