/*
 * Counts, durations and lists of tiles in sentences, for people.
 */
#ifndef TILEPDB_BASE_NUMBER_H
#define TILEPDB_BASE_NUMBER_H

#include <stdint.h>

#define NUMBER_TEXT 40

/* Digits in groups of three, "1,425,191,040", since sizes are compared by eye. Returns `text`. */
const char *number_grouped(uint64_t number, char text[NUMBER_TEXT]);

/* "1.43 G". Returns `text`. */
const char *number_shortened(double number, char text[NUMBER_TEXT]);

/* "169.9 MiB". Returns `text`. */
const char *number_in_bytes(uint64_t bytes, char text[NUMBER_TEXT]);

/* "45 s", "12 min", "3.5 h", "4 days". Returns `text`. */
const char *number_in_time(double seconds, char text[NUMBER_TEXT]);

/* The same in memory of the enclosing block. */
#define GROUPED(number)   number_grouped(number, (char[NUMBER_TEXT]){0})
#define SHORTENED(number) number_shortened(number, (char[NUMBER_TEXT]){0})
#define IN_BYTES(bytes)   number_in_bytes(bytes, (char[NUMBER_TEXT]){0})
#define IN_TIME(seconds)  number_in_time(seconds, (char[NUMBER_TEXT]){0})

/* The end of a regular noun that follows the number: printf("%d move%s", n, plural(n)). */
static inline const char *plural(uint64_t number) {
    return number == 1 ? "" : "s";
}

#define TILES_TEXT 96

/* "1-4,7" for a set of tiles, bit t for tile t: runs joined by `join`. Returns `text`. */
const char *tiles_text(uint32_t tiles, char join, char text[TILES_TEXT]);

/* The same with commas, in memory of the enclosing block. */
#define TILES(tiles) tiles_text(tiles, ',', (char[TILES_TEXT]){0})

#endif
