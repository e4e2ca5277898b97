#include "instance/proxy.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "pattern/index.h"
#include "puzzle/board.h"

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

/* Draws elements one by one, by systematic resampling. */
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

/* Moves the tile on `from` to the blank's cell in one view, and prefetches the child's entry.
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

/* ---- distances of triples -------------------------------------------------------------------- */

#define TILES 3
#define CODES 6

/* goals of one breadth-first search */
#define WORDS   4
#define SOURCES (64 * WORDS)

/* in `first_state`: the free cells have several regions */
#define SEVERAL_REGIONS UINT16_C(0x8000)

struct triples {
    struct index *index; /* owned */
    unsigned cells, goal_blank;
    size_t count;
    uint32_t states;   /* states of a triple */
    uint8_t *distance; /* [triple * states + state]; owned */
    /* [(a * cells + b) * cells + c], by the cells of the tiles a < b < c: the state for the first
     * region, and SEVERAL_REGIONS; owned */
    uint16_t *first_state;
};

/* The neighbours of state s are to[first[s]] .. to[first[s + 1] - 1]. */
struct state_graph {
    uint32_t *first, *to; /* owned */
};

struct goal_bits {
    uint64_t word[WORDS];
};

/* Requires 1 <= a < b < c. */
static size_t triples_number(unsigned a, unsigned b, unsigned c) {
    return (size_t)(c - 1) * (c - 2) * (c - 3) / 6 + (size_t)(b - 1) * (b - 2) / 2 + a - 1;
}

static uint32_t state_of(const struct triples *triples, unsigned a, unsigned b, unsigned c,
                         unsigned blank) {
    const unsigned state = triples->first_state[(a * triples->cells + b) * triples->cells + c];
    if (!(state & SEVERAL_REGIONS)) return state;
    const struct index *index = triples->index;
    const uint32_t rank = index_rank(index, 1u << a | 1u << b | 1u << c);
    const uint32_t region = index_cohort(index, rank, blank) - index->first_cohort[rank];
    return (state & ~(unsigned)SEVERAL_REGIONS) + region * CODES;
}

/* ---- the graph of states --------------------------------------------------------------------- */

/* Writes the cell of each tile to `cell`, in the order of the tiles. */
static void placement_cells(const struct index *index, uint32_t mask, uint32_t code,
                            unsigned cell[TILES]) {
    uint8_t labels[TILES];
    unsigned place = 0;
    index_labels(index, code, labels);
    for (; mask; mask &= mask - 1) cell[labels[place++]] = bits_lowest32(mask);
}

static void placements_number(struct triples *triples) {
    const struct index *index = triples->index;
    for (uint32_t rank = 0; rank < index->mask_count; rank++) {
        const uint32_t mask = index->mask_of_rank[rank];
        const bool several = index->first_cohort[rank + 1] - index->first_cohort[rank] > 1;
        for (uint32_t code = 0; code < CODES; code++) {
            unsigned cell[TILES];
            placement_cells(index, mask, code, cell);
            const uint32_t state = index->first_cohort[rank] * CODES + code;
            triples->first_state[(cell[0] * triples->cells + cell[1]) * triples->cells + cell[2]] =
                (uint16_t)(state | (several ? SEVERAL_REGIONS : 0));
        }
    }
}

/* Writes the neighbours of one state to `to`, unless it is NULL. Returns their number. */
static uint32_t state_neighbours(const struct triples *triples, const unsigned cell[TILES],
                                 uint32_t region, uint32_t *to) {
    const struct geometry *geometry = &triples->index->geometry;
    uint32_t count = 0;
    for (unsigned tile = 0; tile < TILES; tile++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            const uint8_t next = geometry->neighbour[cell[tile]][d];
            if (next == NO_CELL || !(region >> next & 1u)) continue;
            unsigned moved[TILES] = {cell[0], cell[1], cell[2]};
            moved[tile] = next;
            if (to) to[count] = state_of(triples, moved[0], moved[1], moved[2], cell[tile]);
            count++;
        }
    return count;
}

