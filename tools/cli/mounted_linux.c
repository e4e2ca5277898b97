/* See mounted.h. */
#include "cli/mounted.h"

#include <fcntl.h>
#include <sys/stat.h>

bool cli_is_mounted(const char *name) {
    struct statx about;
    return statx(AT_FDCWD, name, 0, 0, &about) == 0 &&
           (about.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}
