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

#include "base/clock.h"
#include "base/error.h"
#include "search/limit_selection.h"
#include "search/side_solver.h"
#include "tilepdb_choice.h"

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
#define ESTIMATE_NODES 16384

/* A tree need not be sampled with more than one node a level for so many of its own. */
#define NODES_PER_SAMPLE 4096

/* Two groups. */
struct pair {
    unsigned group[2];              /* their numbers */
    struct tilepdb_solver *side[2]; /* forward, backward; owned */
    struct search_pair searches;
    struct limit_selection selection;
};

struct creation {
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

static tilepdb_status not_made(const struct creation *creation) {
    if (creation->stopped)
        return error_set(creation->error, TILEPDB_CANCELLED, "the preparation was interrupted");
    return error_set(creation->error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
}

static bool creation_goes_on(void *user) {
    struct creation *creation = user;
    const tilepdb_progress progress = {.stage = TILEPDB_STAGE_SEARCH,
                                       .level = creation->bound,
                                       .seconds = clock_seconds() - creation->began};
    if (creation->progress && !creation->progress(&progress, creation->user))
        creation->stopped = true;
    return !creation->stopped;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

static tilepdb_status pair_make(struct creation *creation, unsigned a, unsigned b) {
    struct pair *pair = &creation->pairs[creation->count++];
    pair->group[0] = a;
    pair->group[1] = b;
    tilepdb_status status = side_solver_create(creation->forward, a, creation->backward, b, 0,
                                               &pair->side[0], creation->error);
    if (!status)
        status = side_solver_create(creation->backward, b, creation->forward, a, 1, &pair->side[1],
                                    creation->error);
    if (!status)
        status = search_pair_init(&pair->searches, pair->side[0], pair->side[1], false, 0,
                                  creation->error);
    if (status) return status;
    pair->searches.goes_on = creation_goes_on;
    pair->searches.user = creation;
    const int h = pair->searches.root[0].group[0].sum, back = pair->searches.root[1].group[0].sum;
    if (h > creation->bound) creation->bound = h;
    if (back > creation->bound) creation->bound = back;
    return TILEPDB_OK;
}

static void pairs_free(struct creation *creation, size_t first) {
    for (size_t i = first; i < creation->count; i++) {
        tilepdb_solver_free(creation->pairs[i].side[0]);
        tilepdb_solver_free(creation->pairs[i].side[1]);
    }
    if (first < creation->count) {
        memset(&creation->pairs[first], 0, (creation->count - first) * sizeof *creation->pairs);
        creation->count = first;
    }
}

/* A pair whose tables do not fit is left out. */
static tilepdb_status pair_take(struct creation *creation, unsigned a, unsigned b) {
    const tilepdb_status status = pair_make(creation, a, b);
    if (status != TILEPDB_ERROR_ARGUMENT) return status;
    pairs_free(creation, creation->count - 1);
    return TILEPDB_OK;
}

static tilepdb_status pairs_make(struct creation *creation) {
    tilepdb_status status = TILEPDB_OK;
    for (unsigned a = 0; a < creation->forward->setup.group_count && !status; a++)
        for (unsigned b = 0; b < creation->backward->setup.group_count && !status; b++)
            status = pair_take(creation, a, b);
    if (!status && creation->count == 0) status = pair_make(creation, 0, 0);
    return status;
}

static int pairs_compare(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    return (x->selection.nodes > y->selection.nodes) - (x->selection.nodes < y->selection.nodes);
}

/* ---- the best one ---------------------------------------------------------------------------- */

/* Raises the bound until the first pair would expand many nodes, at once as far as is surely below
 * that. */
static tilepdb_status bound_find(struct creation *creation) {
    struct pair *pair = &creation->pairs[0];
    const int most = creation->bound + 2 * MOST_BOUNDS;
    for (;;) {
        if (!limits_select(&pair->searches, creation->bound, FIND_NODES, &pair->selection))
            return not_made(creation);
        double nodes = pair->selection.nodes;
        if (nodes >= MANY_NODES || creation->bound >= most) return TILEPDB_OK;
        do {
            creation->bound += 2;
            nodes *= MOST_GROWTH;
        } while (nodes * MOST_GROWTH < MANY_NODES && creation->bound < most);
    }
}

static size_t sample_nodes(const struct pair *pair, size_t round) {
    const double enough = pair->selection.nodes / NODES_PER_SAMPLE;
    size_t nodes = rounds[round].nodes;
    if (enough < (double)nodes) nodes = (size_t)enough;
    return nodes > rounds[0].nodes ? nodes : rounds[0].nodes;
}

/* Puts the best pair in front. A sample that is no larger says the same again. */
static tilepdb_status pairs_judge(struct creation *creation) {
    size_t sampled = 0;
    for (size_t r = 0; r < sizeof rounds / sizeof *rounds && (r == 0 || creation->count > 1); r++) {
        pairs_free(creation, rounds[r].pairs);
        const size_t nodes = sample_nodes(&creation->pairs[0], r);
        if (nodes == sampled) continue;
        sampled = nodes;
        for (size_t i = 0; i < creation->count; i++) {
            struct pair *pair = &creation->pairs[i];
            if (!limits_select(&pair->searches, creation->bound, nodes, &pair->selection))
                return not_made(creation);
        }
        qsort(creation->pairs, creation->count, sizeof *creation->pairs, pairs_compare);
    }
    return TILEPDB_OK;
}

/* Lengths have the parity of the estimate: between limits of another one boards would be left out
 * (sides.h). */
static void bound_take(struct creation *creation) {
    if (creation->given > creation->bound)
        creation->bound = creation->given - (creation->given - creation->bound) % 2;
}

static tilepdb_status best_find(struct creation *creation) {
    tilepdb_status status = pairs_make(creation);
    if (!status && creation->given > 0) bound_take(creation);
    if (!status && creation->given == 0) status = bound_find(creation);
    if (!status) status = pairs_judge(creation);
    if (status) return status;
    struct pair *best = &creation->pairs[0];
    return level_select(&best->searches, creation->bound, rounds[0].nodes, &best->selection)
               ? TILEPDB_OK
               : not_made(creation);
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

static tilepdb_status given_check(const struct creation *creation,
                                  const tilepdb_bidirectional_plan *given) {
    if (given->pair[0] >= creation->forward->setup.group_count ||
        given->pair[1] >= creation->backward->setup.group_count)
        return error_set(creation->error, TILEPDB_ERROR_ARGUMENT,
                         "the tables have no views %u and %u", given->pair[0], given->pair[1]);
    for (size_t i = 0; i < given->bound_count; i++)
        if (!is_bound(&given->bounds[i]))
            return error_set(creation->error, TILEPDB_ERROR_ARGUMENT,
                             "bound %d cannot be searched with limit %d and level %d",
                             given->bounds[i].bound, given->bounds[i].limit,
                             given->bounds[i].level);
    return TILEPDB_OK;
}

static tilepdb_status given_take(struct creation *creation,
                                 const tilepdb_bidirectional_plan *given) {
    const tilepdb_status status = given_check(creation, given);
    return status ? status : pair_make(creation, given->pair[0], given->pair[1]);
}

/* ---- both ------------------------------------------------------------------------------------ */

static bool bounds_copy(struct bidirectional_setup *setup,
                        const tilepdb_bidirectional_plan *given) {
    if (!given || given->bound_count == 0) return true;
    setup->bounds = malloc(given->bound_count * sizeof *setup->bounds);
    if (!setup->bounds) return false;
    memcpy(setup->bounds, given->bounds, given->bound_count * sizeof *setup->bounds);
    setup->bound_count = given->bound_count;
    return true;
}

/* From the first pair. */
static tilepdb_status solver_make(struct creation *creation,
                                  const tilepdb_bidirectional_plan *given,
                                  tilepdb_solver **solver) {
    const tilepdb_status status = given ? given_take(creation, given) : best_find(creation);
    if (status) return status;
    struct pair *best = &creation->pairs[0];
    struct bidirectional_setup *setup = malloc(sizeof *setup);
    if (!setup) return not_made(creation);
    *setup = (struct bidirectional_setup){
        .back = best->side[1],
        .forward = creation->forward,
        .backward = creation->backward,
        .offset = best->selection.offset,
        .level = given ? 0 : best->selection.level - creation->bound / 2,
        .pair = {best->group[0], best->group[1]}};
    if (!bounds_copy(setup, given)) {
        free(setup);
        return not_made(creation);
    }
    best->side[0]->bidirectional = setup;
    *solver = best->side[0];
    best->side[0] = best->side[1] = NULL;
    return TILEPDB_OK;
}

/* The caller frees it. NULL: no memory, and an error is set. */
static struct creation *creation_begin(const tilepdb_solver *forward,
                                       const tilepdb_solver *backward, tilepdb_progress_fn progress,
                                       void *user, tilepdb_error *error) {
    struct creation *creation = calloc(1, sizeof *creation);
    if (!creation) {
        error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
        return NULL;
    }
    creation->forward = forward;
    creation->backward = backward;
    creation->error = error;
    creation->progress = progress;
    creation->user = user;
    creation->began = clock_seconds();
    return creation;
}

static tilepdb_status bidirectional_create(const tilepdb_solver *forward,
                                           const tilepdb_solver *backward, int bound,
                                           const tilepdb_bidirectional_plan *given,
                                           tilepdb_progress_fn progress, void *user,
                                           tilepdb_solver **solver, tilepdb_error *error) {
    tilepdb_error unseen;
    if (!error) error = &unseen;
    if (!backward->backward || forward->backward)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a search from both sides needs a solver for each direction");
    if (bound < 0 || bound > TILEPDB_MAX_MOVES)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "there is no bound of %d moves", bound);
    tilepdb_status status = tilepdb_board_solvable(&backward->goal, &forward->goal, error);
    if (status) return status;
    struct creation *creation = creation_begin(forward, backward, progress, user, error);
    if (!creation) return TILEPDB_ERROR_MEMORY;
    creation->given = bound;
    status = solver_make(creation, given, solver);
    if (!status) {
        status = solver_failure(*solver, error);
        if (status) tilepdb_solver_free(*solver);
    }
    pairs_free(creation, 0);
    free(creation);
    return status;
}

tilepdb_status tilepdb_solver_create_bidirectional(const tilepdb_solver *forward,
                                                   const tilepdb_solver *backward, int bound,
                                                   tilepdb_progress_fn progress, void *user,
                                                   tilepdb_solver **solver, tilepdb_error *error) {
    return bidirectional_create(forward, backward, bound, NULL, progress, user, solver, error);
}

tilepdb_status tilepdb_solver_create_from_plan(const tilepdb_solver *forward,
                                               const tilepdb_solver *backward,
                                               const tilepdb_bidirectional_plan *plan,
                                               tilepdb_solver **solver, tilepdb_error *error) {
    return bidirectional_create(forward, backward, 0, plan, NULL, NULL, solver, error);
}

void tilepdb_solver_view_pair(const tilepdb_solver *solver, unsigned pair[2]) {
    memcpy(pair, solver->bidirectional->pair, sizeof solver->bidirectional->pair);
}

static tilepdb_status estimate_nodes(struct creation *creation, const tilepdb_solver *solver,
                                     double *expanded) {
    struct search_pair searches;
    struct limit_selection selection;
    const tilepdb_status status =
        search_pair_init(&searches, solver, solver->bidirectional->back, false, 0, creation->error);
    if (status) return status;
    searches.goes_on = creation_goes_on;
    searches.user = creation;
    if (!limits_select(&searches, creation->bound, ESTIMATE_NODES, &selection))
        return not_made(creation);
    *expanded = selection.nodes;
    return solver_failure(solver, creation->error);
}

tilepdb_status tilepdb_solver_estimate_nodes(const tilepdb_solver *solver, int bound,
                                             tilepdb_progress_fn progress, void *user,
                                             double *expanded, tilepdb_error *error) {
    tilepdb_error unseen;
    if (!error) error = &unseen;
    if (!solver->bidirectional || bound < 0 || bound > TILEPDB_MAX_MOVES)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "bound %d of a search from both sides cannot be foreseen", bound);
    struct creation *creation = creation_begin(solver, solver, progress, user, error);
    if (!creation) return TILEPDB_ERROR_MEMORY;
    creation->bound = bound;
    const tilepdb_status status = estimate_nodes(creation, solver, expanded);
    free(creation);
    return status;
}