static uint32_t mask_neighbours(const struct triples *triples, struct state_graph *graph,
                                uint32_t rank, uint32_t edges, bool writes) {
    const struct index *index = triples->index;
    const uint32_t mask = index->mask_of_rank[rank];
    uint32_t regions[TILEPDB_TABLE_MAX_CELLS];
    const unsigned count = index_mask_regions(index, mask, regions);
    for (unsigned r = 0; r < count; r++)
        for (uint32_t code = 0; code < CODES; code++) {
            unsigned cell[TILES];
            placement_cells(index, mask, code, cell);
            graph->first[(index->first_cohort[rank] + r) * CODES + code] = edges;
            edges += state_neighbours(triples, cell, regions[r], writes ? graph->to + edges : NULL);
        }
    return edges;
}

static uint32_t graph_pass(const struct triples *triples, struct state_graph *graph, bool writes) {
    uint32_t edges = 0;
    for (uint32_t rank = 0; rank < triples->index->mask_count; rank++)
        edges = mask_neighbours(triples, graph, rank, edges, writes);
    graph->first[triples->states] = edges;
    return edges;
}

static bool graph_make(const struct triples *triples, struct state_graph *graph) {
    graph->first = malloc((triples->states + 1) * sizeof *graph->first);
    if (!graph->first) return false;
    graph->to = malloc(graph_pass(triples, graph, false) * sizeof *graph->to);
    if (!graph->to) return false;
    graph_pass(triples, graph, true);
    return true;
}

/* ---- the search ------------------------------------------------------------------------------ */

struct search {
    const struct triples *triples;
    const struct state_graph *graph;
    struct goal_bits *seen, *frontier, *next; /* [state] */
    size_t first;                             /* triple of bit 0 */
};

static void distances_note(const struct search *search, uint32_t state,
                           const struct goal_bits *reached, uint8_t level) {
    const size_t states = search->triples->states;
    for (unsigned w = 0; w < WORDS; w++)
        for (uint64_t left = reached->word[w]; left; left &= left - 1) {
            const size_t triple = search->first + 64 * w + bits_lowest64(left);
            search->triples->distance[triple * states + state] = level;
        }
}

static bool level_search(struct search *search, uint8_t level) {
    const struct state_graph *graph = search->graph;
    uint64_t any = 0;
    for (uint32_t state = 0; state < search->triples->states; state++) {
        struct goal_bits reached = {{0}};
        for (uint32_t i = graph->first[state]; i < graph->first[state + 1]; i++)
            for (unsigned w = 0; w < WORDS; w++)
                reached.word[w] |= search->frontier[graph->to[i]].word[w];
        for (unsigned w = 0; w < WORDS; w++) {
            reached.word[w] &= ~search->seen[state].word[w];
            search->seen[state].word[w] |= reached.word[w];
            any |= reached.word[w];
        }
        search->next[state] = reached;
        distances_note(search, state, &reached, level);
    }
    struct goal_bits *frontier = search->frontier;
    search->frontier = search->next;
    search->next = frontier;
    return any != 0;
}

static uint32_t goal_state(const struct triples *triples, unsigned a, unsigned b, unsigned c) {
    const unsigned blank = triples->goal_blank;
    return state_of(triples, goal_cell(a, blank), goal_cell(b, blank), goal_cell(c, blank), blank);
}

static void goals_place(struct search *search) {
    const struct triples *triples = search->triples;
    const size_t bytes = triples->states * sizeof *search->seen;
    memset(search->seen, 0, bytes);
    memset(search->frontier, 0, bytes);
    for (unsigned c = 3; c < triples->cells; c++)
        for (unsigned b = 2; b < c; b++)
            for (unsigned a = 1; a < b; a++) {
                const size_t number = triples_number(a, b, c), bit = number - search->first;
                if (number < search->first || bit >= SOURCES) continue;
                const uint32_t state = goal_state(triples, a, b, c);
                search->frontier[state].word[bit / 64] |= UINT64_C(1) << bit % 64;
                search->seen[state].word[bit / 64] |= UINT64_C(1) << bit % 64;
                triples->distance[number * triples->states + state] = 0;
            }
}

static void goals_search(struct search *search) {
    goals_place(search);
    for (uint8_t level = 1; level_search(search, level);) level++;
}

