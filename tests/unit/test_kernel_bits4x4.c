/*
 * The worked example at the head of src/kernels/kernel_bits4x4.c, for each variant that this
 * processor runs: the five packed words of a board, before and after a move. The tables are empty
 * but for the one bit that the move reads as 1. Then some nodes of a search.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "kernel_example.h"

enum { FIELDS = 5, BOUND = 3 };

#define GUARD_BYTES ((size_t)2 << 20) /* more than the transitions of any automaton */

static const tilepdb_board board = {4, 4, {1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 15, 12}};

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
    static const uint8_t h[2][EXAMPLE_PATTERNS] = {{1, 2}, {0, 3}};
    tilepdb_board moved = board;
    unsigned blank = board_blank(&board);
    struct pass pass;
    assert_true(board_move(&moved, &blank, BLANK_DOWN));
    example_root(example, &moved, h);
    for (unsigned v = 0; v < 2; v++) example_bit_flip(example, v, 1);
    example_root(example, &board, h);
    example_begin(example, &pass, BOUND);
    words_are(&pass, pass.top - 1, before);
    pass.kernel->expand(&pass, 1);
    assert_int_equal(pass.top - pass.floor, 1);
    words_are(&pass, pass.top - 1, after);
    pass_free(&pass);
    example_root(example, &moved, h);
    for (unsigned v = 0; v < 2; v++) example_bit_flip(example, v, 1);
}

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

/* After a pass with one automaton, idle lanes keep its states; they must not be looked up in a
 * smaller automaton. */
static void automata_take_turns(struct example *example) {
    static const uint8_t h[2][EXAMPLE_PATTERNS] = {{FAR, FAR}, {FAR, FAR}};
    struct automaton guarded;
    struct pass pass;
    example_root(example, &board, h);
    void *memory = guarded_copy(&guarded, &example->solver->plain);
    assert_true(pass_init(&pass, &example->solver->kernel));
    for (int slack = 0; slack < 40; slack++) {
        some_nodes_run(example, &pass, &example->solver->reduced, slack);
        some_nodes_run(example, &pass, &guarded, slack);
    }
    pass_free(&pass);
    munmap(memory, (size_t)sysconf(_SC_PAGESIZE) + GUARD_BYTES);
}

static void kernels_run(uint8_t fill, void (*run)(struct example *example)) {
    struct example example;
    unsigned variants = 0;
    example_open(&example, 4, "7-8", fill);
    for (const struct kernel_row *row = kernel_rows;
         (row = example_kernel(&example, row, "bits4x4")); row++, variants++)
        run(&example);
    example_close(&example);
    if (variants == 0) skip();
}

static void example_is_as_described(void **state) {
    (void)state;
    kernels_run(0, example_run);
}

static void automata_are_kept_apart(void **state) {
    (void)state;
    kernels_run(0x35, automata_take_turns); /* half of the moves raise the distance */
}

/* Each variant has a kernel for this setup, which is selected on request; the best is the
 * default. The only other kernel is the portable one. */
static void variants_are_chosen(void **state) {
    (void)state;
    struct example example;
    tilepdb_solver_info best, info;
    example_open(&example, 4, "7-8", 0);
    tilepdb_solver_info_get(example.solver, &best);
    for (size_t i = 0; i < tilepdb_variant_count(); i++) {
        const tilepdb_variant variant = tilepdb_variant_at(i);
        if (!tilepdb_variant_available(variant)) continue;
        tilepdb_solver_free(example.solver);
        example_solver(&example, variant);
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
