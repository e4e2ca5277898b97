#include "cli/console.h"
#include "cli/options.h"
#include "pdbsolve/modes.h"

int main(int argc, char **argv) {
    struct solve_options options;
    struct session session;
    struct cli_output output = {0};
    int first;
    int code = solve_options_read(&options, "pdbsolve", argc, argv, &first);
    if (code != CLI_GO_ON) return code;
    code = session_open(&session, &options, argv + first, (size_t)(argc - first), &output);
    if (code != CLI_SUCCESS) return code;
    code = session_outputs_open(&session, (struct document){0});
    if (code == CLI_SUCCESS) code = mode_run(&session);
    return session_close(&session, code);
}
