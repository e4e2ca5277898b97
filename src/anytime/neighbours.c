/* See neighbours.h. */
#include "anytime/neighbours.h"

#include <stdlib.h>
#include <string.h>

#include "anytime/ranking_files.h"
#include "base/bytes.h"
#include "puzzle/board.h"

#define SIDE    NEIGHBOURS_SIDE
#define CLASSES NEIGHBOURS_CLASSES
#define PLACES  3 /* of homes: inner, on an edge, in a corner */
#define FAR     5 /* cells on an axis; more count as many for a tile alone */
#define ALONE   ((FAR + 1) * (FAR + 2) / 2)

/* Weights: of a cell from home; `open` and `away`; tiles alone; pairs. */
#define AT_CELL  0
#define AT_OPEN  1
#define AT_AWAY  (AT_OPEN + NEIGHBOURS_NEAR)
#define AT_ALONE (AT_AWAY + NEIGHBOURS_NEAR)
#define AT_PAIRS (AT_ALONE + PLACES * ALONE)

/* ---- classes --------------------------------------------------------------------------------- */

static int clip(int cells) {
    return cells < -NEIGHBOURS_REACH  ? -NEIGHBOURS_REACH
           : cells > NEIGHBOURS_REACH ? NEIGHBOURS_REACH
                                      : cells;
}

static unsigned class_of(int x, int y) {
    return (unsigned)((clip(x) + NEIGHBOURS_REACH) * SIDE + clip(y) + NEIGHBOURS_REACH);
}

/* Of the board mirrored left to right, top to bottom, and transposed. */
static unsigned mirror_x(unsigned class) {
    return class >= NEIGHBOURS_BLANK ? class : (SIDE - 1 - class / SIDE) * SIDE + class % SIDE;
}

static unsigned mirror_y(unsigned class) {
    return class >= NEIGHBOURS_BLANK ? class : class / SIDE * SIDE + SIDE - 1 - class % SIDE;
}

static unsigned transpose(unsigned class) {
    return class >= NEIGHBOURS_BLANK ? class : class % SIDE * SIDE + class / SIDE;
}

static unsigned pair_of(unsigned first, unsigned second) {
    return first * CLASSES + second;
}

static bool is_corner(unsigned relation) {
    return relation == BELOW_RIGHT || relation == BELOW_LEFT;
}

/* The first of all pairs that count as this one, of those to the right, or below on the right. */
static unsigned pair_first(unsigned relation, unsigned a, unsigned b) {
    const bool corner = is_corner(relation);
    if (relation == BELOW) a = transpose(a), b = transpose(b);
    if (relation == BELOW_LEFT) a = mirror_x(a), b = mirror_x(b);
    const unsigned same[4] = {
        pair_of(a, b),
        corner ? pair_of(transpose(a), transpose(b)) : pair_of(mirror_y(a), mirror_y(b)),
        corner ? pair_of(mirror_x(mirror_y(b)), mirror_x(mirror_y(a)))
               : pair_of(mirror_x(b), mirror_x(a)),
        corner ? pair_of(transpose(mirror_x(mirror_y(b))), transpose(mirror_x(mirror_y(a))))
               : pair_of(mirror_x(mirror_y(b)), mirror_x(mirror_y(a)))};
    unsigned least = same[0];
    for (unsigned i = 1; i < 4; i++)
        if (same[i] < least) least = same[i];
    return least;
}

/* Numbers the weights of pairs: those that are the same if the board is turned or mirrored have
 * one. Returns the number of all. */
static unsigned weights_number(uint16_t weight[RELATIONS][NEIGHBOURS_PAIRS]) {
    unsigned count = AT_PAIRS;
    for (unsigned relation = 0; relation < RELATIONS; relation++)
        for (unsigned pair = 0; pair < NEIGHBOURS_PAIRS; pair++) {
            const unsigned straight = is_corner(relation) ? BELOW_RIGHT : RIGHT_OF;
            const unsigned first = pair_first(relation, pair / CLASSES, pair % CLASSES);
            weight[relation][pair] =
                relation == straight && first == pair ? (uint16_t)count++ : weight[straight][first];
        }
    return count;
}

