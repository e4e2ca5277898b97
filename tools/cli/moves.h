/*
 * Moves as people write them: letters or tiles, with or without run lengths.
 *
 * Inside the tools moves are letters U, D, L and R that name the way the tile moves. On paper they
 * may name the way the blank moves instead, or be the numbers of the tiles that move. Of letters, a
 * number behind one repeats it: URDL2UR2 is URDLLURR.
 */
#ifndef TILEPDB_CLI_MOVES_H
#define TILEPDB_CLI_MOVES_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"

enum cli_notation { CLI_MOVES_TILE, CLI_MOVES_BLANK, CLI_MOVES_NUMBERS };

/* The words of the notations, for an option. */
extern const char *const cli_notation_words[];

/* More moves than this are not read: a run length could ask for any number. */
#define CLI_MOST_MOVES 100000

/* Reads moves that begin on `board`. Letters may be small, and blanks or commas may stand between
 * moves. `*moves`, which the caller frees, receives them as letters, whether a letter's tile can
 * move or not; NULL unless TILEPDB_OK.
 * TILEPDB_ERROR_PARSE: these are no moves; TILEPDB_REFUTED: a number's tile is not beside the
 * blank. `error->column` is the move, from 1. */
tilepdb_status cli_moves_read(const char *text, size_t length, enum cli_notation notation,
                              const tilepdb_board *board, char **moves, tilepdb_error *error);

/* The moves, which are possible on `board`, as text that the caller frees. Numbers have no run
 * lengths. */
char *cli_moves_write(const char *moves, enum cli_notation notation, bool run_length,
                      const tilepdb_board *board);

/* The same for the two notations in letters, which need no board. */
char *cli_moves_letters(const char *moves, enum cli_notation notation, bool run_length);

/* Turns moves into those that lead back, in place. */
void cli_moves_invert(char *moves);

/* The tile that the move pushes on the board. The move is possible. */
int cli_moved_tile(const tilepdb_board *board, char move);

#endif
