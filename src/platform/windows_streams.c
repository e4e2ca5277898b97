/*
 * Environment, streams and consoles for the tools. The library omits this file because of its
 * global state.
 */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#include <wchar.h>
#include <windows.h>

#include <ntsecapi.h>

#include "base/files.h"
#include "platform/windows_files.h"

int getentropy(void *bytes, size_t length) {
    return RtlGenRandom(bytes, (ULONG)length) ? 0 : -1;
}

/* ---- the environment ------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct variable {
    char *name, *value;
    struct variable *next;
} * variables;

static struct variable *variable_read(const char *name) {
    struct variable *made = calloc(1, sizeof *made);
    if (made) {
        made->name = strdup(name);
        const size_t length = environment_value(name, NULL, 0);
        if (length > 0) made->value = malloc(length + 1);
        if (made->value) environment_value(name, made->value, length + 1);
        made->next = variables;
        variables = made;
    }
    return made;
}

char *windows_getenv(const char *name) {
    pthread_mutex_lock(&lock);
    struct variable *found = variables;
    while (found && found->name && strcmp(found->name, name) != 0) found = found->next;
    if (!found) found = variable_read(name);
    pthread_mutex_unlock(&lock);
    return found ? found->value : NULL;
}

/* ---- streams --------------------------------------------------------------------------------- */

int windows_fprintf(FILE *stream, const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = stream == stderr ? vasprintf(&text, format, arguments)
                                        : vfprintf(stream, format, arguments);
    va_end(arguments);
    if (text) fwrite(text, 1, (size_t)length, stream);
    free(text);
    return length;
}

FILE *windows_fopen(const char *path, const char *mode) {
    const bool reads = mode[0] == 'r';
    const int flags =
        reads ? O_RDONLY : O_WRONLY | O_CREAT | (strchr(mode, 'x') ? O_EXCL : O_TRUNC);
    const int fd = open(path, flags, 0666);
    FILE *stream = fd >= 0 ? fdopen(fd, reads ? "rb" : "wb") : NULL;
    if (fd >= 0 && !stream) close(fd);
    return stream;
}

ssize_t getline(char **line, size_t *size, FILE *stream) {
    size_t length = 0;
    for (int byte = fgetc(stream); byte != EOF; byte = fgetc(stream)) {
        if (length + 2 > *size) {
            const size_t more = *size < 64 ? 128 : *size * 2;
            char *larger = realloc(*line, more);
            if (!larger) return -1;
            *line = larger;
            *size = more;
        }
        (*line)[length++] = (char)byte;
        (*line)[length] = '\0';
        if (byte == '\n') break;
    }
    return length > 0 ? (ssize_t)length : -1;
}

/* Replaces tmpfile(), which creates its file in the root directory, where most users may not
 * write. */
FILE *windows_tmpfile(void) {
    wchar_t directory[MAX_PATH + 1], path[MAX_PATH + 1];
    if (!GetTempPathW(MAX_PATH + 1, directory) || !GetTempFileNameW(directory, L"tpdb", 0, path)) {
        windows_fail();
        return NULL;
    }
    return _wfopen(path, L"w+bD");
}

static struct memory_stream {
    FILE *stream;
    char **text;
    size_t *length;
    struct memory_stream *next;
} * memory_streams;

FILE *open_memstream(char **text, size_t *length) {
    struct memory_stream *made = malloc(sizeof *made);
    FILE *stream = made ? windows_tmpfile() : NULL;
    if (!stream) {
        free(made);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    *made = (struct memory_stream){stream, text, length, memory_streams};
    memory_streams = made;
    pthread_mutex_unlock(&lock);
    return stream;
}

#undef fclose
static int stream_close(FILE *stream) {
    return fclose(stream);
}

static struct memory_stream *memory_stream_take(const FILE *stream) {
    pthread_mutex_lock(&lock);
    struct memory_stream **place = &memory_streams;
    while (*place && (*place)->stream != stream) place = &(*place)->next;
    struct memory_stream *found = *place;
    if (found) *place = found->next;
    pthread_mutex_unlock(&lock);
    return found;
}

int windows_fclose(FILE *stream) {
    struct memory_stream *memory = memory_stream_take(stream);
    bool read = true;
    if (memory) {
        const long length = fflush(stream) == 0 ? ftell(stream) : -1;
        char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
        rewind(stream);
        read = text && fread(text, 1, (size_t)length, stream) == (size_t)length;
        if (read) text[length] = '\0';
        *memory->text = text;
        *memory->length = read ? (size_t)length : 0;
        free(memory);
    }
    return stream_close(stream) == 0 && read ? 0 : EOF;
}

void __fpurge(FILE *stream) {
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0) return;
    _dup2(nowhere, fileno(stream));
    close(nowhere);
}

FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions) {
    (void)cookie, (void)mode, (void)functions;
    errno = ENOSYS;
    return NULL;
}

/* ---- consoles -------------------------------------------------------------------------------- */

#define SLICE_MILLISECONDS 10

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

int windows_isatty(int fd) {
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

/* Returns true if reading would not block. Discards console events other than key presses. */
static bool is_readable(HANDLE handle) {
    INPUT_RECORD record;
    DWORD count;
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_PIPE)
        return !PeekNamedPipe(handle, NULL, 0, NULL, &count, NULL) || count > 0;
    if (type != FILE_TYPE_CHAR) return true;
    while (PeekConsoleInputW(handle, &record, 1, &count) && count == 1) {
        if (record.EventType == KEY_EVENT && record.Event.KeyEvent.bKeyDown) return true;
        ReadConsoleInputW(handle, &record, 1, &count);
    }
    return false;
}

static bool reader_has_gone(HANDLE handle) {
    return GetFileType(handle) == FILE_TYPE_PIPE &&
           (_doserrno == ERROR_NO_DATA || _doserrno == ERROR_BROKEN_PIPE ||
            _doserrno == ERROR_PIPE_NOT_CONNECTED);
}

int poll(struct pollfd *polled, unsigned long count, int milliseconds) {
    const HANDLE handle = handle_of(polled->fd);
    polled->revents = 0;
    if (count != 1) return 0;
    if (polled->events == 0 && reader_has_gone(handle)) polled->revents = POLLERR;
    if (polled->events == 0) return polled->revents != 0;
    if (polled->events & POLLIN)
        while (!is_readable(handle)) {
            if (milliseconds <= 0) return 0;
            Sleep(SLICE_MILLISECONDS);
            milliseconds -= SLICE_MILLISECONDS;
        }
    polled->revents = polled->events;
    return 1;
}
