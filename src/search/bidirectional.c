#include "search/bidirectional.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/threads.h"
#include "puzzle/board.h"
#include "puzzle/solvable.h"
#include "search/consensus.h"
#include "search/ida.h"
#include "search/solver.h"

/*
 * Selects the limits and the level of a bidirectional bound by samples: expands the tree of one
 * side level by level, and keeps some nodes of each wide level, at equal distances in search order
 * (Knuth, "Estimating the efficiency of backtrack programs", Math. Comp. 1975; Chen, "Heuristic
 * sampling", SIAM J. Comput. 1992). Random numbers are fixed, so estimates are the same for every
 * kernel.
 */

/* [0] forward, [1] backward. */
struct search_pair {
    const struct tilepdb_solver *solver[2];
    const struct automaton *automaton[2];
    struct kernel_root root[2];
    bool shorter;                     /* solutions below the bound count, too */
    double most_keys;                 /* most frontier keys to keep */
    size_t most_nodes;                /* most nodes of a sample's level before it is thinned */
    int threads;                      /* two or more sample both sides in parallel */
    struct interrupt_check interrupt; /* polled by the calling thread, every few milliseconds */
};

struct limit_selection {
    int offset;   /* forward limit minus the bound */
    int level;    /* least moves from the board to an emitted frontier node */
    double nodes; /* estimate for both sides */
};

/* The first round covers all limits, up to ROUNDS more rounds the limits up to REACH from the best,
 * until the best is not at the edge. */
#define REACH  4
#define ROUNDS 3

/* Cost of a node that ignores the limit, in units of the cost of a kept key. */
#define FREE_COST 4

/* Without a memory limit, at most MOST_KEYS keys are kept, of KEY_BYTES each. */
#define MOST_KEYS 1e8
#define KEY_BYTES 24

/* Bytes per node of a sample's level: 3.5 kB, for two sides, two levels, and arrays that double. */
#define NODE_BYTES 28672

/* nodes between polls, about a millisecond */
#define PAUSE_NODES 32768

static size_t sample_most_nodes(uint64_t memory_limit) {
    return memory_limit ? (size_t)(memory_limit / NODE_BYTES) + 1 : SIZE_MAX;
}

/* `memory_limit` is bytes for frontier keys (0: 2.4 GB) and for a sample (0: no limit). The caller
 * sets `threads` and `interrupt`. */
static tilepdb_status search_pair_init(struct search_pair *pair,
                                       const struct tilepdb_solver *forward,
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
    pass->on_solution = pass_ignore_solution;
    pass->on_frontier = frontier_ignore;
}

/* Keeps at most `most` nodes of each level, and fewer once a level had more than `most_nodes`. */
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

/* The largest useful limit: b at the end of a solution, where g = `bound` and h = 0. */
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

/* Sets the offset with the fewest nodes, by samples of `nodes` nodes per level. Neither root's
 * estimate may exceed `bound`. Returns false without memory, or if stopped. */
