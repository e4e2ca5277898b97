/* See replay.h. */
#include "answers/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "tilepdb_text.h"

/* Plays the next move on a step that is like the one before it. Returns what follows. */
static const char *step_play(struct replay_frame *step, const char *moves, tilepdb_metric metric) {
    const int before = cli_blank_cell(&step->board);
    int tiles = 0;
    step->move = *moves;
    do {
        tilepdb_board_play(&step->board, (char[]){step->move, '\0'}, NULL);
        tiles++;
        moves++;
    } while (metric == TILEPDB_METRIC_MULTI && *moves == step->move);
    step->moved =
        (struct cell_line){before, (cli_blank_cell(&step->board) - before) / tiles, tiles};
    return moves;
}

void replay_make(struct replay *replay, const tilepdb_board *board, const char *moves,
                 tilepdb_metric metric) {
    replay->count = tilepdb_moves_length(moves, metric) + 1;
    replay->steps = cli_allocated(calloc(replay->count, sizeof *replay->steps));
    replay->steps[0].board = *board;
    for (size_t i = 1; i < replay->count; i++) {
        replay->steps[i].board = replay->steps[i - 1].board;
        moves = step_play(&replay->steps[i], moves, metric);
    }
}

const char *replay_move_text(const struct replay_frame *step, char text[REPLAY_MOVE_TEXT]) {
    if (step->moved.count > 1)
        snprintf(text, REPLAY_MOVE_TEXT, "%c%d", step->move, step->moved.count);
    else
        snprintf(text, REPLAY_MOVE_TEXT, "%c", step->move);
    return text;
}

void replay_free(struct replay *replay) {
    free(replay->steps);
    *replay = (struct replay){0};
}

/* ---- --show: boards side by side, as many as a line holds ------------------------------------ */

#define LINE_WIDTH 78
#define GAP        3

/* "start", "3: 5R" of a tile, "3: R2" of a slide. */
static void print_title(FILE *stream, const struct replay_frame *step, size_t number,
                        tilepdb_metric metric, int columns) {
    char title[64] = " start", move[REPLAY_MOVE_TEXT];
    if (number > 0 && metric == TILEPDB_METRIC_MULTI)
        snprintf(title, sizeof title, "%3zu: %s", number, replay_move_text(step, move));
    else if (number > 0)
        snprintf(title, sizeof title, "%3zu: %d%c", number, step->board.cells[step->moved.cell],
                 step->move);
    fprintf(stream, "%-*s", columns, title);
}

/* The steps [first, end) side by side. A title may reach into the gap. */
static void print_group(FILE *stream, const struct replay *replay, size_t first, size_t end,
                        tilepdb_metric metric, struct draw_style style) {
    const tilepdb_board *goal = &replay->steps[replay->count - 1].board;
    const int columns = draw_columns(goal, style) + GAP;
    fputc('\n', stream);
    for (size_t i = first; i < end; i++)
        print_title(stream, &replay->steps[i], i, metric, i + 1 < end ? columns : 0);
    fputc('\n', stream);
    for (int line = 0; line < draw_lines(goal, style); line++) {
        for (size_t i = first; i < end; i++) {
            const struct replay_frame *step = &replay->steps[i];
            draw_line(stream, &step->board, goal, &step->moved, line, style);
            if (i + 1 < end) fprintf(stream, "%*s", GAP, "");
        }
        fputc('\n', stream);
    }
}

void show_solution(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                   const char *moves) {
    const struct draw_style style = draw_style_for(options, stream);
    const int width = cli_is_terminal(stream) ? cli_columns(fileno(stream)) : LINE_WIDTH;
    const int columns = draw_columns(board, style) + GAP;
    const size_t in_line = width >= columns ? (size_t)((width + GAP) / columns) : 1;
    const tilepdb_metric metric = (tilepdb_metric)options->metric;
    struct replay replay;
    if (metric == TILEPDB_METRIC_MULTI) {
        char *grouped = cli_moves_grouped(moves, TILEPDB_NOTATION_TILE);
        fprintf(stream, "\n%s\n", grouped);
        free(grouped);
    }
    replay_make(&replay, board, moves, metric);
    for (size_t first = 0; first < replay.count; first += in_line) {
        const size_t end = first + in_line;
        print_group(stream, &replay, first, end < replay.count ? end : replay.count, metric, style);
    }
    fputc('\n', stream);
    replay_free(&replay);
}