static bool distances_make(struct triples *triples) {
    struct state_graph graph = {0};
    struct goal_bits *bits = malloc(3 * (size_t)triples->states * sizeof *bits);
    const bool made = bits && graph_make(triples, &graph);
    for (size_t first = 0; made && first < triples->count; first += SOURCES) {
        struct search search = {
            triples, &graph, bits, bits + triples->states, bits + 2 * (size_t)triples->states,
            first};
        goals_search(&search);
    }
    free(bits);
    free(graph.first);
    free(graph.to);
    return made;
}

/* ---- creation and look-up -------------------------------------------------------------------- */

struct triples *triples_create(const struct geometry *geometry, unsigned goal_blank) {
    struct triples *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    const tilepdb_pattern pattern = {.width = geometry->width,
                                     .height = geometry->height,
                                     .goal_blank = (uint8_t)goal_blank,
                                     .tiles = 0xE};
    made->cells = geometry->cells;
    made->goal_blank = goal_blank;
    made->count = triples_number(geometry->cells - 3u, geometry->cells - 2u, geometry->cells - 1u);
    made->count++;
    bool complete = index_create(&made->index, &pattern, NULL) == TILEPDB_OK;
    if (complete) {
        const size_t cells = made->cells;
        made->states = made->index->cohort_count * CODES;
        made->first_state = calloc(cells * cells * cells, sizeof *made->first_state);
        made->distance = calloc(made->count, made->states);
        complete = made->states < SEVERAL_REGIONS && made->first_state && made->distance;
    }
    if (complete) {
        placements_number(made);
        complete = distances_make(made);
    }
    if (complete) return made;
    triples_free(made);
    return NULL;
}

void triples_free(struct triples *triples) {
    if (!triples) return;
    index_free(triples->index);
    free(triples->first_state);
    free(triples->distance);
    free(triples);
}

size_t triples_count(const struct triples *triples) {
    return triples->count;
}

void triples_distances(const struct triples *triples, unsigned a, unsigned b, unsigned c,
                       const uint8_t *const *cells, size_t count, uint8_t *distances) {
    const uint8_t *distance = triples->distance + triples_number(a, b, c) * triples->states;
    for (size_t i = 0; i < count; i++)
        distances[i] =
            distance[state_of(triples, cells[a][i], cells[b][i], cells[c][i], cells[0][i])];
}

/* ---- proxy ----------------------------------------------------------------------------------- */

/* Boards with b more than BEYOND above the limit are ignored. */
#define BEYOND 4

/* power[i] belongs to b - limit = i - POWER_REACH; a smaller difference takes power[0]. */
#define POWER_REACH 200

#define SPLITS 10

static const uint8_t splits[SPLITS][2][3] = {
    {{0, 1, 2}, {3, 4, 5}}, {{0, 1, 3}, {2, 4, 5}}, {{0, 1, 4}, {2, 3, 5}}, {{0, 1, 5}, {2, 3, 4}},
    {{0, 2, 3}, {1, 4, 5}}, {{0, 2, 4}, {1, 3, 5}}, {{0, 2, 5}, {1, 3, 4}}, {{0, 3, 4}, {1, 2, 5}},
    {{0, 3, 5}, {1, 2, 4}}, {{0, 4, 5}, {1, 2, 3}}};

struct proxy {
    const struct instance *instance;
    size_t count, forward; /* the first `forward` boards are of the forward tree */
    double *weight;        /* [board]; owned */
    int16_t *twice_moves;  /* [board] 2g minus the limit of its side; owned */
    int16_t *left;         /* [board] moves left to the bound; owned */
    int16_t *sum[2];       /* [board] estimates; owned */
    int16_t *lack[2];      /* [board] estimate minus value of the present partition; owned */
    uint8_t *values[2];    /* [triple * count + board]; owned */
    uint8_t *alone[2];     /* [tile * count + board] distances of single tiles; owned */
    uint8_t *scratch[2];   /* [direction][pattern * count + board] values of two changed patterns,
                              then of the four, then of single tiles; owned */
    int16_t *changed[2];   /* [direction][board] estimates after an exchange, then estimates without
                              two patterns; owned */
    double power[POWER_REACH + BEYOND + 1];
};

/* ---- values ---------------------------------------------------------------------------------- */

static const uint8_t *triple_values(const struct proxy *proxy, unsigned direction,
                                    const unsigned *tile, unsigned a, unsigned b, unsigned c) {
    return proxy->values[direction] + triples_number(tile[a], tile[b], tile[c]) * proxy->count;
}

