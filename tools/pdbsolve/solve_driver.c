/* See solve_driver.h. */
#include "pdbsolve/solve_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "tables/beams.h"
#include "tables/database.h"

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

void driver_limits(tilepdb_solve_options *search, const struct solve_options *options) {
    tilepdb_solve_options_init(search);
    search->max_length = options->max_length;
    search->max_nodes = options->max_nodes;
    search->timeout = options->timeout;
    search->plain = options->plain;
    search->any = options->any;
    search->memory_limit = options->memory / MEMORY_PARTS;
}

bool driver_keeps_incumbent(const struct solve_driver *driver) {
    const struct solve_options *options = driver->cache->options;
    return driver->goal.width * driver->goal.height > INCUMBENT_CELLS && !options->all &&
           !options->count;
}

/* Sets the deadline of what makes tables, under the lock: after it there is still time for beams.
 */
static void tables_begin_timed(struct solve_driver *driver) {
    const bool reserves = driver->deadline > 0 && driver_keeps_incumbent(driver);
    const double reserve = reserves ? INCUMBENT_RESERVE * driver->search.timeout : 0;
    driver->cache->config.progress->deadline = driver->deadline - reserve;
}

static void tables_end_timed(struct solve_driver *driver) {
    driver->cache->config.progress->deadline = 0;
}

static bool is_out_of_time(const struct solve_driver *driver) {
    return driver->deadline > 0 && clock_seconds() >= driver->deadline;
}

/* The entry of the driver's goal. False: there is no database, or an interrupt or the limit of time
 * came. */
static bool entry_take(struct solve_driver *driver,
                       struct solver_entry *(*get)(struct solver_cache *, const tilepdb_board *)) {
    pthread_mutex_lock(driver->cache->lock);
    tables_begin_timed(driver);
    struct solver_entry *entry = get(driver->cache, &driver->goal);
    tables_end_timed(driver);
    driver->out_of_time = entry->out_of_time;
    pthread_mutex_unlock(driver->cache->lock);
    driver->code = cli_exit_code(TILEPDB_CANCELLED);
    if (cli_signal()) return false;
    driver->code = cli_exit_code(TILEPDB_LIMIT);
    if (driver->out_of_time && !entry->tried) return false;
    driver->entry = entry;
    driver->code = entry->code;
    return entry->code == CLI_SUCCESS;
}

static bool search_begin(struct solve_driver *driver, tilepdb_task *task, enum solver_step step,
                         const tilepdb_solver *solver) {
    driver->step = step;
    task->solver = solver;
    task->options = driver->search;
    if (step != STEP_TOGETHER) task->options.threads = 1;
    if (task->options.timeout > 0) {
        task->options.timeout = driver->deadline - clock_seconds();
        if (task->options.timeout <= 0) task->options.timeout = 1e-9;
    }
    return true;
}

/* Forgets what a search that does not count has found, but not what it proved. */
static void search_forget(struct solve_driver *driver, const tilepdb_result *result) {
    driver->spent += result->seconds;
    if (driver->proven < result->lower_bound) driver->proven = result->lower_bound;
}

/* The answer is there. */
static bool search_end(struct solve_driver *driver, tilepdb_task *task) {
    if (task->status) cli_error_advise(&task->error);
    task->result.seconds += driver->spent;
    if (task->result.lower_bound < driver->proven) task->result.lower_bound = driver->proven;
    driver->code = cli_exit_code(task->status);
    return false;
}

/* A bound without tables. A slide moves a row of tiles by one cell each. 0: none is known. */
static int simple_bound(const struct solve_driver *driver, const tilepdb_board *board) {
    const struct database none = {0};
    const int side = board->width > board->height ? board->width : board->height;
    tilepdb_solver *solver;
    int h;
    if (solver_of_database(&driver->cache->config, &driver->goal, &none,
                           TILEPDB_HEURISTIC_MANHATTAN, &solver, NULL))
        return 0;
    if (tilepdb_solver_estimate(solver, board, &h, NULL)) h = 0;
    tilepdb_solver_free(solver);
    return h > 0 && is_multi(driver->cache) ? (h + side - 2) / (side - 1) : h;
}

