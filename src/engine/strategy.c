#include "engine/strategy.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/comm.h"
#include "base/error.h"
#include "base/message_text.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "table/table.h"

/* A probe takes a few hundredths of a second. Manhattan distance solved more boards in that time
 * than linear conflict. */
#define PROBE_NODES 4000000

/* A board is hard if it takes, or a bound should take, more nodes: with tables, about a tenth of a
 * second of one core. */
#define HARD_NODES 4000000

/* With `any`, smaller boards are fast without beams. */
#define BEAM_CELLS 17

/* Most cells for which IDA* finishes before an incumbent is useful. */
#define INCUMBENT_CELLS 16

static tilepdb_status no_memory(tilepdb_error *error) {
    return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
}

/* ---- the solvers of a goal: in a turn -------------------------------------------------------- */

static tilepdb_status solver_make(const struct board_search *search, const struct tables *tables,
                                  tilepdb_heuristic heuristic, tilepdb_solver **solver,
                                  tilepdb_error *error) {
    tilepdb_solver_options options =
        solver_options_of(&search->engine->config, search->metric, &tables->first);
    options.heuristic = heuristic;
    return tilepdb_solver_create(&search->goal, &options, solver, error);
}

static struct solver_tier *tier_of(struct goal_solvers *solvers, int number) {
    struct solver_tier **tier = &solvers->tiers[number];
    if (!*tier) *tier = calloc(1, sizeof **tier);
    return *tier;
}

static struct tables_request request_of(struct board_search *search) {
    return (struct tables_request){
        .config = &search->engine->config.tables, .call = &search->call, .metric = search->metric};
}

static void best_set(const struct board_search *search, struct goal_solvers *solvers,
                     struct solver_tier *tier) {
    pthread_mutex_lock(&search->engine->books);
    solvers->best = tier;
    pthread_mutex_unlock(&search->engine->books);
}

/* Events say why it fails. */
static tilepdb_status first_tables_open(struct board_search *search, struct solver_tier *tier,
                                        struct tables_request request, tilepdb_error *error) {
    const char *partition = search->engine->partition;
    char *names = partition ? partition_side(partition, false) : NULL;
    request.names = names;
    const tilepdb_status status = partition && !names
                                      ? no_memory(error)
                                      : tables_open(&tier->tables, &request, &search->goal, error);
    free(names);
    return status;
}

static void solver_failed(const struct board_search *search, const tilepdb_error *error) {
    const tilepdb_engine_event event = {
        .code = TILEPDB_EVENT_FAILED, .metric = search->metric, .error = error};
    call_event(&search->call, &event);
}

/* Opens the first tables and makes the best tier; or only the probe, if tables are deferred. */
static tilepdb_status built_fill(struct board_search *search, struct goal_solvers *solvers,
                                 struct tables_request request, tilepdb_error *error) {
    const tilepdb_heuristic heuristic = search->engine->heuristic;
    struct solver_tier *tier = tier_of(solvers, TIER_BUILT);
    tilepdb_status status = tier ? TILEPDB_OK : no_memory(error);
    if (!status && heuristic == TILEPDB_HEURISTIC_PDB) {
        status = first_tables_open(search, tier, request, error);
        if (status) return status;
    }
    if (!status && tier->tables.deferred) {
        status =
            solver_make(search, &tier->tables, TILEPDB_HEURISTIC_MANHATTAN, &solvers->probe, error);
    } else if (!status) {
        status = solver_make(search, &tier->tables, heuristic, &tier->solver, error);
        if (!status) best_set(search, solvers, tier);
    }
    if (status) solver_failed(search, error);
    return status;
}

static struct goal_solvers *solvers_of(const struct board_search *search) {
    struct tilepdb_engine *engine = search->engine;
    struct goal_solvers **link = &engine->goals, *solvers;
    while (*link &&
           ((*link)->metric != search->metric || !board_equal(&(*link)->goal, &search->goal)))
        link = &(*link)->next;
    solvers = *link;
    if (solvers) {
        *link = solvers->next;
        solvers->next = engine->goals;
        return engine->goals = solvers;
    }
    solvers = calloc(1, sizeof *solvers);
    if (!solvers) return NULL;
    solvers->next = engine->goals;
    solvers->goal = search->goal;
    solvers->metric = search->metric;
    return engine->goals = solvers;
}

/* Tables that a deadline or a cancellation left unfinished are closed, and a later board tries
 * again. */
static bool is_unfinished(const struct board_search *search, struct goal_solvers *solvers) {
    struct solver_tier *tier = solvers->tiers[TIER_BUILT];
    solvers->out_of_time = !solvers->best && tier && tier->tables.out_of_time;
    const bool unfinished =
        solvers->out_of_time || (!solvers->best && call_is_cancelled(&search->call));
    if (unfinished && tier) tables_close(&tier->tables);
    return unfinished;
}

/* Makes the best tier, or the probe if tables are slow to build. */
static void solvers_get(struct board_search *search, struct goal_solvers *solvers) {
    solvers->out_of_time = false;
    if (solvers->tried) return;
    struct tables_request request = request_of(search);
    request.defer = true;
    const tilepdb_status status = built_fill(search, solvers, request, &solvers->failure);
    solvers->tried = !is_unfinished(search, solvers) || solvers->probe;
    if (!status || !solvers->tried) solvers->failure.status = TILEPDB_OK;
}

/* Also makes a best tier, which stays NULL if that fails or the time is over. */
static void solvers_build(struct board_search *search, struct goal_solvers *solvers) {
    solvers_get(search, solvers);
    if (solvers->failure.status || solvers->out_of_time || solvers->best || solvers->build_failed ||
        !solvers->tried)
        return;
    struct tables *tables = &solvers->tiers[TIER_BUILT]->tables;
    struct tables_request request = request_of(search);
    request.limit_time = true;
    tables_close(tables);
    const tilepdb_status status = built_fill(search, solvers, request, &solvers->build_failure);
    solvers->build_failed = !is_unfinished(search, solvers) && status;
    if (solvers->build_failed) tables_close(tables);
}

