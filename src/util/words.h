/*
 * Words that are alike, for "did you mean".
 */
#ifndef TILEPDB_UTIL_WORDS_H
#define TILEPDB_UTIL_WORDS_H

#include <stddef.h>

/* The number of letters to insert, delete or replace (Levenshtein), capitals being no others. Only
 * the first 31 letters count. */
size_t word_distance(const char *a, const char *b);

/* The distance from which on nothing is like this word any more. */
size_t word_far(const char *word);

/* The word of a list that is most like the one given, the first of several: one that differs by a
 * letter, otherwise the longest that it begins with ("ida" for "idastar"), otherwise the nearest;
 * NULL if none is alike. */
const char *word_nearest(const char *word, const char *const *words, size_t count);

#endif
