/*
 * The move automaton decides from the last moves of a path which moves may continue it (Taylor &
 * Korf, Pruning Duplicate Nodes in Depth-First Search, AAAI 1993).
 *
 * Two sequences of moves are equivalent if they start at the same blank cell and move the same
 * tiles to the same cells. A sequence is forbidden if an equivalent sequence is shorter, or equally
 * long and earlier in the move order. The first optimal solution contains no forbidden sequence,
 * since a replacement would make it shorter or earlier.
 *
 * Searches from the goal use the backward order: of equally long sequences, the automaton keeps the
 * sequence whose reverse is first in the move order. So the reverse of the first optimal solution
 * is never forbidden.
 *
 * An automaton is immutable; any number of threads may share it.
 */
#ifndef TILEPDB_KERNELS_AUTOMATON_H
#define TILEPDB_KERNELS_AUTOMATON_H

#include "puzzle/move_set.h"

/* A state and its moves: from bit 4 on, the set of moves that may follow; above it, the number of
 * the state. Kernels may use bits 0 .. 3. */
typedef uint32_t automaton_entry;

#define AUTOMATON_MAX_MOVES 12

/* Returns the limit on states. The table of single-tile moves takes at most 4 MiB. */
static inline uint32_t automaton_max_states(unsigned move_count) {
    const uint32_t numbers = UINT32_C(1) << (28 - move_count), most = UINT32_C(1) << 18;
    return numbers < most ? numbers : most;
}

static inline uint32_t automaton_state(automaton_entry entry, unsigned move_count) {
    return entry >> (4 + move_count);
}
static inline unsigned automaton_legal(automaton_entry entry, unsigned move_count) {
    return entry >> 4 & ((1u << move_count) - 1);
}

static inline automaton_entry automaton_except(automaton_entry entry, unsigned moves) {
    return entry & ~(moves << 4);
}

struct automaton {
    uint32_t state_count;
    uint32_t move_count;
    automaton_entry start[TILEPDB_TABLE_MAX_CELLS]; /* [blank's cell] before the first move */
    const automaton_entry *next; /* [state * move_count + move] 0 if the move is forbidden */
    automaton_entry *owned;      /* `next` if it is to be freed */
    size_t pages;                /* bytes of `owned` if it is from memory_pages, else 0 */
};

#define AUTOMATON_PLAIN 2

enum automaton_order { AUTOMATON_FORWARD, AUTOMATON_BACKWARD, AUTOMATON_ORDERS };

/* Builds the automaton of sequences of up to `history` moves, or fewer beyond automaton_max_states
 * states. AUTOMATON_PLAIN forbids only two moves in a row that one move or none replaces, such as
 * undoing a move: the plain tree of the literature. Returns ERROR_ARGUMENT for more than
 * AUTOMATON_MAX_MOVES moves, or ERROR_MEMORY. */
tilepdb_status automaton_create(struct automaton *automaton, const struct move_set *moves,
                                enum automaton_order order, int history, tilepdb_error *error);

/* Like automaton_create, but takes a built-in automaton, or a `history` that takes milliseconds to
 * build; up to a tenth of a second for multi-tile moves and without built-in automata. */
tilepdb_status automaton_prepare(struct automaton *automaton, const struct move_set *moves,
                                 enum automaton_order order, tilepdb_error *error);

/* A built-in automaton, written by automaton_write.c at build time. */
struct automaton_shipped {
    uint8_t width, height;
    tilepdb_metric metric;
    enum automaton_order order;
    struct automaton automaton;
};
extern const struct automaton_shipped automaton_shipped[];
extern const unsigned automaton_shipped_count;

/* The automaton may be zeroed. */
void automaton_free(struct automaton *automaton);

#endif