static uint64_t number_add(uint64_t sum, uint64_t number) {
    return (sum ^ number) * UINT64_C(0x100000001B3);
}

static uint64_t fingerprint(const struct goal_solvers *solvers) {
    const struct table_list *list = &solvers->best->tables.first;
    uint64_t sum = 0;
    for (size_t i = 0; i < list->count; i++) {
        const tilepdb_table_info *info = &list->tables[i]->info;
        sum = number_add(sum, info->pattern.tiles);
        sum = number_add(sum, info->pattern.goal_blank);
        sum = number_add(sum, info->kind.blank);
        sum = number_add(sum, info->kind.encoding);
        for (size_t tile = 0; tile < sizeof info->pattern.colour; tile++)
            sum = number_add(sum, info->pattern.colour[tile]);
    }
    return sum;
}

/* ---- tables of other goals: in a turn -------------------------------------------------------- */

static void first_goal_free(struct goal_solvers **list) {
    struct goal_solvers *solvers = *list;
    *list = solvers->next;
    tilepdb_solver_free(solvers->probe);
    for (int i = 0; i < TIERS; i++) {
        if (solvers->tiers[i]) solver_tier_free(solvers->tiers[i]);
        free(solvers->tiers[i]);
    }
    free(solvers);
}

static uint64_t bytes_of_goal(const struct goal_solvers *solvers) {
    uint64_t bytes = 0;
    for (int i = 0; i < TIERS; i++)
        if (solvers->tiers[i]) bytes += tables_bytes(&solvers->tiers[i]->tables);
    return bytes;
}

/* Keeps the goal's tables open until board_search_free. Closes unused tables of other goals beyond
 * their part of the memory limit, the most recently used last. */
static void goal_pin(struct board_search *search, struct goal_solvers *solvers) {
    struct tilepdb_engine *engine = search->engine;
    const uint64_t limit = engine->memory / KEPT_PARTS;
    pthread_mutex_lock(&engine->books);
    if (!search->pinned) solvers->users++;
    search->pinned = solvers;
    uint64_t kept = backward_tables_bytes(engine->backward);
    for (struct goal_solvers **link = &engine->goals; *link && limit > 0;) {
        const bool unused = (*link)->users == 0;
        if (unused) kept += bytes_of_goal(*link);
        if (unused && kept > limit)
            first_goal_free(link);
        else
            link = &(*link)->next;
    }
    if (limit > 0 && kept > limit) backward_tables_close_unused(&engine->backward);
    pthread_mutex_unlock(&engine->books);
}

static void goal_unpin(struct board_search *search) {
    if (!search->pinned) return;
    pthread_mutex_lock(&search->engine->books);
    search->pinned->users--;
    pthread_mutex_unlock(&search->engine->books);
    search->pinned = NULL;
}

void goal_solvers_free_all(struct tilepdb_engine *engine) {
    while (engine->goals) first_goal_free(&engine->goals);
    backward_tables_free_all(&engine->backward);
}

/* ---- time ------------------------------------------------------------------------------------ */

static void deadline_set(struct board_search *search) {
    if (search->options.timeout > 0 && search->deadline <= 0)
        search->deadline = clock_seconds() + search->options.timeout;
}

static bool is_out_of_time(const struct board_search *search) {
    return search->deadline > 0 && clock_seconds() >= search->deadline;
}

static bool wants_incumbent(const struct board_search *search) {
    return search->goal.width * search->goal.height > INCUMBENT_CELLS &&
           search->options.solutions == TILEPDB_SOLUTIONS_FIRST;
}

/* Waits for the turn of making tables, and sets their deadline, which leaves time for beams.
 * Returns false after a cancellation and at the time limit. Call tables_end in any case. */
static bool tables_begin(struct board_search *search) {
    const bool reserves = search->deadline > 0 && wants_incumbent(search);
    search->call.deadline = search->deadline;
    const bool took = turn_take(&search->engine->turn, &search->call);
    if (reserves) search->call.deadline -= INCUMBENT_RESERVE * search->options.timeout;
    return took;
}

static void tables_end(struct board_search *search, bool begun) {
    search->call.deadline = 0;
    if (begun) turn_give(&search->engine->turn);
}

static void tables_late(struct board_search *search) {
    search->status =
        error_set(&search->error, TILEPDB_LIMIT, "the limit is reached before there are tables");
}

/* Finds the solvers of the goal; without solvers, returns false with status and error. */
static bool solvers_find(struct board_search *search,
                         void (*find)(struct board_search *, struct goal_solvers *)) {
    const bool begun = tables_begin(search);
    struct goal_solvers *solvers = begun ? solvers_of(search) : NULL;
    if (solvers) {
        goal_pin(search, solvers);
        find(search, solvers);
    }
    const bool tried = solvers && solvers->tried;
    search->built = solvers && solvers->best;
    search->out_of_time = begun ? solvers && solvers->out_of_time : call_is_late(&search->call);
    tables_end(search, begun);
    if (begun && !solvers) {
        search->status = no_memory(&search->error);
        return false;
    }
    if (call_is_cancelled(&search->call)) {
        search->status = error_set(&search->error, TILEPDB_CANCELLED, "interrupted");
        return false;
    }
    if (!begun || (search->out_of_time && !tried)) {
        tables_late(search);
        return false;
    }
    search->solvers = solvers;
    search->status = solvers->failure.status;
    search->error = solvers->failure;
    search->no_tables = search->status != TILEPDB_OK;
    return !search->no_tables;
}

/* Builds the best tier. Returns false without one. Keeps status and error. */
static bool tables_build(struct board_search *search) {
    const tilepdb_status status = search->status;
    const tilepdb_error error = search->error;
    const bool built = solvers_find(search, solvers_build) && search->built;
    search->status = status;
    search->error = error;
    search->no_tables = false;
    return built;
}

