#include "answers/board_input.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/board_text.h"
#include "cli/console.h"
#include "cli/signals.h"
#include "tilepdb.h"

#define BUFFER_BYTES (64 * 1024)

/* ---- arguments ------------------------------------------------------------------------------- */

bool operand_is_moves(const char *text, tilepdb_notation notation) {
    char *inverse = cli_allocated(malloc(TILEPDB_MOVES_TEXT));
    const tilepdb_status status = tilepdb_moves_invert(text, strlen(text), notation, false, inverse,
                                                       TILEPDB_MOVES_TEXT, NULL, NULL);
    free(inverse);
    return status == TILEPDB_OK;
}

static bool path_exists(const char *argument) {
    struct stat status;
    return stat(argument, &status) == 0;
}

bool operand_names_file(const char *argument, tilepdb_notation notation) {
    if (strcmp(argument, "-") == 0) return true;
    if (!path_exists(argument)) return false;
    if (!operand_is_moves(argument, notation)) return true;
    cli_note("'%s' is read as moves, although there is a file: './%s'", argument, argument);
    return false;
}

static bool consists_of(const char *text, const char *bytes) {
    return text[strspn(text, bytes)] == '\0';
}

bool operand_is_address(const char *argument) {
    return strstr(argument, "://") && !strpbrk(argument, " \t\r\n");
}

static bool is_path(const char *argument) {
    const bool begins =
        *argument == '/' || strncmp(argument, "./", 2) == 0 || strncmp(argument, "../", 3) == 0;
    return begins && !consists_of(argument, "./");
}

static bool has_extension(const char *text) {
    const char *dot = strrchr(text, '.');
    return dot && isalpha((unsigned char)dot[1]) && !strpbrk(dot, " \t\r\n/");
}

static bool is_word(const char *text) {
    bool letters = false;
    for (; *text != '\0' && !isspace((unsigned char)*text); text++)
        letters = letters || isalpha((unsigned char)*text);
    return letters && *text == '\0';
}

void operand_explain_word(const char *word, const char *reading, tilepdb_error *error) {
    if (operand_is_address(word)) return;
    const bool is_name = has_extension(word) || (is_word(word) && is_path(word));
    if ((!is_name && !is_word(word)) || operand_is_moves(word, TILEPDB_NOTATION_TILE)) return;
    char *reason = cli_text("%s", error->message);
    if (is_name)
        snprintf(error->message, sizeof error->message, "there is no file '%.99s'; read as %s: %s",
                 word, reading, reason);
    else if (strlen(reason) < sizeof error->message / 2)
        snprintf(error->message, sizeof error->message, "%s; and there is no file '%.99s'", reason,
                 word);
    free(reason);
}

/* A name of digits and punctuation needs a directory in front. Moves name a file only if they
 * are `alone` and cannot be played. */
static bool names_file(const struct board_input *input, const char *argument, bool alone) {
    if (!path_exists(argument)) return false;
    if (is_path(argument)) return true;
    if (consists_of(argument, "0123456789 ,/;._")) return false;
    tilepdb_item item;
    const bool readable = cli_items_read(&input->options, argument, &item, NULL) > 0 &&
                          item.kind == TILEPDB_ITEM_BOARD;
    if (alone && !readable) return true;
    return operand_names_file(argument, TILEPDB_NOTATION_TILE) && !readable;
}

bool operand_is_move(const char *argument) {
    static const char *const words[] = {"UP", "DOWN", "LEFT", "RIGHT"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(argument, words[i]) == 0) return true;
    return *argument != '\0' && strchr("UDLRudlr^vV<>\xE2", *argument) &&
           consists_of(argument + 1, "0123456789'\xE2\x80\x86\x90\x91\x92\x93\x99\xB2") &&
           operand_is_moves(argument, TILEPDB_NOTATION_TILE);
}

static enum operand_kind operand_kind(const struct board_input *input, char *const *arguments,
                                      size_t count, size_t i) {
    if (strcmp(arguments[i], "-") == 0) return OPERAND_STDIN;
    const bool alone =
        !operand_is_move(arguments[i]) || ((i == 0 || !operand_is_move(arguments[i - 1])) &&
                                           (i + 1 == count || !operand_is_move(arguments[i + 1])));
    return names_file(input, arguments[i], alone) ? OPERAND_FILE : OPERAND_TEXT;
}

bool board_input_is_stdin(char *const *arguments, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(arguments[i], "-") == 0) return true;
    return count == 0;
}

