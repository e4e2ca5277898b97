/* See candidates.h. */
#include "tables/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "tables/database.h"
#include "tables/table_text.h"

/* For a class of symmetric cells of the board's blank. */
struct backward_tables {
    int width, height, cell;
    size_t users;                        /* candidates of boards */
    bool failed[TILEPDB_MAX_CANDIDATES]; /* those whose tables cannot be had */
    struct database database;
    struct backward_tables *next;
};

struct candidate {
    struct loaded_solver loaded;   /* if it is a backward one, or one for both sides; owned */
    tilepdb_solver *bidirectional; /* for both sides; owned */
    int bound;                     /* for which it was created */
    json_t *partitions;            /* since it had a solver; owned */
    const char *kernel;
};

struct candidates {
    struct candidate_list list;
    struct backward_tables **backward_list;
    struct backward_tables *backward; /* for the board's blank cell; NULL: not used yet */
    bool short_of_memory;             /* for bidirectional solvers */
    struct candidate all[TILEPDB_MAX_CANDIDATES];
};

struct candidates *candidates_create(const struct solver_config *config,
                                     struct backward_tables **backward_list,
                                     struct solver_tier *tier, const tilepdb_board *board,
                                     const tilepdb_board *goal) {
    if (!tier->database.name || config->request.metric != TILEPDB_METRIC_SINGLE) return NULL;
    struct candidates *made = cli_allocated(calloc(1, sizeof *made));
    made->backward_list = backward_list;
    if (candidate_list_fill(&made->list, config, tier, board, goal)) return made;
    candidates_free(made);
    return NULL;
}

const tilepdb_candidate *candidates_list(const struct candidates *candidates, size_t *count) {
    *count = candidates->list.count;
    return candidates->list.candidates;
}

const char *candidates_name(const struct candidates *candidates, size_t i) {
    return candidates->list.name[i];
}

tilepdb_direction candidates_direction(const struct candidates *candidates, size_t i) {
    return candidates->list.candidates[i].direction;
}

/* ---- their tables ---------------------------------------------------------------------------- */

/* The board's blank cell, as all cells that are symmetric to it: the least of them. */
static int least_symmetric_cell(const tilepdb_board *board) {
    const int width = board->width, height = board->height;
    const int cell = cli_blank_cell(board);
    int x = cell % width, y = cell / width;
    if (x > width - 1 - x) x = width - 1 - x;
    if (y > height - 1 - y) y = height - 1 - y;
    if (width == height && x < y) {
        const int other = x;
        x = y;
        y = other;
    }
    return y * width + x;
}

static void backward_tables_free(struct backward_tables *back) {
    database_close(&back->database);
    free(back);
}

/* The database for the board's blank cell. Those that no board uses any more make room. */
static struct backward_tables *backward_tables_acquire(struct candidates *candidates) {
    struct backward_tables **list = candidates->backward_list;
    const tilepdb_board *board = &candidates->list.board;
    const int cell = least_symmetric_cell(board);
    while (*list) {
        struct backward_tables *back = *list;
        const bool mine =
            back->cell == cell && back->width == board->width && back->height == board->height;
        if (mine) {
            back->users++;
            return back;
        }
        if (back->users > 0) {
            list = &back->next;
            continue;
        }
        *list = back->next;
        backward_tables_free(back);
    }
    *list = cli_allocated(calloc(1, sizeof **list));
    **list = (struct backward_tables){
        .width = board->width, .height = board->height, .cell = cell, .users = 1};
    return *list;
}

void backward_tables_free_all(struct backward_tables **list) {
    while (*list) {
        struct backward_tables *back = *list;
        *list = back->next;
        backward_tables_free(back);
    }
}

/* Whether the i-th, which is forward, has the tables that the tier began with. */
static bool has_first_tables(const struct candidates *candidates, size_t i) {
    return strcmp(candidates->list.name[i], candidates->list.tier->database.name) == 0;
}