static bool solvers_open(struct board_search *search) {
    if (!solvers_find(search, search->needs_tables ? solvers_build : solvers_get)) return false;
    if (!search->needs_tables || search->built) return true;
    if (search->out_of_time) {
        tables_late(search);
        return false;
    }
    search->no_tables = true;
    search->error = search->solvers->build_failure;
    search->status = search->error.status;
    return false;
}

bool board_search_open(struct board_search *search) {
    deadline_set(search);
    search->needs_tables = true;
    return solvers_open(search);
}

/* ---- one search ------------------------------------------------------------------------------ */

static bool search_progress(const tilepdb_progress *report, void *user) {
    struct board_search *search = user;
    const uint64_t nodes = report->total > report->done ? report->total : report->done;
    if (call_is_cancelled(&search->call)) return false;
    search->hard = search->step == STEP_SERIAL && search->gives_up && nodes > HARD_NODES;
    if (search->hard) return false;
    if (search->best && search->step != STEP_NONE && report->stage == TILEPDB_STAGE_SEARCH) {
        search->incumbent.deadline = search->deadline;
        incumbent_poll(&search->incumbent, report->level);
    }
    return call_progress(report, &search->call);
}

/* Returns more than 0, which would be no limit. */
static double time_left(const struct board_search *search) {
    const double left = search->deadline - clock_seconds();
    return left > 0 ? left : 1e-9;
}

/* `tier` NULL: the probe. */
static void solver_select(struct board_search *search, const struct solver_tier *tier) {
    search->solver = tier ? tier->solver : search->solvers->probe;
    search->from = tier;
}

static void next_set(struct board_search *search, enum search_step step,
                     const struct solver_tier *tier) {
    search->step = step;
    solver_select(search, tier);
    search->next = search->options;
    search->searched = search->board;
    if (step != STEP_PARALLEL) search->next.threads = 1;
    if (search->next.timeout > 0) search->next.timeout = time_left(search);
}

const struct tables *board_search_tables(const struct board_search *search) {
    return search->from && search->from->tables.first.count > 0 ? &search->from->tables : NULL;
}

tilepdb_searcher board_search_describe(const struct board_search *search) {
    const tilepdb_heuristic heuristic = search->engine->heuristic;
    tilepdb_searcher searcher = {.direction = TILEPDB_DIRECTION_FORWARD,
                                 .heuristic = heuristic ? heuristic : TILEPDB_HEURISTIC_MANHATTAN,
                                 .partition = ""};
    const struct tables *tables = board_search_tables(search);
    tilepdb_solver_info info;
    tilepdb_solver_info_get(search->solver, &info);
    searcher.kernel = info.kernel;
    if (!tables) return searcher;
    searcher.with_tables = true;
    searcher.heuristic = TILEPDB_HEURISTIC_PDB;
    searcher.partition = tables->name;
    searcher.tables[0] = tables->first.tables;
    searcher.table_count[0] = tables->first.count;
    return searcher;
}

static bool search_announce(struct board_search *search) {
    if (!search->on_search) return true;
    const bool chosen = search->choice != NULL;
    const tilepdb_searcher searcher =
        chosen ? candidates_describe(search->candidates, search->candidate)
               : board_search_describe(search);
    search->status =
        search->on_search(chosen ? search->candidate : 0, &searcher, search->user, &search->error);
    search->stopped = search->status != TILEPDB_OK;
    return !search->stopped;
}

/* Waits for the turn of searches with several threads. A search that reaches its time limit
 * meanwhile only looks at the root. */
static bool parallel_begin(struct board_search *search) {
    search->call.deadline = search->deadline;
    const bool took = turn_take(&search->engine->parallel, &search->call);
    search->call.deadline = 0;
    if (!took) search->next.threads = 1;
    if (search->next.timeout > 0) search->next.timeout = time_left(search);
    return took;
}

/* Reports each exhausted bound once, though several searches may exhaust it. */
static bool bound_tell(const tilepdb_result *so_far, void *user) {
    struct board_search *search = user;
    const int bound = so_far->iterations[so_far->iteration_count - 1].bound;
    if (!search->tell_bound || bound <= search->told) return true;
    search->told = bound;
    if (!search->tell_bound(so_far, search->bound_user)) search->call.cancelled = true;
    return !search->call.cancelled;
}

static void search_go(struct board_search *search) {
    const bool parallel = search->next.threads != 1 && parallel_begin(search);
    search->status = tilepdb_solve(search->solver, &search->searched, &search->next,
                                   &search->result, &search->error);
    if (parallel) turn_give(&search->engine->parallel);
    if (search->status == TILEPDB_LIMIT && search->call.cancelled)
        search->status = error_set(&search->error, TILEPDB_CANCELLED, "interrupted");
    search->reached = true;
}

static void search_run(struct board_search *search) {
    if (search_announce(search)) search_go(search);
}

static void result_discard(struct board_search *search) {
    search->spent += search->result.seconds;
    if (search->proven < search->result.lower_bound) search->proven = search->result.lower_bound;
}

static void answer_set(struct board_search *search) {
    search->result.seconds += search->spent;
    if (search->result.lower_bound < search->proven) search->result.lower_bound = search->proven;
}

/* ---- limits ---------------------------------------------------------------------------------- */

static bool is_multi(const struct board_search *search) {
    return search->metric == TILEPDB_METRIC_MULTI;
}

/* A multi-tile move moves at most `side` - 1 tiles by one cell. */
static int simple_bound(const struct board_search *search) {
    const tilepdb_board *board = &search->board;
    const int side = board->width > board->height ? board->width : board->height;
    const int h = manhattan_distance(board, &search->goal);
    return is_multi(search) ? (h + side - 2) / (side - 1) : h;
}

static const char *end_reason(tilepdb_status status) {
    return status == TILEPDB_CANCELLED ? "interrupted" : "the limit is reached";
}

