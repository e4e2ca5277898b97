/* See encoding.h. */
#include "table/encoding.h"

#include <stddef.h>

/* In the order of tilepdb_encoding. */
static const struct encoding encodings[] = {
    {"bit", TILEPDB_METRIC_SINGLE, 1, false, false, false},
    {"nibble", TILEPDB_METRIC_SINGLE, 4, true, true, true},
    {"mod3", TILEPDB_METRIC_MULTI, 2, true, false, false},
};

const struct encoding *encoding_find(unsigned encoding) {
    return encoding < sizeof encodings / sizeof *encodings ? &encodings[encoding] : NULL;
}

const char *tilepdb_encoding_name(tilepdb_encoding encoding) {
    const struct encoding *found = encoding_find((unsigned)encoding);
    return found ? found->name : "unknown";
}
