#include "base/error.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PATH_SHOWN 255

const char *tilepdb_status_message(tilepdb_status status) {
    static const char *const messages[] = {
        [TILEPDB_OK] = "success",
        [TILEPDB_UNSOLVABLE] = "no sequence of moves leads from the board to the goal",
        [TILEPDB_LIMIT] = "a limit was reached before the answer",
        [TILEPDB_CANCELLED] = "the work was cancelled",
        [TILEPDB_ERROR_ARGUMENT] = "an argument is out of range or contradicts another",
        [TILEPDB_ERROR_PARSE] = "the text could not be read",
        [TILEPDB_ERROR_MEMORY] = "memory could not be allocated",
        [TILEPDB_ERROR_TOO_LARGE] = "the work needs more memory than is allowed or sensible",
        [TILEPDB_ERROR_ENCODING] = "the distances do not fit the encoding",
        [TILEPDB_ERROR_IO] = "a file could not be read or written",
        [TILEPDB_ERROR_NOT_FOUND] = "no such file",
        [TILEPDB_ERROR_FORMAT] = "the file is not well-formed, or not of the expected kind",
        [TILEPDB_ERROR_CHECKSUM] = "the file was altered after it was written",
        [TILEPDB_ERROR_VERSION] = "the file is of a version that this library does not read",
        [TILEPDB_ERROR_INTERNAL] =
            ("a result failed its own check: a table is false, processes of a "
             "search differ, or the library is wrong"),
        [TILEPDB_REFUTED] = "what was to be proven is false",
    };
    const bool known = (unsigned)status < sizeof messages / sizeof *messages;
    return known ? messages[status] : "unknown status";
}

