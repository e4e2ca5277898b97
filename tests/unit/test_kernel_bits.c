/*
 * The worked examples at the head of src/kernels/kernel_bits.c and kernel_bits_quads.c, for each
 * 5x5 variant that this processor runs: both groups of a board, before and after a move. In the
 * tables every distance has bit 1 set, except for the two entries that the move reads.
 */
#include "kernel_example.h"

enum { PATTERNS = 4, CELLS = 25, BOUND = 4 };

/* Offsets in a kernel's nodes: the board of a group, the slack after it, and the packed codes. */
struct layout {
    const char *prefix; /* prefix of the kernel's name, without the variant */
    size_t board[2], slack, words[2];
    bool named;                   /* tiles are named by group, pattern and label */
    uint64_t before[2], after[2]; /* packed code of the third pattern, for each view */
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

static uint8_t tile_name(const struct example *example, const struct layout *layout, unsigned view,
                         unsigned tile) {
    if (!layout->named) return (uint8_t)tile;
    for (unsigned p = 0; p < PATTERNS; p++) {
        const uint8_t label = example->table[p].index->label_of_tile[tile];
        if (tile != 0 && label != NO_LABEL) return (uint8_t)(view << 6 | p << 4 | label);
    }
    return 0xF0;
}

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
    static const uint8_t before[2][PATTERNS] = {{0, 0, 2, 2}, {0, 0, 1, 3}};
    const tilepdb_board board = {5, 5, {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 0,
                                        14, 15, 16, 17, 13, 18, 19, 21, 22, 23, 24, 20}};
    tilepdb_board moved = board;
    unsigned blank = board_blank(&board);
    struct pass pass;
    assert_true(board_move(&moved, &blank, BLANK_DOWN));
    example_root(example, &moved, before);
    for (unsigned v = 0; v < 2; v++) example_bit_flip(example, v, 2);
    example_root(example, &board, before);
    example_begin(example, &pass, BOUND);
    for (unsigned v = 0; v < 2; v++) group_is(example, layout, &pass, v, &board, layout->before[v]);
    pass.kernel->expand(&pass, 1);
    assert_int_equal(pass.top - pass.floor, 1);
    for (unsigned v = 0; v < 2; v++) group_is(example, layout, &pass, v, &moved, layout->after[v]);
    pass_free(&pass);
    example_root(example, &moved, before);
    for (unsigned v = 0; v < 2; v++) example_bit_flip(example, v, 2);
}

static void example_is_as_described(void **state) {
    (void)state;
    struct example example;
    example_open(&example, 5, "6-6-6-6", 0xFF);
    for (size_t i = 0; i < 2; i++) {
        bool ran = false;
        const struct kernel_row *row = kernel_rows;
        for (; (row = example_kernel(&example, row, layouts[i].prefix)); row++) {
            if (strstr(row->name, "many")) continue;
            example_run(&example, &layouts[i]);
            ran = true;
        }
        assert_int_equal(ran, i == 0 || tilepdb_variant_available(TILEPDB_VARIANT_AVX2));
    }
    example_close(&example);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(example_is_as_described)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
