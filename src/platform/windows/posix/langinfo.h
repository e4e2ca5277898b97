/* See fcntl.h. */
#ifndef TILEPDB_POSIX_LANGINFO_H
#define TILEPDB_POSIX_LANGINFO_H

#define CODESET 1

/* That of the console. */
const char *nl_langinfo(int item);

#endif