/* Forward, all boards share it: the tier has it. */
static const tilepdb_solver *forward_solver(const struct candidates *candidates, size_t i) {
    struct solver_tier *tier = candidates->list.tier;
    if (has_first_tables(candidates, i)) return tier->solver;
    struct loaded_solver *other = &tier->others[i];
    if (!other->solver && !tier->failed[i]) {
        *other = loaded_solver_make(candidates->list.config, &tier->database,
                                    candidates->list.name[i], &candidates->list.goal, false, i > 0);
        tier->failed[i] = !other->solver && !tier->database.out_of_time;
    }
    return other->solver;
}

/* Backward, only the tables are shared. */
static const tilepdb_solver *backward_solver(struct candidates *candidates, size_t i) {
    struct loaded_solver *own = &candidates->all[i].loaded;
    if (!candidates->backward) candidates->backward = backward_tables_acquire(candidates);
    struct backward_tables *back = candidates->backward;
    if (!own->solver && !back->failed[i]) {
        *own = loaded_solver_make(candidates->list.config, &back->database,
                                  candidates->list.name[i], &candidates->list.board, true, i > 0);
        back->failed[i] = !own->solver && !back->database.out_of_time;
    }
    return own->solver;
}

/* From both sides: those of both directions, and what joins them. */
static const tilepdb_solver *bidirectional_solver(struct candidates *candidates, int bound,
                                                  size_t i) {
    struct candidate *candidate = &candidates->all[i];
    if (candidate->bidirectional) return candidate->bidirectional;
    const tilepdb_solver *forward = forward_solver(candidates, i);
    const tilepdb_solver *backward = forward ? backward_solver(candidates, i) : NULL;
    candidate->bound = bound;
    if (!backward) return NULL;
    const tilepdb_status status = tilepdb_solver_create_bidirectional(
        forward, backward, bound, cli_progress_report, candidates->list.config->progress,
        &candidate->bidirectional, NULL);
    if (status) candidate->bidirectional = NULL;
    if (status == TILEPDB_ERROR_MEMORY) candidates->short_of_memory = true;
    return candidate->bidirectional;
}

const tilepdb_solver *candidates_solver(struct candidates *candidates, size_t i, int bound) {
    if (candidates->list.excluded >> i & 1) return NULL;
    switch (candidates->list.candidates[i].direction) {
    case TILEPDB_DIRECTION_BACKWARD:
        return backward_solver(candidates, i);
    case TILEPDB_DIRECTION_BOTH:
        return bidirectional_solver(candidates, bound, i);
    case TILEPDB_DIRECTION_FORWARD:
        break;
    }
    return forward_solver(candidates, i);
}

void candidates_drop_bidirectional(struct candidates *candidates, size_t i) {
    tilepdb_solver_free(candidates->all[i].bidirectional);
    candidates->all[i].bidirectional = NULL;
}

int candidates_bound(const struct candidates *candidates, size_t i) {
    return candidates->all[i].bound;
}

struct candidate_tables candidates_tables(const struct candidates *candidates, size_t i,
                                          bool backward) {
    const struct database *database =
        backward ? &candidates->backward->database : &candidates->list.tier->database;
    if (!backward && has_first_tables(candidates, i))
        return (struct candidate_tables){database, database->tables, database->count};
    const struct loaded_solver *loaded =
        backward ? &candidates->all[i].loaded : &candidates->list.tier->others[i];
    return (struct candidate_tables){database, loaded->tables, loaded->count};
}

bool candidates_short_of_memory(const struct candidates *candidates) {
    return candidates->short_of_memory || candidates->list.tier->database.short_of_memory ||
           (candidates->backward && candidates->backward->database.short_of_memory);
}

void candidates_release(struct candidates *candidates) {
    for (size_t i = 0; i < candidates->list.count; i++) {
        candidates_drop_bidirectional(candidates, i);
        loaded_solver_free(&candidates->all[i].loaded);
    }
    if (candidates->backward) candidates->backward->users--;
    candidates->backward = NULL;
}

