/* --invert: the moves that lead back. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/moves.h"
#include "cli/tables.h"
#include "pdbsolve/modes.h"

static const char separators[] = " \t,";

/* Numbers name tiles, and a tile goes back as it came: their order alone changes. NULL after a
 * complaint. */
static char *invert_numbers(const char *text, size_t *count) {
    char *inverse = cli_allocated(calloc(1, strlen(text) + 1));
    char *to = inverse;
    for (size_t end = strlen(text); end > 0;) {
        size_t begin = end;
        if (strchr(separators, text[end - 1]) != NULL) {
            end--;
            continue;
        }
        while (begin > 0 && strchr(separators, text[begin - 1]) == NULL) begin--;
        if (strspn(text + begin, "0123456789") < end - begin) {
            cli_complain("--invert: '%.*s' is not the number of a tile", (int)(end - begin),
                         text + begin);
            free(inverse);
            return NULL;
        }
        if (to != inverse) *to++ = ',';
        memcpy(to, text + begin, end - begin);
        to += end - begin;
        end = begin;
        ++*count;
    }
    return inverse;
}

static char *invert_letters(const struct solve_options *options, const char *text, size_t *count) {
    tilepdb_error error;
    char *moves;
    /* Whether letters name the way of the tile or of the blank, the way back is the opposite. */
    if (cli_moves_read(text, strlen(text), CLI_MOVES_TILE, NULL, &moves, &error) != TILEPDB_OK) {
        cli_complain("--invert: %s", error.message);
        return NULL;
    }
    *count = strlen(moves);
    cli_moves_invert(moves);
    char *inverse = cli_moves_letters(moves, CLI_MOVES_TILE, options->run_length);
    free(moves);
    return inverse;
}

static void print(FILE *stream, enum solve_format format, const char *moves, const char *inverse,
                  size_t count) {
    if (format == FORMAT_JSON) {
        cli_json_print(stream, json_pack("{sosssI}", "moves", cli_json_text(moves), "inverse",
                                         inverse, "length", (json_int_t)count));
    } else if (format == FORMAT_CSV) {
        cli_csv_text(stream, moves);
        fputc(',', stream);
        cli_csv_text(stream, inverse);
        fprintf(stream, ",%zu\n", count);
    } else {
        fprintf(stream, "%s\n", inverse);
    }
}

static int invert(const struct solve_options *options, const char *moves, FILE *stream) {
    size_t count = 0;
    char *inverse = options->moves == CLI_MOVES_NUMBERS ? invert_numbers(moves, &count)
                                                        : invert_letters(options, moves, &count);
    if (inverse == NULL) return CLI_USAGE;
    print(stream, (enum solve_format)options->format, moves, inverse, count);
    free(inverse);
    return CLI_SUCCESS;
}

/* The moves of an answer, LENGTH MOVES, or the line as it is. */
static const char *moves_of(const char *line) {
    const size_t digits = strspn(line, "0123456789");
    if (digits == 0) return line;
    if (strcmp(line, "0") == 0) return line + 1; /* of a solved board */
    const char *second = line + digits + strspn(line + digits, " ");
    const bool two = line[digits] == ' ' && *second != '\0' && strchr(second, ' ') == NULL;
    return two ? second : line;
}

/* The answer to a line that is no moves, so that answers stay beside their lines. */
static void print_error(enum solve_format format, const char *line, size_t number,
                        struct cli_output *output) {
    cli_complain("that was line %zu", number);
    if (format == FORMAT_JSON) {
        cli_json_print(output->stream,
                       json_pack("{sosnsn}", "moves", cli_json_text(line), "inverse", "length"));
    } else if (format == FORMAT_CSV) {
        cli_csv_text(output->stream, line);
        fputs(",,\n", output->stream);
    } else {
        fputs("error\n", output->stream);
    }
}

/* Each line of stdin. A line that is no moves is answered by "error", and the next one follows. */
static int invert_lines(const struct solve_options *options, struct cli_output *output) {
    char *line = NULL;
    size_t room = 0;
    int code = CLI_SUCCESS;
    for (size_t number = 1;
         cli_signal() == 0 && !output->ended && getline(&line, &room, stdin) >= 0; number++) {
        line[strcspn(line, "#\r\n")] = '\0';
        size_t length = strlen(line);
        while (length > 0 && strchr(separators, line[length - 1]) != NULL) line[--length] = '\0';
        if (length == 0) continue;
        const int one = invert(options, moves_of(line), output->stream);
        if (one != CLI_SUCCESS)
            print_error((enum solve_format)options->format, line, number, output);
        code = cli_worse(code, one);
        cli_output_flush(output);
    }
    free(line);
    if (ferror(stdin) && cli_signal() == 0) {
        cli_complain("standard input cannot be read: %s", strerror(errno));
        return CLI_FAILURE;
    }
    return cli_signal() != 0 ? cli_worse(code, cli_exit_code(TILEPDB_CANCELLED)) : code;
}

int mode_invert(const struct solve_options *options, struct cli_output *output) {
    if (options->format == FORMAT_CSV) fputs("moves,inverse,length\n", output->stream);
    cli_output_heading(output);
    if (strcmp(options->invert, "-") == 0) return invert_lines(options, output);
    return invert(options, options->invert, output->stream);
}