bool operand_is_file(const char *path, const char *operand) {
    struct stat file, other;
    const bool standard = strcmp(operand, "-") == 0;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
           (standard ? fstat(STDIN_FILENO, &other) : stat(operand, &other)) == 0 &&
           file.st_dev == other.st_dev && file.st_ino == other.st_ino;
}

bool board_input_is_file(char *const *arguments, size_t count,
                         const tilepdb_reader_options *options, const char *path) {
    const struct board_input input = {.options = *options};
    for (size_t i = 0; i < count; i++)
        if (operand_is_file(path, arguments[i]) &&
            operand_kind(&input, arguments, count, i) != OPERAND_TEXT)
            return true;
    return count == 0 && operand_is_file(path, "-");
}

/* ---- opening --------------------------------------------------------------------------------- */

static void input_init(struct board_input *input, size_t count,
                       const tilepdb_reader_options *options) {
    *input = (struct board_input){.options = *options, .descriptor = -1, .count = count};
    input->buffer = cli_allocated(malloc(BUFFER_BYTES));
    input->operands = cli_allocated(calloc(count, sizeof *input->operands));
}

void board_input_init(struct board_input *input, char *const *arguments, size_t count,
                      const tilepdb_reader_options *options) {
    input_init(input, count > 0 ? count : 1, options);
    input->operands[0].kind = OPERAND_STDIN;
    for (size_t i = 0; i < count; i++)
        input->operands[i] =
            (struct operand){operand_kind(input, arguments, count, i), arguments[i]};
    if (board_input_is_stdin(arguments, count) && isatty(STDIN_FILENO))
        cli_note("type boards; an empty line ends one of several lines, Ctrl-D the input; "
                 "pdbmethods alone is a menu");
}

void link_input_init(struct board_input *input, const char *link,
                     const tilepdb_reader_options *options) {
    input_init(input, 1, options);
    input->operands[0] = (struct operand){OPERAND_TEXT, link};
}

void solution_input_init(struct board_input *input, const char *path,
                         const tilepdb_reader_options *options) {
    input_init(input, 1, options);
    input->options.reading = TILEPDB_READ_SOLUTIONS;
    input->operands[0] =
        (struct operand){strcmp(path, "-") == 0 ? OPERAND_STDIN : OPERAND_FILE, path};
}

static void operand_close(struct board_input *input) {
    if (input->descriptor > STDIN_FILENO) close(input->descriptor);
    tilepdb_reader_free(input->reader);
    input->reader = NULL;
    input->descriptor = -1;
    input->at++;
}

static void operand_fail(struct board_input *input, int *code) {
    const struct operand *operand = &input->operands[input->at];
    const bool is_stdin = operand->kind == OPERAND_STDIN;
    if (errno != EINTR || !cli_signal()) {
        cli_complain("%s cannot be read: %s", is_stdin ? "standard input" : operand->text,
                     strerror(errno));
        *code = cli_worse(*code, CLI_FAILURE);
    }
    operand_close(input);
}

static bool operand_open(struct board_input *input, int *code) {
    const struct operand *operand = &input->operands[input->at];
    tilepdb_reader_options options = input->options;
    struct stat status;
    tilepdb_error error;
    input->ended = false;
    input->bytes = input->all_bytes = 0;
    if (operand->kind == OPERAND_TEXT) {
        options.reading = TILEPDB_READ_ARGUMENTS;
    } else {
        const bool is_stdin = operand->kind == OPERAND_STDIN;
        input->descriptor = is_stdin ? STDIN_FILENO : open(operand->text, O_RDONLY | O_CLOEXEC);
        if (input->descriptor < 0) {
            operand_fail(input, code);
            return false;
        }
        const bool known = fstat(input->descriptor, &status) == 0 && S_ISREG(status.st_mode);
        if (known) input->all_bytes = (uint64_t)status.st_size;
        options.live = !known;
    }
    if (tilepdb_reader_create(&options, &input->reader, &error)) {
        *code = cli_worse(*code, cli_fail(NULL, &error));
        operand_close(input);
        return false;
    }
    if (operand->kind == OPERAND_TEXT)
        tilepdb_reader_feed(input->reader, operand->text, strlen(operand->text) + 1);
    return true;
}

static void text_read(struct board_input *input) {
    const struct operand *next = &input->operands[input->at + 1];
    input->ended = input->at + 1 == input->count || next->kind != OPERAND_TEXT;
    if (input->ended) {
        tilepdb_reader_end(input->reader);
        return;
    }
    input->at++;
    tilepdb_reader_feed(input->reader, next->text, strlen(next->text) + 1);
}

