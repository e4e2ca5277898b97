/* See plan.h. */
#include "pdbsolve/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/signals.h"
#include "tables/incumbent.h"
#include "util/clock.h"

/* What a probe solver may generate: a few hundredths of a second. By Manhattan distance, which
 * solved more boards in the same time than linear conflict on all sizes that were tried. */
#define PROBE_NODES 4000000

/* A board is hard when it takes more nodes than one core generates in about a tenth of a second,
 * or is expected to when a bound begins: what was searched until then is lost. */
#define HARD_NODES 4000000

/* With --any, a bound that is expected to take so many nodes is worth beams for a solution of its
 * length, which are as wide as a sixteenth of the CPU time allows, up to some seconds. Smaller
 * boards are done before that. */
#define BEAM_NODES     UINT64_C(67108864)
#define NODES_PER_BEAM 16384
#define BEAM_MOST      1048576
#define BEAM_CELLS     17

/* They expand a board in the time of about eight nodes. */
#define NODES_PER_EXPANDED 64

/* IDA* solves boards of at most so many cells before an incumbent would be of use. */
#define INCUMBENT_CELLS 16

static bool is_multi(const struct solver_cache *cache) {
    return cache->config.request.metric == TILEPDB_METRIC_MULTI;
}

void plan_limits(tilepdb_solve_options *search, const struct solve_options *options) {
    tilepdb_solve_options_init(search);
    search->max_length = options->max_length;
    search->max_nodes = options->max_nodes;
    search->timeout = options->timeout;
    search->plain = options->plain;
    search->any = options->any;
    search->memory_limit = options->memory / MEMORY_SHARE;
}

bool plan_keeps_incumbent(const struct solver_plan *plan) {
    const struct solve_options *options = plan->cache->options;
    return plan->goal.width * plan->goal.height > INCUMBENT_CELLS && !options->all &&
           !options->count;
}

/* Sets the deadline of what makes tables, under the lock: after it there is still time for beams.
 */
static void tables_begin_timed(struct solver_plan *plan) {
    const bool reserves = plan->deadline > 0 && plan_keeps_incumbent(plan);
    const double reserve = reserves ? INCUMBENT_RESERVE * plan->search.timeout : 0;
    plan->cache->config.progress->deadline = plan->deadline - reserve;
}

static void tables_end_timed(struct solver_plan *plan) {
    plan->cache->config.progress->deadline = 0;
}

static bool is_out_of_time(const struct solver_plan *plan) {
    return plan->deadline > 0 && clock_seconds() >= plan->deadline;
}

/* The entry of the plan's goal. False: there is no database, or an interrupt or the limit of time
 * came. */
static bool entry_take(struct solver_plan *plan,
                       struct solver_entry *(*get)(struct solver_cache *, const tilepdb_board *)) {
    pthread_mutex_lock(plan->cache->lock);
    tables_begin_timed(plan);
    struct solver_entry *entry = get(plan->cache, &plan->goal);
    tables_end_timed(plan);
    plan->out_of_time = entry->out_of_time;
    pthread_mutex_unlock(plan->cache->lock);
    plan->code = cli_exit_code(TILEPDB_CANCELLED);
    if (cli_signal()) return false;
    plan->code = cli_exit_code(TILEPDB_LIMIT);
    if (plan->out_of_time && !entry->tried) return false;
    plan->entry = entry;
    plan->code = entry->code;
    return entry->code == CLI_SUCCESS;
}

static bool search_begin(struct solver_plan *plan, tilepdb_task *task, enum solver_step step,
                         const tilepdb_solver *solver) {
    plan->step = step;
    task->solver = solver;
    task->options = plan->search;
    if (step != STEP_TOGETHER) task->options.threads = 1;
    if (task->options.timeout > 0) {
        task->options.timeout = plan->deadline - clock_seconds();
        if (task->options.timeout <= 0) task->options.timeout = 1e-9;
    }
    return true;
}

/* Forgets what a search that does not count has found, but not what it proved. */
static void search_forget(struct solver_plan *plan, const tilepdb_result *result) {
    plan->spent += result->seconds;
    if (plan->proven < result->lower_bound) plan->proven = result->lower_bound;
}

/* The answer is there. */
static bool search_end(struct solver_plan *plan, tilepdb_task *task) {
    if (task->status) cli_error_advise(&task->error);
    task->result.seconds += plan->spent;
    if (task->result.lower_bound < plan->proven) task->result.lower_bound = plan->proven;
    plan->code = cli_exit_code(task->status);
    return false;
}

