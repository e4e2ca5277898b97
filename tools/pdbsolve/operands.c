/* See operands.h. */
#include "pdbsolve/operands.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/console.h"

bool operand_is_moves(const char *text, tilepdb_notation notation) {
    char *room = cli_allocated(malloc(TILEPDB_MOVES_TEXT));
    const tilepdb_status status = tilepdb_moves_invert(text, strlen(text), notation, false, room,
                                                       TILEPDB_MOVES_TEXT, NULL, NULL);
    free(room);
    return status == TILEPDB_OK;
}

/* Whether there is a file, or something else that can be read, of this name. */
static bool is_there(const char *argument) {
    struct stat status;
    return stat(argument, &status) == 0;
}

bool operand_names_file(const char *argument, tilepdb_notation notation) {
    if (strcmp(argument, "-") == 0) return true;
    if (!is_there(argument)) return false;
    if (!operand_is_moves(argument, notation)) return true;
    cli_note("'%s' is read as moves, although there is a file: './%s'", argument, argument);
    return false;
}

void operand_explain_word(const char *word, tilepdb_error *error) {
    bool letters = false;
    for (const char *at = word; *at != '\0'; at++) {
        if (isspace((unsigned char)*at)) return;
        letters = letters || isalpha((unsigned char)*at);
    }
    const size_t length = strlen(error->message);
    if (!letters || length >= sizeof error->message / 2 ||
        operand_is_moves(word, TILEPDB_NOTATION_TILE))
        return;
    snprintf(error->message + length, sizeof error->message - length,
             "; and there is no file '%.99s'", word);
}

void operands_add(struct operands *operands, enum operand_kind kind, char *text) {
    operands->list =
        cli_allocated(realloc(operands->list, (operands->count + 1) * sizeof *operands->list));
    operands->list[operands->count++] = (struct operand){.kind = kind, .text = text};
}

/* ---- sorting --------------------------------------------------------------------------------- */

struct sorting {
    struct operands *operands;
    const tilepdb_reader_options *options;
};

/* What came as arguments of its own: numbers and marks, or moves. */
struct run {
    char **tokens; /* a number or a word for the blank, "/" or ";", or a move; owned */
    size_t count, room;
    size_t numbers;
    bool marks;
    bool moves;
};

static const char separators[] = " \t,";
static const char ends_of_tokens[] = " \t,/;";

static bool is_mark(const char *token) {
    return *token == '/' || *token == ';';
}

static size_t count_numbers(const char *text) {
    size_t count = 0;
    while (*(text += strspn(text, ends_of_tokens)) != '\0') {
        text += strcspn(text, ends_of_tokens);
        count++;
    }
    return count;
}

static bool consists_of(const char *text, const char *bytes) {
    return text[strspn(text, bytes)] == '\0';
}

/* The bytes of the letter or the arrow (U+2190 .. U+2193) that an argument starts with; 0: none. */
static size_t way_bytes(const char *argument) {
    if (strncmp(argument, "\xE2\x86", 2) == 0 && argument[2] != '\0') return 3;
    return *argument != '\0' && strchr("UDLRudlr", *argument) ? 1 : 0;
}

/* A single move, with a number or a prime after it; the bytes of U+2019 and U+2032 are among
 * those. */
static bool is_move(const char *argument) {
    const size_t way = way_bytes(argument);
    return way > 0 && consists_of(argument + way, "0123456789'\xE2\x80\x99\xB2");
}

static bool is_whole(const struct sorting *sorting, const char *argument) {
    tilepdb_board board;
    return tilepdb_board_parse(argument, strlen(argument), sorting->options->width,
                               sorting->options->height, &board, NULL) == TILEPDB_OK;
}

/* A board in one argument has four numbers at least, or is one word; less, without a blank, is a
 * part of one. */
static bool is_fragment(const struct sorting *sorting, const char *argument) {
    return is_move(argument) || (consists_of(argument, "0123456789,/;._") &&
                                 count_numbers(argument) < 4 && !is_whole(sorting, argument));
}

/* A row, or a part of a list: of a board's bytes, and no board that is complete. Four numbers may
 * be a 2x2 board or a row. */
static bool is_row(const struct sorting *sorting, const char *argument) {
    if (!consists_of(argument, "0123456789 \t,/;._[](){}")) return false;
    return (count_numbers(argument) == 4 && consists_of(argument, "0123456789 \t,._")) ||
           !is_whole(sorting, argument);
}

static void run_add_token(struct run *run, const char *start, size_t length) {
    if (run->count == run->room) {
        run->room = run->room > 0 ? 2 * run->room : 32;
        run->tokens = cli_allocated(realloc(run->tokens, run->room * sizeof *run->tokens));
    }
    run->tokens[run->count++] = cli_allocated(strndup(start, length));
    if (is_mark(start))
        run->marks = true;
    else
        run->numbers++;
}

static void run_add(struct run *run, const char *argument) {
    run->moves = is_move(argument);
    while (*(argument += strspn(argument, separators)) != '\0') {
        const size_t length = is_mark(argument) ? 1 : strcspn(argument, ends_of_tokens);
        run_add_token(run, argument, length);
        argument += length;
    }
}

/* The tokens [first, end) as one text, which the caller frees. */
static char *run_join(const struct run *run, size_t first, size_t end) {
    size_t room = 1, used = 0;
    for (size_t i = first; i < end; i++) room += strlen(run->tokens[i]) + 1;
    char *joined = cli_allocated(malloc(room));
    for (size_t i = first; i < end; i++) {
        const size_t length = strlen(run->tokens[i]);
        if (i > first) joined[used++] = ' ';
        memcpy(joined + used, run->tokens[i], length);
        used += length;
    }
    joined[used] = '\0';
    return joined;
}

