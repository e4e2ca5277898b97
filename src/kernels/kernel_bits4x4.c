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
 *    1  2  3  4     board 0     cfedb7a980654321      ->  cfedb0a987654321
 *    5  6  .  8     board 1     fbedca0987654321      ->  fbedc0a987654321
 *    9 10  7 11                 slack h code1 code0 mask0
 *   13 14 15 12     view 0       00 0e 104f 89cf 04bf  ->  00 0d 104f 9d7f 00ff
 *                   view 1       00 01 1319 9d7f 00ff  ->  00 0d 1319 9d7f 00ff
 *                               left number follow blank
 *                   state         03  000006  8  6     ->  02  000024  e  a
 *
 * In view 0, 7 passes 8, 9 and 10 towards lower cells. Only 8 is in the pattern of 7. It is larger
 * and has label 7, so code 0 gains 7! (0x13b0). Mask 0 exchanges cell 10 for 6, and h 0 falls: the
 * low half of 0xe = 11 10 becomes 01. In view 1, the diagonal reflection, 7 appears as 10, which is
 * in pattern 1, and moves horizontally: code 1 and mask 0 stay, and h 1 falls: the high half of 0x1
 * = 00 01 becomes 11.
 */
#include <stdlib.h>
#include <string.h>

#include "base/processor.h"
#include "kernels/kernel_bits4x4_view.h"
#include "kernels/pass.h"

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
    uint64_t parent_before[WIDTH + 1]; /* sum of pending count + TALLY_EXPANDED over earlier
                                        * parents */
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
    const vec gain = crossings(constants, &moved, board_0, board_1);
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

/* The look-ups of a view form a pipeline: each stage is some children behind the previous stage. So
 * it reads the cache rather than pending stores, and entries arrive while other children are
 * computed. */
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

/* ---- the root and the set-up ----------------------------------------------------------------- */

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
