/*
 * One view of the children of a batch in the kernel for 4x4 with two bit tables: where they move,
 * where their entries are, and what these say. Part of kernel_bits4x4.c, which describes the words.
 */
#ifndef TILEPDB_SEARCH_KERNEL_BITS4X4_VIEW_H
#define TILEPDB_SEARCH_KERNEL_BITS4X4_VIEW_H

#include "search/kernel_bits4x4_setup.h"
#include "search/vectors.h"

#define WIDTH    48
#define CHILDREN (WIDTH * DIRECTIONS + 2 * LANES) /* arrays begin on cache lines */

/* One view of the children: where their entries are. */
struct looked {
    uint64_t patterns[CHILDREN]; /* the view's word after the move */
    uint64_t code[CHILDREN];
    uint64_t row[CHILDREN];     /* the index's word of the mask */
    uint64_t address[CHILDREN]; /* of the byte with the entry */
    uint64_t shift[CHILDREN];   /* of the entry in it; in bits 8 .. 15 the shift of h in the word */
    uint32_t mask[CHILDREN];    /* bit 16: the pattern */
};

/* ---- where children move --------------------------------------------------------------------- */

/* Constants of the solver in registers. */
struct constants {
    struct bytes16 reflected;
    struct shorts16 factorial;
    struct bytes16 step; /* by direction: from the blank's cell to the next, in view 0 */
    vec vertical;
    vec pattern;
    vec entries[2]; /* addresses */
    vec row_bytes[2];
};

static inline struct constants constants_load(const struct bits4x4 *own) {
    return (struct constants){
        .reflected = bytes16_load(own->reflected),
        .factorial = shorts16_load(own->factorial),
        .step = bytes16_load(own->step),
        .vertical = all_lanes(own->vertical_directions),
        .pattern = all_lanes(own->pattern_of_tile),
        .entries = {all_lanes(own->entries[0]), all_lanes(own->entries[1])},
        .row_bytes = {all_lanes(own->row_bytes[0]), all_lanes(own->row_bytes[1])}};
}

/* A child's move in both views: the tile goes from cell `from` to cell `to`, where the blank was.
 */
