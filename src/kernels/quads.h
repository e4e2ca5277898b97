/*
 * Four words of 64 bits for each of QUAD_GROUPS groups in one vector, under readable names: a word
 * for each direction in which the blank may go. AVX-512 has room for two groups, AVX2 for one. For
 * kernel_bits_quads.c, which defines QUAD_PAIRS if its groups come in pairs.
 */
#ifndef TILEPDB_KERNELS_QUADS_H
#define TILEPDB_KERNELS_QUADS_H

#if QUAD_PAIRS && defined(__AVX512BW__)
#include "kernels/quads512.h" /* IWYU pragma: export */
#else
#include "kernels/quads256.h" /* IWYU pragma: export */
#endif

#endif
