/*
 * Characters at the start of UTF-8 text. Lengths are in bytes; 0 if the text begins with something
 * else. Letters and digits are ASCII. Thread-safe.
 */
#ifndef TILEPDB_TEXT_CHARACTERS_H
#define TILEPDB_TEXT_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool text_is_digit(char byte);

bool text_is_letter(char byte);

/* False for NUL. */
bool text_is_one_of(char byte, const char *bytes);

size_t text_digits(const char *text, size_t length);

/* Writes the number at the start of a text, or `most` if it is larger. Returns how many digits it
 * has. */
size_t text_number(const char *text, size_t length, uint32_t most, uint32_t *number);

/* The length of `with` if a text begins with it. */
size_t text_begins(const char *text, size_t length, const char *with);

/* Returns true if `length` bytes are equal but for the case of letters, in every locale. */
bool text_same(const char *a, const char *b, size_t length);

/* Separators are blank, tab, comma, U+00A0 and U+202F. */
size_t text_separator(const char *text, size_t length);

/* The length of all separators at the start of a text. */
size_t text_separators(const char *text, size_t length);

/* The length without separators and line ends at the end. */
size_t text_trimmed(const char *text, size_t length);

/* `*way` receives L, U, R or D. Arrows are U+2190 to U+2193, U+FFE9 to U+FFEC, and ^ v V < > <- ->,
 * but not <= >= <->. */
size_t text_arrow(const char *text, size_t length, char *way);

/* Returns true if a text begins with a letter or arrow of a move. An ASCII arrow counts only if a
 * move, a quote, a closing bracket, # @ ; or the end follows, not in `> 1 2 3` and `<br>`. */
bool text_is_move(const char *text, size_t length);

/* Returns the ASCII character that stands for the first character, of length `*bytes`, such as a
 * full-width digit, a frame or a square; NUL if it has no width, '\x01' if there is no such
 * character. */
char text_glyph(const char *text, size_t length, size_t *bytes);

/* Gives a malloc'ed text a capacity of at least `wanted` bytes. Returns false, without changes,
 * without memory. */
bool text_reserve(char **text, size_t *capacity, size_t wanted);

#endif
