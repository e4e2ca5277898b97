#include "anytime/learned_evaluation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

#include "learned_weights.inc" /* written by CMake from src/anytime/weights */

static_assert(sizeof learned_weights_alone == 2 * LEARNED_WEIGHTS,
              "alone.weights has another size");
static_assert(sizeof learned_weights_tables == 2 * LEARNED_WEIGHTS,
              "tables.weights has another size");

#define SIDE    LEARNED_SIDE
#define CLASSES LEARNED_CLASSES
#define PLACES  3 /* kinds of goal cells: 0 inside, 1 edge, 2 corner */
#define FAR     5 /* largest offset on an axis */
#define ALONE   ((FAR + 1) * (FAR + 2) / 2)
#define AT_GOAL (LEARNED_BLANK / 2)

/* Indices of weights. Squares follow pairs. */
#define AT_OPEN  2
#define AT_AWAY  (AT_OPEN + LEARNED_NEAR)
#define AT_ALONE (AT_AWAY + LEARNED_NEAR)
#define AT_PAIRS (AT_ALONE + PLACES * ALONE)

/* ---- classes --------------------------------------------------------------------------------- */

static int clip(int cells) {
    return cells < -LEARNED_REACH ? -LEARNED_REACH : cells > LEARNED_REACH ? LEARNED_REACH : cells;
}

static unsigned class_of(int x, int y) {
    return (unsigned)((clip(x) + LEARNED_REACH) * SIDE + clip(y) + LEARNED_REACH);
}

static unsigned mirror_x(unsigned class) {
    return class >= LEARNED_BLANK ? class : (SIDE - 1 - class / SIDE) * SIDE + class % SIDE;
}

static unsigned mirror_y(unsigned class) {
    return class >= LEARNED_BLANK ? class : class / SIDE * SIDE + SIDE - 1 - class % SIDE;
}

static unsigned transpose(unsigned class) {
    return class >= LEARNED_BLANK ? class : class % SIDE * SIDE + class / SIDE;
}

static unsigned pair_of(unsigned first, unsigned second) {
    return first * CLASSES + second;
}

static bool is_corner(unsigned relation) {
    return relation == BELOW_RIGHT || relation == BELOW_LEFT;
}

/* The least of the pairs that are equal by symmetry. */
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

static unsigned weights_number(uint16_t weight[RELATIONS][LEARNED_PAIRS]) {
    unsigned count = AT_PAIRS;
    for (unsigned relation = 0; relation < RELATIONS; relation++)
        for (unsigned pair = 0; pair < LEARNED_PAIRS; pair++) {
            const unsigned straight = is_corner(relation) ? BELOW_RIGHT : RIGHT_OF;
            const unsigned first = pair_first(relation, pair / CLASSES, pair % CLASSES);
            weight[relation][pair] =
                relation == straight && first == pair ? (uint16_t)count++ : weight[straight][first];
        }
    return count;
}

/* ---- squares --------------------------------------------------------------------------------- */

#define KINDS ((unsigned)LEARNED_KINDS)

/* Kinds: on the goal cell; one cell from it (four directions); farther (eight directions); blank;
 * edge. */
static unsigned kind_of(unsigned class) {
    if (class >= LEARNED_BLANK) return class + KINDS - CLASSES;
    const int x = (int)(class / SIDE) - LEARNED_REACH, y = (int)(class % SIDE) - LEARNED_REACH;
    if (x == 0 && y == 0) return 0;
    if (abs(x) + abs(y) == 1) return x != 0 ? 1u + (x > 0) : 3u + (y > 0);
    const int way = ((x > 0) - (x < 0)) * 3 + (y > 0) - (y < 0);
    return (unsigned)(way < 0 ? way + 9 : way + 8);
}

struct squares {
    uint8_t mirror[KINDS], transpose[KINDS];
};

static void squares_fill(struct squares *squares) {
    for (unsigned class = 0; class < CLASSES; class ++) {
        squares->mirror[kind_of(class)] = (uint8_t)kind_of(mirror_x(class));
        squares->transpose[kind_of(class)] = (uint8_t)kind_of(transpose(class));
    }
}

static unsigned square_of(const uint8_t kind[4]) {
    unsigned square = 0;
    for (unsigned i = 0; i < 4; i++) square = square * KINDS + kind[i];
    return square;
}