static bool limits_select(const struct search_pair *pair, int bound, size_t nodes,
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

/* Sets the level for selection->offset with the least cost of kept keys and of nodes that ignore
 * the limit; of equally good levels, the middle one. */
static bool level_select(const struct search_pair *pair, int bound, size_t nodes,
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

/* A board where the two sides may have met. */
struct meeting {
    tilepdb_board board;
    int moves; /* moves from the searched board */
};

struct bidirectional_run {
    struct solve *solve;
    struct bound_search *outer;
    const struct bidirectional_setup *setup;
    struct search_pair pair;
    struct tally before; /* of the sides already searched */
    struct frontier_keys emitted;
    struct frontier_set known;
    struct meeting *meetings; /* owned */
    size_t meeting_count, meeting_capacity;
    bool failed;             /* no memory */
    tilepdb_status broken;   /* why a meeting is undecided, or OK; any thread may set it */
    tilepdb_status diverged; /* why the ranks no longer search together */
    tilepdb_error *error;
};

static tilepdb_status solve_check(const struct solve *solve, tilepdb_error *error) {
    if (!board_equal(solve->board, &solve->solver->bidirectional->backward->goal))
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a bidirectional solver is made for one board, and this is another board");
    if (solve->options->solutions != TILEPDB_SOLUTIONS_FIRST)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "a search from both sides finds one solution, not all");
    return TILEPDB_OK;
}

static tilepdb_status root_raise(const struct tilepdb_solver *solver, int *h,
                                 tilepdb_error *error) {
    struct kernel_root root;
    int back = 0;
    const tilepdb_status status =
        solver_root(solver->bidirectional->back, &solver->goal, &root, &back, error);
    if (back > *h) *h = back;
    return status;
}

/* ---- limit and level ------------------------------------------------------------------------- */

/* A bound is sampled if the previous bound had at least SAMPLED_NODES nodes. A sample keeps one
 * node per level for NODES_PER_SAMPLE nodes of the previous bound, from LEAST_SAMPLE to
 * MOST_SAMPLE; to select the level K, KEYS_FACTOR times more, since small samples miss most of the
 * deep frontier nodes. */
#define SAMPLED_NODES    (1u << 20)
#define NODES_PER_SAMPLE (1u << 14)
#define LEAST_SAMPLE     1024
#define MOST_SAMPLE      (1u << 14)
#define KEYS_FACTOR      8

static size_t sample_size(uint64_t last) {
    const uint64_t nodes = last / NODES_PER_SAMPLE;
    if (nodes < LEAST_SAMPLE) return LEAST_SAMPLE;
    return nodes < MOST_SAMPLE ? (size_t)nodes : MOST_SAMPLE;
}

static int limit_clamped(const struct bidirectional_run *run, int limit) {
    const int bound = run->outer->request.bound;
    const int most = pass_root_b(&run->pair.root[0]) + PASS_MOST_BELOW;
    const int least = 2 * bound - 2 - pass_root_b(&run->pair.root[1]) - PASS_MOST_BELOW;
    if (bound > UINT8_MAX) return limit;
    if (limit > most) return most;
    return limit < least ? least : limit;
}

static bool sampling_goes_on(void *user) {
    struct bound_search *outer = user;
    return outer->hooks.check(outer, true);
}

static bool plan_given(struct bidirectional_run *run) {
    const struct bidirectional_setup *setup = run->setup;
    struct bound_search *outer = run->outer;
    for (size_t i = 0; i < setup->bound_count; i++) {
        const tilepdb_iteration *given = &setup->bounds[i];
        if (given->bound != outer->request.bound || given->level == 0) continue;
        outer->request.limit = limit_clamped(run, given->limit);
        outer->request.level = given->level;
        return true;
    }
    return false;
}

static bool plan(struct bidirectional_run *run, uint64_t last) {
    const struct bidirectional_setup *setup = run->setup;
    struct bound_search *outer = run->outer;
    if (plan_given(run)) return true;
    run->emitted.most = run->pair.most_keys < 1 ? 1 : (size_t)run->pair.most_keys;
    struct limit_selection selection = {.offset = setup->offset,
                                        .level = setup->level + outer->request.bound / 2};
    const size_t nodes = sample_size(last);
    if (last >= SAMPLED_NODES &&
        (!limits_select(&run->pair, outer->request.bound, nodes, &selection) ||
         !level_select(&run->pair, outer->request.bound, KEYS_FACTOR * nodes, &selection)))
        return false;
    outer->request.limit = limit_clamped(run, outer->request.bound + selection.offset);
    outer->request.level = selection.level > 1 ? selection.level : 1;
    return true;
}

/* ---- meetings -------------------------------------------------------------------------------- */

static void run_break(struct bidirectional_run *run, tilepdb_status why) {
    tilepdb_status well = TILEPDB_OK;
    __atomic_compare_exchange_n(&run->broken, &well, why, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

static bool path_goes_on(const tilepdb_progress *progress, void *user) {
    const struct interrupt_check *interrupt = user;
    (void)progress;
    return interrupt->goes_on(interrupt->user);
}

/* Finds a path from the meeting to the goal in the moves left to the bound (`onward`), or to the
 * board in meeting->moves; if bounds were skipped, a shorter path, too. */
static enum bound_meeting path_find(struct bidirectional_run *run, const struct meeting *meeting,
                                    bool onward, const struct interrupt_check *interrupt,
                                    uint8_t *path) {
    const struct tilepdb_solver *solver = onward ? run->setup->forward : run->setup->backward;
    const int moves = onward ? run->outer->request.bound - meeting->moves : meeting->moves;
    const struct move_set *set = &run->solve->solver->setup.moves;
    tilepdb_solve_options options;
    tilepdb_solve_options_init(&options);
    options.first_bound = options.max_length = moves;
    options.any = run->outer->request.order != NULL || run->outer->request.shorter;
    options.progress = path_goes_on;
    options.user = (void *)interrupt;
    if (moves == 0)
        return board_equal(&meeting->board, &solver->goal) ? MEETING_CONFIRMED : MEETING_NONE;
    tilepdb_result *result = malloc(sizeof *result);
    const tilepdb_status status =
        result ? tilepdb_solve(solver, &meeting->board, &options, result, NULL)
               : TILEPDB_ERROR_MEMORY;
    const bool found = !status && (run->outer->request.shorter || result->length == moves);
    const bool open = status && status != TILEPDB_LIMIT;
    if (open && status != TILEPDB_CANCELLED) run_break(run, status);
    for (int i = 0; found && i < result->length; i++) {
        char letter[2] = {0};
        for (path[i] = 0; path[i] < set->count; path[i]++) {
            move_set_write(set, &path[i], 1, letter);
            if (letter[0] == result->moves[i]) break;
        }
    }
    if (found && result->length < moves) path[result->length] = PASS_PATH_END;
    free(result);
    if (open) return MEETING_UNDECIDED;
    return found ? MEETING_CONFIRMED : MEETING_NONE;
}

static struct meeting meeting_make(const struct bidirectional_run *run, const uint8_t *path,
                                   size_t moves) {
    const struct move_set *set = &run->solve->solver->setup.moves;
    struct meeting meeting = {.board = run->solve->solver->goal,
                              .moves = run->outer->request.bound - (int)moves};
    uint8_t blank = run->pair.root[1].blank;
    for (size_t i = 0; i < moves; i++) move_set_play(set, &meeting.board, &blank, path[i]);
    return meeting;
}

/* Hook `meet` if the first solution is the answer: notes the meeting for later. */
static enum bound_meeting meeting_note(struct bound_search *search, uint8_t *path, size_t moves,
                                       const struct interrupt_check *interrupt) {
    struct bidirectional_run *run = search->hooks.user;
    (void)interrupt;
    pthread_mutex_lock(search->lock);
    struct meeting *grown = memory_grown(run->meetings, run->meeting_count, &run->meeting_capacity,
                                         sizeof *run->meetings);
    if (grown) {
        run->meetings = grown;
        run->meetings[run->meeting_count++] = meeting_make(run, path, moves);
    } else {
        run->failed = true;
    }
    pthread_mutex_unlock(search->lock);
    return MEETING_CONFIRMED;
}

/* Hook `meet` if any solution may be the answer: extends `path` to the board. */
static enum bound_meeting meeting_confirm(struct bound_search *search, uint8_t *path, size_t moves,
                                          const struct interrupt_check *interrupt) {
    struct bidirectional_run *run = search->hooks.user;
    const struct meeting meeting = meeting_make(run, path, moves);
    return path_find(run, &meeting, false, interrupt, path + moves);
}

static int meetings_compare(const void *a, const void *b) {
    const struct meeting *x = a, *y = b;
    if (x->moves != y->moves) return x->moves < y->moves ? -1 : 1;
    return memcmp(x->board.cells, y->board.cells, sizeof x->board.cells);
}

static bool resolving_goes_on(void *user) {
    struct bidirectional_run *run = user;
    struct bound_search *outer = run->outer;
    if (!outer->hooks.check(outer, true)) run_break(run, outer->result.status);
    return run->broken == TILEPDB_OK;
}

static void meeting_resolve(struct bidirectional_run *run, const struct meeting *meeting) {
    const struct interrupt_check interrupt = {resolving_goes_on, run};
    uint8_t back[TILEPDB_MAX_MOVES + 1], path[TILEPDB_MAX_MOVES + 1];
    if (path_find(run, meeting, false, &interrupt, back) != MEETING_CONFIRMED) return;
    answer_reverse(run->solve, back, meeting->moves, path);
    if (path_find(run, meeting, true, &interrupt, path + meeting->moves) == MEETING_CONFIRMED)
        solutions_add(&run->solve->solutions, path);
}

static void meetings_resolve(struct bidirectional_run *run) {
    if (run->meeting_count)
        qsort(run->meetings, run->meeting_count, sizeof *run->meetings, meetings_compare);
    for (size_t i = 0; i < run->meeting_count && !run->broken; i++)
        if (i == 0 || meetings_compare(&run->meetings[i - 1], &run->meetings[i]) != 0)
            meeting_resolve(run, &run->meetings[i]);
}

struct side_end {
    uint64_t meetings;
    int32_t broken;
    uint8_t failed;
};

static bool meetings_gather(struct bidirectional_run *run, const tilepdb_comm *comm) {
    size_t size;
    struct meeting *all =
        consensus_gather(comm, run->meetings, run->meeting_count * sizeof *all, &size);
    free(run->meetings);
    run->meetings = all;
    run->meeting_count = run->meeting_capacity = size / sizeof *all;
    return all;
}

static void side_exchange(struct bidirectional_run *run, const struct bound_search *search) {
    const tilepdb_comm *comm = search->request.comm;
    const struct side_end mine = {
        .meetings = run->meeting_count, .broken = (int32_t)run->broken, .failed = run->failed};
    uint64_t meetings = 0;
    size_t size;
    struct side_end *all = consensus_gather(comm, &mine, sizeof mine, &size);
    run->failed = run->failed || !all;
    for (size_t i = size / sizeof *all; all && i-- > 0;) {
        meetings += all[i].meetings;
        run->failed = run->failed || all[i].failed;
        if (all[i].broken) run->broken = (tilepdb_status)all[i].broken;
    }
    free(all);
    if (run->failed || run->broken || search->result.end != PASS_EXHAUSTED) return;
    if (search->request.emitted && !consensus_keys(comm, CONSENSUS_BYTES, &run->emitted))
        run->failed = true;
    if (search->request.known && meetings > 0 && !meetings_gather(run, comm)) run->failed = true;
    if (search->request.all) consensus_solutions(comm, CONSENSUS_BYTES, &run->solve->solutions);
}

static bool side_agree(struct bidirectional_run *run, struct bound_search *search, uint64_t last,
                       bool *known) {
    search->request.in_units = true;
    search->request.split_timeout = 0;
    if (!search->request.order) search->request.subtrees = resume_subtrees(last);
    run->diverged = consensus_bound(search, run->solve->result->generated + run->before.generated,
                                    known, run->error);
    run->solve->diverged = run->diverged != TILEPDB_OK;
    return !run->diverged;
}

/* ---- a side ---------------------------------------------------------------------------------- */

static void forward_found(struct bound_search *search, const uint8_t *path) {
    const struct bidirectional_run *run = search->hooks.user;
    solutions_add(&run->solve->solutions, path);
}

static void backward_found(struct bound_search *search, const uint8_t *path) {
    const struct bidirectional_run *run = search->hooks.user;
    uint8_t reversed[TILEPDB_MAX_MOVES + 1];
    answer_reverse(run->solve, path, search->request.bound, reversed);
    solutions_add(&run->solve->solutions, reversed);
}

static bool check_outer(struct bound_search *search, bool main) {
    const struct bidirectional_run *run = search->hooks.user;
    struct bound_search *outer = run->outer;
    outer->progress.done = outer->progress.in_order = run->before;
    tally_sum(&outer->progress.done, search->progress.done);
    tally_sum(&outer->progress.in_order, search->progress.in_order);
    const bool goes_on = outer->hooks.check(outer, main);
    search->result.status = outer->result.status;
    search->progress.pause = outer->progress.pause;
    search->progress.width = outer->progress.width;
    return goes_on;
}

static void end_broken(const struct bidirectional_run *run, struct bound_search *search) {
    search->result.end = run->broken == TILEPDB_ERROR_MEMORY ? PASS_NO_MEMORY : PASS_STOPPED;
    search->result.status = run->broken;
}

/* Keys with less than `cut` moves left are kept, as at level bound - cut + 1. */
static void level_raise(struct bidirectional_run *run) {
    struct bound_request *request = &run->outer->request;
    const int level = request->bound - run->emitted.cut + 1;
    if (run->emitted.cut && level > request->level) request->level = level;
}

/* Returns true if the side is exhausted; otherwise sets how the bound ended. */
static bool side_search(struct bidirectional_run *run, struct bound_search *search, uint64_t last) {
    struct bound_search *outer = run->outer;
    struct solve *solve = run->solve;
    bool known = resume_bound(&solve->resume, search, last, 0, 0);
    if (search->request.comm && !side_agree(run, search, last, &known)) {
        outer->result.end = PASS_STOPPED;
        return false;
    }
    if (!known) bound_search(search);
    if (known && !search->request.known && search->request.record &&
        !checkpoint_emitted(search->request.checkpoint, search->request.record, &run->emitted))
        run->failed = true;
    if (search->request.comm && search->result.begun) side_exchange(run, search);
    if (run->failed) search->result.end = PASS_NO_MEMORY;
    if (run->broken) end_broken(run, search);
    resume_conclude(&solve->resume, search, run->meeting_count > 0 || solve->solutions.count > 0,
                    false);
    outer->result.end = search->result.end;
    if (search->result.status) outer->result.status = search->result.status;
    outer->result.begun = search->result.begun;
    outer->result.mismatched_rank = search->result.mismatched_rank;
    tally_sum(&outer->result.total, search->result.total);
    tally_sum(&outer->result.resumed, search->result.resumed);
    run->before = outer->result.total;
    return search->result.end == PASS_EXHAUSTED;
}

static bool forward_search(struct bidirectional_run *run, uint64_t last) {
    const struct bound_search *outer = run->outer;
    const struct pass_side side = {.limit = outer->request.limit,
                                   .free = -1,
                                   .least = 0,
                                   .most = outer->request.bound - outer->request.level,
                                   .emits_child = true,
                                   .shorter = outer->request.shorter};
    /* The board is beyond the forward limit: the backward side searches alone. */
    if (outer->request.limit < pass_root_b(outer->request.root)) return true;
    struct bound_search search = {
        .request = outer->request,
        .hooks = {.check = check_outer, .solution = forward_found, .user = run},
        .progress = outer->progress,
        .result = {.begun = true}};
    search.request.side = &side;
    search.request.emitted = &run->emitted;
    search.request.all = true;
    search.request.order = NULL;
    return side_search(run, &search, last);
}

static bool backward_search(struct bidirectional_run *run, uint64_t last) {
    struct bound_search *outer = run->outer;
    const struct tilepdb_solver *back = run->setup->back;
    const struct pass_side side = {.limit = 2 * outer->request.bound - 2 - outer->request.limit,
                                   .free = outer->request.level - 1,
                                   .least = outer->request.level - 1,
                                   .most = outer->request.bound,
                                   .backward = true,
                                   .shorter = outer->request.shorter};
    const bool any = outer->request.order || outer->request.shorter;
    /* The goal is beyond the backward limit: the forward side has searched the whole bound. */
    if (side.limit < pass_root_b(&run->pair.root[1])) return true;
    struct bound_search search = {.request = outer->request,
                                  .hooks = {.check = check_outer,
                                            .solution = backward_found,
                                            .meet = any ? meeting_confirm : meeting_note,
                                            .user = run},
                                  .progress = outer->progress,
                                  .result = {.begun = true}};
    search.request.side = &side;
    search.request.known = &run->known;
    search.request.solver = back;
    search.request.automaton = run->pair.automaton[1];
    search.request.root = &run->pair.root[1];
    search.request.entry = search.request.automaton->start[run->pair.root[1].blank];
    search.request.all = !any;
    const bool exhausted = side_search(run, &search, last);
    outer->result.backward = search.result.total;
    if (search.result.end == PASS_FOUND)
        answer_reverse(run->solve, search.result.path, outer->request.bound, outer->result.path);
    return exhausted;
}

static void bidirectional_bound(struct bidirectional_run *run, uint64_t last) {
    struct bound_search *outer = run->outer;
    outer->result.total = outer->result.resumed = outer->result.backward = (struct tally){0};
    outer->progress.done = outer->progress.in_order = (struct tally){0};
    outer->result.end = PASS_EXHAUSTED;
    outer->result.begun = true;
    if (!plan(run, last)) {
        outer->result.end = outer->result.status ? PASS_STOPPED : PASS_NO_MEMORY;
        return;
    }
    if (!forward_search(run, last) || run->solve->solutions.count) return;
    level_raise(run);
    outer->result.end = PASS_NO_MEMORY;
    if (!frontier_set_make(&run->known, &run->emitted)) return;
    frontier_keys_free(&run->emitted);
    outer->result.end = PASS_EXHAUSTED;
    if (!backward_search(run, last)) return;
    meetings_resolve(run);
    if (run->broken) end_broken(run, outer);
}

static tilepdb_status bidirectional_search(struct solve *solve, struct bound_search *search,
                                           uint64_t last, tilepdb_error *error) {
    struct bidirectional_run run = {
        .solve = solve, .outer = search, .setup = solve->solver->bidirectional, .error = error};
    const bool plain = search->request.automaton == &solve->solver->plain;
    const tilepdb_status status = search_pair_init(&run.pair, solve->solver, run.setup->back, plain,
                                                   solve->options->memory_limit, error);
    if (status) return status;
    run.pair.shorter = search->request.shorter;
    run.pair.threads = search->request.threads;
    run.pair.interrupt = (struct interrupt_check){sampling_goes_on, search};
    bidirectional_bound(&run, last);
    frontier_keys_free(&run.emitted);
    frontier_set_free(&run.known);
    free(run.meetings);
    return run.diverged;
}

static const struct search_method bidirectional_method = {solve_check, root_raise,
                                                          bidirectional_search};

/* ---- a solver from one group of each of two ordinary solvers --------------------------------- */

/* Samples compare all pairs of groups, at a large bound, since small bounds rank pairs
 * differently. */

/* Unless a bound is given, pairs are compared at a bound of at least MANY_NODES nodes, but at most
 * MOST_BOUNDS bounds beyond the estimate. */
#define MANY_NODES  1e9
#define MOST_BOUNDS 9

/* Assumed largest growth of nodes per bound. */
#define MOST_GROWTH 10

/* Rounds of a comparison: pairs, and nodes per level of a sample. */
static const struct { size_t pairs, nodes; } rounds[] = {{SIZE_MAX, 1024}, {8, 4096}, {3, 16384}};

/* Nodes per level of the samples that find a bound. */
#define FIND_NODES 256

/* Nodes per level for solver_estimate_nodes: for bidirectional solvers one per NODES_PER_ESTIMATE
 * nodes of the tree, from FIRST_NODES to ESTIMATE_NODES; otherwise ESTIMATE_NODES. */
#define FIRST_NODES        1024
#define ESTIMATE_NODES     16384
#define NODES_PER_ESTIMATE 65536

/* Comparing pairs needs one sampled node per level and NODES_PER_PAIR nodes of the tree. */
#define NODES_PER_PAIR 4096

struct pair {
    unsigned group[2];
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
    tilepdb_progress_fn progress; /* may be NULL */
    void *user;
    double began; /* clock_seconds */
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

/* ---- sides of the solver --------------------------------------------------------------------- */

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

/* Copies all but the groups. The automata still belong to `from`. */
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

/* Group 0, from the side's own solver, estimates the moves left; group 1 the moves made. */
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

static size_t round_nodes(const struct pair *pair, size_t round) {
    const double enough = pair->selection.nodes / NODES_PER_PAIR;
    size_t nodes = rounds[round].nodes;
    if (enough < (double)nodes) nodes = (size_t)enough;
    return nodes > rounds[0].nodes ? nodes : rounds[0].nodes;
}

static tilepdb_status pairs_judge(struct creation *creation) {
    size_t sampled = 0;
    for (size_t r = 0; r < sizeof rounds / sizeof *rounds && (r == 0 || creation->count > 1); r++) {
        pairs_free(creation, rounds[r].pairs);
        const size_t nodes = round_nodes(&creation->pairs[0], r);
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

/* Limits need a bound with the parity of the estimate (bidirectional.h). */
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

/* Lowers creation->bound to a whole number of steps above `h`, the estimate of the root. Returns
 * false if it is below `h`, or if the root is the goal. */
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

static bool bound_sample(struct creation *creation, const struct tilepdb_solver *solver,
                         const struct kernel_root *root, double *expanded) {
    struct sample sample = {0};
    const struct automaton *automaton = &solver->reduced;
    const struct interrupt_check interrupt = {creation_goes_on, creation};
    struct pass *pass = solver_pass_take(solver, creation->bound);
    struct pass *spare = solver_pass_take(solver, creation->bound);
    bool well = pass && spare;
    if (well) {
        pass_ready(pass, automaton, creation->bound, NULL);
        pass_ready(spare, automaton, creation->bound, NULL);
        well = pass_root(pass, root, automaton->start[root->blank]) &&
               levels_sample(&interrupt, pass, spare, ESTIMATE_NODES,
                             sample_most_nodes(creation->memory_limit), &sample);
    }
    solver_pass_give(solver, spare);
    solver_pass_give(solver, pass);
    *expanded = sample.expanded;
    return well;
}

static tilepdb_status estimate_unidirectional(struct creation *creation,
                                              const tilepdb_solver *solver,
                                              const tilepdb_board *board, double *expanded) {
    struct kernel_root root;
    int h;
    tilepdb_status status = board_solvable(board, &solver->goal, creation->error);
    if (!status) status = solver_root(solver, board, &root, &h, creation->error);
    *expanded = 0;
    if (status || !estimate_begin(creation, solver, h)) return status;
    return bound_sample(creation, solver, &root, expanded) ? TILEPDB_OK : not_made(creation);
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
