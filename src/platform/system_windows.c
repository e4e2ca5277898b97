/*
 * Windows. See system.h.
 */
#include "base/system.h"

#include <windows.h>

int cores_count(void) {
    DWORD_PTR own, all;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all) || own == 0) return 1;
    return __builtin_popcountll(own);
}

int file_uncache(int fd, uint64_t offset, uint64_t bytes, bool written) {
    (void)fd, (void)offset, (void)bytes, (void)written;
    return 0;
}

int cache_bypass(void) {
    return 0;
}

bool file_is_mounted(const char *name) {
    (void)name;
    return false;
}
