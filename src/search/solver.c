#include "search/solver.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/processor.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "puzzle/move_set.h"
#include "puzzle/solvable.h"
#include "puzzle/symmetry.h"
#include "search/table_warmup.h"
#include "table/colour_table.h"

/* ---- partitions from tables ------------------------------------------------------------------ */

static void cross_fill(struct kernel_partition *partition, const tilepdb_table *table) {
    const struct index *index = table->index;
    for (unsigned i = 0; i < index->tile_count; i++)
        for (unsigned j = 0; j < index->tile_count; j++)
            if (i != j)
                partition->cross[index->tile_of_label[i]][index->tile_of_label[j]] =
                    index_cross(index, i, j);
}

static bool same_goal(const tilepdb_pattern *a, const tilepdb_pattern *b) {
    return a->width == b->width && a->height == b->height && a->goal_blank == b->goal_blank;
}

/* `covered` is the set of the partition's tiles. */
static tilepdb_status partition_add(struct tilepdb_solver *solver, const tilepdb_table *table,
                                    const tilepdb_table *first, uint32_t covered,
                                    tilepdb_error *error) {
    const tilepdb_pattern *pattern = &table->info.pattern;
    struct kernel_partition *partition = &solver->partitions[solver->partition_count];
    if (!same_goal(pattern, &first->info.pattern))
        return error_set_code(
            error, TILEPDB_ERROR_ARGUMENT,
            (struct error_code){.code = TILEPDB_MESSAGE_TABLES_DIFFER,
                                .number = {first->info.pattern.width, first->info.pattern.height,
                                           first->info.pattern.goal_blank, pattern->goal_blank}},
            "the tables are for different boards or goals: a %ux%u table with the "
            "goal's blank on cell %u and a %ux%u table with it on cell %u",
            first->info.pattern.width, first->info.pattern.height, first->info.pattern.goal_blank,
            pattern->width, pattern->height, pattern->goal_blank);
    if (covered & pattern->tiles)
        return error_set_code(
            error, TILEPDB_ERROR_ARGUMENT,
            (struct error_code){.code = TILEPDB_MESSAGE_TABLES_OVERLAP,
                                .number = {bits_lowest32(covered & pattern->tiles)}},
            "the tables overlap: tile %u is in two tables of one partition",
            bits_lowest32(covered & pattern->tiles));
    const bool nibble = table->info.kind.encoding == TILEPDB_ENCODING_NIBBLE;
    if (partition->pattern_count && partition->nibble != nibble)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "the tables of one partition have different encodings");
    const unsigned number = partition->pattern_count++;
    partition->nibble = nibble;
    partition->pattern[number] =
        (struct kernel_pattern){.table = table,
                                .entries = table->entries,
                                .row_bytes = table->row_bytes,
                                .index = table->index,
                                .projected = table->info.kind.blank == TILEPDB_BLANK_PROJECTED};
    solver->tables[solver->partition_count * KERNEL_MAX_PATTERNS + number] = table;
    for (unsigned tile = 1; tile < TILEPDB_TABLE_MAX_CELLS; tile++)
        if (pattern->tiles >> tile & 1u) partition->pattern_of_tile[tile] = (uint8_t)number;
    cross_fill(partition, table);
    return TILEPDB_OK;
}

