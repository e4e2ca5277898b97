/*
 * Colour tables, for searches in multi-tile moves on boards of up to 16 cells; KERNEL_GROUPS is the
 * most groups. See kernel.h, and table/colour_table.h for what an entry says.
 *
 * A node has the packed sequences of its board along both axes, in each group. A slide along one
 * axis leaves the sequence along that axis as it is. In the other sequence each of its tiles passes
 * those that are read between its cells, which are known beforehand for each step of the blank: so
 * that of a child is a few additions away. The children of a batch are all located, and their
 * entries are being fetched, before the first is read.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/processor.h"
#include "kernels/kernel_colours_setup.h"
#include "kernels/pass.h"
#include "table/colour_table.h"

#define WIDTH        16 /* parents in a batch */
#define MOST_CELLS   16 /* a board is a word of nibbles */
#define MOST_CROSSED 7
#define MOST_SLIDES  6 /* legal at once: half of the moves that an automaton has room for */

/* One step of the blank as a group sees it: what it adds to the packed sequence across. */
struct step {
    uint8_t count;
    uint8_t cell[MOST_CROSSED]; /* the tiles that are passed; the board's cells */
    uint64_t moving;            /* times the colour of the tile that moves */
    uint64_t passed[MOST_CROSSED];
};

/* What the kernel makes of a setup. */
struct colours_data {
    const struct colour_table *colours[KERNEL_GROUPS];
    enum colour_order order[KERNEL_GROUPS][COLOUR_ORDERS];  /* of the view, by the board's axis */
    uint8_t colour[KERNEL_GROUPS][MOST_CELLS];              /* of a tile of the first view */
    uint8_t line[KERNEL_GROUPS][COLOUR_ORDERS][MOST_CELLS]; /* of the board's cells */
    struct step step[KERNEL_GROUPS][MOST_CELLS][DIRECTIONS];
    uint8_t view_cell[MOST_CELLS]; /* of the first view */
    uint64_t goal;                 /* as a node's board */
};

struct node {
    uint64_t board; /* the tile of each of the board's cells, as the first view numbers it */
    uint64_t packed[COLOUR_ORDERS][KERNEL_GROUPS]; /* along the board's rows, and columns */
    /* The slides that follow the next one; except in the root only along the axis of that one. */
    uint8_t slides[COLOUR_ORDERS][KERNEL_GROUPS];
    automaton_entry entry;
    uint8_t blank;
    int16_t left;
};

struct child {
    uint64_t board;
    uint64_t packed[KERNEL_GROUPS]; /* along `axis` */
    const uint64_t *word[KERNEL_GROUPS];
    uint8_t shift[KERNEL_GROUPS];
    uint8_t parent;
    uint8_t move;
    uint8_t axis; /* of the slide that follows */
    uint8_t blank;
};

struct scratch {
    struct node parent[WIDTH];
    uint32_t link[WIDTH];
    packed_tally before[WIDTH + 1]; /* what was tested before its children */
    struct child child[WIDTH * MOST_SLIDES];
};

/* ---- what is prepared ------------------------------------------------------------------------ */

/* The blank goes from `blank` to `from`: where each tile is in the sequence before and after. */
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

/* ---- children -------------------------------------------------------------------------------- */

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

/* Says where the entries of a child are, and has them fetched. */
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

/* Lists the slides of a parent in one direction that may follow, the longest first. Returns their
 * number. */
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

/* Takes the parents off the stack and lists their children, the last in move order first. Returns
 * the number of children. */
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

/* [entry][of the parent, modulo 3]: neighbours differ by at most one. */
static const int8_t change[4][3] = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}, {0, 0, 0}};

/* Reads a child's entries into the node that it becomes. Whether it stays within the bound: a child
 * without a move left if it is the goal. */
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

/* Completes a child on top of the stack. False: it is a solution, which was reported and must not
 * stay there. */
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
    pass_pending_assign(pass, base, scratch->before[count] + children);
}

/* ---- the kernel ------------------------------------------------------------------------------ */

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
