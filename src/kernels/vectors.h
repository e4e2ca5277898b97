/*
 * Vectors of LANES 64-bit words. Each included header defines the same names for one instruction
 * set; LANES differs.
 */
#ifndef TILEPDB_KERNELS_VECTORS_H
#define TILEPDB_KERNELS_VECTORS_H

#if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#include "kernels/vectors512.h" /* IWYU pragma: export */
#elif defined(__AVX2__)
#include "kernels/vectors256.h" /* IWYU pragma: export */
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include "kernels/vectors128.h" /* IWYU pragma: export */
#else
#error "vectors are not defined for this instruction set: see kernels/vectors.h"
#endif

#endif
