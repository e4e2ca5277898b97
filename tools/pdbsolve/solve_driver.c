#include "pdbsolve/solve_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "tables/database.h"

/* A probe takes a few hundredths of a second. On all sizes tried, the Manhattan distance solved
 * more boards in that time than linear conflict. */
#define PROBE_NODES 4000000

/* A board is hard if it takes, or a bound is expected to take, more nodes than one core
 * generates in about a tenth of a second. */
#define HARD_NODES 4000000

/* With --any, boards of less than BEAM_CELLS cells are fast without beams. */
#define BEAM_CELLS 17

/* Most cells for which IDA* finishes before an incumbent is useful. */
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

/* ---- time ------------------------------------------------------------------------------------ */

static void deadline_set(struct solve_driver *driver) {
    if (driver->search.timeout > 0 && driver->deadline <= 0)
        driver->deadline = clock_seconds() + driver->search.timeout;
}

static bool is_out_of_time(const struct solve_driver *driver) {
    return driver->deadline > 0 && clock_seconds() >= driver->deadline;
}

static bool wants_incumbent(const struct solve_driver *driver) {
    const struct solve_options *options = driver->cache->options;
    return driver->goal.width * driver->goal.height > INCUMBENT_CELLS && !options->all &&
           !options->count;
}

/* The deadline for tables leaves time for beams. */
static void tables_lock(struct solve_driver *driver) {
    const bool reserves = driver->deadline > 0 && wants_incumbent(driver);
    const double reserve = reserves ? INCUMBENT_RESERVE * driver->search.timeout : 0;
    pthread_mutex_lock(driver->cache->lock);
    driver->cache->config.progress->deadline = driver->deadline - reserve;
}

static void tables_unlock(struct solve_driver *driver) {
    driver->cache->config.progress->deadline = 0;
    pthread_mutex_unlock(driver->cache->lock);
}

static bool entry_find(struct solve_driver *driver,
                       struct solver_entry *(*find)(struct solver_cache *, const tilepdb_board *)) {
    tables_lock(driver);
    struct solver_entry *entry = find(driver->cache, &driver->goal);
    driver->out_of_time = entry->out_of_time;
    tables_unlock(driver);
    driver->code = cli_exit_code(TILEPDB_CANCELLED);
    if (cli_signal()) return false;
    driver->code = cli_exit_code(TILEPDB_LIMIT);
    if (driver->out_of_time && !entry->tried) return false;
    driver->entry = entry;
    driver->code = entry->code;
    return entry->code == CLI_SUCCESS;
}

static bool tables_build(struct solve_driver *driver) {
    return entry_find(driver, solver_entry_build) && driver->entry->best;
}

/* ---- one search ------------------------------------------------------------------------------ */

static void search_set(struct solve_driver *driver, tilepdb_task *task, enum solver_step step,
                       const tilepdb_solver *solver) {
    driver->step = step;
    task->solver = solver;
    task->options = driver->search;
    if (step != STEP_PARALLEL) task->options.threads = 1;
    if (task->options.timeout > 0) {
        task->options.timeout = driver->deadline - clock_seconds();
        if (task->options.timeout <= 0) task->options.timeout = 1e-9;
    }
}

static void search_run(struct solve_driver *driver, tilepdb_task *task) {
    const bool parallel = task->options.threads != 1;
    if (driver->on_search) driver->on_search(driver->search.user);
    if (parallel) pthread_mutex_lock(&driver->cache->parallel);
    task->status =
        tilepdb_solve(task->solver, &task->board, &task->options, &task->result, &task->error);
    if (parallel) pthread_mutex_unlock(&driver->cache->parallel);
}

/* A search with a node limit has one thread, so ranks do not share it. */
static void search_run_on_ranks(struct solve_driver *driver, tilepdb_task *task) {
    struct solver_dispatcher *dispatcher = driver->cache->dispatcher;
    const bool joins = dispatcher && task->options.max_nodes == 0;
    if (joins) dispatcher->together(dispatcher, driver, task);
    search_run(driver, task);
    if (joins) dispatcher->together_end(dispatcher);
}

static void search_discard(struct solve_driver *driver, const tilepdb_result *result) {
    driver->spent += result->seconds;
    if (driver->proven < result->lower_bound) driver->proven = result->lower_bound;
}

