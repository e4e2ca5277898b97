/* See source.h. */
#include "pdbsolve/source.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/operands.h"
#include "tilepdb.h"

#define BUFFER_BYTES (64 * 1024)

bool board_source_is_stdin(char *const *arguments, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(arguments[i], "-") == 0) return true;
    return count == 0;
}

/* ---- opening --------------------------------------------------------------------------------- */

static void source_init(struct board_source *source, const tilepdb_reader_options *options,
                        tilepdb_reading reading) {
    *source = (struct board_source){.options = *options, .descriptor = -1};
    source->options.reading = reading;
    source->buffer = cli_allocated(malloc(BUFFER_BYTES));
}

void board_source_init(struct board_source *source, char *const *arguments, size_t count,
                       const tilepdb_reader_options *options) {
    static char standard[] = "-";
    char *const none[] = {standard};
    source_init(source, options, TILEPDB_READ_BOARDS);
    operands_sort(&source->operands, count > 0 ? arguments : none, count > 0 ? count : 1,
                  &source->options);
    if (board_source_is_stdin(arguments, count) && isatty(STDIN_FILENO))
        cli_note("type boards; Ctrl-D ends the input");
}

void solution_source_init(struct board_source *source, const char *path,
                          const tilepdb_reader_options *options) {
    source_init(source, options, TILEPDB_READ_SOLUTIONS);
    operands_add(&source->operands, strcmp(path, "-") == 0 ? OPERAND_STDIN : OPERAND_FILE,
                 cli_text("%s", path));
}

static const char *operand_name(const struct operand *operand) {
    return operand->kind == OPERAND_STDIN ? "standard input" : operand->text;
}

static void operand_fail(const struct operand *operand, int *code) {
    if (errno == EINTR && cli_signal()) return; /* the exit code says enough */
    cli_complain("%s cannot be read: %s", operand_name(operand), strerror(errno));
    *code = cli_worse(*code, CLI_FAILURE);
}

static void operand_close(struct board_source *source) {
    if (source->descriptor > STDIN_FILENO) close(source->descriptor);
    tilepdb_reader_free(source->reader);
    source->reader = NULL;
    source->descriptor = -1;
    source->at++;
}

/* False: it cannot be opened, and was closed again. */
static bool operand_open(struct board_source *source, int *code) {
    const struct operand *operand = &source->operands.list[source->at];
    struct stat status;
    tilepdb_error error;
    source->ended = false;
    source->found = 0;
    source->bytes = source->all_bytes = 0;
    if (tilepdb_reader_create(&source->options, &source->reader, &error)) {
        *code = cli_worse(*code, cli_fail(NULL, &error));
        operand_close(source);
        return false;
    }
    if (operand->kind == OPERAND_TEXT) {
        tilepdb_reader_feed(source->reader, operand->text, strlen(operand->text));
        tilepdb_reader_end(source->reader);
        source->ended = true;
        return true;
    }
    source->descriptor =
        operand->kind == OPERAND_STDIN ? STDIN_FILENO : open(operand->text, O_RDONLY | O_CLOEXEC);
    if (source->descriptor < 0) {
        operand_fail(operand, code);
        operand_close(source);
        return false;
    }
    if (fstat(source->descriptor, &status) == 0 && S_ISREG(status.st_mode))
        source->all_bytes = (uint64_t)status.st_size;
    return true;
}