static void limit_set(struct board_search *search, tilepdb_status status, const char *where) {
    const struct error_code code = {.code = TILEPDB_MESSAGE_BOUND,
                                    .number = {search->result.lower_bound}};
    search->status =
        error_set_code(&search->error, status, code, "%s%s; the board needs at least %d moves",
                       end_reason(status), where, search->result.lower_bound);
}

static void limit_before_tables(struct board_search *search, tilepdb_status status) {
    search->result =
        (tilepdb_result){.solvable = true, .length = -1, .upper_bound = -1, .root_h = -1};
    search->result.lower_bound = simple_bound(search);
    search->reached = true;
    limit_set(search, status, " before there are tables");
}

static void limit_by_memory(struct board_search *search) {
    const tilepdb_error cause = search->error;
    if (search->result.root_h < 0) limit_before_tables(search, TILEPDB_LIMIT);
    const struct error_code code = {.code = TILEPDB_MESSAGE_BOUND,
                                    .number = {search->result.lower_bound}};
    search->status =
        error_set_code(&search->error, TILEPDB_LIMIT, code,
                       "there is not enough memory: %.200s; the board needs at least %d moves",
                       cause.message, search->result.lower_bound);
    search->short_of_memory = true;
}

static void limit_of_probe(struct board_search *search) {
    if (!search->status) return;
    const bool cancelled = call_is_cancelled(&search->call);
    search->status =
        error_set(&search->error, cancelled ? TILEPDB_CANCELLED : TILEPDB_LIMIT, "%s",
                  cancelled ? "interrupted" : "the tables that it needs could not be built");
}

/* ---- beams ----------------------------------------------------------------------------------- */

static void incumbent_begin(struct board_search *search) {
    search->incumbent = (struct incumbent){.board = &search->board,
                                           .goal = &search->goal,
                                           .metric = search->metric,
                                           .timeout = search->options.timeout,
                                           .max_nodes = search->options.max_nodes,
                                           .memory = search->options.memory_limit,
                                           .call = &search->call,
                                           .on_event = search->on_solution,
                                           .event_user = search->user,
                                           .start = clock_seconds()};
}

/* The incumbent becomes the answer if the lower bound proves it optimal, and is dropped beyond the
 * limit on moves. */
static void incumbent_answer(struct board_search *search) {
    struct incumbent *incumbent = &search->incumbent;
    tilepdb_result *result = &search->result;
    const int longest = search->options.max_length;
    if (longest > 0 && incumbent->length > longest) incumbent_free(incumbent);
    if (result->lower_bound < incumbent->lower_bound) result->lower_bound = incumbent->lower_bound;
    if (!incumbent->moves) return;
    const size_t letters = strlen(incumbent->moves);
    result->upper_bound = incumbent->length;
    if (result->lower_bound < result->upper_bound || letters >= sizeof result->moves) return;
    result->length = result->upper_bound;
    result->optimal = result->any = true;
    memcpy(result->moves, incumbent->moves, letters + 1);
    search->status = TILEPDB_OK;
}

static void incumbent_end(struct board_search *search) {
    const bool ended = search->status == TILEPDB_LIMIT || search->status == TILEPDB_CANCELLED;
    const int longest = search->options.max_length;
    if (!ended || search->no_tables || !search->reached ||
        (longest > 0 && search->result.lower_bound > longest))
        return;
    search->incumbent.deadline = search->deadline;
    incumbent_finish(&search->incumbent, search->result.lower_bound);
    incumbent_update(&search->incumbent, search->beams.found);
    search->beams.found = NULL;
    incumbent_answer(search);
}

static void run_large(struct board_search *search) {
    search->result = (tilepdb_result){.solvable = true, .length = -1, .upper_bound = -1};
    search->result.root_h = incumbent_search(&search->incumbent);
    search->result.expanded = search->incumbent.expanded;
    search->result.seconds = clock_seconds() - search->incumbent.start;
    search->reached = true;
    search->status = call_is_cancelled(&search->call) ? TILEPDB_CANCELLED : TILEPDB_LIMIT;
    const tilepdb_status status = search->status;
    incumbent_answer(search);
    if (search->status) limit_set(search, status, "");
}

/* Only if this is true, solutions of bound beams may be answers, and counts may depend on the
 * batch. */
static bool wants_speed(const struct board_search *search) {
    return search->options.any && search->goal.width * search->goal.height >= BEAM_CELLS;
}

static bool beams_in_search(struct board_search *search, const tilepdb_result *so_far) {
    return wants_speed(search) && bound_beams_run(&search->beams, so_far, 0);
}

/* Runs beams between two searches; with `width` 0, only where they may find the answer. Searches
 * with several threads take turns. */
static void beams_between(struct board_search *search, uint64_t width) {
    const double before = clock_seconds();
    if (width == 0 && !wants_speed(search)) return;
    search->call.deadline = search->deadline;
    const bool parallel =
        search->options.threads != 1 && turn_take(&search->engine->parallel, &search->call);
    search->call.deadline = 0;
    if (parallel || search->options.threads == 1) bound_beams_run(&search->beams, NULL, width);
    if (parallel) turn_give(&search->engine->parallel);
    bound_beams_submit(&search->beams);
    search->spent += clock_seconds() - before;
}

static bool beams_progress_report(const tilepdb_progress *report, void *user) {
    struct board_search *search = user;
    return !is_out_of_time(search) && search_progress(report, search);
}

static struct bound_beams beams_begin(struct board_search *search) {
    const tilepdb_solve_options *options = &search->options;
    const bool reports = search->best || wants_speed(search);
    return (struct bound_beams){
        .choice = search->choice,
        .upper_only = !wants_speed(search),
        .last = {.board = &search->board,
                 .goal = &search->goal,
                 .memory = options->memory_limit ? options->memory_limit : BOUND_BEAMS_BYTES,
                 .threads = options->threads,
                 .progress = beams_progress_report,
                 .user = search,
                 .on_event = reports ? search->on_solution : NULL,
                 .event_user = search->user}};
}

