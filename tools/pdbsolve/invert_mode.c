/* --invert: the moves that lead back. */
#include <stdlib.h>
#include <string.h>

#include "answers/board_input.h"
#include "cli/console.h"
#include "pdbsolve/modes.h"
#include "tilepdb_text.h"

static void print(FILE *stream, enum solve_format format, const char *moves, const char *inverse,
                  size_t count) {
    if (format == FORMAT_JSON) {
        json_t *length = inverse ? json_integer((json_int_t)count) : json_null();
        cli_json_print(stream, json_pack("{so ss? so}", "moves", cli_json_text(moves), "inverse",
                                         inverse, "length", length));
    } else if (format == FORMAT_CSV) {
        cli_csv_text(stream, moves);
        fputc(',', stream);
        if (inverse) cli_csv_text(stream, inverse);
        fputc(',', stream);
        if (inverse) fprintf(stream, "%zu", count);
        fputc('\n', stream);
    } else {
        fprintf(stream, "%s\n", inverse ? inverse : "error");
    }
}

/* `moves` has `length` bytes and a final NUL. `line` is NULL for an argument. The answer for an
 * unreadable line is "error". Returns the exit code. */
static int invert(struct session *session, const char *moves, size_t length,
                  const struct input_entry *line) {
    const struct solve_options *options = session->options;
    size_t count = 0;
    tilepdb_error error;
    char *inverse = cli_allocated(malloc(TILEPDB_MOVES_TEXT));
    const bool read = !line || line->readable;
    if (!read) error = line->item.error;
    const bool inverted =
        read &&
        !tilepdb_moves_invert(moves, length, (tilepdb_notation)options->moves, options->run_length,
                              inverse, TILEPDB_MOVES_TEXT, &count, &error);
    if (!inverted) {
        if (read) cli_error_advise(&error);
        if (!line) operand_explain_word(moves, "moves", &error);
        cli_complain("--invert: %s%s%s", line ? line->name : "", line ? ": " : "", error.message);
    }
    if (inverted || line)
        print(session->output->stream, (enum solve_format)options->format, moves,
              inverted ? inverse : NULL, count);
    free(inverse);
    return inverted ? CLI_SUCCESS : CLI_USAGE;
}

static int invert_line(struct session *session, struct input_entry *line, void *user) {
    (void)user;
    const tilepdb_item *item = &line->item;
    char *moves = cli_allocated(calloc(item->moves_length + 1, 1));
    if (item->moves_length > 0) memcpy(moves, item->moves, item->moves_length);
    const int code = invert(session, moves, item->moves_length, line);
    free(moves);
    session_answer(session);
    return code;
}

static int run(struct session *session) {
    const struct solve_options *options = session->options;
    session_head(session, "moves,inverse,length");
    if (!operand_names_file(options->invert, (tilepdb_notation)options->moves))
        return invert(session, options->invert, strlen(options->invert), NULL);
    struct board_input solutions;
    solution_input_init(&solutions, options->invert, &session->reader);
    return session_each(session, &solutions, invert_line, NULL);
}

const struct mode invert_mode = {"invert", run};
