/*
 * A solver for one board from both sides: which groups it uses, and where its limits are, found by
 * counting bounds that are cheap. See tilepdb_choice.h and sides.h.
 *
 * Pairs of a forward and a backward group are counted at bound after bound, those that take many
 * more nodes than the best are dropped, until the best takes enough for its counts to mean
 * something. A count at one limit tells the nodes of all smaller ones, since b never falls along a
 * path.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "search/sides.h"
#include "solver/root.h"
#include "solver/sides.h"
#include "tilepdb_choice.h"

/* The best pair has enough nodes; from fewer on, only this many pairs are left. */
#define ENOUGH     3000000
#define FEW_NODES  50000
#define FEW_PAIRS  4
#define SOME_NODES 5000
#define SOME_PAIRS 12

/* A pair with so many times the nodes of the best is dropped. */
#define HOPELESS 2

/* Limits are counted so far on both sides of the one that is thought to be the best; a side that
 * takes so many times more nodes than the best pair is not. */
#define REACH 4
#define MOST  16

/* Nodes that a board less far away than the level costs, against a key that is kept. */
#define FREE_COST 4

#define MOST_PAIRS  (KERNEL_MAX_GROUPS * KERNEL_MAX_GROUPS)
#define MOST_BOUNDS 40

/* Two groups. */
struct pair {
    struct tilepdb_solver *side[2]; /* forward, backward; owned */
    int root_b[2];
    int offset;      /* of the best limit of the forward side, from the bound */
    uint64_t nodes;  /* expanded with that; 0: it is dropped */
    uint64_t before; /* and at the bound before */
};

struct join {
    const tilepdb_solver *forward, *backward;
    const tilepdb_board *root[2];
    struct pair pairs[MOST_PAIRS];
    size_t count;
    int bound;
    tilepdb_error *error;
};

/* ---- counting -------------------------------------------------------------------------------- */

static void crossings_ignore(struct pass *pass, const struct pass_crossing *crossings,
                             size_t count) {
    (void)pass;
    (void)crossings;
    (void)count;
}

static void solution_ignore(struct pass *pass) {
    (void)pass;
}

static bool never(struct pass *pass) {
    (void)pass;
    return false;
}

/* Counts a side at a bound and limit. False: it expands more than `most` nodes, or there is no
 * memory. */
static bool side_count(const struct join *join, const struct pair *pair, unsigned which, int limit,
                       uint64_t most, struct pass_side_counts *counts) {
    const struct tilepdb_solver *solver = pair->side[which];
    const struct pass_side side = {.limit = limit, .free = -1, .least = 1, .backward = which == 1};
    struct kernel_root root;
    int h;
    memset(counts, 0, sizeof *counts);
    if (limit < pair->root_b[which]) return true;
    if (solver_root(solver, join->root[which], &root, &h, join->error)) return false;
    struct pass *pass = solver_pass_take(solver, join->bound);
    bool well = pass != NULL;
    if (well) {
        pass_reset(pass, &solver->reduced, join->bound);
        memset(&pass->side_counts, 0, sizeof pass->side_counts);
        pass->side = &side;
        pass->all = true;
        pass->pause = most;
        pass->width = SIZE_MAX;
        pass->check = never;
        pass->on_solution = solution_ignore;
        pass->on_crossings = crossings_ignore;
        well = pass_root(pass, &root, solver->reduced.start[root.blank]) &&
               pass_run(pass) == PASS_EXHAUSTED && pass->raw.expanded <= most;
        *counts = pass->side_counts;
    }
    solver_pass_give(solver, pass);
    return well;
}

/* The nodes up to a limit, where all up to `counted` were. */
static uint64_t nodes_within(const struct pass_side_counts *counts, int counted, int limit) {
    uint64_t nodes = 0;
    for (int i = 0; i < PASS_LIMITS; i++)
        if (counted - 2 * i <= limit) nodes += counts->within[i];
    return nodes;
}

