/*
 * Counts in sentences.
 */
#ifndef TILEPDB_UTIL_NUMBER_H
#define TILEPDB_UTIL_NUMBER_H

#include <stdint.h>

#define NUMBER_TEXT 28

/* Digits in groups of three, "1,425,191,040", since sizes are compared by eye. Returns `text`. */
const char *number_grouped(uint64_t number, char text[NUMBER_TEXT]);

/* The same in memory of the enclosing block. */
#define GROUPED(number) number_grouped(number, (char[NUMBER_TEXT]){0})

/* The end of a regular noun that follows the number: printf("%d move%s", n, plural(n)). */
static inline const char *plural(uint64_t number) {
    return number == 1 ? "" : "s";
}

#endif
