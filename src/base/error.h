/*
 * Errors, and checks of limits in options. Thread-safe.
 *
 * A function that fails returns `error_set(error, status, "sentence")`. The sentence says what was
 * wrong, where, and what to do; it has no capital and no full stop, so that a file and line can
 * precede it.
 */
#ifndef TILEPDB_BASE_ERROR_H
#define TILEPDB_BASE_ERROR_H

#include "tilepdb.h"

#if defined(__GNUC__)
#define ERROR_PRINTF(text, arguments) __attribute__((format(printf, text, arguments)))
#else
#define ERROR_PRINTF(text, arguments)
#endif

/* `error` may be NULL; line, column and code become 0. Cuts a long sentence. Arguments may point
 * into `error->message`. Returns `status`. */
tilepdb_status error_set(tilepdb_error *error, tilepdb_status status, const char *format, ...)
    ERROR_PRINTF(3, 4);

/* Lines and columns count from 1; 0 if unknown. */
tilepdb_status error_set_at(tilepdb_error *error, tilepdb_status status, size_t line, size_t column,
                            const char *format, ...) ERROR_PRINTF(5, 6);

/* A code of tilepdb_message with its numbers and text. */
struct error_code {
    tilepdb_message code;
    int64_t number[TILEPDB_ERROR_NUMBERS];
    const char *text; /* NULL: empty */
    size_t line, column;
};

tilepdb_status error_set_code(tilepdb_error *error, tilepdb_status status, struct error_code code,
                              const char *format, ...) ERROR_PRINTF(4, 5);

/* Takes code, numbers, text, line and column from `cause`, which may be `error`. */
tilepdb_status error_set_from(tilepdb_error *error, tilepdb_status status,
                              const tilepdb_error *cause, const char *format, ...)
    ERROR_PRINTF(4, 5);

/* `code` for a file that cannot be opened, read or written. `os_error` is an errno, 0 if unknown.
 * The text is `reason`, or the description of `os_error` if `reason` is NULL. */
struct error_code error_code_file(tilepdb_message code, int os_error, const char *reason);

/* `code` is TILEPDB_MESSAGE_CHECKPOINT or TILEPDB_MESSAGE_SCRATCH. */
struct error_code error_code_unusable(tilepdb_message code, tilepdb_unusable reason);

/* Puts `path` before the sentence and sets line and column to 0, unless the sentence contains the
 * path in quotes; keeps the code. Does nothing for TILEPDB_OK. Returns `status`. */
tilepdb_status error_in_file(tilepdb_error *error, tilepdb_status status, const char *path);

/* The last characters of `path`, at most 255 bytes, to leave space for the reason. */
const char *error_path(const char *path);

/* ---- limits: TILEPDB_OK or ERROR_ARGUMENT ---------------------------------------------------- */

tilepdb_status limits_threads(int threads, tilepdb_error *error);

tilepdb_status limits_length(int max_length, tilepdb_error *error);

/* Allows 0 (no first bound) to `most`, and at most `max_length` unless it is 0. */
tilepdb_status limits_first_bound(int first_bound, int most, int max_length, tilepdb_error *error);

/* Allows 0 (no limit) and more, but not infinity or NaN. */
tilepdb_status limits_timeout(double seconds, tilepdb_error *error);

/* True if `length` exceeds the bound by at most `within` moves, or the share `within_share` of the
 * bound. */
static inline bool limits_near(int length, int lower_bound, int within, double within_share) {
    const int gap = length - lower_bound;
    return gap <= within || gap <= within_share * lower_bound;
}

#endif
