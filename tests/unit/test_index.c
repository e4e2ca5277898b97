/*
 * src/pattern/index against its definition: exhaustively on small boards, by samples on large ones.
 */
#include "twin.h"

#include "base/random.h"

struct shape {
    int width, height, goal_blank;
    uint32_t tiles;
};

/* 5x5 has no packed rows; the others do. */
static const struct shape shapes[] = {
    {2, 2, 3, 0x6},       {3, 2, 5, 0x3E},   {2, 3, 0, 0x16},    {3, 3, 8, 0x1FE},
    {3, 3, 4, 0x0F2},     {5, 2, 9, 0x07E},  {2, 5, 9, 0x3C6},   {4, 4, 15, 0x1FE},
    {4, 4, 15, 0xFE00},   {4, 4, 0, 0x8C4},  {8, 2, 15, 0x3F2},  {5, 5, 24, 0x7E},
    {5, 5, 24, 0x10C0C4}, {5, 4, 19, 0x70E}, {12, 2, 23, 0x83A},
};
#define SHAPES (sizeof shapes / sizeof *shapes)

static struct index *shape_index(const struct shape *shape) {
    return twin_index(shape->width, shape->height, shape->goal_blank, shape->tiles);
}

static void masks_are_numbered(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++) {
        struct index *index = shape_index(&shapes[s]);
        uint8_t *seen = calloc(index->mask_count, 1);
        uint32_t count = 0, last_high = 0, last_low = 0, last_tiles = 0;
        for (uint32_t mask = 0; mask < 1u << index->geometry.cells; mask++) {
            if (bits_count32(mask) != index->tile_count) continue;
            const uint32_t rank = index_rank(index, mask);
            assert_true(rank < index->mask_count && !seen[rank]++);
            assert_int_equal(index->mask_of_rank[rank], mask);
            count++;
        }
        assert_int_equal(count, index->mask_count);
        for (uint32_t rank = 0; rank < index->mask_count; rank++) { /* the documented order */
            const uint32_t mask = index->mask_of_rank[rank];
            const uint32_t high = mask >> index->low_cells;
            const uint32_t low = mask & ((1u << index->low_cells) - 1u);
            const uint32_t tiles = bits_count32(high);
            if (rank)
                assert_true(tiles > last_tiles ||
                            (tiles == last_tiles &&
                             (high > last_high || (high == last_high && low > last_low))));
            last_tiles = tiles;
            last_high = high;
            last_low = low;
        }
        free(seen);
        index_free(index);
    }
}

static void regions_are_those_of_a_flood(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++) {
        struct index *index = shape_index(&shapes[s]);
        uint32_t cohort = 0;
        for (uint32_t rank = 0; rank < index->mask_count; rank++) {
            const uint32_t mask = index->mask_of_rank[rank];
            uint32_t left = ((1u << index->geometry.cells) - 1u) & ~mask;
            assert_int_equal(index->first_cohort[rank], cohort);
            for (; left; cohort++) {
                const uint32_t region = twin_region(index, mask, bits_lowest32(left));
                for (uint32_t cells = region; cells; cells &= cells - 1)
                    assert_int_equal(index_cohort(index, rank, bits_lowest32(cells)), cohort);
                assert_int_equal(index_rank_of_cohort(index, cohort), rank);
                left &= ~region;
            }
        }
        assert_int_equal(cohort, index->cohort_count);
        index_free(index);
    }
}

static void published_sizes(void **state) {
    (void)state;
    struct index *seven = twin_index(4, 4, 15, 0xFE00), *eight = twin_index(4, 4, 15, 0x1FE);
    assert_int_equal(seven->mask_count, 11440);
    assert_int_equal(seven->cohort_count, 27748);
    assert_int_equal(index_entries(seven, TILEPDB_BLANK_PROJECTED), 57657600);
    assert_int_equal(index_entries(seven, TILEPDB_BLANK_AWARE), 139849920);
    assert_int_equal(eight->mask_count, 12870);
    assert_int_equal(eight->cohort_count, 35347);
    assert_int_equal(index_entries(eight, TILEPDB_BLANK_PROJECTED), 518918400);
    assert_int_equal(index_entries(eight, TILEPDB_BLANK_AWARE), 1425191040);
    index_free(seven);
    index_free(eight);
}

/* The measured sizes are those of an index. */
static void measures_are_those_of_an_index(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++) {
        struct index *index = shape_index(&shapes[s]), measured;
        assert_int_equal(index_measure(&measured, &index->pattern, NULL), TILEPDB_OK);
        assert_int_equal(measured.tile_count, index->tile_count);
        assert_int_equal(measured.code_count, index->code_count);
        assert_int_equal(measured.mask_count, index->mask_count);
        assert_int_equal(measured.cohort_count, index->cohort_count);
        assert_memory_equal(measured.goal_cell, index->goal_cell, index->tile_count);
        assert_null(measured.mask_of_rank);
        index_free(index);
    }
}

