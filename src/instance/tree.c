#include "instance/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"

/* ---- board, goal and partitions of a solver -------------------------------------------------- */

static bool is_suitable(const struct tilepdb_solver *side) {
    const struct kernel_partition *partition = &side->partitions[0];
    if (partition->pattern_count != TREE_PATTERNS || partition->nibble) return false;
    for (unsigned p = 0; p < TREE_PATTERNS; p++)
        if (partition->pattern[p].projected) return false;
    return true;
}

/* `side` searches in `direction`, and its own tables are its first group. */
static void direction_take(struct instance *instance, unsigned direction,
                           const struct tilepdb_solver *side, struct tree_partition *partition) {
    struct tree_view *view = &instance->views[direction];
    memcpy(view->cell, side->cell[0], sizeof view->cell);
    memcpy(view->tile, side->tile[0], sizeof view->tile);
    for (unsigned cell = 0; cell < instance->geometry->cells; cell++) {
        view->user[view->cell[cell]] = (uint8_t)cell;
        instance->root[!direction][cell] = (uint8_t)side->goal.cells[cell];
    }
    instance->automaton[direction] = &side->reduced;
    for (unsigned p = 0; p < TREE_PATTERNS; p++) {
        partition->table[p] = side->tables[p];
        partition->tiles[p] = side->tables[p]->info.pattern.tiles;
        instance->goal_blank[direction] = side->tables[p]->info.pattern.goal_blank;
    }
}

tilepdb_status instance_init(struct instance *instance, struct tree_pair *pair,
                             const struct tilepdb_solver *solver, int bound, tilepdb_error *error) {
    const struct tilepdb_solver *back = solver->bidirectional ? solver->bidirectional->back : NULL;
    struct kernel_root root;
    int h;
    if (!back || bound < 1 || bound > TILEPDB_MAX_MOVES || !is_suitable(solver) ||
        !is_suitable(back))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "partitions are made from a solver for both sides with four blank-aware "
                         "bit tables in each direction, for a bound of 1 to %d moves",
                         TILEPDB_MAX_MOVES);
    const tilepdb_status status = solver_root(solver, &back->goal, &root, &h, error);
    if (status) return status;
    instance->geometry = &solver->setup.moves.geometry;
    instance->view = solver->setup.view;
    direction_take(instance, 0, solver, &pair->side[0]);
    direction_take(instance, 1, back, &pair->side[1]);
    if (bound < h) bound = h;
    instance->bound = bound - (bound - h) % 2;
    return TILEPDB_OK;
}

/* ---- samples --------------------------------------------------------------------------------- */

/* nodes whose children's entries are prefetched together */
#define BLOCK 16

struct node {
    uint8_t board[TILEPDB_TABLE_MAX_CELLS];
    uint8_t blank;
    uint8_t h[2][TREE_PATTERNS];
    int16_t sum[2];
    int16_t b;
    automaton_entry entry;
    uint32_t mask[2][TREE_PATTERNS], code[2][TREE_PATTERNS];
    double weight;
};

/* The entries that determine a child's distances, and the patterns of the moved tile. */
struct probe {
    const uint8_t *byte[2];
    uint8_t bit[2], pattern[2];
};

struct tree_half {
    const struct tree_view *view;
    const struct tree_partition *partition;
    uint8_t pattern_of[TILEPDB_TABLE_MAX_CELLS]; /* [user's tile] */
    uint8_t label_of[TILEPDB_TABLE_MAX_CELLS];   /* [user's tile] in its pattern */
};

struct tree {
    const struct instance *instance;
    const struct tree_sample *sample;
    struct tree_half half[2];
    const struct automaton *automaton;
    unsigned moves;
    struct node *level, *children; /* owned */
    size_t count, child_count;
    double *importance; /* [child]; owned */
    tilepdb_random random;
};

double tree_importance(int b) {
    static const double growth = TREE_GROWTH;
    double power = 1, factor = b > 0 ? 1 / growth : growth;
    for (unsigned k = (unsigned)(b > 0 ? b : -b) / 2; k; k >>= 1) {
        if (k & 1u) power *= factor;
        factor *= factor;
    }
    return power;
}

/* ---- resampling ------------------------------------------------------------------------------ */

