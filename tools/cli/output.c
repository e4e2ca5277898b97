/* See output.h. */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/signals.h"

/* larger than the output between flushes, since only a flush sees the errno */
#define BUFFER_BYTES (128 * 1024)

#define PATIENCE          10
#define POLL_MILLISECONDS 100

/* ---- opening --------------------------------------------------------------------------------- */

static int output_fail(struct cli_output *output, int error) {
    cli_complain("%s cannot be written: %s", output->name, strerror(error));
    output->ended = true;
    return output->code = CLI_FAILURE;
}

/* Returns false if a slow reader stops after an interrupt. */
static bool reader_takes_more(const struct cli_output *output, int *patience) {
    struct pollfd pipe = {.fd = output->descriptor, .events = POLLOUT};
    for (; *patience > 0; *patience -= cli_signal() != 0)
        if (poll(&pipe, 1, POLL_MILLISECONDS) > 0) return true;
    return false;
}

/* A ready pipe takes PIPE_BUF bytes. A longer write could block, perhaps in a thread that blocks
 * interrupts. */
static ssize_t write_pieces(void *cookie, const char *bytes, size_t length) {
    struct cli_output *output = cookie;
    int patience = PATIENCE;
    size_t done = 0;
    while (done < length && !output->ended) {
        if (!reader_takes_more(output, &patience)) {
            output->ended = true;
            break;
        }
        const size_t piece = length - done < PIPE_BUF ? length - done : PIPE_BUF;
        const ssize_t written = write(output->descriptor, bytes + done, piece);
        if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (written <= 0) {
            output->error = written < 0 ? errno : EIO;
            break;
        }
        done += (size_t)written;
    }
    return (ssize_t)done;
}

static int close_pieces(void *cookie) {
    const struct cli_output *output = cookie;
    return close(output->descriptor);
}

static bool is_pipe(int descriptor) {
    struct stat about;
    return fstat(descriptor, &about) == 0 && (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode));
}

static void open_stream(struct cli_output *output, int descriptor) {
    static const cookie_io_functions_t pieces = {.write = write_pieces, .close = close_pieces};
    output->descriptor = descriptor;
    if (is_pipe(descriptor))
        output->stream = fopencookie(output, "w", pieces);
    else if (descriptor == STDOUT_FILENO)
        output->stream = stdout;
    else
        output->stream = fdopen(descriptor, "w");
    cli_allocated(output->stream);
}

static int open_descriptor(struct cli_output *output, int descriptor) {
    const int own = descriptor == STDOUT_FILENO
                        ? descriptor
                        : fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (own < 0) return errno;
    open_stream(output, own);
    return 0;
}

