/*
 * The sequences without forbidden parts form a tree. Level L holds the sequences of L moves, sorted
 * by the cell where they start, then by move order.
 *
 * Let x be a sequence, d a move, and y the suffix of x: x without its first move. The child x.d is
 * examined only if x and y.d are in the tree; otherwise it has a forbidden part. If a sequence in
 * the tree leads from the same start to the same board, x.d is forbidden, since the tree grows by
 * length and then by move order. A backward automaton sorts each level by the inverse of the last
 * move first, which is the move order of the reversed sequences.
 *
 * A state is the longest suffix of the path that can still grow into a forbidden sequence. States
 * that allow the same futures are merged by partition refinement (Moore).
 */
#include "kernels/automaton.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "puzzle/board.h"
#include "puzzle/packed.h"

/* Values of tree.child beside numbers of sequences: */
#define DEAD   UINT32_MAX       /* forbidden */
#define OFF    (UINT32_MAX - 1) /* the blank would leave the board */
#define FUTURE (UINT32_MAX - 2) /* not examined: the suffix decides */

struct sequence {
    struct packed board;
    uint32_t suffix; /* sequence without the first move */
    uint8_t start, blank;
    bool grows; /* a forbidden sequence begins with this sequence */
};

struct tree {
    const struct move_set *moves;
    enum automaton_order order;
    struct sequence *sequences;
    uint32_t *child; /* [sequence * moves->count + move] */
    uint32_t count, capacity;
    uint32_t inner;  /* sequences below this number have children in the tree */
    uint32_t *slots; /* hash set of boards: sequence + 1, or 0 */
    uint32_t slot_count, slot_capacity;
    uint32_t *final; /* [sequence] sequence that is its state */
};

/* Sequences of one level with one start. */
struct family {
    uint32_t first, last;
};

/* ---- sequences ------------------------------------------------------------------------------- */

static uint32_t *child_of(const struct tree *tree, uint32_t sequence, unsigned move) {
    return &tree->child[(size_t)sequence * tree->moves->count + move];
}

static uint32_t slot_of(const struct tree *tree, const struct packed *board) {
    uint64_t hash = 0;
    for (int i = 0; i < 2; i++)
        hash = (hash ^ hash >> 32 ^ board->word[i]) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t slot = (uint32_t)((hash >> 32) * tree->slot_count >> 32);
    for (; tree->slots[slot]; slot = (slot + 1) & (tree->slot_count - 1))
        if (packed_equal(&tree->sequences[tree->slots[slot] - 1].board, board)) break;
    return slot;
}

static bool sequences_reserve(struct tree *tree, size_t more) {
    size_t capacity = tree->capacity ? tree->capacity : 4096;
    while (capacity < tree->count + more) capacity *= 2;
    if (capacity == tree->capacity) return true;
    if (capacity >= FUTURE) return false;
    struct sequence *sequences = realloc(tree->sequences, capacity * sizeof *sequences);
    if (sequences) tree->sequences = sequences;
    uint32_t *child = realloc(tree->child, capacity * tree->moves->count * sizeof *child);
    if (child) tree->child = child;
    if (!sequences || !child) return false;
    tree->capacity = (uint32_t)capacity;
    return true;
}

static bool slots_reserve(struct tree *tree, size_t most) {
    uint32_t count = 64;
    while (count < most) count *= 2;
    if (count > tree->slot_capacity) {
        free(tree->slots);
        tree->slots = malloc(count * sizeof *tree->slots);
        tree->slot_capacity = tree->slots ? count : 0;
    }
    tree->slot_count = count;
    if (tree->slots) memset(tree->slots, 0, count * sizeof *tree->slots);
    return tree->slots != NULL;
}

static void family_see(struct tree *tree, struct family family) {
    for (uint32_t i = family.first; i < family.last; i++)
        tree->slots[slot_of(tree, &tree->sequences[i].board)] = i + 1;
}

static uint32_t sequence_add(struct tree *tree, const struct sequence *sequence) {
    tree->sequences[tree->count] = *sequence;
    uint32_t *child = child_of(tree, tree->count, 0);
    for (unsigned left = tree->moves->count; left > 0; left--) *child++ = FUTURE;
    return tree->count++;
}

static bool roots_add(struct tree *tree) {
    const unsigned cells = tree->moves->geometry.cells;
    if (!sequences_reserve(tree, cells)) return false;
    for (unsigned cell = 0; cell < cells; cell++) {
        struct sequence root = {.start = (uint8_t)cell, .blank = (uint8_t)cell};
        for (unsigned other = 0; other < cells; other++)
            packed_flip(&root.board, cells, other, goal_tile(other, cell));
        sequence_add(tree, &root);
    }
    return true;
}

