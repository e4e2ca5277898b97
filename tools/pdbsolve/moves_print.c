/* See moves_print.h. */
#include "pdbsolve/moves_print.h"

#include <stdlib.h>

#include "cli/console.h"
#include "cli/moves.h"
#include "tilepdb_text.h"

char *moves_write(const struct solve_options *options, const tilepdb_board *board,
                  const char *moves) {
    return cli_moves_write(moves, (tilepdb_notation)options->moves, options->run_length, board);
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
