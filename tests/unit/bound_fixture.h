/* Searches of one bound, without limits. */
#ifndef TILEPDB_TESTS_BOUND_FIXTURE_H
#define TILEPDB_TESTS_BOUND_FIXTURE_H

#include "search/bound.h"

static inline bool never_stops(struct bound_search *search, bool main) {
    (void)main;
    search->progress.pause = 100;
    return true;
}

/* Makes a search for the first solution. */
static inline struct bound_search bound_make(const struct tilepdb_solver *solver,
                                             const struct automaton *automaton,
                                             const struct kernel_root *root, int bound,
                                             int threads) {
    return (struct bound_search){.request = {.solver = solver,
                                             .automaton = automaton,
                                             .root = root,
                                             .entry = automaton->start[root->blank],
                                             .bound = bound,
                                             .threads = threads},
                                 .hooks = {.check = never_stops},
                                 .progress = {.pause = 100, .width = SIZE_MAX}};
}

#endif
