/* Linux; see pipe.h. */
#include <fcntl.h>
#include <unistd.h>

#include "base/pipe.h"

bool pipe_make(int ends[2]) {
    return pipe2(ends, O_CLOEXEC) == 0;
}