/* A bound without tables. A slide moves a row of tiles by one cell each. 0: none is known. */
static int simple_bound(const struct solver_plan *plan, const tilepdb_board *board) {
    const struct database none = {0};
    const int side = board->width > board->height ? board->width : board->height;
    tilepdb_solver *solver;
    int h;
    if (solver_of_database(&plan->cache->config, &plan->goal, &none, TILEPDB_HEURISTIC_MANHATTAN,
                           &solver, NULL))
        return 0;
    if (tilepdb_solver_estimate(solver, board, &h, NULL)) h = 0;
    tilepdb_solver_free(solver);
    return h > 0 && is_multi(plan->cache) ? (h + side - 2) / (side - 1) : h;
}

/* An interrupt or the limit of time came while tables were made for the board. */
static void plan_settle(struct solver_plan *plan, tilepdb_task *task, tilepdb_status status) {
    tilepdb_result *result = &task->result;
    task->status = task->error.status = status;
    *result = (tilepdb_result){.solvable = true, .length = -1, .upper_bound = -1, .root_h = -1};
    result->lower_bound = simple_bound(plan, &task->board);
    snprintf(task->error.message, sizeof task->error.message,
             "the limit is reached before there are tables; the board needs at least %d moves",
             result->lower_bound);
}

/* ---- choosing between tables and directions -------------------------------------------------- */

/* What counts nodes, or all solutions, is one search forward. */
static bool may_choose(const struct solver_plan *plan) {
    const struct solve_options *options = plan->cache->options;
    return options->heuristic == TILEPDB_HEURISTIC_PDB && !options->plain &&
           plan->search.max_nodes == 0 && plan->search.solutions == TILEPDB_SOLUTIONS_FIRST;
}

/* There is not enough memory for the tables of the direction that was asked for: a limit. */
static void shortage_settle(struct solver_plan *plan, tilepdb_task *task) {
    const tilepdb_error cause = task->error;
    if (task->result.root_h < 0)
        plan_settle(plan, task, TILEPDB_LIMIT);
    else
        task->status = task->error.status = TILEPDB_LIMIT;
    snprintf(task->error.message, sizeof task->error.message,
             "there is not enough memory: %.200s; the board needs at least %d moves; --direction "
             "forward needs half of the tables",
             cause.message, task->result.lower_bound);
}

/* The answer is known, or there is none. */
static bool choice_end(struct solver_plan *plan, tilepdb_task *task) {
    task->board = plan->board;
    task->solver = plan->tier->solver;
    pthread_mutex_lock(plan->cache->lock);
    const bool is_short = candidates_short_of_memory(plan->candidates);
    candidates_release(plan->candidates);
    pthread_mutex_unlock(plan->cache->lock);
    task->status = tilepdb_choice_end(plan->choice, &task->result, &task->error);
    const bool ended = task->status == TILEPDB_LIMIT || task->status == TILEPDB_CANCELLED;
    if (ended && task->result.root_h < 0) plan_settle(plan, task, task->status);
    if (task->status == TILEPDB_ERROR_NOT_FOUND && is_short) shortage_settle(plan, task);
    return search_end(plan, task);
}

/* All ranks join in, unless a limit of nodes makes it a search of one thread. */
static bool join(struct solver_plan *plan, tilepdb_task *task) {
    struct solver_crew *crew = plan->cache->crew;
    plan->joined = crew && task->options.max_nodes == 0;
    if (plan->joined) crew->together(crew, plan, task);
    return true;
}

/* Looks for a solution of the next bound's length, where the bound would take much longer. `so_far`
 * as tilepdb_choice_seek has it. True: it is plan->found, which those before may have found. */
