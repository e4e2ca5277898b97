/* See film.h. */
#include "pdbsolve/film.h"

#include <stdlib.h>
#include <string.h>

#include "cli/console.h"

static int blank_cell(const tilepdb_board *board) {
    int cell = 0;
    while (board->cells[cell] != 0) cell++;
    return cell;
}

void film_make(struct film *film, const tilepdb_board *board, const char *moves) {
    film->count = strlen(moves) + 1;
    film->steps = cli_allocated(calloc(film->count, sizeof *film->steps));
    film->steps[0].board = *board;
    for (size_t i = 1; i < film->count; i++) {
        const char move = moves[i - 1];
        struct film_step *step = &film->steps[i];
        *step = (struct film_step){.board = step[-1].board, .move = move};
        tilepdb_board_play(&step->board, (char[]){move, '\0'}, NULL);
        step->tile = step->board.cells[blank_cell(&step[-1].board)];
    }
}

void film_free(struct film *film) {
    free(film->steps);
    *film = (struct film){0};
}