/* Finds the best limit of a pair at the bound, and the nodes that it takes: 0 if too many. */
static void pair_count(struct join *join, struct pair *pair, uint64_t most) {
    struct pass_side_counts counts[2];
    const int top[2] = {join->bound + pair->offset + REACH, join->bound - 2 - pair->offset + REACH};
    uint64_t best = 0;
    int offset = pair->offset;
    pair->before = pair->nodes;
    pair->nodes = 0;
    for (unsigned which = 0; which < 2; which++)
        if (!side_count(join, pair, which, top[which], most, &counts[which])) return;
    for (int by = -REACH; by <= REACH; by += 2) {
        const int limit = join->bound + offset + by;
        const uint64_t nodes = nodes_within(&counts[0], top[0], limit) +
                               nodes_within(&counts[1], top[1], 2 * join->bound - 2 - limit) + 1;
        if (best && nodes >= best) continue;
        best = nodes;
        pair->offset = offset + by;
    }
    pair->nodes = best;
}

/* ---- which pair ------------------------------------------------------------------------------ */

static void pair_free(struct pair *pair) {
    tilepdb_solver_free(pair->side[0]);
    tilepdb_solver_free(pair->side[1]);
    *pair = (struct pair){0};
}

static void pair_drop(struct join *join, size_t i) {
    pair_free(&join->pairs[i]);
    memmove(&join->pairs[i], &join->pairs[i + 1], (--join->count - i) * sizeof *join->pairs);
}

static tilepdb_status pair_add(struct join *join, unsigned a, unsigned b) {
    struct pair *pair = &join->pairs[join->count++];
    *pair = (struct pair){.nodes = 1};
    tilepdb_status status =
        solver_side_create(join->forward, a, join->backward, b, 0, &pair->side[0], join->error);
    if (!status)
        status =
            solver_side_create(join->backward, b, join->forward, a, 1, &pair->side[1], join->error);
    for (unsigned which = 0; which < 2 && !status; which++) {
        struct kernel_root root;
        int h;
        status = solver_root(pair->side[which], join->root[which], &root, &h, join->error);
        if (status) break;
        pair->root_b[which] = root.group[0].sum;
        if (root.group[0].sum > join->bound) join->bound = root.group[0].sum;
    }
    pair->offset = (pair->root_b[0] - pair->root_b[1]) / 4 * 2;
    return status;
}

/* The number of the pair with the fewest nodes. */
static size_t pair_best(const struct join *join) {
    size_t best = 0;
    for (size_t i = 1; i < join->count; i++)
        if (join->pairs[i].nodes < join->pairs[best].nodes) best = i;
    return best;
}

/* Drops those with too many nodes, and the worst until few enough are left. */
static void pairs_drop(struct join *join) {
    for (size_t i = join->count; i-- > 0;)
        if (join->pairs[i].nodes == 0 && join->count > 1) pair_drop(join, i);
    const uint64_t least = join->pairs[pair_best(join)].nodes;
    size_t most = MOST_PAIRS;
    if (least >= SOME_NODES) most = SOME_PAIRS;
    if (least >= FEW_NODES) most = FEW_PAIRS;
    while (join->count > 1) {
        size_t worst = 0;
        for (size_t i = 1; i < join->count; i++)
            if (join->pairs[i].nodes >= join->pairs[worst].nodes) worst = i;
        const bool hopeless = least >= SOME_NODES && join->pairs[worst].nodes > HOPELESS * least;
        if (!hopeless && join->count <= most) break;
        pair_drop(join, worst);
    }
}