static uint32_t child_grow(struct tree *tree, uint32_t i, unsigned move) {
    const struct sequence *sequence = &tree->sequences[i];
    const uint8_t to = tree->moves->blank_after[sequence->blank][move];
    if (to == NO_CELL) return OFF;
    uint32_t suffix = to;
    if (i >= tree->moves->geometry.cells) suffix = *child_of(tree, sequence->suffix, move);
    if (suffix == DEAD) return DEAD;
    const struct sequence child = {
        .board = packed_play(sequence->board, tree->moves, sequence->blank, move),
        .suffix = suffix,
        .start = sequence->start,
        .blank = to};
    const uint32_t slot = slot_of(tree, &child.board);
    if (tree->slots[slot]) {
        tree->sequences[i].grows = true;
        return DEAD;
    }
    const uint32_t number = sequence_add(tree, &child);
    tree->slots[slot] = number + 1;
    return number;
}

/* `before` is the family one level up with the same start. A sequence in the tree is as long as the
 * distance of its board, and a move changes the distance by at most one. So a duplicate of a child
 * is in `before`, in `family` or among the children. */
static bool family_grow(struct tree *tree, struct family before, struct family family) {
    const unsigned count = tree->moves->count;
    const size_t sequences = family.last - family.first;
    if (!sequences_reserve(tree, sequences * count) ||
        !slots_reserve(tree, before.last - before.first + sequences * (1u + count) + 1))
        return false;
    family_see(tree, before);
    family_see(tree, family);
    if (tree->order == AUTOMATON_FORWARD)
        for (uint32_t i = family.first; i < family.last; i++)
            for (unsigned m = 0; m < count; m++) *child_of(tree, i, m) = child_grow(tree, i, m);
    else
        for (unsigned k = 0; k < count; k++)
            for (uint32_t i = family.first; i < family.last; i++) {
                const unsigned m = tree->moves->move[k].inverse;
                *child_of(tree, i, m) = child_grow(tree, i, m);
            }
    return true;
}

/* Replaces the children, numbered from `first_child`, by their suffixes: nothing grows from the
 * last level, so a child has the state of its suffix. */
static void family_fold(struct tree *tree, struct family family, uint32_t first_child) {
    for (uint32_t i = family.first; i < family.last; i++)
        for (unsigned m = 0; m < tree->moves->count; m++) {
            uint32_t *child = child_of(tree, i, m);
            if (*child < FUTURE) *child = tree->sequences[*child].suffix;
        }
    tree->count = first_child;
}

static struct family family_at(const struct tree *tree, uint32_t first, uint32_t end,
                               unsigned start) {
    struct family family = {first, first};
    while (family.last < end && tree->sequences[family.last].start == start) family.last++;
    return family;
}

/* Adds the children of level [first, last); the level above is [before, first). */
static bool level_grow(struct tree *tree, uint32_t before, uint32_t first, uint32_t last,
                       bool final) {
    struct family old = {before, before}, family = {first, first};
    bool ok = true;
    for (unsigned start = 0; start < tree->moves->geometry.cells && ok; start++) {
        old = family_at(tree, old.last, first, start);
        family = family_at(tree, family.last, last, start);
        const uint32_t first_child = tree->count;
        ok = family_grow(tree, old, family);
        if (ok && final) family_fold(tree, family, first_child);
    }
    return ok;
}

static void sequences_look_ahead(struct tree *tree) {
    for (uint32_t i = tree->inner; i-- > 0;)
        for (unsigned m = 0; m < tree->moves->count; m++) {
            const uint32_t child = *child_of(tree, i, m);
            if (child < FUTURE && tree->sequences[child].grows) tree->sequences[i].grows = true;
        }
}

/* A state is a root or a sequence that grows; other sequences have the state of their suffix. */
static void sequences_classify(struct tree *tree) {
    for (uint32_t i = 0; i < tree->count; i++) {
        const bool own = i < tree->moves->geometry.cells || tree->sequences[i].grows;
        tree->final[i] = own ? i : tree->final[tree->sequences[i].suffix];
    }
}

static uint32_t sequence_follow(const struct tree *tree, uint32_t sequence, unsigned move) {
    uint32_t child;
    while ((child = *child_of(tree, sequence, move)) == FUTURE)
        sequence = tree->sequences[sequence].suffix;
    return child < FUTURE ? tree->final[child] : child;
}

