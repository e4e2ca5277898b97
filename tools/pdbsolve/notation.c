#include "pdbsolve/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"

/* The direction the other way round. */
static char opposite(char move) {
    switch (move) {
    case 'U':
        return 'D';
    case 'D':
        return 'U';
    case 'L':
        return 'R';
    default:
        return 'L';
    }
}

int moved_tile(const tilepdb_board *board, char move) {
    int blank = 0;
    while (board->cells[blank] != 0) blank++;
    switch (move) {
    case 'U':
        return board->cells[blank + board->width];
    case 'D':
        return board->cells[blank - board->width];
    case 'L':
        return board->cells[blank + 1];
    default:
        return board->cells[blank - 1];
    }
}

static char *write_numbers(const tilepdb_board *board, const char *moves) {
    tilepdb_board position = *board;
    size_t room = strlen(moves) * 3 + 1; /* two digits and a comma */
    char *text = cli_allocated(malloc(room));
    size_t used = 0;
    text[0] = '\0';
    for (; *moves != '\0'; moves++) {
        used += (size_t)snprintf(text + used, room - used, "%s%d", used > 0 ? "," : "",
                                 moved_tile(&position, *moves));
        tilepdb_board_play(&position, (char[]){*moves, '\0'}, NULL);
    }
    return text;
}

char *moves_write(const tilepdb_board *board, const char *moves, enum move_notation notation) {
    if (notation == MOVES_NUMBERS) return write_numbers(board, moves);
    char *text = cli_text("%s", moves);
    for (char *at = text; *at != '\0' && notation == MOVES_BLANK; at++) *at = opposite(*at);
    return text;
}

void move_list_add(struct move_list *list, char *moves) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 16;
        list->moves = cli_allocated(realloc(list->moves, list->capacity * sizeof *list->moves));
    }
    list->moves[list->count++] = moves;
}

void move_list_free(struct move_list *list) {
    for (size_t i = 0; i < list->count; i++) free(list->moves[i]);
    free(list->moves);
    *list = (struct move_list){0};
}
