#include "cli/output.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/console.h"

/* Bigger than what is printed between two flushes, so that it is a flush that fails, which knows
 * why, and not a print. */
#define BUFFER_BYTES (128 * 1024)

void cli_output_stdout(struct cli_output *output) {
    *output = (struct cli_output){.stream = stdout};
    setvbuf(stdout, NULL, _IOFBF, BUFFER_BYTES);
}

static const char *output_name(const struct cli_output *output) {
    return output->path != NULL ? output->path : "standard output";
}

/* Drops the file that was begun. Returns the exit code. */
static int output_fail(struct cli_output *output, int error) {
    cli_complain("%s cannot be written: %s", output_name(output), strerror(error));
    if (output->temporary != NULL) unlink(output->temporary);
    output->ended = true;
    output->code = CLI_FAILURE;
    return CLI_FAILURE;
}

static int open_temporary(struct cli_output *output) {
    output->temporary = cli_text("%s.tmp-XXXXXX", output->path);
    int fd = mkstemp(output->temporary);
    if (fd < 0) {
        int error = errno;
        free(output->temporary);
        output->temporary = NULL;
        return output_fail(output, error);
    }
    mode_t mask = umask(0); /* mkstemp's file is private; a result is as other new files are */
    umask(mask);
    fchmod(fd, 0666 & ~mask);
    output->stream = cli_allocated(fdopen(fd, "w"));
    return CLI_SUCCESS;
}

static int open_path(struct cli_output *output, const char *path) {
    struct stat status;
    bool exists = stat(path, &status) == 0;
    /* Through a symbolic link, the file behind it is replaced, not the link. */
    output->path = exists ? realpath(path, NULL) : NULL;
    if (output->path == NULL) output->path = cli_text("%s", path);
    if (!exists || S_ISREG(status.st_mode)) return open_temporary(output);
    output->stream = fopen(path, "w");
    return output->stream != NULL ? CLI_SUCCESS : output_fail(output, errno);
}

int cli_output_open(struct cli_output *output, const char *path) {
    cli_output_stdout(output);
    const int code = path != NULL ? open_path(output, path) : CLI_SUCCESS;
    if (code == CLI_SUCCESS) return code;
    free(output->path); /* what could not be opened need not be ended */
    output->path = NULL;
    return code;
}

/* stdio may have met the closed pipe earlier and lost errno since. */
static bool reader_has_gone(FILE *stream, int error) {
    struct pollfd pipe = {.fd = fileno(stream)};
    return error == EPIPE || (poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0);
}

bool cli_output_flush(struct cli_output *output) {
    if (output->ended) return false;
    errno = 0;
    if (fflush(output->stream) == 0 && !ferror(output->stream)) return true;
    int error = errno != 0 ? errno : EIO;
    if (reader_has_gone(output->stream, error)) {
        output->ended = true;
    } else {
        output_fail(output, error);
    }
    return false;
}

/* Gives the temporary its name. */
static int output_publish(struct cli_output *output) {
    if (fsync(fileno(output->stream)) != 0 && errno != EINVAL) return output_fail(output, errno);
    if (rename(output->temporary, output->path) != 0) return output_fail(output, errno);
    return CLI_SUCCESS;
}

int cli_output_end(struct cli_output *output, bool keep) {
    bool flushed = output->stream != NULL && cli_output_flush(output);
    if (output->temporary != NULL && flushed) {
        if (keep) {
            output_publish(output);
        } else {
            unlink(output->temporary);
        }
    }
    if (output->stream != NULL && fclose(output->stream) != 0 && flushed && !output->ended) {
        output_fail(output, errno);
    }
    free(output->temporary);
    free(output->path);
    int code = output->code;
    *output = (struct cli_output){.ended = true, .code = code};
    return code;
}

void cli_csv_text(FILE *stream, const char *text) {
    if (strpbrk(text, ",\"\r\n") == NULL) {
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