static void operand_read(struct board_input *input, int *code) {
    const ssize_t length = read(input->descriptor, input->buffer, BUFFER_BYTES);
    if (length < 0 && errno == EINTR) return;
    if (length < 0) {
        operand_fail(input, code);
        return;
    }
    input->bytes += (uint64_t)length;
    input->ended = length == 0;
    if (input->ended)
        tilepdb_reader_end(input->reader);
    else
        tilepdb_reader_feed(input->reader, input->buffer, (size_t)length);
}

/* ---- entries --------------------------------------------------------------------------------- */

static const char *short_path(const char *path) {
    const size_t length = strlen(path);
    return length > INPUT_NAME - 40 ? path + length - (INPUT_NAME - 40) : path;
}

static void entry_name(struct board_input *input, struct input_entry *entry) {
    const struct operand *operand = &input->operands[input->at];
    entry->number = operand->kind == OPERAND_TEXT ? ++input->texts : entry->item.line;
    entry->file = operand->kind == OPERAND_TEXT    ? NULL
                  : operand->kind == OPERAND_STDIN ? "-"
                                                   : operand->text;
    if (operand->kind == OPERAND_FILE)
        snprintf(entry->name, sizeof entry->name, "%s:%zu", short_path(operand->text),
                 entry->number);
    else
        snprintf(entry->name, sizeof entry->name, "%s %zu",
                 operand->kind == OPERAND_TEXT ? "board" : "line", entry->number);
}

bool large_item_read(const char *text, int width, int height, tilepdb_item *item) {
    const tilepdb_reader_options large = {.width = width, .height = height, .large = true};
    return cli_items_read(&large, text, item, NULL) == 1;
}

static void explain_large(tilepdb_error *error) {
    const int64_t width = error->number[0], height = error->number[1];
    if (error->code != TILEPDB_MESSAGE_BOARD_SIZE || width < TILEPDB_MIN_SIDE ||
        height < TILEPDB_MIN_SIDE || width > TILEPDB_MAX_SIDE || height > TILEPDB_MAX_SIDE)
        return;
    snprintf(error->message, sizeof error->message,
             "boards of %dx%d cells are too large for this: pdbsolve --anytime solves them, and "
             "pdbmethods layered",
             (int)width, (int)height);
}

static void entry_of_item(struct board_input *input, struct input_entry *entry) {
    const struct operand *operand = &input->operands[input->at];
    entry->readable = entry->item.kind != TILEPDB_ITEM_ERROR;
    entry_name(input, entry);
    if (!entry->readable) cli_error_advise(&entry->item.error);
    if (!entry->readable && !input->options.large && input->options.width == 0)
        explain_large(&entry->item.error);
    if (!entry->readable && operand->kind == OPERAND_TEXT && entry->item.moves)
        operand_explain_word(operand->text, "a board", &entry->item.error);
}

bool board_input_next(struct board_input *input, struct input_entry *entry, int *code) {
    while (!cli_signal() && input->at < input->count) {
        if (!input->reader && !operand_open(input, code)) continue;
        if (tilepdb_reader_next(input->reader, &entry->item)) {
            entry_of_item(input, entry);
            return true;
        }
        if (input->ended)
            operand_close(input);
        else if (input->operands[input->at].kind == OPERAND_TEXT)
            text_read(input);
        else
            operand_read(input, code);
    }
    return false;
}

int input_entry_refuse(const struct input_entry *entry) {
    cli_complain("%s: %s", entry->name, entry->item.error.message);
    return CLI_USAGE;
}

double board_input_fraction(const struct board_input *input) {
    double part = 0;
    if (input->at < input->count && input->operands[input->at].kind != OPERAND_TEXT) {
        if (input->all_bytes == 0) return -1;
        part = (double)input->bytes / (double)input->all_bytes;
    } else if (input->at < input->count) {
        part = 1;
    }
    return ((double)input->at + part) / (double)input->count;
}

const char *board_input_name(const struct board_input *input) {
    if (input->count > 1) return "the files";
    return input->operands[0].kind == OPERAND_STDIN ? "standard input" : input->operands[0].text;
}

size_t board_input_count(const struct board_input *input) {
    struct board_input texts = {.options = input->options,
                                .operands = input->operands,
                                .count = input->count,
                                .descriptor = -1};
    struct input_entry entry;
    size_t most = 0;
    int code = CLI_SUCCESS;
    for (size_t i = 0; i < input->count; i++)
        if (input->operands[i].kind != OPERAND_TEXT) return SIZE_MAX;
    while (board_input_next(&texts, &entry, &code)) most++;
    if (texts.reader) operand_close(&texts);
    return most;
}

void board_input_free(struct board_input *input) {
    if (input->reader) operand_close(input);
    free(input->operands);
    free(input->buffer);
}