/* An interrupt or the limit of time came while tables were made for the board. */
static void driver_settle(struct solve_driver *driver, tilepdb_task *task, tilepdb_status status) {
    tilepdb_result *result = &task->result;
    task->status = task->error.status = status;
    *result = (tilepdb_result){.solvable = true, .length = -1, .upper_bound = -1, .root_h = -1};
    result->lower_bound = simple_bound(driver, &task->board);
    snprintf(task->error.message, sizeof task->error.message,
             "the limit is reached before there are tables; the board needs at least %d moves",
             result->lower_bound);
}

/* ---- choosing between tables and directions -------------------------------------------------- */

/* What counts nodes, or all solutions, is one search forward. */
static bool may_choose(const struct solve_driver *driver) {
    const struct solve_options *options = driver->cache->options;
    return options->heuristic == TILEPDB_HEURISTIC_PDB && !options->plain &&
           driver->search.max_nodes == 0 && driver->search.solutions == TILEPDB_SOLUTIONS_FIRST;
}

/* There is not enough memory for the tables of the direction that was asked for: a limit. */
static void shortage_settle(struct solve_driver *driver, tilepdb_task *task) {
    const tilepdb_error cause = task->error;
    if (task->result.root_h < 0)
        driver_settle(driver, task, TILEPDB_LIMIT);
    else
        task->status = task->error.status = TILEPDB_LIMIT;
    snprintf(task->error.message, sizeof task->error.message,
             "there is not enough memory: %.200s; the board needs at least %d moves; --direction "
             "forward needs half of the tables",
             cause.message, task->result.lower_bound);
}

/* The answer is known, or there is none. */
static bool choice_end(struct solve_driver *driver, tilepdb_task *task) {
    task->board = driver->board;
    task->solver = driver->tier->solver;
    pthread_mutex_lock(driver->cache->lock);
    const bool is_short = candidates_short_of_memory(driver->candidates);
    candidates_release(driver->candidates);
    pthread_mutex_unlock(driver->cache->lock);
    task->status = tilepdb_choice_answer(driver->choice, &task->result, &task->error);
    const bool ended = task->status == TILEPDB_LIMIT || task->status == TILEPDB_CANCELLED;
    if (ended && task->result.root_h < 0) driver_settle(driver, task, task->status);
    if (task->status == TILEPDB_ERROR_NOT_FOUND && is_short) shortage_settle(driver, task);
    return search_end(driver, task);
}

/* All ranks join in, unless a limit of nodes makes it a search of one thread. */
static bool join(struct solve_driver *driver, tilepdb_task *task) {
    struct solver_dispatcher *dispatcher = driver->cache->dispatcher;
    driver->joined = dispatcher && task->options.max_nodes == 0;
    if (driver->joined) dispatcher->together(dispatcher, driver, task);
    return true;
}

/* Looks for a solution of the next bound's length, where the bound would take much longer. `so_far`
 * as tilepdb_choice_target_length has it. True: it is driver->found, which those before may have
 * found. */
static bool choice_target_length(struct solve_driver *driver, const tilepdb_result *so_far) {
    double nodes;
    if (driver->board.width * driver->board.height < BEAM_CELLS) return false;
    const int length = tilepdb_choice_target_length(driver->choice, so_far, BEAM_NODES, &nodes);
    if (length == 0) return false;
    if (driver->found && strlen(driver->found) <= (size_t)length) return true;
    const double width = nodes / NODES_PER_BEAM;
    driver->beams = (struct beams){.board = &driver->board,
                                   .goal = &driver->goal,
                                   .width = width < BEAM_MOST ? (uint64_t)width : BEAM_MOST,
                                   .nodes = (uint64_t)(nodes / NODES_PER_EXPANDED),
                                   .memory = driver->cache->options->memory / MEMORY_PARTS,
                                   .deadline = driver->deadline,
                                   .lower_bound = length,
                                   .progress = driver->search.progress,
                                   .user = driver->search.user,
                                   .on_event = driver->on_event,
                                   .event_user = driver->event_user};
    driver->found = beams_shorter(driver->found, beams_run(&driver->beams));
    return driver->found && strlen(driver->found) <= (size_t)length;
}