/* ---- ranks ----------------------------------------------------------------------------------- */

enum message_kind { MESSAGE_ALONE, MESSAGE_TOGETHER, MESSAGE_UPGRADE };

/* `candidate` of a search without a choice */
#define NO_CANDIDATE SIZE_MAX

#define MESSAGE_TABLES 128

struct message {
    enum message_kind kind;
    tilepdb_board board, goal;
    tilepdb_metric metric;
    /* TOGETHER: */
    tilepdb_board searched; /* the board, or the goal of a backward search */
    size_t candidate;
    int bound;                     /* see candidates_bound */
    tilepdb_solve_options options; /* without pointers and callbacks */
    bool continues;                /* `earlier` is set */
    tilepdb_result earlier;
    /* UPGRADE: */
    char tables[MESSAGE_TABLES]; /* names; empty: the tables before the last upgrade */
    size_t done;                 /* answered boards */
};

/* Reply to MESSAGE_ALONE: members of the board_search. */
struct reply {
    tilepdb_status status;
    tilepdb_error error;
    tilepdb_result result;
    bool reached;
    bool hard;
    enum search_step step;
    double spent;
    int proven;
    uint64_t tables; /* fingerprint */
};

_Static_assert(sizeof(struct message) <= RANK_MESSAGE, "a message is larger than promised");
_Static_assert(sizeof(struct reply) <= RANK_REPLY, "a reply is larger than promised");

/* Other ranks cannot list solutions, call on_search, or use the checkpoint of a search with a limit
 * on nodes. */
static bool is_for_this_rank(const struct board_search *search) {
    const tilepdb_solve_options *options = &search->options;
    return options->solutions == TILEPDB_SOLUTIONS_ALL ||
           (options->max_nodes && options->checkpoint) || search->on_search;
}

static struct message message_of(const struct board_search *search, enum message_kind kind) {
    return (struct message){
        .kind = kind, .board = search->board, .goal = search->goal, .metric = search->metric};
}

static bool rank_alone(struct board_search *search) {
    const tilepdb_ranks *ranks = search->engine->ranks;
    if (is_for_this_rank(search)) return false;
    const struct message message = message_of(search, MESSAGE_ALONE);
    struct reply *reply = malloc(RANK_REPLY);
    const bool replied =
        reply && ranks->alone(&message, sizeof message, reply, ranks->user) && reply->reached;
    if (replied) {
        search->status = reply->status;
        search->error = reply->error;
        search->result = reply->result;
        search->hard = reply->hard;
        search->step = reply->step;
        search->spent = reply->spent;
        search->proven = reply->proven;
        search->tables = reply->tables;
        search->reached = true;
    }
    free(reply);
    return replied;
}

static struct message message_together(const struct board_search *search) {
    const tilepdb_solve_options *options = &search->next;
    struct message message = message_of(search, MESSAGE_TOGETHER);
    message.searched = search->searched;
    message.candidate = search->choice ? search->candidate : NO_CANDIDATE;
    if (search->choice) message.bound = candidates_bound(search->candidates, search->candidate);
    message.continues = options->earlier != NULL;
    if (message.continues) message.earlier = *options->earlier;
    tilepdb_solve_options_init(&message.options);
    message.options.max_length = options->max_length;
    message.options.first_bound = options->first_bound;
    message.options.threads = options->threads;
    message.options.memory_limit = options->memory_limit;
    message.options.plain = options->plain;
    message.options.any = options->any;
    message.options.solutions = options->solutions;
    message.options.max_solutions = options->max_solutions;
    return message;
}

/* A search with a node limit has one thread, so ranks do not share it. */
static void search_run_on_ranks(struct board_search *search) {
    const tilepdb_ranks *ranks = search->engine->ranks;
    const bool joins = ranks && search->next.max_nodes == 0;
    if (!search_announce(search)) return;
    if (joins) {
        const struct message message = message_together(search);
        search->next.comm = ranks->together(&message, sizeof message, ranks->user);
    }
    search_go(search);
    if (joins) ranks->together_end(ranks->user);
}

/* ---- choice of tables and directions --------------------------------------------------------- */

/* A choice changes the counts of a forward search, so options that count or limit nodes or
 * solutions, or give a bound, exclude it. */
static bool may_choose(const struct board_search *search) {
    const tilepdb_solve_options *options = &search->options;
    return search->engine->heuristic == TILEPDB_HEURISTIC_PDB && !is_multi(search) &&
           !options->plain && options->max_nodes == 0 && options->first_bound == 0 &&
           options->solutions == TILEPDB_SOLUTIONS_FIRST;
}

/* The solution of beams may make a comparison of candidates due. */
static bool bound_end(const tilepdb_result *so_far, void *user) {
    struct board_search *search = user;
    if (!bound_tell(so_far, search)) return false;
    if (!search->on_bound) return true;
    if (!search->on_bound(so_far, search->choice) || beams_in_search(search, so_far)) return false;
    bound_beams_submit(&search->beams);
    return search->on_bound(so_far, search->choice);
}

/* Returns NULL at the end of the choice. Runs beams before expensive tables are made: their
 * solution shows whether the tables pay off. */
static const tilepdb_solver *candidate_next(struct board_search *search,
                                            struct choice_search *next) {
    for (;;) {
        const tilepdb_solver *solver = NULL;
        const bool begun = tables_begin(search);
        if (begun)
            solver = candidates_next(search->candidates, search->choice, next);
        else
            candidates_stop(search->candidates, search->choice);
        tables_end(search, begun);
        const uint64_t width = begun ? candidates_paused(search->candidates) : 0;
        if (width == 0) return solver;
        beams_between(search, width);
    }
}

/* Returns false at the end of the choice. Runs beams after the comparisons, whose winner sets the
 * expected nodes and so the width. Their solution may make another comparison due. */
