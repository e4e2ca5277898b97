/*
 * Worked examples of kernels: a solver with tables filled by hand, and the root of a board with
 * given distances.
 */
#ifndef TILEPDB_TESTS_KERNEL_EXAMPLE_H
#define TILEPDB_TESTS_KERNEL_EXAMPLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzle/board.h"
#include "search/solver.h"

#define EXAMPLE_PATTERNS 4

struct example {
    tilepdb_partition partition;
    tilepdb_board goal;
    struct tilepdb_table table[EXAMPLE_PATTERNS];
    uint8_t *entries[EXAMPLE_PATTERNS];
    tilepdb_solver *solver;
    struct kernel_root root;
};

static inline void example_table(struct example *example, unsigned number, uint8_t fill) {
    static const tilepdb_kind kind = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT,
                                      TILEPDB_METRIC_SINGLE};
    struct tilepdb_table *table = &example->table[number];
    const tilepdb_pattern pattern = tilepdb_partition_pattern(&example->partition, number);
    assert_int_equal(index_create(&table->index, &pattern, NULL), TILEPDB_OK);
    const size_t codes = table->index->code_count;
    table->info.pattern = pattern;
    table->info.kind = kind;
    table->row_bytes = table_row_bytes(table->index, kind);
    table->entries = example->entries[number] = malloc(codes * table->row_bytes);
    table->ready = table->all_ready = malloc(codes / 8 + 8);
    assert_true(table->entries && table->ready);
    memset(example->entries[number], fill, codes * table->row_bytes);
    memset(table->all_ready, 0xFF, codes / 8 + 8);
}

static inline void example_solver(struct example *example, tilepdb_variant variant) {
    tilepdb_solver_options options;
    const tilepdb_table *tables[EXAMPLE_PATTERNS];
    for (unsigned p = 0; p < example->partition.count; p++) tables[p] = &example->table[p];
    tilepdb_solver_options_init(&options);
    options.tables = tables;
    options.table_count = example->partition.count;
    options.variant = variant;
    assert_int_equal(tilepdb_solver_create(&example->goal, &options, &example->solver, NULL),
                     TILEPDB_OK);
}

/* A solver for square boards whose goal has the blank last. */
static inline void example_open(struct example *example, int side, const char *partition,
                                uint8_t fill) {
    *example = (struct example){0};
    assert_int_equal(tilepdb_goal(side, side, side * side - 1, &example->goal, NULL), TILEPDB_OK);
    assert_int_equal(
        tilepdb_partition_parse(partition, side, side, side * side - 1, &example->partition, NULL),
        TILEPDB_OK);
    for (unsigned p = 0; p < example->partition.count; p++) example_table(example, p, fill);
    example_solver(example, TILEPDB_VARIANT_BEST);
}

static inline void example_close(struct example *example) {
    tilepdb_solver_free(example->solver);
    for (unsigned p = 0; p < example->partition.count; p++) {
        index_free(example->table[p].index);
        free(example->entries[p]);
        free(example->table[p].all_ready);
    }
}

/* Selects the next kernel of the table from `row` on whose name begins with `prefix`. Returns
 * NULL if there is none. */
static inline const struct kernel_row *
example_kernel(struct example *example, const struct kernel_row *row, const char *prefix) {
    for (; (row = solver_kernel_select(example->solver, row)); row++)
        if (!strncmp(row->name, prefix, strlen(prefix))) return row;
    return NULL;
}

/* Sets the root: the board in both views, with the distances of its patterns. */
static inline void example_root(struct example *example, const tilepdb_board *board,
                                const uint8_t h[2][EXAMPLE_PATTERNS]) {
    const tilepdb_solver *solver = example->solver;
    struct kernel_root *root = &example->root;
    *root = (struct kernel_root){.blank = (uint8_t)board_blank(board)};
    for (unsigned v = 0; v < 2; v++) {
        struct kernel_root_group *group = &root->group[v];
        tilepdb_board seen = {.width = board->width, .height = board->height};
        for (unsigned cell = 0; cell < (unsigned)board->width * board->height; cell++) {
            const uint8_t tile = solver->tile[v][board->cells[cell]];
            seen.cells[solver->cell[v][cell]] = group->board[solver->cell[v][cell]] = tile;
        }
        for (unsigned p = 0; p < example->partition.count; p++) {
            index_locate(example->table[p].index, &seen, &group->mask[p], &group->code[p]);
            group->h[p] = h[v][p];
            group->sum += h[v][p];
        }
    }
}

/* Inverts the table's bit for the root's placement of a pattern. */
static inline void example_bit_flip(struct example *example, unsigned view, unsigned number) {
    const struct kernel_root_group *group = &example->root.group[view];
    const struct tilepdb_table *table = &example->table[number];
    const unsigned blank = example->solver->cell[view][example->root.blank];
    const uint32_t column =
        index_cohort(table->index, index_rank(table->index, group->mask[number]), blank);
    example->entries[number][group->code[number] * table->row_bytes + (column >> 3)] ^=
        (uint8_t)(1u << (column & 7));
}

/* Begins a pass at the root that allows only the blank's move down. */
static inline void example_begin(const struct example *example, struct pass *pass, int bound) {
    const struct automaton *automaton = &example->solver->plain;
    const automaton_entry start = automaton->start[example->root.blank];
    assert_true(pass_init(pass, &example->solver->kernel));
    pass_reset(pass, automaton, bound);
    assert_true(pass_root(pass, &example->root, (start & ~0xF0u) | 1u << (4 + BLANK_DOWN)));
}

#endif
