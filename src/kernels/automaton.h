/*
 * The move automaton: which moves may continue a path, given its last moves.
 *
 * Two paths from the same blank cell that move the same tiles to the same cells are duplicates: one
 * of them is enough. The automaton forbids every path that ends in a sequence of moves for which a
 * shorter sequence, or one of the same length and earlier in the move order, has the same effect.
 * The first optimal solution in the move order has no such sequence in it, since replacing the
 * sequence would give a shorter or an earlier one; so a search with the automaton finds the same
 * answer and exhausts the same bounds with fewer nodes (Taylor & Korf, Pruning Duplicate Nodes in
 * Depth-First Search, AAAI 1993). Sequences are found by breadth-first search from every cell on
 * the board itself, so that edges and corners are honoured, and boards are compared exactly.
 *
 * A search backward, from the goal to the board, has an automaton of its own: of sequences of the
 * same length it keeps the one that is first in the move order when it is undone, read from its
 * end. So the way back of the first optimal solution is never forbidden.
 *
 * With sequences of two moves it only forbids undoing the last move: the plain tree, whose counts
 * are comparable with the literature.
 *
 * Moves are those of a move set, and sequences of one tile's moves and of lines' moves are treated
 * alike.
 *
 * An automaton is immutable once created and may be shared by any number of threads.
 */
#ifndef TILEPDB_KERNELS_AUTOMATON_H
#define TILEPDB_KERNELS_AUTOMATON_H

#include "puzzle/move_set.h"

/* A state: from bit 4 on the set of moves that may follow, a bit for each of the `move_count`
 * moves, and above them the number of the state. Kernels may use bits 0 .. 3. */
typedef uint32_t automaton_entry;

#define AUTOMATON_MAX_MOVES 12

/* The most states: an entry must hold their numbers, and those of single-tile moves take at most
 * 4 MiB. */
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

/* The entry without some moves, a set. */
static inline automaton_entry automaton_except(automaton_entry entry, unsigned moves) {
    return entry & ~(moves << 4);
}

struct automaton {
    uint32_t state_count;
    uint32_t move_count;
    automaton_entry start[TILEPDB_TABLE_MAX_CELLS]; /* [blank's cell] the states after no move */
    const automaton_entry *next; /* [state * move_count + move] 0: that move is forbidden */
    automaton_entry *owned;      /* `next`, if it was allocated */
    size_t pages;                /* the bytes of `owned` if it is from memory_pages, else 0 */
};

#define AUTOMATON_PLAIN 2

/* Of two equivalent sequences, forward keeps the first, and backward the one that is first when it
 * is undone. */
enum automaton_order { AUTOMATON_FORWARD, AUTOMATON_BACKWARD, AUTOMATON_ORDERS };

/* Builds the automaton of all sequences of up to `history` moves, or of fewer moves if there would
 * be more than automaton_max_states states. The caller releases it by automaton_free.
 * ERROR_ARGUMENT: the set has more than AUTOMATON_MAX_MOVES moves; ERROR_MEMORY. */
tilepdb_status automaton_create(struct automaton *automaton, const struct move_set *moves,
                                enum automaton_order order, int history, tilepdb_error *error);

/* Takes a built-in automaton, copied into huge pages if it is large, or builds one, with sequences
 * of a length that takes a few milliseconds (slides: up to a tenth of a second). Ownership and
 * statuses as automaton_create. */
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

/* A zeroed automaton is fine. */
void automaton_free(struct automaton *automaton);

#endif
