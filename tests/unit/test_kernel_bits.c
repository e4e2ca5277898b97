/*
 * The worked examples at the head of src/kernels/kernel_bits.c and kernel_bits_quads.c, for each of
 * their variants for 5x5 that this processor runs: both groups of a board, and of the board after a
 * move. The tables say that every distance has bit 1, but for the two entries that the move reads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/solver.h"

static const tilepdb_kind AWARE_BIT = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT,
                                       TILEPDB_METRIC_SINGLE};

enum { PATTERNS = 4, CELLS = 25, BOUND = 4 };

/* Where a kernel's nodes have the board of a group, the slack beyond it, and the words. */
struct layout {
    const char *prefix; /* of the kernel's name, all but the variant */
    size_t board[2], slack, words[2];
    bool named; /* tiles have the numbers of their groups and patterns, and labels */
    uint64_t before[2], after[2]; /* by view: the word of the third pattern */
};

static const struct layout layouts[] = {
    {"bits_5x5_",
     {8, 72},
     31,
     {40, 104},
     false,
     {0x1b84003001587f00, 0x1994002001597500},
     {0x1a8c002001597500, 0x198c001001597500}},
    {"quads_two_",
     {0, 32},
     CELLS,
     {64, 96},
     true,
     {0x1b8400300ac3f802, 0x199400200acba802},
     {0x1a8c00200acba802, 0x198c00100acba802}},
};

struct example {
    tilepdb_board goal;
    struct tilepdb_table table[PATTERNS];
    uint8_t *entries[PATTERNS];
    tilepdb_solver *solver;
    struct kernel_root root;
};

static void table_fake(struct example *example, unsigned number, const tilepdb_pattern *pattern) {
    struct tilepdb_table *table = &example->table[number];
    assert_int_equal(index_create(&table->index, pattern, NULL), TILEPDB_OK);
    const size_t codes = table->index->code_count;
    table->info.pattern = *pattern;
    table->info.kind = AWARE_BIT;
    table->row_bytes = table_row_bytes(table->index, AWARE_BIT);
    table->entries = example->entries[number] = malloc(codes * table->row_bytes);
    table->ready = table->all_ready = malloc(codes / 8 + 8);
    assert_true(table->entries && table->ready);
    memset(example->entries[number], 0xFF, codes * table->row_bytes);
    memset(table->all_ready, 0xFF, codes / 8 + 8);
}

/* The board in both views, with the distances of its patterns. */
static void root_make(struct example *example, const tilepdb_board *board,
                      const uint8_t h[2][PATTERNS]) {
    struct kernel_root *root = &example->root;
    *root = (struct kernel_root){0};
    for (unsigned v = 0; v < 2; v++) {
        struct kernel_root_group *group = &root->group[v];
        tilepdb_board seen = {.width = 5, .height = 5};
        for (unsigned cell = 0; cell < CELLS; cell++) {
            if (board->cells[cell] == 0) root->blank = (uint8_t)cell;
            const uint8_t tile = example->solver->tile[v][board->cells[cell]];
            seen.cells[example->solver->cell[v][cell]] = tile;
            group->board[example->solver->cell[v][cell]] = tile;
        }
        for (unsigned p = 0; p < PATTERNS; p++) {
            index_locate(example->table[p].index, &seen, &group->mask[p], &group->code[p]);
            group->h[p] = h[v][p];
            group->sum += h[v][p];
        }
    }
}

/* Clears the bit of a placement of the root. */
static void bit_clear(struct example *example, unsigned view, unsigned number) {
    const struct kernel_root_group *group = &example->root.group[view];
    const struct tilepdb_table *table = &example->table[number];
    const unsigned blank = example->solver->cell[view][example->root.blank];
    const uint32_t column =
        index_cohort(table->index, index_rank(table->index, group->mask[number]), blank);
    example->entries[number][group->code[number] * table->row_bytes + (column >> 3)] &=
        (uint8_t) ~(1u << (column & 7));
}

/* A tile of the tables as a node has it. */
static uint8_t tile_name(const struct example *example, const struct layout *layout, unsigned view,
                         unsigned tile) {
    if (!layout->named) return (uint8_t)tile;
    for (unsigned p = 0; p < PATTERNS; p++) {
        const uint8_t label = example->table[p].index->label_of_tile[tile];
        if (tile != 0 && label != NO_LABEL) return (uint8_t)(view << 6 | p << 4 | label);
    }
    return 0xF0;
}