/* Returns c, such that the sum of min(1, c v_i) is `most`. */
static double threshold_find(const double *v, size_t count, size_t most) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += v[i];
    double c = (double)most / sum;
    for (int round = 0; round < 60; round++) {
        double certain = 0, rest = 0;
        for (size_t i = 0; i < count; i++)
            if (c * v[i] >= 1)
                certain++;
            else
                rest += v[i];
        const double next = rest > 0 ? ((double)most - certain) / rest : c;
        if (!(next > c * (1 + 1e-12))) break;
        c = next;
    }
    return c;
}

static double random_fraction(tilepdb_random *random) {
    return (double)(random_next(random) >> 11) / 9007199254740992.0;
}

/* Draws elements one by one (systematic resampling). */
struct draw {
    double c, next, passed;
};

/* Returns the probability with which the element was kept; 0: dropped. */
static double draw_next(struct draw *draw, double importance) {
    const double p = draw->c * importance;
    if (p >= 1) return 1;
    draw->passed += p;
    if (draw->passed <= draw->next) return 0;
    draw->next += 1;
    return p;
}

static void level_thin(struct tree *tree) {
    struct node *children = tree->children;
    const size_t count = tree->child_count, most = tree->sample->most;
    tree->count = 0;
    struct draw draw = {.c = 2};
    for (size_t i = 0; i < count; i++)
        tree->importance[i] = children[i].weight * tree_importance(children[i].b);
    if (count > most) {
        draw.c = threshold_find(tree->importance, count, most);
        draw.next = random_fraction(&tree->random);
    }
    for (size_t i = 0; i < count; i++) {
        const double p = count > most ? draw_next(&draw, tree->importance[i]) : 1;
        if (p <= 0) continue;
        struct node *kept = &tree->level[tree->count++];
        *kept = children[i];
        kept->weight /= p;
        if (tree->count > most) break;
    }
}