/* The weight of a tile alone, besides its distance. */
static unsigned alone_of(const struct neighbours *n, unsigned tile, unsigned cell) {
    const int width = (int)n->width, height = (int)n->height;
    const int home_x = (int)tile % width, home_y = (int)tile / width;
    unsigned x = (unsigned)abs(home_x - (int)cell % width),
             y = (unsigned)abs(home_y - (int)cell / width);
    const unsigned place = (unsigned)(home_x == 0 || home_x == width - 1) +
                           (unsigned)(home_y == 0 || home_y == height - 1);
    if (x > FAR) x = FAR;
    if (y > FAR) y = FAR;
    const unsigned more = x > y ? x : y, less = x > y ? y : x;
    return AT_ALONE + place * ALONE + more * (more + 1) / 2 + less;
}

/* ---- making ---------------------------------------------------------------------------------- */

static void tiles_fill(struct neighbours *n, const int16_t *weights) {
    const int width = (int)n->width;
    for (unsigned tile = 0; tile < n->cells; tile++)
        for (unsigned cell = 0; cell < n->cells; cell++) {
            const size_t at = (size_t)tile * n->cells + cell;
            n->classes[at] = (uint8_t)class_of((int)tile % width - (int)cell % width,
                                               (int)tile / width - (int)cell / width);
            if (tile == n->blank) n->classes[at] = NEIGHBOURS_BLANK;
            n->alone[at] = tile == n->blank ? 0
                                            : weights[AT_CELL] * neighbours_apart(n, tile, cell) +
                                                  weights[alone_of(n, tile, cell)];
        }
}

tilepdb_status neighbours_make(struct neighbours *n, const tilepdb_board *goal,
                               const int16_t *weights) {
    memset(n, 0, sizeof *n);
    n->width = goal->width;
    n->height = goal->height;
    n->cells = n->width * n->height;
    n->blank = board_blank(goal);
    n->alone = malloc((size_t)n->cells * n->cells * sizeof *n->alone);
    n->classes = malloc((size_t)n->cells * n->cells);
    n->weight = malloc(RELATIONS * sizeof *n->weight);
    if (!n->alone || !n->classes || !n->weight) return TILEPDB_ERROR_MEMORY;
    if (weights_number(n->weight) != NEIGHBOURS_WEIGHTS) return TILEPDB_ERROR_INTERNAL;
    for (unsigned relation = 0; relation < RELATIONS; relation++)
        for (unsigned pair = 0; pair < NEIGHBOURS_PAIRS; pair++)
            n->pair[relation][pair] = weights[n->weight[relation][pair]];
    memcpy(n->open, weights + AT_OPEN, sizeof n->open);
    memcpy(n->away, weights + AT_AWAY, sizeof n->away);
    tiles_fill(n, weights);
    return TILEPDB_OK;
}

tilepdb_status neighbours_ship(struct neighbours *n, const tilepdb_board *goal) {
    int16_t weights[NEIGHBOURS_WEIGHTS];
    for (unsigned i = 0; i < NEIGHBOURS_WEIGHTS; i++)
        weights[i] = (int16_t)load_le16(neighbours_file.bytes + 2 * (size_t)i);
    return neighbours_make(n, goal, weights);
}