static bool choice_seek(struct solver_plan *plan, const tilepdb_result *so_far) {
    double nodes;
    if (plan->board.width * plan->board.height < BEAM_CELLS) return false;
    const int length = tilepdb_choice_seek(plan->choice, so_far, BEAM_NODES, &nodes);
    if (length == 0) return false;
    if (plan->found && strlen(plan->found) <= (size_t)length) return true;
    const double width = nodes / NODES_PER_BEAM;
    plan->beams = (struct beams){.board = &plan->board,
                                 .goal = &plan->goal,
                                 .width = width < BEAM_MOST ? (uint64_t)width : BEAM_MOST,
                                 .nodes = (uint64_t)(nodes / NODES_PER_EXPANDED),
                                 .memory = plan->cache->options->memory / MEMORY_SHARE,
                                 .deadline = plan->deadline,
                                 .lower_bound = length,
                                 .progress = plan->search.progress,
                                 .user = plan->search.user,
                                 .on_event = plan->on_event,
                                 .event_user = plan->event_user};
    plan->found = beams_shorter(plan->found, beams_run(&plan->beams));
    return plan->found && strlen(plan->found) <= (size_t)length;
}

/* Between two bounds of a search, after the choice has its say. */
static bool bound_end(const tilepdb_result *so_far, void *user) {
    struct solver_plan *plan = user;
    return plan->on_bound(so_far, plan->choice) && !choice_seek(plan, so_far);
}

/* What was found is the answer, if it has the length that was looked for. */
static void choice_offer(struct solver_plan *plan) {
    if (plan->found) tilepdb_choice_offer(plan->choice, plan->found);
}

/* The next search of a choice, or its answer. */
static bool choice_next(struct solver_plan *plan, tilepdb_task *task) {
    tilepdb_choice_search search;
    const double before = clock_seconds();
    choice_seek(plan, NULL);
    choice_offer(plan);
    plan->spent += clock_seconds() - before;
    pthread_mutex_lock(plan->cache->lock);
    tables_begin_timed(plan);
    const tilepdb_solver *solver = candidates_next(plan->candidates, plan->choice, &search);
    tables_end_timed(plan);
    pthread_mutex_unlock(plan->cache->lock);
    if (!solver) return choice_end(plan, task);
    task->solver = solver;
    task->options = search.options;
    task->board = *search.board;
    plan->candidate = search.candidate;
    plan->on_bound = search.options.on_bound;
    if (plan->on_bound) {
        task->options.on_bound = bound_end;
        task->options.bound_user = plan;
    }
    return join(plan, task);
}

/* The task has the options of its answer. */
static bool choice_begin(struct solver_plan *plan, tilepdb_task *task) {
    size_t count;
    const tilepdb_candidate *all = candidates_list(plan->candidates, &count);
    plan->board = task->board;
    task->status = tilepdb_choice_create(&task->board, &plan->goal, all, count, &task->options,
                                         &plan->choice, &task->error);
    if (task->status) return search_end(plan, task);
    plan->step = STEP_CHOICE;
    return choice_next(plan, task);
}

static bool choice_go_on(struct solver_plan *plan, tilepdb_task *task) {
    tilepdb_choice_take(plan->choice, task->status, &task->result, &task->error);
    choice_offer(plan);
    return choice_next(plan, task);
}

/* ---- the steps ------------------------------------------------------------------------------- */

/* With all threads: before a hard board, the user may be asked for stronger tables. */
static bool together_begin(struct solver_plan *plan, tilepdb_task *task) {
    if (plan->defers) {
        plan->hard = true;
        return false;
    }
    pthread_mutex_lock(plan->cache->lock);
    const double before = clock_seconds();
    solver_entry_prompt(plan->cache, plan->entry, &plan->goal);
    /* The user answers, and agrees to wait. */
    if (plan->deadline > 0) plan->deadline += clock_seconds() - before;
    plan->tier = plan->entry->best;
    if (may_choose(plan))
        plan->candidates = candidates_create(&plan->cache->config, &plan->cache->backward,
                                             plan->tier, &task->board, &plan->goal);
    pthread_mutex_unlock(plan->cache->lock);
    search_begin(plan, task, STEP_TOGETHER, plan->tier->solver);
    return plan->candidates ? choice_begin(plan, task) : join(plan, task);
}

static bool tables_begin(struct solver_plan *plan, tilepdb_task *task) {
    if (plan->jobs == 0) return together_begin(plan, task);
    pthread_mutex_lock(plan->cache->lock);
    const bool offers = solver_entry_may_prompt(plan->cache, plan->entry);
    const int direction = plan->cache->config.direction;
    const bool chosen = direction == CLI_BACKWARD || direction == CLI_BOTH;
    const tilepdb_solver *solver = plan->entry->best->solver;
    pthread_mutex_unlock(plan->cache->lock);
    if ((plan->jobs == 1 && !offers) || chosen) return together_begin(plan, task);
    plan->gives_up = (plan->jobs > 1 || offers) && plan->search.max_nodes == 0;
    return search_begin(plan, task, STEP_ALONE, solver);
}

