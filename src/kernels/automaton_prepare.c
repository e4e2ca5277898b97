/*
 * Which automaton a size gets: a built-in one, or one built now. See automaton.h.
 */
#include "kernels/automaton.h"

#include <string.h>

#include "base/memory.h"

/* Words that are found in about five milliseconds; a build without precomputed ones takes ten times
 * that for the usual boards, for a fifth fewer nodes. Words of slides are more, and take ten times
 * as long. */
static int history_at_load(const struct move_set *moves) {
    const bool longer = moves->metric == TILEPDB_METRIC_SINGLE && automaton_shipped_count == 0;
    return moves->geometry.cells <= 12 || longer ? 10 : 8;
}

/* Entries are read at random, once a node: from small pages, each would also miss the translation
 * cache. Without memory for a copy the automaton is used where it is. */
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