static tilepdb_status partitions_make(struct tilepdb_solver *solver,
                                      const tilepdb_solver_options *options, tilepdb_error *error) {
    const size_t most = KERNEL_MAX_GROUPS / 2;
    if (options->table_count == 0)
        return error_set_code(error, TILEPDB_ERROR_ARGUMENT,
                              (struct error_code){.code = TILEPDB_MESSAGE_TABLES_NONE},
                              "there are no tables to solve with");
    solver->partitions = calloc(most, sizeof *solver->partitions);
    solver->tables = calloc(most * KERNEL_MAX_PATTERNS, sizeof *solver->tables);
    if (!solver->partitions || !solver->tables)
        return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    const tilepdb_table *first = options->tables[0];
    const uint32_t all = (1u << first->index->geometry.cells) - 2u;
    uint32_t covered = 0;
    for (size_t i = 0; i < options->table_count; i++) {
        if (solver->partition_count == most)
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "there are more than %zu partitions; name fewer", most);
        const tilepdb_status status =
            partition_add(solver, options->tables[i], first, covered, error);
        if (status) return status;
        covered |= options->tables[i]->info.pattern.tiles;
        if (covered != all) continue;
        covered = 0;
        solver->partition_count++;
    }
    if (covered)
        return error_set_code(error, TILEPDB_ERROR_ARGUMENT,
                              (struct error_code){.code = TILEPDB_MESSAGE_TABLES_LACK,
                                                  .number = {bits_lowest32(all & ~covered)}},
                              "the tables leave tile %u out: a partition covers all tiles",
                              bits_lowest32(all & ~covered));
    return TILEPDB_OK;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void moves_fill(struct kernel_setup *setup, unsigned g, const struct view_map *map) {
    for (unsigned blank = 0; blank < setup->moves.geometry.cells; blank++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            const uint8_t cell = setup->moves.geometry.neighbour[blank][d];
            if (cell == NO_CELL) continue;
            struct kernel_move *move = &setup->move[blank][d];
            struct kernel_group_move *seen = &move->group[g];
            const enum direction way = map->direction_to[d];
            move->cell = cell;
            seen->to = map->symmetry.to[blank];
            seen->from = map->symmetry.to[cell];
            seen->sign = (int8_t)((way == BLANK_UP) - (way == BLANK_DOWN));
            if (seen->sign) seen->low = seen->from < seen->to ? seen->from : seen->to;
            if (seen->sign && (g == 0 || move->group[0].sign == 0)) move->vertical = (uint8_t)g;
        }
}

static unsigned group_add(struct tilepdb_solver *solver, const struct kernel_partition *partition,
                          const struct view_map *map) {
    const unsigned g = solver->setup.group_count++;
    solver->setup.partition[g] = partition;
    memcpy(solver->cell[g], map->symmetry.to, sizeof solver->cell[g]);
    memcpy(solver->tile[g], map->tile_to, sizeof solver->tile[g]);
    moves_fill(&solver->setup, g, map);
    return g;
}

static void colours_add(struct tilepdb_solver *solver, const tilepdb_table *table,
                        const struct view_map *map) {
    const enum direction seen = map->direction_to[BLANK_UP];
    const unsigned g = group_add(solver, NULL, map);
    solver->setup.colours[g] = table->colours;
    solver->setup.transposed[g] = seen == BLANK_LEFT || seen == BLANK_RIGHT;
}

/* Adds to `map` the reflection that leaves the goal unchanged. Returns false without one. */
static bool view_map_reflect(const struct view_map *map, const struct geometry *view,
                             unsigned goal_blank, struct view_map *reflected) {
    unsigned which;
    if (!symmetry_reflection(view, (uint8_t)goal_blank, &which)) return false;
    struct symmetry mirror;
    symmetry_init(&mirror, view, which);
    *reflected = *map;
    for (unsigned cell = 0; cell < view->cells; cell++) {
        reflected->symmetry.to[cell] = mirror.to[map->symmetry.to[cell]];
        const uint8_t reached = goal_cell(map->tile_to[cell], goal_blank);
        reflected->tile_to[cell] = goal_tile(mirror.to[reached], goal_blank);
    }
    for (int d = 0; d < DIRECTIONS; d++)
        reflected->direction_to[d] = symmetry_direction(which, map->direction_to[d]);
    return true;
}

static void distances_fill(struct kernel_setup *setup, unsigned goal_blank) {
    for (unsigned tile = 0; tile < setup->view.cells; tile++) {
        setup->goal_cell[tile] = goal_cell(tile, goal_blank);
        for (unsigned cell = 0; tile != 0 && cell < setup->view.cells; cell++)
            setup->distance[tile][cell] =
                geometry_distance(&setup->view, cell, setup->goal_cell[tile]);
    }
}

