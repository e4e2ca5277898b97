/*
 * The worked example at the head of src/kernels/kernel_bits4x4.c, for each of its variants that
 * this processor runs: the five words of a board, and of the board after a move. The tables are
 * empty but for the one bit that the move reads as 1. Then some nodes of a search.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "search/solver.h"

static const tilepdb_kind AWARE_BIT = {TILEPDB_BLANK_AWARE, TILEPDB_ENCODING_BIT,
                                       TILEPDB_METRIC_SINGLE};

enum { FIELDS = 5, BOUND = 3 };

#define GUARD_BYTES ((size_t)2 << 20) /* more than the transitions of any automaton */

/* Tiles 1 .. 8 and 9 .. 15. */
struct example {
    tilepdb_board goal;
    struct tilepdb_table table[2];
    uint8_t *entries[2];
    tilepdb_solver *solver;
    struct kernel_root root;
};

static void table_fake(struct example *example, unsigned number, uint32_t tiles) {
    struct tilepdb_table *table = &example->table[number];
    const tilepdb_pattern pattern = {.width = 4, .height = 4, .goal_blank = 15, .tiles = tiles};
    assert_int_equal(index_create(&table->index, &pattern, NULL), TILEPDB_OK);
    const size_t codes = table->index->code_count;
    table->info.pattern = pattern;
    table->info.kind = AWARE_BIT;
    table->row_bytes = table_row_bytes(table->index, AWARE_BIT);
    table->entries = example->entries[number] = calloc(codes, table->row_bytes);
    table->ready = table->all_ready = malloc(codes / 8 + 8);
    assert_true(table->entries && table->ready);
    memset(table->all_ready, 0xFF, codes / 8 + 8);
}

/* The board in both views, with its distances. */
static void root_make(struct example *example, const tilepdb_board *board, const int h[2][2]) {
    struct kernel_root *root = &example->root;
    *root = (struct kernel_root){0};
    for (unsigned v = 0; v < 2; v++) {
        struct kernel_root_group *group = &root->group[v];
        tilepdb_board seen = {.width = 4, .height = 4};
        for (unsigned cell = 0; cell < 16; cell++) {
            if (board->cells[cell] == 0) root->blank = (uint8_t)cell;
            seen.cells[example->solver->cell[v][cell]] =
                example->solver->tile[v][board->cells[cell]];
        }
        for (unsigned cell = 0; cell < 16; cell++) group->board[cell] = (uint8_t)seen.cells[cell];
        for (unsigned p = 0; p < 2; p++) {
            index_locate(example->table[p].index, &seen, &group->mask[p], &group->code[p]);
            group->h[p] = (uint8_t)h[v][p];
            group->sum += h[v][p];
        }
    }
}

/* Sets the bit of a placement of the root. */
static void bit_set(struct example *example, unsigned view, unsigned number) {
    const struct kernel_root_group *group = &example->root.group[view];
    const struct tilepdb_table *table = &example->table[number];
    const unsigned blank = example->solver->cell[view][example->root.blank];
    const uint32_t column =
        index_cohort(table->index, index_rank(table->index, group->mask[number]), blank);
    example->entries[number][group->code[number] * table->row_bytes + (column >> 3)] |=
        (uint8_t)(1u << (column & 7));
}

static void words_are(const struct pass *pass, size_t at, const uint64_t words[FIELDS]) {
    for (unsigned f = 0; f < FIELDS; f++) {
        const uint64_t word = ((const uint64_t *)pass_field(pass, f))[at];
        if (word != words[f]) fail_msg("word %u is %#018llx", f, (unsigned long long)word);
    }
}

static void example_run(struct example *example) {
    static const uint64_t before[FIELDS] = {0xcfedb7a980654321, 0xfbedca0987654321,
                                            0x000e104f89cf04bf, 0x000113199d7f00ff, 0x300000686};
    static const uint64_t after[FIELDS] = {0xcfedb0a987654321, 0xfbedc0a987654321,
                                           0x000d104f9d7f00ff, 0x000d13199d7f00ff, 0x2000024ea};
    const tilepdb_board board = {4, 4, {1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12}};
    const tilepdb_board moved = {4, 4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 11, 13, 14, 15, 12}};
    struct pass pass;
    root_make(example, &moved, (const int[2][2]){{0, 2}, {0, 2}});
    bit_set(example, 0, 1);
    bit_set(example, 1, 1);
    root_make(example, &board, (const int[2][2]){{1, 2}, {0, 3}});
    assert_true(pass_init(&pass, &example->solver->kernel));
    pass_reset(&pass, &example->solver->plain, BOUND);
    /* only the blank's move down may follow */
    const automaton_entry start = example->solver->plain.start[example->root.blank];
    const automaton_entry entry = (start & ~0xF0u) | 1u << (4 + BLANK_DOWN);
    assert_true(pass_root(&pass, &example->root, entry));
    words_are(&pass, pass.top - 1, before);
    pass.kernel->expand(&pass, 1);
    assert_int_equal(pass.top - pass.floor, 1);
    words_are(&pass, pass.top - 1, after);
    pass_free(&pass);
}

