/*
 * The encodings of tables, one row each: what the generator, the files and the searches ask of
 * them. encode.c makes the entries; distance.c and the kernels read them.
 */
#ifndef TILEPDB_TABLE_ENCODING_H
#define TILEPDB_TABLE_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

struct encoding {
    const char *name; /* in file names and reports */
    tilepdb_metric metric;
    unsigned bits;   /* of an entry; divides 8 */
    bool distances;  /* made of whole distances; else of one of their bits, which a search sets */
    bool projected;  /* projected tables may have it */
    bool compressed; /* unless another level is chosen */
};

/* NULL: no encoding has this number. */
static inline const struct encoding *encoding_find(unsigned encoding) {
    static const struct encoding encodings[] = {
        [TILEPDB_ENCODING_BIT] = {"bit", TILEPDB_METRIC_SINGLE, 1, false, false, false},
        [TILEPDB_ENCODING_NIBBLE] = {"nibble", TILEPDB_METRIC_SINGLE, 4, true, true, true},
        [TILEPDB_ENCODING_MOD3] = {"mod3", TILEPDB_METRIC_MULTI, 2, true, false, false},
    };
    return encoding < sizeof encodings / sizeof *encodings ? &encodings[encoding] : NULL;
}

/* `kind` was checked. */
static inline bool encoding_has_distances(tilepdb_kind kind) {
    return encoding_find(kind.encoding)->distances;
}

#endif
