#include <stdlib.h>
#include <string.h>

#include "search/bound.h"
#include "search/consensus.h"
#include "search/frontier_sink.h"
#include "search/parallel_search.h"

#define SUBTREES_PER_THREAD 1024
#define SUBTREES_PER_RUN    8

/* ---- one thread ------------------------------------------------------------------------------ */

static void solution_hook(struct pass *pass) {
    struct bound_search *search = pass->user;
    search->hooks.solution(search, pass->path);
}

static void solution_ignore(struct pass *pass) {
    (void)pass;
}

static bool check_hook(struct pass *pass) {
    struct bound_search *search = pass->user;
    search->progress.done = pass->done;
    search->progress.in_order = pass->in_order;
    const bool go_on = search->hooks.check(search, true);
    pass->pause = pass->done.expanded + search->progress.pause;
    pass->width = search->progress.width;
    return go_on;
}

static bool search_goes_on(void *user) {
    struct bound_search *search = user;
    return search->hooks.check(search, true);
}

static bool pass_begin(struct pass *pass, struct bound_search *search, struct frontier_sink *sink) {
    bound_pass_ready(pass, &search->request, search->progress.pause, search->progress.width);
    pass->user = search;
    pass->check = check_hook;
    pass->on_solution = solution_hook;
    frontier_sink_begin(sink, search, pass, (struct interrupt_check){search_goes_on, search});
    return pass_root(pass, search->request.root, search->request.entry);
}

static void pass_conclude(struct bound_search *search, const struct pass *pass, enum pass_end end) {
    const bool whole = end == PASS_EXHAUSTED || end == PASS_FOUND;
    search->result.end = end;
    search->result.total = whole ? pass_total(pass) : pass->done;
    if (end == PASS_FOUND) memcpy(search->result.path, pass->path, sizeof search->result.path);
}

static void search_alone(struct bound_search *search) {
    struct pass *pass = solver_pass_take(search->request.solver, search->request.bound);
    struct frontier_sink sink = {0};
    search->result.end = PASS_NO_MEMORY;
    if (pass && pass_begin(pass, search, &sink)) {
        const enum pass_end end = frontier_sink_end(&sink, pass, pass_run(pass));
        pass_conclude(search, pass, frontier_sink_deliver(&sink) ? end : PASS_NO_MEMORY);
    }
    frontier_sink_free(&sink);
    solver_pass_give(search->request.solver, pass);
}

/* ---- in the order of the plain search -------------------------------------------------------- */

/* Runs are cut from the top of the stack, which is first in the plain search. */
static void subtrees_search(struct parallel_search *parallel) {
    const struct pass *roots = parallel->roots;
    tally_add(&parallel->after, roots->pending[roots->floor - 1]);
    parallel->run_count = (roots->top - roots->floor + SUBTREES_PER_RUN - 1) / SUBTREES_PER_RUN;
    parallel->runs = calloc(parallel->run_count + 1, sizeof *parallel->runs);
    size_t above = roots->top;
    for (size_t i = 0; parallel->runs && i < parallel->run_count; i++) {
        const size_t left = above - roots->floor;
        parallel->runs[i].count = left < SUBTREES_PER_RUN ? left : SUBTREES_PER_RUN;
        parallel->runs[i].first = above -= parallel->runs[i].count;
        parallel->runs[i].unit = i;
    }
    parallel_search_run(parallel);
    free(parallel->runs);
}

/* ---- for any solution ------------------------------------------------------------------------ */

/* Clears the pending counts, since ordered_search counts the whole expansion first. */
static void weights_clear(struct pass *roots) {
    for (size_t i = roots->floor - 1; i < roots->top; i++) roots->pending[i] = 0;
}

