/*
 * Boards in reports, and moves as texts that the caller frees.
 */
#ifndef TILEPDB_CLI_BOARD_TEXT_H
#define TILEPDB_CLI_BOARD_TEXT_H

#include <jansson.h>
#include <stdbool.h>

#include "tilepdb_text.h"

/* The cells, row by row. */
json_t *cli_json_board(const tilepdb_board *board);

/* The cell of the blank. */
int cli_blank_cell(const tilepdb_board *board);

/* Whether two boards have the same size and the same tiles on their cells. */
bool cli_same_board(const tilepdb_board *a, const tilepdb_board *b);

/* The keywords of tilepdb_notation. */
extern const char *const cli_notation_keywords[];

/* Plays moves on `board` and returns them in `*moves`, as tilepdb_moves_parse. REFUTED: those
 * before the impossible one; other errors: NULL. */
tilepdb_status cli_moves_read(const char *text, size_t length, tilepdb_notation notation,
                              tilepdb_board *board, char **moves, tilepdb_error *error);

/* As tilepdb_moves_format. */
char *cli_moves_write(const char *moves, tilepdb_notation notation, bool run_length,
                      const tilepdb_board *board);

/* Moves as slides, "D R2 U2 L2", in a notation of letters: the direction of each slide, and the
 * number of its tiles if it moves several. */
char *cli_moves_grouped(const char *moves, tilepdb_notation notation);

#endif
