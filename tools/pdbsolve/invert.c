/* --invert: the moves that lead back. */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/tables.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/source.h"

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

/* What could not be read keeps its place. */
static void print_error(FILE *stream, enum solve_format format, const char *moves) {
    if (format == FORMAT_JSON) {
        cli_json_print(stream,
                       json_pack("{sosnsn}", "moves", cli_json_text(moves), "inverse", "length"));
    } else if (format == FORMAT_CSV) {
        cli_csv_text(stream, moves);
        fputs(",,\n", stream);
    } else {
        fputs("error\n", stream);
    }
}

/* What --invert is given, `length` bytes with a NUL behind them. */
struct given {
    const char *moves;
    size_t length;
    const char *name;            /* what messages call the line; NULL: the moves are an argument */
    const tilepdb_error *unread; /* why the line could not be read; NULL: it was */
};

static int invert(const struct solve_options *options, const struct given *given, FILE *stream) {
    size_t count;
    tilepdb_error error;
    const enum solve_format format = (enum solve_format)options->format;
    char *inverse = cli_allocated(malloc(TILEPDB_MOVES_TEXT));
    tilepdb_status status;
    if (given->unread != NULL) {
        error = *given->unread;
        status = error.status;
    } else {
        status =
            tilepdb_moves_invert(given->moves, given->length, (tilepdb_notation)options->moves,
                                 options->run_length, inverse, TILEPDB_MOVES_TEXT, &count, &error);
    }
    if (status == TILEPDB_OK) {
        print(stream, format, given->moves, inverse, count);
    } else {
        if (given->name == NULL) source_explain_word(given->moves, &error);
        cli_complain("--invert: %s%s%s", given->name != NULL ? given->name : "",
                     given->name != NULL ? ": " : "", error.message);
        if (given->name != NULL) print_error(stream, format, given->moves);
    }
    free(inverse);
    return status == TILEPDB_OK ? CLI_SUCCESS : CLI_USAGE;
}

/* The solutions of a file or of stdin, with or without boards before them. A line that is not one
 * is answered with "error", and the next one follows. */
static int invert_lines(const struct solve_options *options, const struct goal_choice *goal,
                        struct cli_output *output) {
    struct board_source source;
    struct source_entry *entry = cli_allocated(malloc(sizeof *entry));
    int code = CLI_SUCCESS;
    solution_source_init(&source, options->invert, options, goal);
    while (board_source_next(&source, entry, &code)) {
        const tilepdb_item *item = &entry->item;
        char *moves = cli_allocated(calloc(item->moves_length + 1, 1));
        if (item->moves_length > 0) memcpy(moves, item->moves, item->moves_length);
        const struct given given = {.moves = moves,
                                    .length = item->moves_length,
                                    .name = entry->name,
                                    .unread = entry->readable ? NULL : &item->error};
        code = cli_worse(code, invert(options, &given, output->stream));
        free(moves);
        if (!cli_output_flush(output)) break;
    }
    board_source_free(&source);
    free(entry);
    return cli_signal() != 0 ? cli_worse(code, cli_exit_code(TILEPDB_CANCELLED)) : code;
}

int mode_invert(const struct solve_options *options, const struct goal_choice *goal,
                struct cli_output *output) {
    if (options->format == FORMAT_CSV) fputs("moves,inverse,length\n", output->stream);
    cli_output_heading(output);
    if (source_names_file(options->invert, (tilepdb_notation)options->moves))
        return invert_lines(options, goal, output);
    const struct given given = {.moves = options->invert, .length = strlen(options->invert)};
    return invert(options, &given, output->stream);
}