static bool search_next(struct board_search *search) {
    struct choice_search next;
    const tilepdb_solver *solver = candidate_next(search, &next);
    if (solver && next.options.on_bound) {
        beams_between(search, 0);
        solver = candidate_next(search, &next);
    }
    if (!solver) return false;
    search->solver = solver;
    search->next = next.options;
    search->searched = *next.board;
    search->candidate = next.candidate;
    search->on_bound = next.options.on_bound;
    if (search->on_bound || search->tell_bound) {
        search->next.on_bound = bound_end;
        search->next.bound_user = search;
    }
    return true;
}

static void run_choice(struct board_search *search) {
    size_t count;
    const struct choice_candidate *candidates = candidates_list(search->candidates, &count);
    search->next.on_bound = NULL;
    search->status = choice_create(&search->board, &search->goal, candidates, count, &search->next,
                                   &search->choice, &search->error);
    if (search->status) return;
    search->beams = beams_begin(search);
    while (!search->stopped && search_next(search)) {
        search_run_on_ranks(search);
        if (search->stopped) break;
        choice_take(search->choice, search->status, &search->result, &search->error);
        bound_beams_submit(&search->beams);
    }
    solver_select(search, search->tier);
    turn_take(&search->engine->turn, NULL);
    const bool is_short = candidates_short_of_memory(search->candidates);
    candidates_release(search->candidates);
    turn_give(&search->engine->turn);
    if (search->stopped) return;
    search->status = choice_answer(search->choice, &search->result, &search->error);
    search->reached = true;
    const bool ended = search->status == TILEPDB_LIMIT || search->status == TILEPDB_CANCELLED;
    if (ended && search->result.root_h < 0) limit_before_tables(search, search->status);
    if (search->status == TILEPDB_ERROR_NOT_FOUND && is_short) limit_by_memory(search);
}

/* ---- the steps ------------------------------------------------------------------------------- */

/* Returns true if the other rank has the answer, or after an error; false if the board is hard,
 * with tables on this rank. */
static bool rank_answers(struct board_search *search) {
    const bool serial = search->step == STEP_SERIAL;
    if ((search->hard || serial) && !tables_build(search)) {
        limit_of_probe(search);
        answer_set(search);
        return true;
    }
    if (search->hard) return false;
    if (serial && search->tables != fingerprint(search->solvers)) {
        /* Other tables give the same moves, but other node counts. */
        search->status =
            error_set(&search->error, TILEPDB_ERROR_INTERNAL,
                      "another rank searched it with tables that rank 0 does not have: let all "
                      "ranks see the same directory, or name a partition");
        answer_set(search);
        return true;
    }
    solver_select(search, serial ? search->solvers->best : NULL);
    return true;
}

static bool probe_is_answer(const struct board_search *search) {
    const tilepdb_solve_options *options = &search->options;
    const tilepdb_result *result = &search->result;
    if (search->status == TILEPDB_LIMIT)
        return (options->max_length > 0 && result->lower_bound > options->max_length) ||
               is_out_of_time(search);
    /* A search may exceed its limit by a few nodes, which depend on the instruction set, so only a
     * solution within the limit counts. */
    return search->status || result->generated <= search->next.max_nodes;
}

/* Returns true if the run has ended, false if tables have been built. */
static bool run_probe(struct board_search *search) {
    next_set(search, STEP_PROBE, NULL);
    if (search->next.max_nodes == 0 || search->next.max_nodes > PROBE_NODES)
        search->next.max_nodes = PROBE_NODES;
    search_run(search);
    if (search->stopped) return true;
    if (!probe_is_answer(search)) {
        if (tables_build(search)) {
            result_discard(search);
            return false;
        }
        if (!search->out_of_time || call_is_cancelled(&search->call)) {
            limit_of_probe(search);
        } else if (!is_out_of_time(search)) {
            result_discard(search);
            next_set(search, search->at_a_time > 1 ? STEP_SERIAL : STEP_PARALLEL, NULL);
            search_run(search);
        }
    }
    answer_set(search);
    return true;
}

/* Returns true if the run has ended, false if the board is hard or the search was skipped. */
static bool run_serial(struct board_search *search) {
    struct tilepdb_engine *engine = search->engine;
    const tilepdb_directions directions = engine->config.directions;
    if (search->at_a_time <= 1 || directions == TILEPDB_DIRECTIONS_BACKWARD ||
        directions == TILEPDB_DIRECTIONS_BOTH)
        return false;
    pthread_mutex_lock(&engine->books);
    const struct solver_tier *tier = search->solvers->best;
    pthread_mutex_unlock(&engine->books);
    search->gives_up = search->options.max_nodes == 0;
    next_set(search, STEP_SERIAL, tier);
    search_run(search);
    if (search->stopped) return true;
    if (search->hard)
        result_discard(search);
    else
        answer_set(search);
    return !search->hard;
}

static void run_parallel(struct board_search *search) {
    struct tilepdb_engine *engine = search->engine;
    tilepdb_status status = TILEPDB_OK;
    const bool fast = wants_speed(search);
    pthread_mutex_lock(&engine->books);
    search->tier = search->solvers->best;
    if (may_choose(search))
        status = candidates_create(&engine->config, &search->call, &engine->backward, search->tier,
                                   &search->board, &search->goal, fast ? search->before + 1 : 1,
                                   &search->candidates);
    pthread_mutex_unlock(&engine->books);
    if (status) {
        search->status = no_memory(&search->error);
        return;
    }
    next_set(search, STEP_PARALLEL, search->tier);
    if (search->candidates)
        run_choice(search);
    else
        search_run_on_ranks(search);
    answer_set(search);
}

