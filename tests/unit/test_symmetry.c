/* Unit tests of puzzle/symmetry: the eight symmetries of every size, reflections and view maps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzle/board.h"
#include "puzzle/geometry.h"
#include "puzzle/symmetry.h"

/* Moves the cells; tiles keep their numbers. */
static void symmetry_apply(const struct symmetry *symmetry, const tilepdb_board *in,
                           tilepdb_board *out) {
    const unsigned cells = (unsigned)symmetry->width * symmetry->height;
    *out = (tilepdb_board){.width = symmetry->width, .height = symmetry->height};
    for (unsigned cell = 0; cell < cells; cell++) out->cells[symmetry->to[cell]] = in->cells[cell];
}

static void for_every_size(void (*check)(const struct geometry *geometry)) {
    int sizes = 0;
    for (int size = 0; size < 13 * 13; size++) {
        struct geometry geometry;
        if (geometry_init(&geometry, size / 13, size % 13, NULL) != TILEPDB_OK) continue;
        check(&geometry);
        sizes++;
    }
    assert_int_equal(sizes, 38);
}

/* ---- symmetries ------------------------------------------------------------------------------ */

static void symmetries_of_3x2_by_hand(void **state) {
    (void)state;
    static const struct symmetry expected[SYMMETRIES] = {
        {3, 2, {0, 1, 2, 3, 4, 5}}, {3, 2, {2, 1, 0, 5, 4, 3}}, {3, 2, {3, 4, 5, 0, 1, 2}},
        {3, 2, {5, 4, 3, 2, 1, 0}}, {2, 3, {0, 2, 4, 1, 3, 5}}, {2, 3, {1, 3, 5, 0, 2, 4}},
        {2, 3, {4, 2, 0, 5, 3, 1}}, {2, 3, {5, 3, 1, 4, 2, 0}},
    };
    struct geometry geometry;
    assert_int_equal(geometry_init(&geometry, 3, 2, NULL), TILEPDB_OK);
    for (unsigned which = 0; which < SYMMETRIES; which++) {
        struct symmetry symmetry;
        symmetry_init(&symmetry, &geometry, which);
        assert_int_equal(symmetry.width, expected[which].width);
        assert_int_equal(symmetry.height, expected[which].height);
        assert_memory_equal(symmetry.to, expected[which].to, 6);
    }
}

/* A symmetry is a bijection that maps neighbours to neighbours in the direction that it states. */
static void check_symmetries(const struct geometry *geometry) {
    for (unsigned which = 0; which < SYMMETRIES; which++) {
        struct symmetry symmetry;
        struct geometry image;
        symmetry_init(&symmetry, geometry, which);
        assert_int_equal(geometry_init(&image, symmetry.width, symmetry.height, NULL), TILEPDB_OK);
        assert_int_equal(image.width, which < 4 ? geometry->width : geometry->height);
        uint32_t hit = 0;
        for (unsigned cell = 0; cell < geometry->cells; cell++) {
            hit |= UINT32_C(1) << symmetry.to[cell];
            for (unsigned d = 0; d < DIRECTIONS; d++) {
                uint8_t next = geometry->neighbour[cell][d];
                enum direction direction = symmetry_direction(which, (enum direction)d);
                assert_int_equal(image.neighbour[symmetry.to[cell]][direction],
                                 next == NO_CELL ? NO_CELL : symmetry.to[next]);
            }
        }
        assert_int_equal(hit, (UINT32_C(1) << geometry->cells) - 1);
    }
}

static void symmetries_keep_neighbours(void **state) {
    (void)state;
    for_every_size(check_symmetries);
}

static void apply_moves_cells_only(void **state) {
    (void)state;
    struct geometry geometry;
    struct symmetry symmetry;
    tilepdb_board goal;
    tilepdb_board image;
    geometry_init(&geometry, 3, 2, NULL);
    tilepdb_goal(3, 2, 5, &goal, NULL);
    symmetry_init(&symmetry, &geometry, 5);
    symmetry_apply(&symmetry, &goal, &image);
    assert_true(board_equal(&image, &(tilepdb_board){2, 3, {4, 1, 5, 2, 0, 3}}));
}

/* ---- reflections ----------------------------------------------------------------------------- */

static void check_reflection(const struct geometry *geometry) {
    for (uint8_t goal_blank = 0; goal_blank < geometry->cells; goal_blank++) {
        unsigned which = 99;
        bool found = symmetry_reflection(geometry, goal_blank, &which);
        int row = goal_blank / geometry->width;
        int column = goal_blank % geometry->width;
        bool square = geometry->width == geometry->height;
        unsigned expected = square && row == column                         ? 4
                            : square && row + column == geometry->width - 1 ? 7
                                                                            : 99;
        assert_int_equal(which, expected);
        assert_int_equal(found, expected != 99);
    }
}

static void reflection_keeps_the_goal_cell(void **state) {
    (void)state;
    for_every_size(check_reflection);
    struct geometry geometry;
    unsigned which;
    geometry_init(&geometry, 4, 4, NULL);
    assert_false(symmetry_reflection(&geometry, NO_CELL, &which));
}

/* ---- view maps ------------------------------------------------------------------------------- */

static void relabel(tilepdb_board *board, tilepdb_random *random) {
    unsigned cells = (unsigned)board->width * board->height;
    uint8_t name[TILEPDB_TABLE_MAX_CELLS];
    for (unsigned tile = 0; tile < cells; tile++) name[tile] = (uint8_t)tile;
    for (unsigned left = cells - 1; left > 1; left--) {
        unsigned drawn = 1 + random_below(random, left);
        uint8_t swapped = name[drawn];
        name[drawn] = name[left];
        name[left] = swapped;
    }
    for (unsigned cell = 0; cell < cells; cell++) board->cells[cell] = name[board->cells[cell]];
}

