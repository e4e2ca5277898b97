/*
 * Lists of tiles as text. See tiles.h.
 */
#include "util/tiles.h"

#include <stddef.h>
#include <stdio.h>

const char *tiles_text(uint32_t tiles, char join, char text[TILES_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned first = 0; first < 32; first++) {
        if (!(tiles >> first & 1u)) continue;
        unsigned last = first;
        while (last < 31 && tiles >> (last + 1) & 1u) last++;
        if (used > 0) text[used++] = join;
        used += (size_t)snprintf(text + used, TILES_TEXT - used, last > first ? "%u-%u" : "%u",
                                 first, last);
        first = last;
    }
    return text;
}
