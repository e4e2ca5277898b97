/*
 * One bound of IDA*, alone or shared by threads. See bound.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "search/bound.h"
#include "search/consensus.h"
#include "search/frontier_sink.h"
#include "search/parallel_search.h"

/* Subtrees per thread, and how many are taken at a time. */
#define SUBTREES_PER_THREAD 1024
#define SUBTREES_PER_RUN    8

/* ---- one thread ------------------------------------------------------------------------------ */

static void solution_forward(struct pass *pass) {
    struct bound_search *search = pass->user;
    search->solution(search, pass->path);
}

static void solution_ignore(struct pass *pass) {
    (void)pass;
}

static bool check_forward(struct pass *pass) {
    struct bound_search *search = pass->user;
    search->done = pass->done;
    search->in_order = pass->in_order;
    const bool go_on = search->check(search, true);
    pass->pause = pass->done.expanded + search->pause;
    pass->width = search->width;
    return go_on;
}

static bool search_goes_on(void *user) {
    struct bound_search *search = user;
    return search->check(search, true);
}

static bool pass_begin(struct pass *pass, struct bound_search *search, struct frontier_sink *sink) {
    bound_pass_ready(pass, search, search->pause, search->width);
    pass->user = search;
    pass->check = check_forward;
    pass->on_solution = solution_forward;
    frontier_sink_begin(sink, search, pass, (struct interrupt_check){search_goes_on, search});
    return pass_root(pass, search->root, search->entry);
}

static void pass_conclude(struct bound_search *search, const struct pass *pass, enum pass_end end) {
    const bool whole = end == PASS_EXHAUSTED || end == PASS_FOUND;
    search->end = end;
    search->total = whole ? pass_total(pass) : pass->done;
    if (end == PASS_FOUND) memcpy(search->path, pass->path, sizeof search->path);
}

static void search_alone(struct bound_search *search) {
    struct pass *pass = solver_pass_take(search->solver, search->bound);
    struct frontier_sink sink = {0};
    search->end = PASS_NO_MEMORY;
    if (pass && pass_begin(pass, search, &sink)) {
        const enum pass_end end = frontier_sink_end(&sink, pass, pass_run(pass));
        pass_conclude(search, pass, frontier_sink_deliver(&sink) ? end : PASS_NO_MEMORY);
    }
    frontier_sink_free(&sink);
    solver_pass_give(search->solver, pass);
}

/* ---- in the order of the plain search -------------------------------------------------------- */

/* The subtrees of a pass of subtree roots, the first in the plain search's order first: from the
 * top. */
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

/* What was tested to expand the root is left of all its entries, in whatever order they follow. */
static void weights_clear(struct pass *roots) {
    for (size_t i = roots->floor - 1; i < roots->top; i++) roots->pending[i] = 0;
}

/* The subtrees of a pass of subtree roots one by one, the highest priority first. */
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
    if (search->end == PASS_EXHAUSTED && !subtree_order_learn(search->order, roots, subtrees))
        search->end = PASS_NO_MEMORY;
}

/* ---- together -------------------------------------------------------------------------------- */

static void subtrees_distribute(struct bound_search *search, struct pass *roots) {
    struct parallel_search parallel = {.search = search, .roots = roots};
    if (!search->order) {
        subtrees_search(&parallel);
        return;
    }
    struct ordered_subtree *subtrees = subtree_order_list(search->order, roots);
    weights_clear(roots);
    ordered_search(&parallel, subtrees);
    free(subtrees);
}

/* Every rank does: solutions that are found on the way are those of rank 0. */
static bool root_expand(struct bound_search *search, struct pass *roots, struct pass *spare,
                        size_t target, struct frontier_sink *sink) {
    if (!pass_begin(roots, search, sink)) return false;
    if (search->comm && search->comm->rank > 0) roots->on_solution = solution_ignore;
    return pass_make_subtrees(roots, spare, target) && !sink->failed && frontier_sink_deliver(sink);
}

static enum pass_end expansion_end(const struct bound_search *search,
                                   const struct frontier_sink *sink, bool well) {
    if (!well) return PASS_NO_MEMORY;
    return sink->undecided || solver_failure(search->solver, NULL) ? PASS_STOPPED : PASS_EXHAUSTED;
}

