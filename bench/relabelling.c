/* See relabelling.h. */
#include "relabelling.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 4,
    CELLS = 16,
    COLOURS = 5,    /* including the blank's colour 0 */
    WORDS = 390625, /* number of halves, which have a digit to the base 5 for each cell */
    CONTENTS = 900, /* counts of each colour in a half: 2 * 3 * 5 * 6 * 5 */
    STATES = 151351200,
    UNKNOWN = 255
};

static const uint8_t sizes[COLOURS] = {1, 2, 4, 5, 4};
static const uint8_t drawing[CELLS] = {1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 4, 4, 3, 4, 4, 0};

/* The number of a board is first[upper half] + second[lower half]. */
struct relabelling {
    uint8_t *distance;
    uint32_t first[WORDS], second[WORDS];
    /* Halves sorted by content, ascending; a content starts at begin[content]. */
    uint32_t by_content[WORDS], begin[CONTENTS + 1];
    int content[WORDS]; /* [half] -1: too many tiles of a colour */
    /* [cell] value of the cell's digit in a code; the upper half is in the lower 32 bits */
    uint64_t size[CELLS];
};

/* ---- numbers --------------------------------------------------------------------------------- */

static int content_of(uint32_t word) {
    int counts[COLOURS] = {0}, content = 0;
    for (unsigned i = 0; i < CELLS / 2; i++, word /= COLOURS)
        if (++counts[word % COLOURS] > sizes[word % COLOURS]) return -1;
    for (unsigned colour = 0; colour < COLOURS; colour++)
        content = content * (sizes[colour] + 1) + counts[colour];
    return content;
}

static void numbers_make(struct relabelling *made) {
    for (uint32_t word = 0; word < WORDS; word++) {
        made->content[word] = content_of(word);
        if (made->content[word] >= 0) made->second[word] = made->begin[made->content[word] + 1]++;
    }
    for (int i = 0; i < CONTENTS; i++) made->begin[i + 1] += made->begin[i];
    uint32_t states = 0;
    for (uint32_t word = 0; word < WORDS; word++) {
        const int content = made->content[word];
        if (content < 0) continue;
        made->by_content[made->begin[content] + made->second[word]] = word;
        const int rest = CONTENTS - 1 - content; /* complement, digit by digit */
        made->first[word] = states;
        states += made->begin[rest + 1] - made->begin[rest];
    }
    uint64_t size = 1;
    for (unsigned cell = 0; cell < CELLS / 2; cell++, size *= COLOURS) {
        made->size[cell] = size;
        made->size[CELLS / 2 + cell] = size << 32;
    }
}

static uint32_t number_of(const struct relabelling *relabelling, uint64_t code) {
    return relabelling->first[(uint32_t)code] + relabelling->second[code >> 32];
}

/* ---- the table ------------------------------------------------------------------------------- */

static uint64_t code_of(const struct relabelling *relabelling, const uint8_t *colours) {
    uint64_t code = 0;
    for (unsigned cell = 0; cell < CELLS; cell++) code += relabelling->size[cell] * colours[cell];
    return code;
}

/* Sets the distance of neighbours that have none. Returns the number of neighbours set. */
static uint32_t neighbours_reach(struct relabelling *made, uint64_t code, uint8_t distance) {
    uint8_t colours[CELLS];
    unsigned blank = 0;
    uint32_t reached = 0, upper = (uint32_t)code, lower = (uint32_t)(code >> 32);
    for (unsigned cell = 0; cell < CELLS / 2; cell++, upper /= COLOURS, lower /= COLOURS) {
        colours[cell] = (uint8_t)(upper % COLOURS);
        colours[CELLS / 2 + cell] = (uint8_t)(lower % COLOURS);
    }
    while (colours[blank]) blank++;
    static const int steps[] = {-SIDE, -1, 1, SIDE};
    for (unsigned d = 0; d < 4; d++) {
        const unsigned x = blank % SIDE, y = blank / SIDE;
        const unsigned far[] = {y, x, SIDE - 1 - x, SIDE - 1 - y};
        uint64_t after = code;
        unsigned at = blank;
        for (unsigned i = 0; i < far[d]; i++) {
            const unsigned from = (unsigned)((int)at + steps[d]);
            after += (made->size[at] - made->size[from]) * colours[from];
            at = from;
            uint8_t *other = &made->distance[number_of(made, after)];
            if (*other != UNKNOWN) continue;
            *other = distance;
            reached++;
        }
    }
    return reached;
}

