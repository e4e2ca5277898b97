/*
 * A solver for one board from both sides: which of their groups it uses. See tilepdb_choice.h and
 * sides.h.
 *
 * Pairs of a forward and a backward group are compared by samples at the bound that is given, or at
 * one that would take many nodes, since for small ones the order of pairs is another one: first all
 * of them by small samples, then the best of these by larger ones.
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

/* A bound takes at most about so many times the nodes of the one before it. */
#define MOST_GROWTH 10

/* The rounds of a comparison: so many pairs, by samples of so many nodes a level. */
static const struct { size_t pairs, nodes; } rounds[] = {{SIZE_MAX, 1024}, {8, 16384}, {3, 65536}};

/* That a bound takes many nodes is seen by samples of so few. */
#define FIND_NODES 256

/* What a bound takes is shown by samples of so many: a factor of 1.1 to 1.3 from what is true. */
#define FORESEE_NODES 16384

/* A tree need not be sampled with more than one node a level for so many of its own. */
#define NODES_PER_SAMPLE 4096

/* Two groups. */
struct pair {
    unsigned group[2];              /* their numbers */
    struct tilepdb_solver *side[2]; /* forward, backward; owned */
    struct two_sides sides;
    struct balance balance;
};

struct join {
    const tilepdb_solver *forward, *backward;
    struct pair pairs[KERNEL_MAX_GROUPS * KERNEL_MAX_GROUPS];
    size_t count;
    int given;                    /* the bound at which they are compared; 0: it is to be found */
    int bound;                    /* the same, once it is known */
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
    pair->group[0] = a;
    pair->group[1] = b;
    tilepdb_status status =
        solver_side_create(join->forward, a, join->backward, b, 0, &pair->side[0], join->error);
    if (!status)
        status =
            solver_side_create(join->backward, b, join->forward, a, 1, &pair->side[1], join->error);
    if (!status)
        status = two_sides_set(&pair->sides, pair->side[0], pair->side[1], false, 0, join->error);
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

/* Raises the bound until the first pair would expand many nodes, at once as far as is surely below
 * that. */
static tilepdb_status bound_find(struct join *join) {
    struct pair *pair = &join->pairs[0];
    const int most = join->bound + 2 * MOST_BOUNDS;
    for (;;) {
        if (!balance_limits(&pair->sides, join->bound, FIND_NODES, &pair->balance))
            return not_made(join);
        double nodes = pair->balance.nodes;
        if (nodes >= MANY_NODES || join->bound >= most) return TILEPDB_OK;
        do {
            join->bound += 2;
            nodes *= MOST_GROWTH;
        } while (nodes * MOST_GROWTH < MANY_NODES && join->bound < most);
    }
}

static size_t sample_nodes(const struct pair *pair, size_t round) {
    const double enough = pair->balance.nodes / NODES_PER_SAMPLE;
    size_t nodes = rounds[round].nodes;
    if (enough < (double)nodes) nodes = (size_t)enough;
    return nodes > rounds[0].nodes ? nodes : rounds[0].nodes;
}

/* Puts the best pair in front. A sample that is no larger says the same again. */
static tilepdb_status pairs_judge(struct join *join) {
    size_t sampled = 0;
    for (size_t r = 0; r < sizeof rounds / sizeof *rounds && (r == 0 || join->count > 1); r++) {
        pairs_free(join, rounds[r].pairs);
        const size_t nodes = sample_nodes(&join->pairs[0], r);
        if (nodes == sampled) continue;
        sampled = nodes;
        for (size_t i = 0; i < join->count; i++) {
            struct pair *pair = &join->pairs[i];
            if (!balance_limits(&pair->sides, join->bound, nodes, &pair->balance))
                return not_made(join);
        }
        qsort(join->pairs, join->count, sizeof *join->pairs, pairs_compare);
    }
    return TILEPDB_OK;
}

/* Lengths have the parity of the estimate: between limits of another one boards would be left out
 * (sides.h). */
static void bound_take(struct join *join) {
    if (join->given > join->bound) join->bound = join->given - (join->given - join->bound) % 2;
}

static tilepdb_status best_find(struct join *join) {
    tilepdb_status status = pairs_make(join);
    if (!status && join->given > 0) bound_take(join);
    if (!status && join->given == 0) status = bound_find(join);
    if (!status) status = pairs_judge(join);
    if (status) return status;
    struct pair *best = &join->pairs[0];
    return balance_level(&best->sides, join->bound, rounds[0].nodes, &best->balance)
               ? TILEPDB_OK
               : not_made(join);
}

/* ---- what is given --------------------------------------------------------------------------- */

/* Limits are those of one parity only: between them and those of the other side no board is left
 * out (sides.h). */
static bool is_bound(const tilepdb_iteration *bound) {
    const int most = 2 * TILEPDB_MAX_MOVES;
    if (bound->level == 0) return true;
    return bound->bound > 0 && bound->bound <= TILEPDB_MAX_MOVES && bound->limit >= -most &&
           bound->limit <= most && (bound->limit - bound->bound) % 2 == 0 && bound->level > 0 &&
           bound->level <= most;
}

static tilepdb_status given_check(const struct join *join, const tilepdb_sides *given) {
    if (given->pair[0] >= join->forward->setup.group_count ||
        given->pair[1] >= join->backward->setup.group_count)
        return error_set(join->error, TILEPDB_ERROR_ARGUMENT, "the tables have no views %u and %u",
                         given->pair[0], given->pair[1]);
    for (size_t i = 0; i < given->bound_count; i++)
        if (!is_bound(&given->bounds[i]))
            return error_set(join->error, TILEPDB_ERROR_ARGUMENT,
                             "bound %d cannot be searched with limit %d and level %d",
                             given->bounds[i].bound, given->bounds[i].limit,
                             given->bounds[i].level);
    return TILEPDB_OK;
}

static tilepdb_status given_take(struct join *join, const tilepdb_sides *given) {
    const tilepdb_status status = given_check(join, given);
    return status ? status : pair_make(join, given->pair[0], given->pair[1]);
}

/* ---- both ------------------------------------------------------------------------------------ */

static bool bounds_copy(struct solver_sides *sides, const tilepdb_sides *given) {
    if (!given || given->bound_count == 0) return true;
    sides->bounds = malloc(given->bound_count * sizeof *sides->bounds);
    if (!sides->bounds) return false;
    memcpy(sides->bounds, given->bounds, given->bound_count * sizeof *sides->bounds);
    sides->bound_count = given->bound_count;
    return true;
}

/* From the first pair. */
static tilepdb_status sides_make(struct join *join, const tilepdb_sides *given,
                                 tilepdb_solver **joined) {
    const tilepdb_status status = given ? given_take(join, given) : best_find(join);
    if (status) return status;
    struct pair *best = &join->pairs[0];
    struct solver_sides *sides = malloc(sizeof *sides);
    if (!sides) return not_made(join);
    *sides = (struct solver_sides){.back = best->side[1],
                                   .forward = join->forward,
                                   .backward = join->backward,
                                   .offset = best->balance.offset,
                                   .level = given ? 0 : best->balance.level - join->bound / 2,
                                   .pair = {best->group[0], best->group[1]}};
    if (!bounds_copy(sides, given)) {
        free(sides);
        return not_made(join);
    }
    best->side[0]->sides = sides;
    *joined = best->side[0];
    best->side[0] = best->side[1] = NULL;
    return TILEPDB_OK;
}

/* The caller frees it. NULL: no memory, and an error is set. */
static struct join *join_begin(const tilepdb_solver *forward, const tilepdb_solver *backward,
                               tilepdb_progress_fn progress, void *user, tilepdb_error *error) {
    struct join *join = calloc(1, sizeof *join);
    if (!join) {
        error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
        return NULL;
    }
    join->forward = forward;
    join->backward = backward;
    join->error = error;
    join->progress = progress;
    join->user = user;
    join->began = clock_seconds();
    return join;
}

static tilepdb_status solvers_join(const tilepdb_solver *forward, const tilepdb_solver *backward,
                                   int bound, const tilepdb_sides *given,
                                   tilepdb_progress_fn progress, void *user,
                                   tilepdb_solver **joined, tilepdb_error *error) {
    tilepdb_error unseen;
    if (!error) error = &unseen;
    if (!backward->backward || forward->backward)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a search from both sides needs a solver for each direction");
    if (bound < 0 || bound > TILEPDB_MAX_MOVES)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "there is no bound of %d moves", bound);
    tilepdb_status status = tilepdb_board_solvable(&backward->goal, &forward->goal, error);
    if (status) return status;
    struct join *join = join_begin(forward, backward, progress, user, error);
    if (!join) return TILEPDB_ERROR_MEMORY;
    join->given = bound;
    status = sides_make(join, given, joined);
    if (!status) {
        status = solver_failure(*joined, error);
        if (status) tilepdb_solver_free(*joined);
    }
    pairs_free(join, 0);
    free(join);
    return status;
}