static tilepdb_status goal_not_served(const tilepdb_board *goal, const tilepdb_pattern *pattern,
                                      tilepdb_error *error) {
    const unsigned blank = board_blank(goal);
    if (goal->width * goal->height != pattern->width * pattern->height ||
        (goal->width != pattern->width && goal->width != pattern->height))
        return error_set_code(error, TILEPDB_ERROR_ARGUMENT,
                              (struct error_code){.code = TILEPDB_MESSAGE_TABLES_SIZE,
                                                  .number = {pattern->width, pattern->height,
                                                             goal->width, goal->height}},
                              "the tables are for %ux%u boards and the goal is a %ux%u board: make "
                              "tables for boards of its size",
                              pattern->width, pattern->height, goal->width, goal->height);
    return error_set_code(
        error, TILEPDB_ERROR_ARGUMENT,
        (struct error_code){.code = TILEPDB_MESSAGE_TABLES_CELL,
                            .number = {pattern->goal_blank, blank, goal->width, goal->height}},
        "the tables have the goal's blank on cell %u, and no symmetry brings it to "
        "cell %u: make tables with the goal's blank there",
        pattern->goal_blank, blank);
}

/* Views that map the solver's goal to the standard goal of the tables. */
struct views {
    struct view_map map, reflected;
    bool both;
};

static tilepdb_status views_make(struct tilepdb_solver *solver, const tilepdb_pattern *standard,
                                 const tilepdb_solver_options *options, struct views *views,
                                 tilepdb_error *error) {
    const tilepdb_board *goal = &solver->goal;
    if (!view_map_init(&views->map, goal, standard->width, standard->height, standard->goal_blank))
        return goal_not_served(goal, standard, error);
    const tilepdb_status status =
        move_set_init(&solver->setup.moves, goal->width, goal->height, options->metric, error);
    if (status) return status;
    geometry_init(&solver->setup.view, standard->width, standard->height, NULL);
    distances_fill(&solver->setup, standard->goal_blank);
    views->both = options->reflection && view_map_reflect(&views->map, &solver->setup.view,
                                                          standard->goal_blank, &views->reflected);
    return TILEPDB_OK;
}

static tilepdb_status groups_make(struct tilepdb_solver *solver,
                                  const tilepdb_solver_options *options, tilepdb_error *error) {
    const tilepdb_board *goal = &solver->goal;
    tilepdb_pattern standard = {.width = goal->width, .height = goal->height};
    standard.goal_blank = (uint8_t)board_blank(goal);
    if (solver->partition_count) standard = solver->tables[0]->info.pattern;
    struct views views;
    const tilepdb_status status = views_make(solver, &standard, options, &views, error);
    if (status) return status;
    if (solver->partition_count == 0) group_add(solver, NULL, &views.map);
    for (unsigned p = 0; p < solver->partition_count; p++)
        group_add(solver, &solver->partitions[p], &views.map);
    for (unsigned p = 0; views.both && p < solver->partition_count; p++)
        group_add(solver, &solver->partitions[p], &views.reflected);
    solver->setup.mirrored = solver->partition_count == 1 && solver->setup.group_count == 2;
    return TILEPDB_OK;
}

/* ---- the metric multi ------------------------------------------------------------------------ */

static tilepdb_status colours_check(const tilepdb_solver_options *options, tilepdb_error *error) {
    if (options->heuristic != TILEPDB_HEURISTIC_PDB)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "only colour tables bound the lengths of multi-tile moves");
    if (options->table_count == 0 || options->table_count > KERNEL_MAX_GROUPS / 2)
        return error_set(error, TILEPDB_ERROR_ARGUMENT,
                         "searches in multi-tile moves use 1 to %d colour tables",
                         KERNEL_MAX_GROUPS / 2);
    for (size_t i = 1; i < options->table_count; i++)
        if (!same_goal(&options->tables[0]->info.pattern, &options->tables[i]->info.pattern))
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "the colour tables are for different boards or goals");
    return TILEPDB_OK;
}

