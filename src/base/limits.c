/*
 * Limits. See limits.h.
 */
#include "base/limits.h"

#include <math.h>

#include "base/error.h"

tilepdb_status limits_threads(int threads, tilepdb_error *error) {
    if (threads >= 0) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "the number of threads must be 0 (all) or more, not %d", threads);
}

tilepdb_status limits_length(int max_length, tilepdb_error *error) {
    if (max_length >= 0) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "the maximum length must be 0 (no limit) or more, not %d", max_length);
}

tilepdb_status limits_first_bound(int first_bound, int most, int max_length, tilepdb_error *error) {
    if (first_bound < 0 || first_bound > most)
        return error_set(error, TILEPDB_ERROR_ARGUMENT, "the first bound is 0 to %d, not %d", most,
                         first_bound);
    if (max_length == 0 || first_bound <= max_length) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "the first bound, %d, is above the maximum length, %d", first_bound,
                     max_length);
}

tilepdb_status limits_timeout(double seconds, tilepdb_error *error) {
    if (isfinite(seconds) && seconds >= 0) return TILEPDB_OK;
    return error_set(error, TILEPDB_ERROR_ARGUMENT,
                     "the timeout must be 0 (no limit) or a number of seconds above 0, not %g",
                     seconds);
}
