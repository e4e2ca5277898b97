/*
 * The named partitions. See catalogue.h.
 */
#include "pattern/catalogue.h"

#include <string.h>

#include "util/words.h"

size_t tilepdb_catalogue_count(void) {
    return catalogue_drawing_count;
}

const tilepdb_catalogue_entry *tilepdb_catalogue_at(size_t i) {
    return &catalogue_drawings[i].entry;
}

static const struct catalogue_drawing *find_exact(const char *name, int width, int height) {
    for (size_t i = 0; i < catalogue_drawing_count; i++) {
        const tilepdb_catalogue_entry *entry = &catalogue_drawings[i].entry;
        if (entry->width == width && entry->height == height && !strcmp(entry->name, name))
            return &catalogue_drawings[i];
    }
    return NULL;
}

const struct catalogue_drawing *catalogue_find(const char *name, int width, int height,
                                               bool *transposed) {
    const struct catalogue_drawing *drawing = find_exact(name, width, height);
    *transposed = !drawing;
    return drawing ? drawing : find_exact(name, height, width);
}

const char *catalogue_nearest(const char *name, int width, int height) {
    const char *nearest = NULL;
    size_t nearest_distance = word_far(name);
    for (size_t i = 0; i < catalogue_drawing_count; i++) {
        const tilepdb_catalogue_entry *entry = &catalogue_drawings[i].entry;
        const bool fits = (entry->width == width && entry->height == height) ||
                          (entry->width == height && entry->height == width);
        if (!fits) continue;
        const size_t distance = word_distance(name, entry->name);
        if (distance >= nearest_distance) continue;
        nearest = entry->name;
        nearest_distance = distance;
    }
    return nearest;
}
