/*
 * Which automaton a size gets: a built-in one, or one built now. See automaton.h.
 */
#include "search/automaton.h"

/* Words that are found in about five milliseconds; a build without precomputed ones takes ten times
 * that for the usual squares, for a fifth fewer nodes. */
static int history_at_load(unsigned cells) {
    return cells <= 12 || automaton_shipped_count == 0 ? 10 : 8;
}

tilepdb_status automaton_prepare(struct automaton *automaton, const struct move_set *moves,
                                 tilepdb_error *error) {
    const struct geometry *geometry = &moves->geometry;
    for (unsigned i = 0; i < automaton_shipped_count; i++)
        if (moves->metric == TILEPDB_METRIC_SINGLE &&
            automaton_shipped[i].width == geometry->width &&
            automaton_shipped[i].height == geometry->height) {
            *automaton = automaton_shipped[i].automaton;
            return TILEPDB_OK;
        }
    return automaton_create(automaton, moves, history_at_load(geometry->cells), error);
}
