/* --invert: the moves that lead back. */
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/json.h"
#include "pdbsolve/board_input.h"
#include "pdbsolve/modes.h"
#include "tilepdb_text.h"

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
    if (given->unread) {
        error = *given->unread;
        status = error.status;
    } else {
        status =
            tilepdb_moves_invert(given->moves, given->length, (tilepdb_notation)options->moves,
                                 options->run_length, inverse, TILEPDB_MOVES_TEXT, &count, &error);
    }
    if (!status) {
        print(stream, format, given->moves, inverse, count);
    } else {
        if (!given->name) operand_explain_word(given->moves, "moves", &error);
        cli_complain("--invert: %s%s%s", given->name ? given->name : "", given->name ? ": " : "",
                     error.message);
        if (given->name) print_error(stream, format, given->moves);
    }
    free(inverse);
    return status ? CLI_USAGE : CLI_SUCCESS;
}

/* A line of solutions, with or without a board before it. One that cannot be read is answered with
 * "error", and the next one follows. */
static int invert_line(struct session *session, struct input_entry *line, void *user) {
    (void)user;
    const tilepdb_item *item = &line->item;
    char *moves = cli_allocated(calloc(item->moves_length + 1, 1));
    if (item->moves_length > 0) memcpy(moves, item->moves, item->moves_length);
    const struct given given = {.moves = moves,
                                .length = item->moves_length,
                                .name = line->name,
                                .unread = line->readable ? NULL : &item->error};
    const int code = invert(session->options, &given, session->output->stream);
    free(moves);
    session_answer(session);
    return code;
}

static int run(struct session *session) {
    const struct solve_options *options = session->options;
    session_head(session, "moves,inverse,length");
    if (operand_names_file(options->invert, (tilepdb_notation)options->moves)) {
        struct board_input solutions;
        solution_input_init(&solutions, options->invert, &session->reader);
        return session_each(session, &solutions, invert_line, NULL);
    }
    const struct given given = {.moves = options->invert, .length = strlen(options->invert)};
    return invert(options, &given, session->output->stream);
}

const struct mode invert_mode = {"invert", run};
