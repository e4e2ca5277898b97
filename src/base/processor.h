/*
 * The processor: which instruction sets this build has code for, and which of them it can run.
 * processor.c has the table; src/CMakeLists.txt has the flags that files are compiled with.
 *
 * Thread safety: every function may be called from any thread.
 */
#ifndef TILEPDB_BASE_PROCESSOR_H
#define TILEPDB_BASE_PROCESSOR_H

#include "tilepdb.h"

/* One name of two, which may be macros such as TILEPDB_VARIANT: for what is compiled once for each
 * variant. */
#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_(a, b)

/* Whether code for the variant `code` may run: the processor can run it, and who asked for `wanted`
 * (TILEPDB_VARIANT_BEST: for none in particular) gets that and what is portable. */
bool processor_takes(tilepdb_variant wanted, tilepdb_variant code);

/* TILEPDB_OK if `wanted` is BEST or available; ERROR_ARGUMENT, with those that are, if not. */
tilepdb_status processor_check(tilepdb_variant wanted, tilepdb_error *error);

#endif