/* ---- what they are --------------------------------------------------------------------------- */

/* Tables and solver of a forward one are the tier's, and stay. */
static bool is_forward(const struct candidates *candidates, size_t i) {
    return candidates_direction(candidates, i) == TILEPDB_DIRECTION_FORWARD;
}

static const char *kernel_of(const tilepdb_solver *solver) {
    tilepdb_solver_info info;
    if (!solver) return NULL;
    tilepdb_solver_info_get(solver, &info);
    return info.kernel;
}

static json_t *partitions_of(const struct candidates *candidates, size_t i, bool backward) {
    const struct candidate_tables tables = candidates_tables(candidates, i, backward);
    return cli_json_partitions(candidates_name(candidates, i), tables.tables, tables.count);
}

json_t *candidates_partitions(const struct candidates *candidates, size_t i) {
    if (is_forward(candidates, i)) return partitions_of(candidates, i, false);
    return json_incref(candidates->all[i].partitions);
}

const char *candidates_kernel(const struct candidates *candidates, size_t i) {
    const struct solver_tier *tier = candidates->list.tier;
    if (!is_forward(candidates, i)) return candidates->all[i].kernel;
    return kernel_of(has_first_tables(candidates, i) ? tier->solver : tier->others[i].solver);
}

/* Keeps what is asked of a candidate after its solver was released. */
static void candidate_note(struct candidates *candidates, size_t i, const tilepdb_solver *solver) {
    struct candidate *candidate = &candidates->all[i];
    if (is_forward(candidates, i) || candidate->kernel) return;
    const bool backward = candidates_direction(candidates, i) == TILEPDB_DIRECTION_BACKWARD;
    candidate->kernel = kernel_of(solver);
    candidate->partitions = partitions_of(candidates, i, backward);
}

/* ---- their searches -------------------------------------------------------------------------- */

/* An interrupt or the limit of time came while a candidate's tables were generated. */
static void choice_interrupt(tilepdb_choice *choice, tilepdb_status status) {
    const tilepdb_result result = {.solvable = true, .length = -1, .upper_bound = -1, .root_h = -1};
    const tilepdb_error error = {.status = status};
    tilepdb_choice_take(choice, status, &result, &error);
}

/* Tells the choice how many nodes a bound takes. False: it was stopped, or failed. */
static bool estimate_nodes(struct candidates *candidates, tilepdb_choice *choice,
                           const tilepdb_choice_search *search, const tilepdb_solver *solver) {
    double nodes;
    if (tilepdb_solver_estimate_nodes(solver, search->estimate_bound, cli_progress_report,
                                      candidates->list.config->progress, &nodes, NULL))
        return false;
    tilepdb_choice_take_estimate(choice, nodes);
    return true;
}

const tilepdb_solver *candidates_next(struct candidates *candidates, tilepdb_choice *choice,
                                      tilepdb_choice_search *search) {
    while (tilepdb_choice_next(choice, search)) {
        const tilepdb_solver *solver =
            candidates_solver(candidates, search->candidate, search->estimate_bound);
        if (solver && !search->estimate_bound) {
            candidate_note(candidates, search->candidate, solver);
            return solver;
        }
        if (solver && estimate_nodes(candidates, choice, search, solver)) continue;
        if (cli_signal())
            choice_interrupt(choice, TILEPDB_CANCELLED);
        else if (search->options.max_nodes == 0 &&
                 cli_progress_left(candidates->list.config->progress) <= 0)
            choice_interrupt(choice, TILEPDB_LIMIT); /* of the answer, and not of a comparison */
        else
            tilepdb_choice_drop(choice);
    }
    return NULL;
}

void candidates_free(struct candidates *candidates) {
    if (!candidates) return;
    candidates_release(candidates);
    for (size_t i = 0; i < candidates->list.count; i++) json_decref(candidates->all[i].partitions);
    candidate_list_release(&candidates->list);
    free(candidates);
}
