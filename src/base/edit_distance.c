/*
 * Words that are alike. See edit_distance.h.
 */
#include "base/edit_distance.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define LETTERS 31

#define PREFIX_LEAST 3 /* letters of a word that counts as the beginning of another */
#define SLIP         1 /* as many letters wrong are sooner a mistake than something added */

static bool same_letter(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

size_t edit_distance(const char *a, const char *b) {
    size_t row[LETTERS + 1];
    const size_t length = strnlen(b, LETTERS);
    for (size_t j = 0; j <= length; j++) row[j] = j;
    for (size_t i = 0; i < LETTERS && a[i] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 1; j <= length; j++) {
            size_t best = diagonal + !same_letter(a[i], b[j - 1]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[length];
}

size_t edit_distance_limit(const char *word) {
    return strnlen(word, LETTERS) / 3 + 2;
}

/* The longest of the words that the given one begins with. NULL: none does. */
static const char *longest_prefix(const char *word, const char *const *words, size_t count) {
    const char *longest = NULL;
    size_t most = PREFIX_LEAST - 1;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(words[i]);
        if (length <= most || strncasecmp(word, words[i], length) != 0) continue;
        most = length;
        longest = words[i];
    }
    return longest;
}

const char *nearest_word(const char *word, const char *const *words, size_t count) {
    const char *nearest = longest_prefix(word, words, count);
    size_t best = nearest ? SLIP + 1 : edit_distance_limit(word);
    for (size_t i = 0; i < count; i++) {
        const size_t distance = edit_distance(word, words[i]);
        if (distance >= best) continue;
        best = distance;
        nearest = words[i];
    }
    return nearest;
}
