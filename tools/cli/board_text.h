/* Boards in reports, and moves as text that the caller frees. */
#ifndef TILEPDB_CLI_BOARD_TEXT_H
#define TILEPDB_CLI_BOARD_TEXT_H

#include <jansson.h>
#include <stdbool.h>

#include "tilepdb_text.h"

json_t *cli_json_board(const tilepdb_board *board);

int cli_blank_cell(const tilepdb_board *board);

bool cli_same_board(const tilepdb_board *a, const tilepdb_board *b);

/* Reads the first item of a text. Returns 0 for none, 1 if it is the only one, 2 if others follow;
 * 0 with `error` if a reader cannot be made. */
int cli_items_read(const tilepdb_reader_options *options, const char *text, tilepdb_item *item,
                   tilepdb_error *error);

/* Sets the goal to the goal of the item's text, unless --goal is `given`. Notes that begin with
 * `name`, which may be NULL, say so, and that a link counts moves of another metric. */
void cli_goal_choose(const char *name, const tilepdb_item *item, bool given, tilepdb_metric metric,
                     tilepdb_board *goal);

/* keywords in the order of tilepdb_notation */
extern const char *const cli_notation_keywords[];

/* Plays moves like tilepdb_solution_parse. `*moves` has the possible moves after TILEPDB_OK and
 * TILEPDB_REFUTED, otherwise it is NULL. */
tilepdb_status cli_moves_read(const char *text, size_t length, tilepdb_notation notation,
                              const tilepdb_board *goal, tilepdb_board *board, char **moves,
                              tilepdb_error *error);

/* Returns `notation`, or NAMES for TILE if the tiles of the board are letters. */
tilepdb_notation cli_moves_notation(int notation, bool letters);

char *cli_moves_write(const char *moves, tilepdb_notation notation, bool run_length,
                      const tilepdb_board *board);

/* Writes slides such as "D R2 U2 L2"; the numbers count tiles. */
char *cli_moves_grouped(const char *moves, tilepdb_notation notation);

#endif
