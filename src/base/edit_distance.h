/*
 * Words that are alike, for "did you mean".
 */
#ifndef TILEPDB_BASE_EDIT_DISTANCE_H
#define TILEPDB_BASE_EDIT_DISTANCE_H

#include <stddef.h>

/* The number of letters to insert, delete or replace (Levenshtein), capitals being no others. Only
 * the first 31 letters count. */
size_t edit_distance(const char *a, const char *b);

/* The least distance at which a word no longer resembles this one. */
size_t edit_distance_limit(const char *word);

/* The word of a list that is most like the one given, the first of several: one that differs by a
 * letter, otherwise the longest that it begins with ("ida" for "idastar"), otherwise the nearest;
 * NULL if none is alike. */
const char *nearest_word(const char *word, const char *const *words, size_t count);

#endif
