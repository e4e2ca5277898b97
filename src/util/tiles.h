/*
 * Lists of tiles as text.
 */
#ifndef TILEPDB_UTIL_TILES_H
#define TILEPDB_UTIL_TILES_H

#include <stdint.h>

#define TILES_TEXT 96

/* "1-4,7" for a set of tiles, bit t for tile t: runs joined by `join`. Returns `text`. */
const char *tiles_text(uint32_t tiles, char join, char text[TILES_TEXT]);

/* The same with commas, in memory of the enclosing block. */
#define TILES(tiles) tiles_text(tiles, ',', (char[TILES_TEXT]){0})

#endif
