/* See search.h. */
#include "search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cover.h"

#define MOST_COVERS 2000

/* A pattern and its values on the sample (worth_sample). The reflected pattern has the same
 * values with views exchanged, so a pattern and its reflection share a table: `cells` is the
 * smaller set. */
struct pattern {
    uint32_t cells;
    uint8_t *values; /* owned */
};

struct patterns {
    struct study *study;
    struct pattern *pattern; /* owned */
    size_t count;
    size_t most;
};

struct ranked {
    const struct cover *cover;
    double mean;  /* mean of the maximum over the views */
    double plain; /* mean without reflection */
};

/* ---- tables ---------------------------------------------------------------------------------- */

static uint32_t smaller(const struct study *study, uint32_t cells) {
    const uint32_t image = study->mirrored ? study_mirror_cells(study, cells) : cells;
    return image < cells ? image : cells;
}

static const struct pattern *pattern_find(const struct patterns *patterns, uint32_t cells) {
    const uint32_t wanted = smaller(patterns->study, cells);
    for (size_t i = 0; i < patterns->count; i++)
        if (patterns->pattern[i].cells == wanted) return &patterns->pattern[i];
    return NULL;
}

static bool pattern_make(struct patterns *patterns, uint32_t cells) {
    struct study *study = patterns->study;
    struct pattern *pattern = &patterns->pattern[patterns->count];
    pattern->cells = smaller(study, cells);
    pattern->values = malloc((size_t)study->board_count * (study->mirrored ? 2 : 1));
    if (!pattern->values) return false;
    patterns->count++;
    return worth_sample(study, pattern->cells, pattern->values);
}

static bool cover_make(struct patterns *patterns, const struct cover *cover, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (pattern_find(patterns, cover->patterns[i])) continue;
        if (patterns->count == patterns->most) return true;
        if (!pattern_make(patterns, cover->patterns[i])) return false;
    }
    return true;
}

/* ---- covers ---------------------------------------------------------------------------------- */

static bool cover_rank(const struct patterns *patterns, const struct cover *cover, unsigned count,
                       struct ranked *ranked) {
    const struct study *study = patterns->study;
    const uint8_t *seen[COVER_MAX_PATTERNS] = {0}, *mirrored[COVER_MAX_PATTERNS] = {0};
    for (unsigned p = 0; p < count; p++) {
        const struct pattern *pattern = pattern_find(patterns, cover->patterns[p]);
        if (!pattern) return false;
        const bool as_is = pattern->cells == cover->patterns[p];
        const size_t other = study->mirrored ? (size_t)study->board_count : 0;
        seen[p] = pattern->values + (as_is ? 0 : other);
        mirrored[p] = pattern->values + (as_is ? other : 0);
    }
    *ranked = (struct ranked){.cover = cover};
    for (long i = 0; i < study->board_count; i++) {
        int h = 0, image = 0;
        for (unsigned p = 0; p < count; p++) {
            h += seen[p][i];
            image += mirrored[p][i];
        }
        ranked->plain += h;
        ranked->mean += image > h ? image : h;
    }
    ranked->plain /= (double)study->board_count;
    ranked->mean /= (double)study->board_count;
    return true;
}

static int by_mean(const void *a, const void *b) {
    const struct ranked *first = a, *second = b;
    return (first->mean < second->mean) - (first->mean > second->mean);
}

static bool covers_print(struct patterns *patterns, const struct cover_search *search,
                         size_t best) {
    struct ranked *ranked = malloc((search->found + 1) * sizeof *ranked);
    if (!ranked) return false;
    size_t count = 0;
    for (size_t i = 0; i < search->found; i++)
        count += cover_rank(patterns, &search->covers[i], search->count, &ranked[count]);
    qsort(ranked, count, sizeof *ranked, by_mean);
    for (size_t i = 0; i < count && i < best; i++) {
        char text[STUDY_TEXT];
        study_list(patterns->study, ranked[i].cover->patterns, search->count, text);
        printf("%-62s h %7.3f   one view %7.3f   estimated excess %6.3f\n", text, ranked[i].mean,
               ranked[i].plain, ranked[i].cover->worth);
    }
    free(ranked);
    return true;
}

static bool covers_measure(struct study *study, const struct cover_search *search, size_t tables,
                           size_t best) {
    struct patterns patterns = {.study = study, .most = tables};
    patterns.pattern = malloc((tables + 1) * sizeof *patterns.pattern);
    bool done = patterns.pattern != NULL;
    for (size_t i = 0; i < search->found && done; i++)
        done = cover_make(&patterns, &search->covers[i], search->count);
    done = done && covers_print(&patterns, search, best);
    for (size_t i = 0; i < patterns.count; i++) free(patterns.pattern[i].values);
    free(patterns.pattern);
    return done;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool sizes_read(struct cover_search *search, const char *sizes, unsigned tiles) {
    unsigned sum = 0;
    while (search->count < COVER_MAX_PATTERNS) {
        char *end;
        const unsigned long size = strtoul(sizes, &end, 10);
        if (end == sizes || size == 0 || size > tiles) return false;
        search->sizes[search->count++] = (unsigned)size;
        sum += (unsigned)size;
        if (*end == '\0') return sum == tiles;
        if (*end != ',') return false;
        sizes = end + 1;
    }
    return false;
}

int search_print(struct study *study, const char *sizes, size_t tables, size_t best) {
    struct cover_search search = {.most = MOST_COVERS};
    const unsigned tiles = (unsigned)(study->width * study->height) - 1u;
    if (!sizes_read(&search, sizes, tiles)) {
        fprintf(stderr, "partitions: '%s' are not sizes that sum to %u, such as 6,6,3\n", sizes,
                tiles);
        return 2;
    }
    struct worth *worth = worth_create(study);
    bool done = worth && cover_search_run(&search, study, worth);
    free(worth);
    done = done && covers_measure(study, &search, tables, best);
    free(search.covers);
    return done ? 0 : 1;
}
