/*
 * The processor: which of the variants' instruction sets it supports. A build without variants
 * (TILEPDB_X86_VARIANTS, TILEPDB_NEON_VARIANT) has only the portable one.
 *
 * Thread safety: every function may be called from any thread.
 */
#ifndef TILEPDB_BASE_PROCESSOR_H
#define TILEPDB_BASE_PROCESSOR_H

#include <stdbool.h>

/* The instruction sets that files are compiled for: src/CMakeLists.txt has the flags. */
enum variant { VARIANT_PORTABLE, VARIANT_AVX2, VARIANT_AVX512, VARIANT_NEON };

/* Whether this build has code for the variant and the processor can run it. */
static inline bool processor_runs(enum variant variant) {
#ifdef TILEPDB_X86_VARIANTS
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
    if (variant == VARIANT_AVX2) return avx2;
    if (variant == VARIANT_AVX512)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
#endif
#ifdef TILEPDB_NEON_VARIANT /* every aarch64 processor has it */
    if (variant == VARIANT_NEON) return true;
#endif
    return variant == VARIANT_PORTABLE;
}

#endif