const char *tilepdb_message_name(tilepdb_message code) {
    static const struct {
        tilepdb_message code;
        const char *name;
    } names[] = {
        {TILEPDB_MESSAGE_BOARD_SIZE, "board size"},
        {TILEPDB_MESSAGE_SIZES_DIFFER, "sizes differ"},
        {TILEPDB_MESSAGE_UNSOLVABLE, "unsolvable"},
        {TILEPDB_MESSAGE_MOVE_UNKNOWN, "move unknown"},
        {TILEPDB_MESSAGE_MOVE_IMPOSSIBLE, "move impossible"},
        {TILEPDB_MESSAGE_PARTITION_UNKNOWN, "partition unknown"},
        {TILEPDB_MESSAGE_PARTITION_NO_TILE, "partition no tile"},
        {TILEPDB_MESSAGE_PARTITION_TWICE, "partition twice"},
        {TILEPDB_MESSAGE_PARTITION_MISSING, "partition missing"},
        {TILEPDB_MESSAGE_COLOURING_UNKNOWN, "colouring unknown"},
        {TILEPDB_MESSAGE_COLOURING_CELL, "colouring cell"},
        {TILEPDB_MESSAGE_COLOURING_SIZE, "colouring size"},
        {TILEPDB_MESSAGE_TABLES_SIZE, "tables size"},
        {TILEPDB_MESSAGE_TABLES_CELL, "tables cell"},
        {TILEPDB_MESSAGE_TABLES_DIFFER, "tables differ"},
        {TILEPDB_MESSAGE_TABLES_OVERLAP, "tables overlap"},
        {TILEPDB_MESSAGE_TABLES_LACK, "tables lack"},
        {TILEPDB_MESSAGE_TABLES_NONE, "tables none"},
        {TILEPDB_MESSAGE_TABLES_ABSENT, "tables absent"},
        {TILEPDB_MESSAGE_TABLE_FALSE, "table false"},
        {TILEPDB_MESSAGE_FILE_ALTERED, "file altered"},
        {TILEPDB_MESSAGE_FILE_MALFORMED, "file malformed"},
        {TILEPDB_MESSAGE_FILE_NEWER, "file newer"},
        {TILEPDB_MESSAGE_FILE_COMPRESSED, "file compressed"},
        {TILEPDB_MESSAGE_FILE_OPEN, "file open"},
        {TILEPDB_MESSAGE_FILE_READ, "file read"},
        {TILEPDB_MESSAGE_FILE_WRITE, "file write"},
        {TILEPDB_MESSAGE_CHECKPOINT, "checkpoint"},
        {TILEPDB_MESSAGE_SCRATCH, "scratch"},
        {TILEPDB_MESSAGE_SPACE, "space"},
        {TILEPDB_MESSAGE_BOUND, "bound"},
        {TILEPDB_MESSAGE_ANYTIME, "anytime"},
        {TILEPDB_MESSAGE_MEMORY, "memory"},
        {TILEPDB_MESSAGE_THREADS, "threads"},
        {TILEPDB_MESSAGE_LENGTH, "length"},
        {TILEPDB_MESSAGE_FIRST, "first"},
        {TILEPDB_MESSAGE_TIMEOUT, "timeout"},
        {TILEPDB_MESSAGE_RANKS_DIFFER, "ranks differ"},
        {TILEPDB_MESSAGE_TEXT_NONE, "text none"},
        {TILEPDB_MESSAGE_TEXT_SIGN, "text sign"},
        {TILEPDB_MESSAGE_TEXT_BRACKET, "text bracket"},
        {TILEPDB_MESSAGE_TEXT_ROW, "text row"},
        {TILEPDB_MESSAGE_TEXT_SIZE, "text size"},
        {TILEPDB_MESSAGE_TEXT_SHAPE, "text shape"},
        {TILEPDB_MESSAGE_TEXT_TILE, "text tile"},
        {TILEPDB_MESSAGE_TEXT_TWICE, "text twice"},
        {TILEPDB_MESSAGE_TEXT_BLANK, "text blank"},
        {TILEPDB_MESSAGE_TEXT_AMBIGUOUS, "text ambiguous"},
        {TILEPDB_MESSAGE_TEXT_SEVERAL, "text several"},
        {TILEPDB_MESSAGE_TEXT_GOAL, "text goal"},
        {TILEPDB_MESSAGE_TEXT_ANSWER, "text answer"},
        {TILEPDB_MESSAGE_TEXT_COUNT, "text count"},
        {TILEPDB_MESSAGE_TEXT_NOTATION, "text notation"},
        {TILEPDB_MESSAGE_TEXT_LENGTH, "text length"},
        {TILEPDB_MESSAGE_TEXT_LONG, "text long"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].code == code) return names[i].name;
    return "other";
}

/* Removes an incomplete UTF-8 character at the end. */
static void characters_complete(char *text) {
    const size_t length = strlen(text);
    size_t start = length;
    while (start > 0 && length - start < 3 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
        start--;
    if (start == 0 || (unsigned char)text[start - 1] < 0xC0) return;
    const unsigned char first = (unsigned char)text[start - 1];
    const size_t bytes = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length - (start - 1) < bytes) text[start - 1] = '\0';
}

static void error_write(tilepdb_error *error, tilepdb_status status, size_t line, size_t column,
                        const char *format, va_list arguments) {
    if (!error) return;
    /* Arguments may point into error->message. */
    char message[sizeof error->message];
    if (vsnprintf(message, sizeof message, format, arguments) < 0) message[0] = '\0';
    characters_complete(message);
    error->status = status;
    error->line = line;
    error->column = column;
    memcpy(error->message, message, strlen(message) + 1);
    error->code = TILEPDB_MESSAGE_OTHER;
    memset(error->number, 0, sizeof error->number);
    error->text[0] = '\0';
}

tilepdb_status error_set_code(tilepdb_error *error, tilepdb_status status, struct error_code code,
                              const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_write(error, status, code.line, code.column, format, arguments);
    va_end(arguments);
    if (!error) return status;
    error->code = code.code;
    memcpy(error->number, code.number, sizeof error->number);
    snprintf(error->text, sizeof error->text, "%s", code.text ? code.text : "");
    characters_complete(error->text);
    return status;
}

