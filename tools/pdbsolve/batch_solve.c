/*
 * One board of a batch: without tables if that is enough, then on one core, then with all.
 */
#include "cli/console.h"
#include "pdbsolve/batch.h"

/* A board is hard when it takes more nodes than one core generates in about a tenth of a second. */
#define HARD_NODES 4000000

/* What the callbacks of a search look at. */
struct watch {
    struct batch *batch;
    struct workplace *place;
    bool hard; /* it took too long for one core */
    bool give_up_when_hard;
};

static bool watch_progress(const tilepdb_progress *report, void *user) {
    struct watch *watch = user;
    struct batch *batch = watch->batch;
    if (cli_signal() != 0 || __atomic_load_n(&batch->stopped, __ATOMIC_RELAXED)) return false;
    if (watch->give_up_when_hard && report->done > HARD_NODES) {
        watch->hard = true;
        return false;
    }
    /* Whoever prints at this moment is not waited for. */
    if (!job_queue_is_oldest(&batch->queue, watch->place)) return true;
    if (pthread_mutex_trylock(&batch->console) != 0) return true;
    cli_progress_title(&batch->progress, "%s", watch->place->name);
    const bool go_on = cli_progress_report(report, &batch->progress);
    pthread_mutex_unlock(&batch->console);
    return go_on;
}

static bool watch_solution(const char *moves, void *user) {
    struct watch *watch = user;
    const struct solve_options *options = watch->batch->options;
    move_list_add(&watch->place->solutions, moves_write(options, &watch->place->board, moves));
    return true;
}

static tilepdb_solve_options search_options(const struct solve_options *options,
                                            struct watch *watch) {
    tilepdb_solve_options search;
    tilepdb_solve_options_init(&search);
    search.max_length = options->max_length;
    search.max_nodes = options->max_nodes;
    search.timeout = options->timeout;
    search.plain = options->plain;
    search.solutions = options->all     ? TILEPDB_SOLUTIONS_ALL
                       : options->count ? TILEPDB_SOLUTIONS_COUNT
                                        : TILEPDB_SOLUTIONS_FIRST;
    search.max_solutions = options->max_solutions;
    search.on_solution = watch_solution;
    search.progress = watch_progress;
    search.user = watch;
    return search;
}

static tilepdb_status solve_together(struct batch *batch, const tilepdb_solver *solver,
                                     struct workplace *place, tilepdb_solve_options *search) {
    pthread_mutex_lock(&batch->hard);
    search->threads = batch->options->common.jobs;
    const tilepdb_status status =
        tilepdb_solve(solver, &place->board, search, &place->result, &place->error);
    pthread_mutex_unlock(&batch->hard);
    return status;
}

/* The slot for the place's goal, with tables if `build`. NULL: there is no database, or an
 * interrupt came. */
static struct solver_slot *slot_get(struct batch *batch, struct workplace *place, bool build) {
    pthread_mutex_lock(&batch->console);
    struct solver_slot *slot = (build ? solver_build : solver_for)(&batch->solvers, &place->goal);
    pthread_mutex_unlock(&batch->console);
    if (cli_signal() != 0) {
        place->code = cli_exit_code(TILEPDB_CANCELLED);
        return NULL;
    }
    place->slot = slot;
    place->lacks_database = slot->code != CLI_SUCCESS;
    place->code = slot->code;
    return place->lacks_database ? NULL : slot;
}

/* The best solver of the slot; before a hard board, one that the user was asked for. */
static const tilepdb_solver *solver_get(struct batch *batch, struct workplace *place, bool hard,
                                        bool *can_offer) {
    pthread_mutex_lock(&batch->console);
    if (hard) solver_offer(&batch->solvers, place->slot, &place->goal);
    *can_offer = solver_can_offer(&batch->solvers, place->slot);
    const tilepdb_solver *solver = place->slot->best->solver;
    pthread_mutex_unlock(&batch->console);
    return solver;
}

/* Forgets what a search that does not count has found, but not what it proved. */
static double place_restart(struct workplace *place) {
    const double spent = place->result.seconds;
    if (place->proven < place->result.lower_bound) place->proven = place->result.lower_bound;
    move_list_free(&place->solutions);
    place->solutions = (struct move_list){0};
    place->status = TILEPDB_OK;
    place->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
    return spent;
}

/* With tables: started on one core, and again with all if the board is hard. */
static tilepdb_status solve_with_tables(struct batch *batch, struct workplace *place,
                                        tilepdb_solve_options *search) {
    struct watch *watch = search->user;
    bool can_offer;
    const tilepdb_solver *solver = solver_get(batch, place, false, &can_offer);
    watch->give_up_when_hard = (batch->jobs > 1 || can_offer) && search->max_nodes == 0;
    const tilepdb_status status =
        tilepdb_solve(solver, &place->board, search, &place->result, &place->error);
    if (!watch->hard) return status;
    watch->give_up_when_hard = false;
    const double spent = place_restart(place);
    solver_time_spent(search, spent);
    solver = solver_get(batch, place, true, &can_offer);
    const tilepdb_status again = solve_together(batch, solver, place, search);
    place->result.seconds += spent;
    return again;
}

/* Without tables, up to the scout's limit. Whether that is all there is to do. */
static bool solve_as_scout(struct batch *batch, struct workplace *place,
                           const tilepdb_solve_options *search) {
    if (solver_scout(place->slot, &place->board, search, &place->result, &place->error,
                     &place->status))
        return true;
    const struct solver_slot *slot = slot_get(batch, place, true);
    if (slot != NULL && slot->best != NULL) return false;
    solver_settle(&place->status, &place->error);
    return true;
}

static void search_board(struct batch *batch, struct workplace *place) {
    const struct solver_slot *slot = slot_get(batch, place, false);
    if (slot == NULL) return;
    struct watch watch = {.batch = batch, .place = place};
    tilepdb_solve_options search = search_options(batch->options, &watch);
    double spent = 0;
    bool done = false;
    if (slot->scout != NULL) {
        done = solve_as_scout(batch, place, &search);
        if (!done) spent = place_restart(place);
        solver_time_spent(&search, spent);
    }
    if (!done) place->status = solve_with_tables(batch, place, &search);
    place->result.seconds += spent;
    solver_keep_bound(&place->result, place->proven);
    place->code = cli_exit_code(place->status);
}

void place_solve(struct batch *batch, struct workplace *place) {
    place->result = (tilepdb_result){.length = -1, .lower_bound = -1, .upper_bound = -1};
    place->proven = -1;
    place->code = CLI_USAGE;
    if (!place->readable) return;
    place->goal = goal_for(batch->goal, place->board.width, place->board.height);
    /* No database is opened or built for a board that none can help. */
    place->status = tilepdb_board_solvable(&place->board, &place->goal, &place->error);
    place->code = cli_exit_code(place->status);
    place->solvable = place->status == TILEPDB_OK;
    if (place->solvable) search_board(batch, place);
}
