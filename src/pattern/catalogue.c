#include "pattern/catalogue.h"

#include <string.h>

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

#define NAME_MAX_COMPARED 31

/* The number of letters to insert, delete or replace (Levenshtein). */
static unsigned edit_distance(const char *a, const char *b) {
    unsigned row[NAME_MAX_COMPARED + 1];
    const size_t length = strnlen(b, NAME_MAX_COMPARED);
    for (size_t j = 0; j <= length; j++) row[j] = (unsigned)j;
    for (size_t i = 0; a[i] && i < NAME_MAX_COMPARED; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 1; j <= length; j++) {
            const unsigned above = row[j];
            unsigned best = diagonal + (a[i] != b[j - 1]);
            if (above + 1 < best) best = above + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
            diagonal = above;
        }
    }
    return row[length];
}

const char *catalogue_nearest(const char *name, int width, int height) {
    const char *nearest = NULL;
    unsigned nearest_distance = 0;
    for (size_t i = 0; i < catalogue_drawing_count; i++) {
        const tilepdb_catalogue_entry *entry = &catalogue_drawings[i].entry;
        const bool fits = (entry->width == width && entry->height == height) ||
                          (entry->width == height && entry->height == width);
        if (!fits) continue;
        const unsigned distance = edit_distance(name, entry->name);
        if (nearest && distance >= nearest_distance) continue;
        nearest = entry->name;
        nearest_distance = distance;
    }
    return nearest;
}
