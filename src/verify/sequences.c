#include "verify/sequences.h"

#include <string.h>

/* ---- ranks ----------------------------------------------------------------------------------- */

/* The order of FORMAT.md: by first half, then second half, of which the last place is most
 * significant. */
static void places_order(struct sequences *sequences) {
    const unsigned places = sequences->cells - 1, half = (places + 1) / 2;
    unsigned at = 0;
    for (unsigned place = half; place-- > 0;) sequences->order[at++] = (uint8_t)place;
    for (unsigned place = places; place-- > half;) sequences->order[at++] = (uint8_t)place;
}

/* For `quotient`: if n divides x, x / n is x, shifted right by the number of twos in n, times the
 * inverse of n's odd part. Newton's iteration doubles the correct bits. */
static void inverses_fill(struct sequences *sequences) {
    for (unsigned n = 1; n < TILEPDB_TABLE_MAX_CELLS; n++) {
        uint64_t odd = n, inverse;
        for (; odd % 2 == 0; odd /= 2) sequences->twos[n]++;
        inverse = odd; /* three bits are correct */
        for (int bits = 3; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
        sequences->inverse[n] = inverse;
    }
}

static inline uint64_t quotient(const struct sequences *sequences, uint64_t multiple, unsigned n) {
    return (multiple >> sequences->twos[n]) * sequences->inverse[n];
}

static uint64_t multinomial(const struct sequences *sequences) {
    uint64_t count = 1, placed = 0;
    for (unsigned colour = 0; colour < sequences->colours; colour++)
        for (unsigned i = 1; i <= sequences->tiles_of[colour]; i++) count = count * ++placed / i;
    return count;
}

uint64_t sequences_rank(const struct sequences *sequences, const uint8_t *sequence) {
    uint8_t left[TILEPDB_TABLE_MAX_CELLS];
    memcpy(left, sequences->tiles_of, sizeof left);
    uint64_t rank = 0, ways = sequences->count; /* arrangements of the remaining tiles */
    for (unsigned i = 0, places = sequences->cells - 1; places > 0; i++, places--) {
        const unsigned colour = sequence[sequences->order[i]];
        unsigned smaller = 0;
        for (unsigned other = 0; other < colour; other++) smaller += left[other];
        rank += quotient(sequences, ways * smaller, places);
        ways = quotient(sequences, ways * left[colour]--, places);
    }
    return rank;
}

void sequences_unrank(const struct sequences *sequences, uint64_t rank, uint8_t *sequence) {
    uint8_t left[TILEPDB_TABLE_MAX_CELLS];
    memcpy(left, sequences->tiles_of, sizeof left);
    uint64_t ways = sequences->count;
    for (unsigned i = 0, places = sequences->cells - 1; places > 0; i++, places--) {
        unsigned colour = 0;
        uint64_t with;
        for (;; colour++, rank -= with) {
            with = quotient(sequences, ways * left[colour], places);
            if (rank < with) break;
        }
        left[colour]--;
        ways = with;
        sequence[sequences->order[i]] = (uint8_t)colour;
    }
}

/* ---- line states ----------------------------------------------------------------------------- */

/* Returns the cell at `place` of the reading order, which includes the blank. */
static unsigned cell_read(const struct sequences *sequences, unsigned kind, unsigned place) {
    if (kind == 0) return place;
    return place % sequences->height * sequences->width + place / sequences->height;
}

/* `board` has the colour of each cell; the value on the blank's cell is ignored. */
static uint64_t board_state(const struct sequences *sequences, unsigned kind, const uint8_t *board,
                            unsigned blank) {
    uint8_t sequence[TILEPDB_TABLE_MAX_CELLS];
    unsigned length = 0;
    for (unsigned place = 0; place < sequences->cells; place++) {
        const unsigned cell = cell_read(sequences, kind, place);
        if (cell != blank) sequence[length++] = board[cell];
    }
    const unsigned line = kind == 0 ? blank / sequences->width : blank % sequences->width;
    return sequences_rank(sequences, sequence) * sequences_lines(sequences, kind) + line;
}

unsigned sequences_neighbours(const struct sequences *sequences, unsigned kind, uint64_t state,
                              uint64_t neighbours[TILEPDB_TABLE_MAX_SIDE]) {
    const unsigned lines = sequences_lines(sequences, kind), length = sequences->cells / lines;
    const unsigned line = (unsigned)(state % lines);
    uint8_t sequence[TILEPDB_TABLE_MAX_CELLS], board[TILEPDB_TABLE_MAX_CELLS] = {0};
    sequences_unrank(sequences, state / lines, sequence);
    for (unsigned i = 0; i < length; i++) {
        const unsigned hole = line * length + i;
        for (unsigned place = 0; place < sequences->cells; place++)
            if (place != hole)
                board[cell_read(sequences, kind, place)] = sequence[place - (place > hole)];
        neighbours[i] = board_state(sequences, 1 - kind, board, cell_read(sequences, kind, hole));
    }
    return length;
}

void sequences_init(struct sequences *sequences, const tilepdb_pattern *pattern) {
    *sequences = (struct sequences){.width = pattern->width,
                                    .height = pattern->height,
                                    .cells = (unsigned)pattern->width * pattern->height,
                                    .colours = pattern->colours};
    for (unsigned tile = 1; tile < sequences->cells; tile++) {
        sequences->colour_of[tile] = pattern->colour[tile];
        sequences->tiles_of[pattern->colour[tile]]++;
    }
    places_order(sequences);
    inverses_fill(sequences);
    sequences->count = multinomial(sequences);
    uint8_t board[TILEPDB_TABLE_MAX_CELLS] = {0};
    for (unsigned cell = 0, tile = 1; cell < sequences->cells; cell++)
        if (cell != pattern->goal_blank) board[cell] = sequences->colour_of[tile++];
    for (unsigned kind = 0; kind < SEQUENCES_KINDS; kind++)
        sequences->goal[kind] = board_state(sequences, kind, board, pattern->goal_blank);
}
