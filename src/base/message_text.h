/* Texts for messages. Thread-safe. Functions with a parameter `text` return it. */
#ifndef TILEPDB_BASE_MESSAGE_TEXT_H
#define TILEPDB_BASE_MESSAGE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- numbers --------------------------------------------------------------------------------- */

#define NUMBER_TEXT 40

/* "1,425,191,040" */
const char *number_grouped(uint64_t number, char text[NUMBER_TEXT]);

/* "1.4 G" */
const char *number_shortened(double number, char text[NUMBER_TEXT]);

/* "169.9 MiB" */
const char *bytes_text(uint64_t bytes, char text[NUMBER_TEXT]);

/* "45 s", "12 min", "3.5 h" or "4 days" */
const char *seconds_text(double seconds, char text[NUMBER_TEXT]);

/* The texts, like the text of TILES, live until the end of the enclosing block. */
#define GROUPED(number)   number_grouped(number, (char[NUMBER_TEXT]){0})
#define SHORTENED(number) number_shortened(number, (char[NUMBER_TEXT]){0})
#define IN_BYTES(bytes)   bytes_text(bytes, (char[NUMBER_TEXT]){0})
#define IN_TIME(seconds)  seconds_text(seconds, (char[NUMBER_TEXT]){0})

/* printf("%d move%s", n, plural(n)) */
static inline const char *plural(uint64_t number) {
    return number == 1 ? "" : "s";
}

/* ---- tiles ----------------------------------------------------------------------------------- */

#define TILES_TEXT 96

/* Writes runs such as "1-4,7", joined by `join`; bit t is tile t. */
const char *tiles_text(uint32_t tiles, char join, char text[TILES_TEXT]);

#define TILES(tiles) tiles_text(tiles, ',', (char[TILES_TEXT]){0})

/* ---- characters ------------------------------------------------------------------------------ */

/* Returns the number of bytes of the first character of `text` (`length` >= 1 bytes); 0 for NUL and
 * if it is not UTF-8. */
size_t character_bytes(const char *text, size_t length);

#define CHARACTER_SHOWN 20

/* Writes the first character of `text` (`length` >= 1 bytes), or its bytes as \xNN if it is
 * invisible or not valid UTF-8. */
void character_show(const char *text, size_t length, char shown[CHARACTER_SHOWN]);

/* ---- suggestions ----------------------------------------------------------------------------- */

/* Levenshtein distance, ignoring case and letters after the 31st. */
size_t edit_distance(const char *a, const char *b);

/* Words at this distance or more do not resemble `word`. */
size_t edit_distance_limit(const char *word);

/* The nearest of `words` if its distance is at most 1, else the longest of 3 letters or more that
 * `word` begins with ("ida" for "idastar"), else the nearest; NULL if none resembles `word`. */
const char *nearest_word(const char *word, const char *const *words, size_t count);

/* ---- texts of any length --------------------------------------------------------------------- */

#if defined(__GNUC__)
#define MESSAGE_PRINTF(text, arguments) __attribute__((format(printf, text, arguments)))
#else
#define MESSAGE_PRINTF(text, arguments)
#endif

/* The caller frees the text. NULL without memory. */
char *string_format(const char *format, ...) MESSAGE_PRINTF(1, 2);

/* `*text` is NULL or from string_format. Returns false, with the text unchanged, without memory. */
bool string_append(char **text, const char *format, ...) MESSAGE_PRINTF(2, 3);

#endif
