/*
 * The kernel for 4x4 with bit tables of two patterns in two views, such as 7-8. Children are
 * computed in vectors (vectors.h); words of masks and entries are read one by one, since gathers
 * are no faster.
 *
 * A node is five words:
 *
 * - the board in each view: the tile of cell c in bits 4c .. 4c+3;
 * - the patterns in each view. Bits 0 .. 15 hold the mask of pattern 0 (pattern 1 has the other
 *   cells except the blank's), 16 .. 31 code 0, 32 .. 47 code 1, 48 .. 49 (h 0 + 1) mod 4, 50 .. 51
 *   (h 1 + 1) mod 4, 56 .. 63 the slack, bound - g - h. h changes by one in each move, so a child
 *   exceeds the bound only if the slack is 0 and h rises. A view without slack is looked up first,
 *   since only it can prune;
 * - the state. Bits 0 .. 3 hold the blank's cell in view 0, 4 .. 7 the directions that may follow,
 *   8 .. 31 the automaton's state, 32 .. 39 the moves left.
 *
 * A unit test runs this example with the patterns 1 .. 8 and 9 .. 15 and bound 3, where the blank
 * goes down:
 *
 *      1  2  3  4     board 0     cfedb7a980654321      ->  cfedb0a987654321
 *      5  6  .  8     board 1     fbedca0987654321      ->  fbedc0a987654321
 *      9 10  7 11                 slack h code1 code0 mask0
 *     13 14 15 12     view 0       00 0e 104f 89cf 04bf  ->  00 0d 104f 9d7f 00ff
 *                     view 1       00 01 1319 9d7f 00ff  ->  00 0d 1319 9d7f 00ff
 *                                 left number follow blank
 *                     state         03  000006  8  6     ->  02  000024  e  a
 *
 * In view 0, 7 passes 8, 9 and 10 towards lower cells. Only 8 is in the pattern of 7. It is larger
 * and has label 7, so code 0 gains 7! (0x13b0). Mask 0 exchanges cell 10 for 6, and h 0 falls: the
 * low half of 0xe = 11 10 becomes 01. In view 1, the diagonal reflection, 7 appears as 10, which is
 * in pattern 1, and moves horizontally: code 1 and mask 0 stay, and h 1 falls: the high half of 0x1
 * = 00 01 becomes 11.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/processor.h"
#include "kernels/pass.h"
#include "kernels/vectors.h"

struct directions_list {
    uint32_t list; /* directions, a byte each from the lowest on, in descending order */
    uint32_t count;
};

struct bits4x4 {
    uint8_t reflected[16];  /* [cell of view 0] cell of view 1 */
    uint16_t factorial[16]; /* [tile] of its label */
    uint16_t negative[16];
    uint8_t member[16];           /* [tile] pattern; 2 for the blank */
    uint8_t step[16];             /* [direction] added to the blank's cell in view 0, modulo 16 */
    uint32_t vertical_directions; /* in view 0 */
    uint32_t pattern_of_tile;     /* bit t: tile t is in pattern 1 */
    const struct tilepdb_table *table[2];
    uint64_t entries[2];
    uint64_t row_bytes[2];
    struct directions_list directions[16];
    uint8_t cell[16]; /* [board's cell] cell of view 0 */
    /* [pattern << 15 | mask >> 1] index.mask_regions of the mask, whose lowest bit follows from the
     * number of its other bits. */
    uint64_t row[2 << 15];
};

/* ---- what is prepared ------------------------------------------------------------------------ */

static bool index_fits(const struct index *index) {
    return index->region_bits == 3 && index->region_shift == 48 && index->code_count <= 65536;
}

static bool bits4x4_fits(const struct kernel_setup *setup) {
    const struct kernel_partition *partition = setup->partition[0];
    if (!kernel_moves_are_single(setup) || !setup->mirrored) return false;
    if (setup->view.width != 4 || setup->view.height != 4) return false;
    if (partition->nibble || partition->pattern_count != 2) return false;
    return index_fits(partition->pattern[0].index) && index_fits(partition->pattern[1].index);
}

