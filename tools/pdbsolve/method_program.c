/* --write-lp: the integer program as a file. */
#include "cli/console.h"
#include "pdbsolve/method.h"

static bool write_text(const char *text, size_t length, void *user) {
    struct cli_output *output = user;
    /* What cannot be written is told when the file is closed. */
    return fwrite(text, 1, length, output->stream) == length && cli_signal() == 0;
}

int program_file_write(const struct solve_options *options, const tilepdb_board *board,
                       const tilepdb_board *goal, int horizon) {
    struct cli_output output;
    tilepdb_error error;
    int code = cli_output_open(&output, options->write_lp);
    if (code != CLI_SUCCESS) return cli_worse(code, cli_output_end(&output, false));
    const tilepdb_status status = tilepdb_program_write(
        board, goal, (tilepdb_program_form)options->ilp_form, horizon, write_text, &output, &error);
    const bool written = status == TILEPDB_OK;
    if (!written && status != TILEPDB_CANCELLED) code = cli_fail("--write-lp", &error);
    if (status == TILEPDB_CANCELLED && cli_signal() != 0) code = cli_exit_code(status);
    code = cli_worse(code, cli_output_end(&output, written));
    if (code == CLI_SUCCESS) {
        cli_note("%s: the program for %d move%s; --first-bound N writes that for N",
                 options->write_lp, horizon, horizon == 1 ? "" : "s");
    }
    return code;
}
