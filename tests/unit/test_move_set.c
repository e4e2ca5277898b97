/*
 * Unit tests of src/puzzle/move_set against the neighbours of the geometry and, for both metrics,
 * the exact numbers of boards of the 8-puzzle at every distance.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "puzzle/board.h"
#include "puzzle/move_set.h"

static void single_moves_are_the_directions(void **state) {
    (void)state;
    struct move_set set;
    assert_int_equal(move_set_init(&set, 5, 3, TILEPDB_METRIC_SINGLE, NULL), TILEPDB_OK);
    assert_int_equal(set.count, DIRECTIONS);
    assert_int_equal(set.bits, 2);
    assert_int_equal(set.bound_step, 2);
    for (unsigned cell = 0; cell < 15; cell++)
        for (unsigned d = 0; d < DIRECTIONS; d++) {
            assert_int_equal(set.blank_after[cell][d], set.geometry.neighbour[cell][d]);
            assert_int_equal(set.legal[cell] >> d & 1u, set.geometry.neighbour[cell][d] != NO_CELL);
            assert_int_equal(set.move[d].inverse, direction_opposite((enum direction)d));
        }
}

/* Every other cell of the blank's row and column is one move away; 12x2 has the most moves. */
static void multi_moves_reach_the_row_and_the_column(void **state) {
    (void)state;
    struct move_set set;
    assert_int_equal(move_set_init(&set, 12, 2, TILEPDB_METRIC_MULTI, NULL), TILEPDB_OK);
    assert_int_equal(set.count, MOVE_SET_MAX);
    assert_int_equal(move_set_init(&set, 4, 4, TILEPDB_METRIC_MULTI, NULL), TILEPDB_OK);
    assert_int_equal(set.count, 12);
    assert_int_equal(set.bits, 4);
    assert_int_equal(set.bound_step, 1);
    for (unsigned cell = 0; cell < 16; cell++) {
        uint32_t reached = 0;
        for (unsigned i = 0; i < set.count; i++)
            if (set.legal[cell] >> i & 1u) reached |= 1u << set.blank_after[cell][i];
        for (unsigned other = 0; other < 16; other++)
            assert_int_equal(reached >> other & 1u,
                             other != cell && (other / 4 == cell / 4 || other % 4 == cell % 4));
    }
}

static void an_inverse_undoes(void **state) {
    (void)state;
    for (int metric = 0; metric_find((tilepdb_metric)metric); metric++)
        for (unsigned cell = 0; cell < 12; cell++) {
            struct move_set set;
            tilepdb_board goal;
            move_set_init(&set, 4, 3, (tilepdb_metric)metric, NULL);
            tilepdb_goal(4, 3, (int)cell, &goal, NULL);
            for (unsigned i = 0; i < set.count; i++) {
                tilepdb_board board = goal;
                uint8_t blank = (uint8_t)cell;
                const bool legal = set.legal[cell] >> i & 1u;
                assert_int_equal(move_set_play(&set, &board, &blank, i), legal);
                assert_int_equal(board_equal(&board, &goal), !legal);
                if (!legal) continue;
                assert_int_equal(blank, set.blank_after[cell][i]);
                assert_true(move_set_play(&set, &board, &blank, set.move[i].inverse));
                assert_true(board_equal(&board, &goal));
            }
        }
}

/* A second move is left out exactly if one move, or none, has the effect of both. */
static void what_follows_does_more_than_one_move(void **state) {
    (void)state;
    for (int metric = 0; metric_find((tilepdb_metric)metric); metric++) {
        struct move_set set;
        tilepdb_board goal;
        move_set_init(&set, 4, 3, (tilepdb_metric)metric, NULL);
        for (unsigned pair = 0; pair < 12u * set.count * set.count; pair++) {
            const unsigned i = pair / 12 / set.count, j = pair / 12 % set.count;
            uint8_t blank = (uint8_t)(pair % 12), other;
            tilepdb_goal(4, 3, blank, &goal, NULL);
            tilepdb_board two = goal, one;
            if (!move_set_play(&set, &two, &blank, i) || !move_set_play(&set, &two, &blank, j))
                continue;
            bool is_less = board_equal(&two, &goal);
            for (unsigned k = 0; k < set.count; k++) {
                one = goal;
                other = (uint8_t)(pair % 12);
                if (move_set_play(&set, &one, &other, k)) is_less |= board_equal(&one, &two);
            }
            assert_int_equal(set.after[i] >> j & 1u, !is_less);
        }
        assert_int_equal(set.after[set.count], (UINT32_C(1) << set.count) - 1);
    }
}

