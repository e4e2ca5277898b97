#include "tables/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "tables/board_partitions.h"
#include "tables/database.h"
#include "tables/table_text.h"

static tilepdb_solver_options options_of(const struct solver_config *config,
                                         const tilepdb_table *const *tables, size_t count) {
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.reflection = !config->no_reflection;
    options.variant = config->request.common->variant;
    options.tables = tables;
    options.table_count = count;
    if (count) options.metric = config->request.metric;
    return options;
}

tilepdb_status solver_of_database(const struct solver_config *config, const tilepdb_board *goal,
                                  const struct database *database, tilepdb_heuristic heuristic,
                                  tilepdb_solver **solver, tilepdb_error *error) {
    tilepdb_solver_options options = options_of(config, database->tables, database->count);
    options.heuristic = heuristic;
    return tilepdb_solver_create(goal, &options, solver, error);
}

static void loaded_solver_free(struct loaded_solver *loaded) {
    tilepdb_solver_free(loaded->solver);
    free(loaded->tables);
    *loaded = (struct loaded_solver){0};
}

void solver_tier_free(struct solver_tier *tier) {
    tilepdb_solver_free(tier->solver);
    for (size_t i = 0; i < TILEPDB_MAX_CANDIDATES; i++) loaded_solver_free(&tier->others[i]);
    database_close(&tier->database);
}

/* Tables for all boards of a size with blanks on symmetric cells. */
struct backward_tables {
    int width, height;
    int cell;                            /* least of the symmetric cells */
    size_t users;                        /* boards that use the tables */
    bool failed[TILEPDB_MAX_CANDIDATES]; /* [candidate] has no tables */
    struct database database;
    struct backward_tables *next;
};

struct candidate {
    struct loaded_solver loaded;   /* owned */
    tilepdb_solver *bidirectional; /* owned */
    int bound;                     /* bound for which `bidirectional` was made */
    bool tried;
    json_t *partitions; /* owned; NULL before the first solver */
    const char *kernel;
};

