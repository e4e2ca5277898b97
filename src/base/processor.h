/* Instruction sets of this build that the processor supports. Thread-safe. */
#ifndef TILEPDB_BASE_PROCESSOR_H
#define TILEPDB_BASE_PROCESSOR_H

#include "tilepdb.h"

/* Join two names after macro expansion, for code that is compiled once per variant. */
#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_(a, b)

/* The processor supports `code`, and `code` is portable, or `wanted` is `code` or BEST. */
bool processor_takes(tilepdb_variant wanted, tilepdb_variant code);

/* Returns ERROR_ARGUMENT unless `wanted` is BEST or available. */
tilepdb_status processor_check(tilepdb_variant wanted, tilepdb_error *error);

#endif
