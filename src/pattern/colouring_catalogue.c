/*
 * The named colourings. See tilepdb_colours.h; docs/notes/tables.md has what each was chosen for.
 */
#include <string.h>

#include "pattern/colour.h"

static const tilepdb_colouring_entry entries[] = {
    {"small", "built in memory in a second or two", 4, 4, "1233/4233/5233/223."},
    {"middle", "90 MiB", 4, 4, "1122/3322/3344/544."},
    {"large", "542 MiB", 4, 4, "1122/3322/3344/566."},
};

size_t tilepdb_colouring_count(void) {
    return sizeof entries / sizeof *entries;
}

const tilepdb_colouring_entry *tilepdb_colouring_at(size_t i) {
    return &entries[i];
}

const tilepdb_colouring_entry *colouring_find(const char *name, int width, int height) {
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        if (entries[i].width == width && entries[i].height == height &&
            !strcmp(entries[i].name, name))
            return &entries[i];
    return NULL;
}
