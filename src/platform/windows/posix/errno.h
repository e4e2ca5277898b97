#ifndef TILEPDB_POSIX_ERRNO_H
#define TILEPDB_POSIX_ERRNO_H

#include_next <errno.h>

#define EDQUOT 1001 /* never occurs */

#endif