/* What a group of a node holds: the board, its slack, and the word of the third pattern. */
static void group_is(const struct example *example, const struct layout *layout,
                     const struct pass *pass, unsigned view, const tilepdb_board *board,
                     uint64_t third) {
    const uint8_t *node =
        (const uint8_t *)pass_field(pass, 0) + (pass->top - 1) * pass->kernel->field_bytes;
    const uint8_t *group = node + layout->board[view];
    for (unsigned cell = 0; cell < CELLS; cell++)
        assert_int_equal(
            group[example->solver->cell[view][cell]],
            tile_name(example, layout, view, example->solver->tile[view][board->cells[cell]]));
    for (size_t beyond = CELLS; beyond < layout->slack; beyond++)
        assert_int_equal(group[beyond], 0);
    assert_int_equal(group[layout->slack], 0);
    uint64_t word;
    memcpy(&word, node + layout->words[view] + 2 * sizeof word, sizeof word);
    if (word != third)
        fail_msg("%s, view %u: %#018llx", layout->prefix, view, (unsigned long long)word);
}

static void example_run(struct example *example, const struct layout *layout) {
    const tilepdb_board board = {5, 5, {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 0,
                                        14, 15, 16, 17, 13, 18, 19, 21, 22, 23, 24, 20}};
    const tilepdb_board moved = {5, 5, {1,  2,  3,  4,  5, 6,  7,  8,  9,  10, 11, 12, 13,
                                        14, 15, 16, 17, 0, 18, 19, 21, 22, 23, 24, 20}};
    struct pass pass;
    root_make(example, &moved, (const uint8_t[2][PATTERNS]){{0, 0, 1, 2}, {0, 0, 0, 3}});
    bit_clear(example, 0, 2);
    bit_clear(example, 1, 2);
    root_make(example, &board, (const uint8_t[2][PATTERNS]){{0, 0, 2, 2}, {0, 0, 1, 3}});
    assert_true(pass_init(&pass, &example->solver->kernel));
    pass_reset(&pass, &example->solver->plain, BOUND);
    /* only the blank's move down may follow */
    const automaton_entry start = example->solver->plain.start[example->root.blank];
    const automaton_entry entry = (start & ~0xF0u) | 1u << (4 + BLANK_DOWN);
    assert_true(pass_root(&pass, &example->root, entry));
    for (unsigned v = 0; v < 2; v++) group_is(example, layout, &pass, v, &board, layout->before[v]);
    pass.kernel->expand(&pass, 1);
    assert_int_equal(pass.top - pass.floor, 1);
    for (unsigned v = 0; v < 2; v++) group_is(example, layout, &pass, v, &moved, layout->after[v]);
    pass_free(&pass);
}

static void example_is_as_described(void **state) {
    (void)state;
    struct example example = {0};
    tilepdb_partition partition;
    tilepdb_solver_options options;
    const tilepdb_table *tables[PATTERNS];
    assert_int_equal(tilepdb_goal(5, 5, 24, &example.goal, NULL), TILEPDB_OK);
    assert_int_equal(tilepdb_partition_parse("6-6-6-6", 5, 5, 24, &partition, NULL), TILEPDB_OK);
    for (unsigned p = 0; p < PATTERNS; p++) {
        const tilepdb_pattern pattern = tilepdb_partition_pattern(&partition, p);
        table_fake(&example, p, &pattern);
        tables[p] = &example.table[p];
    }
    tilepdb_solver_options_init(&options);
    options.tables = tables;
    options.table_count = PATTERNS;
    assert_int_equal(tilepdb_solver_create(&example.goal, &options, &example.solver, NULL),
                     TILEPDB_OK);
    bool ran[2] = {false};
    for (const struct kernel_row *row = kernel_rows;
         (row = solver_kernel_select(example.solver, row)); row++)
        for (size_t i = 0; i < 2; i++) {
            const size_t length = strlen(layouts[i].prefix);
            if (strncmp(row->name, layouts[i].prefix, length) != 0 ||
                strncmp(row->name + length, "many", 4) == 0)
                continue;
            example_run(&example, &layouts[i]);
            ran[i] = true;
        }
    assert_true(ran[0]);
    assert_int_equal(ran[1], tilepdb_variant_available(TILEPDB_VARIANT_AVX2));
    tilepdb_solver_free(example.solver);
    for (unsigned p = 0; p < PATTERNS; p++) {
        index_free(example.table[p].index);
        free(example.entries[p]);
        free(example.table[p].all_ready);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(example_is_as_described)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
