/*
 * A plain IDA* as a twin of the library's: copies boards, computes h from scratch for every child,
 * tries moves in the documented order, counts nodes by the documented rule.
 */
#ifndef TILEPDB_TESTS_PLAIN_H
#define TILEPDB_TESTS_PLAIN_H

#include "twin.h"

#include "puzzle/board.h"
#include "puzzle/conflict.h"
#include "puzzle/symmetry.h"
#include "table/table.h"

static const tilepdb_kind AWARE_BIT = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT,
                                       TILEPDB_METRIC_SINGLE};
static const tilepdb_kind AWARE_NIBBLE = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_NIBBLE,
                                          TILEPDB_METRIC_SINGLE};
static const tilepdb_kind PROJECTED = {TILEPDB_BLANK_PROJECTED, TILEPDB_ENCODING_NIBBLE,
                                       TILEPDB_METRIC_SINGLE};

#define MOST_TABLES     16
#define MOST_PARTITIONS 4

/* A view is a symmetry that carries the goal's blank to the tables' goal cell. */
struct plain {
    tilepdb_board goal;
    struct geometry geometry;
    tilepdb_table *table[MOST_TABLES];
    unsigned table_count; /* 0 for Manhattan distance */
    bool conflicts;       /* linear conflict, without tables */
    unsigned view[2];
    unsigned view_count;
    uint64_t generated, expanded;
    char moves[TILEPDB_MAX_MOVES + 1];
};

/* Returns the board in a view: its cells moved by the symmetry, and each tile named by the place
 * of its goal cell. */
static inline tilepdb_board seen_in(const struct plain *plain, const tilepdb_board *board,
                                    unsigned which) {
    const tilepdb_pattern *standard = &plain->table[0]->info.pattern;
    struct symmetry symmetry;
    symmetry_init(&symmetry, &plain->geometry, which);
    tilepdb_board seen = {.width = symmetry.width, .height = symmetry.height};
    for (unsigned cell = 0; cell < plain->geometry.cells; cell++) {
        unsigned goal_cell = 0;
        while (plain->goal.cells[goal_cell] != board->cells[cell]) goal_cell++;
        seen.cells[symmetry.to[cell]] = goal_tile(symmetry.to[goal_cell], standard->goal_blank);
    }
    return seen;
}

static inline int plain_h(const struct plain *plain, const tilepdb_board *board) {
    int most = 0;
    if (plain->conflicts) return linear_conflict(board, &plain->goal);
    if (plain->table_count == 0) {
        for (unsigned cell = 0; cell < plain->geometry.cells; cell++) {
            unsigned goal_cell = 0;
            while (plain->goal.cells[goal_cell] != board->cells[cell]) goal_cell++;
            if (board->cells[cell]) most += geometry_distance(&plain->geometry, cell, goal_cell);
        }
        return most;
    }
    const uint32_t all = (1u << plain->geometry.cells) - 2u;
    for (unsigned v = 0; v < plain->view_count; v++) {
        const tilepdb_board seen = seen_in(plain, board, plain->view[v]);
        uint32_t covered = 0;
        int sum = 0;
        for (unsigned i = 0; i < plain->table_count; i++) {
            uint32_t mask, code;
            index_locate(plain->table[i]->index, &seen, &mask, &code);
            sum += table_distance(plain->table[i], mask, code, board_blank(&seen));
            covered |= plain->table[i]->info.pattern.tiles;
            if (covered != all) continue;
            if (sum > most) most = sum;
            covered = 0;
            sum = 0;
        }
    }
    return most;
}

static inline bool plain_pass(struct plain *plain, const tilepdb_board *board, int bound, int depth,
                              int last) {
    plain->expanded++;
    for (int d = 0; d < DIRECTIONS; d++) {
        tilepdb_board child = *board;
        unsigned blank = board_blank(board);
        if (last >= 0 && d == (int)direction_opposite((enum direction)last)) continue;
        if (!board_move(&child, &blank, (enum direction)d)) continue;
        plain->generated++;
        if (depth + 1 + plain_h(plain, &child) > bound) continue;
        plain->moves[depth] = direction_letter((enum direction)d);
        plain->moves[depth + 1] = '\0';
        if (board_equal(&child, &plain->goal)) return true;
        if (plain_pass(plain, &child, bound, depth + 1, d)) return true;
    }
    return false;
}

static inline int plain_solve(struct plain *plain, const tilepdb_board *board) {
    int bound = plain_h(plain, board);
    plain->generated = 1;
    plain->expanded = 0;
    plain->moves[0] = '\0';
    if (board_equal(board, &plain->goal)) return 0;
    while (!plain_pass(plain, board, bound, 0, -1)) bound += 2;
    return bound;
}

struct search_case {
    int width, height; /* size of the user's board */
    int table_width, table_height, table_blank;
    int goal_blank; /* -1 for a goal in random order */
    const char *partitions[MOST_PARTITIONS];
    tilepdb_kind kinds[MOST_PARTITIONS]; /* kind of each partition; zero is AWARE_BIT */
    bool reflection;
    int boards, moves; /* number of boards; most random moves from the goal */
    bool conflicts;    /* linear conflict, without partitions */
};

static inline void tables_make(struct plain *plain, const struct search_case *c) {
    plain->conflicts = c->conflicts;
    for (int p = 0; p < MOST_PARTITIONS && c->partitions[p]; p++) {
        tilepdb_partition partition;
        tilepdb_error error;
        if (tilepdb_partition_parse(c->partitions[p], c->table_width, c->table_height,
                                    c->table_blank, &partition, &error))
            fail_msg("%s", error.message);
        for (unsigned i = 0; i < partition.count; i++) {
            const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, i);
            if (tilepdb_table_generate(&pattern, c->kinds[p], NULL,
                                       &plain->table[plain->table_count++], &error))
                fail_msg("%s", error.message);
        }
    }
}

/* Finds the first symmetry that fits, and with reflection its mirror image on a diagonal. */
static inline void views_find(struct plain *plain, const struct search_case *c) {
    const unsigned blank = board_blank(&plain->goal);
    for (unsigned which = 0; which < SYMMETRIES && plain->view_count < 2; which++) {
        struct symmetry symmetry;
        symmetry_init(&symmetry, &plain->geometry, which);
        if (symmetry.width != c->table_width || symmetry.height != c->table_height) continue;
        if (symmetry.to[blank] != c->table_blank) continue;
        const bool mirror = plain->view_count && which >= 4 && plain->view[0] < 4;
        if (plain->view_count == 0 || (mirror && c->reflection && c->width == c->height))
            plain->view[plain->view_count++] = which;
    }
}

static inline void tables_close(struct plain *plain) {
    for (unsigned i = 0; i < plain->table_count; i++) tilepdb_table_close(plain->table[i]);
}

static inline tilepdb_solver *plain_solver(const struct plain *plain, bool reflection) {
    tilepdb_solver *solver;
    tilepdb_error error;
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.reflection = reflection;
    options.tables = (const tilepdb_table *const *)plain->table;
    options.table_count = plain->table_count;
    if (plain->table_count == 0) options.heuristic = TILEPDB_HEURISTIC_MANHATTAN;
    if (plain->conflicts) options.heuristic = TILEPDB_HEURISTIC_LINEAR_CONFLICT;
    if (tilepdb_solver_create(&plain->goal, &options, &solver, &error))
        fail_msg("%s", error.message);
    return solver;
}

#endif
