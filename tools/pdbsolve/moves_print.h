/*
 * How moves are written.
 */
#ifndef TILEPDB_PDBSOLVE_MOVES_PRINT_H
#define TILEPDB_PDBSOLVE_MOVES_PRINT_H

#include "pdbsolve/options.h"
#include "tilepdb.h"

/* The moves of a solution of `board` (the way the tile moves), as the options ask for them. The
 * caller frees the text. */
char *moves_write(const struct solve_options *options, const tilepdb_board *board,
                  const char *moves);

/* Solutions as they are printed. Zeroed it is empty. */
struct move_list {
    char **moves; /* each owned */
    size_t count, capacity;
};

/* Takes `moves` over. */
void move_list_add(struct move_list *list, char *moves);

void move_list_free(struct move_list *list);

#endif