static void six_value(const struct proxy *proxy, unsigned direction, const unsigned *tile,
                      uint8_t *restrict value) {
    for (unsigned s = 0; s < SPLITS; s++) {
        const uint8_t *const a = splits[s][0], *const b = splits[s][1];
        const uint8_t *x = triple_values(proxy, direction, tile, a[0], a[1], a[2]);
        const uint8_t *y = triple_values(proxy, direction, tile, b[0], b[1], b[2]);
        for (size_t i = 0; i < proxy->count; i++) {
            const uint8_t sum = (uint8_t)(x[i] + y[i]);
            value[i] = value[i] > sum ? value[i] : sum;
        }
    }
}

static const uint8_t *alone_values(const struct proxy *proxy, unsigned direction, unsigned tile) {
    return proxy->alone[direction] + tile * proxy->count;
}

/* Values three to five tiles. `all` is scratch: [board] sum of all single tiles. */
static void few_value(const struct proxy *proxy, unsigned direction, const unsigned *tile,
                      unsigned tiles, uint8_t *restrict all, uint8_t *restrict value) {
    memset(all, 0, proxy->count);
    for (unsigned k = 0; k < tiles; k++) {
        const uint8_t *alone = alone_values(proxy, direction, tile[k]);
        for (size_t i = 0; i < proxy->count; i++) all[i] = (uint8_t)(all[i] + alone[i]);
    }
    for (unsigned c = 2; c < tiles; c++)
        for (unsigned b = 1; b < c; b++)
            for (unsigned a = 0; a < b; a++) {
                const uint8_t *triple = triple_values(proxy, direction, tile, a, b, c);
                const uint8_t *x = alone_values(proxy, direction, tile[a]);
                const uint8_t *y = alone_values(proxy, direction, tile[b]);
                const uint8_t *z = alone_values(proxy, direction, tile[c]);
                for (size_t i = 0; i < proxy->count; i++) {
                    const uint8_t sum = (uint8_t)(all[i] + triple[i] - x[i] - y[i] - z[i]);
                    value[i] = value[i] > sum ? value[i] : sum;
                }
            }
}

static void pattern_value(const struct proxy *proxy, unsigned direction, uint32_t tiles,
                          uint8_t *value) {
    unsigned tile[TREE_TILES], count = 0;
    uint8_t *all = proxy->scratch[direction] + (TREE_PATTERNS + 2) * proxy->count;
    for (uint32_t left = tiles; left; left &= left - 1) tile[count++] = bits_lowest32(left);
    memset(value, 0, proxy->count);
    if (count == TREE_TILES)
        six_value(proxy, direction, tile, value);
    else
        few_value(proxy, direction, tile, count, all, value);
}

/* `own` estimates the moves to the side's end, `other` to its start. */
static double side_sum(const struct proxy *proxy, size_t first, size_t end, const int16_t *own,
                       const int16_t *other) {
    double sum = 0;
    for (size_t i = first; i < end; i++) {
        const int beyond = proxy->twice_moves[i] + own[i] - other[i];
        if (own[i] > proxy->left[i] || beyond > BEYOND) continue;
        const int place = beyond + POWER_REACH;
        sum += proxy->weight[i] * proxy->power[place > 0 ? place : 0];
    }
    return sum;
}

static double sums_value(const struct proxy *proxy, const int16_t *forward,
                         const int16_t *backward) {
    return side_sum(proxy, 0, proxy->forward, forward, backward) *
           side_sum(proxy, proxy->forward, proxy->count, backward, forward);
}

double proxy_present(const struct proxy *proxy) {
    return sums_value(proxy, proxy->sum[0], proxy->sum[1]);
}

/* ---- creation -------------------------------------------------------------------------------- */

static void boards_take(struct proxy *proxy, const struct tree_boards *boards, size_t first,
                        int limit) {
    for (size_t i = 0; i < boards->count; i++) {
        const struct tree_board *board = &boards->boards[i];
        proxy->weight[first + i] = board->weight;
        proxy->twice_moves[first + i] = (int16_t)(2 * board->moves - limit);
        proxy->left[first + i] = (int16_t)(proxy->instance->bound - board->moves);
        proxy->sum[0][first + i] = board->sum[0];
        proxy->sum[1][first + i] = board->sum[1];
    }
}

