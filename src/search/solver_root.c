#include "search/solver.h"

#include <string.h>

#include "base/error.h"
#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "puzzle/solvable.h"
#include "puzzle/symmetry.h"
#include "table/colour_table.h"

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

/* Returns the board in the view of group `g`. Without pattern tables, sets group->sum. */
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

/* ---- symmetric roots ------------------------------------------------------------------------- */

/* Returns true if `symmetry` keeps the goal's blank in place and maps the board to itself. A
 * tile becomes the tile whose goal cell is the image of its own goal cell. */
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
