#include "search/limit_selection.h"

#include <string.h>

#include "base/random.h"
#include "base/shared_interrupt.h"

/* The first round covers all limits, up to ROUNDS further rounds the limits up to REACH from the
 * best, until the best is not at the edge. */
#define REACH  4
#define ROUNDS 3

/* Cost of a node that is exempt from the limit, in units of the cost of a kept key. */
#define FREE_COST 4

/* Without a memory limit, at most MOST_KEYS keys are kept. A key, its moves left, and its place in
 * the set take KEY_BYTES. */
#define MOST_KEYS 1e8
#define KEY_BYTES 24

/* Bytes per node of a sample's level: 3.5 kB, times two sides, two levels and two for arrays that
 * double. */
#define NODE_BYTES 28672

/* nodes between polls, about a millisecond */
#define PAUSE_NODES 32768

size_t sample_most_nodes(uint64_t memory_limit) {
    return memory_limit ? (size_t)(memory_limit / NODE_BYTES) + 1 : SIZE_MAX;
}

tilepdb_status search_pair_init(struct search_pair *pair, const struct tilepdb_solver *forward,
                                const struct tilepdb_solver *backward, bool plain,
                                uint64_t memory_limit, tilepdb_error *error) {
    int h;
    pair->shorter = false;
    pair->most_keys = memory_limit ? (double)memory_limit / KEY_BYTES : MOST_KEYS;
    pair->most_nodes = sample_most_nodes(memory_limit);
    pair->solver[0] = forward;
    pair->solver[1] = backward;
    for (unsigned which = 0; which < 2; which++) {
        const struct tilepdb_solver *solver = pair->solver[which];
        pair->automaton[which] = plain ? &solver->plain : &solver->reduced;
        const tilepdb_status status =
            solver_root(solver, &pair->solver[1 - which]->goal, &pair->root[which], &h, error);
        if (status) return status;
    }
    return TILEPDB_OK;
}

/* ---- samples --------------------------------------------------------------------------------- */

struct sample {
    double expanded;
    double within[PASS_LIMITS];
    double frontier[TILEPDB_MAX_MOVES + 1];
};

static void frontier_ignore(struct pass *pass, const struct frontier_node *frontier, size_t count) {
    (void)pass;
    (void)frontier;
    (void)count;
}

static void solution_ignore(struct pass *pass) {
    (void)pass;
}

static void counts_add(struct sample *sample, const struct pass *pass, uint64_t before,
                       double weight) {
    sample->expanded += weight * (double)(pass->done.expanded - before);
    if (!pass->side) return;
    for (int i = 0; i < PASS_LIMITS; i++)
        sample->within[i] += weight * (double)pass->side_counts.within[i];
    for (int i = 0; i <= pass->bound; i++)
        sample->frontier[i] += weight * (double)pass->side_counts.frontier[i];
}

static void pass_ready(struct pass *pass, const struct automaton *automaton, int bound,
                       const struct pass_side *side) {
    pass_reset(pass, automaton, bound);
    pass->side = side;
    pass->all = pass->shorter = true;
    pass->on_solution = solution_ignore;
    pass->on_frontier = frontier_ignore;
}

/* Keeps at most `most` nodes of each level, and fewer once a level had more than `most_nodes`
 * before it was thinned. A path ends only at the goal or beyond the side's limit or the bound. */
static bool levels_sample(const struct interrupt_check *interrupt, struct pass *pass,
                          struct pass *spare, size_t most, size_t most_nodes,
                          struct sample *sample) {
    tilepdb_random random;
    double weight = 1;
    uint64_t asked = 0;
    tilepdb_random_seed(&random, (uint64_t)pass->bound);
    while (pass->top > pass->floor) {
        memset(&pass->side_counts, 0, sizeof pass->side_counts);
        if (pass->done.expanded >= asked + PAUSE_NODES) {
            if (!interrupt->goes_on(interrupt->user)) return false;
            asked = pass->done.expanded;
        }
        const uint64_t before = pass->done.expanded;
        if (!pass_expand_level(pass, spare)) return false;
        counts_add(sample, pass, before, weight);
        const size_t nodes = pass->top - pass->floor;
        if (nodes > most_nodes) {
            const double fewer = (double)most * (double)most_nodes / (double)nodes;
            most = fewer < 1 ? 1 : (size_t)fewer;
        }
        if (nodes <= most) continue;
        pass_subsample(pass, most, (double)random_below(&random, 1u << 16) / (1u << 16));
        weight *= (double)nodes / (double)most;
    }
    return true;
}

static bool side_sample(const struct search_pair *pair, const struct interrupt_check *interrupt,
                        unsigned which, int bound, int limit, size_t nodes, struct sample *sample) {
    const struct tilepdb_solver *solver = pair->solver[which];
    const struct automaton *automaton = pair->automaton[which];
    const struct kernel_root *root = &pair->root[which];
    const int most = pass_root_b(root) + PASS_MOST_BELOW;
    const struct pass_side side = {.limit = limit < most ? limit : most,
                                   .free = -1,
                                   .least = 1,
                                   .emits_child = which == 0,
                                   .backward = which == 1,
                                   .shorter = pair->shorter && which == 0};
    struct pass *pass = solver_pass_take(solver, bound);
    struct pass *spare = solver_pass_take(solver, bound);
    memset(sample, 0, sizeof *sample);
    bool well = pass && spare;
    if (well && limit >= pass_root_b(root)) {
        pass_ready(pass, automaton, bound, &side);
        pass_ready(spare, automaton, bound, &side);
        well = pass_root(pass, root, automaton->start[root->blank]) &&
               levels_sample(interrupt, pass, spare, nodes, pair->most_nodes, sample);
    }
    solver_pass_give(solver, spare);
    solver_pass_give(solver, pass);
    return well;
}

