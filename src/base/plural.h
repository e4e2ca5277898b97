/*
 * Singular and plural in sentences that count: printf("%d move%s", n, plural(n)).
 */
#ifndef TILEPDB_BASE_PLURAL_H
#define TILEPDB_BASE_PLURAL_H

#include <stdint.h>

/* The end of a noun that follows the number. */
static inline const char *plural(uint64_t number) {
    return number == 1 ? "" : "s";
}

#endif
