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
#define HOME    (NEIGHBOURS_BLANK / 2) /* the class of a tile that is there */

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

static unsigned away_near(const struct neighbours *n, unsigned blank) {
    const int apart = neighbours_apart(n, n->blank, blank);
    return apart < NEIGHBOURS_NEAR ? (unsigned)apart : NEIGHBOURS_NEAR - 1;
}

/* ---- making ---------------------------------------------------------------------------------- */

/* The cell beside one that is in such a relation to it. */
static const int beside[RELATIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};

static void pairs_fill(struct neighbours *n, const int16_t *weights) {
    for (unsigned r = 0; r < RELATIONS; r++) {
        n->beside[r] = beside[r][0] + beside[r][1] * (int)n->line;
        n->beside[RELATIONS + r] = -n->beside[r];
        for (unsigned a = 0; a < CLASSES; a++)
            for (unsigned b = 0; b < CLASSES; b++) {
                const uint16_t *weight = n->weight[r];
                n->turn[a][r][b] = (int16_t)(weights[weight[pair_of(NEIGHBOURS_BLANK, b)]] -
                                             weights[weight[pair_of(a, b)]]);
                n->turn[a][RELATIONS + r][b] =
                    (int16_t)(weights[weight[pair_of(b, NEIGHBOURS_BLANK)]] -
                              weights[weight[pair_of(b, a)]]);
            }
    }
}

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
    n->line = n->width + 2;
    n->blank = board_blank(goal);
    n->alone = malloc((size_t)n->cells * n->cells * sizeof *n->alone);
    n->classes = malloc((size_t)n->cells * n->cells);
    n->weight = malloc(RELATIONS * sizeof *n->weight);
    if (!n->alone || !n->classes || !n->weight) return TILEPDB_ERROR_MEMORY;
    if (weights_number(n->weight) != NEIGHBOURS_WEIGHTS) return TILEPDB_ERROR_INTERNAL;
    memcpy(n->open, weights + AT_OPEN, sizeof n->open);
    for (unsigned cell = 0; cell < n->cells; cell++) {
        n->away[cell] = weights[AT_AWAY + away_near(n, cell)];
        n->at[cell] = (uint16_t)((cell / n->width + 1) * n->line + cell % n->width + 1);
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            unsigned to = cell;
            n->next[cell][d] = cell_step(n->width, n->height, &to, (enum direction)d)
                                   ? (uint16_t)to
                                   : NEIGHBOURS_NONE;
        }
    }
    pairs_fill(n, weights);
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

void neighbours_classes(const struct neighbours *n, const uint16_t *cells, uint8_t *classes) {
    memset(classes, NEIGHBOURS_EDGE, neighbours_plane(n));
    for (unsigned cell = 0; cell < n->cells; cell++)
        classes[n->at[cell]] = n->classes[(size_t)cells[cell] * n->cells + cell];
}

static bool is_open(unsigned class) {
    return class != HOME && class != NEIGHBOURS_EDGE;
}

/* How far the blank is from the next tile that is not at home. */
static unsigned open_near(const struct neighbours *n, const uint8_t *classes, unsigned blank) {
    const int line = (int)n->line, width = (int)n->width, height = (int)n->height;
    const uint8_t *at = &classes[n->at[blank]];
    if (is_open(at[-1]) || is_open(at[1]) || is_open(at[-line]) || is_open(at[line])) return 1;
    const int x = (int)blank % width, y = (int)blank / width;
    for (int apart = 2; apart < NEIGHBOURS_NEAR - 1; apart++)
        for (int i = -apart; i <= apart; i++) {
            const int rest = apart - abs(i);
            if (x + i < 0 || x + i >= width) continue;
            if (y >= rest && is_open(at[i - rest * line])) return (unsigned)apart;
            if (y + rest < height && is_open(at[i + rest * line])) return (unsigned)apart;
        }
    return NEIGHBOURS_NEAR - 1;
}

int32_t neighbours_blank(const struct neighbours *n, const uint8_t *classes, unsigned blank) {
    return n->away[blank] + n->open[open_near(n, classes, blank)];
}

/* By how many steps the pairs of a cell count more with the blank there. */
static int turn_count(const struct neighbours *n, unsigned class, const uint8_t *at) {
    const int16_t(*turn)[CLASSES] = n->turn[class];
    int count = 0;
    for (unsigned i = 0; i < 2 * RELATIONS; i++) count += turn[i][at[n->beside[i]]];
    return count;
}

int32_t neighbours_move(const struct neighbours *n, unsigned tile, uint8_t *classes, unsigned from,
                        unsigned to) {
    const int32_t *alone = &n->alone[(size_t)tile * n->cells];
    uint8_t *before = &classes[n->at[from]], *after = &classes[n->at[to]];
    const unsigned class = n->classes[(size_t)tile * n->cells + to], was = *before;
    /* What both say of the pair of the two cells, as if both were blank, is the same. */
    *before = NEIGHBOURS_BLANK;
    const int32_t change = turn_count(n, was, before) - turn_count(n, class, after);
    *after = (uint8_t) class;
    return change + alone[to] - alone[from];
}

/* ---- terms ----------------------------------------------------------------------------------- */

static unsigned class_at(const struct neighbours *n, const uint8_t *classes, int x, int y) {
    if (x < 0 || y < 0 || x >= (int)n->width || y >= (int)n->height) return NEIGHBOURS_EDGE;
    return classes[n->at[y * (int)n->width + x]];
}

size_t neighbours_terms(const struct neighbours *n, const uint16_t *cells, unsigned blank,
                        uint16_t *terms) {
    uint8_t classes[(TILEPDB_MAX_SIDE + 2) * (TILEPDB_MAX_SIDE + 2)];
    size_t count = 0;
    neighbours_classes(n, cells, classes);
    terms[count++] = (uint16_t)(AT_OPEN + open_near(n, classes, blank));
    terms[count++] = (uint16_t)(AT_AWAY + away_near(n, blank));
    for (unsigned cell = 0; cell < n->cells; cell++)
        if (cell != blank) terms[count++] = (uint16_t)alone_of(n, cells[cell], cell);
    for (int y = -1; y <= (int)n->height; y++)
        for (int x = -1; x <= (int)n->width; x++)
            for (unsigned r = 0; r < RELATIONS; r++) {
                const unsigned a = class_at(n, classes, x, y),
                               b = class_at(n, classes, x + beside[r][0], y + beside[r][1]);
                if (a != NEIGHBOURS_EDGE || b != NEIGHBOURS_EDGE)
                    terms[count++] = n->weight[r][pair_of(a, b)];
            }
    return count;
}
