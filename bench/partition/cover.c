/*
 * Exact covers by depth first search. The lowest uncovered cell gets each pattern that fits,
 * highest worth first. A branch ends if the highest worth per cell on all remaining cells cannot
 * lift its cover above the worst cover that is kept. See cover.h.
 */
#include "cover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct candidate {
    uint32_t cells;
    double worth;
};

struct candidates {
    struct candidate *of_cell[TILEPDB_TABLE_MAX_CELLS]; /* [lowest cell of the candidates] owned */
    size_t count[TILEPDB_TABLE_MAX_CELLS];
    double share[TILEPDB_TABLE_MAX_CELLS]; /* [cell] highest worth per cell of any pattern with
                                            * this cell */
};

struct branch {
    struct cover_search *search;
    const struct study *study;
    const struct candidates *candidates;
    unsigned of_size[TILEPDB_TABLE_MAX_CELLS + 1]; /* [size] number of patterns still to place */
    struct cover cover;
};

/* ---- candidates ------------------------------------------------------------------------------ */

static uint32_t beside(const struct study *study, uint32_t cells) {
    uint32_t left = 0, right = 0;
    for (int y = 0; y < study->height; y++) {
        left |= 1u << y * study->width;
        right |= 1u << (y * study->width + study->width - 1);
    }
    return (cells & ~left) >> 1 | (cells & ~right) << 1 | cells << study->width |
           cells >> study->width;
}

static bool connected(const struct study *study, uint32_t cells) {
    uint32_t reached = cells & -cells, before = 0;
    while (reached != before) {
        before = reached;
        reached |= beside(study, reached) & cells;
    }
    return reached == cells;
}

static bool candidate_add(struct candidates *candidates, uint32_t cells, double worth) {
    const int lowest = __builtin_ctz(cells), size = __builtin_popcount(cells);
    size_t *count = &candidates->count[lowest];
    struct candidate **list = &candidates->of_cell[lowest];
    if ((*count & (*count - 1)) == 0) { /* full: the capacity is a power of two */
        struct candidate *more = realloc(*list, (*count ? 2 * *count : 1) * sizeof **list);
        if (!more) return false;
        *list = more;
    }
    (*list)[(*count)++] = (struct candidate){cells, worth};
    for (int cell = 0; cell < TILEPDB_TABLE_MAX_CELLS; cell++)
        if ((cells >> cell & 1u) && candidates->share[cell] < worth / size)
            candidates->share[cell] = worth / size;
    return true;
}

static int by_worth(const void *a, const void *b) {
    const struct candidate *first = a, *second = b;
    if (first->worth != second->worth) return first->worth < second->worth ? 1 : -1;
    return first->cells < second->cells ? -1 : 1;
}

static bool candidates_find(struct candidates *candidates, const struct cover_search *search,
                            const struct study *study, const struct worth *worth) {
    const int cells = study->width * study->height;
    uint32_t sizes = 0;
    for (unsigned i = 0; i < search->count; i++) sizes |= 1u << search->sizes[i];
    for (uint32_t set = 1; set < 1u << cells; set++) {
        if (set >> study->goal_blank & 1u || !(sizes >> __builtin_popcount(set) & 1u) ||
            !connected(study, set))
            continue;
        if (!candidate_add(candidates, set, worth_estimate(worth, set))) return false;
    }
    for (int cell = 0; cell < cells; cell++)
        if (candidates->count[cell])
            qsort(candidates->of_cell[cell], candidates->count[cell],
                  sizeof *candidates->of_cell[cell], by_worth);
    return true;
}

/* ---- covers ---------------------------------------------------------------------------------- */

static int by_cells(const void *a, const void *b) {
    const uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    const uint32_t first_bit = first & -first, second_bit = second & -second;
    return (first_bit > second_bit) - (first_bit < second_bit);
}

static bool is_second(const struct branch *branch) {
    const unsigned count = branch->search->count;
    uint32_t image[COVER_MAX_PATTERNS];
    if (!branch->study->mirrored) return false;
    for (unsigned i = 0; i < count; i++)
        image[i] = study_mirror_cells(branch->study, branch->cover.patterns[i]);
    qsort(image, count, sizeof *image, by_cells);
    for (unsigned i = 0; i < count; i++)
        if (image[i] != branch->cover.patterns[i]) return image[i] < branch->cover.patterns[i];
    return false;
}

static void cover_keep(struct branch *branch) {
    struct cover_search *search = branch->search;
    if (is_second(branch)) return;
    size_t at = search->found < search->most ? search->found++ : search->most - 1;
    for (; at > 0 && search->covers[at - 1].worth < branch->cover.worth; at--)
        search->covers[at] = search->covers[at - 1];
    search->covers[at] = branch->cover;
}

static double at_best(const struct candidates *candidates, uint32_t cells) {
    double sum = 0;
    for (; cells != 0; cells &= cells - 1) sum += candidates->share[__builtin_ctz(cells)];
    return sum;
}

static void branch_cover(struct branch *branch, uint32_t left, unsigned depth) {
    const struct cover_search *search = branch->search;
    const double worth = branch->cover.worth;
    if (search->found == search->most &&
        worth + at_best(branch->candidates, left) <= search->covers[search->most - 1].worth)
        return;
    if (left == 0) {
        cover_keep(branch);
        return;
    }
    const int lowest = __builtin_ctz(left);
    for (size_t i = 0; i < branch->candidates->count[lowest]; i++) {
        const struct candidate *candidate = &branch->candidates->of_cell[lowest][i];
        unsigned *wanted = &branch->of_size[__builtin_popcount(candidate->cells)];
        if ((candidate->cells & ~left) != 0 || *wanted == 0) continue;
        --*wanted;
        branch->cover.patterns[depth] = candidate->cells;
        branch->cover.worth = worth + candidate->worth;
        branch_cover(branch, left & ~candidate->cells, depth + 1);
        ++*wanted;
    }
    branch->cover.worth = worth;
}

bool cover_search_run(struct cover_search *search, const struct study *study,
                      const struct worth *worth) {
    struct candidates candidates = {0};
    search->found = 0;
    search->covers = malloc(search->most * sizeof *search->covers);
    const bool done = search->covers && candidates_find(&candidates, search, study, worth);
    if (done) {
        struct branch branch = {.search = search, .study = study, .candidates = &candidates};
        for (unsigned i = 0; i < search->count; i++) branch.of_size[search->sizes[i]]++;
        const uint32_t all = (1u << study->width * study->height) - 1u;
        branch_cover(&branch, all & ~(1u << study->goal_blank), 0);
    } else {
        fprintf(stderr, "partitions: not enough memory for the covers\n");
    }
    for (int cell = 0; cell < TILEPDB_TABLE_MAX_CELLS; cell++) free(candidates.of_cell[cell]);
    return done;
}