static tilepdb_status colours_setup(struct tilepdb_solver *solver,
                                    const tilepdb_solver_options *options, tilepdb_error *error) {
    tilepdb_status status = colours_check(options, error);
    if (status) return status;
    struct views views;
    status = views_make(solver, &options->tables[0]->info.pattern, options, &views, error);
    if (status) return status;
    for (size_t i = 0; i < options->table_count; i++)
        colours_add(solver, options->tables[i], &views.map);
    for (size_t i = 0; views.both && i < options->table_count; i++)
        colours_add(solver, options->tables[i], &views.reflected);
    return TILEPDB_OK;
}

/* A table gives no lower bounds in another metric. */
static tilepdb_status tables_check(const tilepdb_solver_options *options, tilepdb_error *error) {
    if (!metric_find(options->metric))
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown metric %d", (int)options->metric);
    const bool multi = options->metric == TILEPDB_METRIC_MULTI;
    for (size_t i = 0; i < options->table_count; i++) {
        if (options->tables[i]->info.kind.encoding == TILEPDB_ENCODING_GOAL)
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             "a goal table is no heuristic of a search: an engine looks up its "
                             "distances");
        if (options->tables[i]->info.kind.metric != options->metric)
            return error_set(error, TILEPDB_ERROR_ARGUMENT,
                             multi ? "a table of a set of tiles is for single-tile moves: searches "
                                     "in multi-tile moves use colour tables"
                                   : "a colour table is for multi-tile moves: choose that metric, "
                                     "or tables of a partition");
    }
    return TILEPDB_OK;
}

static tilepdb_status solver_setup(struct tilepdb_solver *solver,
                                   const tilepdb_solver_options *options, tilepdb_error *error) {
    tilepdb_status status = TILEPDB_OK;
    if (options->heuristic == TILEPDB_HEURISTIC_PDB) status = tables_check(options, error);
    if (status) return status;
    if (options->metric != TILEPDB_METRIC_SINGLE) return colours_setup(solver, options, error);
    solver->setup.conflicts = options->heuristic == TILEPDB_HEURISTIC_LINEAR_CONFLICT;
    if (options->heuristic == TILEPDB_HEURISTIC_PDB)
        status = partitions_make(solver, options, error);
    else if (options->heuristic != TILEPDB_HEURISTIC_MANHATTAN &&
             options->heuristic != TILEPDB_HEURISTIC_LINEAR_CONFLICT)
        status = error_set(error, TILEPDB_ERROR_ARGUMENT, "unknown heuristic %d",
                           (int)options->heuristic);
    return status ? status : groups_make(solver, options, error);
}

void tilepdb_solver_options_init(tilepdb_solver_options *options) {
    *options = (tilepdb_solver_options){.reflection = true};
}

static tilepdb_status automata_make(struct tilepdb_solver *solver, tilepdb_error *error) {
    const struct move_set *moves = &solver->setup.moves;
    const enum automaton_order order = solver->backward ? AUTOMATON_BACKWARD : AUTOMATON_FORWARD;
    const tilepdb_status status =
        automaton_create(&solver->plain, moves, order, AUTOMATON_PLAIN, error);
    return status ? status : automaton_prepare(&solver->reduced, moves, order, error);
}

tilepdb_status tilepdb_solver_create(const tilepdb_board *goal,
                                     const tilepdb_solver_options *options, tilepdb_solver **solver,
                                     tilepdb_error *error) {
    tilepdb_status status = board_check_table(goal, error);
    if (!status) status = processor_check(options->variant, error);
    if (status) return status;
    struct tilepdb_solver *made = calloc(1, sizeof *made);
    if (!made) return error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    made->goal = *goal;
    made->variant = options->variant;
    made->backward = options->backward;
    status = solver_setup(made, options, error);
    if (!status) status = automata_make(made, error);
    if (!status && !solver_pool_make(made))
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    if (!status && !solver_kernel_select(made, kernel_rows))
        status = error_set(error, TILEPDB_ERROR_MEMORY, "not enough memory for a solver");
    if (status) {
        tilepdb_solver_free(made);
        return status;
    }
    *solver = made;
    return TILEPDB_OK;
}

/* ---- passes and kernels ---------------------------------------------------------------------- */

