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

/* `name` is what messages call the line; NULL: the moves are an argument. */
static int invert(const struct solve_options *options, const char *moves, const char *name,
                  FILE *stream) {
    size_t count;
    tilepdb_error error;
    char *inverse = cli_allocated(malloc(TILEPDB_MOVES_TEXT));
    const tilepdb_status status =
        tilepdb_moves_invert(moves, strlen(moves), (tilepdb_notation)options->moves,
                             options->run_length, inverse, TILEPDB_MOVES_TEXT, &count, &error);
    if (status == TILEPDB_OK) {
        print(stream, (enum solve_format)options->format, moves, inverse, count);
    } else {
        if (name == NULL) source_explain_word(moves, &error);
        cli_complain("--invert: %s%s%s", name != NULL ? name : "", name != NULL ? ": " : "",
                     error.message);
        if (name != NULL) print_error(stream, (enum solve_format)options->format, moves);
    }
    free(inverse);
    return status == TILEPDB_OK ? CLI_SUCCESS : CLI_USAGE;
}

/* The solutions of a file or of stdin. A line that is not one is answered with "error", and the
 * next one follows. */
static int invert_lines(const struct solve_options *options, const struct goal_choice *goal,
                        struct cli_output *output) {
    struct board_source source;
    struct source_entry *entry = cli_allocated(malloc(sizeof *entry));
    int code = CLI_SUCCESS;
    solution_source_init(&source, options->invert, options, goal);
    while (board_source_next(&source, entry, &code)) {
        const tilepdb_item *item = &entry->item;
        char *moves = item->moves != NULL ? cli_text("%.*s", (int)item->moves_length, item->moves)
                                          : cli_text("%s", "");
        code = cli_worse(code, invert(options, moves, entry->name, output->stream));
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
    return invert(options, options->invert, NULL, output->stream);
}
