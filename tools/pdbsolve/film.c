/* See film.h. */
#include "pdbsolve/film.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "tilepdb_text.h"

static int blank_cell(const tilepdb_board *board) {
    int cell = 0;
    while (board->cells[cell] != 0) cell++;
    return cell;
}

/* Plays the next move on a step that is like the one before it. Returns what follows. */
static const char *step_play(struct film_step *step, const char *moves, tilepdb_metric metric) {
    const int before = blank_cell(&step->board);
    int tiles = 0;
    step->move = *moves;
    do {
        tilepdb_board_play(&step->board, (char[]){step->move, '\0'}, NULL);
        tiles++;
        moves++;
    } while (metric == TILEPDB_METRIC_MULTI && *moves == step->move);
    step->moved = (struct draw_line_of){before, (blank_cell(&step->board) - before) / tiles, tiles};
    return moves;
}

void film_make(struct film *film, const tilepdb_board *board, const char *moves,
               tilepdb_metric metric) {
    film->count = tilepdb_moves_length(moves, metric) + 1;
    film->steps = cli_allocated(calloc(film->count, sizeof *film->steps));
    film->steps[0].board = *board;
    for (size_t i = 1; i < film->count; i++) {
        film->steps[i].board = film->steps[i - 1].board;
        moves = step_play(&film->steps[i], moves, metric);
    }
}

const char *film_move(const struct film_step *step, char text[FILM_MOVE_TEXT]) {
    if (step->moved.count > 1)
        snprintf(text, FILM_MOVE_TEXT, "%c%d", step->move, step->moved.count);
    else
        snprintf(text, FILM_MOVE_TEXT, "%c", step->move);
    return text;
}

void film_free(struct film *film) {
    free(film->steps);
    *film = (struct film){0};
}
