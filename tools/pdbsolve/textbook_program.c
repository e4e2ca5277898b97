/* --write-lp: the integer program as a file. */
#include <string.h>

#include "cli/console.h"
#include "cli/signals.h"
#include "pdbsolve/textbook.h"
#include "tilepdb_methods.h"
#include "util/number.h"

static bool write_text(const char *text, size_t length, void *user) {
    return cli_output_write(user, text, length) && cli_signal() == 0;
}

int program_file_write(const struct solve_options *options, struct cli_output *file,
                       const tilepdb_board *board, const tilepdb_board *goal, int horizon) {
    tilepdb_error error;
    const tilepdb_status status = tilepdb_program_write(
        board, goal, (tilepdb_program_form)options->ilp_form, horizon, write_text, file, &error);
    const bool failed = status && status != TILEPDB_CANCELLED;
    int code = failed ? cli_fail("--write-lp", &error) : cli_exit_code(status);
    code = cli_output_end(file, code);
    if (code == CLI_SUCCESS) {
        const char *name = options->write_lp;
        cli_note("%s: the program for %d move%s; --first-bound N writes the one for N",
                 strcmp(name, "-") == 0 ? "standard output" : name, horizon,
                 plural((uint64_t)horizon));
    }
    return code;
}
