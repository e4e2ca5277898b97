/*
 * A partition for any board.
 *
 * Sizes of patterns are chosen first: the fewest patterns that the limit allows, and large ones
 * first, which gives higher mean distances: on 7x3, 6-6-6-2 is better than 5-5-5-5; on 6x3, 6-6-5
 * is better than 6-6-4-1.
 *
 * Then a path through the board, by columns or rows, is cut into pieces, and exchanges of tiles put
 * more neighbours into one pattern, since tiles of compact patterns obstruct each other more.
 */
#include <limits.h>

#include "base/bytes.h"
#include "base/error.h"
#include "pattern/index.h"
#include "puzzle/board.h"
#include "puzzle/geometry.h"

/* ---- sizes ----------------------------------------------------------------------------------- */

/* Table entries by pattern size, up to the first size beyond the limit. */
struct table_sizes {
    uint64_t entries[INDEX_MAX_TILES + 1];
    unsigned largest;
};

static tilepdb_status costs_find(struct table_sizes *costs, const struct geometry *geometry,
                                 uint64_t limit, tilepdb_error *error) {
    uint64_t regions[TILEPDB_TABLE_MAX_CELLS + 1], codes = 1;
    const tilepdb_status status = regions_count(geometry, regions, error);
    *costs = (struct table_sizes){0};
    for (unsigned size = 1; !status && size < geometry->cells && size <= INDEX_MAX_TILES; size++) {
        codes *= size;
        costs->entries[size] = regions[size] * codes;
        if (costs->entries[size] > limit) break;
        costs->largest = size;
    }
    return status;
}

/* Chooses `count` descending sizes with sum `tiles`, each the largest for which the smallest tables
 * of the other tiles, of equal sizes, fit the limit. Returns false if none fit. */
