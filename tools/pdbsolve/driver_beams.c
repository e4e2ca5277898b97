#include "pdbsolve/driver_beams.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "cli/signals.h"

/* With --any, beams look for a solution of a bound's length if the bound is expected to take at
 * least BEAM_NODES. Beams from the board and from the goal take up to an eighth of the bound's CPU
 * time, up to about 100 seconds. No beams look for a solution that is rarely there: 4 moves shorter
 * than beams of NEAR_WIDTH boards found, or 2 moves shorter than the better of two ends that
 * differ, with SURE_WIDTH boards. Boards below BEAM_CELLS cells are fast without beams. */
#define BEAM_NODES     UINT64_C(67108864)
#define NODES_PER_BEAM 16384
#define BEAM_MOST      1048576             /* boards; they need 1.1 GB */
#define BEAM_BYTES     (UINT64_C(2) << 30) /* most bytes without --memory */
#define NEAR_WIDTH     65536
#define SURE_WIDTH     16384
#define BEAM_CELLS     17

/* The beams of each end expand at most one board per NODES_PER_EXPANDED nodes of the bound, an
 * eighth of its time, since a board takes as long as about eight nodes. Only beams of more than
 * 200 layers reach this limit. */
#define NODES_PER_EXPANDED 64

/* ---- incumbents ------------------------------------------------------------------------------ */

void driver_incumbent_begin(struct solve_driver *driver, const tilepdb_board *board) {
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

void driver_incumbent_end(struct solve_driver *driver, tilepdb_task *task) {
    const bool ended = task->status == TILEPDB_LIMIT || task->status == TILEPDB_CANCELLED;
    const int longest = driver->search.max_length;
    struct incumbent *incumbent = &driver->incumbent;
    if (!ended || driver_lacks_tables(driver) ||
        (longest > 0 && task->result.lower_bound > longest))
        return;
    incumbent->deadline = driver->deadline;
    incumbent_finish(incumbent, task->result.lower_bound);
    incumbent_update(incumbent, driver->found);
    driver->found = NULL;
    incumbent_answer(driver, task);
}

void driver_run_large(struct solve_driver *driver, tilepdb_task *task) {
    task->result.solvable = true;
    task->result.root_h =
        incumbent_search(&driver->incumbent, driver->search.progress, driver->search.user);
    task->status = cli_signal() ? TILEPDB_CANCELLED : TILEPDB_LIMIT;
    driver->code = cli_exit_code(task->status);
    incumbent_answer(driver, task);
    snprintf(task->error.message, sizeof task->error.message,
             "the limit is reached; the board needs at least %d moves", task->result.lower_bound);
}

/* ---- before a bound -------------------------------------------------------------------------- */

bool driver_wants_speed(const struct solve_driver *driver) {
    return driver->search.any && driver->goal.width * driver->goal.height >= BEAM_CELLS;
}

/* Returns a power of two. */
static uint64_t beam_width(double nodes) {
    uint64_t width = 1;
    while (width < BEAM_MOST && 2 * (double)width * NODES_PER_BEAM <= nodes) width *= 2;
    return width;
}

/* Returns true if the last beams make a solution of `length` moves unlikely; the best known one has
 * `known` moves. */
static bool is_unlikely(const struct beams *beams, size_t known, size_t length) {
    if (known > length + 2) return beams->widest >= NEAR_WIDTH;
    return beams->differ && beams->widest >= SURE_WIDTH;
}

bool driver_bound_beams(struct solve_driver *driver, const tilepdb_result *so_far) {
    double nodes;
    if (!driver_wants_speed(driver)) return false;
    const uint64_t least = driver->found ? 0 : BEAM_NODES;
    const int length = tilepdb_choice_target_length(driver->choice, so_far, least, &nodes);
    if (length == 0) return false;
    const size_t known = driver->found ? strlen(driver->found) : SIZE_MAX;
    if (known <= (size_t)length) return true;
    if (nodes < (double)BEAM_NODES) return false;
    if (driver->found && is_unlikely(&driver->beams, known, (size_t)length)) return false;
    driver->beams = (struct beams){
        .board = &driver->board,
        .goal = &driver->goal,
        .width = beam_width(nodes),
        .nodes = (uint64_t)(nodes / NODES_PER_EXPANDED),
        .memory = driver->search.memory_limit ? driver->search.memory_limit : BEAM_BYTES,
        .threads = driver->search.threads,
        .deadline = driver->deadline,
        .lower_bound = length,
        .progress = driver->search.progress,
        .user = driver->search.user,
        .on_event = driver->on_event,
        .event_user = driver->event_user};
    driver->found = beams_shorter(driver->found, beams_run_both(&driver->beams));
    return driver->found && strlen(driver->found) <= (size_t)length;
}