/* Writes the cells of all boards by tile, in the view of `direction`. */
static void cells_fill(const struct proxy *proxy, unsigned direction,
                       const struct tree_boards boards[2], uint8_t *cells) {
    const struct tree_view *view = &proxy->instance->views[direction];
    size_t at = 0;
    for (unsigned side = 0; side < 2; side++)
        for (size_t i = 0; i < boards[side].count; i++, at++)
            for (unsigned cell = 0; cell < proxy->instance->geometry->cells; cell++)
                cells[view->tile[boards[side].boards[i].cells[cell]] * proxy->count + at] =
                    view->cell[cell];
}

static void values_fill(struct proxy *proxy, unsigned direction, const struct triples *triples,
                        const uint8_t *cells) {
    const unsigned tiles = proxy->instance->geometry->cells;
    const uint8_t *by_tile[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned tile = 0; tile < tiles; tile++) by_tile[tile] = cells + tile * proxy->count;
    for (unsigned c = 3; c < tiles; c++)
        for (unsigned b = 2; b < c; b++)
            for (unsigned a = 1; a < b; a++)
                triples_distances(triples, a, b, c, by_tile, proxy->count,
                                  proxy->values[direction] +
                                      triples_number(a, b, c) * proxy->count);
    for (unsigned tile = 1; tile < tiles; tile++) {
        const unsigned goal = goal_cell(tile, proxy->instance->goal_blank[direction]);
        uint8_t *alone = proxy->alone[direction] + tile * proxy->count;
        for (size_t i = 0; i < proxy->count; i++)
            alone[i] = geometry_distance(&proxy->instance->view, by_tile[tile][i], goal);
    }
}

static void lack_fill(struct proxy *proxy, unsigned direction, const struct tree_partition *of) {
    uint8_t *value = proxy->scratch[direction];
    memcpy(proxy->lack[direction], proxy->sum[direction], proxy->count * sizeof *proxy->lack[0]);
    for (unsigned p = 0; p < TREE_PATTERNS; p++) {
        pattern_value(proxy, direction, of->tiles[p], value);
        for (size_t i = 0; i < proxy->count; i++)
            proxy->lack[direction][i] = (int16_t)(proxy->lack[direction][i] - value[i]);
    }
}

static bool arrays_allocate(struct proxy *proxy, size_t triples) {
    const size_t count = proxy->count;
    proxy->weight = malloc(count * sizeof *proxy->weight);
    proxy->twice_moves = malloc(count * sizeof *proxy->twice_moves);
    proxy->left = malloc(count * sizeof *proxy->left);
    bool complete = proxy->weight && proxy->twice_moves && proxy->left;
    for (unsigned direction = 0; direction < 2; direction++) {
        proxy->scratch[direction] = malloc((TREE_PATTERNS + 3) * count);
        proxy->changed[direction] = malloc(2 * count * sizeof *proxy->changed[0]);
        proxy->sum[direction] = malloc(count * sizeof *proxy->sum[0]);
        proxy->lack[direction] = malloc(count * sizeof *proxy->lack[0]);
        proxy->values[direction] = malloc(count * triples);
        proxy->alone[direction] = malloc(count * proxy->instance->geometry->cells);
        complete = complete && proxy->scratch[direction] && proxy->changed[direction] &&
                   proxy->sum[direction] && proxy->lack[direction] && proxy->values[direction] &&
                   proxy->alone[direction];
    }
    return complete;
}

static bool proxy_fill(struct proxy *proxy, const struct triples *const triples[2],
                       const struct tree_pair *pair, const struct tree_boards boards[2], int limit,
                       int threads) {
    (void)threads; /* unused without OpenMP */
    if (!arrays_allocate(proxy, triples_count(triples[0]))) return false;
    uint8_t *cells = malloc(2 * TILEPDB_TABLE_MAX_CELLS * proxy->count);
    if (!cells) return false;
    for (int beyond = -POWER_REACH; beyond <= BEYOND; beyond++)
        proxy->power[beyond + POWER_REACH] = tree_importance(beyond);
    boards_take(proxy, &boards[0], 0, limit);
    boards_take(proxy, &boards[1], proxy->forward, 2 * proxy->instance->bound - 2 - limit);
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (unsigned direction = 0; direction < 2; direction++) {
        uint8_t *own = cells + direction * TILEPDB_TABLE_MAX_CELLS * proxy->count;
        cells_fill(proxy, direction, boards, own);
        values_fill(proxy, direction, triples[direction], own);
        lack_fill(proxy, direction, &pair->side[direction]);
    }
    free(cells);
    return true;
}

