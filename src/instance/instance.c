/* See tree.h. */
#include "instance/tree.h"

#include <string.h>

#include "base/error.h"

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
