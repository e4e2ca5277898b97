#include "base/bytes.h"

#include <xxhash.h>
#ifdef TILEPDB_XXHASH_DISPATCH
#include <xxh_x86dispatch.h>
#endif

uint64_t hash_bytes(const void *bytes, size_t size) {
    return XXH3_64bits(bytes, size);
}