static void run_searches(struct board_search *search) {
    const bool was_cancelled = call_is_cancelled(&search->call);
    search->proven = -1;
    deadline_set(search);
    if (!solvers_open(search)) {
        if (search->status == TILEPDB_CANCELLED ? !was_cancelled : search->status == TILEPDB_LIMIT)
            limit_before_tables(search, search->status);
        return;
    }
    if (search->engine->ranks && search->at_a_time > 1 && rank_alone(search)) {
        if (rank_answers(search)) return;
    } else {
        if (search->solvers->probe && !search->needs_tables && run_probe(search)) return;
        if (run_serial(search)) return;
    }
    if (search->defers)
        search->hard = true;
    else
        run_parallel(search);
}

/* In a turn, since other threads may open tables. */
static void failure_find(struct board_search *search, const struct solver_tier *tier) {
    const tilepdb_status status = search->status;
    if (!status || status == TILEPDB_LIMIT || status == TILEPDB_CANCELLED) return;
    turn_take(&search->engine->turn, NULL);
    const struct open_table *failed = tables_named_in(&tier->tables, search->error.message);
    if (failed) search->failed = *failed;
    turn_give(&search->engine->turn);
}

/* Counts nodes for upgrades, and sets what the answer says about tables. */
static void run_end(struct board_search *search) {
    struct goal_solvers *solvers = search->solvers;
    if (!solvers) return;
    pthread_mutex_lock(&search->engine->books);
    solvers->nodes += (double)search->result.generated;
    const struct solver_tier *best = solvers->best;
    pthread_mutex_unlock(&search->engine->books);
    if (!best) return;
    const struct table_list *list = &best->tables.first;
    for (size_t i = 0; i < list->count; i++)
        search->table_bytes += list->tables[i]->info.table_bytes;
    failure_find(search, best);
}

/* Leaves the iterations, which `iteration_count` hides, and the rest of the moves as they are. */
static void result_clear(tilepdb_result *result) {
    memset(result, 0, offsetof(tilepdb_result, iterations));
    result->moves[0] = '\0';
    result->length = result->lower_bound = result->upper_bound = -1;
}

static bool solution_pass(const char *moves, void *user) {
    const struct board_search *search = user;
    return search->on_list(moves, search->solution_user);
}

void board_search_init(struct board_search *search, struct tilepdb_engine *engine,
                       const tilepdb_engine_request *request) {
    memset(search, 0, offsetof(struct board_search, result));
    search->engine = engine;
    search->metric = request->metric;
    search->options = request->search;
    search->at_a_time = request->at_a_time;
    search->before = request->before;
    search->best = request->best;
    search->needs_tables = request->needs_tables;
    search->beyond = request->beyond;
    search->on_search = request->on_search;
    search->on_solution = request->on_solution;
    search->user = request->user;
    search->call = (struct engine_call){.progress = request->search.progress,
                                        .user = request->search.user,
                                        .cancel = request->cancel,
                                        .on_event = engine->on_event,
                                        .event_user = engine->event_user};
    search->status = search->error.status = TILEPDB_CANCELLED;
    strcpy(search->error.message, "interrupted");
    result_clear(&search->result);
    if (request->board) search->board = *request->board;
    if (request->goal) search->goal = *request->goal;
    search->solution_user = search->options.user;
    search->on_list = search->options.on_solution;
    search->options.progress = search_progress;
    search->options.user = search;
    if (search->on_list) search->options.on_solution = solution_pass;
    search->told = -1;
    search->tell_bound = search->options.on_bound;
    search->bound_user = search->options.bound_user;
    if (search->tell_bound) search->options.on_bound = bound_tell;
    search->options.bound_user = search;
    if (search->options.memory_limit == 0)
        search->options.memory_limit = engine->memory / MEMORY_PARTS;
    if (search->options.threads == 0) search->options.threads = engine->config.tables.threads;
}

void board_search_run(struct board_search *search) {
    if (tilepdb_size_check(search->board.width, search->board.height, NULL)) {
        incumbent_begin(search);
        run_large(search);
        return;
    }
    search->best = search->best && wants_incumbent(search);
    if (search->best) incumbent_begin(search);
    run_searches(search);
    if (search->best) incumbent_end(search);
    run_end(search);
}

void board_search_free(struct board_search *search) {
    goal_unpin(search);
    choice_free(search->choice);
    candidates_free(search->candidates);
    incumbent_free(&search->incumbent);
    free(search->beams.found);
}

/* ---- upgrades -------------------------------------------------------------------------------- */

/* Node counts decide on an upgrade, so options that change or limit them exclude it. Ranks share no
 * time limit while they build tables. */
bool upgrade_is_possible(const struct tilepdb_engine *engine,
                         const tilepdb_engine_request *request) {
    const tilepdb_solve_options *options = &request->search;
    return request->metric == TILEPDB_METRIC_MULTI && !options->plain && options->max_nodes == 0 &&
           !options->checkpoint && !(engine->ranks && options->timeout > 0);
}

/* Returns larger tables that pay off for `waiting` more boards, or NULL. The caller frees the
 * name. */
static char *upgrade_find(struct board_search *search, size_t done, size_t waiting) {
    const struct goal_solvers *solvers = solvers_of(search);
    if (!solvers || !solvers->best || solvers->no_upgrade ||
        solvers->best == solvers->tiers[TIER_SECOND_UPGRADE])
        return NULL;
    const double nodes = solvers->nodes / (double)(done - solvers->nodes_from) * (double)waiting;
    struct tables_request request = request_of(search);
    request.names = search->engine->partition;
    return tables_upgrade(&solvers->best->tables, &request, &search->goal, nodes);
}