/* ---- states ---------------------------------------------------------------------------------- */

struct automaton_states {
    uint32_t count;
    uint32_t move_count;
    uint32_t *sequence;
    uint32_t *index;
    uint32_t *next;
    uint32_t *class;
};

static uint32_t *next_of(const struct automaton_states *states, uint32_t state, unsigned move) {
    return &states->next[(size_t)state * states->move_count + move];
}

static void states_free(struct automaton_states *states) {
    free(states->sequence);
    free(states->index);
    free(states->next);
    free(states->class);
}

static bool states_list(struct automaton_states *states, const struct tree *tree) {
    states->sequence = malloc(tree->count * sizeof *states->sequence);
    states->index = malloc(tree->count * sizeof *states->index);
    states->move_count = tree->moves->count;
    states->next = malloc((size_t)tree->count * tree->moves->count * sizeof *states->next);
    states->class = malloc(tree->count * sizeof *states->class);
    if (!states->sequence || !states->index || !states->next || !states->class) return false;
    for (uint32_t i = 0; i < tree->count; i++)
        if (tree->final[i] == i) {
            states->index[i] = states->count;
            states->sequence[states->count++] = i;
        }
    for (uint32_t s = 0; s < states->count; s++)
        for (unsigned m = 0; m < states->move_count; m++) {
            const uint32_t to = sequence_follow(tree, states->sequence[s], m);
            *next_of(states, s, m) = to < FUTURE ? states->index[to] : DEAD;
        }
    return true;
}

static uint32_t class_mark(const struct automaton_states *states, uint32_t state) {
    return state == DEAD ? 0 : states->class[state] + 1u;
}

static bool states_agree(const struct automaton_states *states, uint32_t a, uint32_t b) {
    const uint32_t *after_a = next_of(states, a, 0), *after_b = next_of(states, b, 0);
    bool same = states->class[a] == states->class[b];
    for (unsigned m = 0; m < states->move_count && same; m++)
        same = class_mark(states, after_a[m]) == class_mark(states, after_b[m]);
    return same;
}

/* Returns the number of classes. */
static uint32_t classes_refine(struct automaton_states *states, uint32_t *slots,
                               uint32_t slot_count, uint32_t *refined) {
    uint32_t classes = 0;
    memset(slots, 0, slot_count * sizeof *slots);
    for (uint32_t s = 0; s < states->count; s++) {
        uint64_t hash = states->class[s];
        for (unsigned m = 0; m < states->move_count; m++)
            hash = (hash ^ class_mark(states, *next_of(states, s, m)) ^ hash >> 29) *
                   UINT64_C(0x9E3779B97F4A7C15);
        uint32_t slot = (uint32_t)((hash >> 32) * slot_count >> 32);
        while (slots[slot] && !states_agree(states, slots[slot] - 1, s))
            slot = (slot + 1) & (slot_count - 1);
        if (slots[slot] == 0) {
            slots[slot] = s + 1;
            refined[s] = classes++;
        } else {
            refined[s] = refined[slots[slot] - 1];
        }
    }
    return classes;
}

static bool states_merge(struct automaton_states *states, const struct tree *tree,
                         uint32_t *classes) {
    uint32_t slot_count = 4096, before = 0;
    while (slot_count < 2 * states->count) slot_count *= 2;
    uint32_t *slots = malloc(slot_count * sizeof *slots);
    uint32_t *refined = malloc(states->count * sizeof *refined);
    *classes = 0;
    for (uint32_t s = 0; s < states->count; s++)
        states->class[s] = tree->sequences[states->sequence[s]].blank;
    while (slots && refined) {
        *classes = classes_refine(states, slots, slot_count, refined);
        memcpy(states->class, refined, states->count * sizeof *refined);
        if (*classes == before) break;
        before = *classes;
    }
    free(slots);
    free(refined);
    return *classes != 0;
}

static automaton_entry entry_of(const struct automaton_states *states, uint32_t state) {
    automaton_entry entry = states->class[state] << (4 + states->move_count);
    for (unsigned m = 0; m < states->move_count; m++)
        if (*next_of(states, state, m) != DEAD) entry |= 1u << (4 + m);
    return entry;
}

