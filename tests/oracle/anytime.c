/*
 * Anytime solutions against known lengths: every solution leads to the goal, no lower bound is
 * above the optimum, and the gaps of beams of given widths are not larger than when this test was
 * written.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "tilepdb_engine.h"
#include "tilepdb_text.h"
#include "whole.h"

struct sum {
    int boards, length, optimum, lower_bound;
};

static void board_judge(const tilepdb_board *board, const tilepdb_board *goal,
                        const tilepdb_anytime_options *options, int optimum, struct sum *sum) {
    static tilepdb_anytime_result result;
    tilepdb_error error = {0};
    char text[TILEPDB_BOARD_TEXT];
    const tilepdb_status status = tilepdb_anytime_solve(board, goal, options, &result, &error);
    tilepdb_board end = *board;
    tilepdb_board_format(board, true, text);
    expect(!status || status == TILEPDB_LIMIT, "%s: %s", text, error.message);
    expect(!tilepdb_board_play(&end, result.moves, NULL) &&
               memcmp(end.cells, goal->cells,
                      sizeof *goal->cells * goal->width * (size_t)goal->height) == 0,
           "%s: the solution does not lead to the goal", text);
    expect((int)tilepdb_moves_length(result.moves, options->metric) == result.length,
           "%s: %d moves, and not %zu", text, result.length, strlen(result.moves));
    expect(result.lower_bound <= optimum && optimum <= result.length,
           "%s: %d to %d moves; the optimum is %d", text, result.lower_bound, result.length,
           optimum);
    expect(!result.optimal || result.length == optimum, "%s: %d moves are not optimal", text,
           result.length);
    sum->boards++;
    sum->length += result.length;
    sum->optimum += optimum;
    sum->lower_bound += result.lower_bound;
}

static double excess(const struct sum *sum) {
    return (double)(sum->length - sum->optimum) / sum->boards;
}

/* Lines of a board and its optimum, after `skipped` other numbers. */
static void file_judge(const char *name, tilepdb_metric metric, int side, int skipped,
                       int goal_blank, int most, uint64_t width, double allowed) {
    FILE *file = data_open(name);
    long long numbers[64];
    const int cells = side * side;
    struct sum sum = {0};
    tilepdb_board goal, board = {.width = (uint8_t)side, .height = (uint8_t)side};
    tilepdb_anytime_options options;
    tilepdb_anytime_options_init(&options);
    options.max_width = width;
    options.metric = metric;
    tilepdb_goal(side, side, goal_blank, &goal, NULL);
    while (sum.boards < most && data_numbers(file, numbers, 64) > skipped + cells) {
        for (int i = 0; i < cells; i++) board.cells[i] = (uint16_t)numbers[skipped + i];
        board_judge(&board, &goal, &options, (int)numbers[skipped + cells], &sum);
    }
    fclose(file);
    expect(sum.boards > 10, "%s: %d boards", name, sum.boards);
    expect(excess(&sum) <= allowed, "%s: beams of %d boards are %.2f moves above the optimum", name,
           (int)width, excess(&sum));
    printf("%s, beams of up to %d boards: %.2f moves above the optimum, bounds %.2f below\n", name,
           (int)width, excess(&sum), (double)(sum.optimum - sum.lower_bound) / sum.boards);
}

/* Solves every board of a small puzzle with narrow beams. */
static void whole_judge(int width, int height, int goal_blank) {
    struct whole whole;
    struct sum sum = {0};
    tilepdb_board goal;
    tilepdb_anytime_options options;
    tilepdb_anytime_options_init(&options);
    options.max_width = 64;
    tilepdb_goal(width, height, goal_blank, &goal, NULL);
    whole_find(&whole, &goal);
    const size_t step = whole.count > 3000 ? whole.count / 3000 : 1;
    for (size_t i = 0; i < whole.count; i += step) {
        const tilepdb_board board = whole_board(&whole, i);
        board_judge(&board, &goal, &options, whole_distance(&whole, &board), &sum);
    }
    printf("%dx%d: %d boards, %.2f moves above the optimum\n", width, height, sum.boards,
           excess(&sum));
    whole_free(&whole);
}

int main(void) {
    whole_judge(3, 3, 8);
    whole_judge(3, 3, 1);
    whole_judge(2, 4, 7);
    whole_judge(5, 2, 0);
    file_judge("korf100.txt", TILEPDB_METRIC_SINGLE, 4, 1, 0, 100, 256, 7);
    file_judge("dca15.txt", TILEPDB_METRIC_SINGLE, 4, 0, 15, 100, 256, 7);
    file_judge("dca24.txt", TILEPDB_METRIC_SINGLE, 5, 0, 24, 60, 1024, 4);
    file_judge("korf24.txt", TILEPDB_METRIC_SINGLE, 5, 1, 0, 50, 1024, 7);
    file_judge("mtm15.txt", TILEPDB_METRIC_MULTI, 4, 0, 15, 60, 256, 4);
    return failures() != 0;
}
