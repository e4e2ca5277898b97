#include "pdbsolve/operands.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"

/* Takes `text` over. */
static void operand_add(struct board_source *source, enum operand_kind kind, char *text) {
    source->operands =
        cli_allocated(realloc(source->operands, (source->count + 1) * sizeof *source->operands));
    struct operand *operand = &source->operands[source->count++];
    operand->kind = kind;
    operand->text = text;
}

/* Numbers and slashes that came as arguments of their own. */
struct run {
    char **tokens; /* a number or a word for the blank, or "/"; owned */
    size_t count;
    size_t numbers;
    bool slashes;
};

static const char separators[] = " \t,";

static size_t count_numbers(const char *text) {
    size_t count = 0;
    while (*(text += strspn(text, " \t,/")) != '\0') {
        text += strcspn(text, " \t,/");
        count++;
    }
    return count;
}

/* The bytes of the letter or the arrow (U+2190 .. U+2193) that an argument starts with; 0: none. */
static size_t way_bytes(const char *argument) {
    if (strncmp(argument, "\xE2\x86", 2) == 0 && argument[2] != '\0') return 3;
    return *argument != '\0' && strchr("UDLRudlr", *argument) != NULL ? 1 : 0;
}

/* A board in one argument has four numbers at least; less is a part of one. Of a scramble, a part
 * is a single move, with a number or a prime after it; the bytes of U+2019 and U+2032 are among
 * those. */
static bool is_fragment(const char *argument) {
    const size_t way = way_bytes(argument);
    if (way > 0)
        return argument[way + strspn(argument + way, "0123456789'\xE2\x80\x99\xB2")] == '\0';
    return strpbrk(argument, " \t\r\n;[](){}") == NULL && count_numbers(argument) < 4;
}

static void run_add_token(struct run *run, const char *start, size_t length) {
    size_t bytes = (run->count + 1) * sizeof *run->tokens;
    run->tokens = cli_allocated(realloc(run->tokens, bytes));
    run->tokens[run->count++] = cli_allocated(strndup(start, length));
    if (*start == '/') {
        run->slashes = true;
    } else {
        run->numbers++;
    }
}

static void run_add(struct run *run, const char *argument) {
    while (*(argument += strspn(argument, separators)) != '\0') {
        size_t length = *argument == '/' ? 1 : strcspn(argument, " \t,/");
        run_add_token(run, argument, length);
        argument += length;
    }
}

/* Joins the tokens [first, end) into a board and adds it to the source. */
static void add_joined(struct board_source *source, const struct run *run, size_t first,
                       size_t end) {
    char *joined = cli_text("%s", run->tokens[first]);
    for (size_t i = first + 1; i < end; i++) {
        char *longer = cli_text("%s %s", joined, run->tokens[i]);
        free(joined);
        joined = longer;
    }
    operand_add(source, OPERAND_TEXT, joined);
}

/* Whether the numbers [first, first + cells) are each of 0 .. cells-1 once. */
static bool is_permutation(const struct run *run, size_t first, size_t cells) {
    uint32_t seen = 0;
    for (size_t i = first; i < first + cells; i++) {
        const char *token = run->tokens[i];
        bool blank = strcmp(token, "_") == 0 || strcmp(token, ".") == 0;
        unsigned long number = blank ? 0 : strtoul(token, NULL, 10);
        if (number < cells) seen |= UINT32_C(1) << number;
    }
    return seen == (UINT32_C(1) << cells) - 1;
}

/* How many numbers of a run without slashes belong to one board: all of them if they could be one
 * board, otherwise the square size of which the run is several boards, otherwise all (an error for
 * later). */
static size_t numbers_per_board(const struct run *run, const tilepdb_reader_options *options) {
    static const size_t squares[] = {16, 9, 25, 4};
    if (options->width != 0) return (size_t)(options->width * options->height);
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
        if (run->numbers == squares[i]) return run->numbers;
    }
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
        if (run->numbers % squares[i] != 0) continue;
        size_t first = 0;
        while (first < run->numbers && is_permutation(run, first, squares[i])) first += squares[i];
        if (first == run->numbers) return squares[i];
    }
    return run->numbers;
}

/* With slashes: a board ends where a row is as long as the first and no slash follows. */
static size_t board_end(const struct run *run, size_t first) {
    size_t width = 0;
    while (first + width < run->count && *run->tokens[first + width] != '/') width++;
    size_t in_row = 0;
    for (size_t i = first; i < run->count; i++) {
        bool slash = *run->tokens[i] == '/';
        if (!slash && in_row == width) return i;
        in_row = slash ? 0 : in_row + 1;
    }
    return run->count;
}

/* Cuts the run into boards and empties it. */
static void run_end(struct run *run, struct board_source *source) {
    size_t step = run->numbers > 0 && !run->slashes ? numbers_per_board(run, &source->options) : 0;
    for (size_t first = 0; first < run->count;) {
        size_t end = run->slashes ? board_end(run, first) : first + step;
        if (end > run->count) end = run->count;
        add_joined(source, run, first, end);
        first = end;
    }
    for (size_t i = 0; i < run->count; i++) free(run->tokens[i]);
    free(run->tokens);
    *run = (struct run){0};
}

/* Characters of numbers never name a file, nor do moves. */
static bool names_file(const struct board_source *source, const char *argument) {
    tilepdb_board board;
    if (strspn(argument, "0123456789 ,/._") == strlen(argument)) return false;
    return source_names_file(argument, TILEPDB_NOTATION_TILE) &&
           tilepdb_board_parse(argument, strlen(argument), source->options.width,
                               source->options.height, &board, NULL) != TILEPDB_OK;
}

void operands_sort(struct board_source *source, char *const *arguments, size_t count) {
    struct run run = {0};
    for (size_t i = 0; i < count; i++) {
        const char *argument = arguments[i];
        const bool standard = strcmp(argument, "-") == 0;
        const bool file = !standard && names_file(source, argument);
        const bool blank = strspn(argument, " \t\r\n") == strlen(argument);
        if (!standard && !file && !blank && is_fragment(argument)) {
            run_add(&run, argument);
            continue;
        }
        run_end(&run, source);
        operand_add(source,
                    standard ? OPERAND_STDIN
                    : file   ? OPERAND_FILE
                             : OPERAND_TEXT,
                    cli_text("%s", argument));
    }
    run_end(&run, source);
}