struct candidates {
    struct candidate_list list;
    struct backward_tables **backward_list;
    struct backward_tables *backward; /* for the board's blank cell; may be NULL */
    bool short_of_memory;
    bool has_pauses, paused;      /* see candidates_enable_pauses */
    struct board_partitions made; /* of candidate list.instance */
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

void candidates_share(struct candidates *candidates, size_t boards) {
    candidate_list_share(&candidates->list, boards);
}

void candidates_enable_pauses(struct candidates *candidates) {
    candidates->has_pauses = true;
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

static int least_symmetric_cell(const tilepdb_board *board) {
    const int width = board->width, height = board->height, cell = cli_blank_cell(board);
    int x = cell % width, y = cell / width;
    if (x > width - 1 - x) x = width - 1 - x;
    if (y > height - 1 - y) y = height - 1 - y;
    const bool transposed = width == height && x < y;
    return transposed ? x * width + y : y * width + x;
}

static void backward_tables_free(struct backward_tables **list) {
    struct backward_tables *first = *list;
    *list = first->next;
    database_close(&first->database);
    free(first);
}

/* Returns the tables for the board's blank cell, and frees tables that no board uses. */
static struct backward_tables *backward_tables_acquire(struct candidates *candidates) {
    struct backward_tables **list = candidates->backward_list;
    const tilepdb_board *board = &candidates->list.board;
    const int cell = least_symmetric_cell(board);
    while (*list) {
        struct backward_tables *tables = *list;
        if (tables->cell == cell && tables->width == board->width &&
            tables->height == board->height) {
            tables->users++;
            return tables;
        }
        if (tables->users > 0)
            list = &tables->next;
        else
            backward_tables_free(list);
    }
    *list = cli_allocated(calloc(1, sizeof **list));
    **list = (struct backward_tables){
        .width = board->width, .height = board->height, .cell = cell, .users = 1};
    return *list;
}

void backward_tables_free_all(struct backward_tables **list) {
    while (*list) backward_tables_free(list);
}

static bool has_first_tables(const struct candidates *candidates, size_t i) {
    char *name = cli_partition_side(candidates->list.name[i], false);
    const bool same = strcmp(name, candidates->list.tier->database.name) == 0;
    free(name);
    return same;
}

static void loaded_solver_make(struct loaded_solver *loaded, const struct candidate_list *list,
                               size_t i, struct database *database, bool backward) {
    const tilepdb_board *goal = backward ? &list->board : &list->goal;
    struct database_request request = list->config->request;
    const size_t first = database->count;
    request.limit_time = i > 0;
    char *names = cli_partition_side(list->name[i], backward);
    const int code =
        database_add_partitions(database, &request, names, goal, list->config->progress);
    free(names);
    if (code != CLI_SUCCESS) return;
    loaded->count = database->count - first;
    const size_t bytes = loaded->count * sizeof *loaded->tables;
    loaded->tables = cli_allocated(malloc(bytes + 1));
    if (bytes) memcpy(loaded->tables, database->tables + first, bytes);
    database->count = first;
    tilepdb_solver_options options = options_of(list->config, loaded->tables, loaded->count);
    options.backward = backward;
    const tilepdb_status status = tilepdb_solver_create(goal, &options, &loaded->solver, NULL);
    if (status == TILEPDB_ERROR_MEMORY) database->short_of_memory = true;
    if (status) loaded_solver_free(loaded);
}

/* Boards share forward solvers, and the tables of backward solvers. Returns NULL if tables are
 * missing. */
static const tilepdb_solver *solver_load(struct candidates *candidates, size_t i, bool backward) {
    struct solver_tier *tier = candidates->list.tier;
    if (!backward && has_first_tables(candidates, i)) return tier->solver;
    if (backward && !candidates->backward)
        candidates->backward = backward_tables_acquire(candidates);
    struct database *database = backward ? &candidates->backward->database : &tier->database;
    bool *failed = backward ? &candidates->backward->failed[i] : &tier->failed[i];
    struct loaded_solver *loaded = backward ? &candidates->all[i].loaded : &tier->others[i];
    if (!loaded->solver && !*failed) {
        loaded_solver_make(loaded, &candidates->list, i, database, backward);
        *failed = !loaded->solver && !database->out_of_time;
    }
    return loaded->solver;
}

static int jobs_of(const struct candidates *candidates) {
    return candidates->list.config->request.common->jobs;
}

/* Makes partitions for the board, from a solver of the base for this bound. The base keeps its
 * earlier solver, since bounds were searched with the views of that solver. */
static bool partitions_make(struct candidates *candidates, int bound) {
    struct candidate_list *list = &candidates->list;
    const size_t i = list->instance, base = list->instance_base;
    struct candidate *from = &candidates->all[base];
    tilepdb_solver *kept = from->bidirectional;
    const int kept_bound = from->bound;
    if (candidates->made.forward) return true;
    if (kept_bound != bound) from->bidirectional = NULL;
    const struct board_partitions_request request = {.solver =
                                                         candidates_solver(candidates, base, bound),
                                                     .board = list->board,
                                                     .goal = list->goal,
                                                     .bound = bound,
                                                     .jobs = jobs_of(candidates),
                                                     .options = options_of(list->config, NULL, 0),
                                                     .progress = list->config->progress};
    const tilepdb_status status = request.solver
                                      ? board_partitions_make(&candidates->made, &request)
                                      : TILEPDB_ERROR_NOT_FOUND;
    if (kept && from->bidirectional != kept) {
        tilepdb_solver_free(from->bidirectional);
        from->bidirectional = kept;
        from->bound = kept_bound;
    }
    if (status == TILEPDB_ERROR_MEMORY) candidates->short_of_memory = true;
    if (status) return false;
    free(list->name[i]);
    list->name[i] = cli_text("%s", candidates->made.name);
    return true;
}

static const tilepdb_solver *bidirectional_solver(struct candidates *candidates, size_t i,
                                                  int bound) {
    struct candidate *candidate = &candidates->all[i];
    if (candidate->bidirectional) return candidate->bidirectional;
    candidate->bound = bound;
    const bool made = i == candidates->list.instance;
    if (made && !partitions_make(candidates, bound)) return NULL;
    const tilepdb_solver *forward =
        made ? candidates->made.forward : solver_load(candidates, i, false);
    const tilepdb_solver *backward = made      ? candidates->made.backward
                                     : forward ? solver_load(candidates, i, true)
                                               : NULL;
    if (!backward) return NULL;
    const tilepdb_status status =
        made ? tilepdb_solver_create_from_plan(forward, backward, &candidates->made.plan,
                                               &candidate->bidirectional, NULL)
             : tilepdb_solver_create_bidirectional(
                   forward, backward, bound, jobs_of(candidates), cli_progress_report,
                   candidates->list.config->progress, &candidate->bidirectional, NULL);
    if (status) candidate->bidirectional = NULL;
    if (status == TILEPDB_ERROR_MEMORY) candidates->short_of_memory = true;
    return candidate->bidirectional;
}

const tilepdb_solver *candidates_solver(struct candidates *candidates, size_t i, int bound) {
    if (candidates->list.excluded >> i & 1) return NULL;
    const tilepdb_direction direction = candidates_direction(candidates, i);
    return direction == TILEPDB_DIRECTION_BOTH
               ? bidirectional_solver(candidates, i, bound)
               : solver_load(candidates, i, direction == TILEPDB_DIRECTION_BACKWARD);
}

void candidates_drop_bidirectional(struct candidates *candidates, size_t i) {
    tilepdb_solver_free(candidates->all[i].bidirectional);
    candidates->all[i].bidirectional = NULL;
    if (i == candidates->list.instance) board_partitions_free(&candidates->made);
}

int candidates_bound(const struct candidates *candidates, size_t i) {
    return candidates->all[i].bound;
}

struct candidate_tables candidates_tables(const struct candidates *candidates, size_t i,
                                          bool backward) {
    const struct database *database =
        backward ? &candidates->backward->database : &candidates->list.tier->database;
    const tilepdb_instance_tables *made = &candidates->made.tables;
    if (i == candidates->list.instance)
        return (struct candidate_tables){database, made->tables[backward], made->count};
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

/* The tier owns and keeps forward solvers. */
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
    char *names = cli_partition_side(candidates_name(candidates, i), backward);
    json_t *list = cli_json_partitions(names, tables.tables, tables.count);
    free(names);
    return list;
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

/* Keeps the kernel and the partitions, which callers may need without the solver. */
static void candidate_note(struct candidates *candidates, size_t i, const tilepdb_solver *solver) {
    struct candidate *candidate = &candidates->all[i];
    if (is_forward(candidates, i) || candidate->kernel) return;
    const bool backward = candidates_direction(candidates, i) == TILEPDB_DIRECTION_BACKWARD;
    candidate->kernel = kernel_of(solver);
    candidate->partitions = partitions_of(candidates, i, backward);
    if (!strchr(candidates_name(candidates, i), ':')) return;
    json_t *others = partitions_of(candidates, i, true);
    json_array_extend(candidate->partitions, others);
    json_decref(others);
}

static void choice_interrupt(tilepdb_choice *choice, tilepdb_status status) {
    const tilepdb_result result = {.solvable = true, .length = -1, .upper_bound = -1, .root_h = -1};
    const tilepdb_error error = {.status = status};
    tilepdb_choice_take(choice, status, &result, &error);
}

static bool estimate_nodes(struct candidates *candidates, tilepdb_choice *choice,
                           const tilepdb_choice_search *search, const tilepdb_solver *solver) {
    double nodes;
    if (tilepdb_solver_estimate_nodes(solver, search->board, search->estimate_bound,
                                      jobs_of(candidates), cli_progress_report,
                                      candidates->list.config->progress, &nodes, NULL))
        return false;
    tilepdb_choice_take_estimate(choice, nodes);
    return true;
}

/* Partitions that were made for the board replace the untried candidates that follow them, which
 * are for all boards. */
static bool is_superseded(const struct candidates *candidates, size_t i) {
    const size_t instance = candidates->list.instance;
    return i > instance && !candidates->all[i].tried && candidates->all[instance].bidirectional;
}

static bool is_pause_due(const struct candidates *candidates, size_t i) {
    return candidates->has_pauses && i == candidates->list.instance && !candidates->all[i].tried &&
           !(candidates->list.excluded >> i & 1);
}

const tilepdb_solver *candidates_next(struct candidates *candidates, tilepdb_choice *choice,
                                      tilepdb_choice_search *search) {
    const bool resumed = candidates->paused;
    candidates->paused = false;
    while (tilepdb_choice_next(choice, search)) {
        candidates->paused = !resumed && is_pause_due(candidates, search->candidate);
        if (candidates->paused) return NULL;
        if (is_superseded(candidates, search->candidate)) {
            tilepdb_choice_drop(choice);
            continue;
        }
        candidates->all[search->candidate].tried = true;
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
            /* Only the search for the answer lacks both a node limit and a loaded solver. */
            choice_interrupt(choice, TILEPDB_LIMIT);
        else
            tilepdb_choice_drop(choice);
    }
    return NULL;
}

bool candidates_paused(const struct candidates *candidates) {
    return candidates->paused;
}

void candidates_free(struct candidates *candidates) {
    if (!candidates) return;
    candidates_release(candidates);
    for (size_t i = 0; i < candidates->list.count; i++) json_decref(candidates->all[i].partitions);
    candidate_list_release(&candidates->list);
    free(candidates);
}
