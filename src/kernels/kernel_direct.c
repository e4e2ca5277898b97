/*
 * Heuristics without tables. Nothing waits for memory, so plain recursion is fastest: `expand`
 * searches the whole subtree of one node, or makes one move if the pass is shallow.
 */
#include <string.h>

#include "kernels/pass.h"

struct node {
    uint8_t board[32];
    automaton_entry entry;
    uint8_t blank;
    int16_t h;
    int16_t left;
};

struct walk {
    struct pass *pass;
    const struct kernel_setup *setup;
    const automaton_entry *next;
    uint32_t link;
    struct tally tested;
    size_t depth;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    bool found;
};

/* Two moves for each tile that must leave the line of cells first, first + stride ...: all tiles
 * with a goal cell in the line, except a longest increasing subsequence of goal cells. */
static int line_conflict(const uint8_t *board, const uint8_t *goal_cell, unsigned first,
                         unsigned stride, unsigned length) {
    uint8_t place[TILEPDB_TABLE_MAX_SIDE], longest[TILEPDB_TABLE_MAX_SIDE];
    unsigned count = 0, most = 0;
    for (unsigned i = 0; i < length; i++) {
        const unsigned tile = board[first + i * stride], goal = goal_cell[tile];
        if (tile == 0 || goal < first || (goal - first) % stride != 0) continue;
        if ((goal - first) / stride >= length) continue;
        place[count] = (uint8_t)goal;
        longest[count] = 1;
        for (unsigned j = 0; j < count; j++)
            if (place[j] < goal && longest[j] >= longest[count]) longest[count] = longest[j] + 1;
        if (longest[count] > most) most = longest[count];
        count++;
    }
    return 2 * (int)(count - most);
}

/* Sums the conflicts of the two lines that a move between cells `a` and `b` changes. */
static int lines_conflict(const struct kernel_setup *setup, const uint8_t *board, unsigned a,
                          unsigned b) {
    const unsigned width = setup->view.width, height = setup->view.height;
    if (a / width == b / width) /* a horizontal move changes only two columns */
        return line_conflict(board, setup->goal_cell, a % width, width, height) +
               line_conflict(board, setup->goal_cell, b % width, width, height);
    return line_conflict(board, setup->goal_cell, a / width * width, 1, width) +
           line_conflict(board, setup->goal_cell, b / width * width, 1, width);
}

static inline int tile_move(const struct kernel_setup *setup, uint8_t *board, unsigned from,
                            unsigned to) {
    const uint8_t tile = board[from];
    int change = setup->distance[tile][to] - setup->distance[tile][from];
    if (setup->conflicts) change -= lines_conflict(setup, board, from, to);
    board[to] = tile;
    board[from] = 0;
    if (setup->conflicts) change += lines_conflict(setup, board, from, to);
    return change;
}

static void solution_report(struct walk *walk) {
    struct pass *pass = walk->pass;
    uint32_t link = walk->link;
    for (size_t i = 0; i < walk->depth; i++)
        link = pass_link_add(pass, link, walk->path[i], KERNEL_SINGLE_BITS);
    pass_found(pass, pass->top, link);
    if (pass->all)
        pass->link_count -= (uint32_t)walk->depth;
    else
        walk->found = true;
}

/* The node was topmost, so its subtree precedes the whole stack in the plain search. */
static void tested_add(struct pass *pass, const struct tally *tested) {
    pass->done.generated += tested->generated;
    pass->done.expanded += tested->expanded;
    pass->in_order.generated += tested->generated;
    pass->in_order.expanded += tested->expanded;
}

static bool walk_stops(struct walk *walk) {
    struct pass *pass = walk->pass;
    if (pass->done.expanded + walk->tested.expanded < pass->pause) return false;
    tested_add(pass, &walk->tested);
    walk->tested = (struct tally){0};
    return !pass_poll(pass);
}

