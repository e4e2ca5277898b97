/*
 * Characters in messages.
 */
#ifndef TILEPDB_BASE_CHARACTER_H
#define TILEPDB_BASE_CHARACTER_H

#include <stddef.h>

/* The bytes of any character that is shown, with its NUL. */
#define CHARACTER_SHOWN 20

/* Writes the first character of a text, of which `length` bytes are there, at least 1, as a message
 * shows it: itself if it is valid UTF-8 and can be seen, otherwise its bytes as \xNN: of a
 * character that cannot be seen all, of a broken one what may belong to it. */
void character_show(const char *text, size_t length, char shown[CHARACTER_SHOWN]);

#endif