static void solver_make(struct example *example, tilepdb_variant variant) {
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.tables = (const tilepdb_table *const[]){&example->table[0], &example->table[1]};
    options.table_count = 2;
    options.variant = variant;
    assert_int_equal(tilepdb_solver_create(&example->goal, &options, &example->solver, NULL),
                     TILEPDB_OK);
}

static void example_open(struct example *example) {
    *example = (struct example){0};
    assert_int_equal(tilepdb_goal(4, 4, 15, &example->goal, NULL), TILEPDB_OK);
    table_fake(example, 0, 0x01FE);
    table_fake(example, 1, 0xFE00);
    solver_make(example, TILEPDB_VARIANT_BEST);
}

static void example_close(struct example *example) {
    tilepdb_solver_free(example->solver);
    for (unsigned p = 0; p < 2; p++) {
        index_free(example->table[p].index);
        free(example->entries[p]);
        free(example->table[p].all_ready);
    }
}

/* Ends the search at its first pause. */
static bool search_stop(struct pass *pass) {
    (void)pass;
    return false;
}

enum { FAR = 60 };

static void solution_pass_by(struct pass *pass) {
    (void)pass;
}

static void some_nodes_run(const struct example *example, struct pass *pass,
                           const struct automaton *automaton, int slack) {
    pass_reset(pass, automaton, 2 * FAR + slack);
    pass->all = true;
    pass->on_solution = solution_pass_by;
    pass->check = search_stop;
    pass->pause = 5000;
    pass->width = SIZE_MAX;
    assert_true(pass_root(pass, &example->root, automaton->start[example->root.blank]));
    assert_int_not_equal(pass_run(pass), PASS_NO_MEMORY);
}

/* An automaton whose transitions end where memory ends. */
static void *guarded_copy(struct automaton *guarded, const struct automaton *automaton) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes =
        (size_t)automaton->state_count * automaton->move_count * sizeof *automaton->next;
    uint8_t *memory = mmap(NULL, page + GUARD_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED && bytes <= page);
    assert_int_equal(mprotect(memory, page, PROT_READ | PROT_WRITE), 0);
    memcpy(memory + page - bytes, automaton->next, bytes);
    *guarded = *automaton;
    guarded->next = (const automaton_entry *)(const void *)(memory + page - bytes);
    return memory;
}

/* A pass that served one automaton keeps states of it in idle lanes; with a smaller one these must
 * not be looked up. */
static void automata_take_turns(struct example *example) {
    const tilepdb_board board = {4, 4, {1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12}};
    struct automaton guarded;
    struct pass pass;
    root_make(example, &board, (const int[2][2]){{FAR, FAR}, {FAR, FAR}});
    void *memory = guarded_copy(&guarded, &example->solver->plain);
    assert_true(pass_init(&pass, &example->solver->kernel));
    for (int slack = 0; slack < 40; slack++) {
        some_nodes_run(example, &pass, &example->solver->reduced, slack);
        some_nodes_run(example, &pass, &guarded, slack);
    }
    pass_free(&pass);
    munmap(memory, (size_t)sysconf(_SC_PAGESIZE) + GUARD_BYTES);
}

static void example_is_as_described(void **state) {
    (void)state;
    struct example example;
    unsigned variants = 0;
    example_open(&example);
    for (const struct kernel_row *row = kernel_rows;
         (row = solver_kernel_select(example.solver, row)); row++) {
        if (strncmp(row->name, "bits4x4", 7) != 0) continue;
        example_run(&example);
        variants++;
    }
    example_close(&example);
    if (variants == 0) skip();
}

static void automata_are_kept_apart(void **state) {
    (void)state;
    struct example example;
    unsigned variants = 0;
    example_open(&example);
    for (unsigned p = 0; p < 2; p++) /* half of the moves rise */
        memset(example.entries[p], 0x35,
               example.table[p].index->code_count * (size_t)example.table[p].row_bytes);
    for (const struct kernel_row *row = kernel_rows;
         (row = solver_kernel_select(example.solver, row)); row++) {
        if (strncmp(row->name, "bits4x4", 7) != 0) continue;
        automata_take_turns(&example);
        variants++;
    }
    example_close(&example);
    if (variants == 0) skip();
}

/* Each variant has a kernel for this setup, and gets it; the best one without being asked. Only
 * the portable one remains beside it. */
static void variants_are_chosen(void **state) {
    (void)state;
    struct example example;
    tilepdb_solver_info best, info;
    example_open(&example);
    tilepdb_solver_info_get(example.solver, &best);
    for (size_t i = 0; i < tilepdb_variant_count(); i++) {
        const tilepdb_variant variant = tilepdb_variant_at(i);
        if (!tilepdb_variant_available(variant)) continue;
        tilepdb_solver_free(example.solver);
        solver_make(&example, variant);
        tilepdb_solver_info_get(example.solver, &info);
        assert_int_equal(info.variant, variant);
        for (const struct kernel_row *row = kernel_rows;
             (row = solver_kernel_select(example.solver, row)); row++)
            assert_true(row->variant == variant || row->variant == TILEPDB_VARIANT_PORTABLE);
    }
    assert_string_equal(best.kernel, info.kernel); /* the last is the fastest */
    example_close(&example);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(example_is_as_described),
                                       cmocka_unit_test(automata_are_kept_apart),
                                       cmocka_unit_test(variants_are_chosen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
