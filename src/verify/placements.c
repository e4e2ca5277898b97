#include "verify/placements.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"

#define MOST_TABULATED_CODES 362880u /* 9!; for 10!, `moved` would take hundreds of megabytes */

/* ---- arrangements ---------------------------------------------------------------------------- */

uint32_t placements_code(const struct placements *placements, const uint8_t *labels) {
    uint32_t code = 0, factorial = 1;
    for (unsigned label = 0; label < placements->tile_count; label++) {
        uint32_t digit = 0;
        for (unsigned place = 0; labels[place] != label; place++) digit += labels[place] < label;
        if (label > 0) factorial *= label;
        code += digit * factorial;
    }
    return code;
}

void placements_labels(const struct placements *placements, uint32_t code, uint8_t *labels) {
    for (unsigned label = 0; label < placements->tile_count; label++) {
        const unsigned digit = code % (label + 1);
        code /= label + 1;
        memmove(labels + digit + 1, labels + digit, label - digit);
        labels[digit] = (uint8_t)label;
    }
}

static uint32_t move_label(const struct placements *placements, unsigned from, unsigned to,
                           uint32_t code) {
    uint8_t labels[PLACEMENTS_MAX_TILES];
    placements_labels(placements, code, labels);
    const uint8_t label = labels[from];
    if (from < to)
        memmove(labels + from, labels + from + 1, to - from);
    else
        memmove(labels + to + 1, labels + to, from - to);
    labels[to] = label;
    return placements_code(placements, labels);
}

uint32_t placements_moved(const struct placements *placements, unsigned from, unsigned to,
                          uint32_t code) {
    const uint32_t *moved = placements->moved[from][to];
    return moved ? moved[code] : move_label(placements, from, to, code);
}

static bool tabulate_moves(struct placements *placements) {
    if (placements->code_count > MOST_TABULATED_CODES) return true;
    const unsigned reach = placements->moves.geometry.width - 1u;
    for (unsigned from = 0; from < placements->tile_count; from++) {
        for (unsigned to = 0; to < placements->tile_count; to++) {
            if (from == to || (from < to ? to - from : from - to) > reach) continue;
            const size_t bytes = placements->code_count * sizeof(uint32_t);
            uint32_t *moved = placements->moved[from][to] = malloc(bytes);
            if (!moved) return false;
            placements->bytes += bytes;
            for (uint32_t code = 0; code < placements->code_count; code++)
                moved[code] = move_label(placements, from, to, code);
        }
    }
    return true;
}

/* ---- masks and regions ----------------------------------------------------------------------- */

/* The order of FORMAT.md: number of tiles on upper cells, then upper cells, then lower cells. */
static uint32_t mask_key(const struct placements *placements, uint32_t mask) {
    return bits_count32(mask >> placements->moves.geometry.cells / 2) << 26 | mask;
}

