/*
 * Moves where a board is expected: a scramble stands for the board to which it leads from the goal.
 * Thread-safe.
 */
#ifndef TILEPDB_TEXT_SCRAMBLE_H
#define TILEPDB_TEXT_SCRAMBLE_H

#include <stdbool.h>
#include <stddef.h>

#include "tilepdb_text.h"

/* Moves by letters or arrows, possible or not. */
bool text_is_moves(const char *text, size_t length);

/* Moves that may be a row of up to five cells in one word, such as D362. */
bool moves_may_be_cells(const char *text, size_t length);

/* One to five cells in one word that is no sequence of moves. */
bool text_is_word_row(const char *text, size_t length);

/* Returns true if the text is an answer of a search. */
bool answer_explain(const char *text, size_t length, tilepdb_error *error);

/* Plays a scramble from the goal of the options. Returns ERROR_PARSE for text that is no scramble,
 * or cannot be played. */
tilepdb_status scramble_read(const tilepdb_reader_options *options, const char *text, size_t length,
                             tilepdb_board *board, tilepdb_error *error);

#endif