static bool sides_sample(const struct search_pair *pair, int bound, const int limit[2],
                         size_t nodes, struct sample sample[2]) {
    struct shared_interrupt shared = {
        .goes_on = pair->interrupt.goes_on, .user = pair->interrupt.user, .busy = 2};
    const struct interrupt_check check = {shared_interrupt_goes_on, &shared};
    bool well[2] = {true, true};
#pragma omp parallel for schedule(static, 1) num_threads(shared_interrupt_team(pair->threads))
    for (unsigned which = 0; which < 2; which++) {
        well[which] = side_sample(pair, &check, which, bound, limit[which], nodes, &sample[which]);
        shared_interrupt_end(&shared);
    }
    return well[0] && well[1];
}

bool bound_sample(const struct tilepdb_solver *solver, const struct kernel_root *root, int bound,
                  size_t nodes, size_t most_nodes, const struct interrupt_check *interrupt,
                  double *expanded) {
    struct sample sample = {0};
    const struct automaton *automaton = &solver->reduced;
    struct pass *pass = solver_pass_take(solver, bound), *spare = solver_pass_take(solver, bound);
    bool well = pass && spare;
    if (well) {
        pass_ready(pass, automaton, bound, NULL);
        pass_ready(spare, automaton, bound, NULL);
        well = pass_root(pass, root, automaton->start[root->blank]) &&
               levels_sample(interrupt, pass, spare, nodes, most_nodes, &sample);
    }
    solver_pass_give(solver, spare);
    solver_pass_give(solver, pass);
    *expanded = sample.expanded;
    return well;
}

/* `limit` must not exceed `sampled`, the limit of the sample. */
static double sample_within(const struct sample *sample, int sampled, int limit) {
    double nodes = 0;
    for (int i = 0; i < PASS_LIMITS; i++)
        if (sampled - 2 * i <= limit) nodes += sample->within[i];
    return nodes;
}

/* ---- limits and level ------------------------------------------------------------------------ */

static int limit_of(unsigned which, int bound, int offset) {
    return which == 0 ? bound + offset : bound - 2 - offset;
}

/* Returns the largest useful limit: b = 2g + h - h' at the end of a solution, where g = `bound`,
 * h = 0, and h' is the estimate of the other side's root. */
static int limit_most(const struct search_pair *pair, unsigned which, int bound) {
    return 2 * bound - pair->root[1 - which].group[0].sum;
}

static bool limits_round(const struct search_pair *pair, int bound, size_t nodes, int least,
                         int most, struct limit_selection *selection) {
    struct sample sample[2];
    const int top[2] = {limit_of(0, bound, most), limit_of(1, bound, least)};
    if (!sides_sample(pair, bound, top, nodes, sample)) return false;
    for (int offset = least; offset <= most; offset += 2) {
        const double both = sample_within(&sample[0], top[0], limit_of(0, bound, offset)) +
                            sample_within(&sample[1], top[1], limit_of(1, bound, offset));
        if (offset > least && both >= selection->nodes) continue;
        selection->nodes = both;
        selection->offset = offset;
    }
    return true;
}

bool limits_select(const struct search_pair *pair, int bound, size_t nodes,
                   struct limit_selection *selection) {
    const int least = bound - 2 - limit_most(pair, 1, bound);
    const int most = limit_most(pair, 0, bound) - bound;
    if (!limits_round(pair, bound, nodes, least, most, selection)) return false;
    for (int round = 0; round < ROUNDS; round++) {
        const int middle = selection->offset;
        const int from = middle - REACH < least ? least : middle - REACH;
        const int to = middle + REACH > most ? most : middle + REACH;
        if (!limits_round(pair, bound, nodes, from, to, selection)) return false;
        if ((selection->offset != from || from == least) && (selection->offset != to || to == most))
            break;
    }
    return true;
}

/* Minimises the cost of kept keys and of nodes that ignore the limit. Of equally good levels,
 * takes the middle one. */
bool level_select(const struct search_pair *pair, int bound, size_t nodes,
                  struct limit_selection *selection) {
    struct sample sample[2];
    const int limit[2] = {limit_of(0, bound, selection->offset),
                          limit_of(1, bound, selection->offset)};
    if (!sides_sample(pair, bound, limit, nodes, sample)) return false;
    double kept = 0, freed = 0, least = -1;
    int first = 1, last = 1;
    for (int j = 1; j <= bound; j++) kept += sample[0].frontier[bound - j];
    for (int j = 1; j <= bound; j++) {
        if (j > 1) kept -= sample[0].frontier[bound - j + 1];
        if (j > 1) freed += sample[1].frontier[j - 2];
        const double cost = kept + FREE_COST * freed;
        if (kept > pair->most_keys && j < bound) continue;
        if (least < 0 || cost < least - 0.5) {
            least = cost;
            first = j;
        }
        if (cost < least + 0.5) last = j;
    }
    selection->level = (first + last) / 2;
    return true;
}