static bool upgrade_make(struct board_search *search, const char *name, size_t done) {
    struct goal_solvers *solvers = solvers_of(search);
    if (solvers) solvers_get(search, solvers);
    if (!solvers || !solvers->best) return false;
    solvers->previous = NULL;
    const bool again = solvers->best == solvers->tiers[TIER_FIRST_UPGRADE];
    struct solver_tier *tier = tier_of(solvers, again ? TIER_SECOND_UPGRADE : TIER_FIRST_UPGRADE);
    struct tables_request request = request_of(search);
    request.limit_time = request.larger = true;
    request.names = name;
    tilepdb_status status =
        tier ? tables_add(&tier->tables, &request, &search->goal, &tier->tables.first)
             : TILEPDB_ERROR_MEMORY;
    if (!status && !string_append(&tier->tables.name, "%s", name)) status = TILEPDB_ERROR_MEMORY;
    if (!status)
        status = solver_make(search, &tier->tables, TILEPDB_HEURISTIC_PDB, &tier->solver, NULL);
    if (status) {
        solvers->no_upgrade = true;
        if (tier) tables_close(&tier->tables);
        return false;
    }
    solvers->previous = solvers->best;
    best_set(search, solvers, tier);
    solvers->nodes = 0;
    solvers->nodes_from = done;
    return true;
}

static void upgrade_undo(struct board_search *search) {
    struct goal_solvers *solvers = solvers_of(search);
    if (solvers && solvers->previous) best_set(search, solvers, solvers->previous);
    if (solvers) solvers->previous = NULL;
}

static void upgrade_tell(struct board_search *search, const char *name, size_t done) {
    const tilepdb_ranks *ranks = search->engine->ranks;
    if (!ranks) return;
    struct message message = message_of(search, MESSAGE_UPGRADE);
    message.done = done;
    snprintf(message.tables, sizeof message.tables, "%s", name);
    ranks->all(&message, sizeof message, ranks->user);
}

void upgrade_run(struct board_search *search, size_t done, size_t waiting) {
    deadline_set(search);
    const bool begun = tables_begin(search);
    char *name = begun ? upgrade_find(search, done, waiting) : NULL;
    if (name) {
        upgrade_tell(search, name, done);
        if (!upgrade_make(search, name, done)) upgrade_tell(search, "", done);
    }
    tables_end(search, begun);
    free(name);
}

/* ---- another rank's messages ----------------------------------------------------------------- */

void served_free(struct tilepdb_engine *engine) {
    if (engine->served) board_search_free(engine->served);
    free(engine->served);
    engine->served = NULL;
}

static void serve_alone(struct board_search *search, struct reply *reply) {
    search->defers = true;
    if (!search->engine->lacks_tables) board_search_run(search);
    *reply = (struct reply){.status = search->status,
                            .error = search->error,
                            .result = search->result,
                            .reached = search->step != STEP_NONE || search->hard,
                            .hard = search->hard,
                            .step = search->step,
                            .spent = search->spent,
                            .proven = search->proven};
    if (search->solvers && search->solvers->best) reply->tables = fingerprint(search->solvers);
}

static bool served_prepare(struct board_search *search, struct goal_solvers *solvers) {
    struct tilepdb_engine *engine = search->engine;
    struct solver_tier *tier = solvers->best;
    struct board_search *served = engine->served;
    if (served && served->tier == tier && board_equal(&served->board, &search->board) &&
        board_equal(&served->goal, &search->goal)) {
        served->call = search->call;
        return served->candidates;
    }
    served_free(engine);
    engine->served = served = calloc(1, sizeof *served);
    if (!served) return false;
    served->engine = engine;
    served->tier = tier;
    goal_pin(served, solvers);
    served->board = search->board;
    served->goal = search->goal;
    served->call = search->call;
    return !candidates_create(&engine->config, &served->call, &engine->backward, tier,
                              &served->board, &served->goal, 1, &served->candidates) &&
           served->candidates;
}

static const tilepdb_solver *served_solver(struct board_search *search,
                                           const struct message *message) {
    struct goal_solvers *solvers = solvers_of(search);
    const size_t i = message->candidate;
    if (solvers) solvers_build(search, solvers);
    if (!solvers || solvers->failure.status || !solvers->best || search->engine->lacks_tables)
        return NULL;
    if (i == NO_CANDIDATE) return solvers->best->solver;
    if (!served_prepare(search, solvers)) return NULL;
    struct candidates *candidates = search->engine->served->candidates;
    /* All ranks need the views of rank 0, which depend on its bound. */
    if (candidates_bound(candidates, i) != message->bound)
        candidates_drop_bidirectional(candidates, i);
    return candidates_solver(candidates, i, message->bound);
}

static tilepdb_status serve_together(struct board_search *search, const struct message *message,
                                     const struct tilepdb_comm *comm, tilepdb_error *error) {
    const tilepdb_solver *solver = served_solver(search, message);
    if (!solver)
        return error_set(error, TILEPDB_ERROR_NOT_FOUND,
                         "it lacks a table that rank 0 uses, or was "
                         "interrupted");
    search->next = message->options;
    search->next.comm = comm;
    search->next.progress = call_progress;
    search->next.user = &search->call;
    if (message->continues) search->next.earlier = &message->earlier;
    tilepdb_solve(solver, &message->searched, &search->next, &search->result, &search->error);
    return TILEPDB_OK;
}

static void serve_upgrade(struct board_search *search, const struct message *message) {
    const bool undone = !*message->tables;
    if (undone) upgrade_undo(search);
    search->engine->lacks_tables = !undone && !upgrade_make(search, message->tables, message->done);
}

tilepdb_status rank_serve(struct board_search *search, const void *bytes, size_t size,
                          const struct tilepdb_comm *comm, void *reply, size_t *reply_size,
                          tilepdb_error *error) {
    const struct message *message = bytes;
    *reply_size = 0;
    if (size != sizeof *message)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "a message of another program");
    search->board = message->board;
    search->goal = message->goal;
    search->metric = message->metric;
    search->at_a_time = comm->ranks;
    switch (message->kind) {
    case MESSAGE_ALONE:
        serve_alone(search, reply);
        *reply_size = sizeof(struct reply);
        return TILEPDB_OK;
    case MESSAGE_TOGETHER:
        return serve_together(search, message, comm, error);
    case MESSAGE_UPGRADE:
        serve_upgrade(search, message);
        return TILEPDB_OK;
    }
    return error_set(error, TILEPDB_ERROR_ARGUMENT, "a message of an unknown kind");
}