void neighbours_free(struct neighbours *n) {
    free(n->alone);
    free(n->classes);
    free(n->weight);
    memset(n, 0, sizeof *n);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static unsigned class_at(const struct neighbours *n, const uint16_t *cells, int x, int y) {
    if (x < 0 || y < 0 || x >= (int)n->width || y >= (int)n->height) return NEIGHBOURS_EDGE;
    const unsigned cell = (unsigned)y * n->width + (unsigned)x;
    return n->classes[(size_t)cells[cell] * n->cells + cell];
}

/* How far the blank is from the next tile that is not at home. */
static unsigned open_near(const struct neighbours *n, const uint16_t *cells, unsigned blank) {
    const int width = (int)n->width, height = (int)n->height;
    const int x = (int)blank % width, y = (int)blank / width;
    for (int apart = 1; apart < NEIGHBOURS_NEAR - 1; apart++)
        for (int i = -apart; i <= apart; i++) {
            const int to_x = x + i, rest = apart - abs(i);
            if (to_x < 0 || to_x >= width) continue;
            for (int to_y = y - rest; to_y <= y + rest; to_y += 2 * rest) {
                const int cell = to_y * width + to_x;
                if (to_y >= 0 && to_y < height && cells[cell] != cell) return (unsigned)apart;
                if (rest == 0) break;
            }
        }
    return NEIGHBOURS_NEAR - 1;
}

static unsigned away_near(const struct neighbours *n, unsigned blank) {
    const int apart = neighbours_apart(n, n->blank, blank);
    return apart < NEIGHBOURS_NEAR ? (unsigned)apart : NEIGHBOURS_NEAR - 1;
}

/* ---- a move ---------------------------------------------------------------------------------- */

/* The cells around a move: the classes of three lines of four, or four of three. */
struct patch {
    uint8_t class[12];
    unsigned width;
    unsigned one, other; /* of the two in the middle, in order */
};

static int pair_count(const struct neighbours *n, unsigned relation, const uint8_t *first,
                      const uint8_t *second) {
    return n->pair[relation][pair_of(*first, *second)];
}

/* All pairs of a cell. */
static int cell_count(const struct neighbours *n, const struct patch *patch, unsigned at) {
    const uint8_t *cell = &patch->class[at];
    const unsigned w = patch->width;
    return pair_count(n, RIGHT_OF, cell, cell + 1) + pair_count(n, RIGHT_OF, cell - 1, cell) +
           pair_count(n, BELOW, cell, cell + w) + pair_count(n, BELOW, cell - w, cell) +
           pair_count(n, BELOW_RIGHT, cell, cell + w + 1) +
           pair_count(n, BELOW_RIGHT, cell - w - 1, cell) +
           pair_count(n, BELOW_LEFT, cell, cell + w - 1) +
           pair_count(n, BELOW_LEFT, cell - w + 1, cell);
}

static int patch_count(const struct neighbours *n, const struct patch *patch) {
    return cell_count(n, patch, patch->one) + cell_count(n, patch, patch->other) -
           pair_count(n, patch->width == 4 ? RIGHT_OF : BELOW, &patch->class[patch->one],
                      &patch -> class[patch->other]);
}

static void patch_fill(const struct neighbours *n, const uint16_t *cells, unsigned first,
                       unsigned second, struct patch *patch) {
    const int x = (int)(first % n->width) - 1, y = (int)(first / n->width) - 1;
    const int width = second == first + 1 ? 4 : 3, height = 7 - width;
    patch->width = (unsigned)width;
    patch->one = patch->width + 1;
    patch->other = width == 4 ? patch->one + 1 : patch->one + 3;
    for (int i = 0; i < height; i++)
        for (int j = 0; j < width; j++)
            patch->class[i * width + j] = (uint8_t)class_at(n, cells, x + j, y + i);
}

int32_t neighbours_change(const struct neighbours *n, uint16_t *cells, unsigned from, unsigned to) {
    struct patch patch;
    const uint16_t tile = cells[from];
    const int32_t *alone = &n->alone[(size_t)tile * n->cells];
    int32_t change = alone[to] - alone[from] + n->away[away_near(n, from)] -
                     n->away[away_near(n, to)] - n->open[open_near(n, cells, to)];
    patch_fill(n, cells, from < to ? from : to, from < to ? to : from, &patch);
    change -= patch_count(n, &patch);
    patch.class[from < to ? patch.one : patch.other] = NEIGHBOURS_BLANK;
    patch.class[from < to ? patch.other : patch.one] = n->classes[(size_t)tile * n->cells + to];
    change += patch_count(n, &patch);
    cells[to] = tile;
    cells[from] = (uint16_t)n->blank;
    return change + n->open[open_near(n, cells, from)];
}

/* ---- terms ----------------------------------------------------------------------------------- */

size_t neighbours_terms(const struct neighbours *n, const uint16_t *cells, unsigned blank,
                        uint16_t *terms) {
    static const int beside[RELATIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    size_t count = 0;
    terms[count++] = (uint16_t)(AT_OPEN + open_near(n, cells, blank));
    terms[count++] = (uint16_t)(AT_AWAY + away_near(n, blank));
    for (unsigned cell = 0; cell < n->cells; cell++)
        if (cell != blank) terms[count++] = (uint16_t)alone_of(n, cells[cell], cell);
    for (int y = -1; y <= (int)n->height; y++)
        for (int x = -1; x <= (int)n->width; x++)
            for (unsigned r = 0; r < RELATIONS; r++) {
                const unsigned a = class_at(n, cells, x, y),
                               b = class_at(n, cells, x + beside[r][0], y + beside[r][1]);
                if (a != NEIGHBOURS_EDGE || b != NEIGHBOURS_EDGE)
                    terms[count++] = n->weight[r][pair_of(a, b)];
            }
    return count;
}