static void codes_are_numbered(void **state) {
    (void)state;
    for (unsigned k = 1; k <= 8; k++) {
        struct index *index = twin_index(4, 4, 15, ((1u << k) - 1u) << 3);
        uint8_t *seen = calloc(index->code_count, 1);
        for (uint32_t code = 0; code < index->code_count; code++) {
            uint8_t labels[INDEX_MAX_TILES];
            const uint32_t mask = index->mask_of_rank[code % index->mask_count];
            const struct twin_placement at = twin_place(index, mask, code);
            index_labels(index, code, labels);
            assert_int_equal(index_code(index, labels), code);
            assert_int_equal(twin_code(index, &at), code);
            assert_int_equal(seen[code]++, 0);
        }
        free(seen);
        index_free(index);
    }
}

/* Moves every tile that can move and compares the increments with the code from scratch. */
static void moves_check(const struct index *index, const struct twin_placement *from) {
    const uint32_t mask = twin_mask(index, from);
    for (unsigned label = 0; label < index->tile_count; label++)
        for (int d = 0; d < DIRECTIONS; d++) {
            const unsigned cell = from->cell[label];
            const uint8_t to_cell = index->geometry.neighbour[cell][d];
            if (to_cell == NO_CELL || mask >> to_cell & 1u) continue;
            struct twin_placement to = *from;
            to.cell[label] = to_cell;
            int64_t code = twin_code(index, from);
            for (unsigned other = 0; other < index->tile_count; other++) {
                const unsigned between = from->cell[other];
                if (between > cell && between < to_cell) code += index_cross(index, label, other);
                if (between < cell && between > to_cell) code -= index_cross(index, label, other);
            }
            assert_int_equal(code, twin_code(index, &to));
            if (d == BLANK_LEFT || d == BLANK_RIGHT) assert_int_equal(code, twin_code(index, from));
            assert_int_equal(index_parity(index, twin_mask(index, &to)),
                             1 - index_parity(index, mask));
        }
}

static void all_placements_check(const struct index *index) {
    for (uint32_t rank = 0; rank < index->mask_count; rank++)
        for (uint32_t code = 0; code < index->code_count; code++) {
            const struct twin_placement at = twin_place(index, index->mask_of_rank[rank], code);
            moves_check(index, &at);
        }
}

/* Every placement of every pattern of the small boards; on 3x3, patterns of every size. */
static void moves_change_codes_as_told(void **state) {
    (void)state;
    const int sizes[][2] = {{2, 2}, {3, 2}, {2, 3}, {3, 3}};
    for (int s = 0; s < 4; s++) {
        const int cells = sizes[s][0] * sizes[s][1];
        for (uint32_t tiles = 2; tiles < 1u << cells; tiles += 2) {
            if (cells == 9 && bits_count32(tiles) > 4 && tiles % 34) continue;
            struct index *index = twin_index(sizes[s][0], sizes[s][1], cells - 1, tiles);
            all_placements_check(index);
            index_free(index);
        }
    }
}

static void moves_on_large_boards_too(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 3);
    for (size_t s = 0; s < SHAPES; s++) {
        struct index *index = shape_index(&shapes[s]);
        for (int i = 0; i < 20000; i++) {
            const uint32_t rank = random_below(&random, index->mask_count);
            const struct twin_placement at = twin_place(index, index->mask_of_rank[rank],
                                                        random_below(&random, index->code_count));
            moves_check(index, &at);
        }
        index_free(index);
    }
}

/* Compares with the distance of a pattern of one tile, whose code is 0. */
static void nearer_moves_are_marked(void **state) {
    (void)state;
    for (size_t s = 0; s < SHAPES; s++) {
        const struct shape *shape = &shapes[s];
        struct index *index = shape_index(shape);
        for (unsigned label = 0; label < index->tile_count; label++) {
            struct index *alone = twin_index(shape->width, shape->height, shape->goal_blank,
                                             1u << index->tile_of_label[label]);
            for (unsigned to = 0; to < index->geometry.cells; to++)
                for (unsigned d = 0; d < DIRECTIONS; d++) {
                    const unsigned from = index->geometry.neighbour[to][d];
                    const bool nearer =
                        from != NO_CELL &&
                        index_manhattan(alone, 1u << to, 0) < index_manhattan(alone, 1u << from, 0);
                    assert_int_equal(index->nearer[label][d] >> to & 1u, nearer);
                }
            index_free(alone);
        }
        index_free(index);
    }
}

