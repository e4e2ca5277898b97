/*
 * The characters of what people type, in UTF-8.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_TEXT_CHARACTERS_H
#define TILEPDB_TEXT_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>

bool text_is_digit(char byte);

/* Whether a byte is one of A to Z, a to z. */
bool text_is_letter(char byte);

/* The number of digits at the start of a text. */
size_t text_digits(const char *text, size_t length);

/* The bytes of the separator at the start of a text: a blank, tab, comma or no-break space (U+00A0,
 * U+202F); 0: none. */
size_t text_separator(const char *text, size_t length);

/* The bytes of all separators at the start of a text. */
size_t text_separators(const char *text, size_t length);

/* The length of a text without the separators and line ends at its end. */
size_t text_trimmed(const char *text, size_t length);

/* The bytes of the arrow at the start of a text, and in `*way` its letter, one of L, U, R and D.
 * Arrows are U+2190 .. U+2193, the narrow ones U+FFE9 .. U+FFEC, and in ASCII ^ v V < > <- ->, but
 * not <= >= <->. 0: none. */
size_t text_arrow(const char *text, size_t length, char *way);

/* Whether a move by letter or arrow begins the text. An arrow in ASCII does only if nothing else
 * than moves, quotes and line ends can follow: `> 1 2 3` and `<br>` are no moves. */
bool text_is_move(const char *text, size_t length);

/* The ASCII character that the first one of a text, which is not empty, is read as, and in `*bytes`
 * its length: full-width forms, frames of tables, squares for the blank, quotes. NUL: it has no
 * width, or is NUL. '\x01': any other beyond ASCII. */
char text_glyph(const char *text, size_t length, size_t *bytes);

#endif
