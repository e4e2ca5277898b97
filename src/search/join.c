/*
 * A solver for one board from both sides: which of their groups it uses. See tilepdb_choice.h and
 * sides.h.
 *
 * Pairs of a forward and a backward group are compared by samples at a bound that would take many
 * nodes, since for small ones the order of pairs is another one: first all of them by small
 * samples, then the best of these by larger ones.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "search/balance.h"
#include "solver/sides.h"
#include "tilepdb_choice.h"
#include "util/clock.h"

/* The nodes of the bound at which pairs are compared, and how far it may be from the estimate. */
#define MANY_NODES  1e9
#define MOST_BOUNDS 9

/* The rounds of a comparison: so many pairs, by samples of so many nodes a level. */
static const struct { size_t pairs, nodes; } rounds[] = {{SIZE_MAX, 1024}, {8, 16384}, {3, 65536}};

/* A tree need not be sampled with more than one node a level for so many of its own. */
#define NODES_PER_SAMPLE 4096

/* Two groups. */
struct pair {
    struct tilepdb_solver *side[2]; /* forward, backward; owned */
    struct two_sides sides;
    struct balance balance;
};

struct join {
    const tilepdb_solver *forward, *backward;
    struct pair pairs[KERNEL_MAX_GROUPS * KERNEL_MAX_GROUPS];
    size_t count;
    int bound;
    tilepdb_progress_fn progress; /* NULL: none */
    void *user;
    double began; /* clock_seconds */
    bool stopped; /* by progress */
    tilepdb_error *error;
};

static tilepdb_status not_made(const struct join *join) {
    if (join->stopped)
        return error_set(join->error, TILEPDB_CANCELLED, "the preparation was interrupted");
    return error_set(join->error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
}

static bool join_goes_on(void *user) {
    struct join *join = user;
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_SEARCH,
                                       .level = join->bound,
                                       .seconds = clock_seconds() - join->began};
    if (join->progress && !join->progress(&progress, join->user)) join->stopped = true;
    return !join->stopped;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static tilepdb_status pair_make(struct join *join, unsigned a, unsigned b) {
    struct pair *pair = &join->pairs[join->count++];
    tilepdb_status status =
        solver_side_create(join->forward, a, join->backward, b, 0, &pair->side[0], join->error);
    if (!status)
        status =
            solver_side_create(join->backward, b, join->forward, a, 1, &pair->side[1], join->error);
    if (!status)
        status = two_sides_set(&pair->sides, pair->side[0], pair->side[1], false, join->error);
    if (status) return status;
    pair->sides.goes_on = join_goes_on;
    pair->sides.user = join;
    const int h = pair->sides.root[0].group[0].sum, back = pair->sides.root[1].group[0].sum;
    if (h > join->bound) join->bound = h;
    if (back > join->bound) join->bound = back;
    return TILEPDB_OK;
}

static void pairs_free(struct join *join, size_t first) {
    for (size_t i = first; i < join->count; i++) {
        tilepdb_solver_free(join->pairs[i].side[0]);
        tilepdb_solver_free(join->pairs[i].side[1]);
    }
    if (first < join->count) {
        memset(&join->pairs[first], 0, (join->count - first) * sizeof *join->pairs);
        join->count = first;
    }
}

/* A pair whose tables do not fit is left out. */
static tilepdb_status pair_take(struct join *join, unsigned a, unsigned b) {
    const tilepdb_status status = pair_make(join, a, b);
    if (status != TILEPDB_ERROR_ARGUMENT) return status;
    pairs_free(join, join->count - 1);
    return TILEPDB_OK;
}

static tilepdb_status pairs_make(struct join *join) {
    tilepdb_status status = TILEPDB_OK;
    for (unsigned a = 0; a < join->forward->setup.group_count && !status; a++)
        for (unsigned b = 0; b < join->backward->setup.group_count && !status; b++)
            status = pair_take(join, a, b);
    if (!status && join->count == 0) status = pair_make(join, 0, 0);
    return status;
}

static int pairs_compare(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    return (x->balance.nodes > y->balance.nodes) - (x->balance.nodes < y->balance.nodes);
}

/* ---- the best one ---------------------------------------------------------------------------- */

/* Raises the bound until the first pair would expand many nodes. */
static tilepdb_status bound_find(struct join *join) {
    struct pair *pair = &join->pairs[0];
    for (int i = 0; i < MOST_BOUNDS; i++, join->bound += 2) {
        if (!balance_limits(&pair->sides, join->bound, rounds[0].nodes, &pair->balance))
            return not_made(join);
        if (pair->balance.nodes >= MANY_NODES) break;
    }
    return TILEPDB_OK;
}

static size_t sample_nodes(const struct pair *pair, size_t round) {
    const double enough = pair->balance.nodes / NODES_PER_SAMPLE;
    size_t nodes = rounds[round].nodes;
    if (enough < (double)nodes) nodes = (size_t)enough;
    return nodes > rounds[0].nodes ? nodes : rounds[0].nodes;
}

/* Puts the best pair in front. */
static tilepdb_status pairs_judge(struct join *join) {
    for (size_t r = 0; r < sizeof rounds / sizeof *rounds && join->count > 1; r++) {
        pairs_free(join, rounds[r].pairs);
        for (size_t i = 0; i < join->count; i++) {
            struct pair *pair = &join->pairs[i];
            if (!balance_limits(&pair->sides, join->bound, sample_nodes(&join->pairs[0], r),
                                &pair->balance))
                return not_made(join);
        }
        qsort(join->pairs, join->count, sizeof *join->pairs, pairs_compare);
    }
    return TILEPDB_OK;
}

static tilepdb_status sides_make(struct join *join, tilepdb_solver **joined) {
    tilepdb_status status = pairs_make(join);
    if (!status) status = bound_find(join);
    if (!status) status = pairs_judge(join);
    if (status) return status;
    struct pair *best = &join->pairs[0];
    if (!balance_level(&best->sides, join->bound, rounds[0].nodes, &best->balance))
        return not_made(join);
    struct solver_sides *sides = malloc(sizeof *sides);
    if (!sides) return not_made(join);
    *sides = (struct solver_sides){.back = best->side[1],
                                   .forward = join->forward,
                                   .backward = join->backward,
                                   .offset = best->balance.offset,
                                   .level = best->balance.level - join->bound / 2};
    best->side[0]->sides = sides;
    *joined = best->side[0];
    best->side[0] = best->side[1] = NULL;
    return TILEPDB_OK;
}

tilepdb_status tilepdb_solver_join(const tilepdb_solver *forward, const tilepdb_solver *backward,
                                   tilepdb_progress_fn progress, void *user,
                                   tilepdb_solver **joined, tilepdb_error *error) {
    tilepdb_error unseen;
    if (!error) error = &unseen;
    if (!backward->backward || forward->backward)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a search from both sides needs a solver for each direction");
    tilepdb_status status = tilepdb_board_solvable(&backward->goal, &forward->goal, error);
    if (status) return status;
    struct join *join = calloc(1, sizeof *join);
    if (!join) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    join->forward = forward;
    join->backward = backward;
    join->error = error;
    join->progress = progress;
    join->user = user;
    join->began = clock_seconds();
    status = sides_make(join, joined);
    if (!status) {
        status = solver_failure(*joined, error);
        if (status) tilepdb_solver_free(*joined);
    }
    pairs_free(join, 0);
    free(join);
    return status;
}