tilepdb_status error_set_from(tilepdb_error *error, tilepdb_status status,
                              const tilepdb_error *cause, const char *format, ...) {
    va_list arguments;
    if (!error) return status;
    const tilepdb_error from = *cause;
    va_start(arguments, format);
    error_write(error, status, from.line, from.column, format, arguments);
    va_end(arguments);
    error->code = from.code;
    memcpy(error->number, from.number, sizeof error->number);
    memcpy(error->text, from.text, sizeof error->text);
    return status;
}

tilepdb_status error_set(tilepdb_error *error, tilepdb_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_write(error, status, 0, 0, format, arguments);
    va_end(arguments);
    return status;
}

tilepdb_status error_set_at(tilepdb_error *error, tilepdb_status status, size_t line, size_t column,
                            const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_write(error, status, line, column, format, arguments);
    va_end(arguments);
    return status;
}

struct error_code error_code_file(tilepdb_message code, int os_error, const char *reason) {
    return (struct error_code){.code = code,
                               .number = {os_error},
                               .text = !reason && os_error ? strerror(os_error) : reason};
}

struct error_code error_code_unusable(tilepdb_message code, tilepdb_unusable reason) {
    return (struct error_code){.code = code, .number = {reason}};
}

tilepdb_status error_in_file(tilepdb_error *error, tilepdb_status status, const char *path) {
    if (!status || !error) return status;
    char name[PATH_SHOWN + 5];
    snprintf(name, sizeof name, "'%s'", error_path(path));
    if (strstr(error->message, name)) return error->status = status;
    char *const message = error->message;
    const size_t length = (size_t)snprintf(name, sizeof name, "'%s': ", error_path(path));
    memmove(message + length, message, sizeof error->message - length);
    memcpy(message, name, length);
    message[sizeof error->message - 1] = '\0';
    characters_complete(message);
    error->line = error->column = 0;
    return error->status = status;
}

const char *error_path(const char *path) {
    const size_t length = strlen(path);
    if (length <= PATH_SHOWN) return path;
    path += length - PATH_SHOWN;
    while (((unsigned char)*path & 0xC0) == 0x80) path++;
    return path;
}

/* ---- limits ---------------------------------------------------------------------------------- */

tilepdb_status limits_threads(int threads, tilepdb_error *error) {
    if (threads >= 0) return TILEPDB_OK;
    return error_set_code(error, TILEPDB_ERROR_ARGUMENT,
                          (struct error_code){.code = TILEPDB_MESSAGE_THREADS, .number = {threads}},
                          "the number of threads must be 0 (all) or more, not %d", threads);
}

tilepdb_status limits_length(int max_length, tilepdb_error *error) {
    if (max_length >= 0) return TILEPDB_OK;
    return error_set_code(
        error, TILEPDB_ERROR_ARGUMENT,
        (struct error_code){.code = TILEPDB_MESSAGE_LENGTH, .number = {max_length}},
        "the maximum length must be 0 (no limit) or more, not %d", max_length);
}

tilepdb_status limits_first_bound(int first_bound, int most, int max_length, tilepdb_error *error) {
    if (first_bound < 0 || first_bound > most)
        return error_set_code(
            error, TILEPDB_ERROR_ARGUMENT,
            (struct error_code){.code = TILEPDB_MESSAGE_FIRST, .number = {first_bound, most}},
            "the first bound is 0 to %d, not %d", most, first_bound);
    if (max_length == 0 || first_bound <= max_length) return TILEPDB_OK;
    return error_set_code(
        error, TILEPDB_ERROR_ARGUMENT,
        (struct error_code){.code = TILEPDB_MESSAGE_FIRST, .number = {first_bound, max_length}},
        "the first bound, %d, is above the maximum length, %d", first_bound, max_length);
}

tilepdb_status limits_timeout(double seconds, tilepdb_error *error) {
    if (isfinite(seconds) && seconds >= 0) return TILEPDB_OK;
    return error_set_code(
        error, TILEPDB_ERROR_ARGUMENT, (struct error_code){.code = TILEPDB_MESSAGE_TIMEOUT},
        "the timeout must be 0 (no limit) or a number of seconds above 0, not %g", seconds);
}