#define IDLE_PASSES 64

/* Most nodes of an idle pass; samples may need larger passes, which are freed. */
#define IDLE_CAPACITY 8192

struct solver_pool {
    struct pass *idle[IDLE_PASSES]; /* for `kernel`; atomic */
    uint64_t worked;                /* nodes of all searches; atomic */
    struct table_warmup *warmup;    /* owned */
};

static void pass_release(struct pass *pass) {
    if (pass) pass_free(pass);
    free(pass);
}

struct pass *solver_pass_take(const struct tilepdb_solver *solver, int bound) {
    const bool preferred = bound <= solver->kernel.kernel->max_bound;
    for (int i = 0; preferred && i < IDLE_PASSES; i++) {
        struct pass *idle = __atomic_exchange_n(&solver->pool->idle[i], NULL, __ATOMIC_ACQUIRE);
        if (idle) return idle;
    }
    struct pass *made = malloc(sizeof *made);
    if (made && pass_init(made, preferred ? &solver->kernel : &solver->fallback)) return made;
    free(made);
    return NULL;
}

void solver_pass_give(const struct tilepdb_solver *solver, struct pass *pass) {
    if (!pass) return;
    const bool kept = pass->kernel == solver->kernel.kernel && pass->capacity <= IDLE_CAPACITY;
    for (int i = 0; kept && i < IDLE_PASSES; i++) {
        struct pass *none = NULL;
        if (__atomic_compare_exchange_n(&solver->pool->idle[i], &none, pass, false,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED))
            return;
    }
    pass_release(pass);
}

static void kernels_release(struct tilepdb_solver *solver) {
    for (int i = 0; solver->pool && i < IDLE_PASSES; i++) {
        pass_release(solver->pool->idle[i]);
        solver->pool->idle[i] = NULL;
    }
    kernel_release(&solver->kernel);
    kernel_release(&solver->fallback);
}

const struct kernel_row *solver_kernel_select(struct tilepdb_solver *solver,
                                              const struct kernel_row *row) {
    struct kernel_instance kernel, far = {0};
    const struct kernel_setup *setup = &solver->setup;
    if (!kernel_select(&kernel, setup, row, solver->variant, 0)) return NULL;
    if (kernel.kernel->max_bound < TILEPDB_MAX_MOVES &&
        !kernel_select(&far, setup, kernel.row, solver->variant, TILEPDB_MAX_MOVES)) {
        kernel_release(&kernel);
        return NULL;
    }
    kernels_release(solver);
    solver->kernel = kernel;
    solver->fallback = far;
    return kernel.row;
}

bool solver_pool_make(struct tilepdb_solver *solver) {
    const size_t tables = (size_t)solver->partition_count * KERNEL_MAX_PATTERNS;
    solver->pool = calloc(1, sizeof *solver->pool);
    if (solver->pool) solver->pool->warmup = table_warmup_create(solver->tables, tables);
    return solver->pool && solver->pool->warmup;
}

void tilepdb_solver_free(tilepdb_solver *solver) {
    if (!solver) return;
    if (solver->bidirectional) tilepdb_solver_free(solver->bidirectional->back);
    if (solver->bidirectional) free(solver->bidirectional->bounds);
    free(solver->bidirectional);
    if (solver->pool) table_warmup_free(solver->pool->warmup);
    kernels_release(solver);
    automaton_free(&solver->plain);
    automaton_free(&solver->reduced);
    free(solver->pool);
    free(solver->partitions);
    free(solver->tables);
    for (size_t i = 0; i < solver->owned_count; i++) tilepdb_table_close(solver->owned[i]);
    free(solver->owned);
    free(solver);
}

void tilepdb_solver_info_get(const tilepdb_solver *solver, tilepdb_solver_info *info) {
    const struct kernel_row *row = solver->kernel.row;
    *info = (tilepdb_solver_info){.kernel = row->name,
                                  .variant = row->variant,
                                  .metric = solver->setup.moves.metric,
                                  .goal = &solver->goal,
                                  .backward = solver->backward};
}

