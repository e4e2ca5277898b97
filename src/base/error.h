/*
 * Errors: a status and one sentence.
 *
 * Every function that can fail returns `error_set(error, status, "sentence")`. A sentence says what
 * was wrong, where, and what to do; it begins with a lower-case letter and has no final full
 * stop, so that a tool can put a file and line in front of it.
 *
 * This unit also implements tilepdb_status_message.
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

/* Writes status and sentence to `error` (may be NULL); line and column become 0. A sentence
 * that does not fit is cut at its end. The arguments may point into `error->message`, so a caller
 * may put its own words around a sentence from below. Returns `status`. */
tilepdb_status error_set(tilepdb_error *error, tilepdb_status status, const char *format, ...)
    ERROR_PRINTF(3, 4);

/* The same with a place: line and column count from 1, 0 means nothing. Returns `status`. */
tilepdb_status error_set_at(tilepdb_error *error, tilepdb_status status, size_t line, size_t column,
                            const char *format, ...) ERROR_PRINTF(5, 6);

/* Puts the name of the file before the sentence of a status other than TILEPDB_OK, unless the
 * sentence has it. Returns `status`. */
tilepdb_status error_in_file(tilepdb_error *error, tilepdb_status status, const char *path);

/* The end of a long path or text, at most 255 bytes, so that a sentence that quotes it is not cut
 * off before the reason. Returns a pointer into `path`. */
const char *error_path(const char *path);

#endif
