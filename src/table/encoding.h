/*
 * The encodings of tables: what the generator, the files and the searches ask of each. A new one is
 * a row here; how its entries are made, encode.c says, and how one is read, distance.c and the
 * kernels.
 */
#ifndef TILEPDB_TABLE_ENCODING_H
#define TILEPDB_TABLE_ENCODING_H

#include <stdbool.h>

#include "tilepdb.h"

struct encoding {
    const char *name; /* in file names and reports */
    tilepdb_metric metric;
    unsigned bits;   /* of an entry; divides 8 */
    bool distances;  /* made of whole distances; else of one of their bits, which a search sets */
    bool projected;  /* projected tables may have it */
    bool compressed; /* unless another level is chosen */
};

/* NULL: there is none of this number. */
const struct encoding *encoding_find(unsigned encoding);

/* Of a kind that was checked. */
static inline bool encoding_has_distances(tilepdb_kind kind) {
    return encoding_find(kind.encoding)->distances;
}

#endif