/* Whether the numbers [first, first + cells) are a square board. */
static bool is_board(const struct run *run, size_t first, size_t cells) {
    tilepdb_board board;
    char *text = run_join(run, first, first + cells);
    const tilepdb_status status = tilepdb_board_parse(text, strlen(text), 0, 0, &board, NULL);
    free(text);
    return status == TILEPDB_OK;
}

/* How many numbers of a run without marks belong to one board: all of them if they could be one
 * board, otherwise the square size of which the run is several boards, otherwise all (an error for
 * later). */
static size_t numbers_per_board(const struct run *run, const tilepdb_reader_options *options) {
    static const size_t squares[] = {16, 9, 25, 4};
    if (options->width != 0) return (size_t)(options->width * options->height);
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++)
        if (run->numbers == squares[i]) return run->numbers;
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
        if (run->numbers % squares[i] != 0) continue;
        size_t first = 0;
        while (first < run->numbers && is_board(run, first, squares[i])) first += squares[i];
        if (first == run->numbers) return squares[i];
    }
    return run->numbers;
}

/* With marks: a board ends where a row is as long as the first and no mark follows. */
static size_t board_end(const struct run *run, size_t first) {
    size_t width = 0;
    while (first + width < run->count && !is_mark(run->tokens[first + width])) width++;
    size_t in_row = 0;
    for (size_t i = first; i < run->count; i++) {
        const bool mark = is_mark(run->tokens[i]);
        if (!mark && in_row == width) return i;
        in_row = mark ? 0 : in_row + 1;
    }
    return run->count;
}

/* Cuts the run into boards and empties it. */
static void run_end(struct run *run, const struct sorting *sorting) {
    const bool cut = run->numbers > 0 && !run->marks && !run->moves;
    const size_t step = cut ? numbers_per_board(run, sorting->options) : run->count;
    for (size_t first = 0; first < run->count;) {
        size_t end = run->marks ? board_end(run, first) : first + step;
        if (end > run->count) end = run->count;
        operands_add(sorting->operands, OPERAND_TEXT, run_join(run, first, end));
        first = end;
    }
    for (size_t i = 0; i < run->count; i++) free(run->tokens[i]);
    free(run->tokens);
    *run = (struct run){0};
}

/* Rows in arguments of their own are the lines of one text. */
struct rows {
    char *text; /* owned */
    size_t used, room;
};

static void rows_add(struct rows *rows, const char *argument) {
    const size_t length = strlen(argument);
    const size_t wanted = rows->used + length + 2;
    if (wanted > rows->room) {
        rows->room = 2 * wanted;
        rows->text = cli_allocated(realloc(rows->text, rows->room));
    }
    if (rows->used > 0) rows->text[rows->used++] = '\n';
    memcpy(rows->text + rows->used, argument, length + 1);
    rows->used += length;
}

static void rows_end(struct rows *rows, const struct sorting *sorting) {
    if (rows->used > 0) operands_add(sorting->operands, OPERAND_TEXT, rows->text);
    *rows = (struct rows){0};
}

/* Whether an argument is a path that cannot be meant for numbers and marks. */
static bool is_path(const char *argument) {
    const bool begins =
        *argument == '/' || strncmp(argument, "./", 2) == 0 || strncmp(argument, "../", 3) == 0;
    return begins && !consists_of(argument, "./");
}

/* Whether an argument is a board, or a scramble that can be played. */
static bool is_readable(const struct sorting *sorting, const char *argument) {
    tilepdb_reader *reader;
    tilepdb_item item;
    if (tilepdb_reader_create(sorting->options, &reader, NULL)) return false;
    tilepdb_reader_feed(reader, argument, strlen(argument));
    tilepdb_reader_end(reader);
    const bool readable = tilepdb_reader_next(reader, &item) && item.kind == TILEPDB_ITEM_BOARD;
    tilepdb_reader_free(reader);
    return readable;
}

/* Characters of numbers name a file only after a directory; moves only alone, and if they cannot be
 * played. */
static bool names_file(const struct sorting *sorting, const char *argument, bool alone) {
    if (!is_there(argument)) return false;
    if (is_path(argument)) return true;
    if (consists_of(argument, "0123456789 ,/;._")) return false;
    const bool readable = is_readable(sorting, argument);
    if (alone && !readable) return true;
    return operand_names_file(argument, TILEPDB_NOTATION_TILE) && !readable;
}

void operands_sort(struct operands *operands, char *const *arguments, size_t count,
                   const tilepdb_reader_options *options) {
    const struct sorting sorting = {operands, options};
    struct run run = {0};
    struct rows rows = {0};
    for (size_t i = 0; i < count; i++) {
        const char *argument = arguments[i];
        const bool standard = strcmp(argument, "-") == 0;
        const bool alone = !is_move(argument) || ((i == 0 || !is_move(arguments[i - 1])) &&
                                                  (i + 1 == count || !is_move(arguments[i + 1])));
        const bool file = !standard && names_file(&sorting, argument, alone);
        const bool text = !standard && !file && !consists_of(argument, " \t\r\n");
        const bool fragment = text && is_fragment(&sorting, argument);
        const bool row = text && !fragment && is_row(&sorting, argument);
        if (!fragment || (run.count > 0 && run.moves != is_move(argument))) run_end(&run, &sorting);
        if (!row) rows_end(&rows, &sorting);
        if (fragment) {
            run_add(&run, argument);
        } else if (row) {
            rows_add(&rows, argument);
        } else {
            operands_add(operands,
                         standard ? OPERAND_STDIN
                         : file   ? OPERAND_FILE
                                  : OPERAND_TEXT,
                         cli_text("%s", argument));
        }
    }
    run_end(&run, &sorting);
    rows_end(&rows, &sorting);
}
