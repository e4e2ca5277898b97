/*
 * How moves are written.
 */
#ifndef TILEPDB_PDBSOLVE_NOTATION_H
#define TILEPDB_PDBSOLVE_NOTATION_H

#include "pdbsolve/options.h"
#include "tilepdb.h"

/* The moves of a solution of `board` (the way the tile moves), in another notation. The caller
 * frees the text. */
char *moves_write(const tilepdb_board *board, const char *moves, enum move_notation notation);

/* The tile that the move (the way the tile moves) pushes on the board. The move is possible. */
int moved_tile(const tilepdb_board *board, char move);

/* Solutions as they are printed. Zeroed it is empty. */
struct move_list {
    char **moves; /* each owned */
    size_t count, capacity;
};

/* Takes `moves` over. */
void move_list_add(struct move_list *list, char *moves);

void move_list_free(struct move_list *list);

#endif
