#ifndef TILEPDB_POSIX_LANGINFO_H
#define TILEPDB_POSIX_LANGINFO_H

#define CODESET 1

/* Returns "UTF-8", or "" on a console with another encoding. */
const char *nl_langinfo(int item);

#endif
