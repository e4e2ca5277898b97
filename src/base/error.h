/*
 * Errors: a status and one sentence. And limits: numbers in options that every function checks in
 * the same way.
 *
 * A function that fails returns `error_set(error, status, "sentence")`. A sentence says what was
 * wrong, where, and what to do. It begins with a lower-case letter and has no final full stop, so
 * that a tool can put a file and line in front of it.
 *
 * Thread safety: no state.
 */
#ifndef TILEPDB_BASE_ERROR_H
#define TILEPDB_BASE_ERROR_H

#include "tilepdb.h"

#if defined(__GNUC__)
#define ERROR_PRINTF(text, arguments) __attribute__((format(printf, text, arguments)))
#else
#define ERROR_PRINTF(text, arguments)
#endif

/* Writes status and sentence to `error` (may be NULL); line, column and code become 0. A sentence
 * that is too long is cut. The arguments may point into `error->message`, so that a caller can put
 * words around a sentence. Returns `status`. */
tilepdb_status error_set(tilepdb_error *error, tilepdb_status status, const char *format, ...)
    ERROR_PRINTF(3, 4);

/* error_set with a line and a column, from 1; 0: none. */
tilepdb_status error_set_at(tilepdb_error *error, tilepdb_status status, size_t line, size_t column,
                            const char *format, ...) ERROR_PRINTF(5, 6);

/* The code of a sentence, and what it has. */
struct error_code {
    tilepdb_message code;
    int64_t number[TILEPDB_ERROR_NUMBERS]; /* as the code lists them */
    const char *text;                      /* NULL: empty */
    size_t column;                         /* 0: none */
};

/* error_set with a code. */
tilepdb_status error_set_code(tilepdb_error *error, tilepdb_status status, struct error_code code,
                              const char *format, ...) ERROR_PRINTF(4, 5);

/* Puts the name of a file before a sentence that does not have it; the code stays. Does nothing for
 * TILEPDB_OK. Returns `status`. */
tilepdb_status error_in_file(tilepdb_error *error, tilepdb_status status, const char *path);

/* The last 255 bytes of a path or text, so that a sentence that quotes it is not cut before the
 * reason. Returns a pointer into `path`. */
const char *error_path(const char *path);

/* ---- limits: TILEPDB_OK, or ERROR_ARGUMENT with a sentence that names the number ------------- */

/* 0 (all) or more. */
tilepdb_status limits_threads(int threads, tilepdb_error *error);

/* 0 (no limit) or more moves. */
tilepdb_status limits_length(int max_length, tilepdb_error *error);

/* 0 (none) to `most`, and not above `max_length`, unless that is 0. */
tilepdb_status limits_first_bound(int first_bound, int most, int max_length, tilepdb_error *error);

/* 0 (no limit) or more seconds, and finite: with NaN every comparison would be false. */
tilepdb_status limits_timeout(double seconds, tilepdb_error *error);

#endif
