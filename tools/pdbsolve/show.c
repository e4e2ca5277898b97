/* --show: boards side by side, as many as a line holds. */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "pdbsolve/notation.h"
#include "pdbsolve/report.h"

#define LINE_WIDTH 78
#define GAP        3

/* A position and how it came about. */
struct step {
    tilepdb_board board;
    int tile; /* that moved, 0 at the start */
    char move;
};

static int step_width(const tilepdb_board *board) {
    return 3 * board->width;
}

static void print_title(FILE *stream, const struct step *step, size_t number, bool last) {
    char title[64] = " start";
    if (step->tile != 0) {
        snprintf(title, sizeof title, "%3zu: %d%c", number, step->tile, step->move);
    }
    if (last) {
        fprintf(stream, "%s\n", title);
    } else {
        fprintf(stream, "%-*s", step_width(&step->board) + GAP, title);
    }
}

static void print_row(FILE *stream, const tilepdb_board *board, int row, bool last) {
    for (int column = 0; column < board->width; column++) {
        int tile = board->cells[row * board->width + column];
        if (tile == 0) {
            fputs("  .", stream);
        } else {
            fprintf(stream, "%3d", tile);
        }
    }
    if (last) {
        fputc('\n', stream);
    } else {
        fprintf(stream, "%*s", GAP, "");
    }
}

static void print_group(FILE *stream, const struct step *steps, size_t first, size_t end) {
    fputc('\n', stream);
    for (size_t i = first; i < end; i++) print_title(stream, &steps[i], i, i + 1 == end);
    for (int row = 0; row < steps->board.height; row++) {
        for (size_t i = first; i < end; i++) print_row(stream, &steps[i].board, row, i + 1 == end);
    }
}

void show_solution(FILE *stream, const tilepdb_board *board, const char *moves) {
    size_t count = strlen(moves) + 1;
    struct step *steps = cli_allocated(calloc(count, sizeof *steps));
    steps[0].board = *board;
    for (size_t i = 1; i < count; i++) {
        steps[i] = (struct step){
            .board = steps[i - 1].board,
            .tile = cli_moved_tile(&steps[i - 1].board, moves[i - 1]),
            .move = moves[i - 1],
        };
        tilepdb_board_play(&steps[i].board, (char[]){moves[i - 1], '\0'}, NULL);
    }
    size_t in_line = (size_t)((LINE_WIDTH + GAP) / (step_width(board) + GAP));
    if (in_line == 0) in_line = 1;
    for (size_t first = 0; first < count; first += in_line) {
        print_group(stream, steps, first, first + in_line < count ? first + in_line : count);
    }
    fputc('\n', stream);
    free(steps);
}