static bool walk_below(struct walk *walk, uint8_t *board, unsigned blank, automaton_entry entry,
                       int h, int left) {
    const struct kernel_setup *setup = walk->setup;
    walk->tested.expanded++;
    if (walk_stops(walk)) return true;
    for (unsigned set = automaton_legal(entry, DIRECTIONS); set; set &= set - 1) {
        const unsigned d = bits_lowest32(set);
        const struct kernel_move *move = &setup->move[blank][d];
        const unsigned from = move->group[0].from, to = move->group[0].to;
        const int child_h = h + tile_move(setup, board, from, to);
        bool ends = false;
        walk->tested.generated++;
        if (child_h < left) {
            walk->path[walk->depth++] = (uint8_t)d;
            if (child_h == 0) {
                solution_report(walk);
                ends = walk->found;
            } else {
                ends = walk_below(walk, board, move->cell,
                                  walk->next[automaton_state(entry, DIRECTIONS) * DIRECTIONS + d],
                                  child_h, left - 1);
            }
            if (!ends) walk->depth--;
        }
        board[from] = board[to];
        board[to] = 0;
        if (ends) return true;
    }
    return false;
}

static void direct_root(struct pass *pass, const struct kernel_root *root, automaton_entry entry) {
    struct node *node = (struct node *)pass_field(pass, 0) + pass->top;
    memcpy(node->board, root->group[0].board, sizeof node->board);
    node->entry = entry;
    node->blank = root->blank;
    node->h = (int16_t)root->group[0].sum;
    node->left = (int16_t)pass->bound;
}

static void subtree_search(struct pass *pass, struct node node, uint32_t link) {
    struct walk walk = {
        .pass = pass, .setup = pass->setup, .next = pass->automaton->next, .link = link};
    walk_below(&walk, node.board, node.blank, node.entry, node.h, node.left);
    tested_add(pass, &walk.tested);
    if (!walk.found) return;
    pass->pending[pass->top] = 0; /* the solution, just below the floor */
    pass->top++;
}

static void children_push(struct pass *pass, const struct node *node, uint32_t link,
                          packed_tally pending) {
    const struct kernel_setup *setup = pass->setup;
    struct node *nodes = pass_field(pass, 0);
    const size_t base = pass->top;
    unsigned tested = 0;
    for (unsigned d = DIRECTIONS; d-- > 0;) {
        if (!(automaton_legal(node->entry, DIRECTIONS) >> d & 1u)) continue;
        const struct kernel_move *move = &setup->move[node->blank][d];
        const unsigned from = move->group[0].from, to = move->group[0].to;
        struct node *child = &nodes[pass->top];
        *child = *node;
        const int h = node->h + tile_move(setup, child->board, from, to);
        const unsigned before = tested++;
        if (h >= node->left) continue;
        child->entry =
            pass->automaton->next[automaton_state(node->entry, DIRECTIONS) * DIRECTIONS + d];
        child->blank = move->cell;
        child->h = (int16_t)h;
        child->left--;
        pass->link[pass->top] = pass_link_add(pass, link, d, KERNEL_SINGLE_BITS);
        pass->pending[pass->top] = before;
        if (h == 0) pass_found(pass, pass->top, pass->link[pass->top]);
        if (h != 0 || !pass->all) pass->top++;
    }
    pass->done.generated += tested;
    pass->done.expanded++;
    pass_pending_from_sums(pass, base, pending + TALLY_EXPANDED + tested);
}

static void direct_expand(struct pass *pass, size_t count) {
    const size_t base = pass->top - count;
    pass->top = base;
    const struct node node = ((const struct node *)pass_field(pass, 0))[base];
    if (pass->shallow)
        children_push(pass, &node, pass->link[base], pass->pending[base]);
    else
        subtree_search(pass, node, pass->link[base]);
}

static int direct_slack(const struct pass *pass, size_t entry) {
    const struct node *node = (const struct node *)pass_field(pass, 0) + entry;
    return node->left - node->h;
}

/* Manhattan distance is no lower bound on multi-tile moves. */
static bool direct_fits(const struct kernel_setup *setup) {
    return kernel_moves_are_single(setup) && !setup->partition[0];
}

const struct kernel kernel_direct = {.fits = direct_fits,
                                     .fields = 1,
                                     .field_bytes = sizeof(struct node),
                                     .width = 1,
                                     .max_bound = INT16_MAX,
                                     .root = direct_root,
                                     .expand = direct_expand,
                                     .slack = direct_slack};