/* Between two bounds of a search, after the choice has its say. */
static bool bound_end(const tilepdb_result *so_far, void *user) {
    struct solve_driver *driver = user;
    return driver->on_bound(so_far, driver->choice) && !choice_target_length(driver, so_far);
}

/* What was found is the answer, if it has the length that was looked for. */
static void choice_submit_solution(struct solve_driver *driver) {
    if (driver->found) tilepdb_choice_submit_solution(driver->choice, driver->found);
}

/* The next search of a choice, or its answer. */
static bool choice_next(struct solve_driver *driver, tilepdb_task *task) {
    tilepdb_choice_search search;
    const double before = clock_seconds();
    choice_target_length(driver, NULL);
    choice_submit_solution(driver);
    driver->spent += clock_seconds() - before;
    pthread_mutex_lock(driver->cache->lock);
    tables_begin_timed(driver);
    const tilepdb_solver *solver = candidates_next(driver->candidates, driver->choice, &search);
    tables_end_timed(driver);
    pthread_mutex_unlock(driver->cache->lock);
    if (!solver) return choice_end(driver, task);
    task->solver = solver;
    task->options = search.options;
    task->board = *search.board;
    driver->candidate = search.candidate;
    driver->on_bound = search.options.on_bound;
    if (driver->on_bound) {
        task->options.on_bound = bound_end;
        task->options.bound_user = driver;
    }
    return join(driver, task);
}

/* The task has the options of its answer. */
static bool choice_begin(struct solve_driver *driver, tilepdb_task *task) {
    size_t count;
    const tilepdb_candidate *all = candidates_list(driver->candidates, &count);
    driver->board = task->board;
    task->status = tilepdb_choice_create(&task->board, &driver->goal, all, count, &task->options,
                                         &driver->choice, &task->error);
    if (task->status) return search_end(driver, task);
    driver->step = STEP_CHOICE;
    return choice_next(driver, task);
}

static bool choice_go_on(struct solve_driver *driver, tilepdb_task *task) {
    tilepdb_choice_take(driver->choice, task->status, &task->result, &task->error);
    choice_submit_solution(driver);
    return choice_next(driver, task);
}

/* ---- the steps ------------------------------------------------------------------------------- */

/* With all threads: before a hard board, the user may be asked for stronger tables. */
static bool together_begin(struct solve_driver *driver, tilepdb_task *task) {
    if (driver->defers) {
        driver->hard = true;
        return false;
    }
    pthread_mutex_lock(driver->cache->lock);
    const double before = clock_seconds();
    solver_entry_prompt(driver->cache, driver->entry, &driver->goal);
    /* The user answers, and agrees to wait. */
    if (driver->deadline > 0) driver->deadline += clock_seconds() - before;
    driver->tier = driver->entry->best;
    if (may_choose(driver))
        driver->candidates = candidates_create(&driver->cache->config, &driver->cache->backward,
                                               driver->tier, &task->board, &driver->goal);
    pthread_mutex_unlock(driver->cache->lock);
    search_begin(driver, task, STEP_TOGETHER, driver->tier->solver);
    return driver->candidates ? choice_begin(driver, task) : join(driver, task);
}