static void search_together(struct bound_search *search, size_t target) {
    struct pass *roots = solver_pass_take(search->solver, search->bound);
    struct pass *spare = solver_pass_take(search->solver, search->bound);
    struct frontier_sink sink = {0};
    const bool well = roots && spare && root_expand(search, roots, spare, target, &sink);
    search->begun = consensus_subtrees(search, roots, expansion_end(search, &sink, well));
    if (search->begun) {
        if (sink.undecided)
            pass_conclude(search, roots, PASS_STOPPED);
        else if (sink.met && !search->all) {
            pass_conclude(search, roots, frontier_sink_end(&sink, roots, PASS_EXHAUSTED));
            search->total = roots->done;
        } else if (roots->found && !roots->all) /* so small a tree needs no other ranks */
            pass_conclude(search, roots, pass_run(roots));
        else
            subtrees_distribute(search, roots);
    }
    frontier_sink_free(&sink);
    solver_pass_give(search->solver, spare);
    solver_pass_give(search->solver, roots);
}

void bound_search(struct bound_search *search) {
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    search->lock = &lock;
    search->done = search->in_order = (struct tally){0};
    search->begun = true;
    if (search->order || search->in_units)
        search_together(search, search->subtrees);
    else if (search->threads > 1)
        search_together(search, (size_t)search->threads * SUBTREES_PER_THREAD);
    else
        search_alone(search);
    search->lock = NULL;
    pthread_mutex_destroy(&lock);
}

/* ---- the solutions of a board: in a heap, the largest on top --------------------------------- */

/* qsort cannot pass the length of a path to its comparison, so this is a separate heap sort: the
 * largest path is on top, which is also the one to drop when there are too many. */
static uint8_t *path_at(const struct solutions *solutions, size_t i) {
    return solutions->paths + i * solutions->length;
}

static bool path_before(const struct solutions *solutions, const uint8_t *a, const uint8_t *b) {
    return memcmp(a, b, solutions->length) < 0;
}

static void path_swap(struct solutions *solutions, size_t a, size_t b) {
    uint8_t held[TILEPDB_MAX_MOVES + 1];
    memcpy(held, path_at(solutions, a), solutions->length);
    memmove(path_at(solutions, a), path_at(solutions, b), solutions->length);
    memcpy(path_at(solutions, b), held, solutions->length);
}

/* Restores the heap of the first `count` paths below path i. */
static void heap_sink(struct solutions *solutions, size_t i, size_t count) {
    for (size_t child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count &&
            path_before(solutions, path_at(solutions, child), path_at(solutions, child + 1)))
            child++;
        if (!path_before(solutions, path_at(solutions, i), path_at(solutions, child))) return;
        path_swap(solutions, i, child);
    }
}

static void heap_rise(struct solutions *solutions, size_t i) {
    for (; i > 0; i = (i - 1) / 2) {
        const size_t parent = (i - 1) / 2;
        if (!path_before(solutions, path_at(solutions, parent), path_at(solutions, i))) return;
        path_swap(solutions, parent, i);
    }
}

static bool paths_reserve(struct solutions *solutions) {
    uint8_t *paths =
        memory_grown(solutions->paths, solutions->kept, &solutions->capacity, solutions->length);
    if (paths) solutions->paths = paths;
    return paths;
}

void solutions_add(struct solutions *solutions, const uint8_t *path) {
    solutions->count++;
    if (solutions->most == 0 || solutions->length == 0) return;
    if (solutions->kept < solutions->most) {
        if (!paths_reserve(solutions)) {
            solutions->full = true;
            return;
        }
        memcpy(path_at(solutions, solutions->kept), path, solutions->length);
        heap_rise(solutions, solutions->kept++);
    } else if (path_before(solutions, path, path_at(solutions, 0))) {
        memcpy(path_at(solutions, 0), path, solutions->length);
        heap_sink(solutions, 0, solutions->kept);
    }
}

void solutions_finish(struct solutions *solutions) {
    for (size_t count = solutions->kept; count-- > 1;) {
        path_swap(solutions, 0, count);
        heap_sink(solutions, 0, count);
    }
}

