/*
 * Those that the process is allowed to use. See cores.h.
 */
#include "util/cores.h"

#include <windows.h>

int cores_count(void) {
    DWORD_PTR own, all;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all) || own == 0) return 1;
    return __builtin_popcountll(own);
}