static unsigned square_first(const struct squares *squares, unsigned square) {
    const uint8_t *m = squares->mirror, *t = squares->transpose;
    uint8_t k[4];
    for (unsigned i = 4, rest = square; i-- > 0; rest /= KINDS) k[i] = (uint8_t)(rest % KINDS);
    unsigned least = square;
    for (unsigned i = 0; i < 4; i++) {
        const uint8_t mirrored[4] = {m[k[1]], m[k[0]], m[k[3]], m[k[2]]};
        const uint8_t turned[4] = {t[mirrored[0]], t[mirrored[2]], t[mirrored[1]], t[mirrored[3]]};
        const unsigned one = square_of(mirrored), other = square_of(turned);
        if (one < least) least = one;
        if (other < least) least = other;
        memcpy(k, turned, sizeof k);
    }
    return least;
}

static unsigned squares_number(uint16_t *weight, unsigned count) {
    struct squares squares;
    squares_fill(&squares);
    for (unsigned square = 0; square < LEARNED_SQUARES; square++) {
        const unsigned first = square_first(&squares, square);
        weight[square] = first == square ? (uint16_t)count++ : weight[first];
    }
    return count;
}

static unsigned place_of(const struct learned_evaluation *n, unsigned tile) {
    const unsigned x = tile % n->width, y = tile / n->width;
    return (unsigned)(x == 0 || x + 1 == n->width) + (unsigned)(y == 0 || y + 1 == n->height);
}

static unsigned alone_of(unsigned place, int x, int y) {
    const unsigned a = (unsigned)abs(x) > FAR ? FAR : (unsigned)abs(x),
                   b = (unsigned)abs(y) > FAR ? FAR : (unsigned)abs(y);
    const unsigned more = a > b ? a : b, less = a > b ? b : a;
    return AT_ALONE + place * ALONE + more * (more + 1) / 2 + less;
}

static unsigned away_index(const struct learned_evaluation *n, unsigned blank) {
    const int apart = learned_apart(n, n->blank, blank);
    return apart < LEARNED_NEAR ? (unsigned)apart : LEARNED_NEAR - 1;
}

/* ---- making ---------------------------------------------------------------------------------- */