tilepdb_status tree_boards_thin(struct tree_boards *boards, size_t most, unsigned side,
                                uint64_t seed) {
    if (boards->count <= most) return TILEPDB_OK;
    double *importance = malloc(boards->count * sizeof *importance);
    if (!importance) return TILEPDB_ERROR_MEMORY;
    for (size_t i = 0; i < boards->count; i++) {
        const struct tree_board *board = &boards->boards[i];
        const int b = 2 * board->moves + board->sum[side] - board->sum[!side];
        importance[i] = board->weight * tree_importance(b);
    }
    tilepdb_random random;
    tilepdb_random_seed(&random, seed);
    struct draw draw = {.c = threshold_find(importance, boards->count, most),
                        .next = random_fraction(&random)};
    size_t kept = 0;
    for (size_t i = 0; i < boards->count; i++) {
        const double p = draw_next(&draw, importance[i]);
        if (p <= 0) continue;
        boards->boards[kept] = boards->boards[i];
        boards->boards[kept++].weight /= p;
    }
    boards->count = kept;
    free(importance);
    return TILEPDB_OK;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static void half_init(struct tree_half *half, const struct instance *instance,
                      const struct tree_pair *pair, unsigned direction) {
    half->view = &instance->views[direction];
    half->partition = &pair->side[direction];
    for (unsigned tile = 1; tile < instance->geometry->cells; tile++)
        for (uint8_t p = 0; p < TREE_PATTERNS; p++) {
            const uint8_t label =
                half->partition->table[p]->index->label_of_tile[half->view->tile[tile]];
            if (label == NO_LABEL) continue;
            half->pattern_of[tile] = p;
            half->label_of[tile] = label;
        }
}

static bool root_locate(const struct tree *tree, unsigned direction, struct node *node) {
    const struct tree_half *half = &tree->half[direction];
    const struct instance *instance = tree->instance;
    tilepdb_board seen = {.width = instance->view.width, .height = instance->view.height};
    struct table_query queries[TREE_PATTERNS];
    for (unsigned cell = 0; cell < instance->geometry->cells; cell++)
        seen.cells[half->view->cell[cell]] = half->view->tile[node->board[cell]];
    for (unsigned p = 0; p < TREE_PATTERNS; p++) {
        struct table_query *query = &queries[p];
        query->table = half->partition->table[p];
        query->blank = half->view->cell[node->blank];
        index_locate(query->table->index, &seen, &query->mask, &query->code);
        node->mask[direction][p] = query->mask;
        node->code[direction][p] = query->code;
    }
    table_distances(queries, TREE_PATTERNS);
    for (unsigned p = 0; p < TREE_PATTERNS; p++) {
        if (queries[p].distance < 0) return false;
        node->h[direction][p] = (uint8_t)queries[p].distance;
        node->sum[direction] = (int16_t)(node->sum[direction] + queries[p].distance);
    }
    return true;
}

static int16_t node_b(const struct tree *tree, const struct node *node, unsigned moves) {
    const unsigned side = tree->sample->side;
    return (int16_t)(2 * (int)moves + node->sum[side] - node->sum[!side]);
}

static bool root_place(struct tree *tree) {
    const struct instance *instance = tree->instance;
    struct node *root = &tree->level[0];
    memset(root, 0, sizeof *root);
    memcpy(root->board, instance->root[tree->sample->side], sizeof root->board);
    while (root->board[root->blank]) root->blank++;
    root->entry = tree->automaton->start[root->blank];
    root->weight = 1;
    if (!root_locate(tree, 0, root) || !root_locate(tree, 1, root)) return false;
    root->b = node_b(tree, root, 0);
    tree->count = root->b <= tree->sample->limit;
    return true;
}

/* Returns the change of the code if the tile on user cell `from` moves to `to`. */
static int32_t code_change(const struct tree *tree, const struct tree_half *half,
                           const struct node *node, unsigned from, unsigned to) {
    const uint8_t tile = node->board[from];
    const unsigned p = half->pattern_of[tile];
    const struct index *index = half->partition->table[p]->index;
    const unsigned a = half->view->cell[from], b = half->view->cell[to];
    const unsigned low = a < b ? a : b, high = a < b ? b : a;
    int32_t change = 0;
    if (tree->instance->view.width == 1 || high - low == 1) return 0;
    for (unsigned cell = low + 1; cell < high; cell++) {
        const uint8_t passed = node->board[half->view->user[cell]];
        if (passed && half->pattern_of[passed] == p)
            change += index_cross(index, half->label_of[tile], half->label_of[passed]);
    }
    return a < b ? change : -change;
}

/* Moves the tile on `from` to the blank's cell in one view, and prefetches the entry of the child.
 * Returns false if the row cannot be loaded. */
static bool child_locate(const struct tree *tree, unsigned direction, const struct node *node,
                         unsigned from, struct node *child, struct probe *probe) {
    const struct tree_half *half = &tree->half[direction];
    const uint8_t tile = node->board[from];
    const unsigned p = half->pattern_of[tile];
    const struct tilepdb_table *table = half->partition->table[p];
    const unsigned a = half->view->cell[from], b = half->view->cell[node->blank];
    const uint32_t mask = node->mask[direction][p] ^ (1u << a | 1u << b);
    const uint32_t code =
        node->code[direction][p] + (uint32_t)code_change(tree, half, node, from, node->blank);
    const uint32_t column = index_cohort(table->index, index_rank(table->index, mask), a);
    const uint8_t *row = table_row(table, code);
    if (!row) return false;
    child->mask[direction][p] = mask;
    child->code[direction][p] = code;
    probe->byte[direction] = row + (column >> 3);
    probe->bit[direction] = column & 7;
    probe->pattern[direction] = (uint8_t)p;
    __builtin_prefetch(probe->byte[direction]);
    return true;
}

/* A move changes a distance by 1, and the entry is bit 1 of the distance. */
static void child_estimate(struct node *child, unsigned direction, const struct probe *probe) {
    uint8_t *h = &child->h[direction][probe->pattern[direction]];
    const unsigned lower = *h - 1u;
    const unsigned bit = *probe->byte[direction] >> probe->bit[direction] & 1u;
    const unsigned now = lower + 2 * ((bit ^ lower >> 1) & 1u);
    child->sum[direction] = (int16_t)(child->sum[direction] + (int)now - *h);
    *h = (uint8_t)now;
}

/* Returns false if a row cannot be loaded. */
static bool node_expand(struct tree *tree, const struct node *node, struct probe *probes,
                        size_t *count) {
    const unsigned legal = automaton_legal(node->entry, DIRECTIONS);
    for (unsigned d = 0; d < DIRECTIONS; d++) {
        if (!(legal >> d & 1u)) continue;
        const uint8_t from = tree->instance->geometry->neighbour[node->blank][d];
        struct node *child = &tree->children[tree->child_count + *count];
        *child = *node;
        for (unsigned direction = 0; direction < 2; direction++)
            if (!child_locate(tree, direction, node, from, child, &probes[*count])) return false;
        child->board[node->blank] = node->board[from];
        child->board[from] = 0;
        child->blank = from;
        child->entry =
            tree->automaton->next[automaton_state(node->entry, DIRECTIONS) * DIRECTIONS + d];
        ++*count;
    }
    return true;
}

/* Keeps the children within the bound and the limit. */
static void children_keep(struct tree *tree, const struct probe *probes, size_t count) {
    const struct tree_sample *sample = tree->sample;
    const size_t first = tree->child_count;
    for (size_t i = 0; i < count; i++) {
        struct node *child = &tree->children[first + i];
        child_estimate(child, 0, &probes[i]);
        child_estimate(child, 1, &probes[i]);
        child->b = node_b(tree, child, tree->moves + 1);
        if ((int)tree->moves + 1 + child->sum[sample->side] > tree->instance->bound ||
            child->b > sample->limit)
            continue;
        if (tree->child_count != first + i) tree->children[tree->child_count] = *child;
        tree->child_count++;
    }
}

static bool level_expand(struct tree *tree) {
    tree->child_count = 0;
    for (size_t i = 0; i < tree->count; i += BLOCK) {
        struct probe probes[BLOCK * DIRECTIONS];
        size_t count = 0;
        for (size_t k = i; k < tree->count && k < i + BLOCK; k++)
            if (!node_expand(tree, &tree->level[k], probes, &count)) return false;
        children_keep(tree, probes, count);
    }
    return true;
}

/* ---- a sample -------------------------------------------------------------------------------- */

static void level_count(const struct tree *tree, struct tree_counts *counts) {
    for (size_t i = 0; i < tree->count; i++) {
        const int place = (counts->limit - tree->level[i].b) / 2;
        counts->within[place < TREE_LIMITS ? place : TREE_LIMITS - 1] += tree->level[i].weight;
    }
}

static bool level_append(const struct tree *tree) {
    struct tree_boards *boards = tree->sample->boards;
    for (size_t i = 0; boards && i < tree->count; i++) {
        const struct node *node = &tree->level[i];
        if (node->b < tree->sample->from) continue;
        struct tree_board *grown =
            memory_grown(boards->boards, boards->count, &boards->capacity, sizeof *grown);
        if (!grown) return false;
        boards->boards = grown;
        struct tree_board *board = &grown[boards->count++];
        *board = (struct tree_board){.blank = node->blank,
                                     .moves = (uint8_t)tree->moves,
                                     .sum = {node->sum[0], node->sum[1]},
                                     .weight = node->weight};
        memcpy(board->cells, node->board, sizeof board->cells);
    }
    return true;
}

static tilepdb_status levels_sample(struct tree *tree, struct tree_counts *counts) {
    if (!root_place(tree)) return TILEPDB_ERROR_FORMAT;
    for (tree->moves = 0; tree->count > 0; tree->moves++) {
        if (!tree->instance->goes_on(tree->instance->user)) return TILEPDB_CANCELLED;
        level_count(tree, counts);
        if (!level_append(tree)) return TILEPDB_ERROR_MEMORY;
        if (!level_expand(tree)) return TILEPDB_ERROR_FORMAT;
        level_thin(tree);
    }
    return TILEPDB_OK;
}

tilepdb_status tree_sample(const struct instance *instance, const struct tree_pair *pair,
                           const struct tree_sample *sample, struct tree_counts *counts) {
    struct tree tree = {
        .instance = instance, .sample = sample, .automaton = instance->automaton[sample->side]};
    *counts = (struct tree_counts){.limit = sample->limit};
    for (unsigned direction = 0; direction < 2; direction++)
        half_init(&tree.half[direction], instance, pair, direction);
    tilepdb_random_seed(&tree.random, sample->seed);
    tree.level = malloc((sample->most + 2) * sizeof *tree.level);
    tree.children = malloc((DIRECTIONS * (sample->most + 2)) * sizeof *tree.children);
    tree.importance = malloc((DIRECTIONS * (sample->most + 2)) * sizeof *tree.importance);
    const bool complete = tree.level && tree.children && tree.importance;
    const tilepdb_status status = complete ? levels_sample(&tree, counts) : TILEPDB_ERROR_MEMORY;
    free(tree.level);
    free(tree.children);
    free(tree.importance);
    return status;
}
