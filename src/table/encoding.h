#ifndef TILEPDB_TABLE_ENCODING_H
#define TILEPDB_TABLE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb_tables.h"

struct encoding {
    const char *name;
    tilepdb_metric metric; /* goal tables have both metrics */
    unsigned bits;         /* of an entry; divides 8 */
    bool distances;        /* generation keeps whole distances, not only bit 1 */
    bool projected;        /* allowed for projected tables */
    bool compressed;       /* by default */
};

/* Returns NULL for an unknown number. */
static inline const struct encoding *encoding_find(unsigned encoding) {
    static const struct encoding encodings[] = {
        [TILEPDB_ENCODING_BIT] = {"bit", TILEPDB_METRIC_SINGLE, 1, false, false, false},
        [TILEPDB_ENCODING_NIBBLE] = {"nibble", TILEPDB_METRIC_SINGLE, 4, true, true, true},
        [TILEPDB_ENCODING_MOD3] = {"mod3", TILEPDB_METRIC_MULTI, 2, true, false, false},
        [TILEPDB_ENCODING_GOAL] = {"goal", TILEPDB_METRIC_MULTI, 2, true, false, false},
    };
    return encoding < sizeof encodings / sizeof *encodings ? &encodings[encoding] : NULL;
}

static inline bool encoding_has_distances(tilepdb_kind kind) {
    return encoding_find(kind.encoding)->distances;
}

#endif