static void letters_are_one_a_tile(void **state) {
    (void)state;
    struct move_set set;
    char text[16];
    move_set_init(&set, 4, 4, TILEPDB_METRIC_MULTI, NULL);
    const uint8_t path[] = {2, 3}; /* the blank goes up by three cells, then left by one */
    assert_int_equal(move_set_write(&set, path, 2, text), 4);
    assert_string_equal(text, "DDDR");
}

static void wrong_sets_are_refused(void **state) {
    (void)state;
    struct move_set set;
    tilepdb_error error;
    assert_int_equal(move_set_init(&set, 1, 4, TILEPDB_METRIC_SINGLE, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_int_equal(move_set_init(&set, 4, 4, (tilepdb_metric)200, &error),
                     TILEPDB_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "metric 200"));
}

/* ---- the 8-puzzle ---------------------------------------------------------------------------- */

enum { BOARDS = 362880 };

static unsigned board_number(const tilepdb_board *board) {
    unsigned number = 0;
    for (unsigned i = 0; i < 9; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < 9; j++) smaller += board->cells[j] < board->cells[i];
        number = number * (9 - i) + smaller;
    }
    return number;
}

static void depths_are(tilepdb_metric metric, const char *path) {
    struct move_set set;
    tilepdb_board *queue = malloc(BOARDS * sizeof *queue);
    uint8_t *depth = malloc(BOARDS);
    unsigned count[64] = {0};
    size_t first = 0, last = 1;
    assert_non_null(queue);
    assert_non_null(depth);
    memset(depth, 0xFF, BOARDS);
    move_set_init(&set, 3, 3, metric, NULL);
    tilepdb_goal(3, 3, 8, &queue[0], NULL);
    depth[board_number(&queue[0])] = 0;
    for (; first < last; first++) {
        const unsigned here = depth[board_number(&queue[first])];
        count[here]++;
        for (unsigned i = 0; i < set.count; i++) {
            tilepdb_board board = queue[first];
            uint8_t blank = (uint8_t)board_blank(&board);
            if (!move_set_play(&set, &board, &blank, i)) continue;
            const unsigned number = board_number(&board);
            if (depth[number] != 0xFF) {
                assert_int_equal(abs((int)depth[number] - (int)here) % set.bound_step,
                                 set.bound_step == 2 ? 1 : 0);
                continue;
            }
            depth[number] = (uint8_t)(here + set.move[i].cost);
            queue[last++] = board;
        }
    }
    char line[256];
    unsigned lines = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        unsigned at, boards;
        if (sscanf(line, "%u %u", &at, &boards) != 2) continue;
        assert_int_equal(count[at], boards);
        lines++;
    }
    fclose(file);
    assert_true(lines > 20);
    assert_int_equal(count[lines], 0);
    free(queue);
    free(depth);
}

static void the_8_puzzle_has_its_depths(void **state) {
    (void)state;
    depths_are(TILEPDB_METRIC_SINGLE, TILEPDB_DATA_DIR "/depth_3x3.txt");
    depths_are(TILEPDB_METRIC_MULTI, TILEPDB_DATA_DIR "/mtm_depth_3x3.txt");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_moves_are_the_directions),
        cmocka_unit_test(multi_moves_reach_the_row_and_the_column),
        cmocka_unit_test(an_inverse_undoes),
        cmocka_unit_test(what_follows_does_more_than_one_move),
        cmocka_unit_test(letters_are_one_a_tile),
        cmocka_unit_test(wrong_sets_are_refused),
        cmocka_unit_test(the_8_puzzle_has_its_depths),
    };
    return cmocka_run_group_tests_name("move_set", tests, NULL, NULL);
}