tilepdb_status tilepdb_solver_join(const tilepdb_solver *forward, const tilepdb_solver *backward,
                                   int bound, tilepdb_progress_fn progress, void *user,
                                   tilepdb_solver **joined, tilepdb_error *error) {
    return solvers_join(forward, backward, bound, NULL, progress, user, joined, error);
}

tilepdb_status tilepdb_solver_join_as(const tilepdb_solver *forward, const tilepdb_solver *backward,
                                      const tilepdb_sides *sides, tilepdb_solver **joined,
                                      tilepdb_error *error) {
    return solvers_join(forward, backward, 0, sides, NULL, NULL, joined, error);
}

void tilepdb_solver_pair(const tilepdb_solver *joined, unsigned pair[2]) {
    memcpy(pair, joined->sides->pair, sizeof joined->sides->pair);
}

static tilepdb_status foresee(struct join *join, const tilepdb_solver *joined, double *expanded) {
    struct two_sides sides;
    struct balance balance;
    const tilepdb_status status =
        two_sides_set(&sides, joined, joined->sides->back, false, 0, join->error);
    if (status) return status;
    sides.goes_on = join_goes_on;
    sides.user = join;
    if (!balance_limits(&sides, join->bound, FORESEE_NODES, &balance)) return not_made(join);
    *expanded = balance.nodes;
    return solver_failure(joined, join->error);
}

tilepdb_status tilepdb_solver_foresee(const tilepdb_solver *joined, int bound,
                                      tilepdb_progress_fn progress, void *user, double *expanded,
                                      tilepdb_error *error) {
    tilepdb_error unseen;
    if (!error) error = &unseen;
    if (!joined->sides || bound < 0 || bound > TILEPDB_MAX_MOVES)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "bound %d of a search from both sides cannot be foreseen", bound);
    struct join *join = join_begin(joined, joined, progress, user, error);
    if (!join) return TILEPDB_ERROR_MEMORY;
    join->bound = bound;
    const tilepdb_status status = foresee(join, joined, expanded);
    free(join);
    return status;
}