void solutions_free(struct solutions *solutions) {
    free(solutions->paths);
    *solutions = (struct solutions){0};
}

/* ---- the order of a bound that may end with any solution ------------------------------------- */

/* A subtree of the bound before, as promising as it was there. A slot without priority is free. */
struct known_subtree {
    uint64_t path;
    uint64_t priority;
};

/* A priority is a number of nodes with so many bits behind the point. */
#define POINT_BITS 16

/* ---- what is known --------------------------------------------------------------------------- */

/* The slot of a path, or a free one where it belongs. */
static struct known_subtree *slot_find(const struct subtree_order *order, uint64_t path) {
    size_t at = (size_t)path & (order->slots - 1);
    while (order->known[at].priority && order->known[at].path != path)
        at = (at + 1) & (order->slots - 1);
    return &order->known[at];
}

static uint64_t priority_of(const struct ordered_subtree *subtree) {
    const int halvings = subtree->slack / 2 < POINT_BITS ? subtree->slack / 2 : POINT_BITS;
    return (subtree->nodes + 1) << (POINT_BITS - halvings);
}

void subtree_order_free(struct subtree_order *order) {
    free(order->known);
    *order = (struct subtree_order){0};
}

/* A sum, since where the slots are depends on the order in which they were filled. Checkpoints have
 * it, so that it is the same for any byte order. */
uint64_t subtree_order_hash(const struct subtree_order *order) {
    uint64_t state = order->moves;
    for (size_t i = 0; i < order->slots; i++) {
        if (!order->known[i].priority) continue;
        uint8_t bytes[16];
        store_le64(bytes, order->known[i].path);
        store_le64(bytes + 8, order->known[i].priority);
        state += hash_bytes(bytes, sizeof bytes);
    }
    return state;
}

bool subtree_order_learn(struct subtree_order *order, const struct pass *roots,
                         const struct ordered_subtree *subtrees) {
    const size_t count = roots->top - roots->floor;
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    subtree_order_free(order);
    if (count == 0) return true;
    size_t slots = 2;
    while (slots < 2 * count) slots *= 2;
    order->known = calloc(slots, sizeof *order->known);
    if (!order->known) return false;
    order->slots = slots;
    order->moves = pass_path(roots, roots->floor, path);
    for (size_t i = 0; i < count; i++)
        *slot_find(order, subtrees[i].path) =
            (struct known_subtree){subtrees[i].path, priority_of(&subtrees[i])};
    return true;
}

/* ---- the order ------------------------------------------------------------------------------- */

/* A subtree deeper than those that are known is as promising as the one that it is part of. */
static struct ordered_subtree subtree_make(const struct subtree_order *order,
                                           const struct pass *roots, size_t entry) {
    uint8_t path[TILEPDB_MAX_MOVES + 1];
    const size_t moves = pass_path(roots, entry, path);
    struct ordered_subtree subtree = {.path = hash_bytes(path, moves),
                                      .entry = entry,
                                      .slack = roots->kernel->slack(roots, entry)};
    if (order->slots && moves >= order->moves)
        subtree.priority = slot_find(order, hash_bytes(path, order->moves))->priority;
    return subtree;
}

/* The highest priority first, then that with the most slack, then the first in the move order,
 * which is the uppermost. */
static int subtrees_compare(const void *a, const void *b) {
    const struct ordered_subtree *x = a, *y = b;
    if (x->priority != y->priority) return x->priority > y->priority ? -1 : 1;
    if (x->slack != y->slack) return x->slack > y->slack ? -1 : 1;
    return x->entry > y->entry ? -1 : x->entry < y->entry;
}

struct ordered_subtree *subtree_order_list(const struct subtree_order *order,
                                           const struct pass *roots) {
    const size_t count = roots->top - roots->floor;
    struct ordered_subtree *subtrees = malloc((count + 1) * sizeof *subtrees);
    if (!subtrees) return NULL;
    for (size_t i = 0; i < count; i++) subtrees[i] = subtree_make(order, roots, roots->floor + i);
    qsort(subtrees, count, sizeof *subtrees, subtrees_compare);
    return subtrees;
}