/* Gives the reader more. False: it cannot be read, and was closed. */
static bool operand_read(struct board_source *source, int *code) {
    const ssize_t length = read(source->descriptor, source->buffer, BUFFER_BYTES);
    if (length < 0 && errno == EINTR) return true;
    if (length < 0) {
        operand_fail(&source->operands.list[source->at], code);
        operand_close(source);
        return false;
    }
    source->bytes += (uint64_t)length;
    source->ended = length == 0;
    if (source->ended)
        tilepdb_reader_end(source->reader);
    else
        tilepdb_reader_feed(source->reader, source->buffer, (size_t)length);
    return true;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* The end of a long path, so that the line number after it is seen. */
static const char *short_path(const char *path) {
    const size_t length = strlen(path);
    return length > SOURCE_NAME - 40 ? path + length - (SOURCE_NAME - 40) : path;
}

static void entry_name(struct board_source *source, struct source_entry *entry) {
    const struct operand *operand = &source->operands.list[source->at];
    source->found++;
    entry->number = operand->kind == OPERAND_TEXT ? ++source->texts : entry->item.line;
    if (operand->kind == OPERAND_FILE)
        snprintf(entry->name, sizeof entry->name, "%s:%zu", short_path(operand->text),
                 entry->number);
    else
        snprintf(entry->name, sizeof entry->name, "%s %zu",
                 operand->kind == OPERAND_TEXT ? "board" : "line", entry->number);
}

static bool entry_of_item(struct board_source *source, struct source_entry *entry) {
    const struct operand *operand = &source->operands.list[source->at];
    entry->readable = entry->item.kind != TILEPDB_ITEM_ERROR;
    entry_name(source, entry);
    if (!entry->readable && operand->kind == OPERAND_TEXT)
        operand_explain_word(operand->text, &entry->item.error);
    return true;
}

/* An argument without a board in it is an error, a file without one is not. */
static bool entry_of_nothing(struct board_source *source, struct source_entry *entry) {
    const struct operand *operand = &source->operands.list[source->at];
    if (operand->kind != OPERAND_TEXT || source->found > 0) return false;
    entry->item = (tilepdb_item){.kind = TILEPDB_ITEM_ERROR, .line = 1};
    entry->item.error.status = TILEPDB_ERROR_PARSE;
    snprintf(entry->item.error.message, sizeof entry->item.error.message,
             "the argument is %s: a board is its numbers, row by row, 0 for the blank",
             *operand->text == '\0' ? "empty" : "blank");
    return entry_of_item(source, entry);
}

bool board_source_next(struct board_source *source, struct source_entry *entry, int *code) {
    while (!cli_signal() && source->at < source->operands.count) {
        if (!source->reader && !operand_open(source, code)) continue;
        if (tilepdb_reader_next(source->reader, &entry->item)) return entry_of_item(source, entry);
        if (!source->ended) {
            operand_read(source, code);
            continue;
        }
        if (entry_of_nothing(source, entry)) return true;
        operand_close(source);
    }
    return false;
}

int source_entry_refuse(const struct source_entry *entry) {
    cli_complain("%s: %s", entry->name, entry->item.error.message);
    return CLI_USAGE;
}

double board_source_share(const struct board_source *source) {
    double part = 0;
    if (source->at < source->operands.count &&
        source->operands.list[source->at].kind != OPERAND_TEXT) {
        if (source->all_bytes == 0) return -1;
        part = (double)source->bytes / (double)source->all_bytes;
    } else if (source->at < source->operands.count) {
        part = 1;
    }
    return ((double)source->at + part) / (double)source->operands.count;
}

bool board_source_reads_stdin(const struct board_source *source) {
    return source->at < source->operands.count &&
           source->operands.list[source->at].kind == OPERAND_STDIN;
}

size_t board_source_most(const struct board_source *source) {
    size_t most = 0;
    for (size_t i = 0; i < source->operands.count; i++) {
        const struct operand *operand = &source->operands.list[i];
        if (operand->kind != OPERAND_TEXT) return SIZE_MAX;
        most++;
        for (const char *at = operand->text; (at = strpbrk(at, "\r\n")); at++) most++;
    }
    return most;
}

void board_source_free(struct board_source *source) {
    if (source->reader) operand_close(source);
    for (size_t i = 0; i < source->operands.count; i++) free(source->operands.list[i].text);
    free(source->operands.list);
    free(source->buffer);
}