static bool tables_begin(struct solve_driver *driver, tilepdb_task *task) {
    if (driver->jobs == 0) return together_begin(driver, task);
    pthread_mutex_lock(driver->cache->lock);
    const bool offers = solver_entry_may_prompt(driver->cache, driver->entry);
    const int direction = driver->cache->config.direction;
    const bool chosen = direction == CLI_BACKWARD || direction == CLI_BOTH;
    const tilepdb_solver *solver = driver->entry->best->solver;
    pthread_mutex_unlock(driver->cache->lock);
    if ((driver->jobs == 1 && !offers) || chosen) return together_begin(driver, task);
    driver->gives_up = (driver->jobs > 1 || offers) && driver->search.max_nodes == 0;
    return search_begin(driver, task, STEP_ALONE, solver);
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
static bool mismatch_end(struct solve_driver *driver, tilepdb_task *task) {
    task->status = task->error.status = TILEPDB_ERROR_INTERNAL;
    snprintf(
        task->error.message, sizeof task->error.message,
        "another rank has searched it with other tables than rank 0 has: let all ranks see the "
        "same directory, or name a partition with -p");
    return search_end(driver, task);
}

/* Another rank has searched the board, with the probe solver or alone. */
static bool alone_end(struct solve_driver *driver, tilepdb_task *task) {
    if ((driver->hard || driver->step == STEP_ALONE) &&
        (!entry_take(driver, solver_entry_build) || !driver->entry->best)) {
        probe_settle(task);
        return search_end(driver, task);
    }
    if (driver->hard) return together_begin(driver, task);
    if (driver->step == STEP_ALONE && driver->tables != solver_entry_fingerprint(driver->entry))
        return mismatch_end(driver, task);
    task->solver = driver->step == STEP_ALONE ? driver->entry->best->solver : driver->entry->probe;
    driver->code = cli_exit_code(task->status);
    return false;
}

/* Of the answer, once. */
static void deadline_begin(struct solve_driver *driver) {
    if (driver->search.timeout > 0 && driver->deadline <= 0)
        driver->deadline = clock_seconds() + driver->search.timeout;
}

static bool driver_begin(struct solve_driver *driver, tilepdb_task *task) {
    struct solver_dispatcher *dispatcher = driver->cache->dispatcher;
    const bool late = cli_signal() != 0;
    driver->proven = -1;
    deadline_begin(driver);
    if (!entry_take(driver, solver_entry_get)) {
        if (cli_signal() ? !late : driver->out_of_time)
            driver_settle(driver, task, cli_signal() ? TILEPDB_CANCELLED : TILEPDB_LIMIT);
        return false;
    }
    if (dispatcher && driver->jobs > 1 && dispatcher->alone(dispatcher, driver, task))
        return alone_end(driver, task);
    if (!driver->entry->probe) return tables_begin(driver, task);
    search_begin(driver, task, STEP_PROBE, driver->entry->probe);
    if (task->options.max_nodes == 0 || task->options.max_nodes > PROBE_NODES)
        task->options.max_nodes = PROBE_NODES;
    return true;
}

/* Whether the probe solver's end is the answer: also at a limit that the user set, and not its own.
 */
static bool probe_is_answer(const struct solve_driver *driver, const tilepdb_task *task) {
    const tilepdb_solve_options *search = &driver->search;
    const tilepdb_result *result = &task->result;
    if (task->status == TILEPDB_LIMIT)
        return (search->max_length > 0 && result->lower_bound > search->max_length) ||
               is_out_of_time(driver);
    /* A little more than the limit may be generated before that is seen, and how much depends on
     * the instruction set: what counts is the exact number. */
    return task->status || result->generated <= task->options.max_nodes;
}

/* There is no time to build tables: all that is left is for a search without. */
static bool probe_continue(struct solve_driver *driver, tilepdb_task *task) {
    if (is_out_of_time(driver)) return search_end(driver, task);
    search_forget(driver, &task->result);
    return search_begin(driver, task, driver->jobs > 1 ? STEP_ALONE : STEP_TOGETHER,
                        driver->entry->probe);
}

static bool probe_end(struct solve_driver *driver, tilepdb_task *task) {
    if (probe_is_answer(driver, task)) return search_end(driver, task);
    const bool there = entry_take(driver, solver_entry_build) && driver->entry->best;
    if (!there && driver->out_of_time && !cli_signal()) return probe_continue(driver, task);
    if (!there) {
        probe_settle(task);
        return search_end(driver, task);
    }
    search_forget(driver, &task->result);
    return tables_begin(driver, task);
}

bool driver_next(struct solve_driver *driver, tilepdb_task *task) {
    if (driver->joined) driver->cache->dispatcher->together_end(driver->cache->dispatcher);
    driver->joined = false;
    if (driver->step == STEP_NONE) return driver_begin(driver, task);
    if (driver->step == STEP_PROBE) return probe_end(driver, task);
    if (driver->step == STEP_CHOICE) return choice_go_on(driver, task);
    if (driver->step == STEP_TOGETHER || !driver->hard) return search_end(driver, task);
    search_forget(driver, &task->result);
    return together_begin(driver, task);
}

/* What counts nodes is of the tables that it began with. The ranks of a job have no common limit of
 * time while they make tables. */
bool driver_may_upgrade(const struct solver_cache *cache) {
    const struct solve_options *options = cache->options;
    return is_multi(cache) && !options->plain && options->max_nodes == 0 && !options->checkpoint &&
           !(cache->dispatcher && options->timeout > 0);
}

void driver_upgrade(struct solve_driver *driver, size_t done, size_t waiting) {
    struct solver_cache *cache = driver->cache;
    struct solver_dispatcher *dispatcher = cache->dispatcher;
    pthread_mutex_lock(cache->lock);
    char *name = solver_entry_find_upgrade(cache, &driver->goal, done, waiting);
    if (name) {
        deadline_begin(driver);
        tables_begin_timed(driver);
        if (dispatcher) dispatcher->upgrade(dispatcher, &driver->goal, name, done);
        const bool made = solver_entry_upgrade(cache, &driver->goal, name, done);
        if (dispatcher && !made) dispatcher->upgrade(dispatcher, &driver->goal, "", done);
        tables_end_timed(driver);
    }
    free(name);
    pthread_mutex_unlock(cache->lock);
}

void driver_count_nodes(const struct solve_driver *driver, const tilepdb_task *task) {
    if (driver->entry) driver->entry->nodes += (double)task->result.generated;
}

bool driver_continues(struct solve_driver *driver, const tilepdb_progress *report) {
    const uint64_t nodes = report->total > report->done ? report->total : report->done;
    driver->hard = driver->step == STEP_ALONE && driver->gives_up && nodes > HARD_NODES;
    return !driver->hard;
}

bool driver_lacks_tables(const struct solve_driver *driver) {
    return driver->entry && driver->entry->code != CLI_SUCCESS;
}

const char *driver_missing_text(const struct solve_driver *driver) {
    return is_multi(driver->cache) ? "no usable colour table for this goal"
                                   : "no usable database for this goal";
}

/* Whether what failed is a table, so that it also fails for the next board. */
static bool table_failed(const struct solve_driver *driver, tilepdb_status status) {
    return driver->entry && driver->entry->best && cli_exit_code(status) == CLI_FAILURE;
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

void driver_explain(const struct solve_driver *driver, const char *name, const tilepdb_task *task) {
    if (driver_lacks_tables(driver)) return;
    if (table_failed(driver, task->status))
        complain_table(driver->entry, name, &task->error);
    else
        cli_complain("%s: %s", name, task->error.message);
}

const struct database *driver_database(const struct solve_driver *driver,
                                       const tilepdb_solver *solver) {
    for (int i = 0; driver->entry && solver && i < TIERS; i++) {
        const struct solver_tier *tier = driver->entry->tiers[i];
        if (tier && tier->solver == solver && tier->database.count > 0) return &tier->database;
    }
    return NULL;
}

void driver_run(struct solve_driver *driver, tilepdb_task *task) {
    while (driver_next(driver, task))
        task->status =
            tilepdb_solve(task->solver, &task->board, &task->options, &task->result, &task->error);
}

void driver_free(struct solve_driver *driver) {
    tilepdb_choice_free(driver->choice);
    candidates_free(driver->candidates);
    driver->choice = NULL;
    free(driver->found);
    driver->found = NULL;
    driver->candidates = NULL;
}
