#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/system.h"
#include "cli/console.h"
#include "cli/signals.h"

#define MOST_LINKS 40 /* as in Linux */

enum destination_kind { DESTINATION_DESCRIPTOR, DESTINATION_SPECIAL, DESTINATION_FILE };

struct destination {
    enum destination_kind kind;
    int descriptor;
    char *path;     /* to open; owned */
    char *identity; /* unique absolute path; owned */
};

/* ---- descriptors ----------------------------------------------------------------------------- */

static int number_of(const char *name) {
    if (*name == '\0' || strlen(name) > 9 || name[strspn(name, "0123456789")] != '\0') return -1;
    return atoi(name);
}

static bool is_descriptors(const char *directory) {
    static const char *const names[] = {"/proc/self/fd", "/proc/thread-self/fd"};
    bool same = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !same; i++) {
        char *own = realpath(names[i], NULL);
        same = own && strcmp(own, directory) == 0;
        free(own);
    }
    return same;
}

/* Descriptors of the caller lack close-on-exec, which the tools set on all files. */
static int destination_descriptor(struct destination *destination, int descriptor) {
    *destination = (struct destination){.kind = DESTINATION_DESCRIPTOR, .descriptor = descriptor};
    const int flags = fcntl(descriptor, F_GETFD);
    const int mode = fcntl(descriptor, F_GETFL);
    const bool passed_on = flags >= 0 && (flags & FD_CLOEXEC) == 0;
    return passed_on && mode >= 0 && (mode & O_ACCMODE) != O_RDONLY ? 0 : EBADF;
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Sets the descriptor or the identity to which `path` leads. Returns an errno. */
static int follow(struct destination *destination, const char *path, int links) {
    const char *slash = strrchr(path, '/'), *name = !slash ? path : slash + 1;
    char target[PATH_MAX];
    char *before = cli_allocated(directory_of(path)), *directory = realpath(before, NULL);
    int error = directory ? 0 : errno;
    free(before);
    if (error != 0) return error;
    const int number = is_descriptors(directory) ? number_of(name) : -1;
    char *here = number < 0 ? cli_path_join(directory, name) : NULL;
    const ssize_t length = here ? readlink(here, target, sizeof target - 1) : 0;
    if (number >= 0) {
        error = destination_descriptor(destination, number);
    } else if (length < 0) {
        destination->identity = here;
        here = NULL;
    } else {
        target[length] = '\0';
        char *next = *target == '/' ? cli_text("%s", target) : cli_path_join(directory, target);
        error = links < MOST_LINKS ? follow(destination, next, links + 1) : ELOOP;
        free(next);
    }
    free(here);
    free(directory);
    return error;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* In directories such as /tmp, only root and the owners of directory and file may replace a
 * file. */
static bool is_sticky(const struct destination *destination, const struct stat *file) {
    char *name = cli_allocated(directory_of(destination->identity));
    struct stat directory;
    const uid_t user = geteuid();
    const bool sticky = stat(name, &directory) == 0 && (directory.st_mode & S_ISVTX) != 0;
    free(name);
    return sticky && directory.st_uid != user && file->st_uid != user && user != 0;
}

static int existing_check(struct destination *destination, const char *name) {
    struct stat about;
    if (stat(name, &about) != 0) return errno == ENOENT ? 0 : errno;
    if (S_ISDIR(about.st_mode)) return EISDIR;
    if (!S_ISREG(about.st_mode) || file_is_mounted(name)) destination->kind = DESTINATION_SPECIAL;
    if (faccessat(AT_FDCWD, name, W_OK, AT_EACCESS) != 0) return errno;
    return destination->kind == DESTINATION_FILE && is_sticky(destination, &about) ? EPERM : 0;
}

/* Resolves `name`. Returns 0 or an errno, such as EISDIR, EBADF for a closed or read-only
 * descriptor, EACCES for a write-protected file, EPERM for another user's file in a sticky
 * directory. The caller frees the destination in any case. */
static int destination_find(struct destination *destination, const char *name) {
    *destination = (struct destination){.kind = DESTINATION_FILE};
    int error = follow(destination, name, 1);
    if (error != 0 || destination->kind == DESTINATION_DESCRIPTOR) return error;
    error = existing_check(destination, name);
    char byte;
    const bool linked =
        destination->kind == DESTINATION_FILE && readlink(name, &byte, sizeof byte) >= 0;
    destination->path = cli_text("%s", linked ? destination->identity : name);
    return error;
}

/* Returns false for special files, which can take the text of two outputs. */
static bool destination_same(const struct destination *one, const struct destination *other) {
    if (one->kind != other->kind) return false;
    if (one->kind == DESTINATION_DESCRIPTOR) return one->descriptor == other->descriptor;
    return one->kind == DESTINATION_FILE && strcmp(one->identity, other->identity) == 0;
}

static void destination_free(struct destination *destination) {
    free(destination->path);
    free(destination->identity);
    destination->path = destination->identity = NULL;
}

/* ---- files that replace others --------------------------------------------------------------- */

static struct cli_replacement *under_way;

/* ---- in handlers, too: only async-signal-safe functions -------------------------------------- */

/* Returns the name of a kept part, or NULL. A part that cannot be renamed keeps its temporary name,
 * since it may be the work of hours. */
static const char *set_aside(const struct cli_replacement *replacement) {
    const off_t whole = __atomic_load_n(&replacement->whole, __ATOMIC_RELAXED);
    if (!replacement->partial || whole == 0) {
        unlink(replacement->temporary);
        return NULL;
    }
    const bool named = rename(replacement->temporary, replacement->partial) == 0;
    if (!named && errno == ENOENT) return NULL;
    /* If truncation fails, the last line shows that it is incomplete. */
    const bool cut = ftruncate(replacement->descriptor, whole) == 0;
    (void)cut;
    return named ? replacement->partial : replacement->temporary;
}

void cli_outputs_rescue(void (*kept)(const char *path)) {
    const struct cli_replacement *replacement = under_way;
    under_way = NULL;
    for (; replacement; replacement = replacement->next) {
        const char *left = set_aside(replacement);
        close(replacement->descriptor);
        if (left) kept(left);
    }
}

static void say_kept(const char *path) {
    cli_complain(CLI_KEPT "%s", path);
}

static void rescue_at_exit(void) {
    cli_outputs_rescue(say_kept);
}

static void replacement_free(struct cli_replacement *replacement) {
    free(replacement->path);
    free(replacement->temporary);
    free(replacement->partial);
    *replacement = (struct cli_replacement){.descriptor = -1};
}

/* Removes temporary files of killed runs, too. Returns 0 or an errno. */
static int replacement_begin(struct cli_replacement *replacement, const char *path,
                             bool has_parts) {
    static bool registered;
    if (!registered) atexit(rescue_at_exit);
    registered = true;
    *replacement = (struct cli_replacement){.path = cli_text("%s", path)};
    if (has_parts) replacement->partial = cli_text("%s.partial", path);
    replacement->descriptor = temporary_create(path, &replacement->temporary);
    if (replacement->descriptor < 0) {
        const int error = errno;
        replacement_free(replacement);
        return error;
    }
    replacement->next = under_way;
    under_way = replacement;
    return 0;
}

bool cli_output_is_file(const struct cli_output *output) {
    return output->file.temporary != NULL;
}

/* Sets how many of the first bytes an abandoned replacement keeps; 0: none. */
static void replacement_mark(struct cli_replacement *replacement, off_t bytes) {
    __atomic_store_n(&replacement->whole, bytes, __ATOMIC_RELAXED);
}

static void forget(struct cli_replacement *replacement) {
    struct cli_replacement **place = &under_way;
    while (*place && *place != replacement) place = &(*place)->next;
    if (*place) *place = replacement->next;
    replacement_free(replacement);
}

/* Returns 0, or an errno with the replacement still under way. */
static int replacement_commit(struct cli_replacement *replacement) {
    if (file_sync(replacement->descriptor) != 0 && errno != EINVAL && errno != EROFS) return errno;
    if (temporary_rename(replacement->temporary, replacement->path) != 0) return errno;
    directory_sync(replacement->path);
    temporary_clean(replacement->path);
    if (replacement->goes_on && replacement->partial) unlink(replacement->partial);
    forget(replacement);
    return 0;
}

/* Returns the name of a kept part, which the caller frees, or NULL. */
static char *replacement_abandon(struct cli_replacement *replacement) {
    file_sync(replacement->descriptor);
    const char *left = set_aside(replacement);
    char *name = left ? cli_text("%s", left) : NULL;
    forget(replacement);
    return name;
}

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
    const int error = replacement_begin(&output->file, path, !output->document);
    if (error == 0) open_stream(output, output->file.descriptor);
    return error;
}

static int open_destination(struct cli_output *output, const struct destination *destination) {
    switch (destination->kind) {
    case DESTINATION_DESCRIPTOR:
        return open_descriptor(output, destination->descriptor);
    case DESTINATION_SPECIAL:
        return open_special(output, destination->path);
    case DESTINATION_FILE:
        return open_file(output, destination->path);
    }
    return EINVAL;
}

static bool is_standard(const char *name) {
    return !name || strcmp(name, "-") == 0;
}

static int find(struct destination *destination, const char *name) {
    return is_standard(name) ? destination_descriptor(destination, STDOUT_FILENO)
                             : destination_find(destination, name);
}

static int output_open(struct cli_output *output, const char *name,
                       const struct destination *destination, int error) {
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
    struct destination destination;
    const int error = find(&destination, name);
    const int code = output_open(output, name, &destination, error);
    destination_free(&destination);
    return code;
}

int cli_output_open(struct cli_output *output, const char *name) {
    return open_named(output, name, false);
}

int cli_document_open(struct cli_output *output, const char *name) {
    return open_named(output, name, true);
}

static bool are_same(const char *one, const char *other) {
    struct destination a, b;
    const bool found = find(&a, one) == 0;
    const bool same = find(&b, other) == 0 && found && destination_same(&a, &b);
    destination_free(&a);
    destination_free(&b);
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
    struct destination own;
    const int error = destination_descriptor(&own, STDERR_FILENO);
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
        const bool file = cli_output_is_file(output);
        const off_t end = file ? ftello(output->stream) : 0;
        replacement_mark(&output->file, end > output->heading ? end : 0);
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
    if (!cli_output_is_file(output)) return true;
    output->heading = ftello(output->stream);
    replacement_mark(&output->file, 0);
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
        const int error = replacement_commit(&output->file);
        if (error == 0) return;
        output_fail(output, error);
    }
    char *kept = replacement_abandon(&output->file);
    if (kept) cli_complain("%s" CLI_KEPT "%s", is_interrupt(code) ? "interrupted; " : "", kept);
    free(kept);
}

int cli_output_end(struct cli_output *output, int code) {
    if (!output->stream) return code;
    const bool flushed = cli_output_flush(output);
    if (cli_output_is_file(output)) settle(output, code);
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
