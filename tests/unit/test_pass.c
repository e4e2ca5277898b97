/*
 * A pass with the test's own kernel, in both metrics. It finds the first solution in move order and
 * counts the nodes of a plain recursion, for any width, whether or not the kernel reports the
 * slack; with slack it expands fewer nodes beside the solution near the goal. So a pass and the
 * move set agree on moves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "kernels/pass.h"

struct node {
    uint8_t cells[TILEPDB_TABLE_MAX_CELLS];
    uint8_t blank;
    automaton_entry entry;
    int left;
};

/* ---- the puzzle ------------------------------------------------------------------------------ */

static void node_play(const struct move_set *moves, struct node *node, unsigned move) {
    for (unsigned i = 0; i < moves->move[move].tiles; i++) {
        const uint8_t from = moves->geometry.neighbour[node->blank][moves->move[move].direction];
        node->cells[node->blank] = node->cells[from];
        node->blank = from;
    }
    node->cells[node->blank] = 0;
}

/* The goal has the blank first; h is 0 at the goal and 1 elsewhere. */
static int node_h(const struct move_set *moves, const struct node *node) {
    for (unsigned cell = 0; cell < moves->geometry.cells; cell++)
        if (node->cells[cell] != cell) return 1;
    return 0;
}

static struct node node_after(const struct move_set *moves, const struct automaton *automaton,
                              const struct node *node, unsigned move) {
    struct node child = *node;
    node_play(moves, &child, move);
    child.entry = automaton->next[automaton_state(node->entry, moves->count) * moves->count + move];
    child.left--;
    return child;
}

/* ---- the plain recursion --------------------------------------------------------------------- */

struct plain {
    const struct move_set *moves;
    const struct automaton *automaton;
    struct tally tally;
    uint8_t path[TILEPDB_MAX_MOVES];
};

