/* See limit_selection.h. */
#include "search/limit_selection.h"

#include "search/root.h"

/* Limits are sampled so far beyond the one that is thought to be the best, and if the best turns
 * out to be the farthest, once more from there; so often at most. */
#define REACH  4
#define ROUNDS 3

/* What a board less far away than the level costs, in nodes, and against a key that is kept. */
#define FREE_COST 4

/* No more keys are kept than this, as far as samples tell, if nothing else is said. They and the
 * set of them take so many bytes each, and a checkpoint as many as the keys again. */
#define MOST_KEYS 1e8
#define KEY_BYTES 22

tilepdb_status search_pair_init(struct search_pair *pair, const struct tilepdb_solver *forward,
                                const struct tilepdb_solver *backward, bool plain,
                                uint64_t memory_limit, tilepdb_error *error) {
    int h;
    pair->most_keys = memory_limit ? (double)memory_limit / KEY_BYTES : MOST_KEYS;
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

static bool side_sample(const struct search_pair *pair, unsigned which, int bound, int limit,
                        size_t nodes, struct sample *sample) {
    const int most = pass_root_b(&pair->root[which]) + PASS_MOST_BELOW;
    const struct sample_of of = {.solver = pair->solver[which],
                                 .automaton = pair->automaton[which],
                                 .root = &pair->root[which],
                                 .bound = bound,
                                 .limit = limit < most ? limit : most,
                                 .backward = which == 1,
                                 .nodes = nodes,
                                 .goes_on = pair->goes_on,
                                 .user = pair->user};
    return sample_take(&of, sample);
}

/* The limits of both sides with an offset. */
static int limit_of(unsigned which, int bound, int offset) {
    return which == 0 ? bound + offset : bound - 2 - offset;
}

/* What b is at most: the moves of the bound, and nothing is left to go. */
static int limit_most(const struct search_pair *pair, unsigned which, int bound) {
    return 2 * bound - pair->root[1 - which].group[0].sum;
}

/* The best offset from `least` to `most`, by one sample of each side; of equal ones the first. */
static bool limits_round(const struct search_pair *pair, int bound, size_t nodes, int least,
                         int most, struct limit_selection *selection) {
    struct sample sample[2];
    const int top[2] = {limit_of(0, bound, most), limit_of(1, bound, least)};
    for (unsigned which = 0; which < 2; which++)
        if (!side_sample(pair, which, bound, top[which], nodes, &sample[which])) return false;
    for (int offset = least; offset <= most; offset += 2) {
        const double both = sample_within(&sample[0], top[0], limit_of(0, bound, offset)) +
                            sample_within(&sample[1], top[1], limit_of(1, bound, offset));
        if (offset > least && both >= selection->nodes) continue;
        selection->nodes = both;
        selection->offset = offset;
    }
    return true;
}

/* First from where the backward side is all to where the forward side is, then within reach. */
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

/* Where keys that are kept, and nodes that are not held to the limit, cost the least, of levels
 * without too many keys; of equal ones that in the middle. */
bool level_select(const struct search_pair *pair, int bound, size_t nodes,
                  struct limit_selection *selection) {
    struct sample sample[2];
    for (unsigned which = 0; which < 2; which++)
        if (!side_sample(pair, which, bound, limit_of(which, bound, selection->offset), nodes,
                         &sample[which]))
            return false;
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