static void answer_set(struct solve_driver *driver, tilepdb_task *task) {
    if (task->status) cli_error_advise(&task->error);
    task->result.seconds += driver->spent;
    if (task->result.lower_bound < driver->proven) task->result.lower_bound = driver->proven;
    driver->code = cli_exit_code(task->status);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Returns a lower bound that needs no tables, or 0. A slide moves at most `side` - 1 tiles by
 * one cell. */
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

/* Returns how the message begins that reports the end of a search as `status`. */
static const char *end_reason(tilepdb_status status) {
    return status == TILEPDB_CANCELLED ? "interrupted" : "the limit is reached";
}

static void limit_before_tables(struct solve_driver *driver, tilepdb_task *task,
                                tilepdb_status status) {
    tilepdb_result *result = &task->result;
    task->status = task->error.status = status;
    *result = (tilepdb_result){.solvable = true, .length = -1, .upper_bound = -1, .root_h = -1};
    result->lower_bound = simple_bound(driver, &task->board);
    snprintf(task->error.message, sizeof task->error.message,
             "%s before there are tables; the board needs at least %d moves", end_reason(status),
             result->lower_bound);
}

static void limit_by_memory(struct solve_driver *driver, tilepdb_task *task) {
    const tilepdb_error cause = task->error;
    if (task->result.root_h < 0)
        limit_before_tables(driver, task, TILEPDB_LIMIT);
    else
        task->status = task->error.status = TILEPDB_LIMIT;
    snprintf(task->error.message, sizeof task->error.message,
             "there is not enough memory: %.200s; the board needs at least %d moves; --direction "
             "forward needs half of the tables",
             cause.message, task->result.lower_bound);
}

static void limit_of_probe(tilepdb_task *task) {
    if (!task->status) return;
    task->status = task->error.status = cli_signal() ? TILEPDB_CANCELLED : TILEPDB_LIMIT;
    snprintf(task->error.message, sizeof task->error.message, "%s",
             cli_signal() ? "interrupted" : "the tables that it needs could not be built");
}

/* ---- beams ----------------------------------------------------------------------------------- */

static void incumbent_begin(struct solve_driver *driver, const tilepdb_board *board) {
    driver->incumbent = (struct incumbent){.board = *board,
                                           .goal = driver->goal,
                                           .metric = driver->cache->config.request.metric,
                                           .timeout = driver->search.timeout,
                                           .max_nodes = driver->search.max_nodes,
                                           .memory = driver->search.memory_limit,
                                           .on_event = driver->on_event,
                                           .event_user = driver->event_user,
                                           .start = clock_seconds()};
}

/* The incumbent is the answer if the lower bound proves it, unless it is above --max-length. */
static void incumbent_answer(struct solve_driver *driver, tilepdb_task *task) {
    struct incumbent *incumbent = &driver->incumbent;
    tilepdb_result *result = &task->result;
    const int longest = driver->search.max_length;
    if (longest > 0 && incumbent->length > longest) incumbent_free(incumbent);
    if (result->lower_bound < incumbent->lower_bound) result->lower_bound = incumbent->lower_bound;
    if (!incumbent->moves) return;
    const size_t letters = strlen(incumbent->moves);
    result->upper_bound = incumbent->length;
    if (result->lower_bound < result->upper_bound || letters >= sizeof result->moves) return;
    result->length = result->upper_bound;
    result->optimal = result->any = true;
    memcpy(result->moves, incumbent->moves, letters + 1);
    task->status = TILEPDB_OK;
    driver->code = CLI_SUCCESS;
}

static void incumbent_end(struct solve_driver *driver, tilepdb_task *task) {
    const bool ended = task->status == TILEPDB_LIMIT || task->status == TILEPDB_CANCELLED;
    const int longest = driver->search.max_length;
    struct incumbent *incumbent = &driver->incumbent;
    if (!ended || driver_lacks_tables(driver) ||
        (longest > 0 && task->result.lower_bound > longest))
        return;
    incumbent->deadline = driver->deadline;
    incumbent_finish(incumbent, task->result.lower_bound);
    incumbent_update(incumbent, driver->beams.found);
    driver->beams.found = NULL;
    incumbent_answer(driver, task);
}

static void run_large(struct solve_driver *driver, tilepdb_task *task) {
    task->result.solvable = true;
    task->result.root_h =
        incumbent_search(&driver->incumbent, driver->search.progress, driver->search.user);
    task->status = cli_signal() ? TILEPDB_CANCELLED : TILEPDB_LIMIT;
    driver->code = cli_exit_code(task->status);
    incumbent_answer(driver, task);
    snprintf(task->error.message, sizeof task->error.message,
             "%s; the board needs at least %d moves", end_reason(task->status),
             task->result.lower_bound);
}

/* Returns true with --any on boards of at least BEAM_CELLS cells. Only there, counts may depend on
 * beams and on the batch. */
static bool wants_speed(const struct solve_driver *driver) {
    return driver->search.any && driver->goal.width * driver->goal.height >= BEAM_CELLS;
}

/* Runs beams if the next bound is expected to take long. Returns true if a solution of its length
 * is known. */
static bool beams_in_search(struct solve_driver *driver, const tilepdb_result *so_far) {
    return wants_speed(driver) && bound_beams_run(&driver->beams, so_far, 0);
}

/* Runs beams between two searches, and submits their solution. The widest beam has at least `width`
 * boards. Drivers with several threads take turns. */
static void beams_between(struct solve_driver *driver, uint64_t width) {
    const double before = clock_seconds();
    const bool parallel = driver->search.threads != 1;
    if (!wants_speed(driver)) return;
    if (parallel) pthread_mutex_lock(&driver->cache->parallel);
    bound_beams_run(&driver->beams, NULL, width);
    if (parallel) pthread_mutex_unlock(&driver->cache->parallel);
    bound_beams_submit(&driver->beams);
    driver->spent += clock_seconds() - before;
}

static struct bound_beams beams_begin(const struct solve_driver *driver) {
    const tilepdb_solve_options *search = &driver->search;
    return (struct bound_beams){
        .choice = driver->choice,
        .last = {.board = &driver->board,
                 .goal = &driver->goal,
                 .memory = search->memory_limit ? search->memory_limit : BOUND_BEAMS_BYTES,
                 .threads = search->threads,
                 .deadline = driver->deadline,
                 .progress = search->progress,
                 .user = search->user,
                 .on_event = driver->on_event,
                 .event_user = driver->event_user}};
}

/* ---- choice of tables and directions --------------------------------------------------------- */

/* Returns false if nodes or solutions are counted, since a choice changes the counts of a
 * forward search. */
static bool may_choose(const struct solve_driver *driver) {
    const struct solve_options *options = driver->cache->options;
    return options->heuristic == TILEPDB_HEURISTIC_PDB && !options->plain &&
           driver->search.max_nodes == 0 && driver->search.solutions == TILEPDB_SOLUTIONS_FIRST;
}

/* With a solution that beams found, a comparison of candidates may be due. */
static bool bound_end(const tilepdb_result *so_far, void *user) {
    struct solve_driver *driver = user;
    if (!driver->on_bound(so_far, driver->choice) || beams_in_search(driver, so_far)) return false;
    bound_beams_submit(&driver->beams);
    return driver->on_bound(so_far, driver->choice);
}

/* Runs beams before partitions are made for the board. The length of their solution determines
 * which bounds are left, and so whether the partitions pay off. */
static const tilepdb_solver *candidate_next(struct solve_driver *driver,
                                            tilepdb_choice_search *search) {
    for (;;) {
        tables_lock(driver);
        const tilepdb_solver *solver = candidates_next(driver->candidates, driver->choice, search);
        tables_unlock(driver);
        if (!candidates_paused(driver->candidates)) return solver;
        beams_between(driver, BOUND_BEAMS_MAKING);
    }
}

/* Runs beams after the comparisons, whose winner sets the expected nodes and so the width. The
 * solution may make another comparison due. */
static bool choice_next(struct solve_driver *driver, tilepdb_task *task) {
    tilepdb_choice_search search;
    const tilepdb_solver *solver = candidate_next(driver, &search);
    if (solver && search.options.on_bound) {
        beams_between(driver, 0);
        solver = candidate_next(driver, &search);
    }
    if (!solver) return false;
    task->solver = solver;
    task->options = search.options;
    task->board = *search.board;
    driver->candidate = search.candidate;
    driver->on_bound = search.options.on_bound;
    if (driver->on_bound) {
        task->options.on_bound = bound_end;
        task->options.bound_user = driver;
    }
    return true;
}

static void run_choice(struct solve_driver *driver, tilepdb_task *task) {
    size_t count;
    const tilepdb_candidate *candidates = candidates_list(driver->candidates, &count);
    driver->board = task->board;
    task->status = tilepdb_choice_create(&task->board, &driver->goal, candidates, count,
                                         &task->options, &driver->choice, &task->error);
    if (task->status) return;
    driver->beams = beams_begin(driver);
    while (choice_next(driver, task)) {
        search_run_on_ranks(driver, task);
        tilepdb_choice_take(driver->choice, task->status, &task->result, &task->error);
        bound_beams_submit(&driver->beams);
    }
    task->board = driver->board;
    task->solver = driver->tier->solver;
    pthread_mutex_lock(driver->cache->lock);
    const bool is_short = candidates_short_of_memory(driver->candidates);
    candidates_release(driver->candidates);
    pthread_mutex_unlock(driver->cache->lock);
    task->status = tilepdb_choice_answer(driver->choice, &task->result, &task->error);
    const bool ended = task->status == TILEPDB_LIMIT || task->status == TILEPDB_CANCELLED;
    if (ended && task->result.root_h < 0) limit_before_tables(driver, task, task->status);
    if (task->status == TILEPDB_ERROR_NOT_FOUND && is_short) limit_by_memory(driver, task);
}

/* ---- the steps ------------------------------------------------------------------------------- */

/* Returns true if the task has its answer, from another rank or as an error. Otherwise the board
 * is hard, and this rank has tables for it. */
static bool dispatched_answer(struct solve_driver *driver, tilepdb_task *task) {
    const bool serial = driver->step == STEP_SERIAL;
    if ((driver->hard || serial) && !tables_build(driver)) {
        limit_of_probe(task);
        answer_set(driver, task);
        return true;
    }
    if (driver->hard) return false;
    if (serial && driver->tables != solver_entry_fingerprint(driver->entry)) {
        /* Other tables give the same moves, but other node counts. */
        task->status = task->error.status = TILEPDB_ERROR_INTERNAL;
        snprintf(task->error.message, sizeof task->error.message,
                 "another rank searched it with tables that rank 0 does not have: let all ranks "
                 "see the same directory, or name a partition with -p");
        answer_set(driver, task);
        return true;
    }
    task->solver = serial ? driver->entry->best->solver : driver->entry->probe;
    driver->code = cli_exit_code(task->status);
    return true;
}

static bool probe_is_answer(const struct solve_driver *driver, const tilepdb_task *task) {
    const tilepdb_solve_options *search = &driver->search;
    const tilepdb_result *result = &task->result;
    if (task->status == TILEPDB_LIMIT)
        return (search->max_length > 0 && result->lower_bound > search->max_length) ||
               is_out_of_time(driver);
    /* A search may exceed its limit by some nodes, depending on the instruction set. Only a
     * solution within the limit counts. */
    return task->status || result->generated <= task->options.max_nodes;
}

/* Returns true if the result is the answer, false if tables have been built. */
static bool run_probe(struct solve_driver *driver, tilepdb_task *task) {
    const tilepdb_solver *probe = driver->entry->probe;
    search_set(driver, task, STEP_PROBE, probe);
    if (task->options.max_nodes == 0 || task->options.max_nodes > PROBE_NODES)
        task->options.max_nodes = PROBE_NODES;
    search_run(driver, task);
    if (!probe_is_answer(driver, task)) {
        if (tables_build(driver)) {
            search_discard(driver, &task->result);
            return false;
        }
        if (!driver->out_of_time || cli_signal()) {
            limit_of_probe(task);
        } else if (!is_out_of_time(driver)) {
            search_discard(driver, &task->result);
            search_set(driver, task, driver->jobs > 1 ? STEP_SERIAL : STEP_PARALLEL, probe);
            search_run(driver, task);
        }
    }
    answer_set(driver, task);
    return true;
}

/* Returns true if the result is the answer, false if the board is hard or the search is skipped. */
static bool run_serial(struct solve_driver *driver, tilepdb_task *task) {
    struct solver_cache *cache = driver->cache;
    const int direction = cache->config.direction;
    if (driver->jobs == 0 || direction == CLI_BACKWARD || direction == CLI_BOTH) return false;
    pthread_mutex_lock(cache->lock);
    const bool skips = driver->jobs == 1 && !solver_entry_may_prompt(cache, driver->entry);
    const tilepdb_solver *solver = driver->entry->best->solver;
    pthread_mutex_unlock(cache->lock);
    if (skips) return false;
    driver->gives_up = driver->search.max_nodes == 0;
    search_set(driver, task, STEP_SERIAL, solver);
    search_run(driver, task);
    if (driver->hard)
        search_discard(driver, &task->result);
    else
        answer_set(driver, task);
    return !driver->hard;
}

/* May first prompt the user for larger tables, which does not count against the time limit. */
static void run_parallel(struct solve_driver *driver, tilepdb_task *task) {
    struct solver_cache *cache = driver->cache;
    pthread_mutex_lock(cache->lock);
    const double before = clock_seconds();
    solver_entry_prompt(cache, driver->entry, &driver->goal);
    if (driver->deadline > 0) driver->deadline += clock_seconds() - before;
    driver->tier = driver->entry->best;
    if (may_choose(driver))
        driver->candidates = candidates_create(&cache->config, &cache->backward, driver->tier,
                                               &task->board, &driver->goal);
    pthread_mutex_unlock(cache->lock);
    if (driver->candidates && wants_speed(driver)) {
        candidates_share(driver->candidates, driver->before + 1);
        candidates_enable_pauses(driver->candidates);
    }
    search_set(driver, task, STEP_PARALLEL, driver->tier->solver);
    if (driver->candidates)
        run_choice(driver, task);
    else
        search_run_on_ranks(driver, task);
    answer_set(driver, task);
}

static void run_searches(struct solve_driver *driver, tilepdb_task *task) {
    struct solver_dispatcher *dispatcher = driver->cache->dispatcher;
    const bool interrupted = cli_signal() != 0;
    driver->proven = -1;
    deadline_set(driver);
    if (!entry_find(driver, solver_entry_get)) {
        if (cli_signal() ? !interrupted : driver->out_of_time)
            limit_before_tables(driver, task, cli_signal() ? TILEPDB_CANCELLED : TILEPDB_LIMIT);
        return;
    }
    if (dispatcher && driver->jobs > 1 && dispatcher->alone(dispatcher, driver, task)) {
        if (dispatched_answer(driver, task)) return;
    } else {
        if (driver->entry->probe && run_probe(driver, task)) return;
        if (run_serial(driver, task)) return;
    }
    if (driver->defers)
        driver->hard = true;
    else
        run_parallel(driver, task);
}

void driver_run(struct solve_driver *driver, tilepdb_task *task) {
    driver->keeps_best = driver->keeps_best && wants_incumbent(driver);
    if (driver->keeps_best) incumbent_begin(driver, &task->board);
    if (tilepdb_size_check(task->board.width, task->board.height, NULL)) {
        run_large(driver, task);
        return;
    }
    run_searches(driver, task);
    if (driver->keeps_best) incumbent_end(driver, task);
}

bool driver_continues(struct solve_driver *driver, const tilepdb_progress *report) {
    const uint64_t nodes = report->total > report->done ? report->total : report->done;
    driver->hard = driver->step == STEP_SERIAL && driver->gives_up && nodes > HARD_NODES;
    if (driver->hard) return false;
    if (driver->keeps_best && driver->step != STEP_NONE && report->stage == TILEPDB_STAGE_SEARCH) {
        driver->incumbent.deadline = driver->deadline;
        incumbent_poll(&driver->incumbent, report->level);
    }
    return true;
}

/* ---- upgrades -------------------------------------------------------------------------------- */

/* Node counts of earlier boards decide on an upgrade, so options that change or limit the counts
 * exclude it. Ranks share no time limit while they build tables. */
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
    pthread_mutex_unlock(cache->lock);
    if (!name) return;
    deadline_set(driver);
    tables_lock(driver);
    if (dispatcher) dispatcher->upgrade(dispatcher, &driver->goal, name, done);
    const bool made = solver_entry_upgrade(cache, &driver->goal, name, done);
    if (dispatcher && !made) dispatcher->upgrade(dispatcher, &driver->goal, "", done);
    tables_unlock(driver);
    free(name);
}

void driver_count_nodes(const struct solve_driver *driver, const tilepdb_task *task) {
    if (driver->entry) driver->entry->nodes += (double)task->result.generated;
}

/* ---- explanations ---------------------------------------------------------------------------- */

bool driver_lacks_tables(const struct solve_driver *driver) {
    return driver->entry && driver->entry->code != CLI_SUCCESS;
}

const char *driver_missing_text(const struct solve_driver *driver) {
    return is_multi(driver->cache) ? "no usable colour table for this goal"
                                   : "no usable database for this goal";
}

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
    const struct solver_entry *entry = driver->entry;
    if (driver_lacks_tables(driver)) return;
    if (entry && entry->best && cli_exit_code(task->status) == CLI_FAILURE)
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

void driver_free(struct solve_driver *driver) {
    tilepdb_choice_free(driver->choice);
    candidates_free(driver->candidates);
    incumbent_free(&driver->incumbent);
    free(driver->beams.found);
    driver->choice = NULL;
    driver->candidates = NULL;
    driver->beams.found = NULL;
}
