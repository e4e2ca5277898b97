#ifndef TILEPDB_POSIX_LIMITS_H
#define TILEPDB_POSIX_LIMITS_H

#include_next <limits.h>

#undef PATH_MAX
#define PATH_MAX 4096
#define PIPE_BUF 4096

#endif
