/* --state: boards unchanged, without solving them. A scramble becomes a board. */
#include "cli/boards.h"
#include "cli/console.h"
#include "cli/tables.h"
#include "pdbsolve/modes.h"
#include "pdbsolve/report.h"
#include "pdbsolve/source.h"

static void print_text(FILE *stream, const tilepdb_board *board, const char *rows) {
    for (int cell = 0; cell < board->width * board->height; cell++) {
        const char *gap = cell == 0 ? "" : " ";
        if (rows != NULL && cell > 0 && cell % board->width == 0) gap = rows;
        fprintf(stream, "%s%d", gap, board->cells[cell]);
    }
    fputc('\n', stream);
}

void board_print(FILE *stream, const tilepdb_board *board, enum solve_format format,
                 const char *rows) {
    if (format != FORMAT_JSON) {
        print_text(stream, board, rows);
        return;
    }
    cli_json_print(stream, json_pack("{sisiso}", "width", (int)board->width, "height",
                                     (int)board->height, "board", cli_json_board(board)));
}

static void print_error(FILE *stream, enum solve_format format, const char *message) {
    if (format == FORMAT_JSON)
        cli_json_print(stream, json_pack("{so}", "error", cli_json_text(message)));
    else
        fputs("error\n", stream);
}

int mode_state(const struct solve_options *options, const struct goal_choice *goal,
               char *const *arguments, size_t count, struct cli_output *output) {
    struct board_source source;
    struct source_entry entry;
    int code = CLI_SUCCESS;
    board_source_init(&source, arguments, count, options, goal);
    if (options->format == FORMAT_CSV) fputs("board\n", output->stream);
    cli_output_heading(output);
    while (!output->ended && board_source_next(&source, &entry, &code)) {
        const char *message = entry.item.error.message;
        if (entry.readable) {
            board_print(output->stream, &entry.item.board, (enum solve_format)options->format, "/");
        } else {
            cli_complain("%s: %s", entry.name, message);
            print_error(output->stream, (enum solve_format)options->format, message);
            code = cli_worse(code, CLI_USAGE);
        }
        cli_output_flush(output);
    }
    if (cli_signal() != 0) code = cli_worse(code, cli_exit_code(TILEPDB_CANCELLED));
    board_source_free(&source);
    return code;
}
