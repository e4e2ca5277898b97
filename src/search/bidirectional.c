#include "search/bidirectional.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "puzzle/board.h"
#include "search/consensus.h"
#include "search/limit_selection.h"
#include "search/solver.h"

/* A board where the two sides may have met. */
struct meeting {
    tilepdb_board board;
    int moves; /* moves from the searched board to `board` */
};

struct bidirectional_run {
    struct solve *solve;
    struct bound_search *outer;
    const struct bidirectional_setup *setup;
    struct search_pair pair;
    struct tally before; /* counts of the sides already searched */
    struct frontier_keys emitted;
    struct frontier_set known;
    struct meeting *meetings; /* owned */
    size_t meeting_count, meeting_capacity;
    bool failed;             /* no memory */
    tilepdb_status broken;   /* why a meeting is undecided, or OK; any thread may set it */
    tilepdb_status diverged; /* reason why the ranks no longer search together */
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

/* A bound is sampled if the previous bound had at least SAMPLED_NODES nodes. Each level of a sample
 * has one node per NODES_PER_SAMPLE nodes of the previous bound, from LEAST_SAMPLE to MOST_SAMPLE
 * nodes. The sample for the bidirectional level has KEYS_FACTOR times more, since small samples
 * miss most of the deep frontier nodes, which would make that level too low. */
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

/* Searches from the meeting for a path to the goal in the moves left to the bound (`onward`), or to
 * the board in meeting->moves; if bounds were skipped, the path may be shorter. */
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

/* Hook `meet` if any solution may be the answer: extends `path` from the meeting to the board. */
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

/* ---- ranks ----------------------------------------------------------------------------------- */

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

/* All keys with less than `cut` moves left are kept, as if the level had been bound - cut + 1. */
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
    /* The board is beyond the forward limit, so the backward side searches the bound alone. */
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
    /* The goal is beyond the backward limit, so the forward side has searched the whole bound. */
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

const struct search_method bidirectional_method = {solve_check, root_raise, bidirectional_search};
