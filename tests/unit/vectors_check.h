/*
 * Checks every operation of src/kernels/vectors.h against scalar code; one source, compiled for
 * each variant (vectors_check.c).
 */
#ifndef TILEPDB_TESTS_VECTORS_CHECK_H
#define TILEPDB_TESTS_VECTORS_CHECK_H

#include "tilepdb.h"

/* The variants with vectors: name and number. */
#ifdef TILEPDB_X86_VARIANTS
#define VECTOR_VARIANTS(ROW)                                                                       \
    ROW(avx2, TILEPDB_VARIANT_AVX2)                                                                \
    ROW(avx512, TILEPDB_VARIANT_AVX512)
#elif defined(TILEPDB_NEON_VARIANT)
#define VECTOR_VARIANTS(ROW) ROW(neon, TILEPDB_VARIANT_NEON)
#else
#define VECTOR_VARIANTS(ROW)
#endif

/* Tries each operation on random values. Returns the name of an operation that differs from
 * scalar code, or NULL. */
typedef const char *vectors_check_fn(tilepdb_random *random);

#define VECTORS_CHECK_DECLARATION(NAME, VARIANT) vectors_check_fn vectors_check_##NAME;
VECTOR_VARIANTS(VECTORS_CHECK_DECLARATION)

#endif