struct proxy *proxy_create(const struct instance *instance, const struct triples *const triples[2],
                           const struct tree_pair *pair, const struct tree_boards boards[2],
                           int limit, int threads) {
    struct proxy *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->instance = instance;
    made->forward = boards[0].count;
    made->count = boards[0].count + boards[1].count;
    if (proxy_fill(made, triples, pair, boards, limit, threads)) return made;
    proxy_free(made);
    return NULL;
}

void proxy_free(struct proxy *proxy) {
    if (!proxy) return;
    for (unsigned direction = 0; direction < 2; direction++) {
        free(proxy->scratch[direction]);
        free(proxy->changed[direction]);
        free(proxy->sum[direction]);
        free(proxy->lack[direction]);
        free(proxy->values[direction]);
        free(proxy->alone[direction]);
    }
    free(proxy->weight);
    free(proxy->twice_moves);
    free(proxy->left);
    free(proxy);
}

/* ---- swaps ----------------------------------------------------------------------------------- */

static void swap_insert(struct proxy_swap *best, size_t count, const struct proxy_swap *swap) {
    size_t place = count;
    while (place > 0 && swap->value < best[place - 1].value) place--;
    if (place == count) return;
    memmove(best + place + 1, best + place, (count - 1 - place) * sizeof *best);
    best[place] = *swap;
}

/* `swap` differs from a partition only in patterns a and b; `rest` has the estimates without
 * them. */
static void swap_value(const struct proxy *proxy, unsigned direction, unsigned a, unsigned b,
                       const int16_t *rest, struct proxy_swap *swap) {
    uint8_t *x = proxy->scratch[direction], *y = x + proxy->count;
    int16_t *changed = proxy->changed[direction];
    pattern_value(proxy, direction, swap->tiles[a], x);
    pattern_value(proxy, direction, swap->tiles[b], y);
    for (size_t i = 0; i < proxy->count; i++) changed[i] = (int16_t)(rest[i] + x[i] + y[i]);
    swap->value = direction == 0 ? sums_value(proxy, changed, proxy->sum[1])
                                 : sums_value(proxy, proxy->sum[0], changed);
}

static void patterns_swap(const struct proxy *proxy, unsigned direction,
                          const uint32_t tiles[TREE_PATTERNS], unsigned a, unsigned b,
                          struct proxy_swap *best, size_t count) {
    int16_t *rest = proxy->changed[direction] + proxy->count;
    memcpy(rest, proxy->lack[direction], proxy->count * sizeof *rest);
    for (unsigned p = 0; p < TREE_PATTERNS; p++) {
        if (p == a || p == b) continue;
        const uint8_t *value = proxy->scratch[direction] + (2 + p) * proxy->count;
        for (size_t i = 0; i < proxy->count; i++) rest[i] = (int16_t)(rest[i] + value[i]);
    }
    for (uint32_t s = tiles[a]; s; s &= s - 1)
        for (uint32_t t = tiles[b]; t; t &= t - 1) {
            const uint32_t both = (s & -s) | (t & -t);
            struct proxy_swap swap;
            memcpy(swap.tiles, tiles, sizeof swap.tiles);
            swap.tiles[a] ^= both;
            swap.tiles[b] ^= both;
            swap_value(proxy, direction, a, b, rest, &swap);
            swap_insert(best, count, &swap);
        }
}

void proxy_swaps(const struct proxy *proxy, unsigned direction, const uint32_t tiles[TREE_PATTERNS],
                 struct proxy_swap *best, size_t count) {
    for (size_t i = 0; i < count; i++) best[i].value = 1e300;
    for (unsigned p = 0; p < TREE_PATTERNS; p++)
        pattern_value(proxy, direction, tiles[p],
                      proxy->scratch[direction] + (2 + p) * proxy->count);
    for (unsigned a = 0; a < TREE_PATTERNS; a++)
        for (unsigned b = a + 1; b < TREE_PATTERNS; b++)
            patterns_swap(proxy, direction, tiles, a, b, best, count);
}
