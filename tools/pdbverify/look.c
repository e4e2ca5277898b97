#include "pdbverify/look.h"

#include "pdbverify/ball.h"

/* The look: searches at bounds so far below the distance, each with so many nodes at most; the last
 * one waits until the board is tried. Where the goal has no reflection, trees are larger. Of the
 * 3493 boards from 80 to 78, 95 in 100 have trees of up to 34,000 nodes at a bound of 72, and 99 of
 * up to 50,000; the largest at 78 have 133, 1715, 20,416 and 207,974. The median of near candidates
 * has 100 to 250 at the first bound that it is looked at, and ten times as many at each further
 * one. */
struct rung {
    int below;
    uint32_t nodes;
};
static const struct rung rungs[] = {{12, 75}, {10, 600}, {8, 6000}}, last_rung = {6, 60000};
#define RUNGS              (sizeof rungs / sizeof *rungs)
#define WITHOUT_REFLECTION 4 /* times as many nodes */

int look_least(const struct exploration *exploration, int estimate) {
    return exploration->last + ((estimate ^ exploration->last) & 1);
}

/* Proves the distance of a board that is at `least` or further; FOUND_NEARER for others. What the
 * first search exhausts holds, so the second continues from there. */
static tilepdb_status solve(const struct lab *lab, struct trial *trial, int least) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    trial->distance = FOUND_NEARER;
    options.first_bound = options.max_length = least - 2;
    tilepdb_status status = trial_solve(lab, trial, &options);
    if (status != TILEPDB_LIMIT) return status;
    options.first_bound = least;
    options.max_length = 0;
    status = trial_solve(lab, trial, &options);
    if (status == TILEPDB_OK) trial->distance = trial->result.length;
    return status;
}

/* Searches at the bound of a rung. The nodes of the tree, FOUND_NEARER or LOOK_PUT_OFF become the
 * trial's distance. */
static tilepdb_status look_once(const struct exploration *exploration, const struct lab *lab,
                                struct trial *trial, int least, const struct rung *rung) {
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.first_bound = options.max_length = least - rung->below;
    options.max_nodes = (uint64_t)exploration->times * rung->nodes;
    if (!exploration->reflects) options.max_nodes *= WITHOUT_REFLECTION;
    const tilepdb_status status = trial_solve(lab, trial, &options);
    if (status != TILEPDB_OK && status != TILEPDB_LIMIT) return status;
    const bool whole = trial->result.generated < options.max_nodes;
    trial->distance = status == TILEPDB_OK ? FOUND_NEARER
                      : whole              ? (int)trial->result.generated
                                           : LOOK_PUT_OFF;
    return trial->status = TILEPDB_OK;
}

tilepdb_status look_at(const struct lab *lab, struct trial *trial, void *user) {
    const struct exploration *exploration = user;
    const int estimate = trial->distance, least = look_least(exploration, estimate);
    trial->distance = 1; /* the tree of an estimate above all bounds: just the root */
    for (size_t i = 0; i < RUNGS; i++) {
        if (least - rungs[i].below < estimate) continue;
        const tilepdb_status status = look_once(exploration, lab, trial, least, &rungs[i]);
        if (status != TILEPDB_OK) return status;
        if (trial->distance == FOUND_NEARER || trial->distance == LOOK_PUT_OFF) break;
    }
    return trial->status = TILEPDB_OK;
}

/* Settles what a solution that is too short can. */
static tilepdb_status settle(struct exploration *exploration, const struct trial *trial) {
    ball_mark(&exploration->settled, &trial->board, trial->result.moves, trial->result.length,
              exploration->last - 1);
    return TILEPDB_OK;
}

tilepdb_status look_try(const struct lab *lab, struct trial *trial, void *user) {
    struct exploration *exploration = user;
    const tilepdb_status status = solve(lab, trial, look_least(exploration, trial->distance));
    if (status != TILEPDB_OK || trial->distance != FOUND_NEARER) return status;
    return settle(exploration, trial);
}

tilepdb_status look_try_suspect(const struct lab *lab, struct trial *trial, void *user) {
    struct exploration *exploration = user;
    const int estimate = trial->distance, least = look_least(exploration, estimate);
    if (estimate <= least - last_rung.below) {
        const tilepdb_status status = look_once(exploration, lab, trial, least, &last_rung);
        if (status != TILEPDB_OK || trial->distance == LOOK_PUT_OFF) return status;
        if (trial->distance == FOUND_NEARER) return settle(exploration, trial);
    }
    trial->distance = estimate;
    return look_try(lab, trial, user);
}