static void boards_are_located(void **state) {
    (void)state;
    tilepdb_random random;
    tilepdb_random_seed(&random, 4);
    for (size_t s = 0; s < SHAPES; s++) {
        struct index *index = shape_index(&shapes[s]);
        tilepdb_board goal, board;
        tilepdb_goal(shapes[s].width, shapes[s].height, shapes[s].goal_blank, &goal, NULL);
        for (int i = 0; i < 500; i++) {
            tilepdb_board_scramble(&random, &goal, &board);
            struct twin_placement at;
            unsigned manhattan = 0;
            for (uint8_t cell = 0; cell < index->geometry.cells; cell++) {
                const uint8_t label = index->label_of_tile[board.cells[cell]];
                if (label == NO_LABEL) continue;
                at.cell[label] = cell;
                manhattan += geometry_distance(&index->geometry, cell, index->goal_cell[label]);
            }
            uint32_t mask, code;
            index_locate(index, &board, &mask, &code);
            assert_int_equal(mask, twin_mask(index, &at));
            assert_int_equal(code, twin_code(index, &at));
            assert_int_equal(index_manhattan(index, mask, code), manhattan);
            assert_int_equal(index_parity(index, mask), manhattan & 1);
        }
        index_free(index);
    }
}

static void reachable_check(int width, int height, int goal_blank, uint32_t tiles) {
    struct index *index = twin_index(width, height, goal_blank, tiles);
    int16_t *distance = twin_distances(index);
    uint64_t aware = 0, projected = 0;
    for (uint64_t i = 0; i < index_entries(index, TILEPDB_BLANK_AWARE); i++)
        aware += distance[i] >= 0;
    for (uint32_t rank = 0; rank < index->mask_count; rank++)
        for (uint32_t code = 0; code < index->code_count; code++) {
            bool any = false;
            for (uint32_t c = index->first_cohort[rank]; c < index->first_cohort[rank + 1]; c++)
                any = any || distance[(size_t)c * index->code_count + code] >= 0;
            projected += any;
        }
    assert_int_equal(index_reachable(index, TILEPDB_BLANK_AWARE), aware);
    assert_int_equal(index_reachable(index, TILEPDB_BLANK_PROJECTED), projected);
    free(distance);
    index_free(index);
}

/* The index counts what a search reaches: every pattern of the smallest boards for every goal
 * cell; on 3x3, patterns of all tiles, of all but one and two, and one of each smaller size. */
static void reachable_is_counted(void **state) {
    (void)state;
    const int sizes[][2] = {{2, 2}, {3, 2}, {2, 3}};
    for (int s = 0; s < 3; s++) {
        const int cells = sizes[s][0] * sizes[s][1];
        for (int goal_blank = 0; goal_blank < cells; goal_blank++)
            for (uint32_t tiles = 2; tiles < 1u << cells; tiles += 2)
                reachable_check(sizes[s][0], sizes[s][1], goal_blank, tiles);
    }
    for (unsigned tiles = 1; tiles <= 8; tiles++)
        reachable_check(3, 3, 8, 0x1FEu & ((2u << tiles) - 1u));
    reachable_check(3, 3, 4, 0x1FE); /* the edges are the cells of the blank's other colour */
    reachable_check(3, 3, 1, 0x1FE);
    for (uint32_t left_out = 2; left_out < 9; left_out += 3)
        reachable_check(3, 3, 5, 0x1FEu & ~(1u << left_out));
    reachable_check(3, 3, 3, 0x1FEu & ~(1u << 4 | 1u << 7));
    reachable_check(4, 2, 6, 0xFEu & ~(1u << 3));
}

static void refused(int width, int height, int goal_blank, uint32_t tiles, tilepdb_status status) {
    const tilepdb_pattern pattern = {.width = (uint8_t)width,
                                     .height = (uint8_t)height,
                                     .goal_blank = (uint8_t)goal_blank,
                                     .tiles = tiles};
    struct index *index;
    tilepdb_error error = {0};
    assert_int_equal(index_create(&index, &pattern, &error), status);
    struct index measured;
    assert_int_equal(index_measure(&measured, &pattern, NULL), status);
    assert_int_equal(error.status, status);
    assert_true(strlen(error.message) > 20);
}

static void bad_patterns_are_refused(void **state) {
    (void)state;
    refused(4, 4, 15, 0, TILEPDB_ERROR_ARGUMENT);
    refused(4, 4, 15, 1, TILEPDB_ERROR_ARGUMENT);
    refused(4, 4, 15, 1u << 16, TILEPDB_ERROR_ARGUMENT);
    refused(4, 4, 16, 2, TILEPDB_ERROR_ARGUMENT);
    refused(1, 4, 0, 2, TILEPDB_ERROR_ARGUMENT);
    refused(6, 5, 0, 2, TILEPDB_ERROR_ARGUMENT);
    refused(4, 4, 15, 0x3FFE, TILEPDB_ERROR_TOO_LARGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_are_numbered),
        cmocka_unit_test(regions_are_those_of_a_flood),
        cmocka_unit_test(published_sizes),
        cmocka_unit_test(measures_are_those_of_an_index),
        cmocka_unit_test(codes_are_numbered),
        cmocka_unit_test(moves_change_codes_as_told),
        cmocka_unit_test(moves_on_large_boards_too),
        cmocka_unit_test(nearer_moves_are_marked),
        cmocka_unit_test(boards_are_located),
        cmocka_unit_test(reachable_is_counted),
        cmocka_unit_test(bad_patterns_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