static void moves_fill(struct bits4x4 *data, const struct kernel_setup *setup) {
    for (unsigned blank = 0; blank < 16; blank++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            if (!(setup->moves.legal[blank] >> d & 1u)) continue;
            const struct kernel_move *move = &setup->move[blank][d];
            const struct kernel_group_move *view = move->group;
            data->cell[blank] = view[0].to;
            data->reflected[view[0].to] = view[1].to;
            data->step[d] = (uint8_t)(view[0].from - view[0].to) & 15u;
            if (move->vertical == 0) data->vertical_directions |= 1u << d;
        }
    for (unsigned set = 0; set < 16; set++)
        for (unsigned d = DIRECTIONS; d-- > 0;)
            if (set >> d & 1u)
                data->directions[set].list |= d << (8 * data->directions[set].count++);
}

/* Returns the next larger mask with equally many cells; `mask` is not 0 (Gosper, HAKMEM 175). */
static uint32_t next_mask(uint32_t mask) {
    const uint32_t lowest = mask & -mask, ripple = mask + lowest;
    return ripple | (mask ^ ripple) >> (bits_lowest32(mask) + 2);
}

static void patterns_fill(struct bits4x4 *data, const struct kernel_partition *partition) {
    data->member[0] = 2;
    for (unsigned tile = 1; tile < 16; tile++) {
        const unsigned number = partition->pattern_of_tile[tile];
        const struct index *index = partition->pattern[number].index;
        data->pattern_of_tile |= number << tile;
        data->factorial[tile] = (uint16_t)index->factorial[index->label_of_tile[tile]];
        data->negative[tile] = (uint16_t)-data->factorial[tile];
        data->member[tile] = (uint8_t)number;
    }
    for (unsigned p = 0; p < 2; p++) {
        const struct kernel_pattern *pattern = &partition->pattern[p];
        const struct index *index = pattern->index;
        data->table[p] = pattern->table;
        data->entries[p] = (uint64_t)(uintptr_t)pattern->entries;
        data->row_bytes[p] = pattern->row_bytes;
        const uint32_t first = (1u << index->tile_count) - 1;
        for (uint32_t mask = first; mask < 1u << 16; mask = next_mask(mask))
            data->row[p << 15 | mask >> 1] = index->mask_regions[index_rank(index, mask)];
    }
}

static bool bits4x4_prepare(const struct kernel_setup *setup, void **data) {
    struct bits4x4 *made = calloc(1, sizeof *made);
    if (!made) return false;
    moves_fill(made, setup);
    patterns_fill(made, setup->partition[0]);
    *data = made;
    return true;
}

/* ---- one view -------------------------------------------------------------------------------- */

#define WIDTH    64
#define CHILDREN (WIDTH * DIRECTIONS + 2 * LANES)

