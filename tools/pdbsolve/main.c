/* pdbsolve: solves boards in the fewest moves. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/parse.h"
#include "pdbsolve/modes.h"

int main(int argc, char **argv) {
    struct solve_options options;
    struct cli_output output = {0};
    int first;
    int code = solve_options_read(&options, "pdbsolve", argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    /* It is large, and a stack that cannot grow is a fault, but this is a message. */
    struct session *session = cli_allocated(malloc(sizeof *session));
    options.menu = argc == 1 && isatty(STDIN_FILENO) && cli_on_terminal();
    code = session_open(session, &options, argv + first, (size_t)(argc - first), &output);
    if (code != CLI_SUCCESS) {
        free(session);
        return code;
    }
    code = session_outputs_open(session);
    if (code == CLI_SUCCESS) code = mode_run(session);
    code = session_close(session, code);
    free(session);
    return cli_output_end(&output, code);
}
