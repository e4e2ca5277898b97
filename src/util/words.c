/*
 * Words that are alike. See words.h.
 */
#include "util/words.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define LETTERS 31

static bool same_letter(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

size_t word_distance(const char *a, const char *b) {
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

size_t word_far(const char *word) {
    return strnlen(word, LETTERS) / 3 + 2;
}

const char *word_nearest(const char *word, const char *const *words, size_t count) {
    const char *nearest = NULL;
    size_t best = word_far(word);
    for (size_t i = 0; i < count; i++) {
        const size_t distance = word_distance(word, words[i]);
        if (distance >= best) continue;
        best = distance;
        nearest = words[i];
    }
    return nearest;
}
