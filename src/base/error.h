/*
 * Errors: a status and one sentence. And limits: numbers in options that are checked in the same
 * way everywhere.
 *
 * Every function that can fail returns `error_set(error, status, "sentence")`. A sentence says what
 * was wrong, where, and what to do; it begins with a lower-case letter and has no final full
 * stop, so that a tool can put a file and line in front of it.
 *
 * This unit also implements tilepdb_status_message and tilepdb_message_name.
 * Thread safety: nothing here has state; an error belongs to the thread that passed it.
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
 * that does not fit is cut at its end. The arguments may point into `error->message`, so a caller
 * may put its own words around a sentence from below. Returns `status`. */
tilepdb_status error_set(tilepdb_error *error, tilepdb_status status, const char *format, ...)
    ERROR_PRINTF(3, 4);

/* The same with a place: line and column count from 1, 0 means nothing. Returns `status`. */
tilepdb_status error_set_at(tilepdb_error *error, tilepdb_status status, size_t line, size_t column,
                            const char *format, ...) ERROR_PRINTF(5, 6);

/* What a sentence is about. */
struct error_code {
    tilepdb_message code;
    int64_t number[TILEPDB_ERROR_NUMBERS]; /* as the code lists them */
    const char *text;                      /* NULL: empty */
    size_t column;                         /* 0: none */
};

/* As error_set, with a code. */
tilepdb_status error_set_code(tilepdb_error *error, tilepdb_status status, struct error_code code,
                              const char *format, ...) ERROR_PRINTF(4, 5);

/* Puts the name of the file before the sentence of a status other than TILEPDB_OK, unless the
 * sentence has it; the code stays. Returns `status`. */
tilepdb_status error_in_file(tilepdb_error *error, tilepdb_status status, const char *path);

/* The end of a long path or text, at most 255 bytes, so that a sentence that quotes it is not cut
 * off before the reason. Returns a pointer into `path`. */
const char *error_path(const char *path);

/* ---- limits: TILEPDB_OK, or ERROR_ARGUMENT with a sentence that names the number ------------- */

/* 0 or more; as in all of these, 0 means no limit, for threads all of them. */
tilepdb_status limits_threads(int threads, tilepdb_error *error);

/* 0 or more moves. */
tilepdb_status limits_length(int max_length, tilepdb_error *error);

/* 0 (none) to `most`, and not above `max_length`, unless that is 0: nothing could be searched. */
tilepdb_status limits_first_bound(int first_bound, int most, int max_length, tilepdb_error *error);

/* 0 or more seconds, and finite: a comparison with NaN is false, and so no limit would hold. */
tilepdb_status limits_timeout(double seconds, tilepdb_error *error);

#endif