static const int beside[RELATIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

/* [d] 16 * d^2.25 */
static const uint16_t convex_power[TILEPDB_MAX_SIDE] = {
    0,     16,    76,    190,   362,   598,   901,   1275,  1722,  2245,  2845,
    3526,  4288,  5134,  6066,  7085,  8192,  9389,  10678, 12059, 13534, 15105,
    16771, 18536, 20398, 22361, 24424, 26588, 28855, 31226, 33701, 36281};

static int32_t convex_steps(double convex, int cells, double side) {
    return (int32_t)(LEARNED_STEPS * convex * convex_power[cells] / (16 * side) + 0.5);
}

static void pairs_fill(struct learned_evaluation *n, const int16_t *weights) {
    for (unsigned r = 0; r < RELATIONS; r++) {
        for (unsigned a = 0; a < CLASSES; a++)
            for (unsigned b = 0; b < CLASSES; b++) {
                const uint16_t *weight = n->weight[r];
                n->bonus[a][r][b] = (int16_t)(weights[weight[pair_of(LEARNED_BLANK, b)]] -
                                              weights[weight[pair_of(a, b)]]);
                n->bonus[a][RELATIONS + r][b] =
                    (int16_t)(weights[weight[pair_of(b, LEARNED_BLANK)]] -
                              weights[weight[pair_of(b, a)]]);
            }
    }
}

static void offsets_fill(struct learned_evaluation *n) {
    const int16_t *weights = n->weights;
    const int width = (int)n->width, height = (int)n->height;
    int32_t convex[TILEPDB_MAX_SIDE];
    const double side = square_root(n->cells);
    for (int i = 0; i < width || i < height; i++) convex[i] = convex_steps(n->convex, i, side);
    unsigned at = 0;
    for (unsigned place = 0; place < PLACES; place++)
        for (int y = 1 - height; y < height; y++)
            for (int x = 1 - width; x < width; x++, at++) {
                n->classes[at] = (uint8_t)class_of(x, y);
                n->alone[at] = weights[LEARNED_CELL] * (abs(x) + abs(y)) +
                               weights[alone_of(place, x, y)] + convex[abs(x)] + convex[abs(y)];
            }
}

static void offsets_number(struct learned_evaluation *n) {
    const unsigned line = 2 * n->width - 1, plane = line * (2 * n->height - 1);
    for (unsigned cell = 0; cell < n->cells; cell++) {
        const unsigned x = cell % n->width, y = cell / n->width;
        n->cell_offset[cell] = (uint16_t)(y * line + x);
        n->goal_offset[cell] =
            (uint16_t)(place_of(n, cell) * plane + (y + n->height - 1) * line + x + n->width - 1);
    }
}

static unsigned offset_of(const struct learned_evaluation *n, unsigned tile, unsigned cell) {
    return (unsigned)(n->goal_offset[tile] - n->cell_offset[cell]);
}

static void squares_write(struct learned_evaluation *n, const int16_t *weights) {
    for (unsigned square = 0; square < LEARNED_SQUARES; square++)
        n->square[square] = weights[n->square_weight[square]];
}

static void size_fill(struct learned_evaluation *n) {
    offsets_number(n);
    offsets_fill(n);
    for (unsigned r = 0; r < RELATIONS; r++) {
        n->beside[r] = beside[r][0] + beside[r][1] * (int)n->line;
        n->beside[RELATIONS + r] = -n->beside[r];
    }
    for (unsigned cell = 0; cell < n->cells; cell++) {
        n->at[cell] = (uint16_t)((cell / n->width + 1) * n->line + cell % n->width + 1);
        n->away[cell] = n->weights[AT_AWAY + away_index(n, cell)];
    }
}

static void weights_fill(struct learned_evaluation *n, const int16_t *weights) {
    memcpy(n->weights, weights, sizeof n->weights);
    memcpy(n->open, weights + AT_OPEN, sizeof n->open);
    squares_write(n, weights);
    pairs_fill(n, weights);
    size_fill(n);
}

tilepdb_status learned_resize(struct learned_evaluation *n, unsigned width, unsigned height,
                              unsigned blank) {
    const size_t offsets = (size_t)PLACES * (2 * width - 1) * (2 * height - 1);
    void *alone = realloc(n->alone, offsets * sizeof *n->alone);
    if (alone) n->alone = alone;
    void *classes = alone ? realloc(n->classes, offsets) : NULL;
    if (!classes) return TILEPDB_ERROR_MEMORY;
    n->classes = classes;
    n->width = width;
    n->height = height;
    n->cells = width * height;
    n->line = width + 2;
    n->blank = blank;
    size_fill(n);
    return TILEPDB_OK;
}

tilepdb_status learned_make(struct learned_evaluation *n, unsigned width, unsigned height,
                            unsigned blank, const int16_t weights[LEARNED_WEIGHTS]) {
    memset(n, 0, sizeof *n);
    memcpy(n->weights, weights, sizeof n->weights);
    n->view = weights[LEARNED_VIEW] / 2;
    n->weight = malloc(RELATIONS * sizeof *n->weight);
    n->bonus = malloc(CLASSES * sizeof *n->bonus);
    n->square = malloc(LEARNED_SQUARES * sizeof *n->square);
    n->square_weight = malloc(LEARNED_SQUARES * sizeof *n->square_weight);
    if (!n->weight || !n->bonus || !n->square || !n->square_weight ||
        learned_resize(n, width, height, blank))
        return TILEPDB_ERROR_MEMORY;
    if (squares_number(n->square_weight, weights_number(n->weight)) != LEARNED_WEIGHTS)
        return TILEPDB_ERROR_INTERNAL;
    for (unsigned class = 0; class < CLASSES; class ++) {
        n->kind[false][class] = (uint8_t)kind_of(class);
        n->kind[true][class] = (uint8_t)kind_of(transpose(class));
    }
    weights_fill(n, weights);
    return TILEPDB_OK;
}

void learned_rescale(struct learned_evaluation *n, const int16_t weights[LEARNED_WEIGHTS],
                     const struct learned_scale *scale) {
    int16_t scaled[LEARNED_WEIGHTS];
    const unsigned squares = n->square_weight[0];
    for (unsigned i = 0; i < LEARNED_WEIGHTS; i++) {
        const bool alone = i >= AT_ALONE && i < AT_PAIRS;
        const double factor = i >= squares ? scale->squares : alone ? scale->alone : scale->pairs;
        scaled[i] = (int16_t)(weights[i] * factor + (weights[i] < 0 ? -0.5 : 0.5));
    }
    scaled[LEARNED_CELL] = LEARNED_STEPS;
    n->convex = scale->convex;
    weights_fill(n, scaled);
}

uint64_t learned_bytes(const struct learned_evaluation *n) {
    return RELATIONS * sizeof *n->weight + CLASSES * sizeof *n->bonus +
           LEARNED_SQUARES * (sizeof *n->square + sizeof *n->square_weight) +
           (uint64_t)PLACES * (2 * n->width - 1) * (2 * n->height - 1) * (sizeof *n->alone + 1);
}

void learned_shipped(bool tables, int16_t weights[LEARNED_WEIGHTS]) {
    const uint8_t *bytes = tables ? learned_weights_tables : learned_weights_alone;
    for (size_t i = 0; i < LEARNED_WEIGHTS; i++) weights[i] = (int16_t)load_le16(bytes + 2 * i);
}

tilepdb_status learned_ship(struct learned_evaluation *n, unsigned width, unsigned height,
                            unsigned blank, bool tables) {
    int16_t weights[LEARNED_WEIGHTS];
    learned_shipped(tables, weights);
    return learned_make(n, width, height, blank, weights);
}

void learned_free(struct learned_evaluation *n) {
    free(n->bonus);
    free(n->alone);
    free(n->classes);
    free(n->weight);
    free(n->square);
    free(n->square_weight);
    memset(n, 0, sizeof *n);
}

/* ---- boards ---------------------------------------------------------------------------------- */

void learned_classes(const struct learned_evaluation *n, const uint16_t *cells, uint8_t *classes) {
    memset(classes, LEARNED_EDGE, learned_plane(n));
    for (unsigned cell = 0; cell < n->cells; cell++)
        classes[n->at[cell]] =
            cells[cell] == n->blank ? LEARNED_BLANK : n->classes[offset_of(n, cells[cell], cell)];
}

static bool is_open(unsigned class) {
    return class != AT_GOAL && class != LEARNED_EDGE;
}

static unsigned open_near(const struct learned_evaluation *n, const uint8_t *classes,
                          unsigned blank) {
    const int line = (int)n->line, width = (int)n->width, height = (int)n->height;
    const uint8_t *at = &classes[n->at[blank]];
    if (is_open(at[-1]) || is_open(at[1]) || is_open(at[-line]) || is_open(at[line])) return 1;
    const int x = (int)blank % width, y = (int)blank / width;
    for (int apart = 2; apart < LEARNED_NEAR - 1; apart++)
        for (int i = -apart; i <= apart; i++) {
            const int rest = apart - abs(i);
            if (x + i < 0 || x + i >= width) continue;
            if (y >= rest && is_open(at[i - rest * line])) return (unsigned)apart;
            if (y + rest < height && is_open(at[i + rest * line])) return (unsigned)apart;
        }
    return LEARNED_NEAR - 1;
}

int32_t learned_blank(const struct learned_evaluation *n, const uint8_t *classes, unsigned blank) {
    return n->away[blank] + n->open[open_near(n, classes, blank)];
}

static int bonus_sum(const struct learned_evaluation *n, unsigned class, const uint8_t *at) {
    int count = 0;
    for (unsigned i = 0; i < 2 * RELATIONS; i++) count += n->bonus[class][i][at[n->beside[i]]];
    return count;
}

#define ALONG 3 /* squares along a move, on each side of it */

/* Reads a move along a column on the transposed board. */
static int squares_change(const struct learned_evaluation *n, const uint8_t *from,
                          const uint8_t *to, unsigned class) {
    const bool back = to < from, columns = to != from + 1 && from != to + 1;
    const ptrdiff_t along = back ? from - to : to - from, across = columns ? 1 : (ptrdiff_t)n->line;
    const uint8_t *at = (back ? to : from) - along, *kind = n->kind[columns];
    const unsigned blank = kind[LEARNED_BLANK], tile = kind[class];
    unsigned above[ALONG + 1], before[ALONG + 1], below[ALONG + 1];
    for (int j = 0; j <= ALONG; j++) {
        above[j] = kind[at[j * along - across]];
        before[j] = kind[at[j * along]];
        below[j] = kind[at[j * along + across]];
    }
    const unsigned after[ALONG + 1] = {before[0], back ? tile : blank, back ? blank : tile,
                                       before[3]};
    int change = 0;
    for (int j = 0; j < ALONG; j++) {
        const unsigned new = after[j] * KINDS + after[j + 1],
                       old = before[j] * KINDS + before[j + 1];
        const int16_t *top = n->square + (above[j] * KINDS + above[j + 1]) * KINDS * KINDS,
                      *bottom = n->square + below[j] * KINDS + below[j + 1];
        change += top[new] - top[old] + bottom[new *KINDS *KINDS] - bottom[old * KINDS * KINDS];
    }
    return change;
}

int32_t learned_move(const struct learned_evaluation *n, unsigned tile, uint8_t *classes,
                     unsigned from, unsigned to) {
    const unsigned old = offset_of(n, tile, from), new = offset_of(n, tile, to);
    uint8_t *before = &classes[n->at[from]], *after = &classes[n->at[to]];
    const unsigned class = n->classes[new], was = *before;
    int32_t change = n->alone[new] - n->alone[old];
    change += squares_change(n, before, after, class);
    /* While both cells are blank, their own pair cancels out. */
    *before = LEARNED_BLANK;
    change += bonus_sum(n, was, before) - bonus_sum(n, class, after);
    *after = (uint8_t) class;
    return change;
}

int learned_distance(const struct learned_evaluation *n, const uint16_t *cells) {
    int distance = 0;
    for (unsigned cell = 0; cell < n->cells; cell++)
        if (cells[cell] != n->blank) distance += learned_apart(n, cells[cell], cell);
    return distance;
}

int64_t learned_value(const struct learned_evaluation *n, const uint16_t *cells,
                      const uint8_t *classes) {
    const size_t last = learned_plane(n) - 1, line = n->line;
    int64_t value = 0;
    for (unsigned cell = 0; cell < n->cells; cell++)
        if (cells[cell] != n->blank) value += n->alone[offset_of(n, cells[cell], cell)];
    for (size_t at = 0; at <= last; at++)
        for (unsigned r = 0; r < RELATIONS; r++)
            if (at + (size_t)n->beside[r] <= last)
                value += n->weights[n->weight[r][pair_of(classes[at],
                                                         classes[at + (size_t)n->beside[r]])]];
    for (size_t at = 0; at + line < last; at++) {
        const uint8_t *kind = n->kind[false];
        const uint8_t kinds[4] = {kind[classes[at]], kind[classes[at + 1]],
                                  kind[classes[at + line]], kind[classes[at + line + 1]]};
        value += n->square[square_of(kinds)];
    }
    return value;
}

/* ---- features -------------------------------------------------------------------------------- */

static unsigned class_at(const struct learned_evaluation *n, const uint8_t *classes, int x, int y) {
    if (x < 0 || y < 0 || x >= (int)n->width || y >= (int)n->height) return LEARNED_EDGE;
    return classes[n->at[y * (int)n->width + x]];
}

static unsigned square_at(const struct learned_evaluation *n, const uint8_t *at) {
    const uint8_t *kind = n->kind[false];
    const uint8_t kinds[4] = {kind[at[0]], kind[at[1]], kind[at[n->line]], kind[at[n->line + 1]]};
    return square_of(kinds);
}

static unsigned feature_alone(const struct learned_evaluation *n, unsigned tile, unsigned cell) {
    const int width = (int)n->width;
    return alone_of(place_of(n, tile), (int)tile % width - (int)cell % width,
                    (int)tile / width - (int)cell / width);
}

size_t learned_features(const struct learned_evaluation *n, const uint16_t *cells, unsigned blank,
                        uint16_t *features) {
    uint8_t classes[(TILEPDB_MAX_SIDE + 2) * (TILEPDB_MAX_SIDE + 2)];
    size_t count = 0;
    learned_classes(n, cells, classes);
    features[count++] = (uint16_t)(AT_OPEN + open_near(n, classes, blank));
    features[count++] = (uint16_t)(AT_AWAY + away_index(n, blank));
    for (unsigned cell = 0; cell < n->cells; cell++)
        if (cell != blank) features[count++] = (uint16_t)feature_alone(n, cells[cell], cell);
    for (int y = -1; y <= (int)n->height; y++)
        for (int x = -1; x <= (int)n->width; x++)
            for (unsigned r = 0; r < RELATIONS; r++) {
                const unsigned a = class_at(n, classes, x, y),
                               b = class_at(n, classes, x + beside[r][0], y + beside[r][1]);
                if (a != LEARNED_EDGE || b != LEARNED_EDGE)
                    features[count++] = n->weight[r][pair_of(a, b)];
            }
    for (unsigned y = 0; y <= n->height; y++)
        for (unsigned x = 0; x <= n->width; x++)
            features[count++] = n->square_weight[square_at(n, &classes[y * n->line + x])];
    return count;
}
