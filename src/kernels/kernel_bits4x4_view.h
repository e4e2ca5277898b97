/*
 * Moves tiles, locates entries and tests children in one view. kernel_bits4x4.c describes the
 * words.
 */
#ifndef TILEPDB_KERNELS_KERNEL_BITS4X4_VIEW_H
#define TILEPDB_KERNELS_KERNEL_BITS4X4_VIEW_H

#include "kernels/kernel_bits4x4_setup.h"
#include "kernels/vectors.h"

#define WIDTH    64
#define CHILDREN (WIDTH * DIRECTIONS + 2 * LANES)

struct lookups {
    uint64_t patterns[CHILDREN];
    uint64_t mask[CHILDREN];    /* index in bits4x4.row */
    uint64_t row[CHILDREN];     /* word of the mask; later the byte with the entry */
    uint64_t address[CHILDREN]; /* address of the row; later of the entry's byte */
    uint64_t shift[CHILDREN];   /* shift of the region in `row`, later of the entry in its byte;
                                 * bits 8 .. 15: shift of h in `patterns` */
};

/* ---- where children move --------------------------------------------------------------------- */

struct constants {
    struct bytes16 reflected;
    struct shorts16 factorial;
    struct shorts16 negative;
    struct bytes16 member;
    struct bytes16 step;
    vec vertical;
    vec pattern;
    vec entries[2];
    vec row_bytes[2];
};

static inline struct constants constants_load(const struct bits4x4 *data) {
    return (struct constants){
        .reflected = bytes16_load(data->reflected),
        .factorial = shorts16_load(data->factorial),
        .negative = shorts16_load(data->negative),
        .member = bytes16_load(data->member),
        .step = bytes16_load(data->step),
        .vertical = all_lanes(data->vertical_directions),
        .pattern = all_lanes(data->pattern_of_tile),
        .entries = {all_lanes(data->entries[0]), all_lanes(data->entries[1])},
        .row_bytes = {all_lanes(data->row_bytes[0]), all_lanes(data->row_bytes[1])}};
}

struct moved {
    vec from[2], to[2], tile[2];
    lane_set vertical; /* moves that are vertical in view 0; all other moves are vertical in view
                        * 1 */
};

static inline struct moved children_move(const struct constants *constants, vec state,
                                         vec direction, vec board_0, vec board_1) {
    struct moved moved;
    const vec cell = all_lanes(15);
    moved.to[0] = both(state, cell);
    moved.from[0] = both(add(moved.to[0], bytes16_at(constants->step, direction)), cell);
    moved.to[1] = bytes16_at(constants->reflected, moved.to[0]);
    moved.from[1] = bytes16_at(constants->reflected, moved.from[0]);
    moved.tile[0] = both(shift_down_by(board_0, shift_up(moved.from[0], 2)), cell);
    moved.tile[1] = both(shift_down_by(board_1, shift_up(moved.from[1], 2)), cell);
    moved.vertical = lanes_with(shift_down_by(constants->vertical, direction), all_lanes(1));
    return moved;
}

static inline vec board_after(vec board, const struct moved *moved, unsigned view) {
    const vec from = shift_up(moved->from[view], 2), to = shift_up(moved->to[view], 2);
    const vec tile = moved->tile[view];
    return differ(board, either(shift_up_by(tile, from), shift_up_by(tile, to)));
}

/* Returns the change of the code, modulo 2^16, in the view where the move is vertical. Each of
 * three passed tiles has a quarter of a word; the fourth has the blank, which is in no pattern. */
static inline vec crossings(const struct constants *constants, const struct moved *moved,
                            vec board_0, vec board_1) {
    const lane_set v = moved->vertical;
    const vec from = choose(v, moved->from[0], moved->from[1]);
    const vec to = choose(v, moved->to[0], moved->to[1]);
    const vec low = shift_up(add(smaller(from, to), all_lanes(1)), 2);
    const vec crossed = both(shift_down_by(choose(v, board_0, board_1), low), all_lanes(0xFFF));
    const vec others =
        both(multiply32(crossed, all_lanes(0x1001001)), all_lanes(0x0000000F000F000F));
    const vec tile = quarters_repeat(choose(v, moved->tile[0], moved->tile[1]));
    const vec changes =
        quarters_choose(quarters_above(others, tile), shorts16_each(constants->negative, others),
                        shorts16_each(constants->factorial, tile));
    const quarter_set same = quarters_same(bytes16_each(constants->member, others),
                                           bytes16_each(constants->member, tile));
    const vec gain = quarters_sum(quarters_keep(same, changes));
    const lane_set lower = lanes_above(from, to);
    return both(negate_where(lower, gain), all_lanes(0xFFFF));
}

/* ---- looking up ------------------------------------------------------------------------------ */

