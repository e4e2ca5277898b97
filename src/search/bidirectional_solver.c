/*
 * Creates a bidirectional solver from one group of each of two ordinary solvers. See
 * bidirectional_solver.h, and tilepdb_tables.h for plans. Samples compare all pairs of groups at a
 * large bound, since small bounds rank pairs differently.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/threads.h"
#include "puzzle/solvable.h"
#include "search/bidirectional.h"
#include "search/bidirectional_solver.h"
#include "search/limit_selection.h"
#include "tilepdb_tables.h"

/* Unless a bound is given, pairs are compared at a bound of at least MANY_NODES nodes, but at
 * most MOST_BOUNDS bounds beyond the estimate. */
#define MANY_NODES  1e9
#define MOST_BOUNDS 9

/* Assumed largest growth of nodes from one bound to the next. */
#define MOST_GROWTH 10

/* Rounds of a comparison: number of pairs compared, and nodes per level of a sample. */
static const struct { size_t pairs, nodes; } rounds[] = {{SIZE_MAX, 1024}, {8, 4096}, {3, 16384}};

/* Nodes per level of the samples that find a bound. */
#define FIND_NODES 256

/* Nodes per level of the samples of solver_estimate_nodes: for bidirectional solvers one per
 * NODES_PER_ESTIMATE nodes of the tree, from FIRST_NODES to ESTIMATE_NODES; otherwise
 * ESTIMATE_NODES. */
#define FIRST_NODES        1024
#define ESTIMATE_NODES     16384
#define NODES_PER_ESTIMATE 65536

/* Comparing pairs needs one sampled node per level and NODES_PER_SAMPLE nodes of the tree. */
#define NODES_PER_SAMPLE 4096

struct pair {
    unsigned group[2];              /* forward and backward */
    struct tilepdb_solver *side[2]; /* owned */
    struct search_pair searches;
    struct limit_selection selection;
};

struct creation {
    const tilepdb_solver *solver[2]; /* forward and backward */
    struct pair *pairs;              /* owned */
    size_t count;
    int bound, threads;
    uint64_t memory_limit;        /* of samples, in bytes; 0: none */
    tilepdb_progress_fn progress; /* NULL: none */
    void *user;
    double began; /* start, as clock_seconds */
    bool stopped;
    tilepdb_error *error;
};

static tilepdb_status no_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
}