void solver_count_nodes(const struct tilepdb_solver *solver, uint64_t generated,
                        uint64_t expected) {
    struct solver_pool *pool = solver->pool;
    const uint64_t worked = __atomic_add_fetch(&pool->worked, generated, __ATOMIC_RELAXED);
    table_warmup_consider(pool->warmup, worked + expected);
}

tilepdb_status solver_failure(const struct tilepdb_solver *solver, tilepdb_error *error) {
    for (unsigned i = 0; i < solver->partition_count * KERNEL_MAX_PATTERNS; i++) {
        const tilepdb_table *table = solver->tables[i];
        const tilepdb_status status = table ? table_failure(table, error) : TILEPDB_OK;
        if (status) return status;
    }
    return TILEPDB_OK;
}

/* ---- the root of a board --------------------------------------------------------------------- */

static const tilepdb_table **group_tables(const struct tilepdb_solver *solver, unsigned g) {
    return solver->tables + (solver->setup.partition[g] - solver->partitions) * KERNEL_MAX_PATTERNS;
}

static unsigned group_ask(const struct tilepdb_solver *solver, unsigned g,
                          const tilepdb_board *seen, struct table_query *queries) {
    const tilepdb_table **tables = group_tables(solver, g);
    const unsigned count = solver->setup.partition[g]->pattern_count;
    const unsigned blank = board_blank(seen);
    for (unsigned i = 0; i < count; i++) {
        queries[i] = (struct table_query){.table = tables[i], .blank = blank};
        index_locate(tables[i]->index, seen, &queries[i].mask, &queries[i].code);
    }
    return count;
}

/* Returns false if a table is corrupt, or a row failed to load. */
static bool group_answer(const struct tilepdb_solver *solver, unsigned g,
                         const struct table_query **answers, struct kernel_root_group *group) {
    for (unsigned i = 0; i < solver->setup.partition[g]->pattern_count; i++) {
        const struct table_query *query = (*answers)++;
        if (query->distance < 0) return false;
        group->mask[i] = query->mask;
        group->code[i] = query->code;
        group->h[i] = (uint8_t)query->distance;
        group->manhattan[i] =
            (uint8_t)index_manhattan(query->table->index, query->mask, query->code);
        group->sum += query->distance;
    }
    return true;
}

/* Sets group->sum without pattern tables. */
static tilepdb_board group_see(const struct tilepdb_solver *solver, unsigned g,
                               const tilepdb_board *board, struct kernel_root_group *group) {
    const struct kernel_setup *setup = &solver->setup;
    tilepdb_board seen = {.width = setup->view.width, .height = setup->view.height};
    memset(group, 0, sizeof *group);
    for (unsigned cell = 0; cell < setup->view.cells; cell++) {
        const uint8_t tile = solver->tile[g][board->cells[cell]];
        const uint8_t to = solver->cell[g][cell];
        seen.cells[to] = group->board[to] = tile;
        if (!setup->partition[g]) group->sum += setup->distance[tile][to];
    }
    if (setup->conflicts) {
        tilepdb_board goal;
        tilepdb_goal(seen.width, seen.height, setup->goal_cell[0], &goal, NULL);
        group->sum = linear_conflict(&seen, &goal);
    }
    return seen;
}

/* Colour tables estimate the slides after the first slide. It may be along either axis, so the
 * smaller estimate counts. */
static tilepdb_status colours_root(const struct tilepdb_solver *solver, const tilepdb_board *board,
                                   struct kernel_root *root, int *h, tilepdb_error *error) {
    const struct kernel_setup *setup = &solver->setup;
    int most[COLOUR_ORDERS] = {0};
    for (unsigned g = 0; g < setup->group_count; g++) {
        struct kernel_root_group *group = &root->group[g];
        group_see(solver, g, board, group);
        for (unsigned order = 0; order < COLOUR_ORDERS; order++) {
            const int slides = colour_table_slides(
                setup->colours[g], (enum colour_order)(order ^ setup->transposed[g]), group->board);
            if (slides < 0)
                return error_set_code(
                    error, TILEPDB_ERROR_FORMAT,
                    (struct error_code){.code = TILEPDB_MESSAGE_TABLE_FALSE},
                    "a colour table leads nowhere from this board: it is false; generate it again");
            group->slides[order] = (uint8_t)slides;
            if (slides > most[order]) most[order] = slides;
        }
    }
    *h = 1 + (most[COLOUR_ROWS] < most[COLOUR_COLUMNS] ? most[COLOUR_ROWS] : most[COLOUR_COLUMNS]);
    if (board_equal(board, &solver->goal)) *h = 0;
    return TILEPDB_OK;
}