static bool table_fill(struct automaton *automaton, const struct automaton_states *states,
                       uint32_t classes) {
    const uint32_t moves = states->move_count;
    automaton->state_count = classes;
    automaton->move_count = moves;
    automaton->owned = calloc((size_t)classes * moves, sizeof *automaton->owned);
    automaton->next = automaton->owned;
    if (!automaton->owned) return false;
    for (uint32_t s = 0; s < states->count; s++)
        for (unsigned m = 0; m < moves; m++) {
            const uint32_t to = *next_of(states, s, m);
            if (to != DEAD) automaton->owned[states->class[s] * moves + m] = entry_of(states, to);
        }
    for (unsigned cell = 0; cell < TILEPDB_TABLE_MAX_CELLS && cell < states->count; cell++)
        automaton->start[cell] = entry_of(states, cell);
    return true;
}

/* ---- building -------------------------------------------------------------------------------- */

static bool tree_grow(struct tree *tree, int history) {
    if (!roots_add(tree)) return false;
    uint32_t before = 0, first = 0;
    for (int level = 0; level < history; level++) {
        const uint32_t last = tree->count;
        if (!level_grow(tree, before, first, last, level == history - 1)) return false;
        before = tree->inner = first;
        first = last;
    }
    tree->final = malloc(tree->count * sizeof *tree->final);
    if (!tree->final) return false;
    sequences_look_ahead(tree);
    sequences_classify(tree);
    return true;
}

/* The automaton stays empty if `*classes`, the number of states, is too large. */
static bool automaton_build(struct automaton *automaton, const struct move_set *moves,
                            enum automaton_order order, int history, uint32_t *classes) {
    struct tree tree = {.moves = moves, .order = order};
    struct automaton_states states = {0};
    const bool made =
        tree_grow(&tree, history) && states_list(&states, &tree) &&
        states_merge(&states, &tree, classes) &&
        (*classes > automaton_max_states(moves->count) || table_fill(automaton, &states, *classes));
    states_free(&states);
    free(tree.sequences);
    free(tree.child);
    free(tree.slots);
    free(tree.final);
    return made;
}

tilepdb_status automaton_create(struct automaton *automaton, const struct move_set *moves,
                                enum automaton_order order, int history, tilepdb_error *error) {
    memset(automaton, 0, sizeof *automaton);
    if (moves->count > AUTOMATON_MAX_MOVES)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a search has room for %d moves, and %dx%d boards have %d",
                         AUTOMATON_MAX_MOVES, moves->geometry.width, moves->geometry.height,
                         moves->count);
    for (; history >= AUTOMATON_PLAIN; history--) {
        uint32_t classes = 0;
        if (!automaton_build(automaton, moves, order, history, &classes)) {
            automaton_free(automaton);
            return error_set(error, TILEPDB_ERROR_MEMORY,
                             "not enough memory for the move automaton");
        }
        if (classes <= automaton_max_states(moves->count)) break;
    }
    return TILEPDB_OK;
}

void automaton_free(struct automaton *automaton) {
    if (automaton->pages)
        memory_pages_free(automaton->owned, automaton->pages);
    else
        free(automaton->owned);
    memset(automaton, 0, sizeof *automaton);
}

/* Returns a `history` that takes up to five milliseconds to build; fifty for multi-tile moves and
 * without built-in automata, where it saves a fifth of the nodes. */
static int history_at_load(const struct move_set *moves) {
    const bool longer = moves->metric == TILEPDB_METRIC_SINGLE && automaton_shipped_count == 0;
    return moves->geometry.cells <= 12 || longer ? 10 : 8;
}

/* Copies the table into huge pages, which make random look-ups faster. Without memory nothing
 * changes. */
static void huge_pages_take(struct automaton *automaton) {
    const size_t entries = (size_t)automaton->state_count * automaton->move_count;
    const size_t bytes = entries * sizeof *automaton->next;
    if (bytes < MEMORY_UNIT || !memory_has_huge()) return;
    automaton_entry *copy = memory_pages(bytes);
    if (!copy) return;
    memcpy(copy, automaton->next, bytes);
    automaton->next = automaton->owned = copy;
    automaton->pages = bytes;
}

tilepdb_status automaton_prepare(struct automaton *automaton, const struct move_set *moves,
                                 enum automaton_order order, tilepdb_error *error) {
    const struct geometry *geometry = &moves->geometry;
    for (unsigned i = 0; i < automaton_shipped_count; i++)
        if (automaton_shipped[i].metric == moves->metric && automaton_shipped[i].order == order &&
            automaton_shipped[i].width == geometry->width &&
            automaton_shipped[i].height == geometry->height) {
            *automaton = automaton_shipped[i].automaton;
            huge_pages_take(automaton);
            return TILEPDB_OK;
        }
    return automaton_create(automaton, moves, order, history_at_load(moves), error);
}
