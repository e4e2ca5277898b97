/*
 * Checks a table against tables of its sub-patterns: subpatterns TABLE [TILES [SAMPLES [SEED]]]
 *
 * Removing tiles removes their moves and joins regions of the blank. So the distance in a
 * sub-pattern is a lower bound on the distance in the whole pattern. The program generates all
 * sub-patterns of TILES (6) tiles and compares SAMPLES (1,000,000) random placements; it serves for
 * tables that pdbverify cannot prove. Exit code 1: a bound is violated.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "table/table.h"

#define MOST_SUBPATTERNS 1000

struct placement {
    uint8_t cell_of_tile[TILEPDB_TABLE_MAX_CELLS];
    uint8_t blank;
};

static void placement_draw(tilepdb_random *random, const tilepdb_pattern *pattern,
                           struct placement *placement) {
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS];
    uint32_t left = (uint32_t)pattern->width * pattern->height;
    for (uint32_t i = 0; i < left; i++) cells[i] = (uint8_t)i;
    for (uint32_t tiles = pattern->tiles; tiles; tiles &= tiles - 1) {
        const uint32_t which = random_below(random, left);
        placement->cell_of_tile[bits_lowest32(tiles)] = cells[which];
        cells[which] = cells[--left];
    }
    placement->blank = cells[random_below(random, left)];
}

static int distance_of(const tilepdb_table *table, const struct placement *placement) {
    const struct index *index = table->index;
    uint8_t label_at[TILEPDB_TABLE_MAX_CELLS], labels[INDEX_MAX_TILES];
    uint32_t mask = 0;
    for (unsigned label = 0; label < index->tile_count; label++) {
        const unsigned cell = placement->cell_of_tile[index->tile_of_label[label]];
        mask |= 1u << cell;
        label_at[cell] = (uint8_t)label;
    }
    unsigned count = 0;
    for (uint32_t cells = mask; cells; cells &= cells - 1)
        labels[count++] = label_at[bits_lowest32(cells)];
    return table_distance(table, mask, index_code(index, labels), placement->blank);
}

static unsigned subpatterns_make(const tilepdb_table *whole, unsigned tiles,
                                 tilepdb_table *tables[MOST_SUBPATTERNS]) {
    tilepdb_error error;
    unsigned count = 0;
    const uint32_t all = whole->info.pattern.tiles;
    for (uint32_t some = all; some && count < MOST_SUBPATTERNS; some = (some - 1) & all) {
        if (bits_count32(some) != tiles) continue;
        tilepdb_pattern pattern = whole->info.pattern;
        pattern.tiles = some;
        if (tilepdb_table_generate(&pattern, whole->info.kind, NULL, &tables[count], &error)) {
            fprintf(stderr, "subpatterns: %s\n", error.message);
            exit(3);
        }
        count++;
    }
    return count;
}

static unsigned sample_check(const tilepdb_table *whole, tilepdb_table *const *tables,
                             unsigned count, const struct placement *placement, double *distance,
                             double *best) {
    const int own = distance_of(whole, placement);
    int most = 0;
    unsigned violated = own < 0;
    for (unsigned i = 0; i < count; i++) {
        const int bound = distance_of(tables[i], placement);
        violated += bound < 0 || bound > own;
        if (bound > most) most = bound;
    }
    *distance += own;
    *best += most;
    return violated;
}

int main(int argc, char **argv) {
    static tilepdb_table *tables[MOST_SUBPATTERNS];
    tilepdb_table *whole;
    tilepdb_error error;
    tilepdb_random random;
    if (argc < 2 || tilepdb_table_open(argv[1], NULL, &whole, &error)) {
        fprintf(stderr, "subpatterns: %s\n", argc < 2 ? "name a table" : error.message);
        return 2;
    }
    const unsigned tiles = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 6;
    const uint64_t samples = argc > 3 ? strtoull(argv[3], NULL, 10) : 1000000;
    tilepdb_random_seed(&random, argc > 4 ? strtoull(argv[4], NULL, 10) : 1);
    const unsigned count = subpatterns_make(whole, tiles, tables);
    uint64_t violated = 0;
    double distance = 0, best = 0;
    for (uint64_t i = 0; i < samples; i++) {
        struct placement placement;
        placement_draw(&random, &whole->info.pattern, &placement);
        violated += sample_check(whole, tables, count, &placement, &distance, &best);
    }
    printf("%" PRIu64 " placements, %u sub-patterns of %u tiles: %" PRIu64
           " bounds violated, mean distance %.4f, mean of the best bound %.4f\n",
           samples, count, tiles, violated, distance / (double)samples, best / (double)samples);
    for (unsigned i = 0; i < count; i++) tilepdb_table_close(tables[i]);
    tilepdb_table_close(whole);
    return violated != 0;
}
