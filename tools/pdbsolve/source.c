#include "pdbsolve/source.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/moves.h"
#include "tilepdb.h"

/* ---- arguments: bare numbers are joined ------------------------------------------------------ */

/* Numbers and slashes that came as arguments of their own. */
struct run {
    char **tokens; /* a number or what stands for one, or "/" ; owned */
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

/* Boards have no letters, so whatever begins with one of these is moves, or nothing at all. */
static bool is_scramble(const char *text, size_t length) {
    while (length > 0 && strchr(separators, *text) != NULL && *text != '\0') text++, length--;
    return length > 0 && *text != '\0' && strchr("UDLRudlr", *text) != NULL;
}

/* A board in one argument has four numbers at least; less is a part of one, or nothing. Of a
 * scramble, a part is a single move. */
static bool is_fragment(const char *argument) {
    if (is_scramble(argument, strlen(argument)))
        return strspn(argument + 1, "0123456789") == strlen(argument + 1);
    size_t count = count_numbers(argument);
    return count == 0 || (count < 4 && strpbrk(argument, " \t") == NULL);
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
    source->arguments[source->count++] = joined;
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
 * board, else the square size of which the run is several boards, else all (an error for later). */
static size_t numbers_per_board(const struct run *run, struct cli_board_size size) {
    static const size_t squares[] = {16, 9, 25, 4};
    if (size.width != 0) return (size_t)(size.width * size.height);
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
static void run_end(struct run *run, struct board_source *source, struct cli_board_size size) {
    size_t step = run->numbers > 0 && !run->slashes ? numbers_per_board(run, size) : 0;
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

/* Whoever names a file means the boards in it. */
static void note_file(const char *argument) {
    struct stat status;
    if (strspn(argument, "0123456789 ,/") == strlen(argument)) return; /* a number comes first */
    if (stat(argument, &status) == 0 && S_ISREG(status.st_mode))
        cli_note("%s is a file; boards are read from standard input: pdbsolve < %s", argument,
                 argument);
}

/* A copy in which the lines of an argument, such as a board that was pasted, are rows. */
static char *rows_of(const char *argument) {
    char *text = cli_text("%s", argument);
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) text[--length] = '\0';
    const bool rows = strchr(text, '/') == NULL;
    for (char *at = text; *at != '\0'; at++) {
        if (*at == '\r') *at = ' ';
        if (*at == '\n') *at = rows && at > text ? '/' : ' ';
    }
    return text;
}

bool board_source_is_stdin(char *const *arguments, size_t count) {
    return count == 0 || (count == 1 && strcmp(arguments[0], "-") == 0);
}

void board_source_init(struct board_source *source, char *const *arguments, size_t count,
                       struct cli_board_size size) {
    *source = (struct board_source){.is_stdin = board_source_is_stdin(arguments, count)};
    if (source->is_stdin) {
        struct stat status;
        if (fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode))
            source->all_bytes = (uint64_t)status.st_size;
        if (isatty(STDIN_FILENO)) cli_note("type boards, one a line; Ctrl-D ends");
        return;
    }
    size_t most = 0;
    for (size_t i = 0; i < count; i++) most += count_numbers(arguments[i]) + 2;
    source->arguments = cli_allocated(calloc(most, sizeof *source->arguments));
    struct run run = {0};
    for (size_t i = 0; i < count; i++) {
        note_file(arguments[i]);
        if (is_fragment(arguments[i])) {
            run_add(&run, arguments[i]);
        } else {
            run_end(&run, source, size);
            source->arguments[source->count++] = rows_of(arguments[i]);
        }
    }
    run_end(&run, source, size);
}

/* ---- taking them ----------------------------------------------------------------------------- */

/* The part before a comment; 0 if there is nothing but white space. */
static size_t content_length(const char *line, size_t length) {
    const char *comment = memchr(line, '#', length);
    if (comment != NULL) length = (size_t)(comment - line);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL && line[length - 1] != '\0') {
        length--;
    }
    return length;
}

static bool next_line(struct board_source *source, struct board_text *text, int *code) {
    while (cli_signal() == 0) {
        errno = 0;
        ssize_t length = getline(&source->line, &source->room, stdin);
        if (length < 0) {
            if (ferror(stdin) && cli_signal() == 0) {
                cli_complain("standard input cannot be read: %s", strerror(errno));
                *code = CLI_FAILURE;
            }
            return false;
        }
        source->taken++;
        source->bytes += (uint64_t)length;
        *text = (struct board_text){source->line, content_length(source->line, (size_t)length),
                                    source->taken};
        if (text->length > 0) return true;
    }
    return false;
}

bool board_source_next(struct board_source *source, struct board_text *text, int *code) {
    if (source->is_stdin) return next_line(source, text, code);
    if (source->taken == source->count || cli_signal() != 0) return false;
    const char *argument = source->arguments[source->taken++];
    *text = (struct board_text){argument, strlen(argument), source->taken};
    return true;
}

double board_source_share(const struct board_source *source) {
    if (!source->is_stdin) return (double)source->taken / (double)source->count;
    if (source->all_bytes == 0) return -1;
    return (double)source->bytes / (double)source->all_bytes;
}

static tilepdb_status scramble_read(const struct board_text *text, enum cli_notation notation,
                                    tilepdb_board *board, tilepdb_error *error) {
    char *moves;
    tilepdb_status status =
        cli_moves_read(text->text, text->length, notation, board, &moves, error);
    if (status != TILEPDB_OK) return status;
    status = tilepdb_board_play(board, moves, error);
    free(moves);
    return status;
}

tilepdb_status board_text_read(const struct board_text *text, const struct solve_options *options,
                               const struct goal_choice *goal, struct cli_board_size size,
                               tilepdb_board *board, tilepdb_error *error) {
    if (!is_scramble(text->text, text->length))
        return tilepdb_board_parse(text->text, text->length, size.width, size.height, board, error);
    const enum cli_notation notation =
        options->moves == CLI_MOVES_BLANK ? CLI_MOVES_BLANK : CLI_MOVES_TILE;
    size = cli_board_size(size);
    *board = goal_for(goal, size.width, size.height);
    tilepdb_error reason;
    tilepdb_status status = tilepdb_goal(size.width, size.height, 0, &(tilepdb_board){0}, &reason);
    if (status == TILEPDB_OK) status = scramble_read(text, notation, board, &reason);
    if (status == TILEPDB_OK) return status;
    *error = reason;
    snprintf(error->message, sizeof error->message, "this scramble cannot be played: %.400s",
             reason.message);
    return status;
}

const char *board_source_unit(const struct board_source *source) {
    return source->is_stdin ? "line" : "board";
}

void board_source_free(struct board_source *source) {
    for (size_t i = 0; i < source->count; i++) free(source->arguments[i]);
    free(source->arguments);
    free(source->line);
}
