/*
 * Texts for messages: numbers, lists of tiles, single characters, and the nearest of some words.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_BASE_MESSAGE_TEXT_H
#define TILEPDB_BASE_MESSAGE_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* ---- numbers --------------------------------------------------------------------------------- */

/* The bytes of any number below, with its NUL. Each function returns `text`. */
#define NUMBER_TEXT 40

/* Digits in groups of three, "1,425,191,040", since sizes are compared by eye. */
const char *number_grouped(uint64_t number, char text[NUMBER_TEXT]);

/* "1.43 G". */
const char *number_shortened(double number, char text[NUMBER_TEXT]);

/* "169.9 MiB". */
const char *number_in_bytes(uint64_t bytes, char text[NUMBER_TEXT]);

/* "45 s", "12 min", "3.5 h", "4 days". */
const char *number_in_time(double seconds, char text[NUMBER_TEXT]);

/* Each in memory of the enclosing block. */
#define GROUPED(number)   number_grouped(number, (char[NUMBER_TEXT]){0})
#define SHORTENED(number) number_shortened(number, (char[NUMBER_TEXT]){0})
#define IN_BYTES(bytes)   number_in_bytes(bytes, (char[NUMBER_TEXT]){0})
#define IN_TIME(seconds)  number_in_time(seconds, (char[NUMBER_TEXT]){0})

/* The end of a regular noun after a number: printf("%d move%s", n, plural(n)). */
static inline const char *plural(uint64_t number) {
    return number == 1 ? "" : "s";
}

/* ---- tiles ----------------------------------------------------------------------------------- */

#define TILES_TEXT 96

/* "1-4,7" for a set of tiles, bit t for tile t: runs joined by `join`. Returns `text`. */
const char *tiles_text(uint32_t tiles, char join, char text[TILES_TEXT]);

/* With commas, in memory of the enclosing block. */
#define TILES(tiles) tiles_text(tiles, ',', (char[TILES_TEXT]){0})

/* ---- characters ------------------------------------------------------------------------------ */

/* The bytes of any character that is shown, with its NUL. */
#define CHARACTER_SHOWN 20

/* Shows the first character of a text of `length` bytes, at least 1: itself if it is valid UTF-8
 * and visible, otherwise its bytes as \xNN. Of an invalid character it shows the bytes that may
 * belong to it. */
void character_show(const char *text, size_t length, char shown[CHARACTER_SHOWN]);

/* ---- words, for "did you mean" --------------------------------------------------------------- */

/* The Levenshtein distance: letters to insert, delete or replace, in either case. Only the first 31
 * letters count. */
size_t edit_distance(const char *a, const char *b);

/* The least distance at which a word no longer resembles this one. */
size_t edit_distance_limit(const char *word);

/* The word of a list that resembles `word` most, the first of several: one that differs by a
 * letter, otherwise the longest that `word` begins with ("ida" for "idastar"), otherwise the
 * nearest. NULL: none resembles it. */
const char *nearest_word(const char *word, const char *const *words, size_t count);

#endif