static bool sizes_choose(const struct table_sizes *costs, unsigned tiles, unsigned count,
                         uint64_t limit, unsigned sizes[TILEPDB_TABLE_MAX_CELLS]) {
    unsigned most = costs->largest;
    for (unsigned i = 0; i < count; i++) {
        const unsigned others = count - i - 1;
        if (most > tiles - others) most = tiles - others;
        for (; most > 0; most--) {
            const unsigned rest = tiles - most;
            const unsigned small = others ? rest / others : 0, larger = others ? rest % others : 0;
            if ((others == 0 && rest > 0) || small + (larger > 0) > most) return false;
            const uint64_t least = costs->entries[most] +
                                   (others - larger) * costs->entries[small] +
                                   larger * costs->entries[small + (larger > 0)];
            if (least <= limit) break;
        }
        if (most == 0) return false;
        sizes[i] = most;
        tiles -= most;
        limit -= costs->entries[most];
    }
    return true;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

/* Cells near the goal's blank in a corner. A pattern with all `cells` gains `score`; a pair of
 * neighbours in one pattern gains 1. */
struct ending {
    uint32_t cells;
    int score;
};
#define ENDINGS 3

struct tiling {
    const struct geometry *geometry;
    unsigned goal_blank;
    unsigned count;
    struct ending endings[ENDINGS];
    uint32_t cells[TILEPDB_TABLE_MAX_CELLS];
};

static unsigned step(const struct geometry *geometry, unsigned cell, enum direction direction) {
    return cell == NO_CELL ? NO_CELL : geometry->neighbour[cell][direction];
}

static struct ending ending_of(unsigned a, unsigned b, unsigned c, int score) {
    if (a == NO_CELL || b == NO_CELL || c == NO_CELL) return (struct ending){0};
    return (struct ending){1u << a | 1u << b | 1u << c, score};
}

/* The last move brings the blank to its corner and one of the two tiles beside it to its goal cell.
 * Only a pattern with both tiles contains the cost of the forced moves (docs/notes/tables.md). */
static void tiling_find_endings(struct tiling *tiling) {
    const struct geometry *geometry = tiling->geometry;
    const unsigned blank = tiling->goal_blank;
    const bool right = geometry->neighbour[blank][BLANK_RIGHT] != NO_CELL;
    const bool down = geometry->neighbour[blank][BLANK_DOWN] != NO_CELL;
    if (right == (geometry->neighbour[blank][BLANK_LEFT] != NO_CELL) ||
        down == (geometry->neighbour[blank][BLANK_UP] != NO_CELL))
        return;
    const enum direction x = right ? BLANK_RIGHT : BLANK_LEFT, y = down ? BLANK_DOWN : BLANK_UP;
    const unsigned beside = step(geometry, blank, x), below = step(geometry, blank, y);
    const unsigned diagonal = step(geometry, beside, y);
    tiling->endings[0] = ending_of(beside, below, below, 5);
    tiling->endings[1] = ending_of(step(geometry, beside, x), diagonal, below, 3);
    tiling->endings[2] = ending_of(step(geometry, below, y), diagonal, beside, 3);
}

#define PIECE_COST 100 /* of a separate piece; exceeds the value of any pattern */

static int pattern_score(const struct tiling *tiling, uint32_t cells) {
    const struct geometry *geometry = tiling->geometry;
    int ends = 0, pieces = 0, endings = 0;
    for (uint32_t rest = cells; rest != 0; rest &= rest - 1)
        ends += (int)bits_count32(geometry_neighbours(geometry, rest & -rest) & cells);
    for (uint32_t rest = cells; rest != 0; pieces++)
        rest ^= geometry_flood_fill(geometry, rest, rest & -rest);
    for (unsigned i = 0; i < ENDINGS; i++)
        if ((tiling->endings[i].cells & ~cells) == 0) endings += tiling->endings[i].score;
    return ends / 2 + endings - pieces * PIECE_COST;
}

static int tiling_score(const struct tiling *tiling) {
    int score = 0;
    for (unsigned i = 0; i < tiling->count; i++) score += pattern_score(tiling, tiling->cells[i]);
    return score;
}

/* Cell `i` of a path along columns, or along rows if bit 0 of `which` is set. Bit 1 reverses the
 * path, bit 2 each line. */
static unsigned path_cell(const struct geometry *geometry, unsigned which, unsigned i) {
    const bool columns = (which & 1) == 0;
    const unsigned length = columns ? geometry->height : geometry->width;
    if (which & 2) i = geometry->cells - 1u - i;
    const unsigned line = i / length;
    const unsigned at = line % 2 == ((which & 4) != 0) ? i % length : length - 1 - i % length;
    return columns ? at * geometry->width + line : line * geometry->width + at;
}
#define PATHS 8

static void tiling_cut(struct tiling *tiling, unsigned path, unsigned first,
                       const unsigned *sizes) {
    unsigned pattern = first, remaining = sizes[first];
    for (unsigned i = 0; i < tiling->count; i++) tiling->cells[i] = 0;
    for (unsigned i = 0; i < tiling->geometry->cells; i++) {
        const unsigned cell = path_cell(tiling->geometry, path, i);
        if (cell == tiling->goal_blank) continue;
        if (remaining == 0) {
            pattern = (pattern + 1) % tiling->count;
            remaining = sizes[pattern];
        }
        tiling->cells[pattern] |= 1u << cell;
        remaining--;
    }
}

static bool pair_improve(struct tiling *tiling, unsigned i, unsigned a, unsigned j, unsigned b) {
    const uint32_t both = 1u << a | 1u << b;
    uint32_t *first = &tiling->cells[i], *second = &tiling->cells[j];
    const int before = pattern_score(tiling, *first) + pattern_score(tiling, *second);
    const int after = pattern_score(tiling, *first ^ both) + pattern_score(tiling, *second ^ both);
    if (after <= before) return false;
    *first ^= both;
    *second ^= both;
    return true;
}

static bool patterns_improve(struct tiling *tiling, unsigned i, unsigned j) {
    bool improved = false;
    for (unsigned a = 0; a < tiling->geometry->cells; a++)
        for (unsigned b = 0; b < tiling->geometry->cells; b++)
            if ((tiling->cells[i] >> a & 1u) && (tiling->cells[j] >> b & 1u))
                improved = pair_improve(tiling, i, a, j, b) || improved;
    return improved;
}

/* Terminates, since each exchange raises a bounded score. */
static void tiling_improve(struct tiling *tiling) {
    bool improved = true;
    while (improved) {
        improved = false;
        for (unsigned i = 0; i < tiling->count; i++)
            for (unsigned j = i + 1; j < tiling->count; j++)
                improved = patterns_improve(tiling, i, j) || improved;
    }
}

static void tiling_find(struct tiling *best, const unsigned *sizes) {
    struct tiling tiling = *best;
    int score = INT_MIN;
    for (unsigned path = 0; path < PATHS; path++) {
        for (unsigned first = 0; first < tiling.count; first++) {
            tiling_cut(&tiling, path, first, sizes);
            tiling_improve(&tiling);
            if (tiling_score(&tiling) <= score) continue;
            score = tiling_score(&tiling);
            *best = tiling;
        }
    }
}

/* ---- sizes and shapes ------------------------------------------------------------------------ */

static void partition_fill(tilepdb_partition *partition, const struct tiling *tiling) {
    *partition = (tilepdb_partition){.width = tiling->geometry->width,
                                     .height = tiling->geometry->height,
                                     .goal_blank = (uint8_t)tiling->goal_blank,
                                     .count = (uint8_t)tiling->count};
    for (unsigned i = 0; i < tiling->count; i++)
        for (uint32_t rest = tiling->cells[i]; rest != 0; rest &= rest - 1)
            partition->tiles[i] |= 1u << goal_tile(bits_lowest32(rest), tiling->goal_blank);
}

tilepdb_status tilepdb_partition_suggest(int width, int height, int goal_blank,
                                         uint64_t entry_limit, tilepdb_partition *partition,
                                         tilepdb_error *error) {
    struct geometry geometry;
    tilepdb_board goal;
    tilepdb_status status = geometry_init(&geometry, width, height, error);
    if (!status) status = tilepdb_goal(width, height, goal_blank, &goal, error);
    if (status) return status;
    struct table_sizes costs;
    status = costs_find(&costs, &geometry, entry_limit, error);
    if (status) return status;
    const unsigned tiles = geometry.cells - 1u;
    unsigned sizes[TILEPDB_TABLE_MAX_CELLS];
    struct tiling tiling = {.geometry = &geometry, .goal_blank = (unsigned)goal_blank, .count = 1};
    while (!sizes_choose(&costs, tiles, tiling.count, entry_limit, sizes))
        if (++tiling.count > tiles)
            return error_set(error, TILEPDB_ERROR_TOO_LARGE,
                             "no partition of a %dx%d board has at most %llu entries: raise the "
                             "limit",
                             width, height, (unsigned long long)entry_limit);
    tiling_find_endings(&tiling);
    tiling_find(&tiling, sizes);
    partition_fill(partition, &tiling);
    return TILEPDB_OK;
}