/* No tables could be built: what the probe solver proved is the answer, unless it found the
 * solution. */
static void probe_settle(tilepdb_task *task) {
    if (!task->status) return;
    task->status = task->error.status = cli_signal() ? TILEPDB_CANCELLED : TILEPDB_LIMIT;
    snprintf(task->error.message, sizeof task->error.message, "%s",
             cli_signal() ? "interrupted" : "the tables that it needs could not be built");
}

/* Its moves would be the same, but its counts are not those of these tables. */
static bool strange_end(struct solver_plan *plan, tilepdb_task *task) {
    task->status = task->error.status = TILEPDB_ERROR_INTERNAL;
    snprintf(
        task->error.message, sizeof task->error.message,
        "another rank has searched it with other tables than rank 0 has: let all ranks see the "
        "same directory, or name a partition with -p");
    return search_end(plan, task);
}

/* Another rank has searched the board, with the probe solver or alone. */
static bool alone_end(struct solver_plan *plan, tilepdb_task *task) {
    if ((plan->hard || plan->step == STEP_ALONE) &&
        (!entry_take(plan, solver_entry_build) || !plan->entry->best)) {
        probe_settle(task);
        return search_end(plan, task);
    }
    if (plan->hard) return together_begin(plan, task);
    if (plan->step == STEP_ALONE && plan->tables != solver_entry_fingerprint(plan->entry))
        return strange_end(plan, task);
    task->solver = plan->step == STEP_ALONE ? plan->entry->best->solver : plan->entry->probe;
    plan->code = cli_exit_code(task->status);
    return false;
}

/* Of the answer, once. */
static void deadline_begin(struct solver_plan *plan) {
    if (plan->search.timeout > 0 && plan->deadline <= 0)
        plan->deadline = clock_seconds() + plan->search.timeout;
}

static bool plan_begin(struct solver_plan *plan, tilepdb_task *task) {
    struct solver_crew *crew = plan->cache->crew;
    const bool late = cli_signal() != 0;
    plan->proven = -1;
    deadline_begin(plan);
    if (!entry_take(plan, solver_entry_get)) {
        if (cli_signal() ? !late : plan->out_of_time)
            plan_settle(plan, task, cli_signal() ? TILEPDB_CANCELLED : TILEPDB_LIMIT);
        return false;
    }
    if (crew && plan->jobs > 1 && crew->alone(crew, plan, task)) return alone_end(plan, task);
    if (!plan->entry->probe) return tables_begin(plan, task);
    search_begin(plan, task, STEP_PROBE, plan->entry->probe);
    if (task->options.max_nodes == 0 || task->options.max_nodes > PROBE_NODES)
        task->options.max_nodes = PROBE_NODES;
    return true;
}

/* Whether the probe solver's end is the answer: also at a limit that the user set, and not its own.
 */
static bool probe_is_answer(const struct solver_plan *plan, const tilepdb_task *task) {
    const tilepdb_solve_options *search = &plan->search;
    const tilepdb_result *result = &task->result;
    if (task->status == TILEPDB_LIMIT)
        return (search->max_length > 0 && result->lower_bound > search->max_length) ||
               is_out_of_time(plan);
    /* A little more than the limit may be generated before that is seen, and how much depends on
     * the instruction set: what counts is the exact number. */
    return task->status || result->generated <= task->options.max_nodes;
}

/* There is no time to build tables: all that is left is for a search without. */
static bool probe_continue(struct solver_plan *plan, tilepdb_task *task) {
    if (is_out_of_time(plan)) return search_end(plan, task);
    search_forget(plan, &task->result);
    return search_begin(plan, task, plan->jobs > 1 ? STEP_ALONE : STEP_TOGETHER,
                        plan->entry->probe);
}

static bool probe_end(struct solver_plan *plan, tilepdb_task *task) {
    if (probe_is_answer(plan, task)) return search_end(plan, task);
    const bool there = entry_take(plan, solver_entry_build) && plan->entry->best;
    if (!there && plan->out_of_time && !cli_signal()) return probe_continue(plan, task);
    if (!there) {
        probe_settle(task);
        return search_end(plan, task);
    }
    search_forget(plan, &task->result);
    return tables_begin(plan, task);
}

