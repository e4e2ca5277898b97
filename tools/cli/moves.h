/*
 * Moves as text, in memory of the caller: what tilepdb_text.h reads and writes into room that is
 * given.
 */
#ifndef TILEPDB_CLI_MOVES_H
#define TILEPDB_CLI_MOVES_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb.h"
#include "tilepdb_text.h"

/* The words of the notations (tilepdb_notation), for an option. */
extern const char *const cli_notation_words[];

/* As tilepdb_moves_parse: plays the moves on `board`, and writes them as text that the caller
 * frees, in `*moves`: those before the impossible one for TILEPDB_REFUTED, NULL for what is neither
 * that nor TILEPDB_OK. */
tilepdb_status cli_moves_read(const char *text, size_t length, tilepdb_notation notation,
                              tilepdb_board *board, char **moves, tilepdb_error *error);

/* As tilepdb_moves_format: text that the caller frees. */
char *cli_moves_write(const char *moves, tilepdb_notation notation, bool run_length,
                      const tilepdb_board *board);

#endif