static tilepdb_status not_made(const struct creation *creation) {
    if (creation->stopped)
        return error_set(creation->error, TILEPDB_CANCELLED, "the preparation was interrupted");
    return no_memory(creation->error);
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

/* ---- a side ---------------------------------------------------------------------------------- */

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

/* Copies all but the groups, which group_take replaces. The automata still belong to `from`. */
static void solver_take(struct tilepdb_solver *side, const struct tilepdb_solver *from) {
    side->goal = from->goal;
    side->variant = from->variant;
    side->backward = from->backward;
    side->setup = from->setup;
    side->plain = from->plain;
    side->reduced = from->reduced;
    side->plain.owned = side->reduced.owned = NULL;
    side->plain.pages = side->reduced.pages = 0;
}

/* Gives a side two groups: group 0, from its own solver, estimates the moves left; group 1, from
 * the other solver, estimates the moves made. */
static tilepdb_status side_make(const struct creation *creation, struct pair *pair,
                                unsigned which) {
    const struct tilepdb_solver *own = creation->solver[which], *other = creation->solver[!which];
    const unsigned group = pair->group[which], other_group = pair->group[!which];
    if (!alike(&own->setup, group, &other->setup, other_group))
        return error_set(creation->error, TILEPDB_ERROR_ARGUMENT,
                         "a search from both sides needs bit tables of single-tile moves in both "
                         "directions, for the same shape of board");
    struct tilepdb_solver *made = calloc(1, sizeof *made);
    if (!made) return no_memory(creation->error);
    pair->side[which] = made;
    made->partitions = calloc(2, sizeof *made->partitions);
    made->tables = calloc(2 * (size_t)KERNEL_MAX_PATTERNS, sizeof *made->tables);
    if (!made->partitions || !made->tables) return no_memory(creation->error);
    solver_take(made, own);
    made->partition_count = 2;
    made->setup.group_count = 2;
    made->setup.mirrored = false;
    made->setup.bidirectional = true;
    made->setup.key_group = which;
    group_take(made, 0, own, group);
    group_take(made, 1, other, other_group);
    if (!solver_pool_make(made) || !solver_kernel_select(made, kernel_rows))
        return no_memory(creation->error);
    return TILEPDB_OK;
}

static tilepdb_status pair_make(struct creation *creation, unsigned forward, unsigned backward) {
    struct pair *pair = &creation->pairs[creation->count++];
    pair->group[0] = forward;
    pair->group[1] = backward;
    tilepdb_status status = side_make(creation, pair, 0);
    if (!status) status = side_make(creation, pair, 1);
    if (!status)
        status = search_pair_init(&pair->searches, pair->side[0], pair->side[1], false,
                                  creation->memory_limit, creation->error);
    if (status) return status;
    pair->searches.threads = creation->threads;
    pair->searches.interrupt = (struct interrupt_check){creation_goes_on, creation};
    for (int i = 0; i < 2; i++) {
        const int h = pair->searches.root[i].group[0].sum;
        if (h > creation->bound) creation->bound = h;
    }
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

/* Skips a pair whose groups cannot be combined (`alike`). */
static tilepdb_status pair_take(struct creation *creation, unsigned a, unsigned b) {
    const tilepdb_status status = pair_make(creation, a, b);
    if (status != TILEPDB_ERROR_ARGUMENT) return status;
    pairs_free(creation, creation->count - 1);
    return TILEPDB_OK;
}

static tilepdb_status pairs_make(struct creation *creation) {
    tilepdb_status status = TILEPDB_OK;
    for (unsigned a = 0; a < creation->solver[0]->setup.group_count && !status; a++)
        for (unsigned b = 0; b < creation->solver[1]->setup.group_count && !status; b++)
            status = pair_take(creation, a, b);
    if (!status && creation->count == 0) status = pair_make(creation, 0, 0);
    return status;
}

static int pairs_compare(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    return (x->selection.nodes > y->selection.nodes) - (x->selection.nodes < y->selection.nodes);
}

/* ---- the best pair --------------------------------------------------------------------------- */

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

static size_t sample_size(const struct pair *pair, size_t round) {
    const double enough = pair->selection.nodes / NODES_PER_SAMPLE;
    size_t nodes = rounds[round].nodes;
    if (enough < (double)nodes) nodes = (size_t)enough;
    return nodes > rounds[0].nodes ? nodes : rounds[0].nodes;
}

static tilepdb_status pairs_judge(struct creation *creation) {
    size_t sampled = 0;
    for (size_t r = 0; r < sizeof rounds / sizeof *rounds && (r == 0 || creation->count > 1); r++) {
        pairs_free(creation, rounds[r].pairs);
        const size_t nodes = sample_size(&creation->pairs[0], r);
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

/* Sets a bound with the parity of the estimate, which limits need (bidirectional.h). */
static tilepdb_status bound_choose(struct creation *creation, int given) {
    if (given == 0) return bound_find(creation);
    if (given > creation->bound) creation->bound = given - (given - creation->bound) % 2;
    return TILEPDB_OK;
}

static tilepdb_status best_find(struct creation *creation, int bound) {
    tilepdb_status status = pairs_make(creation);
    if (!status) status = bound_choose(creation, bound);
    if (!status) status = pairs_judge(creation);
    if (status) return status;
    struct pair *best = &creation->pairs[0];
    return level_select(&best->searches, creation->bound, rounds[0].nodes, &best->selection)
               ? TILEPDB_OK
               : not_made(creation);
}

static bool is_bound(const tilepdb_iteration *bound) {
    const int most = 2 * TILEPDB_MAX_MOVES;
    if (bound->level == 0) return true;
    return bound->bound > 0 && bound->bound <= TILEPDB_MAX_MOVES && bound->limit >= -most &&
           bound->limit <= most && (bound->limit - bound->bound) % 2 == 0 && bound->level > 0 &&
           bound->level <= most;
}

static tilepdb_status plan_check(const struct creation *creation,
                                 const tilepdb_bidirectional_plan *plan) {
    if (plan->pair[0] >= creation->solver[0]->setup.group_count ||
        plan->pair[1] >= creation->solver[1]->setup.group_count)
        return error_set(creation->error, TILEPDB_ERROR_ARGUMENT,
                         "the tables have no views %u and %u", plan->pair[0], plan->pair[1]);
    for (size_t i = 0; i < plan->bound_count; i++)
        if (!is_bound(&plan->bounds[i]))
            return error_set(creation->error, TILEPDB_ERROR_ARGUMENT,
                             "bound %d cannot be searched with limit %d and level %d",
                             plan->bounds[i].bound, plan->bounds[i].limit, plan->bounds[i].level);
    return TILEPDB_OK;
}

static tilepdb_status plan_take(struct creation *creation, const tilepdb_bidirectional_plan *plan) {
    const tilepdb_status status = plan_check(creation, plan);
    return status ? status : pair_make(creation, plan->pair[0], plan->pair[1]);
}

static bool bounds_copy(struct bidirectional_setup *setup, const tilepdb_bidirectional_plan *plan) {
    if (!plan || plan->bound_count == 0) return true;
    const size_t bytes = plan->bound_count * sizeof *setup->bounds;
    setup->bounds = malloc(bytes);
    if (!setup->bounds) return false;
    memcpy(setup->bounds, plan->bounds, bytes);
    setup->bound_count = plan->bound_count;
    return true;
}

static tilepdb_status solver_make(struct creation *creation, int bound,
                                  const tilepdb_bidirectional_plan *plan, tilepdb_solver **solver) {
    const tilepdb_status status = plan ? plan_take(creation, plan) : best_find(creation, bound);
    if (status) return status;
    struct pair *best = &creation->pairs[0];
    struct bidirectional_setup *setup = malloc(sizeof *setup);
    if (!setup) return no_memory(creation->error);
    *setup = (struct bidirectional_setup){
        .method = &bidirectional_method,
        .back = best->side[1],
        .forward = creation->solver[0],
        .backward = creation->solver[1],
        .offset = best->selection.offset,
        .level = plan ? 0 : best->selection.level - creation->bound / 2,
        .pair = {best->group[0], best->group[1]}};
    if (!bounds_copy(setup, plan)) {
        free(setup);
        return no_memory(creation->error);
    }
    best->side[0]->bidirectional = setup;
    *solver = best->side[0];
    best->side[0] = best->side[1] = NULL;
    return TILEPDB_OK;
}

static tilepdb_status arguments_check(const struct creation *creation, int bound) {
    const tilepdb_solver *forward = creation->solver[0], *backward = creation->solver[1];
    if (!backward->backward || forward->backward)
        return error_set(creation->error, TILEPDB_ERROR_ARGUMENT,
                         "a search from both sides needs a solver for each direction");
    if (bound < 0 || bound > TILEPDB_MAX_MOVES)
        return error_set(creation->error, TILEPDB_ERROR_ARGUMENT,
                         "a bound is 0 to %d moves, not %d", TILEPDB_MAX_MOVES, bound);
    return board_solvable(&backward->goal, &forward->goal, creation->error);
}

static tilepdb_status solver_create(struct creation *creation, int bound,
                                    const tilepdb_bidirectional_plan *plan,
                                    tilepdb_solver **solver) {
    tilepdb_status status = arguments_check(creation, bound);
    if (status) return status;
    creation->pairs =
        calloc((size_t)KERNEL_MAX_GROUPS * KERNEL_MAX_GROUPS, sizeof *creation->pairs);
    if (!creation->pairs) return no_memory(creation->error);
    status = solver_make(creation, bound, plan, solver);
    if (!status) {
        status = solver_failure(*solver, creation->error);
        if (status) tilepdb_solver_free(*solver);
    }
    pairs_free(creation, 0);
    free(creation->pairs);
    return status;
}

tilepdb_status solver_create_bidirectional(const tilepdb_solver *forward,
                                           const tilepdb_solver *backward, int bound, int threads,
                                           uint64_t memory_limit, tilepdb_progress_fn progress,
                                           void *user, tilepdb_solver **solver,
                                           tilepdb_error *error) {
    tilepdb_error unseen;
    struct creation creation = {.solver = {forward, backward},
                                .threads = threads_resolve(threads),
                                .memory_limit = memory_limit,
                                .progress = progress,
                                .user = user,
                                .began = clock_seconds(),
                                .error = error ? error : &unseen};
    const tilepdb_status status = limits_threads(threads, creation.error);
    return status ? status : solver_create(&creation, bound, NULL, solver);
}

tilepdb_status tilepdb_solver_create_from_plan(const tilepdb_solver *forward,
                                               const tilepdb_solver *backward,
                                               const tilepdb_bidirectional_plan *plan,
                                               tilepdb_solver **solver, tilepdb_error *error) {
    tilepdb_error unseen;
    struct creation creation = {.solver = {forward, backward}, .error = error ? error : &unseen};
    return solver_create(&creation, 0, plan, solver);
}

void solver_view_pair(const tilepdb_solver *solver, unsigned pair[2]) {
    memcpy(pair, solver->bidirectional->pair, sizeof solver->bidirectional->pair);
}

/* Lowers creation->bound until it exceeds `h`, the estimate of the root, by whole steps. Returns
 * false if creation->bound is below `h`, or if the root is the goal. */
static bool estimate_begin(struct creation *creation, const tilepdb_solver *solver, int h) {
    if (h == 0 || h > creation->bound) return false;
    creation->bound -= (creation->bound - h) % solver->setup.moves.bound_step;
    return true;
}

static tilepdb_status estimate_bidirectional(struct creation *creation,
                                             const tilepdb_solver *solver, double *expanded) {
    struct search_pair searches;
    struct limit_selection selection;
    const tilepdb_status status = search_pair_init(&searches, solver, solver->bidirectional->back,
                                                   false, creation->memory_limit, creation->error);
    *expanded = 0;
    if (status) return status;
    const int h = searches.root[0].group[0].sum, back = searches.root[1].group[0].sum;
    if (!estimate_begin(creation, solver, h > back ? h : back)) return status;
    searches.threads = creation->threads;
    searches.interrupt = (struct interrupt_check){creation_goes_on, creation};
    for (size_t nodes = FIRST_NODES, last = 0; nodes > 2 * last;) {
        if (!limits_select(&searches, creation->bound, nodes, &selection))
            return not_made(creation);
        const double enough = selection.nodes / NODES_PER_ESTIMATE;
        last = nodes;
        nodes = enough < ESTIMATE_NODES ? (size_t)enough : ESTIMATE_NODES;
    }
    *expanded = selection.nodes;
    return TILEPDB_OK;
}

static tilepdb_status estimate_unidirectional(struct creation *creation,
                                              const tilepdb_solver *solver,
                                              const tilepdb_board *board, double *expanded) {
    struct kernel_root root;
    int h;
    const struct interrupt_check interrupt = {creation_goes_on, creation};
    tilepdb_status status = board_solvable(board, &solver->goal, creation->error);
    if (!status) status = solver_root(solver, board, &root, &h, creation->error);
    *expanded = 0;
    if (status || !estimate_begin(creation, solver, h)) return status;
    return bound_sample(solver, &root, creation->bound, ESTIMATE_NODES,
                        sample_most_nodes(creation->memory_limit), &interrupt, expanded)
               ? TILEPDB_OK
               : not_made(creation);
}

tilepdb_status solver_estimate_nodes(const tilepdb_solver *solver, const tilepdb_board *board,
                                     int bound, int threads, uint64_t memory_limit,
                                     tilepdb_progress_fn progress, void *user, double *expanded,
                                     tilepdb_error *error) {
    tilepdb_error unseen;
    struct creation creation = {.bound = bound,
                                .threads = threads_resolve(threads),
                                .memory_limit = memory_limit,
                                .progress = progress,
                                .user = user,
                                .began = clock_seconds(),
                                .error = error ? error : &unseen};
    if (bound < 0 || bound > TILEPDB_MAX_MOVES)
        return error_set(creation.error, TILEPDB_ERROR_ARGUMENT, "a bound is 0 to %d moves, not %d",
                         TILEPDB_MAX_MOVES, bound);
    tilepdb_status status = limits_threads(threads, creation.error);
    if (status) return status;
    status = solver->bidirectional ? estimate_bidirectional(&creation, solver, expanded)
                                   : estimate_unidirectional(&creation, solver, board, expanded);
    return status ? status : solver_failure(solver, creation.error);
}
