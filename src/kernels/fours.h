/*
 * Four blocks of 16 bytes, each a board or what is made of one, under readable names: a register of
 * AVX-512, or two of AVX2. For kernel_colours4x4.c.
 */
#ifndef TILEPDB_KERNELS_FOURS_H
#define TILEPDB_KERNELS_FOURS_H

#if defined(__AVX512BW__)
#include "kernels/fours512.h" /* IWYU pragma: export */
#else
#include "kernels/fours256.h" /* IWYU pragma: export */
#endif

#endif