bool plan_next(struct solver_plan *plan, tilepdb_task *task) {
    if (plan->joined) plan->cache->crew->apart(plan->cache->crew);
    plan->joined = false;
    if (plan->step == STEP_NONE) return plan_begin(plan, task);
    if (plan->step == STEP_PROBE) return probe_end(plan, task);
    if (plan->step == STEP_CHOICE) return choice_go_on(plan, task);
    if (plan->step == STEP_TOGETHER || !plan->hard) return search_end(plan, task);
    search_forget(plan, &task->result);
    return together_begin(plan, task);
}

/* What counts nodes is of the tables that it began with. The ranks of a job have no common limit of
 * time while they make tables. */
bool plan_may_upgrade(const struct solver_cache *cache) {
    const struct solve_options *options = cache->options;
    return is_multi(cache) && !options->plain && options->max_nodes == 0 && !options->checkpoint &&
           !(cache->crew && options->timeout > 0);
}

void plan_upgrade(struct solver_plan *plan, size_t done, size_t waiting) {
    struct solver_cache *cache = plan->cache;
    struct solver_crew *crew = cache->crew;
    pthread_mutex_lock(cache->lock);
    char *name = solver_entry_find_upgrade(cache, &plan->goal, done, waiting);
    if (name) {
        deadline_begin(plan);
        tables_begin_timed(plan);
        if (crew) crew->upgrade(crew, &plan->goal, name, done);
        const bool made = solver_entry_upgrade(cache, &plan->goal, name, done);
        if (crew && !made) crew->upgrade(crew, &plan->goal, "", done);
        tables_end_timed(plan);
    }
    free(name);
    pthread_mutex_unlock(cache->lock);
}

void plan_count(const struct solver_plan *plan, const tilepdb_task *task) {
    if (plan->entry) plan->entry->nodes += (double)task->result.generated;
}

bool plan_goes_on(struct solver_plan *plan, const tilepdb_progress *report) {
    const uint64_t nodes = report->total > report->done ? report->total : report->done;
    plan->hard = plan->step == STEP_ALONE && plan->gives_up && nodes > HARD_NODES;
    return !plan->hard;
}

bool plan_is_missing(const struct solver_plan *plan) {
    return plan->entry && plan->entry->code != CLI_SUCCESS;
}

const char *plan_missing_text(const struct solver_plan *plan) {
    return is_multi(plan->cache) ? "no usable colour table for this goal"
                                 : "no usable database for this goal";
}

/* Whether what failed is a table, so that it also fails for the next board. */
static bool table_failed(const struct solver_plan *plan, tilepdb_status status) {
    return plan->entry && plan->entry->best && cli_exit_code(status) == CLI_FAILURE;
}

/* Once for each sentence about an entry's tables. */
static void complain_table(struct solver_entry *entry, const char *name,
                           const tilepdb_error *error) {
    if (entry->last_error && strcmp(entry->last_error, error->message) == 0) return;
    free(entry->last_error);
    entry->last_error = cli_text("%s", error->message);
    char *advice = database_advice(&entry->best->database, error);
    cli_complain("%s: %s%s%s", name, error->message, advice ? "; " : "", advice ? advice : "");
    free(advice);
}

void plan_explain(const struct solver_plan *plan, const char *name, const tilepdb_task *task) {
    if (plan_is_missing(plan)) return;
    if (table_failed(plan, task->status))
        complain_table(plan->entry, name, &task->error);
    else
        cli_complain("%s: %s", name, task->error.message);
}

const struct database *plan_database(const struct solver_plan *plan, const tilepdb_solver *solver) {
    for (int i = 0; plan->entry && solver && i < TIERS; i++) {
        const struct solver_tier *tier = plan->entry->tiers[i];
        if (tier && tier->solver == solver && tier->database.count > 0) return &tier->database;
    }
    return NULL;
}

void plan_run(struct solver_plan *plan, tilepdb_task *task) {
    while (plan_next(plan, task))
        task->status =
            tilepdb_solve(task->solver, &task->board, &task->options, &task->result, &task->error);
}

void plan_free(struct solver_plan *plan) {
    tilepdb_choice_free(plan->choice);
    candidates_free(plan->candidates);
    plan->choice = NULL;
    free(plan->found);
    plan->found = NULL;
    plan->candidates = NULL;
}