static inline void patterns_move(struct lookups *lookups, unsigned j,
                                 const struct constants *constants, vec patterns, vec from, vec to,
                                 vec tile, vec gain) {
    const vec one = all_lanes(1), low_bits = all_lanes(0xFFFF);
    const lane_set second = lanes_with(shift_down_by(constants->pattern, tile), one);
    const vec from_bit = shift_up_by(one, from), to_bit = shift_up_by(one, to);
    const vec mask =
        differ(differ(both(patterns, low_bits), from_bit), choose(second, low_bits, to_bit));
    store(lookups->mask + j, either_where(second, shift_down(mask, 1), all_lanes(1 << 15)));
    const vec code_shift = choose(second, all_lanes(32), all_lanes(16));
    patterns = differ_where(lanes_other(second), patterns, differ(from_bit, to_bit));
    patterns = quarters_add(patterns, shift_up_by(gain, code_shift));
    store(lookups->patterns + j, patterns);
    const vec code = both(shift_down_by(patterns, code_shift), low_bits);
    const vec base = choose(second, constants->entries[1], constants->entries[0]);
    const vec row_bytes = choose(second, constants->row_bytes[1], constants->row_bytes[0]);
    store(lookups->address + j, add(base, multiply32(code, row_bytes)));
    const vec h_shift = choose(second, all_lanes(50 << 8), all_lanes(48 << 8));
    store(lookups->shift + j, either(add(from, shift_up(from, 1)), h_shift));
}

static inline void rows_read(struct lookups *lookups, size_t j, const struct bits4x4 *data) {
    const uint64_t *masks = lookups->mask + j;
    uint64_t *rows = lookups->row + j;
    for (unsigned i = 0; i < LANES; i++) rows[i] = data->row[masks[i]];
}

static inline const uint8_t *entry_at(uint64_t address) {
    return (const uint8_t *)(uintptr_t)address;
}

/* A row that failed to load can be read; the next check ends the search. */
static void rows_require(const struct lookups *lookups, unsigned j, unsigned count,
                         const struct bits4x4 *data) {
    const unsigned end = count < j + LANES ? count : j + LANES;
    for (unsigned i = j; i < end; i++) {
        const unsigned number = lookups->mask[i] >> 15 & 1u;
        const struct tilepdb_table *table = data->table[number];
        const uint32_t code = (uint16_t)(lookups->patterns[i] >> (number ? 32 : 16));
        if (__builtin_expect(!table_row_ready(table, code), 0)) table_row_load(table, code);
    }
}

/* Replaces addresses of rows by addresses of entries, and prefetches. Lanes beyond `count` get a
 * readable address. */
static inline void entries_fetch(struct lookups *lookups, unsigned j, unsigned count,
                                 const struct constants *constants) {
    const vec row = load(lookups->row + j), shift = load(lookups->shift + j);
    const vec region = both(shift_down_by(row, both(shift, all_lanes(63))), all_lanes(7));
    const vec cohort = add(shift_down(row, 48), region);
    vec address = add(load(lookups->address + j), shift_down(cohort, 3));
    if (count - j < LANES) address = choose(lanes_below(count - j), address, constants->entries[0]);
    store(lookups->address + j, address);
    store(lookups->shift + j, either(both(shift, all_lanes(0xFF00)), both(cohort, all_lanes(7))));
    const uint64_t *addresses = lookups->address + j;
    for (unsigned i = 0; i < LANES; i++) __builtin_prefetch(entry_at(addresses[i]));
}

static inline void entries_read(struct lookups *lookups, size_t j) {
    const uint64_t *addresses = lookups->address + j;
    uint64_t *bytes = lookups->row + j;
    for (unsigned i = 0; i < LANES; i++) bytes[i] = *entry_at(addresses[i]);
}

/* Returns the view's words with the children's h and slack. Sets `*within` to the children within
 * the bound. */
static inline vec patterns_test(const struct lookups *lookups, unsigned j, lane_set *within) {
    const vec one = all_lanes(1), two_bits = all_lanes(3);
    const vec shifts = load(lookups->shift + j), patterns = load(lookups->patterns + j);
    const vec entry = shift_down_by(load(lookups->row + j), both(shifts, all_lanes(7)));
    const vec h_shift = shift_down(shifts, 8);
    const vec higher = shift_down_by(patterns, h_shift); /* h of the child if h rises, modulo 4 */
    const vec falls = both(differ(shift_down(higher, 1), entry), one);
    const vec slack = shift_down(patterns, 56);
    *within = lanes_above(either(slack, falls), all_lanes(0));
    const vec next = both(add(add(higher, one), add(falls, falls)), two_bits);
    const vec changed =
        differ(patterns, shift_up_by(differ(both(higher, two_bits), next), h_shift));
    return subtract(changed, shift_up(subtract(one, falls), 57));
}

#endif
