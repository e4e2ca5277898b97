/* Systems of which only POSIX is known; see pipe.h. */
#include <fcntl.h>
#include <unistd.h>

#include "base/pipe.h"

bool pipe_make(int ends[2]) {
    if (pipe(ends) != 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}
