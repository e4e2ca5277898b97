/*
 * The instruction sets that this build has code for, and which of them the processor runs.
 * processor.c has the table; src/CMakeLists.txt has the flags that files are compiled with.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_BASE_PROCESSOR_H
#define TILEPDB_BASE_PROCESSOR_H

#include "tilepdb.h"

/* Joins two names, which may be macros such as TILEPDB_VARIANT: for code that is compiled once for
 * each variant. */
#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_(a, b)

/* Whether code of the variant `code` may run if the options ask for `wanted`: the processor runs
 * it, and it is portable or `wanted`, or `wanted` is BEST. */
bool processor_takes(tilepdb_variant wanted, tilepdb_variant code);

/* TILEPDB_OK if `wanted` is BEST or available, otherwise ERROR_ARGUMENT with the available ones. */
tilepdb_status processor_check(tilepdb_variant wanted, tilepdb_error *error);

#endif
