/*
 * A solver of two groups from two solvers. See sides.h.
 */
#include "search/side_solver.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* Takes over a group of another solver, with its partition and tables. */
static void group_take(struct tilepdb_solver *side, unsigned g, const struct tilepdb_solver *from,
                       unsigned group) {
    struct kernel_setup *setup = &side->setup;
    const size_t partition = (size_t)(from->setup.partition[group] - from->partitions);
    side->partitions[g] = from->partitions[partition];
    memcpy(side->tables + g * KERNEL_MAX_PATTERNS, from->tables + partition * KERNEL_MAX_PATTERNS,
           KERNEL_MAX_PATTERNS * sizeof *side->tables);
    memcpy(side->cell[g], from->cell[group], sizeof side->cell[g]);
    memcpy(side->tile[g], from->tile[group], sizeof side->tile[g]);
    setup->partition[g] = &side->partitions[g];
    for (unsigned blank = 0; blank < setup->moves.geometry.cells; blank++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            struct kernel_move *move = &setup->move[blank][d];
            move->group[g] = from->setup.move[blank][d].group[group];
            if (move->group[g].sign && (g == 0 || move->group[0].sign == 0))
                move->vertical = (uint8_t)g;
        }
}

static bool alike(const struct kernel_setup *a, unsigned g, const struct kernel_setup *b,
                  unsigned h) {
    return a->partition[g] && b->partition[h] && !a->partition[g]->nibble &&
           !b->partition[h]->nibble && a->view.width == b->view.width &&
           a->view.height == b->view.height && a->moves.metric == b->moves.metric &&
           a->moves.geometry.width == b->moves.geometry.width &&
           a->moves.geometry.height == b->moves.geometry.height;
}

/* What the first solver has, but for its groups. The automata stay its own. */
static void solver_take(struct tilepdb_solver *side, const struct tilepdb_solver *left) {
    side->goal = left->goal;
    side->variant = left->variant;
    side->backward = left->backward;
    side->setup = left->setup;
    side->plain = left->plain;
    side->reduced = left->reduced;
    side->plain.owned = side->reduced.owned = NULL;
    side->plain.pages = side->reduced.pages = 0;
}

tilepdb_status side_solver_create(const struct tilepdb_solver *left, unsigned left_group,
                                  const struct tilepdb_solver *done, unsigned done_group,
                                  unsigned key_group, struct tilepdb_solver **side,
                                  tilepdb_error *error) {
    if (!alike(&left->setup, left_group, &done->setup, done_group))
        return error_set(
            error, TILEPDB_ERROR_ARGUMENT,
            "a search from both sides needs bit tables of single-tile moves for both, of "
            "boards that lie alike");
    struct tilepdb_solver *made = calloc(1, sizeof *made);
    if (made) made->partitions = calloc(2, sizeof *made->partitions);
    if (made) made->tables = calloc(2 * (size_t)KERNEL_MAX_PATTERNS, sizeof *made->tables);
    if (!made || !made->partitions || !made->tables) {
        tilepdb_solver_free(made);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    }
    solver_take(made, left);
    made->partition_count = 2;
    made->setup.group_count = 2;
    made->setup.mirrored = false;
    made->setup.bidirectional = true;
    made->setup.key_group = key_group;
    group_take(made, 0, left, left_group);
    group_take(made, 1, done, done_group);
    if (!solver_pool_make(made) || !solver_kernel_select(made, kernel_rows)) {
        tilepdb_solver_free(made);
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    }
    *side = made;
    return TILEPDB_OK;
}
