/*
 * The characters of what people type, in UTF-8.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_TEXT_CHARACTERS_H
#define TILEPDB_TEXT_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/message_text.h"

/* The bytes of the separator at the start of a text: a blank, tab, comma or no-break space (U+00A0,
 * U+202F). 0: there is none. */
size_t text_separator(const char *text, size_t length);

/* The bytes of all separators at the start of a text. */
size_t text_separators(const char *text, size_t length);

/* The length of a text without the separators and line ends at its end. */
size_t text_trimmed(const char *text, size_t length);

/* The bytes of the arrow at the start of a text, and in *way its letter, one of L, U, R and D: one
 * of U+2190 .. U+2193, of the narrow ones U+FFE9 .. U+FFEC, or in ASCII ^ v V < > <- ->, but
 * neither
 * <= >= nor <->. 0: there is none. */
size_t text_arrow(const char *text, size_t length, char *way);

bool text_is_digit(char byte);

/* Whether a byte is one of A to Z, a to z. */
bool text_is_letter(char byte);

/* The ASCII character that the first one of a text, which is not empty, is read as, and how many
 * bytes it has: full-width forms, frames of tables, squares for the blank, quotes. NUL: it has no
 * width, or is NUL. '\x01': any other beyond ASCII. */
char text_glyph(const char *text, size_t length, size_t *bytes);

/* The number of digits at the start of a text. */
size_t text_digits(const char *text, size_t length);

/* The same for the narrower set of arrows that are not ASCII. */
size_t text_wide_arrow(const char *text, size_t length, char *way);

/* Whether a move by letter or arrow begins the text. An arrow in ASCII does only if nothing else
 * than moves, quotes and line ends can follow: `> 1 2 3` and `<br>` are no moves. */
bool text_is_move(const char *text, size_t length);

/* Room for a character as it is shown. */
#define TEXT_SHOWN CHARACTER_SHOWN

/* The first character of a text, which is not empty, for a message: as it is if it is printable
 * ASCII, else the bytes of what may be one UTF-8 character as \xNN. */
void text_show(const char *text, size_t length, char shown[TEXT_SHOWN]);

#endif