/* qsort passes no context, so keys are sorted. */
static int compare_keys(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

#define MASK_BITS ((UINT32_C(1) << 26) - 1)

static bool list_masks(struct placements *placements) {
    const uint32_t end = UINT32_C(1) << placements->moves.geometry.cells;
    uint32_t count = 0;
    for (uint32_t mask = 0; mask < end; mask++)
        count += bits_count32(mask) == placements->tile_count;
    uint32_t *masks = placements->masks = malloc(count * sizeof *masks);
    if (!masks) return false;
    placements->mask_count = count;
    count = 0;
    for (uint32_t mask = 0; mask < end; mask++)
        if (bits_count32(mask) == placements->tile_count)
            masks[count++] = mask_key(placements, mask);
    qsort(masks, count, sizeof *masks, compare_keys);
    for (uint32_t i = 0; i < count; i++) masks[i] &= MASK_BITS;
    return true;
}

static uint32_t mask_rank(const struct placements *placements, uint32_t mask) {
    const uint32_t key = mask_key(placements, mask);
    uint32_t low = 0, high = placements->mask_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (mask_key(placements, placements->masks[middle]) <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t flood(const struct move_set *moves, uint32_t mask, unsigned cell) {
    uint32_t region = UINT32_C(1) << cell;
    for (uint32_t before = 0; region != before;) {
        before = region;
        for (unsigned at = 0; at < moves->geometry.cells; at++) {
            if (!(region >> at & 1u)) continue;
            for (unsigned move = 0; move < moves->count; move++) {
                const uint8_t next = moves->blank_after[at][move];
                if (next != NO_CELL && !(mask >> next & 1u)) region |= UINT32_C(1) << next;
            }
        }
    }
    return region;
}

static unsigned list_regions(const struct move_set *moves, uint32_t mask, uint32_t *regions) {
    unsigned count = 0;
    uint32_t seen = mask;
    for (unsigned cell = 0; cell < moves->geometry.cells; cell++) {
        if (seen >> cell & 1u) continue;
        const uint32_t region = flood(moves, mask, cell);
        if (regions) regions[count] = region;
        seen |= region;
        count++;
    }
    return count;
}

static bool list_cohorts(struct placements *placements) {
    const uint32_t masks = placements->mask_count;
    uint32_t *first = placements->first_cohort = malloc((masks + 1) * sizeof *first);
    if (!first) return false;
    first[0] = 0;
    for (uint32_t rank = 0; rank < masks; rank++)
        first[rank + 1] =
            first[rank] + list_regions(&placements->moves, placements->masks[rank], NULL);
    placements->cohort_count = first[masks];
    placements->regions = malloc(first[masks] * sizeof *placements->regions);
    if (!placements->regions) return false;
    for (uint32_t rank = 0; rank < masks; rank++)
        list_regions(&placements->moves, placements->masks[rank],
                     placements->regions + first[rank]);
    return true;
}

uint32_t placements_cohort(const struct placements *placements, uint32_t mask, unsigned blank) {
    uint32_t cohort = placements->first_cohort[mask_rank(placements, mask)];
    while (!(placements->regions[cohort] >> blank & 1u)) cohort++;
    return cohort;
}

uint32_t placements_rank_of(const struct placements *placements, uint32_t cohort) {
    uint32_t low = 0, high = placements->mask_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (placements->first_cohort[middle] <= cohort)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- moves ----------------------------------------------------------------------------------- */

static unsigned tiles_before(uint32_t mask, unsigned cell) {
    return bits_count32(mask & ((UINT32_C(1) << cell) - 1u));
}

/* Returns the number of edges into a cohort; writes them unless `edges` is NULL. */
static uint32_t list_edges(const struct placements *placements, uint32_t mask, uint32_t region,
                           struct placement_edge *edges) {
    uint32_t count = 0;
    for (unsigned free = 0; free < placements->moves.geometry.cells; free++) {
        if (!(region >> free & 1u)) continue;
        for (unsigned move = 0; move < placements->moves.count; move++) {
            const uint8_t tile = placements->moves.blank_after[free][move];
            if (tile == NO_CELL || !(mask >> tile & 1u)) continue;
            if (edges) {
                const uint32_t other = mask ^ UINT32_C(1) << tile ^ UINT32_C(1) << free;
                edges[count] = (struct placement_edge){
                    .source = placements_cohort(placements, other, tile),
                    .from = (uint8_t)tiles_before(other, free),
                    .to = (uint8_t)tiles_before(mask, tile),
                };
            }
            count++;
        }
    }
    return count;
}

static bool list_all_edges(struct placements *placements) {
    const uint32_t cohorts = placements->cohort_count;
    uint32_t *first = placements->first_edge = malloc((cohorts + 1) * sizeof *first);
    if (!first) return false;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t cohort = 0, count = 0;
        for (uint32_t rank = 0; rank < placements->mask_count; rank++) {
            for (; cohort < placements->first_cohort[rank + 1]; cohort++) {
                first[cohort] = count;
                count +=
                    list_edges(placements, placements->masks[rank], placements->regions[cohort],
                               pass == 0 ? NULL : placements->edges + count);
            }
        }
        first[cohorts] = count;
        if (pass == 1) break;
        placements->edges = malloc((count + 1) * sizeof *placements->edges);
        if (!placements->edges) return false;
    }
    return true;
}

/* ---- life ------------------------------------------------------------------------------------ */

static uint32_t place_tiles(struct placements *placements, const tilepdb_pattern *pattern) {
    uint32_t mask = 0;
    unsigned tile = 0;
    for (unsigned cell = 0; cell < placements->moves.geometry.cells; cell++) {
        if (cell == pattern->goal_blank) continue;
        tile++;
        if (!(pattern->tiles >> tile & 1u)) continue;
        placements->tile[placements->tile_count] = (uint8_t)tile;
        placements->goal_cell[placements->tile_count++] = (uint8_t)cell;
        placements->code_count *= placements->tile_count;
        mask |= UINT32_C(1) << cell;
    }
    return mask;
}

tilepdb_status placements_create(struct placements *placements, const tilepdb_pattern *pattern,
                                 tilepdb_error *error) {
    *placements = (struct placements){.code_count = 1};
    const tilepdb_status status = move_set_init(&placements->moves, pattern->width, pattern->height,
                                                TILEPDB_METRIC_SINGLE, error);
    if (status) return status;
    if (bits_count32(pattern->tiles) > PLACEMENTS_MAX_TILES)
        return error_set(error, TILEPDB_ERROR_TOO_LARGE, "a proof supports at most %d tiles",
                         PLACEMENTS_MAX_TILES);
    const uint32_t goal_mask = place_tiles(placements, pattern);
    if (!list_masks(placements) || !list_cohorts(placements) || !list_all_edges(placements) ||
        !tabulate_moves(placements))
        return error_set(error, TILEPDB_ERROR_MEMORY,
                         "not enough memory for the placements of a pattern");
    /* In the goal, labels ascend in cell order. */
    uint8_t labels[PLACEMENTS_MAX_TILES];
    for (unsigned label = 0; label < placements->tile_count; label++)
        labels[label] = (uint8_t)label;
    placements->goal_code = placements_code(placements, labels);
    placements->goal_cohort = placements_cohort(placements, goal_mask, pattern->goal_blank);
    placements->bytes +=
        (placements->mask_count * 2ull + placements->cohort_count * 2ull) * 4 +
        placements->first_edge[placements->cohort_count] * (uint64_t)sizeof(struct placement_edge);
    return TILEPDB_OK;
}

void placements_free(struct placements *placements) {
    free(placements->masks);
    free(placements->first_cohort);
    free(placements->regions);
    free(placements->first_edge);
    free(placements->edges);
    for (unsigned from = 0; from < PLACEMENTS_MAX_TILES; from++)
        for (unsigned to = 0; to < PLACEMENTS_MAX_TILES; to++) free(placements->moved[from][to]);
}
