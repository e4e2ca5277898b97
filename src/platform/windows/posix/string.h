#ifndef TILEPDB_POSIX_STRING_H
#define TILEPDB_POSIX_STRING_H

#include_next <string.h>

char *strndup(const char *text, size_t most);
char *strsep(char **text, const char *separators);

#endif