static uint32_t level_search(struct relabelling *made, uint8_t level) {
    uint32_t reached = 0, number = 0;
    for (uint32_t word = 0; word < WORDS; word++) {
        if (made->content[word] < 0) continue;
        const int rest = CONTENTS - 1 - made->content[word];
        for (uint32_t i = made->begin[rest]; i < made->begin[rest + 1]; i++, number++)
            if (made->distance[number] == level)
                reached += neighbours_reach(made, (uint64_t)made->by_content[i] << 32 | word,
                                            (uint8_t)(level + 1));
    }
    return reached;
}

struct relabelling *relabelling_make(void) {
    struct relabelling *made = calloc(1, sizeof *made);
    if (made) made->distance = malloc(STATES);
    if (!made || !made->distance) {
        free(made);
        return NULL;
    }
    numbers_make(made);
    memset(made->distance, UNKNOWN, STATES);
    made->distance[number_of(made, code_of(made, drawing))] = 0;
    for (uint8_t level = 0; level_search(made, level); level++) {
    }
    return made;
}

void relabelling_free(struct relabelling *relabelling) {
    if (relabelling) free(relabelling->distance);
    free(relabelling);
}

/* ---- searches -------------------------------------------------------------------------------- */

/* A board, with the codes of the board and of its reflection. */
struct seen {
    uint8_t tiles[CELLS];
    uint64_t code[2];
    unsigned blank;
};

struct search {
    const struct relabelling *relabelling;
    uint8_t colour[2][CELLS]; /* [view][tile] */
    uint64_t generated;
};

static unsigned mirrored(unsigned cell) {
    return cell % SIDE * SIDE + cell / SIDE;
}

static int estimate(const struct search *search, const struct seen *seen) {
    const struct relabelling *relabelling = search->relabelling;
    const int straight = relabelling->distance[number_of(relabelling, seen->code[0])];
    const int reflected = relabelling->distance[number_of(relabelling, seen->code[1])];
    return straight > reflected ? straight : reflected;
}

static void tile_slide(const struct search *search, struct seen *seen, unsigned from) {
    const uint64_t *size = search->relabelling->size;
    const unsigned to = seen->blank, tile = seen->tiles[from];
    seen->code[0] += (size[to] - size[from]) * search->colour[0][tile];
    seen->code[1] += (size[mirrored(to)] - size[mirrored(from)]) * search->colour[1][tile];
    seen->tiles[to] = (uint8_t)tile;
    seen->tiles[from] = 0;
    seen->blank = from;
}

static bool is_goal(const struct seen *seen) {
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (seen->tiles[cell] != (cell + 1) % CELLS) return false;
    return true;
}

/* Returns true if the goal is `left` slides away and the first slide is not along axis `last`
 * (0: rows, 1: columns). */
static bool goal_in(struct search *search, const struct seen *seen, int left, int last) {
    static const int steps[] = {-SIDE, -1, 1, SIDE};
    if (left == 0) return is_goal(seen);
    for (unsigned d = 0; d < 4; d++) {
        const int axis = d == 0 || d == 3;
        if (axis == last) continue;
        const unsigned x = seen->blank % SIDE, y = seen->blank / SIDE;
        const unsigned far[] = {y, x, SIDE - 1 - x, SIDE - 1 - y};
        struct seen after = *seen;
        for (unsigned i = 0; i < far[d]; i++) {
            tile_slide(search, &after, (unsigned)((int)after.blank + steps[d]));
            search->generated++;
            if (estimate(search, &after) < left && goal_in(search, &after, left - 1, axis))
                return true;
        }
    }
    return false;
}

int relabelling_solve(const struct relabelling *relabelling, const tilepdb_board *board,
                      uint64_t *generated) {
    struct search search = {.relabelling = relabelling};
    struct seen root = {.blank = 0};
    for (unsigned tile = 1; tile < CELLS; tile++) {
        search.colour[0][tile] = drawing[tile - 1];
        search.colour[1][tile] = drawing[mirrored(tile - 1)];
    }
    for (unsigned cell = 0; cell < CELLS; cell++) {
        const unsigned tile = board->cells[cell];
        root.tiles[cell] = (uint8_t)tile;
        root.code[0] += relabelling->size[cell] * search.colour[0][tile];
        root.code[1] += relabelling->size[mirrored(cell)] * search.colour[1][tile];
        if (!tile) root.blank = cell;
    }
    int bound = estimate(&search, &root);
    while (!goal_in(&search, &root, bound, -1)) bound++;
    *generated = search.generated;
    return bound;
}
