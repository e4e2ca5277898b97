/*
 * The kernel for colour tables (table/colour_table.h): multi-tile moves on boards of up to 16 cells
 * in at most KERNEL_GROUPS groups.
 *
 * A node has its packed colour sequences along both axes, in each group. A slide keeps the sequence
 * along its axis. In the other sequence, each sliding tile passes the tiles that are read between
 * its two cells. Each step of the blank has a list of such cells, so a few additions update the
 * sequence. All entries of a batch are prefetched before the first is read.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/processor.h"
#include "kernels/kernel_colours_setup.h"
#include "kernels/pass.h"
#include "table/colour_table.h"

#define WIDTH        16
#define MOST_CELLS   16 /* a board is a word of 4-bit cells */
#define MOST_CROSSED 7
#define MOST_SLIDES  6 /* from a board: half of AUTOMATON_MAX_MOVES */

/* One step of the blank in one group: how it changes the packed sequence along the other axis. */
struct step {
    uint8_t count;
    uint8_t cell[MOST_CROSSED];
    uint64_t moving; /* factor of the moving tile's colour */
    uint64_t passed[MOST_CROSSED];
};

struct colours_data {
    const struct colour_table *colours[KERNEL_GROUPS];
    enum colour_order order[KERNEL_GROUPS][COLOUR_ORDERS];  /* [group][board's axis] */
    uint8_t colour[KERNEL_GROUPS][MOST_CELLS];              /* [group][tile of the first view] */
    uint8_t line[KERNEL_GROUPS][COLOUR_ORDERS][MOST_CELLS]; /* [group][axis][board's cell] */
    struct step step[KERNEL_GROUPS][MOST_CELLS][DIRECTIONS];
    uint8_t view_cell[MOST_CELLS]; /* [board's cell] cell of the first view */
    uint64_t goal;
};

struct node {
    uint64_t board; /* tile of each cell, in 4 bits, numbered as in the first view */
    uint64_t packed[COLOUR_ORDERS][KERNEL_GROUPS];
    /* [axis of the next move] lower bound on the moves after it; only the root has both axes */
    uint8_t slides[COLOUR_ORDERS][KERNEL_GROUPS];
    automaton_entry entry;
    uint8_t blank;
    int16_t left;
};

struct child {
    uint64_t board;
    uint64_t packed[KERNEL_GROUPS];
    const uint64_t *word[KERNEL_GROUPS];
    uint8_t shift[KERNEL_GROUPS];
    uint8_t parent;
    uint8_t move;
    uint8_t axis;
    uint8_t blank;
};

struct scratch {
    struct node parent[WIDTH];
    uint32_t link[WIDTH];
    /* [parent] sum of pending count + TALLY_EXPANDED over earlier parents */
    packed_tally before[WIDTH + 1];
    struct child child[WIDTH * MOST_SLIDES];
};

static void step_fill(struct step *step, const struct kernel_setup *setup, unsigned g,
                      enum colour_order order, unsigned blank, unsigned from) {
    const struct colour_index *index = &setup->colours[g]->index;
    const unsigned seen_blank = colours_cell_seen(setup, g, blank),
                   seen_from = colours_cell_seen(setup, g, from);
    step->moving = index->weight[colour_place(index, order, seen_blank, seen_from)] -
                   index->weight[colour_place(index, order, seen_from, seen_blank)];
    for (unsigned cell = 0; cell < index->geometry.cells; cell++) {
        if (cell == blank || cell == from) continue;
        const unsigned seen = colours_cell_seen(setup, g, cell);
        const unsigned before = colour_place(index, order, seen, seen_blank);
        const unsigned after = colour_place(index, order, seen, seen_from);
        if (before == after) continue;
        step->cell[step->count] = (uint8_t)cell;
        step->passed[step->count++] = index->weight[after] - index->weight[before];
    }
}

static void group_fill(struct colours_data *data, const struct kernel_setup *setup, unsigned g) {
    const struct colour_index *index = &setup->colours[g]->index;
    const struct geometry *geometry = &setup->moves.geometry;
    data->colours[g] = setup->colours[g];
    for (unsigned axis = 0; axis < COLOUR_ORDERS; axis++)
        data->order[g][axis] = colours_order(setup, g, axis);
    colours_of_tiles(setup, g, data->colour[g]);
    for (unsigned cell = 0; cell < geometry->cells; cell++) {
        const unsigned seen = colours_cell_seen(setup, g, cell);
        for (unsigned axis = 0; axis < COLOUR_ORDERS; axis++)
            data->line[g][axis][cell] = index->line[data->order[g][axis]][seen];
        for (unsigned d = 0; d < DIRECTIONS; d++)
            if (geometry->neighbour[cell][d] != NO_CELL)
                step_fill(&data->step[g][cell][d], setup, g,
                          data->order[g][colour_order_other(colours_axis_of(d))], cell,
                          geometry->neighbour[cell][d]);
    }
}