static void ordered_search(struct parallel_search *parallel, struct ordered_subtree *subtrees) {
    const struct pass *roots = parallel->roots;
    struct bound_search *search = parallel->search;
    parallel->before = roots->done;
    parallel->run_count = roots->top - roots->floor;
    if (subtrees) parallel->runs = calloc(parallel->run_count + 1, sizeof *parallel->runs);
    for (size_t i = 0; parallel->runs && i < parallel->run_count; i++)
        parallel->runs[i] = (struct subtree_run){
            .first = subtrees[i].entry, .count = 1, .unit = subtrees[i].entry - roots->floor};
    parallel_search_run(parallel);
    for (size_t i = 0; parallel->runs && i < parallel->run_count; i++)
        subtrees[i].nodes = parallel->runs[i].total.generated;
    free(parallel->runs);
    if (search->result.end == PASS_EXHAUSTED &&
        !subtree_order_learn(search->request.order, roots, subtrees))
        search->result.end = PASS_NO_MEMORY;
}

/* ---- shared ---------------------------------------------------------------------------------- */

static void subtrees_distribute(struct bound_search *search, struct pass *roots) {
    struct parallel_search parallel = {.search = search, .roots = roots};
    if (!search->request.order) {
        subtrees_search(&parallel);
        return;
    }
    /* No checks with ranks: a rank that stopped alone would leave others waiting. */
    struct ordered_subtree *subtrees = subtree_order_list(
        search->request.order, roots, search->request.comm ? NULL : search_goes_on, search);
    if (!subtrees && search->result.status) {
        pass_conclude(search, roots, PASS_STOPPED);
        return;
    }
    weights_clear(roots);
    ordered_search(&parallel, subtrees);
    free(subtrees);
}

/* Every rank expands the root, but only rank 0 reports the solutions and keeps the keys. */
static bool root_expand(struct bound_search *search, struct pass *roots, struct pass *spare,
                        size_t target, struct frontier_sink *sink) {
    if (!pass_begin(roots, search, sink)) return false;
    const bool leads = consensus_leads(search->request.comm);
    if (!leads) roots->on_solution = solution_ignore;
    return pass_make_subtrees(roots, spare, target) && !sink->failed &&
           (!leads || frontier_sink_deliver(sink));
}

static enum pass_end expansion_end(const struct bound_search *search, const struct pass *roots,
                                   const struct frontier_sink *sink, bool well) {
    if (!well) return roots && search->result.status ? PASS_STOPPED : PASS_NO_MEMORY;
    return sink->undecided || solver_failure(search->request.solver, NULL) ? PASS_STOPPED
                                                                           : PASS_EXHAUSTED;
}

static void search_together(struct bound_search *search, size_t target) {
    struct pass *roots = solver_pass_take(search->request.solver, search->request.bound);
    struct pass *spare = solver_pass_take(search->request.solver, search->request.bound);
    struct frontier_sink sink = {0};
    const bool well = roots && spare && root_expand(search, roots, spare, target, &sink);
    search->result.begun =
        consensus_subtrees(search, roots, expansion_end(search, roots, &sink, well));
    if (search->result.begun) {
        if (sink.undecided || search->result.status)
            pass_conclude(search, roots, PASS_STOPPED);
        else if (sink.met && !search->request.all) {
            pass_conclude(search, roots, frontier_sink_end(&sink, roots, PASS_EXHAUSTED));
            search->result.total = roots->done;
            /* If the expansion has reached a solution, few nodes are left, and each rank searches
             * them alone. */
        } else if (roots->found && !roots->all)
            pass_conclude(search, roots, pass_run(roots));
        else
            subtrees_distribute(search, roots);
    }
    frontier_sink_free(&sink);
    solver_pass_give(search->request.solver, spare);
    solver_pass_give(search->request.solver, roots);
}

void bound_search(struct bound_search *search) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    search->lock = &lock;
    search->progress.done = search->progress.in_order = (struct tally){0};
    search->result.begun = true;
    if (search->request.order || search->request.in_units)
        search_together(search, search->request.subtrees);
    else if (search->request.threads > 1)
        search_together(search, (size_t)search->request.threads * SUBTREES_PER_THREAD);
    else
        search_alone(search);
    search->lock = NULL;
    pthread_mutex_destroy(&lock);
}