static void pairs_count(struct join *join) {
    for (int bounds = 0; bounds < MOST_BOUNDS; bounds++, join->bound += 2) {
        uint64_t best = 0;
        for (size_t i = 0; i < join->count; i++) {
            struct pair *pair = &join->pairs[i];
            pair_count(join, pair, MOST * (best ? best + SOME_NODES : ENOUGH));
            if (pair->nodes && (best == 0 || pair->nodes < best)) best = pair->nodes;
        }
        if (best == 0) break;
        pairs_drop(join);
        if (best >= ENOUGH) break;
    }
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* What a step of a side's limit changes. A tree that is empty without it grows as most do. */
#define STEP 7

static double ratio(uint64_t nodes, uint64_t fewer) {
    return fewer ? (double)nodes / (double)fewer : STEP;
}

static void steps_find(const struct join *join, const struct pair *pair,
                       struct solver_sides *sides) {
    const int limits[2] = {sides->limit, 2 * sides->bound - 2 - sides->limit};
    for (unsigned which = 0; which < 2; which++) {
        struct pass_side_counts counts;
        const int most = limits[which] + 2;
        sides->more[which] = sides->less[which] = STEP;
        if (!side_count(join, pair, which, most, UINT64_MAX, &counts)) continue;
        const uint64_t nodes = nodes_within(&counts, most, limits[which]);
        sides->more[which] = ratio(nodes_within(&counts, most, most), nodes);
        sides->less[which] = ratio(nodes, nodes_within(&counts, most, limits[which] - 2));
    }
}

/* ---- the level ------------------------------------------------------------------------------- */

/* The least moves from the board with which crossings are told: where keys that are kept, and nodes
 * that are not held to the limit, cost the least; of equal ones the one in the middle. */
static int level_find(const struct join *join, const struct pair *pair) {
    struct pass_side_counts counts[2];
    const int bound = join->bound, limit = bound + pair->offset;
    if (!side_count(join, pair, 0, limit, UINT64_MAX, &counts[0]) ||
        !side_count(join, pair, 1, 2 * bound - 2 - limit, UINT64_MAX, &counts[1]))
        return bound / 2;
    uint64_t kept = 0, cost = 0, least = 0;
    int first = 1, last = 1;
    for (int j = 1; j <= bound; j++) kept += counts[0].crossed[bound - j];
    for (int j = 1; j <= bound; j++) {
        if (j > 1) kept -= counts[0].crossed[bound - j + 1];
        cost = j > 1 ? cost + FREE_COST * counts[1].crossed[j - 2] : 0;
        if (j == 1 || kept + cost < least) {
            least = kept + cost;
            first = j;
        }
        if (kept + cost == least) last = j;
    }
    return (first + last) / 2;
}

/* ---- all ------------------------------------------------------------------------------------- */

static tilepdb_status pairs_make(struct join *join) {
    tilepdb_status status = TILEPDB_OK;
    for (unsigned a = 0; a < join->forward->setup.group_count && !status; a++)
        for (unsigned b = 0; b < join->backward->setup.group_count && !status; b++)
            status = pair_add(join, a, b);
    return status;
}

static tilepdb_status sides_make(struct join *join, tilepdb_solver **joined) {
    tilepdb_status status = pairs_make(join);
    if (status) return status;
    pairs_count(join);
    struct pair *best = &join->pairs[pair_best(join)];
    struct solver_sides *sides = malloc(sizeof *sides);
    if (!sides)
        return error_set(join->error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    *sides = (struct solver_sides){.back = best->side[1],
                                   .forward = join->forward,
                                   .backward = join->backward,
                                   .bound = join->bound,
                                   .limit = join->bound + best->offset,
                                   .level = level_find(join, best)};
    steps_find(join, best, sides);
    best->side[0]->sides = sides;
    *joined = best->side[0];
    best->side[0] = best->side[1] = NULL;
    return TILEPDB_OK;
}

tilepdb_status tilepdb_solver_join(const tilepdb_solver *forward, const tilepdb_solver *backward,
                                   tilepdb_solver **joined, tilepdb_error *error) {
    tilepdb_error unseen;
    if (!error) error = &unseen;
    if (!backward->backward || forward->backward)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a search from both sides needs a solver for each direction");
    const tilepdb_status status = tilepdb_board_solvable(&backward->goal, &forward->goal, error);
    if (status) return status;
    struct join *join = calloc(1, sizeof *join);
    if (!join) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    join->forward = forward;
    join->backward = backward;
    join->root[0] = &backward->goal;
    join->root[1] = &forward->goal;
    join->error = error;
    tilepdb_status made = sides_make(join, joined);
    if (!made) {
        made = solver_failure(*joined, error);
        if (made) tilepdb_solver_free(*joined);
    }
    for (size_t i = 0; i < join->count; i++) pair_free(&join->pairs[i]);
    free(join);
    return made;
}