static bool colours_prepare(const struct kernel_setup *setup, void **prepared) {
    struct colours_data *data = calloc(1, sizeof *data);
    if (!data) return false;
    for (unsigned g = 0; g < setup->group_count; g++) group_fill(data, setup, g);
    for (unsigned cell = 0; cell < setup->moves.geometry.cells; cell++) {
        data->view_cell[cell] = (uint8_t)colours_cell_seen(setup, 0, cell);
        data->goal |= (uint64_t)colours_goal_tile(setup, data->view_cell[cell]) << 4 * cell;
    }
    *prepared = data;
    return true;
}

static bool colours_fit(const struct kernel_setup *setup) {
    return setup->colours[0] && setup->group_count <= KERNEL_GROUPS &&
           setup->view.cells <= MOST_CELLS && setup->moves.count <= 2 * MOST_SLIDES;
}

KERNEL_INLINE unsigned tile_of(uint64_t board, unsigned cell) {
    return board >> 4 * cell & 15u;
}

KERNEL_INLINE uint64_t packed_after(const struct colours_data *data, unsigned g, uint64_t packed,
                                    uint64_t board, const struct step *step, unsigned tile) {
    packed += step->moving * data->colour[g][tile];
    for (unsigned i = 0; i < step->count; i++)
        packed += step->passed[i] * data->colour[g][tile_of(board, step->cell[i])];
    return packed;
}

KERNEL_INLINE void child_locate(struct child *child, const struct colours_data *data,
                                unsigned groups) {
    for (unsigned g = 0; g < groups; g++) {
        const struct colour_table *colours = data->colours[g];
        const struct colour_index *index = &colours->index;
        const enum colour_order order = data->order[g][child->axis];
        const uint64_t state =
            (uint64_t)colour_rank(index, child->packed[g]) * index->lines[order] +
            data->line[g][child->axis][child->blank];
        child->word[g] = &colours->entries[order][state / 32];
        child->shift[g] = (uint8_t)colour_table_shift(state);
        __builtin_prefetch(child->word[g]);
    }
}

/* Lists a parent's slides in one direction, the longest first. */
KERNEL_INLINE unsigned slides_list(struct child *list, const struct colours_data *data,
                                   const struct kernel_setup *setup, const struct node *node,
                                   unsigned legal, unsigned parent, unsigned first,
                                   unsigned groups) {
    const unsigned d = setup->moves.move[first].direction, count = bits_count32(legal);
    const unsigned axis = colour_order_other(colours_axis_of(d));
    uint64_t board = node->board, packed[KERNEL_GROUPS];
    unsigned blank = node->blank, listed = 0;
    memcpy(packed, node->packed[axis], sizeof packed);
    for (unsigned move = first; legal >> move; move++) {
        const unsigned from = setup->moves.geometry.neighbour[blank][d];
        const unsigned tile = tile_of(board, from);
        for (unsigned g = 0; g < groups; g++)
            packed[g] = packed_after(data, g, packed[g], board, &data->step[g][blank][d], tile);
        board ^= (uint64_t)tile << 4 * from | (uint64_t)tile << 4 * blank;
        blank = from;
        if (!(legal >> move & 1u)) continue;
        struct child *child = &list[count - ++listed];
        child->board = board;
        memcpy(child->packed, packed, sizeof packed);
        child->parent = (uint8_t)parent;
        child->move = (uint8_t)move;
        child->axis = (uint8_t)axis;
        child->blank = (uint8_t)blank;
        child_locate(child, data, groups);
    }
    return count;
}

KERNEL_INLINE unsigned children_list(struct pass *pass, size_t count, unsigned groups) {
    struct scratch *scratch = pass->scratch;
    const struct move_set *moves = &pass->setup->moves;
    const unsigned across = moves->geometry.width - 1u, along = moves->geometry.height - 1u;
    const struct {
        unsigned first, count;
    } ways[DIRECTIONS] = {
        {0, along}, {along, across}, {along + across, across}, {along + 2 * across, along}};
    unsigned children = 0;
    pass->top -= count;
    memcpy(scratch->parent, (struct node *)pass_field(pass, 0) + pass->top,
           count * sizeof *scratch->parent);
    memcpy(scratch->link, pass->link + pass->top, count * sizeof *scratch->link);
    scratch->before[0] = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct node *node = &scratch->parent[i];
        const unsigned legal = automaton_legal(node->entry, moves->count);
        scratch->before[i + 1] = scratch->before[i] + pass->pending[pass->top + i] + TALLY_EXPANDED;
        for (unsigned d = DIRECTIONS; d-- > 0;) {
            const unsigned some = legal & ((1u << ways[d].count) - 1) << ways[d].first;
            if (some)
                children += slides_list(&scratch->child[children], pass->data, pass->setup, node,
                                        some, i, ways[d].first, groups);
        }
    }
    pass->done.generated += children;
    pass->done.expanded += count;
    return children;
}

