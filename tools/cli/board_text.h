/*
 * Boards in reports, and moves as text in memory of the caller: what tilepdb.h reads and writes
 * into a buffer of the caller.
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

/* The keywords of the notations (tilepdb_notation), for an option. */
extern const char *const cli_notation_keywords[];

/* As tilepdb_moves_parse: plays the moves on `board`, and writes them as text that the caller
 * frees, in `*moves`: those before the impossible one for TILEPDB_REFUTED, NULL for what is neither
 * that nor TILEPDB_OK. */
tilepdb_status cli_moves_read(const char *text, size_t length, tilepdb_notation notation,
                              tilepdb_board *board, char **moves, tilepdb_error *error);

/* As tilepdb_moves_format: text that the caller frees. */
char *cli_moves_write(const char *moves, tilepdb_notation notation, bool run_length,
                      const tilepdb_board *board);

/* Moves as slides, "D R2 U2 L2": in a notation of letters, a letter for each slide, and how many
 * tiles it moves if these are several. The caller frees the text. */
char *cli_moves_grouped(const char *moves, tilepdb_notation notation);

#endif
