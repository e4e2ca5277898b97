/*
 * Lines of a table drawn with '|', as people paste them from notes and from other programs:
 *
 *   +---+---+
 *   | 1 | 2 |      a cell without anything is the blank
 *   | 3 |   |
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_TEXT_RULED_H
#define TILEPDB_TEXT_RULED_H

#include <stddef.h>

/* No line of a table is longer, as it is drawn. */
#define RULED_MOST 512

/* RULED_NONE: the line has no '|' or '+', or more bytes than RULED_MOST. RULED_RULE: it is one
 * between rows, and has nothing but "+-=:|" and separators. */
enum ruled { RULED_NONE, RULED_RULE, RULED_ROW };

/* What a line is. A row is written to `plain` as numbers between separators, '_' for an empty cell;
 * each byte keeps its column, unless a cell before it has none. */
enum ruled ruled_line(const char *text, size_t length, char plain[RULED_MOST],
                      size_t *plain_length);

#endif
