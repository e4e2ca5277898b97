/*
 * The processor: which of the variants' instruction sets it supports. A build without variants
 * (TILEPDB_X86_VARIANTS) needs none of them.
 *
 * Thread safety: every function may be called from any thread.
 */
#ifndef TILEPDB_BASE_PROCESSOR_H
#define TILEPDB_BASE_PROCESSOR_H

#include <stdbool.h>

/* What the files of the avx2 variant are compiled with: src/CMakeLists.txt has the flags. */
static inline bool processor_has_avx2(void) {
#ifdef TILEPDB_X86_VARIANTS
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

/* The same for the avx512 variant, which requires avx2 as well. */
static inline bool processor_has_avx512(void) {
#ifdef TILEPDB_X86_VARIANTS
    return processor_has_avx2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

#endif