struct lookups {
    uint64_t patterns[CHILDREN];
    uint64_t mask[CHILDREN];    /* index in bits4x4.row */
    uint64_t row[CHILDREN];     /* word of the mask; later the entry's byte */
    uint64_t address[CHILDREN]; /* of the row; later of the entry's byte */
    uint64_t shift[CHILDREN];   /* of the region in `row`, later of the entry in its byte; bits 8 ..
                                 * 15: of h in `patterns` */
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
    lane_set vertical; /* in view 0; all other moves are vertical in view 1 */
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
static inline vec vertical_change(const struct constants *constants, const struct moved *moved,
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

/* Returns the view's words with the children's h and slack. `*within` has the children within the
 * bound. */
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

/* ---- nodes ----------------------------------------------------------------------------------- */

enum field { BOARD_0, BOARD_1, VIEW_0, VIEW_1, STATE, FIELDS };

/* Words of a child that passed its first view; KEPT_VIEW holds the other view. */
enum kept { KEPT_BOARD_0, KEPT_BOARD_1, KEPT_VIEW, KEPT_STATE, KEPT_FIELDS };

struct scratch {
    uint64_t node[FIELDS][CHILDREN];
    uint64_t notes[CHILDREN];
    struct lookups first;
    uint64_t kept[KEPT_FIELDS][CHILDREN];
    uint64_t kept_notes[CHILDREN];
    uint64_t kept_patterns[CHILDREN];
    uint32_t follow[CHILDREN];
    struct lookups second;
    /* [parent] sum of pending count + TALLY_EXPANDED over earlier parents */
    uint64_t parent_before[WIDTH + 1];
    uint64_t parent_notes[WIDTH];
    uint8_t direction[CHILDREN];
};

#define LEFT_SHIFT  32
#define SLACK_SHIFT 56

/* Notes on a child: its direction (bits 0 .. 1), NOTE_FIRST_0 if view 0 is looked up first, its
 * parent's link, the change of the code, its own and its parent's number. */
#define NOTE_FIRST_0      (UINT64_C(1) << 2)
#define NOTE_LINK_SHIFT   3
#define NOTE_GAIN_SHIFT   32
#define NOTE_NUMBER_SHIFT 48
#define NOTE_PARENT_SHIFT 56

/* ---- a batch --------------------------------------------------------------------------------- */

static inline uint64_t *field(const struct pass *pass, enum field which) {
    return pass_field(pass, which);
}

struct parents {
    const uint64_t *words[FIELDS];
    const uint64_t *notes;
};

/* Makes four copies of a parent; the next parent overwrites unused copies. */
static inline void parent_spread(struct scratch *scratch, const struct parents *parents,
                                 unsigned parent, unsigned first) {
    for (unsigned f = 0; f < FIELDS; f++)
        store_repeated4(scratch->node[f] + first, parents->words[f][parent]);
    store_repeated4(scratch->notes + first, parents->notes[parent]);
}

static unsigned children_list(struct pass *pass, struct scratch *scratch, size_t count) {
    const struct bits4x4 *data = pass->data;
    const size_t base = pass->top -= count;
    const packed_tally *pending = pass->pending + base;
    const uint32_t *link = pass->link + base;
    struct parents parents = {.notes = scratch->parent_notes};
    for (unsigned f = 0; f < FIELDS; f++) parents.words[f] = field(pass, f) + base;
    unsigned children = 0;
    packed_tally before = 0;
    for (unsigned i = 0; i < count; i++) {
        const automaton_entry entry = (automaton_entry)parents.words[STATE][i];
        const struct directions_list *directions =
            &data->directions[automaton_legal(entry, DIRECTIONS)];
        memcpy(scratch->direction + children, &directions->list, sizeof directions->list);
        scratch->parent_notes[i] = (uint64_t)link[i] << NOTE_LINK_SHIFT | (uint64_t)i
                                                                              << NOTE_PARENT_SHIFT;
        scratch->parent_before[i] = before;
        before += pending[i] + TALLY_EXPANDED;
        parent_spread(scratch, &parents, i, children);
        children += directions->count;
    }
    scratch->parent_before[count] = before;
    pass->done.generated += children;
    pass->done.expanded += count;
    return children;
}

/* Prepares the first look-up of LANES children, in a view without slack if possible. */
static inline void first_locate(struct scratch *scratch, unsigned j,
                                const struct constants *constants) {
    const vec board_0 = load(scratch->node[BOARD_0] + j);
    const vec board_1 = load(scratch->node[BOARD_1] + j);
    const vec view_0 = load(scratch->node[VIEW_0] + j), view_1 = load(scratch->node[VIEW_1] + j);
    const vec direction = load8(scratch->direction + j);
    const struct moved moved =
        children_move(constants, load(scratch->node[STATE] + j), direction, board_0, board_1);
    const vec gain = vertical_change(constants, &moved, board_0, board_1);
    const lane_set first_0 = lanes_without(view_0, all_lanes(UINT64_C(0xFF) << 56));
    const lane_set vertical = lanes_other(lanes_differ(first_0, moved.vertical));
    patterns_move(&scratch->first, j, constants, choose(first_0, view_0, view_1),
                  choose(first_0, moved.from[0], moved.from[1]),
                  choose(first_0, moved.to[0], moved.to[1]),
                  choose(first_0, moved.tile[0], moved.tile[1]), keep(vertical, gain));
    const vec number = shift_up(add(iota(), all_lanes(j)), NOTE_NUMBER_SHIFT);
    vec notes = either(either(load(scratch->notes + j), direction), number);
    notes = either(notes, shift_up(gain, NOTE_GAIN_SHIFT));
    notes = either_where(first_0, notes, all_lanes(NOTE_FIRST_0));
    store(scratch->notes + j, notes);
}

static inline unsigned first_test(struct scratch *scratch, unsigned j, unsigned children,
                                  unsigned kept) {
    lane_set within;
    const vec patterns = patterns_test(&scratch->first, j, &within);
    within = lanes_both(within, lanes_below(children - j));
    const vec notes = load(scratch->notes + j);
    const lane_set first_0 = lanes_with(notes, all_lanes(NOTE_FIRST_0));
    compress(scratch->kept[KEPT_BOARD_0] + kept, within, load(scratch->node[BOARD_0] + j));
    compress(scratch->kept[KEPT_BOARD_1] + kept, within, load(scratch->node[BOARD_1] + j));
    compress(scratch->kept[KEPT_VIEW] + kept, within,
             choose(first_0, load(scratch->node[VIEW_1] + j), load(scratch->node[VIEW_0] + j)));
    compress(scratch->kept[KEPT_STATE] + kept, within, load(scratch->node[STATE] + j));
    compress(scratch->kept_notes + kept, within, notes);
    compress(scratch->kept_patterns + kept, within, patterns);
    return kept + lanes_count(within);
}

static inline void second_locate(struct scratch *scratch, unsigned j, unsigned kept,
                                 const struct constants *constants) {
    const vec board_0 = load(scratch->kept[KEPT_BOARD_0] + j);
    const vec board_1 = load(scratch->kept[KEPT_BOARD_1] + j);
    const vec notes = load(scratch->kept_notes + j), state = load(scratch->kept[KEPT_STATE] + j);
    const vec direction = both(notes, all_lanes(3));
    const struct moved moved = children_move(constants, state, direction, board_0, board_1);
    const lane_set first_0 = lanes_with(notes, all_lanes(NOTE_FIRST_0));
    const lane_set vertical = lanes_differ(first_0, moved.vertical);
    const vec gain = both(shift_down(notes, NOTE_GAIN_SHIFT), all_lanes(0xFFFF));
    patterns_move(&scratch->second, j, constants, load(scratch->kept[KEPT_VIEW] + j),
                  choose(first_0, moved.from[1], moved.from[0]),
                  choose(first_0, moved.to[1], moved.to[0]),
                  choose(first_0, moved.tile[1], moved.tile[0]), keep(vertical, gain));
    const vec number = both(shift_down(state, 8), all_lanes(0xFFFFFF));
    const vec follow = either(shift_up(number, 2), direction);
    /* Lanes beyond `kept` may hold states that this automaton lacks. */
    store32(scratch->follow + j, keep(lanes_below(kept - j), follow));
}

static inline void follow_fetch(const struct pass *pass, const struct scratch *scratch, size_t j) {
    const uint32_t *follow = scratch->follow + j;
    for (unsigned i = 0; i < LANES; i++) __builtin_prefetch(&pass->automaton->next[follow[i]]);
}

static inline void follow_read(const struct pass *pass, struct scratch *scratch, size_t j) {
    const automaton_entry *next = pass->automaton->next;
    uint32_t *follow = scratch->follow + j;
    for (unsigned i = 0; i < LANES; i++) follow[i] = next[follow[i]];
}

static inline void links_add(struct pass *pass, lane_set which, vec notes) {
    const vec direction = both(notes, all_lanes(3));
    const vec link = both(shift_down(notes, NOTE_LINK_SHIFT), all_lanes(0x1FFFFFFF));
    compress32(pass->links + pass->link_count, which, either(shift_up(link, 2), direction));
    store32(pass->link + pass->top, add(all_lanes(pass->link_count), iota()));
    pass->link_count += lanes_count(which);
}

static void solutions_report(struct pass *pass, size_t base, unsigned count) {
    const uint64_t *left = field(pass, STATE), *view = field(pass, VIEW_0);
    size_t top = base;
    for (size_t i = base; i < base + count; i++) {
        const bool solved = left[i] >> LEFT_SHIFT == view[i] >> SLACK_SHIFT;
        if (solved) pass_found(pass, i, pass->link[i]);
        if (solved && pass->all) continue;
        for (unsigned f = 0; f < FIELDS; f++) field(pass, f)[top] = field(pass, f)[i];
        pass->pending[top] = pass->pending[i];
        pass->link[top++] = pass->link[i];
    }
    pass->top = top;
}

static inline void second_test(struct pass *pass, struct scratch *scratch, unsigned j,
                               unsigned kept, const struct constants *constants) {
    lane_set within;
    const vec second = patterns_test(&scratch->second, j, &within);
    within = lanes_both(within, lanes_below(kept - j));
    const vec board_0 = load(scratch->kept[KEPT_BOARD_0] + j);
    const vec board_1 = load(scratch->kept[KEPT_BOARD_1] + j);
    const vec notes = load(scratch->kept_notes + j), state = load(scratch->kept[KEPT_STATE] + j);
    const vec first = load(scratch->kept_patterns + j);
    const struct moved moved =
        children_move(constants, state, both(notes, all_lanes(3)), board_0, board_1);
    const lane_set first_0 = lanes_with(notes, all_lanes(NOTE_FIRST_0));
    const vec left = subtract(both(state, all_lanes(UINT64_C(0xFF) << LEFT_SHIFT)),
                              all_lanes(UINT64_C(1) << LEFT_SHIFT));
    const vec follow = load32(scratch->follow + j);
    const unsigned count = lanes_count(within);
    const size_t top = pass->top;
    compress(field(pass, BOARD_0) + top, within, board_after(board_0, &moved, 0));
    compress(field(pass, BOARD_1) + top, within, board_after(board_1, &moved, 1));
    compress(field(pass, VIEW_0) + top, within, choose(first_0, first, second));
    compress(field(pass, VIEW_1) + top, within, choose(first_0, second, first));
    compress(field(pass, STATE) + top, within, either(either(moved.from[0], left), follow));
    compress(pass->pending + top, within, notes);
    links_add(pass, within, notes);
    pass->top += count;
    const lane_set over = lanes_both(within, lanes_without(left, left));
    if (__builtin_expect(lanes_any(over), 0)) solutions_report(pass, top, count);
}

static void pending_write(struct pass *pass, const struct scratch *scratch, size_t base) {
    packed_tally *pending = pass->pending;
    for (size_t i = base; i < pass->top; i++) {
        const uint64_t note = pending[i];
        pending[i] =
            scratch->parent_before[note >> NOTE_PARENT_SHIFT] + (note >> NOTE_NUMBER_SHIFT & 0xFF);
    }
}

/* The look-ups of a view form a pipeline: each stage is some children behind the previous stage, so
 * it reads the cache rather than pending stores, and entries arrive meanwhile. */
#define ROWS   LANES /* children by which this stage is behind the first */
#define FETCH  (2 * LANES)
#define READ   (FETCH + FLIGHT)
#define TEST   (READ + APART)
#define FLIGHT 64          /* children between a prefetch and its use */
#define APART  (2 * LANES) /* with fewer children between, loads would wait for stores */

struct pipeline {
    struct pass *pass;
    struct scratch *scratch;
    const struct bits4x4 *data;
    struct constants constants;
    bool ready;
};

/* True if a stage that is `behind` children late has children left. */
#define DUE(behind) (j >= (behind) && j - (behind) < count)

KERNEL_INLINE unsigned first_pipeline(const struct pipeline *pipeline, unsigned j, unsigned count,
                                      unsigned kept) {
    struct scratch *scratch = pipeline->scratch;
    struct lookups *lookups = &scratch->first;
    if (j < count) first_locate(scratch, j, &pipeline->constants);
    if (DUE(ROWS)) rows_read(lookups, j - ROWS, pipeline->data);
    if (!pipeline->ready && DUE(FETCH)) rows_require(lookups, j - FETCH, count, pipeline->data);
    if (DUE(FETCH)) entries_fetch(lookups, j - FETCH, count, &pipeline->constants);
    if (DUE(READ)) entries_read(lookups, j - READ);
    return DUE(TEST) ? first_test(scratch, j - TEST, count, kept) : kept;
}

KERNEL_INLINE void second_pipeline(const struct pipeline *pipeline, unsigned j, unsigned count) {
    struct scratch *scratch = pipeline->scratch;
    struct lookups *lookups = &scratch->second;
    if (j < count) second_locate(scratch, j, count, &pipeline->constants);
    if (DUE(ROWS)) rows_read(lookups, j - ROWS, pipeline->data);
    if (DUE(ROWS)) follow_fetch(pipeline->pass, scratch, j - ROWS);
    if (!pipeline->ready && DUE(FETCH)) rows_require(lookups, j - FETCH, count, pipeline->data);
    if (DUE(FETCH)) entries_fetch(lookups, j - FETCH, count, &pipeline->constants);
    if (DUE(READ)) entries_read(lookups, j - READ);
    if (DUE(READ)) follow_read(pipeline->pass, scratch, j - READ);
    if (DUE(TEST)) second_test(pipeline->pass, scratch, j - TEST, count, &pipeline->constants);
}

static void bits4x4_expand(struct pass *pass, size_t count) {
    struct scratch *scratch = pass->scratch;
    const struct bits4x4 *data = pass->data;
    const struct pipeline pipeline = {pass, scratch, data, constants_load(data),
                                      pass_rows_ready(pass)};
    const unsigned children = children_list(pass, scratch, count);
    const size_t base = pass->top;
    unsigned kept = 0, begun = 0;
    for (unsigned j = 0; j < children + TEST || begun < kept + TEST; j += LANES) {
        kept = first_pipeline(&pipeline, j, children, kept);
        if (kept < begun + APART && j < children + TEST) continue;
        second_pipeline(&pipeline, begun, kept);
        begun += LANES;
    }
    pending_write(pass, scratch, base);
    if (pass->shorter) solutions_report(pass, base, (unsigned)(pass->top - base));
    pass_pending_from_sums(pass, base, scratch->parent_before[count] + children);
}

static void bits4x4_root(struct pass *pass, const struct kernel_root *root, automaton_entry entry) {
    const struct bits4x4 *data = pass->data;
    for (unsigned v = 0; v < 2; v++) {
        const struct kernel_root_group *group = &root->group[v];
        uint64_t board = 0;
        for (unsigned cell = 0; cell < 16; cell++)
            board |= (uint64_t)group->board[cell] << 4 * cell;
        const uint64_t h = (group->h[0] + 1u) % 4 | (group->h[1] + 1u) % 4 << 2;
        field(pass, BOARD_0 + v)[pass->top] = board;
        field(pass, VIEW_0 + v)[pass->top] = group->mask[0] | (uint64_t)group->code[0] << 16 |
                                             (uint64_t)group->code[1] << 32 | h << 48 |
                                             (uint64_t)(pass->bound - group->sum) << 56;
    }
    field(pass, STATE)[pass->top] =
        (uint64_t)entry | (uint64_t)pass->bound << LEFT_SHIFT | data->cell[root->blank];
}

static int bits4x4_slack(const struct pass *pass, size_t entry) {
    const uint64_t view_0 = field(pass, VIEW_0)[entry], view_1 = field(pass, VIEW_1)[entry];
    return (int)((view_0 < view_1 ? view_0 : view_1) >> 56);
}

static int bits4x4_left(const struct pass *pass, size_t entry) {
    return (int)(field(pass, STATE)[entry] >> LEFT_SHIFT);
}

const struct kernel PASTE(kernel_bits4x4_,
                          TILEPDB_VARIANT) = {.fits = bits4x4_fits,
                                              .prepare = bits4x4_prepare,
                                              .release = free,
                                              .fields = FIELDS,
                                              .field_bytes = sizeof(uint64_t),
                                              .scratch_bytes = sizeof(struct scratch),
                                              .width = WIDTH,
                                              .max_bound = 255,
                                              .root = bits4x4_root,
                                              .expand = bits4x4_expand,
                                              .slack = bits4x4_slack,
                                              .left = bits4x4_left};