tilepdb_status solver_root(const struct tilepdb_solver *solver, const tilepdb_board *board,
                           struct kernel_root *root, int *h, tilepdb_error *error) {
    const struct kernel_setup *setup = &solver->setup;
    struct table_query queries[KERNEL_MAX_GROUPS * KERNEL_MAX_PATTERNS];
    unsigned asked = 0;
    root->blank = (uint8_t)board_blank(board);
    if (setup->colours[0]) return colours_root(solver, board, root, h, error);
    for (unsigned g = 0; g < setup->group_count; g++) {
        const tilepdb_board seen = group_see(solver, g, board, &root->group[g]);
        if (setup->partition[g]) asked += group_ask(solver, g, &seen, queries + asked);
    }
    table_distances(queries, asked);
    *h = 0;
    const struct table_query *answers = queries;
    for (unsigned g = 0; g < setup->group_count; g++) {
        struct kernel_root_group *group = &root->group[g];
        if (setup->partition[g] && !group_answer(solver, g, &answers, group)) {
            const tilepdb_status failure = solver_failure(solver, error);
            if (failure) return failure;
            return error_set_code(error, TILEPDB_ERROR_FORMAT,
                                  (struct error_code){.code = TILEPDB_MESSAGE_TABLE_FALSE},
                                  "a table leads nowhere from this board: it is false; generate it "
                                  "again");
        }
        if (group->sum > *h) *h = group->sum;
    }
    return TILEPDB_OK;
}

tilepdb_status tilepdb_solver_estimate(const tilepdb_solver *solver, const tilepdb_board *board,
                                       int *h, tilepdb_error *error) {
    struct kernel_root root;
    const tilepdb_status status = board_solvable(board, &solver->goal, error);
    return status ? status : solver_root(solver, board, &root, h, error);
}

/* A tile becomes the tile whose goal cell is the image of its own goal cell. */
static bool board_maps_to_itself(const tilepdb_board *board, const tilepdb_board *goal,
                                 const struct symmetry *symmetry) {
    uint16_t image[TILEPDB_TABLE_MAX_CELLS] = {0};
    const unsigned cells = (unsigned)goal->width * goal->height;
    for (unsigned cell = 0; cell < cells; cell++)
        image[goal->cells[cell]] = goal->cells[symmetry->to[cell]];
    if (image[0] != 0) return false;
    for (unsigned cell = 0; cell < cells; cell++)
        if (board->cells[symmetry->to[cell]] != image[board->cells[cell]]) return false;
    return true;
}

static unsigned move_image(const struct move_set *moves, unsigned which, unsigned move) {
    const enum direction direction = (enum direction)moves->move[move].direction;
    unsigned image = 0;
    while (moves->move[image].tiles != moves->move[move].tiles ||
           moves->move[image].direction != symmetry_direction(which, direction))
        image++;
    return image;
}

unsigned solver_mirrored_moves(const struct tilepdb_solver *solver, const tilepdb_board *board) {
    const struct move_set *moves = &solver->setup.moves;
    unsigned mirrored = 0;
    for (unsigned which = 0; which < SYMMETRIES; which++) {
        struct symmetry symmetry;
        symmetry_init(&symmetry, &moves->geometry, which);
        if (symmetry.width != board->width || symmetry.height != board->height ||
            !board_maps_to_itself(board, &solver->goal, &symmetry))
            continue;
        for (unsigned m = 0; m < moves->count; m++)
            if (move_image(moves, which, m) < m) mirrored |= 1u << m;
    }
    return mirrored;
}
