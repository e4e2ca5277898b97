/* Boards in reports. See boards.h. */
#include "cli/boards.h"

#include <string.h>

json_t *cli_json_board(const tilepdb_board *board) {
    json_t *list = json_array();
    for (int cell = 0; cell < board->width * board->height; cell++)
        json_array_append_new(list, json_integer(board->cells[cell]));
    return list;
}

bool cli_same_board(const tilepdb_board *a, const tilepdb_board *b) {
    return a->width == b->width && a->height == b->height &&
           memcmp(a->cells, b->cells, sizeof *a->cells * a->width * a->height) == 0;
}