/* [entry][parent's slides modulo 3] change of the slides */
static const int8_t change[4][3] = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}, {0, 0, 0}};

/* Returns true if the child is within the bound or, without a move left, is the goal. */
KERNEL_INLINE bool child_read(const struct child *child, const struct colours_data *data,
                              const struct node *parent, struct node *next, unsigned groups) {
    const unsigned axis = child->axis;
    const uint8_t *slides = parent->slides[colour_order_other(axis)];
    unsigned most = 0;
    for (unsigned g = 0; g < groups; g++) {
        const unsigned entry = *child->word[g] >> child->shift[g] & 3u;
        const unsigned value = (unsigned)(slides[g] + change[entry][slides[g] % 3]);
        next->slides[axis][g] = (uint8_t)value;
        if (value > most) most = value;
    }
    return parent->left == 1 ? child->board == data->goal : (int)most + 1 < parent->left;
}

/* Returns false if the child is a solution that must not stay on the stack. */
KERNEL_INLINE bool child_push(struct pass *pass, const struct child *child,
                              const struct node *parent, struct node *next, uint32_t link) {
    const unsigned count = pass->setup->moves.count;
    next->board = child->board;
    memcpy(next->packed[child->axis], child->packed, sizeof child->packed);
    memcpy(next->packed[!child->axis], parent->packed[!child->axis], sizeof child->packed);
    next->entry =
        pass->automaton->next[automaton_state(parent->entry, count) * count + child->move];
    next->blank = child->blank;
    next->left = (int16_t)(parent->left - 1);
    pass->link[pass->top] = pass_link_add(pass, link, child->move, pass->setup->moves.bits);
    if (next->left > 0) return true;
    pass_found(pass, pass->top, pass->link[pass->top]);
    return !pass->all;
}

KERNEL_INLINE void batch_expand(struct pass *pass, size_t count, unsigned groups) {
    struct scratch *scratch = pass->scratch;
    const unsigned children = children_list(pass, count, groups);
    const size_t base = pass->top;
    struct node *nodes = pass_field(pass, 0);
    for (unsigned j = 0; j < children; j++) {
        const struct child *child = &scratch->child[j];
        const struct node *parent = &scratch->parent[child->parent];
        struct node *next = &nodes[pass->top];
        if (!child_read(child, pass->data, parent, next, groups)) continue;
        if (child_push(pass, child, parent, next, scratch->link[child->parent]))
            pass->pending[pass->top++] = scratch->before[child->parent] + j;
    }
    pass_pending_from_sums(pass, base, scratch->before[count] + children);
}

static void colours_root(struct pass *pass, const struct kernel_root *root, automaton_entry entry) {
    const struct colours_data *data = pass->data;
    const struct kernel_setup *setup = pass->setup;
    struct node *node = (struct node *)pass_field(pass, 0) + pass->top;
    memset(node, 0, sizeof *node);
    for (unsigned cell = 0; cell < setup->moves.geometry.cells; cell++)
        node->board |= (uint64_t)root->group[0].board[data->view_cell[cell]] << 4 * cell;
    for (unsigned g = 0; g < setup->group_count; g++)
        for (unsigned axis = 0; axis < COLOUR_ORDERS; axis++) {
            node->packed[axis][g] =
                colour_pack(&data->colours[g]->index, data->order[g][axis], root->group[g].board);
            node->slides[axis][g] = root->group[g].slides[axis];
        }
    node->entry = entry;
    node->blank = root->blank;
    node->left = (int16_t)pass->bound;
}

static void colours_expand(struct pass *pass, size_t count) {
    const unsigned groups = pass->setup->group_count;
    if (groups == KERNEL_GROUPS)
        batch_expand(pass, count, KERNEL_GROUPS);
    else
        batch_expand(pass, count, groups);
}

static int colours_entry_slack(const struct pass *pass, size_t entry) {
    const struct node *node = (const struct node *)pass_field(pass, 0) + entry;
    return colours_slack(pass->setup, node->entry, &node->slides[0][0], KERNEL_GROUPS, node->left);
}

const struct kernel PASTE(kernel_, KERNEL_NAME) = {.fits = colours_fit,
                                                   .prepare = colours_prepare,
                                                   .release = free,
                                                   .fields = 1,
                                                   .field_bytes = sizeof(struct node),
                                                   .scratch_bytes = sizeof(struct scratch),
                                                   .width = WIDTH,
                                                   .max_bound = INT16_MAX,
                                                   .root = colours_root,
                                                   .expand = colours_expand,
                                                   .slack = colours_entry_slack};
