/*
 * Limits: numbers in options that are checked in the same way everywhere.
 *
 * Each returns TILEPDB_OK, or TILEPDB_ERROR_ARGUMENT with a sentence that names the number. 0
 * always means "no limit" (for threads: all of them). Thread safety: no state.
 */
#ifndef TILEPDB_BASE_LIMITS_H
#define TILEPDB_BASE_LIMITS_H

#include "tilepdb.h"

/* 0 or more. */
tilepdb_status limits_threads(int threads, tilepdb_error *error);

/* 0 or more moves. */
tilepdb_status limits_length(int max_length, tilepdb_error *error);

/* 0 (none) to `most`, and not above `max_length`, unless that is 0: nothing could be searched. */
tilepdb_status limits_first_bound(int first_bound, int most, int max_length, tilepdb_error *error);

/* 0 or more seconds, and finite: a comparison with NaN is false, and so no limit would hold. */
tilepdb_status limits_timeout(double seconds, tilepdb_error *error);

#endif