/* The view map of a goal carries it to the standard goal and commutes with moves. */
static void check_view_map(const struct view_map *map, const tilepdb_board *goal,
                           const tilepdb_board *standard, tilepdb_random *random) {
    struct geometry here;
    struct geometry there;
    tilepdb_board board = *goal;
    tilepdb_board image;
    geometry_init(&here, goal->width, goal->height, NULL);
    geometry_init(&there, standard->width, standard->height, NULL);
    view_map_apply(map, &board, &image);
    assert_true(board_equal(&image, standard));
    assert_int_equal(map->tile_to[0], 0);
    for (int step = 0; step < 60; step++) {
        enum direction direction = (enum direction)random_below(random, DIRECTIONS);
        unsigned blank = board_blank(&board);
        unsigned image_blank = board_blank(&image);
        bool moved = board_move(&board, &blank, direction);
        assert_int_equal(board_move(&image, &image_blank, map->direction_to[direction]), moved);
        tilepdb_board applied;
        view_map_apply(map, &board, &applied);
        assert_true(board_equal(&applied, &image));
    }
    tilepdb_board_scramble(random, goal, &board);
    view_map_apply(map, &board, &image);
    assert_int_equal(tilepdb_board_solvable(&image, standard, NULL), TILEPDB_OK);
}

/* Every goal that is the image of a standard goal with randomly renamed tiles. */
static void check_view_maps_of_symmetric_goals(const struct geometry *geometry) {
    tilepdb_random random;
    tilepdb_random_seed(&random, 30);
    for (int table_blank = 0; table_blank < geometry->cells; table_blank++) {
        tilepdb_board standard;
        tilepdb_goal(geometry->width, geometry->height, table_blank, &standard, NULL);
        for (unsigned which = 0; which < SYMMETRIES; which++) {
            struct symmetry symmetry;
            struct view_map map;
            tilepdb_board goal;
            symmetry_init(&symmetry, geometry, which);
            symmetry_apply(&symmetry, &standard, &goal);
            if (which > 0) relabel(&goal, &random);
            assert_true(view_map_init(&map, &goal, geometry->width, geometry->height, table_blank));
            if (which == 0) assert_int_equal(map.which, 0);
            check_view_map(&map, &goal, &standard, &random);
        }
    }
}

static void view_maps_carry_symmetric_goals(void **state) {
    (void)state;
    for_every_size(check_view_maps_of_symmetric_goals);
}

/* A view map exists exactly if a symmetry carries the blank; it is the one with the lowest
 * number. */
static void check_view_maps_of_all_cells(const struct geometry *geometry) {
    for (int blank = 0; blank < geometry->cells; blank++) {
        tilepdb_board goal;
        tilepdb_goal(geometry->width, geometry->height, blank, &goal, NULL);
        for (int table = 0; table < 2 * geometry->cells; table++) {
            bool turned = table >= geometry->cells;
            int width = turned ? geometry->height : geometry->width;
            int height = turned ? geometry->width : geometry->height;
            int table_blank = table % geometry->cells;
            unsigned lowest = SYMMETRIES;
            for (unsigned which = SYMMETRIES; which-- > 0;) {
                struct symmetry symmetry;
                symmetry_init(&symmetry, geometry, which);
                if (symmetry.width == width && symmetry.height == height &&
                    symmetry.to[blank] == table_blank) {
                    lowest = which;
                }
            }
            struct view_map map;
            assert_int_equal(view_map_init(&map, &goal, width, height, table_blank),
                             lowest < SYMMETRIES);
            if (lowest < SYMMETRIES) assert_int_equal(map.which, lowest);
        }
    }
}

static void view_maps_are_there_exactly_if_a_symmetry_is(void **state) {
    (void)state;
    for_every_size(check_view_maps_of_all_cells);
}

static void view_maps_refuse_what_does_not_fit(void **state) {
    (void)state;
    struct view_map map;
    tilepdb_board goal;
    tilepdb_goal(4, 3, 11, &goal, NULL);
    assert_true(view_map_init(&map, &goal, 4, 3, 0));
    assert_int_equal(map.which, 3);
    assert_true(view_map_init(&map, &goal, 3, 4, 11));
    assert_int_equal(map.which, 4);
    assert_false(view_map_init(&map, &goal, 4, 3, 1));
    assert_false(view_map_init(&map, &goal, 4, 3, 12));
    assert_false(view_map_init(&map, &goal, 4, 3, -1));
    assert_false(view_map_init(&map, &goal, 6, 2, 11));
    assert_false(view_map_init(&map, &goal, 0, 0, 0));
    goal.cells[2] = goal.cells[1];
    assert_false(view_map_init(&map, &goal, 4, 3, 11));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetries_of_3x2_by_hand),
        cmocka_unit_test(symmetries_keep_neighbours),
        cmocka_unit_test(apply_moves_cells_only),
        cmocka_unit_test(reflection_keeps_the_goal_cell),
        cmocka_unit_test(view_maps_carry_symmetric_goals),
        cmocka_unit_test(view_maps_are_there_exactly_if_a_symmetry_is),
        cmocka_unit_test(view_maps_refuse_what_does_not_fit),
    };
    return cmocka_run_group_tests_name("symmetry", tests, NULL, NULL);
}