struct moved {
    vec from[2], to[2], tile[2];
    lane_set vertical; /* in view 0; otherwise in view 1 */
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

/* What the three tiles that are crossed in the vertical view do to the code: index_cross. */
static inline vec crossings(const struct constants *constants, const struct moved *moved,
                            vec board_0, vec board_1) {
    const lane_set v = moved->vertical;
    const vec from = choose(v, moved->from[0], moved->from[1]);
    const vec to = choose(v, moved->to[0], moved->to[1]);
    const vec tile = choose(v, moved->tile[0], moved->tile[1]);
    const vec one = all_lanes(1), pattern = shift_down_by(constants->pattern, tile);
    const vec low = shift_up(add(smaller(from, to), one), 2);
    vec crossed = shift_down_by(choose(v, board_0, board_1), low), gain = all_lanes(0);
    for (int i = 0; i < 3; i++) {
        const vec other = both(crossed, all_lanes(15));
        const vec change = shorts16_at(constants->factorial, larger(tile, other));
        const lane_set apart =
            lanes_with(differ(pattern, shift_down_by(constants->pattern, other)), one);
        const lane_set ahead = lanes_above(tile, other);
        gain = add_where(lanes_except(ahead, apart), gain, change);
        gain = subtract_where(lanes_other(lanes_either(ahead, apart)), gain, change);
        crossed = shift_down(crossed, 4);
    }
    return negate_where(lanes_above(from, to), gain); /* towards lower cells */
}

/* ---- looking up ------------------------------------------------------------------------------ */

/* Moves a tile in the patterns of a view; `gain` changes the code. */
static inline void patterns_move(struct looked *looked, unsigned j,
                                 const struct constants *constants, vec patterns, vec from, vec to,
                                 vec tile, vec gain) {
    const vec one = all_lanes(1), code_bits = all_lanes(0xFFFF);
    const lane_set second = lanes_with(shift_down_by(constants->pattern, tile), one);
    const vec from_bit = shift_up_by(one, from), to_bit = shift_up_by(one, to);
    const vec mask =
        differ(differ(both(patterns, code_bits), from_bit), choose(second, code_bits, to_bit));
    const vec code_shift = choose(second, all_lanes(32), all_lanes(16));
    patterns = differ_where(lanes_other(second), patterns, differ(from_bit, to_bit));
    patterns = add(patterns, shift_up_by(gain, code_shift));
    store(looked->patterns + j, patterns);
    store(looked->code + j, both(shift_down_by(patterns, code_shift), code_bits));
    const vec numbered = either_where(second, mask, all_lanes(0x10000));
    store32(looked->mask + j, numbered);
    /* the cell to look for, until the address replaces it */
    store(looked->shift + j, from);
}

static inline void rows_read(struct looked *looked, unsigned j, const struct bits4x4 *own) {
    for (unsigned i = j; i < j + LANES; i++) {
        const uint32_t mask = looked->mask[i];
        looked->row[i] = own->row[own->high[mask >> 8] + own->low[mask & 255u]];
    }
}

static inline const uint8_t *entry_at(uint64_t address) {
    return (const uint8_t *)(uintptr_t)address;
}

/* Whether every row may be read. */
static bool rows_ready(struct bits4x4 *own) {
    if (__atomic_load_n(&own->all_ready, __ATOMIC_ACQUIRE)) return true;
    if (!table_all_ready(own->table[0]) || !table_all_ready(own->table[1])) return false;
    __atomic_store_n(&own->all_ready, true, __ATOMIC_RELEASE);
    return true;
}

/* Loads the rows of some children if they are not ready. One that cannot be loaded is still
 * readable memory; the next check ends the search. */
static void rows_require(const struct looked *looked, unsigned j, unsigned count,
                         const struct bits4x4 *own) {
    const unsigned end = count < j + LANES ? count : j + LANES;
    for (unsigned i = j; i < end; i++) {
        const struct tilepdb_table *table = own->table[looked->mask[i] >> 16];
        const uint32_t code = (uint32_t)looked->code[i];
        if (__builtin_expect(!table_row_ready(table, code), 0)) table_row_load(table, code);
    }
}

/* Addresses from rows; lanes beyond `count` get one that may be read. */
static inline void entries_fetch(struct looked *looked, unsigned j, unsigned count,
                                 const struct constants *constants) {
    const vec cell = load(looked->shift + j), row = load(looked->row + j);
    const vec numbers = load32(looked->mask + j);
    const lane_set second = lanes_with(numbers, all_lanes(0x10000));
    const vec bits = add(cell, shift_up(cell, 1)); /* three a cell */
    const vec cohort = add(shift_down(row, 48), both(shift_down_by(row, bits), all_lanes(7)));
    const vec base = choose(second, constants->entries[1], constants->entries[0]);
    const vec row_bytes = choose(second, constants->row_bytes[1], constants->row_bytes[0]);
    vec address =
        add(add(base, multiply32(load(looked->code + j), row_bytes)), shift_down(cohort, 3));
    const vec h_shift = choose(second, all_lanes(50 << 8), all_lanes(48 << 8));
    if (count - j < LANES) address = choose(lanes_below(count - j), address, constants->entries[0]);
    store(looked->address + j, address);
    store(looked->shift + j, either(both(cohort, all_lanes(7)), h_shift));
    for (unsigned i = j; i < j + LANES; i++) __builtin_prefetch(entry_at(looked->address[i]));
}

/* The bytes replace the rows. */
static inline void entries_read(struct looked *looked, unsigned count) {
    for (unsigned j = 0; j < count; j++) looked->row[j] = *entry_at(looked->address[j]);
}

/* The view's word with the h that the entry gives. *within: children that stay in the bound. */
static inline vec patterns_judge(const struct looked *looked, unsigned j, lane_set *within) {
    const vec one = all_lanes(1), two_bits = all_lanes(3);
    const vec shifts = load(looked->shift + j), patterns = load(looked->patterns + j);
    const vec entry = shift_down_by(load(looked->row + j), both(shifts, all_lanes(7)));
    const vec h_shift = shift_down(shifts, 8);
    const vec higher = shift_down_by(patterns, h_shift); /* what h would be if it rose, modulo 4 */
    const vec falls = both(differ(shift_down(higher, 1), entry), one);
    const vec slack = shift_down(patterns, 56);
    *within = lanes_with(either(slack, falls), all_lanes(0xFF));
    const vec next = both(add(add(higher, one), add(falls, falls)), two_bits);
    const vec changed =
        differ(patterns, shift_up_by(differ(both(higher, two_bits), next), h_shift));
    return subtract(changed, shift_up(subtract(one, falls), 57));
}

#endif
