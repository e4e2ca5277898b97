/*
 * Links to a board, as people share them: an address whose query has
 *
 *   board     rows with '/' between them
 *   scramble  moves to the board from the goal, if there is no board
 *   goal      "first" or "last" for the cell of the blank, or a goal, which may be open
 *   metric    "multi": a slide of several tiles is one move
 *   moves     directions of tiles, as letters
 *   r         a replay of slidysim: base64 of a zlib stream of a JSON array, which begins with the
 *             moves (letters), the moves per second, and perhaps the board
 *
 * Other names are ignored. Replays need zlib (TILEPDB_ZLIB). Thread-safe.
 */
#ifndef TILEPDB_TEXT_LINK_H
#define TILEPDB_TEXT_LINK_H

#include "tilepdb_text.h"

/* Returns true for an address with a board, scramble, replay or moves. */
bool link_is(const char *text, size_t length);

/* Sets board, has_goal, goal and multi of `item`. The options give the size, if it is known, and
 * the start of a scramble unless the link has a goal. `error` must not be NULL. Returns ERROR_PARSE
 * or ERROR_MEMORY. */
tilepdb_status link_read(const char *text, size_t length, const tilepdb_reader_options *options,
                         tilepdb_item *item, tilepdb_error *error);

/* The caller frees `*moves`. Returns ERROR_PARSE, also for a link without moves, or
 * ERROR_MEMORY. */
tilepdb_status link_moves(const char *text, size_t length, char **moves, tilepdb_error *error);

#endif