/* An interrupt ends the wait for the reader of a named pipe. O_TRUNC is for mount points. */
static int open_special(struct cli_output *output, const char *path) {
    int descriptor;
    do {
        descriptor = open(path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
    } while (descriptor < 0 && errno == EINTR && cli_signal() == 0);
    if (descriptor < 0) return errno;
    open_stream(output, descriptor);
    return 0;
}

static int open_file(struct cli_output *output, const char *path) {
    const int error = cli_replacement_begin(&output->file, path, !output->document);
    if (error == 0) open_stream(output, output->file.descriptor);
    return error;
}

static int open_destination(struct cli_output *output, const struct cli_destination *destination) {
    switch (destination->kind) {
    case CLI_DESTINATION_DESCRIPTOR:
        return open_descriptor(output, destination->descriptor);
    case CLI_DESTINATION_SPECIAL:
        return open_special(output, destination->path);
    case CLI_DESTINATION_FILE:
        return open_file(output, destination->path);
    }
    return EINVAL;
}

static bool is_standard(const char *name) {
    return !name || strcmp(name, "-") == 0;
}

static int find(struct cli_destination *destination, const char *name) {
    return is_standard(name) ? cli_destination_descriptor(destination, STDOUT_FILENO)
                             : cli_destination_find(destination, name);
}

static int output_open(struct cli_output *output, const char *name,
                       const struct cli_destination *destination, int error) {
    output->name = cli_text("%s", is_standard(name) ? "standard output" : name);
    if (error == 0) error = open_destination(output, destination);
    if (error == 0) {
        /* some C libraries ignore the size without a buffer */
        output->buffer = cli_allocated(malloc(BUFFER_BYTES));
        setvbuf(output->stream, output->buffer, _IOFBF, BUFFER_BYTES);
        return CLI_SUCCESS;
    }
    const bool interrupted = error == EINTR && cli_signal() != 0;
    const int code = interrupted ? cli_exit_code(TILEPDB_CANCELLED) : output_fail(output, error);
    free(output->name);
    *output = (struct cli_output){.code = code, .ended = true};
    return code;
}

static int open_named(struct cli_output *output, const char *name, bool document) {
    *output = (struct cli_output){.document = document};
    struct cli_destination destination;
    const int error = find(&destination, name);
    const int code = output_open(output, name, &destination, error);
    cli_destination_free(&destination);
    return code;
}

int cli_output_open(struct cli_output *output, const char *name) {
    return open_named(output, name, false);
}

int cli_document_open(struct cli_output *output, const char *name) {
    return open_named(output, name, true);
}

static bool are_same(const char *one, const char *other) {
    struct cli_destination a, b;
    const bool found = find(&a, one) == 0;
    const bool same = find(&b, other) == 0 && found && cli_destination_same(&a, &b);
    cli_destination_free(&a);
    cli_destination_free(&b);
    return same;
}

int cli_output_differ(const char *one, const char *other) {
    if (!one || !other || !are_same(one, other)) return CLI_SUCCESS;
    cli_complain("'%s' and '%s' are the same output: use a different name for one of them", one,
                 other);
    return CLI_USAGE;
}

bool cli_output_is_standard(const char *name) {
    return name && are_same(NULL, name);
}

int cli_output_open_beside(struct cli_output *output, const char *name, const char *document) {
    *output = (struct cli_output){0};
    if (!document || (!name && !are_same(NULL, document))) return cli_output_open(output, name);
    if (name) {
        const int code = cli_output_differ(name, document);
        return code == CLI_SUCCESS ? cli_output_open(output, name) : code;
    }
    struct cli_destination own;
    const int error = cli_destination_descriptor(&own, STDERR_FILENO);
    return output_open(output, "standard error", &own, error);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* stdio may have lost the errno of a closed pipe. */
static bool reader_has_gone(const struct cli_output *output, int error) {
    struct pollfd pipe = {.fd = output->descriptor};
    return error == EPIPE || (poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0);
}

static void write_failed(struct cli_output *output, int error) {
    const bool interrupted = error == EINTR && cli_signal() != 0;
    if (output->error != 0) error = output->error;
    if (output->ended || interrupted || reader_has_gone(output, error))
        output->ended = true;
    else
        output_fail(output, error);
}

bool cli_output_flush(struct cli_output *output) {
    if (output->ended || !output->stream) return false;
    int patience = PATIENCE;
    const bool pieces = fileno(output->stream) < 0; /* write_pieces waits for the reader */
    if (!pieces && !reader_takes_more(output, &patience)) {
        output->ended = true;
        return false;
    }
    errno = 0;
    if (fflush(output->stream) == 0 && !ferror(output->stream)) {
        const bool file = cli_replacement_is_under_way(&output->file);
        const off_t end = file ? ftello(output->stream) : 0;
        cli_replacement_mark(&output->file, end > output->heading ? end : 0);
        return true;
    }
    write_failed(output, errno != 0 ? errno : EIO);
    return false;
}

bool cli_output_write(struct cli_output *output, const void *bytes, size_t length) {
    if (output->ended) return false;
    if (fwrite(bytes, 1, length, output->stream) == length) return true;
    write_failed(output, errno);
    return false;
}

bool cli_output_heading(struct cli_output *output) {
    if (!cli_output_flush(output)) return false;
    if (!cli_replacement_is_under_way(&output->file)) return true;
    output->heading = ftello(output->stream);
    cli_replacement_mark(&output->file, 0);
    return true;
}

/* ---- the end --------------------------------------------------------------------------------- */

static bool is_interrupt(int code) {
    return code >= 128;
}

static bool is_complete(const struct cli_output *output, int code) {
    if (output->ended || is_interrupt(code)) return false;
    if (output->document) return code == CLI_SUCCESS;
    return code == CLI_SUCCESS || output->file.whole > 0;
}

static void settle(struct cli_output *output, int code) {
    if (is_complete(output, code)) {
        const int error = cli_replacement_commit(&output->file);
        if (error == 0) return;
        output_fail(output, error);
    }
    char *kept = cli_replacement_abandon(&output->file);
    if (kept) cli_complain("%s" CLI_KEPT "%s", is_interrupt(code) ? "interrupted; " : "", kept);
    free(kept);
}

int cli_output_end(struct cli_output *output, int code) {
    if (!output->stream) return code;
    const bool flushed = cli_output_flush(output);
    if (cli_replacement_is_under_way(&output->file)) settle(output, code);
    /* After an error, fclose would write the rest again and wait. */
    if (output->ended) __fpurge(output->stream);
    if (fclose(output->stream) != 0 && flushed && !output->ended) output_fail(output, errno);
    const int own = output->code;
    free(output->buffer);
    free(output->name);
    *output = (struct cli_output){.ended = true, .code = own};
    return own == CLI_FAILURE ? own : code;
}

void cli_csv_text(FILE *stream, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"') fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}
