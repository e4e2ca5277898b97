/* See sample.h. */
#include "search/sample.h"

#include <string.h>

#include "base/random.h"

/* It is asked whether it goes on after so many nodes: about a millisecond. */
#define PAUSE_NODES 32768

static void frontier_ignore(struct pass *pass, const struct frontier_node *frontier, size_t count) {
    (void)pass;
    (void)frontier;
    (void)count;
}

static void solution_ignore(struct pass *pass) {
    (void)pass;
}

static void counts_add(struct sample *sample, const struct pass *pass, double weight) {
    for (int i = 0; i < PASS_LIMITS; i++)
        sample->within[i] += weight * (double)pass->side_counts.within[i];
    for (int i = 0; i <= pass->bound; i++)
        sample->frontier[i] += weight * (double)pass->side_counts.frontier[i];
}

static void pass_ready(struct pass *pass, const struct sample_of *of,
                       const struct pass_side *side) {
    pass_reset(pass, of->automaton, of->bound);
    pass->side = side;
    pass->all = true;
    pass->on_solution = solution_ignore;
    pass->on_frontier = frontier_ignore;
}

/* Level after level. Only the side's limit and h end a path, so that there are as many levels as
 * moves in the bound at most. */
static bool levels_take(struct pass *pass, struct pass *spare, const struct sample_of *of,
                        struct sample *sample) {
    tilepdb_random random;
    double weight = 1;
    uint64_t asked = 0;
    tilepdb_random_seed(&random, (uint64_t)of->bound);
    while (pass->top > pass->floor) {
        memset(&pass->side_counts, 0, sizeof pass->side_counts);
        if (of->goes_on && pass->done.expanded >= asked + PAUSE_NODES) {
            if (!of->goes_on(of->user)) return false;
            asked = pass->done.expanded;
        }
        if (!pass_expand_level(pass, spare)) return false;
        counts_add(sample, pass, weight);
        const size_t nodes = pass->top - pass->floor;
        if (nodes <= of->nodes) continue;
        pass_subsample(pass, of->nodes, (double)random_below(&random, 1u << 16) / (1u << 16));
        weight *= (double)nodes / (double)of->nodes;
    }
    return true;
}

bool sample_take(const struct sample_of *of, struct sample *sample) {
    const struct pass_side side = {
        .limit = of->limit, .free = -1, .least = 1, .backward = of->backward};
    struct pass *pass = solver_pass_take(of->solver, of->bound);
    struct pass *spare = solver_pass_take(of->solver, of->bound);
    memset(sample, 0, sizeof *sample);
    bool well = pass && spare;
    if (well && of->limit >= pass_root_b(of->root)) {
        pass_ready(pass, of, &side);
        pass_ready(spare, of, &side);
        well = pass_root(pass, of->root, of->automaton->start[of->root->blank]) &&
               levels_take(pass, spare, of, sample);
    }
    solver_pass_give(of->solver, spare);
    solver_pass_give(of->solver, pass);
    return well;
}

double sample_within(const struct sample *sample, int sampled, int limit) {
    double nodes = 0;
    for (int i = 0; i < PASS_LIMITS; i++)
        if (sampled - 2 * i <= limit) nodes += sample->within[i];
    return nodes;
}