static bool plain_search(struct plain *plain, const struct node *node, size_t depth) {
    plain->tally.expanded++;
    for (unsigned m = 0; m < plain->moves->count; m++) {
        if (!(automaton_legal(node->entry, plain->moves->count) >> m & 1u)) continue;
        const struct node child = node_after(plain->moves, plain->automaton, node, m);
        plain->tally.generated++;
        if (node_h(plain->moves, &child) > child.left) continue;
        plain->path[depth] = (uint8_t)m;
        if (child.left == 0 || plain_search(plain, &child, depth + 1)) return true;
    }
    return false;
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static bool any_fits(const struct kernel_setup *setup) {
    (void)setup;
    return true;
}

static void any_root(struct pass *pass, const struct kernel_root *root, automaton_entry entry) {
    struct node *node = (struct node *)pass_field(pass, 0) + pass->top;
    memcpy(node->cells, root->group[0].board, sizeof node->cells);
    node->blank = root->blank;
    node->entry = entry;
    node->left = pass->bound;
}

static void any_expand(struct pass *pass, size_t count) {
    const struct move_set *moves = &pass->setup->moves;
    struct node *nodes = pass_field(pass, 0), *parent = pass->scratch;
    uint32_t link[KERNEL_MAX_WIDTH];
    packed_tally pending[KERNEL_MAX_WIDTH], tested = 0;
    assert_true(!pass->kernel->left || count <= PASS_NEAR_MOST ||
                nodes[pass->top - 1].left > PASS_NEAR);
    const size_t base = pass->top -= count;
    memcpy(parent, nodes + base, count * sizeof *parent);
    memcpy(link, pass->link + base, count * sizeof *link);
    memcpy(pending, pass->pending + base, count * sizeof *pending);
    for (size_t i = 0; i < count; i++) {
        pass->done.expanded++;
        for (unsigned m = moves->count; m-- > 0;) {
            if (!(automaton_legal(parent[i].entry, moves->count) >> m & 1u)) continue;
            const struct node child = node_after(moves, pass->automaton, &parent[i], m);
            const packed_tally before = tested++;
            pass->done.generated++;
            if (node_h(moves, &child) > child.left) continue;
            nodes[pass->top] = child;
            pass->pending[pass->top] = before;
            pass->link[pass->top] = pass_link_add(pass, link[i], m, moves->bits);
            if (child.left == 0) pass_found(pass, pass->top, pass->link[pass->top]);
            pass->top++;
        }
        tested += pending[i] + TALLY_EXPANDED; /* slack of all children */
    }
    pass_pending_from_sums(pass, base, tested);
}

static int any_left(const struct pass *pass, size_t entry) {
    const struct node *nodes = pass_field(pass, 0);
    return nodes[entry].left;
}

#define ANY_KERNEL(LEFT)                                                                           \
    {                                                                                              \
        .fits = any_fits, .fields = 1, .field_bytes = sizeof(struct node),                         \
        .scratch_bytes = KERNEL_MAX_WIDTH * sizeof(struct node), .width = KERNEL_MAX_WIDTH,        \
        .max_bound = TILEPDB_MAX_MOVES, .root = any_root, .expand = any_expand, .left = LEFT       \
    }
static const struct kernel any_kernels[] = {ANY_KERNEL(NULL), ANY_KERNEL(any_left)};
enum { KERNELS = sizeof any_kernels / sizeof *any_kernels };

/* ---- together -------------------------------------------------------------------------------- */

static bool always(struct pass *pass) {
    pass->pause = UINT64_MAX;
    return true;
}

/* Searches the bound with a pass. Returns whether it found a solution. */
static bool pass_agrees(struct pass *pass, const struct plain *plain, const struct node *start,
                        bool found, size_t width) {
    struct kernel_root root = {.blank = start->blank};
    memcpy(root.group[0].board, start->cells, sizeof start->cells);
    pass_reset(pass, plain->automaton, start->left);
    pass->check = always;
    pass->width = width;
    assert_true(pass_root(pass, &root, start->entry));
    assert_int_equal(pass_run(pass), found ? PASS_FOUND : PASS_EXHAUSTED);
    assert_int_equal(pass_total(pass).generated, plain->tally.generated);
    assert_int_equal(pass_total(pass).expanded, plain->tally.expanded);
    if (found) assert_memory_equal(pass->path, plain->path, (size_t)start->left);
    return found;
}

/* Searches a board some random moves from the goal, with each bound of the move set. */
static void board_search(struct pass passes[KERNELS], const struct automaton *automaton,
                         tilepdb_random *random, int walk, uint64_t expanded[KERNELS]) {
    const struct move_set *moves = &passes->setup->moves;
    struct node start = {0};
    for (unsigned cell = 0; cell < moves->geometry.cells; cell++) start.cells[cell] = (uint8_t)cell;
    for (int i = 0; i < walk;) {
        const unsigned m = random_below(random, moves->count);
        if (moves->blank_after[start.blank][m] == NO_CELL) continue;
        node_play(moves, &start, m);
        i++;
    }
    if (node_h(moves, &start) == 0) return;
    start.entry = automaton->start[start.blank];
    start.left = moves->bound_step == 1 ? 1 : 2 - walk % 2;
    for (bool found = false; !found; start.left += moves->bound_step) {
        struct plain plain = {.moves = moves, .automaton = automaton};
        found = plain_search(&plain, &start, 0);
        const size_t widths[] = {1, 3, KERNEL_MAX_WIDTH};
        for (int k = 0; k < KERNELS; k++)
            for (int w = 0; w < 3; w++) {
                pass_agrees(&passes[k], &plain, &start, found, widths[w]);
                expanded[k] += passes[k].done.expanded;
            }
    }
}

static void boards_search(int width, int height, tilepdb_metric metric, int history, int walk) {
    struct kernel_setup setup = {0};
    struct automaton automaton;
    struct pass passes[KERNELS];
    uint64_t expanded[KERNELS] = {0};
    tilepdb_random random;
    tilepdb_random_seed(&random, 23);
    assert_int_equal(move_set_init(&setup.moves, width, height, metric, NULL), TILEPDB_OK);
    assert_int_equal(automaton_create(&automaton, &setup.moves, AUTOMATON_FORWARD, history, NULL),
                     TILEPDB_OK);
    for (int k = 0; k < KERNELS; k++) {
        const struct kernel_instance instance = {.kernel = &any_kernels[k], .setup = &setup};
        assert_true(pass_init(&passes[k], &instance));
        passes[k].link_capacity = 1024; /* small enough that parent links are removed */
    }
    for (int i = 0; i < 40; i++) board_search(passes, &automaton, &random, 1 + i % walk, expanded);
    assert_true(expanded[1] < expanded[0]);
    for (int k = 0; k < KERNELS; k++) pass_free(&passes[k]);
    automaton_free(&automaton);
}

static void single_moves(void **state) {
    (void)state;
    boards_search(3, 3, TILEPDB_METRIC_SINGLE, AUTOMATON_PLAIN, 30);
    boards_search(4, 3, TILEPDB_METRIC_SINGLE, 8, 13);
}

static void lines_of_tiles(void **state) {
    (void)state;
    boards_search(3, 3, TILEPDB_METRIC_MULTI, AUTOMATON_PLAIN, 40);
    boards_search(3, 3, TILEPDB_METRIC_MULTI, 6, 14);
    boards_search(4, 4, TILEPDB_METRIC_MULTI, AUTOMATON_PLAIN, 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_moves),
        cmocka_unit_test(lines_of_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
