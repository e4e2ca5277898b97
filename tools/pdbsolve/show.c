/* --show: boards side by side, as many as a line holds. */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/moves.h"
#include "cli/screen.h"
#include "pdbsolve/draw.h"
#include "pdbsolve/report.h"

#define LINE_WIDTH 78
#define GAP        3

/* A position and how it came about. */
struct step {
    tilepdb_board board;
    int tile; /* that moved, 0 at the start */
    char move;
};

struct film {
    struct step *steps; /* owned */
    size_t count;
    struct draw_style style;
};

static void film_make(struct film *film, const tilepdb_board *board, const char *moves) {
    film->count = strlen(moves) + 1;
    film->steps = cli_allocated(calloc(film->count, sizeof *film->steps));
    film->steps[0].board = *board;
    for (size_t i = 1; i < film->count; i++) {
        const char move = moves[i - 1];
        struct step *step = &film->steps[i];
        *step = (struct step){
            .board = step[-1].board,
            .tile = cli_moved_tile(&step[-1].board, move),
            .move = move,
        };
        tilepdb_board_play(&step->board, (char[]){move, '\0'}, NULL);
    }
}

/* What stands between two drawings of a line, or ends it. */
static void print_gap(FILE *stream, bool last) {
    if (last)
        fputc('\n', stream);
    else
        fprintf(stream, "%*s", GAP, "");
}

static void print_title(FILE *stream, const struct film *film, size_t number, bool last) {
    const struct step *step = &film->steps[number];
    char title[64] = " start";
    if (step->tile != 0)
        snprintf(title, sizeof title, "%3zu: %d%c", number, step->tile, step->move);
    if (last)
        fprintf(stream, "%s\n", title);
    else /* a title may reach into the gap */
        fprintf(stream, "%-*s", draw_columns(&step->board, film->style) + GAP, title);
}

static void print_group(FILE *stream, const struct film *film, size_t first, size_t end) {
    const tilepdb_board *goal = &film->steps[film->count - 1].board;
    fputc('\n', stream);
    for (size_t i = first; i < end; i++) print_title(stream, film, i, i + 1 == end);
    for (int line = 0; line < draw_lines(goal, film->style); line++) {
        for (size_t i = first; i < end; i++) {
            const struct step *step = &film->steps[i];
            draw_line(stream, &step->board, goal, step->tile, line, film->style);
            print_gap(stream, i + 1 == end);
        }
    }
}

void show_solution(FILE *stream, const struct solve_options *options, const tilepdb_board *board,
                   const char *moves) {
    struct film film = {.style = draw_style_for(options, stream)};
    film_make(&film, board, moves);
    const int width = cli_is_terminal(stream) ? cli_columns(fileno(stream)) : LINE_WIDTH;
    const int columns = draw_columns(board, film.style) + GAP;
    const size_t in_line = width >= columns ? (size_t)((width + GAP) / columns) : 1;
    for (size_t first = 0; first < film.count; first += in_line) {
        const size_t end = first + in_line;
        print_group(stream, &film, first, end < film.count ? end : film.count);
    }
    fputc('\n', stream);
    free(film.steps);
}
